package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// The claims of agent sessions:
//
//	index/session/<hash of session and work tree>/<what was injected>
//
// A claim is an empty file, made before the answer. Making a file that must not be there yet is the one thing that all
// systems do for one process alone, so of hooks that fire in parallel exactly one injects.
const sessionDir = "index/session"

// Bounds of what old sessions leave behind.
const (
	sessionAge   = 14 * 24 * time.Hour
	maxSessions  = 200
	sweepAtATime = 50 // folders taken away in one call
)

// session is what one conversation in one work tree was told. Without a session id, and where no file can be made,
// nothing is known and everything is told each time: twice is better than never.
type session struct {
	memory  string // the memory's folder
	dir     string // "" when there is no session id
	fresh   bool   // this call made the folder
	claimed []string
}

func (h *hook) session(m place.Memory) *session {
	s := &session{memory: m.Dir}
	if h.turn.SessionID != "" {
		tree := workTree(m)
		if tree == "" {
			tree = m.Dir
		}
		s.dir = filepath.Join(m.Dir, filepath.FromSlash(sessionDir), shortHash(h.turn.SessionID+"\x00"+tree))
	}
	return s
}

// has tells whether something was claimed before.
func (s *session) has(name string) bool {
	if s.dir == "" {
		return false
	}
	_, err := os.Lstat(filepath.Join(s.dir, name))
	return err == nil
}

// claim takes something for this call. It is false when another call has it.
func (s *session) claim(name string) bool {
	if err := s.create(name); errors.Is(err, fs.ErrExist) {
		return false
	}
	s.claimed = append(s.claimed, name)
	return true
}

// create makes the file of a claim. The error is fs.ErrExist when it is there already.
func (s *session) create(name string) error {
	if s.dir == "" || !s.makeDir() {
		return fs.ErrInvalid
	}
	f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return f.Close()
}

// real tells whether the folders above the session's are folders, as far as they are there. A repository of somebody else
// may hold a link in their place, and what is behind it is not ours to write to or to clear away.
func (s *session) real() bool {
	parent := filepath.Dir(s.dir)
	for _, dir := range []string{filepath.Dir(parent), parent, s.dir} {
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			return false
		}
	}
	return true
}

// makeDir makes the session's folder and those above it. The folder of derived files ignores itself in git.
func (s *session) makeDir() bool {
	if !s.real() {
		return false
	}
	err := os.Mkdir(s.dir, 0o777)
	if errors.Is(err, fs.ErrNotExist) {
		index := filepath.Join(s.memory, "index")
		if os.Mkdir(index, 0o777) == nil {
			_ = os.WriteFile(filepath.Join(index, ".gitignore"), []byte("*\n"), 0o666)
		}
		_ = os.Mkdir(filepath.Dir(s.dir), 0o777)
		err = os.Mkdir(s.dir, 0o777)
	}
	s.fresh = s.fresh || err == nil
	return err == nil || errors.Is(err, fs.ErrExist)
}

// forget lets everything be told again: the host compacted the context.
func (h *hook) forget() {
	m, err := h.locate()
	if err != nil {
		return
	}
	if s := h.session(m); s.dir != "" && s.real() {
		_ = os.RemoveAll(s.dir)
	}
}

// sweep takes folders of old sessions away, when this call began a new one.
func (s *session) sweep() {
	if !s.fresh {
		return
	}
	parent := filepath.Dir(s.dir)
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	type old struct {
		name string
		at   time.Time
	}
	var all []old
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && isHash(e.Name()) && e.Name() != filepath.Base(s.dir) {
			all = append(all, old{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b old) int { return a.at.Compare(b.at) })
	for i, o := range all {
		if i == sweepAtATime || time.Since(o.at) < sessionAge && len(all)-i < maxSessions {
			return
		}
		_ = os.RemoveAll(filepath.Join(parent, o.name))
	}
}

// shortHash names something by 16 hexadecimal digits.
func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

func isHash(name string) bool {
	return len(name) == 16 && strings.Trim(name, "0123456789abcdef") == ""
}

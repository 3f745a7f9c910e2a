package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory/host"
)

// backupExt ends the name of the copy that set-up makes of a file before it writes to it for the first time.
const backupExt = ".hfa-backup"

// settingsFile is one file of a host's settings on this machine.
type settingsFile struct {
	host.Settings
	path string
	top  string // of the work tree for the settings of a project, which no link may lead out of; else ""
}

// install puts the settings into the file.
func (f settingsFile) install() (setupChange, error) {
	c := setupChange{Path: f.path, Action: "unchanged"}
	path, before, err := f.read()
	if err != nil {
		return c, err
	}
	after, left, err := f.Apply(before)
	if err != nil {
		return c, err
	}
	if c.Left = left; before != nil && bytes.Equal(before, after) {
		return c, nil
	}
	if before != nil {
		// What has something of ours in it already is no file as it was before; a copy from then is kept.
		clean, _, err := f.Strip(before)
		if err != nil {
			return c, err
		}
		if bytes.Equal(clean, before) {
			c.Backup = path + backupExt
			if err := writeLike(c.Backup, before, path); err != nil {
				return c, fmt.Errorf("keep a copy: %w", err)
			}
		}
	}
	c.Action = "wrote"
	return c, writeLike(path, after, path)
}

// remove takes the settings out of the file.
func (f settingsFile) remove() (setupChange, error) {
	c := setupChange{Path: f.path, Action: "nothing to remove"}
	path, before, err := f.read()
	if err != nil || before == nil {
		return c, err
	}
	clean, empty, err := f.Strip(before)
	if err != nil {
		return c, err
	}
	backup, backupErr := os.ReadFile(path + backupExt)
	switch {
	case bytes.Equal(clean, before) && !empty:
		return c, nil
	case backupErr == nil && f.sameAs(clean, backup):
		c.Action = "restored"
		if err := writeLike(path, backup, path); err != nil {
			return c, err
		}
		return c, os.Remove(path + backupExt)
	case empty && errors.Is(backupErr, fs.ErrNotExist):
		c.Action = "removed"
		if err := os.Remove(path); err != nil {
			return c, err
		}
		_ = os.Remove(filepath.Dir(path)) // only when nothing else is in it
		return c, nil
	}
	c.Action = "restored"
	if backupErr == nil {
		c.Backup = path + backupExt // the file was changed since; whose copy that is now is for people to say
	}
	return c, writeLike(path, clean, path)
}

// sameAs tells whether clean is what a copy becomes when set-up writes to it and takes all out again: then nobody else
// changed the file since.
func (f settingsFile) sameAs(clean, backup []byte) bool {
	with, _, err := f.Apply(backup)
	if err != nil {
		return false
	}
	without, _, err := f.Strip(with)
	return err == nil && bytes.Equal(without, clean)
}

// maxSettings bounds a settings file, in bytes. Hosts keep state in some of them.
const maxSettings = 64 << 20

// read gives the file's real path, links followed, and its bytes; nil when it is not there.
func (f settingsFile) read() (path string, data []byte, err error) {
	path = place.Resolve(f.path)
	if rel, err := filepath.Rel(f.top, path); f.top != "" && (err != nil || !filepath.IsLocal(rel)) {
		return path, nil, fmt.Errorf("a link leads out of the work tree, to %s", path)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil, nil
	case err != nil:
		return path, nil, err
	case !info.Mode().IsRegular():
		return path, nil, errors.New("not a regular file")
	case info.Size() > maxSettings:
		return path, nil, errors.New("too large for a settings file")
	}
	if data, err = os.ReadFile(path); err == nil && data == nil {
		data = []byte{}
	}
	return path, data, err
}

// writeLike writes a file in one step, with the rights of the file like.
func writeLike(path string, data []byte, like string) error {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(like); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return place.ReplaceFile(path, data, mode)
}

package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// The audit log: history/access.jsonl, and .1 to .3 for what was rotated away, .3
// the oldest.
const (
	auditName  = "history/access.jsonl"
	auditSize  = 1 << 20 // bytes at which it is rotated
	auditKeep  = 3
	auditQuery = 2000 // code points kept of a query or a reason
)

// AuditEntry is one line of the audit log.
type AuditEntry struct {
	Time   time.Time // zero: now
	Kind   string    // "hit", "deferred", "unlock", "miss", "recovery"
	Query  string
	IDs    []string // chunks, or what Kind speaks of
	Reason string   // why something was unlocked, deferred or kept
}

// Audit appends one line to history/access.jsonl, with secrets taken out. It takes
// no lock and is best effort: a recall goes on whatever it returns. Above 1 MiB the
// file is rotated; three old ones are kept.
func (s *Store) Audit(entry AuditEntry) error {
	if err := s.append(entry); err != nil {
		return fmt.Errorf("write %s: %w", auditName, err)
	}
	return nil
}

func (s *Store) append(entry AuditEntry) error {
	if entry.Time.IsZero() {
		entry.Time = s.opts.Now()
	}
	line, err := json.Marshal(struct {
		Time   string   `json:"time"`
		Kind   string   `json:"kind"`
		Query  string   `json:"query,omitempty"`
		IDs    []string `json:"ids,omitempty"`
		Reason string   `json:"reason,omitempty"`
	}{entry.Time.UTC().Format(memory.TimeFormat), entry.Kind, auditText(entry.Query), entry.IDs, auditText(entry.Reason)})
	if err != nil {
		return err
	}
	if err := s.checkParents(auditName); err != nil {
		return err
	}
	there, err := s.regular(auditName)
	if err != nil {
		return err
	}
	if there {
		s.rotate()
	} else if err := s.fsys.Mkdir(s.native("history")); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	file, err := s.fsys.Append(s.native(auditName))
	if err != nil {
		return err
	}
	// One call: lines of several processes do not mix.
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Close())
}

// auditText takes secrets out first, so that a cut cannot leave half of one.
func auditText(s string) string {
	s = redact.Text(s)
	if utf8.RuneCountInString(s) <= auditQuery {
		return s
	}
	return string([]rune(s)[:auditQuery]) + "…"
}

// rotate moves the log away when it is full. Two processes that did so at once would
// push a fresh file over an old one, so it needs the lock; when that is held, the log
// grows a little longer.
func (s *Store) rotate() {
	full := func() bool {
		info, err := s.fsys.Lstat(s.native(auditName))
		return err == nil && info.Size() >= auditSize
	}
	if !full() {
		return
	}
	lock, err := s.tryLock()
	if err != nil {
		return
	}
	defer lock.Close()
	if !full() {
		return
	}
	for i := auditKeep; i > 0; i-- {
		from := auditName
		if i > 1 {
			from = fmt.Sprintf("%s.%d", auditName, i-1)
		}
		s.fsys.Rename(s.native(from), s.native(fmt.Sprintf("%s.%d", auditName, i)))
	}
}

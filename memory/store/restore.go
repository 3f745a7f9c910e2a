package store

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// Restore writes a chunk or tombstone back, byte for byte, that was written before and is gone; with it the framework.md of
// its epoch where that is missing. It never replaces a file. p is where it was, a slash path in the memory.
//
// Errors: fs.ErrExist when there is a file of this name; memory.ErrCorrupt when data is not what its name says, because it
// was cut or changed; ErrRefused for what is neither a chunk nor a tombstone, and for what looks like a secret: it was
// taken out when this was written, but rules may know more by now. ErrLocked; ErrRecovery.
func (s *Store) Restore(ctx context.Context, p string, data []byte) error {
	if err := checkRestored(p, data); err != nil {
		return err
	}
	w, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer w.end()
	var changes []change
	if epoch, ok := memory.ParseEpochName(path.Base(path.Dir(p))); ok {
		framework := memory.FrameworkPath(epoch)
		there, err := w.regular(framework)
		if err != nil {
			return err
		}
		if !there {
			changes = append(changes, change{framework, absent, memory.Framework(epoch)})
		}
	}
	return w.commit(ctx, append(changes, change{p, absent, data}), nil)
}

// checkRestored reads what is to be written back.
func checkRestored(p string, data []byte) error {
	c := cleaner{}
	switch first, _, _ := strings.Cut(p, "/"); {
	case !memory.Counts(p):
		return refuse("%s is no chunk and no tombstone", p)
	case first == memory.ChunksDir:
		stored, problem := memory.ReadSource(p, data)
		if problem != nil && problem.Severity == memory.SeverityError || stored.Edited() {
			return fmt.Errorf("restore %s: the copy is damaged: %w", p, memory.ErrCorrupt)
		}
		c.record(stored.Title, stored.Conclusion, append([]string{stored.Source, stored.RequestID}, stored.HitWords...))
		c.extra(stored.Extra)
	case first == memory.TombstonesDir:
		record, err := memory.ParseTombstone(data)
		if err != nil || record.Path() != p {
			return fmt.Errorf("restore %s: the copy is damaged: %w", p, memory.ErrCorrupt)
		}
		c.redact(record.Reason)
		c.extra(record.Extra)
	default:
		return refuse("%s is no chunk and no tombstone", p)
	}
	if c.redacted || c.err != nil {
		return refuse("%s holds what looks like a secret: write the decision anew, without it", p)
	}
	return nil
}

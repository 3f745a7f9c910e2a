package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// View is one derived, readable Markdown file, such as
// history/epoch_01/summaries.md.
type View struct {
	Path string // relative to the memory, with slashes; a .md file under history/
	Data []byte // without the marker line
}

// A view begins with a line that carries the hash of what follows:
//
//	<!-- git hfa: generated, edits are not read. sha256:… -->
//
// A file whose line does not fit was touched by a person.
const (
	viewMark = "<!-- git hfa: generated, edits are not read. "
	viewEnd  = " -->\n"
	backups  = "history/legacy-backups"
)

func viewBytes(data []byte) []byte {
	return append([]byte(viewMark+string(hashOf(data))+viewEnd), data...)
}

// generated tells whether data is a view that nobody touched. An empty file counts:
// it may be what a crash left of one, and holds nobody's words.
func generated(data []byte) bool {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) // core.autocrlf is no touch
	if len(data) == 0 {
		return true
	}
	rest, ok := bytes.CutPrefix(data, []byte(viewMark))
	if !ok {
		return false
	}
	mark, body, ok := bytes.Cut(rest, []byte(viewEnd))
	return ok && hash(mark) == hashOf(body)
}

// WriteViews writes derived Markdown files, those that differ from what is there. A
// file in such a place that a person wrote or changed is first copied, once, to
// history/legacy-backups/NAME-HASH8.md. Views are no truth: they are not synced, and
// a crash costs a rebuild. ErrLocked; ErrRecovery.
func (s *Store) WriteViews(ctx context.Context, views []View) error {
	stale, err := s.staleViews(views)
	if err != nil || len(stale) == 0 {
		return err
	}
	w, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer w.end()
	// Looked at again: what was read before the lock may be old.
	if stale, err = s.staleViews(stale); err != nil {
		return err
	}
	for _, view := range stale {
		if err := w.writeView(view); err != nil {
			return fmt.Errorf("write %s: %w", view.Path, err)
		}
	}
	return nil
}

func (s *Store) staleViews(views []View) ([]View, error) {
	var stale []View
	for _, view := range views {
		if err := checkPath(view.Path); err != nil {
			return nil, err
		}
		if !strings.HasPrefix(view.Path, "history/epoch_") || path.Ext(view.Path) != ".md" || path.Base(view.Path) == "framework.md" {
			return nil, fmt.Errorf("%s cannot be a view: only .md files of an epoch beside framework.md can", view.Path)
		}
		old, err := s.read(view.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && !bytes.Equal(old, viewBytes(view.Data)):
			stale = append(stale, view)
		case err != nil:
			return nil, err
		}
	}
	return stale, nil
}

func (w *session) writeView(view View) error {
	if err := w.checkParents(view.Path); err != nil {
		return err
	}
	there, err := w.regular(view.Path)
	if err != nil {
		return err
	}
	if there {
		old, err := w.read(view.Path)
		if err != nil {
			return err
		}
		if !generated(old) {
			if err := w.backUp(view.Path, old); err != nil {
				return err
			}
		}
	}
	if err := w.makeParents(view.Path, map[string]bool{}); err != nil {
		return err
	}
	if err := w.ensureStaging(); err != nil {
		return err
	}
	file, err := w.fsys.Create(w.native(newFile))
	if err != nil {
		return err
	}
	_, err = file.Write(viewBytes(view.Data))
	if err = errors.Join(err, file.Close()); err == nil {
		err = w.fsys.Rename(w.native(newFile), w.native(view.Path))
	}
	if err != nil {
		w.fsys.Remove(w.native(newFile)) // or the next writer sweeps it
	}
	return err
}

// backUp keeps a person's words as truth, durably, before a view takes their place.
// The name holds the folder and a hash of the words, so it is written once.
func (w *session) backUp(p string, data []byte) error {
	name := strings.TrimSuffix(path.Base(p), ".md")
	if dir := path.Base(path.Dir(p)); dir != "history" {
		name = dir + "-" + name
	}
	sum := strings.TrimPrefix(string(hashOf(data)), "sha256:")
	to := fmt.Sprintf("%s/%s-%s.md", backups, name, sum[:8])
	there, err := w.regular(to)
	if err != nil || there {
		return err
	}
	if err := w.checkParents(to); err != nil {
		return err
	}
	return w.commitOne(change{to, absent, data})
}

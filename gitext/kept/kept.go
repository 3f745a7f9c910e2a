// Package kept copies what a linked work tree writes into the common git folder, until it is committed.
//
// Work trees of agents are removed with --force, and what was written there and not committed goes with them. Whoever
// writes truth in one says so here:
//
//	added, err := s.Add(ctx, draft)
//	…
//	err = kept.Keep(m, added.Path)
//
// The copies are
//
//	hfa/kept/<as in the counter's name>/<work tree>/chunks/epoch_01/chunk_0007-k3f9qz7m.json
//
// where the work tree is called as git calls it: the name of its folder in worktrees/. Package gitext lists them, brings
// them back and takes away those that are committed, for which git is needed; no git is needed to keep.
package kept

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// Keep copies files that were just written in a linked work tree into the common git folder; in the main work tree, and
// outside git, there is nothing to do. names are slash paths in the memory. A caller goes on when it fails: the files
// themselves are written.
func Keep(m place.Memory, names ...string) error {
	dir := here(m)
	if dir == "" {
		return nil
	}
	var errs []error
	for _, name := range names {
		if !Holds(name) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(m.Dir, filepath.FromSlash(name)))
		if err == nil {
			err = write(filepath.Join(dir, filepath.FromSlash(name)), data)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("keep %s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func write(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return place.ReplaceFile(file, data, 0o644)
}

// Root is the folder with the copies of all work trees, "" outside git and in a bare repository.
func Root(m place.Memory) string {
	if m.Counter == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(m.Counter), "kept", strings.TrimSuffix(filepath.Base(m.Counter), ".counter"))
}

// here is where this work tree keeps its copies, "" in the main one.
func here(m place.Memory) string {
	root := Root(m)
	if root == "" || m.Place.GitDir == m.Place.CommonDir {
		return ""
	}
	return filepath.Join(root, filepath.Base(m.Place.GitDir))
}

// Holds reports whether a file of the memory, a slash path in it, is one that is kept: a chunk or a tombstone.
func Holds(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return filepath.IsLocal(filepath.FromSlash(name)) && (first == memory.ChunksDir || first == memory.TombstonesDir) && memory.Counts(name)
}

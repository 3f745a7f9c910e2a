package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// openWriter is [env.openStore] for a command that adds something: it refuses a memory
// of which a sparse checkout hides a part.
func (e *env) openWriter(ctx context.Context, m place.Memory) (*store.Store, error) {
	if err := e.refuseHidden(ctx, m); err != nil {
		return nil, err
	}
	return access.Store(m)
}

// refuseHidden is an error when a sparse checkout hides truth of the memory m. Reading
// takes that from git, but a writer goes by the work tree: it would give a number and a
// request id again, and start a memory over one that is only out of sight.
func (e *env) refuseHidden(ctx context.Context, m place.Memory) error {
	if m.Path == "" || !m.Place.Sparse() {
		return nil
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return err
	}
	defer repo.Close()
	hidden, err := repo.Hidden(ctx, m.Path)
	if err != nil {
		return err
	}
	n := 0
	for name := range hidden {
		if isWritten(name) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return withHint(fmt.Errorf("a sparse checkout hides %s of the memory %s, and a write must know all of it", count(n, "file"), m.Path),
		"git sparse-checkout add %s", place.ShellQuote(m.Path))
}

// isWritten tells whether a writer looks at the file, a slash path in the memory.
// Documents and the history it leaves to people.
func isWritten(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	switch top {
	case memory.ConfigPath, memory.DirectoryPath, memory.LegacyTombstonesPath, memory.ChunksDir, memory.TombstonesDir:
		return true
	}
	return false
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// diffSide is one of two states.
type diffSide struct {
	Rev    string        `json:"rev"`                     // as it was asked for; "" is the work tree
	BaseOf []string      `json:"merge_base_of,omitempty"` // the two of which the state is the merge base
	Commit string        `json:"commit"`                  // full id; "" for the work tree
	Path   string        `json:"path"`                    // of its memory, from the top; "" when it has no memory
	Digest memory.Digest `json:"digest"`                  // "" when it has no memory

	tree *memory.Tree // nil when it has no memory
}

// name is a side as people are shown it.
func (s *diffSide) name() string {
	switch {
	case s.Commit == "":
		return "the work tree"
	case s.BaseOf != nil:
		return "merge base of " + strings.Join(s.BaseOf, " and ") + " (" + short(s.Commit) + ")"
	case strings.HasPrefix(s.Commit, s.Rev):
		return short(s.Commit)
	}
	return s.Rev + " (" + short(s.Commit) + ")"
}

// diffSides reads both states, each where it has its memory.
func (e *env) diffSides(ctx context.Context, repo *gitext.Repo, m place.Memory, opts diffOptions) (a, b diffSide, err error) {
	a, b = diffSide{Rev: opts.from}, diffSide{Rev: opts.to}
	from := opts.from
	if opts.base {
		bases, err := repo.MergeBases(ctx, opts.from, opts.to)
		if err != nil {
			return a, b, err
		}
		from, a.BaseOf = bases[0], []string{opts.from, opts.to}
	}
	if err = a.locate(ctx, repo, m, from); err != nil {
		return a, b, err
	}
	if opts.to != "" {
		err = b.locate(ctx, repo, m, opts.to)
	} else if store.IsMemory(m.Dir) {
		b.Path = m.Path
	}
	if err != nil {
		return a, b, err
	}
	if a.Path != b.Path && a.Path != "" && b.Path != "" {
		if err := separate(ctx, repo, m, &a, &b); err != nil {
			return a, b, err
		}
	}
	if err = a.read(ctx, repo); err != nil {
		return a, b, err
	}
	if opts.to == "" {
		return a, b, e.readWorkTree(ctx, m, &b)
	}
	return a, b, b.read(ctx, repo)
}

// locate finds the commit and where it has the memory m, which may have been moved since or before.
func (s *diffSide) locate(ctx context.Context, repo *gitext.Repo, m place.Memory, rev string) (err error) {
	if s.Commit, err = repo.Resolve(ctx, rev); err != nil {
		return revisionError(err)
	}
	there, err := repo.MemoryOf(ctx, s.Commit, m.Path)
	if there != nil {
		s.Path = there.Path
	}
	return err
}

// separate tells a move from a second memory: what the other side has in the same place as well did not move. The side that
// lacks the memory m has none then.
func separate(ctx context.Context, repo *gitext.Repo, m place.Memory, a, b *diffSide) error {
	for _, side := range [][2]*diffSide{{a, b}, {b, a}} {
		one, other := side[0], side[1]
		if one.Path == m.Path {
			continue
		}
		both := false
		if other.Commit == "" {
			both = store.IsMemory(filepath.Join(m.Place.Top, filepath.FromSlash(one.Path)))
		} else {
			var err error
			if both, err = repo.HasMemory(ctx, other.Commit, one.Path); err != nil {
				return err
			}
		}
		if both {
			one.Path = ""
		}
	}
	return nil
}

// read reads the memory of a revision.
func (s *diffSide) read(ctx context.Context, repo *gitext.Repo) error {
	if s.Path == "" {
		return nil
	}
	tree, err := repo.Load(ctx, s.Commit, s.Path)
	if errors.Is(err, fs.ErrNotExist) {
		s.Path = ""
		return nil
	}
	if err == nil {
		s.tree, s.Digest = tree, tree.Digest
	}
	return err
}

// readWorkTree reads the memory as it is now.
func (e *env) readWorkTree(ctx context.Context, m place.Memory, s *diffSide) error {
	fsys, done, err := e.sparseFiles(ctx, m)
	if err != nil {
		return err
	}
	if fsys == nil {
		fsys, done = os.DirFS(m.Dir), func() {}
	}
	defer done()
	tree, err := memory.Load(fsys)
	if errors.Is(err, fs.ErrNotExist) {
		s.Path = ""
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", describe(m), err)
	}
	s.Path, s.tree, s.Digest = m.Path, tree, tree.Digest
	return nil
}

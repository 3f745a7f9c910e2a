package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// maxHidden bounds the files that are named one by one when git was told to look away from many.
const maxHidden = 20

// findVerified is [env.findAt] for verify. A work tree out of which git hides the files by which a memory is known still has
// the memory: what is hidden is read from git.
func (e *env) findVerified(ctx context.Context, opts verifyOptions) (place.Memory, error) {
	m, err := e.findAt(ctx, opts.dir, opts.at)
	if err == nil || opts.at != "" || m.Path == "" || !errors.Is(err, store.ErrNoMemory) {
		return m, err
	}
	repo, openErr := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if openErr != nil {
		return m, err
	}
	defer repo.Close()
	hidden, hiddenErr := absentHidden(ctx, repo, m)
	if hiddenErr != nil || !hidden[memory.ConfigPath] && !hidden[memory.DirectoryPath] {
		return m, err
	}
	return m, nil
}

// absentHidden are the files of a memory that the work tree does not have because git keeps them out of it.
func absentHidden(ctx context.Context, repo *gitext.Repo, m place.Memory) (map[string]bool, error) {
	hidden, err := repo.Hidden(ctx, m.Path)
	if err != nil {
		return nil, err
	}
	for name := range hidden {
		if _, err := os.Lstat(filepath.Join(m.Dir, filepath.FromSlash(name))); !errors.Is(err, fs.ErrNotExist) {
			delete(hidden, name)
		}
	}
	return hidden, nil
}

// hidden gives the check what git keeps out of the work tree: it is not removed, and without it the rest would be judged
// wrong. Under a sparse checkout that is as it should be, and recall does the same. Else somebody told git to look away from
// single files (skip-worktree): no status of git shows that they are gone, and recall goes without them.
func (c *check) hidden() error {
	if c.gone != nil || c.opts.at != "" || c.m.Path == "" {
		return nil
	}
	repo, err := c.git()
	if err != nil {
		return err
	}
	hidden, err := absentHidden(c.ctx, repo, c.m)
	if err != nil {
		c.e.warn("git could not be asked what it hides: %v", err)
		return nil
	}
	if len(hidden) == 0 {
		return nil
	}
	inGit, err := repo.FS(c.ctx, "HEAD", c.m.Path)
	if errors.Is(err, gitext.ErrUnborn) || errors.Is(err, fs.ErrNotExist) {
		inGit, err = nothing{}, nil
	}
	if err != nil {
		return err
	}
	c.fsys, c.overlaid = newSparseFS(c.fsys, inGit, hidden), true
	if c.m.Place.Sparse() {
		return nil
	}
	names := make([]string, 0, len(hidden))
	for name := range hidden {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		p := memory.Problem{Code: "hidden", Severity: memory.SeverityError, Path: name,
			Message: "git has it and was told to look away from it (skip-worktree); it is not in the work tree, so recall goes without it",
			Cure:    "git update-index --no-skip-worktree -- " + name + " && git checkout -- " + name}
		if i == maxHidden {
			p.Message = "git was told to look away from " + count(len(names)-i, "more file") + ", this one the first"
		}
		c.add(p)
		if i == maxHidden {
			break
		}
	}
	return nil
}

// git opens the repository when it is not open yet.
func (c *check) git() (_ *gitext.Repo, err error) {
	if c.repo == nil {
		c.repo, err = gitext.Open(c.m.Place, gitext.KeepEnv(c.e.getenv))
	}
	return c.repo, err
}

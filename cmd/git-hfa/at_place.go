package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/spf13/cobra"
)

// findAt is [env.find], and without a demand on the work tree when a revision is
// asked: its memory may be gone since.
func (e *env) findAt(ctx context.Context, dir, at string) (place.Memory, error) {
	if at == "" {
		return e.find(ctx, dir)
	}
	m, err := e.locateAt(ctx, dir, at)
	if err == nil && m.Path == "" {
		err = usagef("%s is not in a git work tree, so it has no revision %s", m.Dir, at)
	}
	return m, err
}

// locateAt is [env.locate] for a revision. Where nobody named the memory the revision says where it has it: it may have been
// moved since, and a bare repository, in which the hooks of a server run, has no work tree that could say it.
func (e *env) locateAt(ctx context.Context, dir, at string) (place.Memory, error) {
	m, err := e.locate(dir)
	bare := dir == "" && errors.Is(err, place.ErrNoWorkTree)
	if bare {
		p, findErr := place.Find(e.cwd, e.getenv)
		if findErr != nil || !p.InGit {
			return m, err
		}
		m = place.Memory{Place: p, Path: place.DefaultDir, Why: place.ByDefault}
		m.Dir = dirOf(m)
	} else if err != nil || m.Path == "" || m.Why != place.ByConfig && m.Why != place.ByDefault {
		return m, err
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return m, err
	}
	defer repo.Close()
	given := m.Path
	if bare {
		given = ""
	}
	there, err := repo.MemoryOf(ctx, at, given)
	switch {
	case err != nil:
		return m, revisionError(err)
	case there != nil && there.Path != m.Path:
		m.Path, m.Why = there.Path, place.ByConfig
		m.Dir = dirOf(m)
	}
	e.foundDir = m.Dir
	return m, nil
}

// dirOf is the folder of a memory whose Path is known. In a bare repository it is a name for messages, and no folder.
func dirOf(m place.Memory) string {
	top := m.Place.Top
	if top == "" {
		top = m.Place.GitDir
	}
	return filepath.Join(top, filepath.FromSlash(m.Path))
}

// revisionError adds what to type to an error about a revision, where it does not say so itself.
func revisionError(err error) error {
	if _, ok := errors.AsType[*gitext.HintError](err); ok || !isUnknownID(err) {
		return err
	}
	return withHint(err, "git log --oneline --all")
}

// noWorkTreeHint is what to type where there is no work tree: a revision can be read all the same by a command that takes
// one.
func noWorkTreeHint(cmd *cobra.Command) string {
	how := ""
	switch name := cmd.Name(); {
	case cmd.Flags().Lookup("at") != nil:
		how = cmd.CommandPath() + " --at HEAD"
	case name == "digest":
		how = cmd.CommandPath() + " HEAD"
	case name == "diff":
		how = cmd.CommandPath() + " HEAD~1..HEAD"
	default:
		return "go to a work tree of the repository; a bare one is cloned, or gets one with: git worktree add DIR"
	}
	return "a revision can be read without one: " + how
}

// withoutWorkTree gives err, which says that there is no work tree, its hint.
func withoutWorkTree(cmd *cobra.Command, err error) error {
	var own *hintError
	var git *gitext.HintError
	if errors.As(err, &own) || errors.As(err, &git) {
		return err
	}
	return withHint(err, "%s", noWorkTreeHint(cmd))
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// verifyState checks the memory m in the work tree or at a revision, all there is
// to check, and holds it to a base when one is given. gone is not nil when the work
// tree has no memory; it is the error when the base has none either. The memory comes
// back with the place it has at the revision.
func verifyState(ctx context.Context, e *env, m place.Memory, opts verifyOptions, gone error) (place.Memory, verifyResult, error) {
	c := check{ctx: ctx, e: e, m: m, opts: opts, fsys: os.DirFS(m.Dir), gone: gone, result: verifyResult{Dir: m.Dir, Problems: []memory.Problem{}}}
	defer c.close()
	for _, step := range []func() error{c.open, c.hidden, c.load, c.casing, c.derived, c.eval, c.base} {
		if err := step(); err != nil {
			return m, verifyResult{}, err
		}
	}
	slices.SortStableFunc(c.result.Problems, compareProblems)
	for _, p := range c.result.Problems {
		if p.Severity == memory.SeverityError {
			c.result.Errors++
		} else {
			c.result.Warnings++
		}
	}
	c.result.OK = c.result.Errors == 0
	return c.m, c.result, nil
}

// check is one verify at work.
type check struct {
	ctx  context.Context
	e    *env
	m    place.Memory
	opts verifyOptions
	repo *gitext.Repo // nil when git is not needed
	fsys fs.FS        // the memory that is checked, or what is left of it
	gone error        // there is none: config.json or directory.md is not there

	overlaid bool // fsys has files that the work tree has not
	result   verifyResult
}

func (c *check) add(problems ...memory.Problem) {
	c.result.Problems = append(c.result.Problems, problems...)
}

func (c *check) close() {
	if c.repo != nil {
		c.repo.Close()
	}
}

// open finds the revisions that are named.
func (c *check) open() (err error) {
	if c.opts.at == "" && c.opts.base == "" {
		return nil
	}
	if _, err := c.git(); err != nil || c.opts.at == "" {
		return err
	}
	c.fsys, c.result.At, err = memoryAt(c.ctx, c.repo, c.m, c.opts.at)
	if errors.Is(err, store.ErrNoMemory) {
		return c.openElsewhere(err)
	}
	return err
}

// openElsewhere finds the memory of a revision that does not have it where the work
// tree has: the revision may put it in another place.
func (c *check) openElsewhere(lost error) error {
	there, err := c.repo.MemoryOf(c.ctx, c.result.At, "")
	switch {
	case err != nil:
		return err
	case there != nil:
		c.m.Path = there.Path
		c.m.Dir = dirOf(c.m)
		c.result.Dir = c.m.Dir
		c.fsys, err = c.repo.FS(c.ctx, c.result.At, there.Path)
		return err
	case c.opts.base == "":
		return lost
	}
	c.gone, c.fsys = lost, nothing{}
	return nil
}

// nothing is a folder that is not there.
type nothing struct{}

func (nothing) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// load reads the memory and checks what its files say.
func (c *check) load() (err error) {
	if c.gone != nil {
		return nil
	}
	if c.opts.at != "" {
		c.result.tree, err = c.repo.Load(c.ctx, c.result.At, c.m.Path)
	} else {
		c.add(transactionProblems(c.m)...)
		c.result.tree, err = memory.Load(c.fsys)
	}
	tree := c.result.tree
	if err != nil {
		c.result.tree = nil // no more than a list of findings can be made of it
	}
	var bad *memory.FileError
	switch {
	case err == nil:
		c.result.Digest = c.result.tree.Digest
		c.add(memory.Verify(c.result.tree)...)
		c.add(gitext.Documents(c.fsys, c.result.tree)...)
	case errors.As(err, &bad) && !errors.Is(err, memory.ErrNewer):
		// Without config.json or directory.md there is nothing to recall, but this is a
		// finding, as a bad chunk is one, and hides no other.
		if tree == nil {
			c.add(vitalProblem(err, bad))
		} else {
			c.add(memory.Verify(tree)...)
		}
	case errors.Is(err, fs.ErrNotExist) && c.opts.at != "":
		if c.gone = atError(c.m, c.opts.at, err); c.opts.base == "" {
			return c.gone
		}
	default:
		return fmt.Errorf("read %s: %w", describe(c.m), err)
	}
	return nil
}

// derived looks for derived files that git tracks.
func (c *check) derived() error {
	if c.gone != nil {
		return nil
	}
	if c.opts.at == "" {
		problems, err := derivedProblems(c.ctx, c.e, c.m)
		if err != nil {
			c.e.warn("git could not be asked which files it tracks: %v", err)
		}
		c.add(problems...)
		return nil
	}
	return fs.WalkDir(c.fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("look for derived files at %s: %w", c.opts.at, err)
		}
		if d.IsDir() && name == memory.ChunksDir {
			return fs.SkipDir // there is none, and very much else
		}
		if !d.IsDir() && gitext.Derived(name) {
			c.add(derivedProblem(c.m, name))
		}
		return nil
	})
}

// eval asks the questions of eval.jsonl, unless the memory cannot answer any: that
// is told already.
func (c *check) eval() error {
	if c.result.tree == nil {
		return nil
	}
	report, err := evaluate(c.ctx, c.m, c.fsys, c.opts.at == "" && !c.overlaid)
	var file *memory.FileError
	if errors.As(err, &file) && file.Code == "not-a-file" {
		c.add(memory.FileProblem(evalFile, err))
		return nil
	}
	if err != nil && !errors.Is(err, memory.ErrMainLine) {
		return err
	}
	if err == nil {
		c.add(evalProblems(report)...)
	}
	return nil
}

// base holds the memory to every merge base and finds what is new since.
func (c *check) base() error {
	var before *memory.Tree
	if c.opts.base != "" {
		against := c.result.At // "" is HEAD: the work tree stands on it
		commits, err := c.repo.MergeBases(c.ctx, c.opts.base, against)
		if err != nil {
			return err
		}
		for i, commit := range commits {
			tree, err := c.hold(commit)
			if err != nil {
				return err
			}
			if i == 0 {
				before = tree
			}
		}
		c.result.Base = commits
		if c.gone != nil && !slices.ContainsFunc(c.result.Problems, func(p memory.Problem) bool { return p.Code == gitext.CodeMemoryRemoved }) {
			return c.gone // nobody had a memory
		}
	}
	if c.opts.format == formatMarkdown && c.result.tree != nil {
		delta := gitext.Compare(before, c.result.tree)
		c.result.delta = &delta
	}
	return nil
}

// hold compares with one commit and returns its memory, nil when it has none or
// one that cannot be read.
func (c *check) hold(commit string) (*memory.Tree, error) {
	old, err := c.repo.MemoryOf(c.ctx, commit, c.m.Path) // a move must not be a way around
	if err != nil {
		return nil, err
	}
	if old == nil {
		if c.gone == nil {
			c.add(memory.Problem{Code: "base-without-memory", Severity: memory.SeverityWarning,
				Message: fmt.Sprintf("the base %.12s has no memory, so there was nothing to hold this one to", commit),
				Cure:    "nothing to do if the memory is new"})
		}
		return nil, nil
	}
	if c.gone != nil {
		if whole, err := c.removed(old); whole || err != nil {
			return nil, err
		}
	}
	fsys, err := c.repo.FS(c.ctx, commit, old.Path)
	if err != nil {
		return nil, err
	}
	problems, err := gitext.Immutable(fsys, c.fsys, commit)
	if err != nil {
		return nil, fmt.Errorf("compare with %.12s: %w", commit, err)
	}
	for _, p := range problems {
		if old.Path != c.m.Path { // the base has it under another name
			p.Cure = strings.ReplaceAll(p.Cure, fmt.Sprintf("git checkout %.12s -- %s", commit, p.Path),
				fmt.Sprintf("git show %s > %s", place.ShellQuote(fmt.Sprintf("%.12s:%s", commit, path.Join(old.Path, p.Path))), p.Path))
		}
		if !slices.Contains(c.result.Problems, p) {
			c.add(p)
		}
	}
	if c.opts.format != formatMarkdown {
		return nil, nil // nobody asks what is new
	}
	tree, err := c.repo.Load(c.ctx, commit, old.Path)
	if err != nil {
		if errors.Is(err, gitext.ErrMissingObject) || c.ctx.Err() != nil {
			return nil, err
		}
		return nil, nil // a base that was broken is no fault of what is checked
	}
	return tree, nil
}

// has reports whether what is checked has a memory in a folder where it is not looked for, a slash path from the top.
func (c *check) has(folder string) (bool, error) {
	if c.opts.at != "" {
		return c.repo.HasMemory(c.ctx, c.result.At, folder)
	}
	return store.IsMemory(filepath.Join(c.m.Place.Top, filepath.FromSlash(folder))), nil
}

// removed says that a memory of the base is no memory any more. whole is true when
// nothing is left that could be compared: then one finding stands for all its files.
func (c *check) removed(old *gitext.CommitMemory) (whole bool, err error) {
	if !old.Whole {
		return false, nil // it was none in the base either
	}
	chunks, tombstones, err := old.Counts()
	if err != nil {
		return false, err
	}
	held := count(chunks, "decision")
	if tombstones > 0 {
		held += " and " + count(tombstones, "tombstone")
	}
	p := memory.Problem{Code: gitext.CodeMemoryRemoved, Severity: memory.SeverityError}
	back := fmt.Sprintf("git checkout %.12s -- ", old.Commit)
	left := 0
	for _, name := range []string{memory.ConfigPath, memory.DirectoryPath, memory.ChunksDir, memory.TombstonesDir} {
		if _, err := fs.Stat(c.fsys, name); err == nil {
			left++
		} else if p.Path == "" && (name == memory.ConfigPath || name == memory.DirectoryPath) {
			p.Path = name
		}
	}
	if whole = left == 0; whole {
		p.Path = ""
		p.Message = fmt.Sprintf("the memory is gone: the base %.12s has it in %s, with %s", old.Commit, old.Path, held)
		p.Cure = back + place.ShellQuote(":/"+old.Path) + "; " + gitext.MoveCure // from the top, wherever it is typed
		hidden, err := c.has(old.Path)
		if err != nil {
			return false, err
		}
		if hidden {
			p.Message = fmt.Sprintf("the memory is looked for in %s, and it lies in %s, as in the base %.12s, with %s: nothing finds it", c.m.Path, old.Path, old.Commit, held)
			p.Cure = gitext.FindCure(old.Path)
		}
	} else {
		p.Message = fmt.Sprintf("it is in the base and is gone; without it this is no memory, and nothing finds its %s", held)
		p.Cure = back + p.Path
	}
	if !slices.Contains(c.result.Problems, p) {
		c.add(p)
	}
	return whole, nil
}

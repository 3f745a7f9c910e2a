package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// verifyState checks the memory m in the work tree or at a revision, all there is
// to check, and holds it to a base when one is given.
func verifyState(ctx context.Context, e *env, m place.Memory, opts verifyOptions) (verifyResult, error) {
	c := check{ctx: ctx, e: e, m: m, opts: opts, fsys: os.DirFS(m.Dir), result: verifyResult{Dir: m.Dir, Problems: []memory.Problem{}}}
	defer c.close()
	if err := c.open(); err != nil {
		return verifyResult{}, err
	}
	if err := c.load(); err != nil {
		return verifyResult{}, err
	}
	if err := c.derived(); err != nil {
		return verifyResult{}, err
	}
	if err := c.eval(); err != nil {
		return verifyResult{}, err
	}
	if err := c.base(); err != nil {
		return verifyResult{}, err
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
	return c.result, nil
}

// check is one verify at work.
type check struct {
	ctx    context.Context
	e      *env
	m      place.Memory
	opts   verifyOptions
	repo   *gitext.Repo // nil when git is not needed
	fsys   fs.FS        // the memory that is checked
	result verifyResult
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
	if c.repo, err = gitext.Open(c.m.Place, gitext.KeepEnv(c.e.getenv)); err != nil || c.opts.at == "" {
		return err
	}
	if c.fsys, err = memoryAt(c.ctx, c.repo, c.m, c.opts.at); err != nil {
		return err
	}
	c.result.At, err = c.repo.Resolve(c.ctx, c.opts.at)
	return err
}

// load reads the memory and checks what its files say.
func (c *check) load() (err error) {
	if c.opts.at != "" {
		c.result.tree, err = c.repo.Load(c.ctx, c.result.At, c.m.Path)
	} else {
		c.add(transactionProblems(c.m)...)
		c.result.tree, err = memory.Load(c.fsys)
	}
	var bad *memory.FileError
	switch {
	case err == nil:
		c.result.Digest = c.result.tree.Digest
		c.add(memory.Verify(c.result.tree)...)
	case errors.As(err, &bad) && !errors.Is(err, memory.ErrNewer):
		// Without config.json or directory.md nothing else can be judged, but this is
		// a finding, as a bad chunk is one.
		c.add(vitalProblem(err, bad))
	default:
		return fmt.Errorf("read %s: %w", describe(c.m), err)
	}
	return nil
}

// derived looks for derived files that git tracks.
func (c *check) derived() error {
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
	report, err := evaluate(c.ctx, c.m, c.fsys, c.opts.at == "")
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
	where, old, err := c.memoryOf(commit)
	if err != nil {
		return nil, err
	}
	if old == nil {
		c.add(memory.Problem{Code: "base-without-memory", Severity: memory.SeverityWarning,
			Message: fmt.Sprintf("the base %.12s has no memory, so there was nothing to hold this one to", commit),
			Cure:    "nothing to do if the memory is new"})
		return nil, nil
	}
	problems, err := gitext.Immutable(old, c.fsys, commit)
	if err != nil {
		return nil, fmt.Errorf("compare with %.12s: %w", commit, err)
	}
	if problems, err = c.withoutHidden(problems); err != nil {
		return nil, err
	}
	for _, p := range problems {
		if !slices.Contains(c.result.Problems, p) {
			c.add(p)
		}
	}
	if c.opts.format != formatMarkdown {
		return nil, nil // nobody asks what is new
	}
	tree, err := c.repo.Load(c.ctx, commit, where)
	if err != nil {
		if errors.Is(err, gitext.ErrMissingObject) || c.ctx.Err() != nil {
			return nil, err
		}
		return nil, nil // a base that was broken is no fault of what is checked
	}
	return tree, nil
}

// memoryOf finds the memory of a base: at the same place, else where its own
// .hfaconfig or the default says. A memory that moved is held to what it was: a
// move must not be a way around. A nil FS means that there is none.
func (c *check) memoryOf(commit string) (where string, fsys fs.FS, err error) {
	places := []string{c.m.Path}
	top, err := c.repo.FS(c.ctx, commit, ".")
	if err != nil {
		return "", nil, err
	}
	if data, err := fs.ReadFile(top, place.HFAConfig); err == nil {
		if config, err := place.ParseConfig(place.HFAConfig, data); err == nil {
			if dir, ok := config.Get("memory.dir"); ok {
				places = append(places, dir.Value)
			}
		}
	}
	for _, where := range append(places, place.DefaultDir) {
		if !fs.ValidPath(path.Clean(where)) {
			continue
		}
		fsys, err := c.repo.FS(c.ctx, commit, where)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", nil, err
		}
		for _, name := range []string{memory.DirectoryPath, memory.ChunksDir} {
			if _, err := fs.Stat(fsys, name); err == nil {
				return where, fsys, nil
			}
		}
	}
	return "", nil, nil
}

// withoutHidden drops what a sparse checkout leaves out of the work tree: it is
// not removed.
func (c *check) withoutHidden(problems []memory.Problem) ([]memory.Problem, error) {
	if c.opts.at != "" || len(problems) == 0 {
		return problems, nil
	}
	hidden, err := c.repo.Hidden(c.ctx, c.m.Path)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(problems, func(p memory.Problem) bool { return hidden[p.Path] }), nil
}

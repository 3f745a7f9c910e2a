package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// atUsage is the help of --at.
const atUsage = "look at the memory as it is at `REV`"

// reading is a memory that was opened to be looked at.
type reading struct {
	view   *index.View
	files  fs.FS  // what the view was read from; nil for what is kept of a commit
	commit string // the revision that is looked at, a full id; "" for the work tree
	close  func()
}

// openReading opens the memory m as the work tree has it, or as the revision at has it when that is not "". opts are used
// for the work tree; a revision is read from git, without a checkout.
func (e *env) openReading(ctx context.Context, m place.Memory, at string, opts index.Options) (*reading, error) {
	if at != "" {
		return e.openRevision(ctx, m, at)
	}
	if opts.Readable != nil && m.Place.Sparse() { // else index.Open asks
		if err := opts.Readable(); err != nil {
			return nil, err
		}
	}
	if whole, err := e.openSparse(ctx, m); whole != nil || err != nil {
		return whole, err
	}
	v, err := index.Open(ctx, opts)
	if err != nil {
		return nil, err
	}
	return &reading{view: v, files: os.DirFS(m.Dir), close: func() { closeView(ctx, m, v) }}, nil
}

// What a recall may use.
const (
	trustWorktree  = "worktree"
	trustCommitted = "committed"
)

// trust is what a recall may use, as far as git can be asked.
func (e *env) trust(ctx context.Context, m place.Memory) string {
	if m.Path == "" {
		return trustWorktree
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err == nil {
		defer repo.Close()
		var t place.Trust
		if t, err = repo.Trust(ctx, m); err == nil && t.Committed {
			return trustCommitted
		}
	}
	if err != nil {
		e.warn("git could not be asked what a recall may use: %v", err)
	}
	return trustWorktree
}

// openRecall opens the memory that a recall may use: the revision at, else the work tree, or HEAD where its config.json
// trusts nothing else.
func (e *env) openRecall(ctx context.Context, m place.Memory, at string) (*reading, error) {
	if at != "" || m.Path == "" {
		return e.openReading(ctx, m, at, access.Answers(m))
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	trust, trustErr := repo.Trust(ctx, m)
	r, err := e.openReading(ctx, m, "", access.Answers(m))
	if trustErr != nil {
		return e.withoutTrust(m, r, err, trustErr)
	}
	if err != nil && !trust.Committed {
		return e.openStopped(ctx, repo, m, err)
	}
	if !trust.Committed || err == nil && string(r.view.Digest) == trust.Digest {
		return r, err
	}
	if err != nil {
		r = nil
	}
	e.note("only what HEAD has is used, since its config.json says trust: committed; what is not committed is left out")
	return e.openCommitted(ctx, m, trust, r)
}

// openCommitted opens what HEAD has of a memory of which the work tree, nil when it cannot be read, has something else. An
// index of it is kept in git's own folder, where nobody writes who may only write to the work tree, so that the next recall
// need not read all of HEAD again.
func (e *env) openCommitted(ctx context.Context, m place.Memory, trust place.Trust, worktree *reading) (*reading, error) {
	closeWorktree := func() {}
	var like index.Source
	if worktree != nil {
		closeWorktree, like = worktree.close, worktree.view.Source
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		closeWorktree()
		return nil, err
	}
	file := place.CommittedIndex(m)
	if fsys, err := repo.TrustedFS(ctx, m, trust); err == nil && file != "" {
		v, err := index.OpenFrozen(file, memory.Digest(trust.Digest), fsys, index.Options{Dir: m.Dir})
		if err == nil {
			closeWorktree()
			return &reading{view: v, commit: trust.Commit, close: func() { v.Close(); repo.Close() }}, nil
		}
	}
	r, err := readRevision(ctx, repo, m, trust.Commit)
	if err != nil {
		closeWorktree()
		repo.Close()
		return nil, err
	}
	v := r.view
	r.close = func() { // after the answer is out
		if string(v.Digest) == trust.Digest && file != "" {
			_ = v.Freeze(file, like) // a matter of speed
		}
		closeWorktree()
		v.Close()
		repo.Close()
	}
	return r, nil
}

// openStopped decides when the work tree cannot be read. In the middle of a merge or rebase directory.md and config.json may
// hold both sides, and only a person says which counts: until then HEAD does, as the work tree was before, and that is said.
func (e *env) openStopped(ctx context.Context, repo *gitext.Repo, m place.Memory, unreadable error) (*reading, error) {
	var bad *memory.FileError
	if !errors.As(unreadable, &bad) || bad.Code != "conflict-markers" {
		return nil, unreadable
	}
	conflicts, _, err := repo.Conflicts(ctx, m.Path)
	if err != nil || !slices.ContainsFunc(conflicts, func(c gitext.Conflict) bool { return c.Path == memory.ConfigPath || c.Path == memory.DirectoryPath }) {
		return nil, unreadable // nothing has stopped: the markers were left in it
	}
	r, err := e.openRevision(ctx, m, "HEAD")
	if err != nil {
		return nil, unreadable
	}
	p := vitalProblem(unreadable, bad)
	p.Message, p.Cure = "it is in conflict, so the answer is that of HEAD", e.program+" resolve"
	r.view.Problems = append(r.view.Problems, p)
	return r, nil
}

// withoutTrust decides when git cannot say what HEAD trusts, in a damaged repository for instance. A recall goes on as long
// as nothing ever asked for committed files alone.
func (e *env) withoutTrust(m place.Memory, r *reading, err, trustErr error) (*reading, error) {
	if err != nil {
		return nil, err
	}
	if stored, _ := place.StoredTrust(m); stored.Committed || r.view.Config.Trust == trustCommitted {
		r.close()
		return nil, trustErr
	}
	e.warn("git could not be asked what a recall may use: %v", trustErr)
	return r, nil
}

// openRevision opens the memory of a revision. Paths that a decision names are not looked for: the work tree is another.
func (e *env) openRevision(ctx context.Context, m place.Memory, at string) (*reading, error) {
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return nil, err
	}
	r, err := readRevision(ctx, repo, m, at)
	if err != nil {
		repo.Close()
		return nil, err
	}
	v := r.view
	r.close = func() { v.Close(); repo.Close() }
	return r, nil
}

func readRevision(ctx context.Context, repo *gitext.Repo, m place.Memory, at string) (*reading, error) {
	fsys, commit, err := memoryAt(ctx, repo, m, at)
	if err != nil {
		return nil, err
	}
	v, err := index.OpenFS(fsys, index.Options{Dir: m.Dir})
	if err != nil {
		return nil, atError(m, at, err)
	}
	return &reading{view: v, files: fsys, commit: commit}, nil
}

// memoryAt is the folder of the memory m at a revision, and the full id of its commit. The commit is known as well when it has no
// memory, which is store.ErrNoMemory.
func memoryAt(ctx context.Context, repo *gitext.Repo, m place.Memory, at string) (fsys fs.FS, commit string, err error) {
	if commit, err = repo.Resolve(ctx, at); err != nil {
		return nil, "", revisionError(err)
	}
	if fsys, err = repo.FS(ctx, commit, m.Path); err != nil {
		return nil, commit, atError(m, at, err)
	}
	return fsys, commit, nil
}

// atError says why the memory of a revision was not read.
func atError(m place.Memory, at string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return noMemoryIn(m, at+" has no memory")
	}
	return fmt.Errorf("read the memory at %s: %w", at, err)
}

// noMemoryIn is store.ErrNoMemory for revisions: said is who has none.
func noMemoryIn(m place.Memory, said string) error {
	return withHint(&markedError{fmt.Errorf("%s in %s", said, m.Path), store.ErrNoMemory},
		"git log -- %s/config.json shows when it began", place.ShellQuote(m.Path))
}

// findReading finds the memory for a command that only looks. A revision is asked whatever the work tree has, and a sparse
// checkout may hide all of it.
func (e *env) findReading(ctx context.Context, dir, at string) (place.Memory, error) {
	m, err := e.findAt(ctx, dir, at)
	if errors.Is(err, store.ErrNoMemory) && m.Path != "" && m.Place.Sparse() {
		repo, openErr := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
		if openErr != nil {
			return m, err
		}
		defer repo.Close()
		if hidden, hiddenErr := repo.Hidden(ctx, m.Path); hiddenErr == nil && (hidden[memory.ConfigPath] || hidden[memory.DirectoryPath]) {
			return m, nil
		}
	}
	return m, err
}

// openSparse opens the memory of a sparse checkout: what the work tree has, and what is hidden from git. It is nil when
// nothing is hidden.
func (e *env) openSparse(ctx context.Context, m place.Memory) (*reading, error) {
	fsys, done, err := e.sparseFiles(ctx, m)
	if fsys == nil || err != nil {
		return nil, err
	}
	v, err := index.OpenFS(fsys, access.Look(m))
	if err != nil {
		done()
		return nil, err
	}
	return &reading{view: v, files: fsys, close: func() { v.Close(); done() }}, nil
}

// sparseFiles is the folder of a memory of which a sparse checkout hides a part, nil when it hides none. done ends the use.
func (e *env) sparseFiles(ctx context.Context, m place.Memory) (fsys fs.FS, done func(), err error) {
	if m.Path == "" || !m.Place.Sparse() {
		return nil, nil, nil
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return nil, nil, err
	}
	hidden, err := repo.Hidden(ctx, m.Path)
	if err != nil || len(hidden) == 0 {
		repo.Close()
		return nil, nil, err
	}
	inGit, err := repo.FS(ctx, "HEAD", m.Path)
	if err != nil {
		repo.Close()
		return nil, nil, fmt.Errorf("read what the sparse checkout hides: %w", err)
	}
	return newSparseFS(os.DirFS(m.Dir), inGit, hidden), func() { repo.Close() }, nil
}

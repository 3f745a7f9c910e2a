package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/kept"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// Kept is a file that a linked work tree wrote, as package kept has it.
type Kept struct {
	Path     string // slash path in the memory
	Worktree string // git's name of the work tree that wrote it
	Dir      string // where that work tree is, "" when it was removed
	There    bool   // its memory still has the file
	Data     []byte
}

// Chunk reads the chunk; false for a tombstone, and for a copy that is damaged.
func (k *Kept) Chunk() (memory.Chunk, bool) {
	stored, problem := memory.ReadSource(k.Path, k.Data)
	if strings.HasPrefix(k.Path, memory.TombstonesDir+"/") || problem != nil && problem.Severity == memory.SeverityError {
		return memory.Chunk{}, false
	}
	return stored.Chunk, !stored.Edited()
}

// ListKept lists what linked work trees wrote and no branch, tag or checked out commit has, by path. A copy is removed when a
// branch or tag has its file: a commit that is only checked out goes with its work tree. Files of two work trees have
// different names, unless one came from the other; then one is listed.
func (r *Repo) ListKept(ctx context.Context, m place.Memory) ([]Kept, error) {
	root := kept.Root(m)
	if root == "" {
		return nil, nil
	}
	all, err := r.readKept(root, m.Path)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	safe, err := r.committed(ctx, m.Path, all, "--branches", "--tags", "--remotes")
	if err != nil {
		return nil, err
	}
	// HEAD of each work tree is in --all, and is no reference below refs/.
	checkedOut, err := r.committed(ctx, m.Path, all, "--exclude=refs/*", "--all", "--not", "--branches", "--tags", "--remotes")
	if err != nil {
		return nil, err
	}
	var out []Kept
	for _, k := range all {
		if safe[k.Path] {
			dropKept(root, k)
			continue
		}
		if checkedOut[k.Path] {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Path == k.Path {
			out[n-1].There = out[n-1].There || k.There
			continue
		}
		out = append(out, k)
	}
	return out, nil
}

// readKept reads every copy.
func (r *Repo) readKept(root, memoryPath string) ([]Kept, error) {
	var all []Kept
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && file == root {
			return fs.SkipAll
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		worktree, name, ok := strings.Cut(filepath.ToSlash(rel), "/")
		if !ok || !kept.Holds(name) {
			return nil // a temporary file of a writer that was killed
		}
		k := Kept{Path: name, Worktree: worktree, Dir: r.worktreeDir(worktree)}
		if k.Data, err = os.ReadFile(file); err != nil {
			return err
		}
		if k.Dir != "" {
			there, err := os.ReadFile(filepath.Join(k.Dir, filepath.FromSlash(path.Join(memoryPath, name))))
			k.There = err == nil && bytes.Equal(there, k.Data)
		}
		all = append(all, k)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read what work trees kept: %w", err)
	}
	slices.SortStableFunc(all, func(a, b Kept) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// worktreeDir is where a linked work tree is, "" when it is gone (gitrepository-layout(5), worktrees/<id>/gitdir).
func (r *Repo) worktreeDir(name string) string {
	data, err := os.ReadFile(filepath.Join(r.place.CommonDir, "worktrees", name, "gitdir"))
	if err != nil {
		return ""
	}
	file := strings.TrimSpace(string(data))
	if !filepath.IsAbs(file) {
		file = filepath.Join(r.place.CommonDir, "worktrees", name, filepath.FromSlash(file))
	}
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return filepath.Dir(file)
}

// committed finds which of the files the given commits, as rev-list(1) takes them, have or had. Never all references: a stash, a
// bisect and what a rewrite left in refs/original are dropped without a thought of what is in them.
func (r *Repo) committed(ctx context.Context, memoryPath string, all []Kept, commits ...string) (map[string]bool, error) {
	args := append([]string{"log"}, commits...)
	args = append(args, "--full-history", "-c", "--no-renames", "--no-follow", "--no-relative", "--no-color", "--name-only", "-z", "--format=", "--")
	// The two folders, and not each file: there may be more than a command line holds.
	args = append(args, path.Join(memoryPath, memory.ChunksDir), path.Join(memoryPath, memory.TombstonesDir))
	out, err := r.run(ctx, args...)
	if err != nil {
		return nil, fmt.Errorf("ask git what is committed: %w", err)
	}
	wanted := map[string]bool{}
	for _, k := range all {
		wanted[k.Path] = true
	}
	found := map[string]bool{}
	for name := range bytes.SplitSeq(out, []byte{0}) {
		if rel := below(memoryPath, strings.TrimLeft(string(name), "\n")); wanted[rel] {
			found[rel] = true
		}
	}
	return found, nil
}

// dropKept removes a copy, and the folders that are empty then. What stays does no harm.
func dropKept(root string, k Kept) {
	file := filepath.Join(root, k.Worktree, filepath.FromSlash(k.Path))
	_ = os.Remove(file)
	for dir := filepath.Dir(file); dir != root && os.Remove(dir) == nil; {
		dir = filepath.Dir(dir)
	}
}

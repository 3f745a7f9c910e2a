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

// ListKept lists what linked work trees wrote and no branch, tag or checked out commit has, by path. A copy whose file is
// committed is removed. Files of two work trees have different names, unless one came from the other; then one is listed.
func (r *Repo) ListKept(ctx context.Context, m place.Memory) ([]Kept, error) {
	root := kept.Root(m)
	if root == "" {
		return nil, nil
	}
	all, err := r.readKept(root, m.Path)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	committed, err := r.committed(ctx, m.Path, all)
	if err != nil {
		return nil, err
	}
	var out []Kept
	for _, k := range all {
		if committed[k.Path] {
			dropKept(root, k)
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

// committed finds which of the files any reference or checked out commit has or had.
func (r *Repo) committed(ctx context.Context, memoryPath string, all []Kept) (map[string]bool, error) {
	args := []string{"-c", "log.showRoot=true", "-c", "log.showSignature=false", "log", "--all", "--full-history", "-c", "--no-renames",
		"--no-follow", "--no-relative", "--no-color", "--name-only", "-z", "--format=", "--"}
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

// Restore writes a kept file back into the memory m, with the framework.md of its epoch where that is missing. It never
// replaces a file: fs.ErrExist when there is one of the name.
func Restore(m place.Memory, k *Kept) error {
	if epoch, ok := memory.ParseEpochName(path.Base(path.Dir(k.Path))); ok {
		if err := createFile(m, memory.FrameworkPath(epoch), memory.Framework(epoch)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return createFile(m, k.Path, k.Data)
}

// createFile makes one file, whole or not at all, and never replaces one: it is written under another name beside it, which
// readers of a memory pass over, and then linked. A file system without links gets it written in place.
func createFile(m place.Memory, name string, data []byte) error {
	file := filepath.Join(m.Dir, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	var temp *os.File
	if err == nil {
		temp, err = os.CreateTemp(filepath.Dir(file), ".hfa-*.tmp")
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer os.Remove(temp.Name())
	if err = writeWhole(temp, data); err == nil {
		if err = os.Link(temp.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
			var f *os.File
			if f, err = os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644); err == nil {
				err = writeWhole(f, data)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func writeWhole(f *os.File, data []byte) error {
	_, err := f.Write(data)
	// CreateTemp lets the owner alone read.
	return errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
}

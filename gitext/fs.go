package gitext

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/git-hfa/git-hfa/memory"
)

// revisionFS is one folder of a revision. Nothing of it changes, so trees that were read are kept.
type revisionFS struct {
	ctx  context.Context
	repo *Repo
	root string // tree id

	mu     sync.Mutex
	trees  map[string][]entry
	broken error // the first object that could not be read
	last   blob  // what was read last: Stat needs the content for its size, and ReadFile often follows
}

type blob struct {
	id   string
	data []byte
}

// maxLinks bounds the symbolic links on one path, as operating systems do.
const maxLinks = 40

// errLeadsOut is a symbolic link that leaves the memory.
var errLeadsOut = errors.New("a symbolic link leads out of the memory")

// FS returns the folder memoryPath of a revision: a slash path from the top of the work tree, "." or "" for the top
// itself. rev is anything [Repo.Resolve] takes.
//
// The file system is read-only and gives git's bytes. It has fs.ReadDirFS, fs.ReadFileFS, fs.StatFS and fs.ReadLinkFS, and may be
// used by several goroutines. Symbolic links have fs.ModeSymlink and are followed inside the memory, never out of it.
// Submodules are left out. Times are zero. ctx bounds everything read through it.
//
// Errors: those of Resolve; fs.ErrNotExist when the revision has no such folder; ErrMissingObject in a partial clone that
// lacks any object of the folder, so that nobody takes the rest for the whole.
func (r *Repo) FS(ctx context.Context, rev, memoryPath string) (fs.FS, error) {
	commit, err := r.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	f, err := r.folder(ctx, commit, rev, memoryPath)
	if err != nil {
		return nil, err
	}
	if r.partial() {
		if err := r.complete(ctx, f.root); err != nil {
			return nil, fmt.Errorf("read %s at revision %s: %w", memoryPath, revName(rev), err)
		}
	}
	return f, nil
}

// folder is FS for a full id, without the check that a partial clone has all of it. rev is for messages.
func (r *Repo) folder(ctx context.Context, commit, rev, memoryPath string) (*revisionFS, error) {
	r.db.renew()
	data, err := r.db.read(ctx, commit, commitObject)
	if err != nil {
		return nil, err
	}
	root, err := treeOfCommit(data)
	if err != nil {
		return nil, fmt.Errorf("read commit %s: %w", commit, err)
	}
	f := &revisionFS{ctx: ctx, repo: r, root: root, trees: map[string][]entry{}}
	memoryPath = path.Clean(memoryPath)
	if !fs.ValidPath(memoryPath) {
		return nil, fmt.Errorf("read revision %s: %q is no path in the repository", revName(rev), memoryPath)
	}
	e, err := f.find(memoryPath, false)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fs.ErrNotExist
		}
		return nil, fmt.Errorf("read %s at revision %s: %w", memoryPath, revName(rev), err)
	}
	if e.mode.kind() != modeTree {
		return nil, fmt.Errorf("read %s at revision %s: not a folder there", memoryPath, revName(rev))
	}
	f.root = e.id
	return f, nil
}

// Names lists what a folder of a commit holds, without a look at any of it: a partial clone need not have that. dir is a slash
// path from the top, "." for the top itself. fs.ErrNotExist when the commit has no such folder.
func (r *Repo) Names(ctx context.Context, commit, dir string) ([]string, error) {
	f, err := r.folder(ctx, commit, commit, dir)
	if err != nil {
		return nil, err
	}
	entries, err := f.tree(f.root)
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.name)
	}
	return names, err
}

// Load reads the whole memory at a revision. Its digest is that of a work tree in which the revision is checked out and
// nothing was changed. Bad files are problems of the tree, as in memory.Load; an object that git could not give, or a ctx
// that ended, is an error, since the digest would be one of a part. A missing config.json or directory.md is
// fs.ErrNotExist: the folder is no memory there. Other errors are those of [Repo.FS] and memory.Load.
func (r *Repo) Load(ctx context.Context, rev, memoryPath string) (*memory.Tree, error) {
	fsys, err := r.FS(ctx, rev, memoryPath)
	if err != nil {
		return nil, err
	}
	tree, err := memory.Load(fsys)
	if broken := fsys.(*revisionFS).failure(); broken != nil {
		return nil, fmt.Errorf("read the memory at revision %s: %w", revName(rev), broken)
	}
	if err != nil {
		err = fmt.Errorf("read the memory at revision %s: %w", revName(rev), err)
	}
	return tree, err
}

func (f *revisionFS) failure() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.broken
}

func revName(rev string) string {
	if rev == "" {
		return "HEAD"
	}
	return rev
}

// complete checks that all objects below a tree are in a partial clone. git is asked for the list of the missing ones,
// which it makes without fetching any.
func (r *Repo) complete(ctx context.Context, tree string) error {
	out, err := r.run(ctx, "rev-list", "--objects", "--missing=print", tree)
	if err != nil {
		return err
	}
	missing := 0
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "?") {
			missing++
		}
	}
	if missing > 0 {
		return fmt.Errorf("%d objects: %w", missing, r.missing(""))
	}
	return nil
}

// tree returns the entries of a tree object without its submodules.
func (f *revisionFS) tree(id string) ([]entry, error) {
	f.mu.Lock()
	entries, ok := f.trees[id]
	f.mu.Unlock()
	if ok {
		return entries, nil
	}
	data, err := f.repo.db.read(f.ctx, id, treeObject)
	if err == nil {
		if entries, err = parseTree(data, len(id)/2); err != nil {
			err = fmt.Errorf("read tree %s: %w", id, err)
		}
	}
	if err != nil {
		return nil, f.note(err)
	}
	entries = slices.DeleteFunc(entries, func(e entry) bool { return e.mode.kind() == modeSubmodule })
	f.mu.Lock()
	f.trees[id] = entries
	f.mu.Unlock()
	return entries, nil
}

// blob returns the content of a file or link. The caller must not change it.
func (f *revisionFS) blob(id string) ([]byte, error) {
	f.mu.Lock()
	last := f.last
	f.mu.Unlock()
	if last.id == id {
		return last.data, nil
	}
	data, err := f.repo.db.read(f.ctx, id, blobObject)
	if err != nil {
		return nil, f.note(err)
	}
	f.mu.Lock()
	f.last = blob{id, data}
	f.mu.Unlock()
	return data, nil
}

// note remembers the first failure of git itself, which is no property of the memory.
func (f *revisionFS) note(err error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken == nil && !errors.Is(err, ErrTooLarge) {
		f.broken = err
	}
	return err
}

// find walks from the root to name, which is a valid path. Links on the way are followed, the last one only when follow
// is set. The walk keeps the folders it is in, so that ".." in a link means what it means on a disk.
func (f *revisionFS) find(name string, follow bool) (entry, error) {
	at := []entry{{name: ".", mode: modeTree, id: f.root}}
	todo := strings.Split(name, "/")
	for links := 0; len(todo) > 0; {
		part := todo[0]
		todo = todo[1:]
		here := at[len(at)-1]
		switch {
		case part == "" || part == ".":
			continue
		case here.mode.kind() != modeTree:
			return entry{}, fs.ErrNotExist
		case part == "..":
			if len(at) == 1 {
				return entry{}, errLeadsOut
			}
			at = at[:len(at)-1]
			continue
		}
		entries, err := f.tree(here.id)
		if err != nil {
			return entry{}, err
		}
		i, ok := slices.BinarySearchFunc(entries, part, func(e entry, name string) int { return strings.Compare(e.name, name) })
		if !ok {
			return entry{}, fs.ErrNotExist
		}
		e := entries[i]
		if e.mode.kind() != modeSymlink || len(todo) == 0 && !follow {
			at = append(at, e)
			continue
		}
		target, err := f.blob(e.id)
		if err != nil {
			return entry{}, err
		}
		if links++; links > maxLinks {
			return entry{}, errors.New("too many symbolic links")
		}
		if path.IsAbs(string(target)) {
			return entry{}, errLeadsOut
		}
		todo = append(strings.Split(string(target), "/"), todo...)
	}
	return at[len(at)-1], nil
}

package gitext

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// CommitMemory is the memory of one commit.
type CommitMemory struct {
	Commit string // full id
	Path   string // slash path from the top
	Whole  bool   // it has config.json and directory.md

	tree *revisionFS
}

// CodeMemoryRemoved is the code of a finding: a memory that was there is gone as a whole.
const CodeMemoryRemoved = "memory-removed"

// MoveCure is what to type when a memory was moved and is taken for removed.
const MoveCure = "if it was moved, say where to: git config -f " + place.HFAConfig + " memory.dir DIR && git add " + place.HFAConfig

// MemoryOf finds the memory that a commit holds: at given, when that is not "", else where the commit's own .hfaconfig says,
// else at the default place. So a memory that moved is found where it was. Nil when the commit has none.
func (r *Repo) MemoryOf(ctx context.Context, rev, given string) (*CommitMemory, error) {
	commit, err := r.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	if given != "" {
		if m, err := r.memoryAt(ctx, commit, given); m != nil || err != nil {
			return m, err
		}
	}
	places := []string{place.DefaultDir}
	data, err := r.fileOf(ctx, commit, place.HFAConfig)
	if err != nil {
		return nil, err
	}
	if dir, err := configuredDir(data); err == nil && dir != place.DefaultDir {
		places = []string{dir, place.DefaultDir}
	}
	for _, where := range places {
		if m, err := r.memoryAt(ctx, commit, where); m != nil || err != nil {
			return m, err
		}
	}
	return nil, nil
}

// HasMemory reports whether a commit has a whole memory in one folder, whatever its .hfaconfig says.
func (r *Repo) HasMemory(ctx context.Context, rev, where string) (bool, error) {
	commit, err := r.Resolve(ctx, rev)
	if err != nil {
		return false, err
	}
	m, err := r.memoryAt(ctx, commit, where)
	return m != nil && m.Whole, err
}

// fileOf reads a file of a commit, nil when it has none by this name.
func (r *Repo) fileOf(ctx context.Context, commit, name string) ([]byte, error) {
	top, err := r.folder(ctx, commit, commit, ".")
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(top, name)
	if broken := top.failure(); broken != nil {
		return nil, fmt.Errorf("read %s of %.12s: %w", name, commit, broken)
	}
	if err != nil {
		return nil, nil
	}
	return data, nil
}

// memoryAt is the memory in one folder of a commit, nil when the folder is none. One that lost a file and still has chunks
// counts: what it holds must not be lost.
func (r *Repo) memoryAt(ctx context.Context, commit, where string) (*CommitMemory, error) {
	where, err := r.folderOf(ctx, commit, where)
	if err != nil || where == "" {
		return nil, err
	}
	tree, err := r.folder(ctx, commit, commit, where)
	if err != nil {
		return nil, err
	}
	m := &CommitMemory{Commit: commit, Path: where, Whole: true, tree: tree}
	for _, name := range []string{memory.ConfigPath, memory.DirectoryPath} {
		if _, err := tree.find(name, false); err != nil { // not Stat, which reads the file: a partial clone may lack it
			m.Whole = false
		}
	}
	if broken := tree.failure(); broken != nil {
		return nil, fmt.Errorf("read %s of %.12s: %w", where, commit, broken)
	}
	if m.Whole {
		return m, nil
	}
	if chunks, _, err := m.Counts(); err != nil || chunks == 0 {
		return nil, err
	}
	return m, nil
}

// folderOf follows the symbolic links that a commit has in the place of a folder. It is "" when there is no folder.
func (r *Repo) folderOf(ctx context.Context, commit, where string) (string, error) {
	top, err := r.folder(ctx, commit, commit, ".")
	if err != nil {
		return "", err
	}
	for range maxLinks {
		if where = path.Clean(where); !fs.ValidPath(where) {
			return "", nil
		}
		e, err := top.find(where, false)
		if broken := top.failure(); broken != nil {
			return "", fmt.Errorf("read %s of %.12s: %w", where, commit, broken)
		}
		switch {
		case err != nil:
			return "", nil
		case e.mode.kind() == modeTree:
			return where, nil
		case e.mode.kind() != modeSymlink:
			return "", nil
		}
		target, err := top.blob(e.id)
		if err != nil {
			return "", err
		}
		where = linkTarget(where, string(target))
	}
	return "", nil
}

// linkTarget is where a symbolic link leads, both slash paths from the top; no valid path when it leads out.
func linkTarget(name, target string) string {
	if path.IsAbs(target) {
		return target
	}
	return path.Join(path.Dir(name), target)
}

// configuredDir is the place that an .hfaconfig names, or the default.
func configuredDir(data []byte) (string, error) {
	config, err := place.ParseConfig(place.HFAConfig, data)
	if err != nil {
		return "", err
	}
	setting, ok := config.Get("memory.dir")
	if !ok {
		return place.DefaultDir, nil
	}
	dir := path.Clean(setting.Value)
	if setting.Value == "" || !fs.ValidPath(dir) {
		return "", fmt.Errorf("memory.dir is %q, which is no place in the work tree", setting.Value)
	}
	return dir, nil
}

// Counts returns the number of chunks and of tombstones, by the names of files.
func (m *CommitMemory) Counts() (chunks, tombstones int, err error) {
	for _, root := range []string{memory.ChunksDir, memory.TombstonesDir} {
		err = errors.Join(err, m.files(root, func(name string) {
			switch immutableKind(name) {
			case "chunk":
				chunks++
			case "tombstone":
				tombstones++
			}
		}))
	}
	return chunks, tombstones, err
}

// Held says what it holds, for people: "2 decisions".
func (m *CommitMemory) Held() (string, error) {
	chunks, _, err := m.Counts()
	if chunks == 1 {
		return "1 decision", err
	}
	return fmt.Sprintf("%d decisions", chunks), err
}

// files calls do with each file below a folder of the memory, as a slash path in the memory. There need be no such folder.
func (m *CommitMemory) files(root string, do func(name string)) error {
	err := fs.WalkDir(m.tree, root, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == root {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() {
			do(name)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("read %s of %.12s: %w", root, m.Commit, err)
	}
	return nil
}

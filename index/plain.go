package index

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// errNotPlain says that a path is, or leads through, a link, or is no regular file.
var errNotPlain = errors.New("links are not followed, and this is no regular file")

// openPlain opens a regular file of the memory. A checkout can bring a link to any file of the machine, so none is
// followed, on no part of the path; and what is a pipe or a device is not opened, since that can wait for ever.
func openPlain(dir, name string) (*os.File, error) {
	native := filepath.Join(dir, filepath.FromSlash(name))
	refused := &fs.PathError{Op: "open", Path: native, Err: errNotPlain}
	if !fs.ValidPath(name) || name == "." {
		return nil, refused // it may lead out by itself
	}
	for parent := path.Dir(name); parent != "."; parent = path.Dir(parent) {
		info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(parent)))
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, refused
		}
	}
	found, err := os.Lstat(native)
	if err != nil {
		return nil, err
	}
	if !found.Mode().IsRegular() {
		return nil, refused
	}
	f, err := os.Open(native)
	if err != nil {
		return nil, err
	}
	// Somebody may have put another file there in between.
	if opened, err := f.Stat(); err != nil || !opened.Mode().IsRegular() {
		f.Close()
		return nil, refused
	}
	return f, nil
}

// readPlain reads what openPlain opens.
func readPlain(dir, name string) ([]byte, error) {
	f, err := openPlain(dir, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// makeIndexDir makes the folder of derived files. It ignores itself in git, so that a memory without a
// .gitignore (one of HFA 2.2) stays clean. A folder without a memory gets none. A link in its place is an error: what is
// written must not land outside.
func makeIndexDir(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, memory.ConfigPath)); err != nil {
		return err
	}
	native := filepath.Join(dir, Dir)
	err := os.Mkdir(native, 0o777)
	if err == nil {
		return os.WriteFile(filepath.Join(native, ".gitignore"), []byte("*\n"), 0o666)
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	if info, err := os.Lstat(native); err != nil || !info.IsDir() {
		return fmt.Errorf("%s must be a folder, and links are not followed: remove it", native)
	}
	return clearIndexDir(native)
}

// clearIndexDir removes what stands where a derived file is to be written and is no regular file: a link would
// lead the write out of the memory, a pipe would hold it, a folder cannot be replaced. All of it is derived.
func clearIndexDir(native string) error {
	entries, err := os.ReadDir(native)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() || entry.IsDir() && !derivedName(entry.Name()) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(native, entry.Name())); err != nil {
			return fmt.Errorf("remove what is no derived file: %w", err)
		}
	}
	return nil
}

// derivedName tells whether a file of the index folder has this name, or a temporary one of it or of SQLite.
func derivedName(name string) bool {
	for _, suffix := range []string{".tmp", "-journal", "-wal", "-shm"} {
		name = strings.TrimSuffix(name, suffix)
	}
	switch Dir + "/" + name {
	case SnapshotPath, DeltaPath, FTSPath, Dir + "/fts.stamp", lockPath, nowPath:
		return true
	}
	for _, f := range readableFiles() {
		if f.path == Dir+"/"+name {
			return true
		}
	}
	return false
}

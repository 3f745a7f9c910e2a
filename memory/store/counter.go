package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/vfs"
)

// take gives n chunk numbers that follow each other and returns the first. Each is
// above all that the work tree shows, and above all that this clone ever gave: the
// counter lies in git's common folder, which all branches and worktrees of a clone
// share. It is raised and synced before a chunk is written, so a crash costs a
// number but never gives one twice.
//
// Where the counter cannot be written (a sandbox, a read-only .git) the work tree
// alone decides: the content tag keeps the names apart.
func (s *Store) take(ctx context.Context, seen, n int) (first int, err error) {
	if s.opts.Counter == "" {
		return numbers(seen, n)
	}
	first, err = s.raise(ctx, seen, n)
	if err == nil || !vfs.ReadOnly(err) {
		return first, err
	}
	last, err := s.readCounter()
	if err != nil && !vfs.ReadOnly(err) {
		return 0, err
	}
	return numbers(max(last, seen), n)
}

func numbers(last, n int) (first int, err error) {
	if last+n > memory.MaxNumber {
		return 0, fmt.Errorf("no chunk number is left above %d: rename the file that holds it", last)
	}
	return last + 1, nil
}

// raise moves the counter on by n, under its own lock.
func (s *Store) raise(ctx context.Context, seen, n int) (first int, err error) {
	name := s.opts.Counter
	if err := makeDirs(s.fsys, filepath.Dir(name)); err != nil {
		return 0, fmt.Errorf("make the folder of the counter: %w", err)
	}
	lock, err := lockFile(ctx, s.fsys, name+".lock", time.Now().Add(s.opts.Wait))
	if err != nil {
		return 0, err
	}
	defer lock.Close()
	last, err := s.readCounter()
	if err != nil {
		return 0, err
	}
	first, err = numbers(max(last, seen), n)
	if err != nil {
		return 0, err
	}
	if err := s.writeCounter(first + n - 1); err != nil {
		return 0, fmt.Errorf("raise the counter %s: %w", name, err)
	}
	return first, nil
}

// readCounter returns 0 for a counter that is missing or says no number: then the
// work tree decides, and the next raise writes it anew.
func (s *Store) readCounter() (int, error) {
	data, err := s.fsys.ReadFile(s.opts.Counter)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the counter: %w", err)
	}
	last, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || last < 0 || last > memory.MaxNumber {
		return 0, nil
	}
	return last, nil
}

// writeCounter replaces the counter's file; the caller holds its lock.
func (s *Store) writeCounter(last int) error {
	name := s.opts.Counter
	temp := name + ".new"
	if err := s.fsys.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // left by a writer that was stopped
	}
	file, err := s.fsys.Create(temp)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%d\n", last)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := s.fsys.Rename(temp, name); err != nil {
		return err
	}
	return s.fsys.SyncDir(filepath.Dir(name))
}

// makeDirs makes a folder and what it stands in, each with a durable name.
func makeDirs(fsys FS, dir string) error {
	info, err := fsys.Lstat(dir)
	switch {
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return nil // a link that people set stands for the folder; it fails later if not
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is not a folder", dir)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	parent := filepath.Dir(dir)
	if parent == dir {
		return fmt.Errorf("make %s: %w", dir, fs.ErrNotExist)
	}
	if err := makeDirs(fsys, parent); err != nil {
		return err
	}
	if err := fsys.Mkdir(dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return fsys.SyncDir(parent)
}

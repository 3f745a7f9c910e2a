package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/vfs"
)

// FS is the file system that a Store works on; File is one file of it. Only tests
// need another one than the default.
type (
	FS   = vfs.FS
	File = vfs.File
)

// Options say where a memory is and what a Store may use.
type Options struct {
	Dir     string           // the memory's folder, a native path
	FS      FS               // nil: the file system of the machine
	Counter string           // file of the last number given, in git's common folder; "" outside git
	Now     func() time.Time // nil: time.Now
	Lookup  RequestLookup    // nil: every chunk is read
	Wait    time.Duration    // how long to wait for another writer; 0: 10 s
}

const defaultWait = 10 * time.Second

// RequestLookup finds chunks by request id, faster than by reading all of them. It
// is asked while the lock is held and must know every chunk that is on the disk.
type RequestLookup interface {
	// ByRequestID returns the paths, relative to the memory, of the chunks that
	// carry requestID. On an error every chunk is read instead.
	ByRequestID(ctx context.Context, requestID string) (paths []string, err error)
}

// SuccessorLookup may be implemented by a RequestLookup too; it then spares a
// write with supersedes the reading of every chunk.
type SuccessorLookup interface {
	// Successors returns the paths of the chunks that name id in supersedes.
	Successors(ctx context.Context, id memory.ID) (paths []string, err error)
}

// Store writes to one memory. Its methods are safe for concurrent use.
type Store struct {
	folder
	opts Options
	busy chan struct{} // the lock between goroutines: full while held
}

// IsMemory tells whether dir holds a memory: a config.json and a directory.md.
func IsMemory(dir string) bool { return isMemory(folder{vfs.OS{}, dir}) }

func isMemory(f folder) bool {
	for _, name := range []string{memory.ConfigPath, memory.DirectoryPath} {
		if info, err := f.fsys.Lstat(f.native(name)); err != nil || info.IsDir() {
			return false
		}
	}
	return true
}

// Open opens the memory at opts.Dir and touches nothing. ErrNoMemory when there is
// none.
func Open(opts Options) (*Store, error) {
	s := newStore(opts)
	if !isMemory(s.folder) {
		// A transaction that was stopped while it made the memory will finish it.
		if pending, err := s.Pending(); err != nil || !pending {
			return nil, fmt.Errorf("%s: %w", opts.Dir, ErrNoMemory)
		}
	}
	return s, nil
}

func newStore(opts Options) *Store {
	if opts.FS == nil {
		opts.FS = vfs.OS{}
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Wait == 0 {
		opts.Wait = defaultWait
	}
	opts.Dir = filepath.Clean(opts.Dir)
	return &Store{folder: folder{opts.FS, opts.Dir}, opts: opts, busy: make(chan struct{}, 1)}
}

// now is the time that a file carries: UTC with milliseconds.
func (s *Store) now() string { return s.opts.Now().UTC().Format(memory.TimeFormat) }

// config reads config.json.
func (s *Store) config() (memory.Config, error) {
	data, err := s.read(memory.ConfigPath)
	if err != nil {
		return memory.Config{}, s.missing(err)
	}
	config, err := memory.ParseConfig(data)
	if err != nil {
		return memory.Config{}, fmt.Errorf("read %s: %w", memory.ConfigPath, memory.InFile(memory.ConfigPath, err))
	}
	return config, nil
}

// directory reads directory.md and returns the bytes it was read from, which a
// change of it needs.
func (s *Store) directory() (*memory.Directory, []byte, error) {
	data, err := s.read(memory.DirectoryPath)
	if err != nil {
		return nil, nil, s.missing(err)
	}
	dir, err := memory.ParseDirectory(data)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", memory.DirectoryPath, memory.InFile(memory.DirectoryPath, err))
	}
	return dir, data, nil
}

func (s *Store) missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", s.dir, ErrNoMemory)
	}
	return err
}

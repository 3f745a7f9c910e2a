package faultfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/git-hfa/git-hfa/memory/store/internal/vfs"
)

// ErrInjected is the error of an operation that was made to fail.
var ErrInjected = errors.New("injected failure")

// Fault counts the operations on FS, writes them down, and fails one.
type Fault struct {
	FS     vfs.FS
	Root   string // names in Log are relative to it
	FailAt int    // which operation fails, from 0; negative: none
	Done   bool   // the operation that fails has done its work all the same
	Dead   bool   // every later operation fails too: the process is gone

	mu    sync.Mutex
	count int
	Log   []string // operations in order, "rename .hfa-tx/new → chunks/…"
}

// Failed tells whether the operation FailAt was reached.
func (f *Fault) Failed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.FailAt >= 0 && f.count > f.FailAt
}

// step counts one operation and says whether it may run and whether it fails.
func (f *Fault) step(op string, names ...string) (run, fail bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, name := range names {
		if rel, err := filepath.Rel(f.Root, name); err == nil {
			name = rel
		}
		names[i] = filepath.ToSlash(name)
	}
	f.Log = append(f.Log, strings.TrimSpace(op+" "+strings.Join(names, " → ")))
	i := f.count
	f.count++
	switch {
	case f.FailAt < 0 || i < f.FailAt:
		return true, false
	case i == f.FailAt:
		return f.Done, true
	}
	return !f.Dead, f.Dead
}

func (f *Fault) do(op string, act func() error, names ...string) error {
	run, fail := f.step(op, names...)
	if run {
		if err := act(); err != nil {
			return err
		}
	}
	if fail {
		return fmt.Errorf("%s: %w", op, ErrInjected)
	}
	return nil
}

func (f *Fault) ReadFile(name string) (data []byte, err error) {
	err = f.do("read", func() (err error) { data, err = f.FS.ReadFile(name); return err }, name)
	return data, err
}

func (f *Fault) ReadDir(name string) (entries []fs.DirEntry, err error) {
	err = f.do("readdir", func() (err error) { entries, err = f.FS.ReadDir(name); return err }, name)
	return entries, err
}

func (f *Fault) Lstat(name string) (info fs.FileInfo, err error) {
	err = f.do("lstat", func() (err error) { info, err = f.FS.Lstat(name); return err }, name)
	return info, err
}

func (f *Fault) Create(name string) (vfs.File, error) {
	return f.open("create", f.FS.Create, name)
}

func (f *Fault) Append(name string) (vfs.File, error) {
	return f.open("append", f.FS.Append, name)
}

func (f *Fault) open(op string, open func(string) (vfs.File, error), name string) (vfs.File, error) {
	var file vfs.File
	if err := f.do(op, func() (err error) { file, err = open(name); return err }, name); err != nil {
		return nil, err
	}
	return &faultFile{f, file, name}, nil
}

func (f *Fault) Mkdir(name string) error {
	return f.do("mkdir", func() error { return f.FS.Mkdir(name) }, name)
}

func (f *Fault) Rename(oldName, newName string) error {
	return f.do("replace", func() error { return f.FS.Rename(oldName, newName) }, oldName, newName)
}

func (f *Fault) RenameNew(oldName, newName string) error {
	return f.do("rename", func() error { return f.FS.RenameNew(oldName, newName) }, oldName, newName)
}

func (f *Fault) Remove(name string) error {
	return f.do("remove", func() error { return f.FS.Remove(name) }, name)
}

func (f *Fault) SyncDir(name string) error {
	return f.do("syncdir", func() error { return f.FS.SyncDir(name) }, name)
}

func (f *Fault) TryLock(name string) (io.Closer, error) {
	var lock io.Closer
	err := f.do("lock", func() (err error) { lock, err = f.FS.TryLock(name); return err }, name)
	if err != nil {
		if lock != nil {
			lock.Close()
		}
		return nil, err
	}
	return &faultLock{f, lock, name}, nil
}

// faultLock always lets go: the end of a process frees its locks too.
type faultLock struct {
	f    *Fault
	lock io.Closer
	name string
}

func (l *faultLock) Close() error {
	l.f.step("unlock", l.name)
	return l.lock.Close()
}

type faultFile struct {
	f    *Fault
	file vfs.File
	name string
}

// Write leaves half of the bytes when it fails, as a full disk does.
func (w *faultFile) Write(p []byte) (n int, err error) {
	run, fail := w.f.step("write", w.name)
	switch {
	case !fail:
		return w.file.Write(p)
	case !run:
		n, _ = w.file.Write(p[:len(p)/2])
		return n, fmt.Errorf("write: %w", ErrInjected)
	}
	n, _ = w.file.Write(p)
	return n, fmt.Errorf("write: %w", ErrInjected)
}

func (w *faultFile) Sync() error {
	return w.f.do("sync", w.file.Sync, w.name)
}

func (w *faultFile) Close() error {
	return w.f.do("close", w.file.Close, w.name)
}

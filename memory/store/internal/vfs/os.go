package vfs

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// OS is the file system of the machine.
type OS struct{}

func (OS) ReadFile(name string) ([]byte, error)       { return os.ReadFile(name) }
func (OS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (OS) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (OS) Mkdir(name string) error                    { return os.Mkdir(name, 0o777) }
func (OS) Remove(name string) error                   { return retry(func() error { return os.Remove(name) }) }

func (OS) Rename(oldName, newName string) error {
	return retry(func() error { return os.Rename(oldName, newName) })
}

func (OS) RenameNew(oldName, newName string) error {
	return retry(func() error { return renameNew(oldName, newName) })
}

func (OS) Create(name string) (File, error) {
	return open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
}

func (OS) Append(name string) (File, error) {
	return open(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
}

func (OS) SyncDir(name string) error { return syncDir(name) }

func (OS) TryLock(name string) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := tryLock(f); err != nil {
		f.Close()
		if errors.Is(err, ErrBusy) {
			return nil, ErrBusy
		}
		return nil, &fs.PathError{Op: "lock", Path: name, Err: err}
	}
	return f, nil // closing the file gives the lock back
}

// open keeps a nil *os.File from becoming a File that is not nil.
func open(name string, flag int) (File, error) {
	f, err := os.OpenFile(name, flag, 0o666)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// linkNew moves a file without replacing where the system has no call for it: a
// hard link never replaces. For file systems without hard links the last way is
// to look first; writers of a memory hold its lock, so only a foreign program
// could come between.
func linkNew(oldName, newName string) error {
	err := os.Link(oldName, newName)
	switch {
	case err == nil:
		return os.Remove(oldName)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	if _, err := os.Lstat(newName); err == nil {
		return &os.LinkError{Op: "rename", Old: oldName, New: newName, Err: fs.ErrExist}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(oldName, newName)
}

// Package vfs is the file system as package store needs it: one small interface
// through which every operation goes, so that a test can fail the i-th one or
// lose what was not synced.
//
//	f, err := vfs.OS{}.Create("notes.tmp") // never replaces
//	…
//	err = vfs.OS{}.RenameNew("notes.tmp", "notes.md")
//
// Names are native paths. Errors are those of package os: errors.Is with
// fs.ErrNotExist, fs.ErrExist and fs.ErrPermission works on all of them.
package vfs

import (
	"errors"
	"io"
	"io/fs"
	"syscall"
)

// ErrBusy is what TryLock returns while another process, or another handle of
// this one, holds the lock.
var ErrBusy = errors.New("lock is held")

// FS is a file system. Implementations are safe for concurrent use.
type FS interface {
	// ReadFile returns the whole file.
	ReadFile(name string) ([]byte, error)
	// ReadDir returns the entries of a folder, sorted by name.
	ReadDir(name string) ([]fs.DirEntry, error)
	// Lstat describes name itself, also when it is a symbolic link.
	Lstat(name string) (fs.FileInfo, error)
	// Create makes a file that does not exist yet, open for writing.
	// fs.ErrExist when there is one.
	Create(name string) (File, error)
	// Append opens a file for writing at its end and makes it when missing.
	Append(name string) (File, error)
	// Mkdir makes one folder. fs.ErrExist when the name is taken.
	Mkdir(name string) error
	// Rename moves a file and replaces what stands under newName. A reader sees
	// the old file or the new one, never a part.
	Rename(oldName, newName string) error
	// RenameNew moves a file as Rename does but replaces nothing: fs.ErrExist
	// when newName is taken.
	RenameNew(oldName, newName string) error
	// Remove deletes a file or an empty folder.
	Remove(name string) error
	// SyncDir makes the entries of a folder durable: files created in it, renamed
	// into it or removed from it. Where a system has no such call, it does nothing.
	SyncDir(name string) error
	// TryLock takes the lock that a file stands for and makes the file when
	// missing. It does not wait: ErrBusy when the lock is held. Close gives it
	// back; so does the end of the process.
	TryLock(name string) (io.Closer, error)
}

// File is a file open for writing.
type File interface {
	io.Writer
	// Sync makes the content durable, but not the name: see FS.SyncDir.
	Sync() error
	io.Closer
}

// ReadOnly reports whether err says that this process may not write there: no
// permission, or a file system mounted read-only.
func ReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

package vfs

import (
	"errors"
	"math"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

func tryLock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, math.MaxUint32, math.MaxUint32, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrBusy
	}
	return err
}

// syncDir does nothing: Windows has no call for it, NTFS keeps a journal of its
// own, and renameNew asks for write-through.
func syncDir(string) error { return nil }

func renameNew(oldName, newName string) error {
	from, err := windows.UTF16PtrFromString(oldName)
	if err != nil {
		return err
	}
	to, err := windows.UTF16PtrFromString(newName)
	if err != nil {
		return err
	}
	// Without MOVEFILE_REPLACE_EXISTING a taken name is ERROR_ALREADY_EXISTS or
	// ERROR_FILE_EXISTS; both are fs.ErrExist.
	if err := windows.MoveFileEx(from, to, windows.MOVEFILE_WRITE_THROUGH); err != nil {
		return &os.LinkError{Op: "rename", Old: oldName, New: newName, Err: err}
	}
	return nil
}

// retry waits out a reader, a virus scanner or an indexer that has the file open:
// Windows then refuses to rename or remove it. They let go within moments.
func retry(op func() error) error {
	deadline := time.Now().Add(2 * time.Second)
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		err := op()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		if !errors.Is(err, windows.ERROR_SHARING_VIOLATION) && !errors.Is(err, windows.ERROR_ACCESS_DENIED) {
			return err
		}
		time.Sleep(wait)
	}
}

package vfs

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func renameNew(oldName, newName string) error {
	err := unix.Renameat2(unix.AT_FDCWD, oldName, unix.AT_FDCWD, newName, unix.RENAME_NOREPLACE)
	switch {
	case err == nil:
		return nil
	// An old kernel, or a file system that does not know the flag.
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOTSUP):
		return linkNew(oldName, newName)
	}
	return &os.LinkError{Op: "rename", Old: oldName, New: newName, Err: err}
}

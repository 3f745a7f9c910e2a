package vfs

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func renameNew(oldName, newName string) error {
	err := unix.RenamexNp(oldName, newName, unix.RENAME_EXCL)
	switch {
	case err == nil:
		return nil
	// A volume that does not know the flag (HFS+, network).
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOTSUP):
		return linkNew(oldName, newName)
	}
	return &os.LinkError{Op: "rename", Old: oldName, New: newName, Err: err}
}

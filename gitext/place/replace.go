package place

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// ReplaceFile writes a file in one step: it is as it was, or whole, whenever the process is stopped. The content is synced,
// since what was there may be kept nowhere else. Without a mode the permission bits of the file stay; a new one gets 0644.
// It is for files of git, of its hooks and of people; what belongs to a memory goes through memory/store.
func ReplaceFile(file string, data []byte, mode fs.FileMode) error {
	if mode == 0 {
		mode = 0o644
		if info, err := os.Stat(file); err == nil {
			mode = info.Mode().Perm()
		}
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".hfa-*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

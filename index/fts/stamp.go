package fts

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/git-hfa/git-hfa/index"
)

// stamp says in which state the database was left by the last update. A change of any byte changes its ctime or its size.
type stamp struct {
	Size   int64  `json:"size"`
	Mtime  int64  `json:"mtime"`
	Ctime  int64  `json:"ctime"`
	Inode  uint64 `json:"inode"`
	Device uint64 `json:"device"`
}

// look gives the stamp that fits the database as it is now. It is an error when the stamp, the database or what
// SQLite may open beside it is no regular file: a link may lead anywhere, and a pipe is waited for.
func look(dir string) (stamp, error) {
	d, err := index.System().Open(filepath.Join(dir, filepath.FromSlash(index.Dir)))
	if err != nil {
		return stamp{}, err
	}
	defer d.Close()
	for _, file := range []string{stampFile, databaseFile + "-journal", databaseFile + "-wal"} {
		if st, err := d.Lstat(path.Base(file)); err == nil && !st.Regular {
			return stamp{}, fmt.Errorf("%s is no regular file", file)
		}
	}
	st, err := d.Lstat(path.Base(databaseFile))
	if err != nil {
		return stamp{}, err
	}
	if !st.Regular {
		return stamp{}, fmt.Errorf("%s is no regular file", databaseFile)
	}
	return stamp{st.Size, st.Mtime, st.Ctime, st.Inode, st.Device}, nil
}

// stamped says whether the database is as the last update left it.
func stamped(dir string) error {
	have, err := look(dir)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(stampFile)))
	if err != nil {
		return err
	}
	var want stamp
	if err := json.Unmarshal(data, &want); err != nil {
		return fmt.Errorf("read %s: %w", stampFile, err)
	}
	if have != want {
		return fmt.Errorf("%s was changed by something else", databaseFile)
	}
	return nil
}

// writeStamp records the database as it is now.
func writeStamp(dir string) error {
	have, err := look(dir)
	if err != nil {
		return err
	}
	data, err := json.Marshal(have)
	if err != nil {
		return err
	}
	native := filepath.Join(dir, filepath.FromSlash(stampFile))
	temp := native + ".tmp"
	if err := os.WriteFile(temp, append(data, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(temp, native)
}

// dropStamp is done before the database is touched: should the update die, nobody trusts what it left.
func dropStamp(dir string) error {
	err := os.Remove(filepath.Join(dir, filepath.FromSlash(stampFile)))
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

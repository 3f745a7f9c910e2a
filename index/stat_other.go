//go:build !unix && !windows

package index

import (
	"io/fs"
	"os"
	"path/filepath"
)

// systemStater knows neither change time nor inode here, so every file is read again.
type systemStater struct{}

func (systemStater) Open(dir string) (StatDir, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	return otherDir(dir), nil
}

type otherDir string

func (d otherDir) Open(path string) (StatDir, error) {
	st, err := d.Lstat(path)
	if err == nil && !st.Dir {
		err = &fs.PathError{Op: "open", Path: path, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	return otherDir(filepath.Join(string(d), filepath.FromSlash(path))), nil
}

func (d otherDir) Stat() (FileStat, error) { return d.Lstat(".") }

func (d otherDir) Lstat(path string) (FileStat, error) {
	info, err := os.Lstat(filepath.Join(string(d), filepath.FromSlash(path)))
	if err != nil {
		return FileStat{}, err
	}
	return FileStat{Regular: info.Mode().IsRegular(), Dir: info.IsDir(), Size: info.Size(), Mtime: info.ModTime().UnixNano()}, nil
}

func (d otherDir) Names() ([]string, error) {
	f, err := os.Open(string(d))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

func (d otherDir) Close() error { return nil }

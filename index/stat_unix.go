//go:build unix

package index

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

type systemStater struct{}

func (systemStater) Open(dir string) (StatDir, error) {
	fd, err := openAt(unix.AT_FDCWD, dir, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	return &unixDir{fd: fd, path: dir}, nil
}

// unixDir looks at names below an open folder: the kernel then walks one name and no long path,
// which halves the cost of a look at deep trees.
type unixDir struct {
	fd   int
	path string
}

func (d *unixDir) Open(path string) (StatDir, error) {
	fd, err := openAt(d.fd, path, unix.O_NOFOLLOW)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: d.path + "/" + path, Err: err}
	}
	return &unixDir{fd: fd, path: d.path + "/" + path}, nil
}

func openAt(at int, path string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(at, path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC|flags, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

func (d *unixDir) Stat() (FileStat, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstat(d.fd, &st)
		if err == nil {
			return fromUnix(&st), nil
		}
		if err != unix.EINTR {
			return FileStat{}, &fs.PathError{Op: "stat", Path: d.path, Err: err}
		}
	}
}

func (d *unixDir) Lstat(path string) (FileStat, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(d.fd, path, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == nil {
			return fromUnix(&st), nil
		}
		if err != unix.EINTR {
			return FileStat{}, &fs.PathError{Op: "lstat", Path: d.path + "/" + path, Err: err}
		}
	}
}

func (d *unixDir) Names() ([]string, error) {
	fd, err := openAt(d.fd, ".", 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: d.path, Err: err}
	}
	f := os.NewFile(uintptr(fd), d.path)
	defer f.Close()
	return f.Readdirnames(-1)
}

func (d *unixDir) Close() error { return unix.Close(d.fd) }

func fromUnix(st *unix.Stat_t) FileStat {
	mode := uint32(st.Mode) & unix.S_IFMT
	return FileStat{
		Regular: mode == unix.S_IFREG,
		Dir:     mode == unix.S_IFDIR,
		Size:    st.Size,
		Mtime:   st.Mtim.Nano(),
		Ctime:   st.Ctim.Nano(),
		Inode:   st.Ino,
		Device:  uint64(st.Dev), //nolint:unconvert // 32 bits on some systems
	}
}

package index

import (
	"io/fs"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

type systemStater struct{}

func (systemStater) Open(dir string) (StatDir, error) {
	d := &windowsDir{path: dir}
	st, err := look(dir, 0)
	if err == nil && !st.Dir {
		err = &fs.PathError{Op: "open", Path: dir, Err: windows.ERROR_DIRECTORY}
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// windowsDir keeps a path, not a handle: an open handle would keep others from renaming the folder.
type windowsDir struct{ path string }

func (d *windowsDir) join(path string) string {
	return filepath.Join(d.path, filepath.FromSlash(path))
}

func (d *windowsDir) Open(path string) (StatDir, error) {
	sub := &windowsDir{path: d.join(path)}
	st, err := sub.Stat()
	if err == nil && !st.Dir {
		err = &fs.PathError{Op: "open", Path: sub.path, Err: windows.ERROR_DIRECTORY}
	}
	if err != nil {
		return nil, err
	}
	return sub, nil
}

func (d *windowsDir) Stat() (FileStat, error) {
	return look(d.path, windows.FILE_FLAG_OPEN_REPARSE_POINT)
}

func (d *windowsDir) Lstat(path string) (FileStat, error) {
	return look(d.join(path), windows.FILE_FLAG_OPEN_REPARSE_POINT)
}

func (d *windowsDir) Names() ([]string, error) {
	f, err := os.Open(d.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

func (d *windowsDir) Close() error { return nil }

// fileBasicInfo is FILE_BASIC_INFO of winbase.h, which alone tells the change time.
type fileBasicInfo struct {
	creation, access, write, change int64
	attributes                      uint32
	_                               uint32
}

// look asks by handle, because a look by path knows neither file index nor change time. Where the
// file system has no change time (FAT) it stays 0, and the file is read again every time.
func look(path string, flags uint32) (FileStat, error) {
	fail := func(err error) (FileStat, error) {
		return FileStat{}, &fs.PathError{Op: "lstat", Path: path, Err: err}
	}
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return fail(err)
	}
	share := uint32(windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE)
	h, err := windows.CreateFile(name, windows.FILE_READ_ATTRIBUTES, share, nil, windows.OPEN_EXISTING,
		windows.FILE_FLAG_BACKUP_SEMANTICS|flags, 0)
	if err != nil {
		return fail(err)
	}
	defer windows.CloseHandle(h)
	var id windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(h, &id); err != nil {
		return fail(err)
	}
	var basic fileBasicInfo
	err = windows.GetFileInformationByHandleEx(h, windows.FileBasicInfo, (*byte)(unsafe.Pointer(&basic)), uint32(unsafe.Sizeof(basic)))
	if err != nil {
		basic.change = 0
	}
	link := id.FileAttributes&windows.FILE_ATTRIBUTE_REPARSE_POINT != 0
	dir := id.FileAttributes&windows.FILE_ATTRIBUTE_DIRECTORY != 0
	st := FileStat{
		Regular: !link && !dir,
		Dir:     !link && dir,
		Size:    int64(id.FileSizeHigh)<<32 | int64(id.FileSizeLow),
		Mtime:   id.LastWriteTime.Nanoseconds(),
		Inode:   uint64(id.FileIndexHigh)<<32 | uint64(id.FileIndexLow),
		Device:  uint64(id.VolumeSerialNumber),
	}
	if basic.change != 0 {
		ft := windows.Filetime{LowDateTime: uint32(basic.change), HighDateTime: uint32(basic.change >> 32)}
		st.Ctime = ft.Nanoseconds()
	}
	return st, nil
}

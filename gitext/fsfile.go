package gitext

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"time"
)

// The methods of revisionFS that make it a file system. Each error is an *fs.PathError.

func (f *revisionFS) Open(name string) (fs.File, error) {
	e, err := f.lookup("open", name, true)
	if err != nil {
		return nil, err
	}
	if e.mode.kind() == modeTree {
		entries, err := f.tree(e.id)
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		return &openDir{info: f.info(name, e, nil), list: f.list(entries)}, nil
	}
	data, err := f.blob(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &openFile{info: f.info(name, e, data), Reader: bytes.NewReader(data)}, nil
}

func (f *revisionFS) ReadFile(name string) ([]byte, error) {
	e, err := f.lookup("read", name, true)
	if err != nil {
		return nil, err
	}
	if e.mode.kind() == modeTree {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	data, err := f.blob(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return bytes.Clone(data), nil
}

func (f *revisionFS) ReadDir(name string) ([]fs.DirEntry, error) {
	e, err := f.lookup("readdir", name, true)
	if err != nil {
		return nil, err
	}
	if e.mode.kind() != modeTree {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrInvalid}
	}
	entries, err := f.tree(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	return f.list(entries), nil
}

func (f *revisionFS) Stat(name string) (fs.FileInfo, error) { return f.stat("stat", name, true) }

// Lstat is Stat that does not follow a link at the end.
func (f *revisionFS) Lstat(name string) (fs.FileInfo, error) { return f.stat("lstat", name, false) }

// ReadLink returns where a link points, as it is written.
func (f *revisionFS) ReadLink(name string) (string, error) {
	e, err := f.lookup("readlink", name, false)
	if err != nil {
		return "", err
	}
	if e.mode.kind() != modeSymlink {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	data, err := f.blob(e.id)
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: err}
	}
	return string(data), nil
}

func (f *revisionFS) lookup(op, name string, follow bool) (entry, error) {
	if !fs.ValidPath(name) {
		return entry{}, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	e, err := f.find(name, follow)
	if err != nil {
		return entry{}, &fs.PathError{Op: op, Path: name, Err: err}
	}
	return e, nil
}

func (f *revisionFS) stat(op, name string, follow bool) (fs.FileInfo, error) {
	e, err := f.lookup(op, name, follow)
	if err != nil {
		return nil, err
	}
	var data []byte
	if e.mode.kind() != modeTree {
		if data, err = f.blob(e.id); err != nil {
			return nil, &fs.PathError{Op: op, Path: name, Err: err}
		}
	}
	return f.info(name, e, data), nil
}

func (f *revisionFS) info(name string, e entry, data []byte) fileInfo {
	return fileInfo{name: path.Base(name), mode: e.mode, size: int64(len(data))}
}

func (f *revisionFS) list(entries []entry) []fs.DirEntry {
	list := make([]fs.DirEntry, len(entries))
	for i, e := range entries {
		list[i] = dirEntry{f, e}
	}
	return list
}

// fileInfo describes a file, folder or link. Nothing can be written, and git stores no times.
type fileInfo struct {
	name string
	mode entryMode
	size int64
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) ModTime() time.Time { return time.Time{} }
func (i fileInfo) IsDir() bool        { return i.mode.kind() == modeTree }
func (i fileInfo) Sys() any           { return nil }

func (i fileInfo) Mode() fs.FileMode {
	switch i.mode.kind() {
	case modeTree:
		return fs.ModeDir | 0o555
	case modeSymlink:
		return fs.ModeSymlink | 0o777
	}
	return 0o444 | fs.FileMode(i.mode&0o111)
}

// dirEntry is a line of a folder. Info reads the content, since a tree does not tell sizes.
type dirEntry struct {
	fs *revisionFS
	e  entry
}

func (d dirEntry) Name() string      { return d.e.name }
func (d dirEntry) IsDir() bool       { return d.e.mode.kind() == modeTree }
func (d dirEntry) Type() fs.FileMode { return fileInfo{mode: d.e.mode}.Mode().Type() }
func (d dirEntry) String() string    { return fs.FormatDirEntry(d) }

func (d dirEntry) Info() (fs.FileInfo, error) {
	if d.IsDir() {
		return d.fs.info(d.e.name, d.e, nil), nil
	}
	data, err := d.fs.blob(d.e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "lstat", Path: d.e.name, Err: err}
	}
	return d.fs.info(d.e.name, d.e, data), nil
}

type openFile struct {
	info fileInfo
	*bytes.Reader
}

func (o *openFile) Stat() (fs.FileInfo, error) { return o.info, nil }
func (o *openFile) Close() error               { return nil }

type openDir struct {
	info fileInfo
	list []fs.DirEntry // what ReadDir has not given yet
}

func (o *openDir) Stat() (fs.FileInfo, error) { return o.info, nil }
func (o *openDir) Close() error               { return nil }

func (o *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: o.info.name, Err: fs.ErrInvalid}
}

func (o *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(o.list)
	} else if len(o.list) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(o.list))
	part := slices.Clone(o.list[:n])
	o.list = o.list[n:]
	return part, nil
}

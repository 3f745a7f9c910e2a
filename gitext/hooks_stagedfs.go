package gitext

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// stagedFile is one file of an index.
type stagedFile struct {
	data []byte
	mode string // six octal digits; "" for a regular file
}

// stagedFS holds some files of an index as a file system, read-only. It has what memory.Load needs: folders that can be
// listed, with the types of their entries, and files that can be opened.
type stagedFS struct {
	files map[string]stagedFile
	dirs  map[string][]fs.DirEntry // sorted by name
}

// newStagedFS makes folders for the files, whose names are slash paths.
func newStagedFS(files map[string]stagedFile) *stagedFS {
	s := &stagedFS{files: files, dirs: map[string][]fs.DirEntry{".": nil}}
	for name, f := range files {
		for entry := f; ; entry = (stagedFile{mode: modeFolderText}) {
			dir := path.Dir(name)
			_, known := s.dirs[dir]
			s.dirs[dir] = append(s.dirs[dir], fs.FileInfoToDirEntry(stagedInfo{path.Base(name), entry}))
			if known {
				break
			}
			name = dir
		}
	}
	for _, list := range s.dirs {
		slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return s
}

// Open gives fs.ErrNotExist for what is no file; a link is opened as the text it holds, since nothing follows it.
func (s *stagedFS) Open(name string) (fs.File, error) {
	f, ok := s.files[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &openStaged{Reader: bytes.NewReader(f.data), info: stagedInfo{path.Base(name), f}}, nil
}

// ReadDir lists a folder, sorted by name.
func (s *stagedFS) ReadDir(dir string) ([]fs.DirEntry, error) {
	list, ok := s.dirs[dir]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: dir, Err: fs.ErrNotExist}
	}
	return slices.Clone(list), nil
}

type openStaged struct {
	*bytes.Reader
	info stagedInfo
}

func (o *openStaged) Stat() (fs.FileInfo, error) { return o.info, nil }
func (o *openStaged) Close() error               { return nil }

type stagedInfo struct {
	name string
	file stagedFile
}

func (i stagedInfo) Name() string       { return i.name }
func (i stagedInfo) Size() int64        { return int64(len(i.file.data)) }
func (i stagedInfo) ModTime() time.Time { return time.Time{} }
func (i stagedInfo) IsDir() bool        { return i.Mode().IsDir() }
func (i stagedInfo) Sys() any           { return nil }

func (i stagedInfo) Mode() fs.FileMode {
	switch i.file.mode {
	case modeFolderText:
		return fs.ModeDir | 0o755
	case modeLinkText:
		return fs.ModeSymlink | 0o777
	case modeSubmoduleText:
		return fs.ModeIrregular
	}
	return 0o644
}

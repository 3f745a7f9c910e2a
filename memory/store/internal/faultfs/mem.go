// Package faultfs holds file systems for tests: Mem loses in a crash what was not
// synced, and Fault fails the i-th operation.
//
//	mem := faultfs.NewMem("/repo")
//	fault := &faultfs.Fault{FS: mem, FailAt: 7, Dead: true}
//	… // work on fault until it stops
//	after := mem.Crash(func() bool { return false })
package faultfs

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/git-hfa/git-hfa/memory/store/internal/vfs"
)

// Mem is a file system in memory. It is as bad as POSIX allows: without SyncDir a
// name that was made, renamed or removed may or may not be so after a crash, each
// name by itself, and without Sync a file may be empty.
type Mem struct {
	mu   sync.Mutex
	root *node
}

type node struct {
	dir     bool
	entries map[string]*node // of a folder
	kept    map[string]*node // the entries that a crash leaves
	data    []byte           // of a file
	synced  []byte           // the content that a crash leaves
	link    bool             // a symbolic link, which this package only shows
	locked  bool
}

func newDir() *node {
	return &node{dir: true, entries: map[string]*node{}, kept: map[string]*node{}}
}

// NewMem returns a file system with one empty, durable folder.
func NewMem(dir string) *Mem {
	m := &Mem{root: newDir()}
	at := m.root
	for _, part := range split(dir) {
		next := newDir()
		at.entries[part], at.kept[part] = next, next
		at = next
	}
	return m
}

func split(name string) []string {
	name = strings.Trim(path.Clean("/"+filepath.ToSlash(name)), "/")
	if name == "" {
		return nil
	}
	return strings.Split(name, "/")
}

func (m *Mem) find(op, name string) (*node, error) {
	at := m.root
	for _, part := range split(name) {
		if at = at.entries[part]; at == nil {
			return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
		}
	}
	return at, nil
}

func (m *Mem) parent(op, name string) (*node, string, error) {
	dir, err := m.find(op, filepath.Dir(name))
	if err == nil && !dir.dir {
		err = &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return dir, filepath.Base(name), err
}

func (m *Mem) ReadFile(name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("open", name)
	if err != nil {
		return nil, err
	}
	if n.dir {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	return bytes.Clone(n.data), nil
}

func (m *Mem) ReadDir(name string) ([]fs.DirEntry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("open", name)
	if err != nil {
		return nil, err
	}
	var entries []fs.DirEntry
	for _, entry := range slices.Sorted(maps.Keys(n.entries)) {
		entries = append(entries, fs.FileInfoToDirEntry(info{entry, n.entries[entry]}))
	}
	return entries, nil
}

func (m *Mem) Lstat(name string) (fs.FileInfo, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("lstat", name)
	if err != nil {
		return nil, err
	}
	return info{filepath.Base(name), n}, nil
}

func (m *Mem) Create(name string) (vfs.File, error) { return m.open(name, true) }
func (m *Mem) Append(name string) (vfs.File, error) { return m.open(name, false) }

func (m *Mem) open(name string, exclusive bool) (vfs.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, base, err := m.parent("open", name)
	if err != nil {
		return nil, err
	}
	n := dir.entries[base]
	switch {
	case n != nil && exclusive:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrExist}
	case n == nil:
		n = &node{}
		dir.entries[base] = n
	}
	return &file{m, n}, nil
}

func (m *Mem) Mkdir(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, base, err := m.parent("mkdir", name)
	if err != nil {
		return err
	}
	if dir.entries[base] != nil {
		return &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
	}
	dir.entries[base] = newDir()
	return nil
}

func (m *Mem) Rename(oldName, newName string) error    { return m.rename(oldName, newName, true) }
func (m *Mem) RenameNew(oldName, newName string) error { return m.rename(oldName, newName, false) }

func (m *Mem) rename(oldName, newName string, replace bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	from, oldBase, err := m.parent("rename", oldName)
	if err != nil {
		return err
	}
	to, newBase, err := m.parent("rename", newName)
	if err != nil {
		return err
	}
	n := from.entries[oldBase]
	switch {
	case n == nil:
		return &fs.PathError{Op: "rename", Path: oldName, Err: fs.ErrNotExist}
	case !replace && to.entries[newBase] != nil:
		return &fs.PathError{Op: "rename", Path: newName, Err: fs.ErrExist}
	}
	delete(from.entries, oldBase)
	to.entries[newBase] = n
	return nil
}

func (m *Mem) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, base, err := m.parent("remove", name)
	if err != nil {
		return err
	}
	switch n := dir.entries[base]; {
	case n == nil:
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	case len(n.entries) > 0:
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrExist}
	}
	delete(dir.entries, base)
	return nil
}

func (m *Mem) SyncDir(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("sync", name)
	if err != nil {
		return err
	}
	n.kept = maps.Clone(n.entries)
	return nil
}

func (m *Mem) TryLock(name string) (io.Closer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, base, err := m.parent("lock", name)
	if err != nil {
		return nil, err
	}
	n := dir.entries[base]
	if n == nil {
		n = &node{}
		dir.entries[base] = n
	}
	if n.locked {
		return nil, vfs.ErrBusy
	}
	n.locked = true
	return unlock{m, n}, nil
}

type unlock struct {
	m *Mem
	n *node
}

func (u unlock) Close() error {
	u.m.mu.Lock()
	defer u.m.mu.Unlock()
	u.n.locked = false
	return nil
}

// Link puts a symbolic link at name; where it leads does not matter here.
func (m *Mem) Link(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, base, err := m.parent("link", name)
	if err != nil {
		panic(err)
	}
	dir.entries[base] = &node{link: true}
}

// Write puts a file at name as another program would, durably.
func (m *Mem) Write(name string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, base, err := m.parent("write", name)
	if err != nil {
		panic(err)
	}
	n := &node{data: bytes.Clone(data), synced: bytes.Clone(data)}
	dir.entries[base], dir.kept[base] = n, n
}

type file struct {
	m *Mem
	n *node
}

func (f *file) Write(p []byte) (int, error) {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.n.data = append(f.n.data, p...)
	return len(p), nil
}

func (f *file) Sync() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.n.synced = bytes.Clone(f.n.data)
	return nil
}

func (f *file) Close() error { return nil }

type info struct {
	name string
	n    *node
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return int64(len(i.n.data)) }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.n.dir }
func (i info) Sys() any           { return nil }
func (i info) Mode() fs.FileMode {
	switch {
	case i.n.dir:
		return fs.ModeDir | 0o755
	case i.n.link:
		return fs.ModeSymlink | 0o777
	}
	return 0o644
}

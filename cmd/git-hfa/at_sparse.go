package main

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// sparseFS is a memory of which a sparse checkout hides a part: files of the work tree, and the hidden ones from git. What
// the work tree has counts, as it does for git.
type sparseFS struct {
	tree, git fs.FS
	hidden    map[string]bool // slash paths of hidden files, and of the folders that lead to them
}

// newSparseFS joins the two sides. hidden are files, as slash paths in the memory.
func newSparseFS(tree, git fs.FS, hidden map[string]bool) *sparseFS {
	s := &sparseFS{tree: tree, git: git, hidden: map[string]bool{".": true}}
	for name := range hidden {
		for ; !s.hidden[name]; name = path.Dir(name) {
			s.hidden[name] = true
		}
	}
	return s
}

// Open opens a file of either side.
func (s *sparseFS) Open(name string) (fs.File, error) {
	f, err := s.tree.Open(name)
	if errors.Is(err, fs.ErrNotExist) && s.leads(name) {
		return s.git.Open(name)
	}
	return f, err
}

// ReadFile reads a file of either side.
func (s *sparseFS) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(s.tree, name)
	if errors.Is(err, fs.ErrNotExist) && s.leads(name) {
		return fs.ReadFile(s.git, name)
	}
	return data, err
}

// ReadDir lists a folder of both sides, sorted by name.
func (s *sparseFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.tree, name)
	if !s.leads(name) || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return entries, err
	}
	inGit, err := fs.ReadDir(s.git, name)
	if errors.Is(err, fs.ErrNotExist) {
		return entries, nil
	}
	if err != nil {
		return nil, err
	}
	have := map[string]bool{}
	for _, e := range entries {
		have[e.Name()] = true
	}
	for _, e := range inGit {
		if !have[e.Name()] && s.leads(path.Join(name, e.Name())) {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// leads reports whether name is hidden, or a folder of something hidden.
func (s *sparseFS) leads(name string) bool { return s.hidden[name] }

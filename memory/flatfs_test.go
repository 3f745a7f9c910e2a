package memory

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"
)

// flatFS is a MapFS with the listing of every folder made beforehand: MapFS
// looks through all files for each listing, which would be most of what a
// benchmark measures.
type flatFS struct {
	fstest.MapFS
	dirs map[string][]fs.DirEntry
}

func newFlatFS(m fstest.MapFS) *flatFS {
	f := &flatFS{MapFS: m, dirs: map[string][]fs.DirEntry{}}
	for name := range m {
		for child := name; child != "."; child = path.Dir(child) {
			info, err := m.Stat(child)
			if err != nil {
				panic(err)
			}
			f.dirs[path.Dir(child)] = append(f.dirs[path.Dir(child)], fs.FileInfoToDirEntry(info))
		}
	}
	for dir, entries := range f.dirs {
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		f.dirs[dir] = slices.CompactFunc(entries, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() })
	}
	return f
}

func (f *flatFS) ReadDir(name string) ([]fs.DirEntry, error) { return f.dirs[name], nil }

package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/git-hfa/git-hfa/memory"
)

// scanned is what a look at the whole memory found, against a stat cache.
type scanned struct {
	folders []scannedFolder // in the order of a stat cache
	odd     []string        // what should be a folder of truth files and is none
	touched bool            // some record differs from the stat cache, or is racy
}

// scannedFolder is one folder as it is now.
type scannedFolder struct {
	path  string
	base  int // number in the stat cache, -1 when it is new there
	stat  FileStat
	subs  []string
	files []scannedFile // all files; nil when every one is as the stat cache has it
}

// scannedFile is one file as it is now.
type scannedFile struct {
	name  string
	base  int // number in the stat cache, -1 when it is new there
	stat  FileStat
	dirty bool // the stat cache can't vouch for the content: read it
}

// scanner looks at a memory: every folder, then every file, without following links.
//
//	folder record equal    -> the names are those of the stat cache, look at each
//	folder record differs  -> list it, look at each name
//	file record equal      -> its stored hash holds
//	file record differs    -> dirty
//
// Parents come before children: whether a name is a folder is known from its parent, so that a
// folder replaced by a link is not walked.
type scanner struct {
	root StatDir
	base *statCache
	doc  string // document of the active main line, "" when unknown
}

// Two workers are worth it from some hundred files on; more never help, the kernel is the bottleneck
// (measured: 10,000 files 14.8 ms with one, 8.5 ms with two).
const (
	scanWorkers     = 2
	parallelFolders = 8
)

// errVanished says that a folder or file went away between two looks.
var errVanished = errors.New("vanished")

func (s *scanner) scan(ctx context.Context) (*scanned, error) {
	root, err := s.scanRoot()
	if err != nil {
		return nil, err
	}
	out := &scanned{folders: []scannedFolder{root}}
	level := []string{}
	for _, dir := range []string{memory.ChunksDir, memory.TombstonesDir} {
		st, err := s.root.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && !st.Dir {
			out.odd = append(out.odd, dir)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("look at %s: %w", dir, err)
		}
		level = append(level, dir)
	}
	for len(level) > 0 {
		found, err := s.scanLevel(ctx, level)
		if err != nil {
			return nil, err
		}
		level = level[:0]
		for _, f := range found {
			for _, sub := range f.subs {
				level = append(level, join(f.path, sub))
			}
		}
		out.folders = append(out.folders, found...)
	}
	slices.SortStableFunc(out.folders[1:], func(a, b scannedFolder) int { return strings.Compare(a.path, b.path) })
	out.touched = s.differs(out)
	return out, nil
}

// differs tells whether a stat cache of the scan would differ from the base.
func (s *scanner) differs(sc *scanned) bool {
	if len(sc.folders) != len(s.base.folders) {
		return true
	}
	for i := range sc.folders {
		f := &sc.folders[i]
		if f.base != i || f.files != nil || i > 0 && !s.base.folders[i].sameFolder(f.stat) {
			return true
		}
	}
	return false
}

// scanRoot looks at the single files.
func (s *scanner) scanRoot() (scannedFolder, error) {
	f := scannedFolder{base: -1}
	st, err := s.root.Stat()
	if err != nil {
		return f, err
	}
	f.stat = st
	names := []string{memory.ConfigPath, memory.DirectoryPath, memory.LegacyTombstonesPath}
	if s.doc != "" && !memory.Counts(s.doc) {
		linked, err := s.behindLink(s.doc)
		if err != nil {
			return f, err
		}
		if !linked {
			names = append(names, s.doc)
		}
	}
	var rec folder
	if len(s.base.folders) > 0 {
		f.base, rec = 0, s.base.folders[0]
	}
	err = s.scanFiles(s.root, &f, rec, names, nil)
	return f, err
}

// behindLink tells whether a folder on the way to path is a link or no folder: links are not followed.
func (s *scanner) behindLink(path string) (bool, error) {
	for i := range len(path) {
		if path[i] != '/' {
			continue
		}
		st, err := s.root.Lstat(path[:i])
		if errors.Is(err, fs.ErrNotExist) || err == nil && !st.Dir {
			return true, nil
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// scanLevel scans folders that do not lie in each other, by two workers when it pays.
func (s *scanner) scanLevel(ctx context.Context, paths []string) ([]scannedFolder, error) {
	slices.Sort(paths)
	out := make([]scannedFolder, len(paths))
	errs := make([]error, len(paths))
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < len(paths); i = int(next.Add(1)) - 1 {
			if err := ctx.Err(); err != nil {
				errs[i] = err
				return
			}
			out[i], errs[i] = s.scanFolder(paths[i])
		}
	}
	if len(paths) < parallelFolders {
		work()
	} else {
		var wg sync.WaitGroup
		for range scanWorkers - 1 {
			wg.Go(work)
		}
		work()
		wg.Wait()
	}
	return out, errors.Join(errs...)
}

func (s *scanner) scanFolder(path string) (scannedFolder, error) {
	f := scannedFolder{path: path, base: -1}
	dir, err := s.root.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, errVanished
	}
	if err != nil {
		return f, err
	}
	defer dir.Close()
	if f.stat, err = dir.Stat(); err != nil {
		return f, err
	}
	var rec folder
	if f.base = s.base.find(path); f.base >= 0 {
		rec = s.base.folders[f.base]
		if rec.sameFolder(f.stat) {
			f.subs = rec.subs
			return f, s.scanKnown(dir, &f, rec)
		}
	}
	names, err := dir.Names()
	if err != nil {
		return f, fmt.Errorf("list %s: %w", path, err)
	}
	slices.Sort(names)
	return f, s.scanFiles(dir, &f, rec, names, func(name string) bool { return memory.Counts(join(path, name)) })
}

// scanKnown looks at the files that the stat cache names. It is the hot path: for every file one look
// and one comparison; a list is made only when something differs.
func (s *scanner) scanKnown(dir StatDir, f *scannedFolder, rec folder) error {
	for i := rec.lo; i < rec.hi; i++ {
		st, err := dir.Lstat(s.base.name(i))
		if errors.Is(err, fs.ErrNotExist) {
			return errVanished
		}
		if err != nil {
			return err
		}
		same := s.base.unchanged(i, st)
		if !same && f.files == nil {
			f.files = s.knownFiles(rec.lo, i, rec.hi)
		}
		if f.files != nil {
			f.files = append(f.files, scannedFile{name: s.base.name(i), base: i, stat: st, dirty: !same})
		}
	}
	return nil
}

// knownFiles lists the files [lo, i), which are as the stat cache has them.
func (s *scanner) knownFiles(lo, i, hi int) []scannedFile {
	files := make([]scannedFile, 0, hi-lo)
	for j := lo; j < i; j++ {
		st, _ := s.base.stat(j)
		files = append(files, scannedFile{name: s.base.name(j), base: j, stat: st})
	}
	return files
}

// scanFiles looks at names, which are sorted like the files of rec, and keeps those that count.
// Folders become f.subs; counts nil means that every name counts and none is a folder.
func (s *scanner) scanFiles(dir StatDir, f *scannedFolder, rec folder, names []string, counts func(string) bool) error {
	known := make(map[string]int, rec.hi-rec.lo)
	for i := rec.lo; i < rec.hi; i++ {
		known[s.base.name(i)] = i
	}
	files := make([]scannedFile, 0, len(names))
	differs := false
	for _, name := range names {
		st, err := dir.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			if counts == nil {
				continue
			}
			return errVanished
		}
		if err != nil {
			return err
		}
		if st.Dir && !(f.path == memory.TombstonesDir && memory.TombstoneTarget(name) != "") { // in the place of a record it is one that cannot be read
			if counts != nil && f.path != memory.TombstonesDir {
				f.subs = append(f.subs, name)
			}
			continue
		}
		if counts != nil && !counts(name) {
			continue
		}
		file := scannedFile{name: name, base: -1, stat: st, dirty: true}
		if i, ok := known[name]; ok {
			file.base, file.dirty = i, !s.base.unchanged(i, st)
		}
		differs = differs || file.dirty
		files = append(files, file)
	}
	if differs || len(files) != len(known) {
		f.files = files
	}
	return nil
}

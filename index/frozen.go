package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// A frozen view is a snapshot of files that never change, those of a revision, in a file of its own. Nothing is looked at to
// prove it fresh: who opens it says by a digest which state is meant, and has to know that from elsewhere.

// unfrozen is what OpenFS knows and a view does not.
type unfrozen struct {
	meta    meta
	entries []memory.Entry
}

// Freeze stores a view that OpenFS gave, so that OpenFrozen gives it again in a fraction of the time. file is a native path;
// its folder is there. Counting tokens is what takes longest: documents that like has too, nil for none, are not counted.
//
// It gives errors.ErrUnsupported for another view, and the system's error when the file can't be written.
func (v *View) Freeze(file string, like Source) error {
	if v.unfrozen == nil {
		return fmt.Errorf("freeze a view: %w", errors.ErrUnsupported)
	}
	c := &snapshotContent{digest: v.Digest, meta: v.unfrozen.meta, files: frozenFiles(v.unfrozen.entries), docs: v.corpus.source}
	for name, to := range map[string]*[]byte{memory.ConfigPath: &c.meta.config, memory.DirectoryPath: &c.meta.directory} {
		data, err := v.read(name)
		if err != nil {
			return fmt.Errorf("freeze %s: %w", name, err)
		}
		*to = data
	}
	if m, ok := c.docs.(*memSource); ok && like != nil {
		m.takeTokens(like)
	}
	temp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.tmp")
	if err != nil {
		return fmt.Errorf("freeze a view: %w", err)
	}
	err = errors.Join(writeSnapshot(temp, c), temp.Close())
	if err == nil {
		err = rename(temp.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("freeze a view: %w", errors.Join(err, os.Remove(temp.Name())))
	}
	return nil
}

// OpenFrozen gives the view of fsys that Freeze stored in file. want is the digest of fsys, which must be known for sure.
// The error is fs.ErrNotExist, or ErrStale for a file that is of another state, of another version, or damaged.
func OpenFrozen(file string, want memory.Digest, fsys fs.FS, o Options) (*View, error) {
	f, err := openFile(filepath.Dir(file), filepath.Base(file))
	if err != nil {
		return nil, err
	}
	st, err := thaw(f.blocks, want)
	if err != nil {
		closeQuietly(f)
		return nil, err
	}
	v := newView(st, o, func(path string) ([]byte, error) { return fs.ReadFile(fsys, path) })
	v.closers = append(v.closers, f)
	v.Source = guard(st.docs, func() (Source, error) {
		whole, err := OpenFS(fsys, o)
		if err != nil {
			return nil, err
		}
		if whole.Digest != want {
			return nil, fmt.Errorf("read memory: %w", ErrUnstable)
		}
		return whole.Source, nil
	})
	return v, nil
}

// thaw reads what newView needs.
func thaw(b *blockFile, want memory.Digest) (*state, error) {
	s := newSnapshot(b)
	if s.digest != want {
		return nil, fmt.Errorf("snapshot of another state: %w", ErrStale)
	}
	if err := s.loadState(); err != nil {
		return nil, err
	}
	if err := s.loadLinks(); err != nil {
		return nil, err
	}
	st := &state{digest: s.digest, docs: s, meta: s.meta, scan: &scanned{}, tombs: tombstoneMap(s.meta.tombstones)}
	var err error
	if st.config, err = memory.ParseConfig(s.meta.config); err != nil {
		return nil, fmt.Errorf("read %s: %w: %w", memory.ConfigPath, ErrStale, memory.InFile(memory.ConfigPath, err))
	}
	if st.directory, err = memory.ParseDirectory(s.meta.directory); err != nil {
		return nil, fmt.Errorf("read %s: %w: %w", memory.DirectoryPath, ErrStale, memory.InFile(memory.DirectoryPath, err))
	}
	doc := activeDocument(st.directory)
	if memory.Counts(doc) {
		_, st.docThere = s.files.fileAt(doc)
	}
	for i := range s.files.folders[0].hi { // where a document is by its whole path
		st.docThere = st.docThere || s.files.name(i) == doc
	}
	return st, nil
}

// takeTokens takes the counts of documents that another source has, too.
func (m *memSource) takeTokens(like Source) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.docs {
		if m.blocks[i] == "" {
			continue
		}
		n, ok := like.Lookup(m.docs[i].ID)
		if !ok {
			continue
		}
		if d, err := like.Doc(n); err == nil && d.Sum == m.docs[i].Sum {
			m.docs[i].Tokens, m.blocks[i] = d.Tokens, ""
		}
	}
}

// frozenFiles is a stat cache that says of every file what it holds, and nothing else.
func frozenFiles(entries []memory.Entry) *statCache {
	byFolder := map[string][]memory.Entry{"": nil}
	for _, e := range entries {
		dir := ""
		if memory.Counts(e.Path) && strings.Contains(e.Path, "/") {
			dir = path.Dir(e.Path)
		}
		byFolder[dir] = append(byFolder[dir], e)
	}
	b := &statCacheBuilder{}
	b.grow(len(entries))
	for _, dir := range sortedKeys(byFolder) {
		n := b.m.numFiles()
		b.m.folders = append(b.m.folders, folder{path: dir, lo: n, hi: n})
		files := byFolder[dir]
		name := func(e memory.Entry) string { return strings.TrimPrefix(e.Path, dir+"/") }
		slices.SortFunc(files, func(a, b memory.Entry) int { return strings.Compare(name(a), name(b)) })
		for _, e := range files {
			b.record(name(e), FileStat{Regular: true}, e.Sum, false)
		}
	}
	return b.finish()
}

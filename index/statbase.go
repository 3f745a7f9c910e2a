package index

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// openByEngine opens a memory whose recall.idx is missing or damaged through the stat records of the engine: what
// they vouch for is not read. It works when no chunk changed since; small files (config, directory,
// tombstones) are read in any case. ok is false when everything has to be read.
func (o *Options) openByEngine(ctx context.Context, l *loader) (v *View, ok bool) {
	if o.Engine == nil {
		return nil, false
	}
	records, err := o.Engine.StatRecords(ctx, o.Dir)
	if err != nil || len(records) == 0 {
		return nil, false
	}
	b := emptyBase()
	b.files = chunkCache(records)
	b.sums = b.files
	b.statOnly = true
	st, err := l.load(ctx, b)
	if err != nil {
		return nil, false
	}
	s, closer, err := o.Engine.Open(ctx, o.Dir, st.digest)
	if err != nil {
		return nil, false
	}
	// A chunk file without a document is a bad one, and only its text says why.
	if s.NumDocs() != st.chunkFiles() {
		closeQuietly(closer)
		return nil, false
	}
	v = o.view(st)
	v.corpus, v.Stale = nil, true
	v.Source = guard(s, func() (Source, error) { return rebuildSource(ctx, l, v.Digest) })
	v.closers = []io.Closer{closer}
	return v, true
}

var errChunksChanged = errors.New("chunks changed")

// chunkFiles counts the files below chunks/, links too.
func (st *state) chunkFiles() int {
	n := 0
	for i := range st.scan.folders {
		if f := &st.scan.folders[i]; isChunk(f.path + "/") {
			st.eachFile(f, func(string, FileStat, [32]byte) { n++ })
		}
	}
	return n
}

// chunkCache makes a stat cache of the records of an engine, with the folders of chunks only.
func chunkCache(records []StatRecord) *statCache {
	records = slices.DeleteFunc(slices.Clone(records), func(r StatRecord) bool { return !isChunk(r.Path + "/") })
	dir := func(r *StatRecord) string {
		if r.Dir {
			return r.Path
		}
		return path.Dir(r.Path)
	}
	slices.SortFunc(records, func(a, b StatRecord) int {
		isDir := func(r *StatRecord) int {
			if r.Dir {
				return 0
			}
			return 1
		}
		return cmp.Or(strings.Compare(dir(&a), dir(&b)), cmp.Compare(isDir(&a), isDir(&b)), strings.Compare(a.Path, b.Path))
	})
	subs := make(map[string][]string)
	for i := range records {
		if r := &records[i]; r.Dir && r.Path != memory.ChunksDir {
			subs[path.Dir(r.Path)] = append(subs[path.Dir(r.Path)], path.Base(r.Path))
		}
	}
	b := &statCacheBuilder{}
	b.m.folders = append(b.m.folders, folder{racy: true})
	for i := range records {
		r := &records[i]
		last := &b.m.folders[len(b.m.folders)-1]
		switch {
		case r.Dir:
			n := b.m.numFiles()
			b.m.folders = append(b.m.folders, folder{path: r.Path, stat: r.Stat, racy: r.Racy, lo: n, hi: n, subs: subs[r.Path]})
		case last.path == dir(r):
			b.record(path.Base(r.Path), r.Stat, r.Sum, r.Racy)
		}
	}
	return b.finish()
}

func (m *statCache) sum(file int) (sum [32]byte, doc int, err error) { return m.sums[file], -1, nil }

func (m *statCache) allSums() (func(file int) ([32]byte, int), error) {
	return func(file int) ([32]byte, int) { return m.sums[file], -1 }, nil
}

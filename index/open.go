package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/git-hfa/git-hfa/memory"
)

// Where the derived files lie, relative to the memory.
const (
	Dir          = memory.IndexDir
	SnapshotPath = Dir + "/recall.idx"
	FTSPath      = Dir + "/fts.sqlite"
)

// When what is written. A memory of up to wholeDocs is written whole, which costs no more than a delta; a larger
// one keeps up to maxOverlay documents in the delta before all is written again. A reader that has to read
// files itself, at 0.3 ms each, finds a memory of up to smallDocs worth healing at the first, a larger one at
// more than maxBehind: there the stat records alone are a megabyte to write.
const (
	wholeDocs  = 256
	maxOverlay = 64
	smallDocs  = 2000
	maxBehind  = 16
)

// Open proves a memory fresh and gives a view of it. It takes no lock and writes nothing.
//
// It gives the error of Options.Readable; fs.ErrNotExist when there is no memory; memory.ErrCorrupt or
// memory.ErrNewer when config.json or directory.md can't be used; ErrUnstable when the files
// do not come to rest. A bad chunk is a problem of the view, not an error.
func Open(ctx context.Context, o Options) (*View, error) {
	if o.Readable != nil {
		if err := o.Readable(); err != nil {
			return nil, err
		}
	}
	l := &loader{dir: o.Dir, stat: o.stater()}
	b, closer, err := openLayers(o.Dir)
	if err != nil {
		if v, ok := o.openByEngine(ctx, l); ok {
			return v, nil
		}
		b = emptyBase()
	}
	st, err := l.load(ctx, b)
	if errors.Is(err, ErrStale) {
		closeQuietly(closer)
		b, closer = emptyBase(), nil
		st, err = l.load(ctx, b)
	}
	if err != nil {
		closeQuietly(closer)
		return nil, err
	}
	v := o.view(st)
	if closer != nil {
		v.closers = append(v.closers, closer)
	}
	v.Stale = st.lags()
	v.Source = guard(st.docs, func() (Source, error) { return rebuildSource(ctx, l, v.Digest) })
	o.useEngine(ctx, v)
	return v, nil
}

func (o *Options) stater() Stater {
	if o.Stat != nil {
		return o.Stat
	}
	return System()
}

func (o *Options) readFile(path string) ([]byte, error) {
	return readPlain(o.Dir, path)
}

func (o *Options) readHead(path string, n int) ([]byte, error) {
	f, err := openPlain(o.Dir, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, n)
	n, err = io.ReadFull(f, head)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return head[:n], err
}

// view makes a view of what lies in the memory's folder.
func (o *Options) view(st *state) *View {
	v := newView(st, *o, o.readFile)
	v.head = o.readHead
	return v
}

// useEngine answers from the engine when it is of the view's digest.
func (o *Options) useEngine(ctx context.Context, v *View) {
	if o.Engine == nil {
		return
	}
	s, closer, err := o.Engine.Open(ctx, o.Dir, v.Digest)
	if err != nil {
		v.Stale = true
		return
	}
	if closer != nil {
		v.closers = append(v.closers, closer)
	}
	own := v.Source
	v.Source = guard(s, func() (Source, error) { return own, nil })
}

// rebuildSource reads the whole truth, which must still be of the digest.
func rebuildSource(ctx context.Context, l *loader, want memory.Digest) (Source, error) {
	st, err := l.load(ctx, emptyBase())
	if err != nil {
		return nil, err
	}
	if st.digest != want {
		return nil, fmt.Errorf("read memory: %w", ErrUnstable)
	}
	return st.docs, nil
}

// blocksFile is one open snapshot file.
type blocksFile struct {
	io.Closer
	blocks *blockFile
}

// openFile opens a snapshot file and reads its foot. The error is ErrStale or fs.ErrNotExist.
func openFile(dir, name string) (*blocksFile, error) {
	if runtime.GOOS == "windows" {
		// An open file can't be replaced there, so it is read whole and closed.
		data, err := readPlain(dir, name)
		if err != nil {
			return nil, err
		}
		b, err := openBlocks(bytes.NewReader(data), int64(len(data)))
		return &blocksFile{closers{}, b}, err
	}
	f, err := openPlain(dir, name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("open %s: %w", name, ErrStale)
	}
	b, err := openBlocks(f, info.Size())
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	return &blocksFile{f, b}, nil
}

func closeQuietly(c io.Closer) {
	if c != nil {
		_ = c.Close()
	}
}

// cutBatch bounds the cut chunks that wait to be added.
const cutBatch = 512

// cutAll cuts chunks by two workers, as readAll does, and adds them in order: cutting is most of the work of reading a memory.
func (b *memBuilder) cutAll(chunks []memory.StoredChunk) {
	var out [cutBatch]cutChunk
	for batch := range slices.Chunk(chunks, cutBatch) {
		var next atomic.Int64
		var wg sync.WaitGroup
		for range readWorkers {
			wg.Go(func() {
				for i := int(next.Add(1)) - 1; i < len(batch); i = int(next.Add(1)) - 1 {
					out[i] = cut(&batch[i], false)
				}
			})
		}
		wg.Wait()
		for i := range batch {
			b.add(out[i])
		}
	}
}

// OpenFS gives a view of a memory that lies in fsys, a revision of git for instance. It reads everything.
func OpenFS(fsys fs.FS, o Options) (*View, error) {
	t, err := memory.Load(fsys)
	if err != nil {
		return nil, err
	}
	var b memBuilder
	b.cutAll(t.Chunks)
	var tombs []tombFile
	for _, tomb := range t.Tombstones {
		tombs = append(tombs, tombFile{items: []memory.Tombstone{tomb}})
	}
	st := &state{config: t.Config, directory: t.Directory, digest: t.Digest, scan: &scanned{}}
	doc := activeDocument(t.Directory)
	for _, e := range t.Entries {
		st.docThere = st.docThere || e.Path == doc
	}
	for _, p := range t.Problems {
		if data, err := fs.ReadFile(fsys, p.Path); err == nil && isChunk(p.Path) && p.Severity == memory.SeverityError {
			tombs = append(tombs, retiredBy(p.Path, memory.SalvageLinks(data)))
		}
		st.meta.problems = append(st.meta.problems, fileProblems{path: p.Path, problems: []memory.Problem{p}})
	}
	st.tombs = tombstoneMap(tombs)
	st.docs = b.finish(st.tombs)
	v := newView(st, o, func(path string) ([]byte, error) { return fs.ReadFile(fsys, path) })
	v.unfrozen = &unfrozen{meta: st.meta, entries: t.Entries}
	v.unfrozen.meta.doc, v.unfrozen.meta.tombstones = doc, tombs
	return v, nil
}

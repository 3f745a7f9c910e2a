package index

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/git-hfa/git-hfa/memory"
)

// loader brings a base up to the present.
type loader struct {
	dir   string
	stat  Stater
	count bool // count the tokens of every chunk now: the state will be stored
}

// A tree that changes under our eyes is looked at again this often.
const loadTries = 6

// load looks at the memory and reads what differs from the base. The error is fs.ErrNotExist when there
// is no memory, memory.ErrCorrupt or memory.ErrNewer when config.json or directory.md can't be
// used, ErrUnstable when the files do not come to rest, and ErrStale when the base is damaged.
func (l *loader) load(ctx context.Context, b *base) (*state, error) {
	root, err := l.stat.Open(l.dir)
	if err != nil {
		return nil, fmt.Errorf("open memory: %w", err)
	}
	defer root.Close()
	doc := b.meta.doc
	if doc == "" {
		doc = l.peekDocument()
	}
	for try := range loadTries {
		st, err := l.loadOnce(ctx, root, b, doc)
		switch {
		case errors.Is(err, errVanished):
			if err := pause(ctx, try); err != nil {
				return nil, err
			}
			continue
		case err != nil:
			return nil, err
		case st.meta.doc != doc: // the main line was switched: its document is another file
			doc = st.meta.doc
			continue
		}
		return st, nil
	}
	return nil, fmt.Errorf("read memory: %w", ErrUnstable)
}

// peekDocument guesses the document of the active main line, which saves a second scan.
func (l *loader) peekDocument() string {
	data, err := readPlain(l.dir, memory.DirectoryPath)
	if err != nil {
		return ""
	}
	d, err := memory.ParseDirectory(data)
	if err != nil {
		return ""
	}
	return activeDocument(d)
}

func (l *loader) loadOnce(ctx context.Context, root StatDir, b *base, doc string) (*state, error) {
	s := &scanner{root: root, base: b.files, doc: doc}
	sc, err := s.scan(ctx)
	if err != nil {
		return nil, err
	}
	r := &reader{loader: l, root: root, base: b}
	if err := r.readAll(ctx, sc); err != nil {
		return nil, err
	}
	return assemble(b, sc, r.read, &r.add)
}

// reader reads dirty files by two workers.
type reader struct {
	*loader
	root StatDir
	base *base

	mu   sync.Mutex
	read map[string]*reading
	add  memBuilder
}

// Two workers pay from some files on; cutting and counting are what takes the time.
const (
	readWorkers   = 2
	parallelFiles = 8
)

func (r *reader) readAll(ctx context.Context, sc *scanned) error {
	type dirty struct {
		path string
		file *scannedFile
	}
	var todo []dirty
	for i := range sc.folders {
		f := &sc.folders[i]
		for j := range f.files {
			if file := &f.files[j]; file.dirty {
				todo = append(todo, dirty{path: join(f.path, file.name), file: file})
			}
		}
	}
	r.read = make(map[string]*reading, len(todo))
	r.add.grow(len(todo))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < len(todo) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
			if err := r.readOne(ctx, todo[i].path, todo[i].file); err != nil {
				cancel(err)
			}
		}
	}
	if len(todo) < parallelFiles {
		work()
		return context.Cause(ctx)
	}
	var wg sync.WaitGroup
	for range readWorkers - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	return context.Cause(ctx)
}

// readOne reads one file, brings its stat record up to what was read, and cuts it if it is a new chunk.
func (r *reader) readOne(ctx context.Context, path string, file *scannedFile) error {
	c, err := readStable(ctx, r.root, r.dir, path, file.stat)
	if err != nil {
		return err
	}
	file.stat = c.stat
	out := &reading{base: file.base, sum: c.sum, regular: c.stat.Regular}
	if file.base >= 0 {
		old, _, err := r.base.sums.sum(file.base)
		if err != nil {
			return err
		}
		out.same = old == c.sum && r.base.files.irregular(file.base) == !c.stat.Regular
	}
	if r.base.statOnly && isChunk(path) && !out.same {
		return errChunksChanged
	}
	var chunk *cutChunk
	switch {
	case c.denied != nil:
		p := memory.FileProblem(path, c.denied)
		out.problem = &p
	case !c.stat.Regular:
		p := memory.FileProblem(path, memory.Symlink())
		out.problem = &p
	case isChunk(path):
		if !out.same {
			if chunk, out.problem = readChunk(path, c, r.count); chunk == nil {
				out.links = memory.SalvageLinks(c.data)
			}
		}
	case path == memory.ConfigPath, path == memory.DirectoryPath, isTombstone(path):
		out.data = c.data
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read[path] = out
	if chunk != nil {
		r.add.add(*chunk)
	}
	return nil
}

func readChunk(path string, c content, count bool) (*cutChunk, *memory.Problem) {
	stored, problem := memory.ReadSource(path, c.data)
	if problem != nil && problem.Severity == memory.SeverityError {
		return nil, problem
	}
	stored.Sum = c.sum
	chunk := cut(&stored, count)
	return &chunk, problem
}

func isChunk(path string) bool { return strings.HasPrefix(path, memory.ChunksDir+"/") }

package index

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/git-hfa/git-hfa/memory"
)

// Options says which memory is meant and how it is looked at.
type Options struct {
	Dir      string       // the memory's folder
	Top      string       // top of the work tree, "" outside git
	Engine   Engine       // nil: snapshot and memory only
	Stat     Stater       // nil: System
	Readable func() error // asked before anything is read: is a transaction unfinished? nil: not asked
}

// Engine is a second store for a corpus beside the snapshot. Package fts implements it. dir is always
// the memory's folder.
type Engine interface {
	// Open gives the stored corpus if it is of this digest, else ErrStale.
	Open(ctx context.Context, dir string, digest memory.Digest) (Source, io.Closer, error)
	// Forget makes what is stored stale, so that the next Update builds all of it anew.
	Forget(dir string) error
	// Update makes the store hold want, changing only what differs where it can.
	Update(ctx context.Context, dir string, want *Corpus) error
	// Dump gives every row of the store as one line, sorted.
	Dump(ctx context.Context, dir string) (iter.Seq2[string, error], error)
	// DumpCorpus gives the lines that Dump gives after Update(want).
	DumpCorpus(want *Corpus) iter.Seq2[string, error]
	// StatRecords gives the stat records of the last Update, for use when recall.idx is missing.
	StatRecords(ctx context.Context, dir string) ([]StatRecord, error)
}

// View is one state of a memory that was proven fresh when it was opened.
type View struct {
	Source     Source
	Config     memory.Config
	Directory  *memory.Directory
	Tombstones map[string]memory.Tombstone // by target, a chunk id or a node id; without Extra
	Digest     memory.Digest
	Problems   []memory.Problem // bad files, the gravest problem of each, and what is wrong with the main line
	Dir, Top   string
	Stale      bool // the derived files lag behind: Heal has something to do

	// Commit gives the commit of a chunk as summaries show it, an abbreviated id and a date, "" when it is not known; nil when
	// none is. This package knows no git. A summary is not written anew because a commit became known.
	Commit func(memory.ID) (id, date string)
	// Outdated tells of an id that Commit gave for a summary whether no chunk comes with that commit any more, because history
	// was rewritten. nil when nobody can tell.
	Outdated func(id string) bool

	docThere bool // the document of the active main line
	read     func(path string) ([]byte, error)
	head     func(path string, n int) ([]byte, error) // the first n bytes; nil: read does it
	corpus   *Corpus
	unfrozen *unfrozen // nil but for a view of OpenFS
	closers  []io.Closer
}

// File is one rendered file of a memory.
type File struct {
	Path string // slash path in the memory
	Data []byte
}

// Close gives up what the view holds open. Its Source is not to be used after.
func (v *View) Close() error {
	var errs []error
	for _, c := range v.closers {
		errs = append(errs, c.Close())
	}
	v.closers = nil
	return errors.Join(errs...)
}

// Corpus is the view as the index stores it; nil when the view was opened through an engine alone.
func (v *View) Corpus() *Corpus { return v.corpus }

// MainLine gives the one ACTIVE main line. A memory without one, with several, or without its document
// is not to be recalled from; the error wraps memory.ErrMainLine and says what to do.
func (v *View) MainLine() (memory.Node, error) {
	node, err := v.Directory.Active()
	if err != nil {
		return memory.Node{}, err
	}
	if !v.docThere {
		return memory.Node{}, fmt.Errorf("%w: the document of %s, %q, is missing; write it, or correct its path in %s",
			memory.ErrMainLine, node.ID, memory.Sanitize(node.Path), memory.DirectoryPath)
	}
	return node, nil
}

// mainLineProblem gives what MainLine complains of, nil when all is well.
func (v *View) mainLineProblem() *memory.Problem {
	if p := v.Directory.MainLineProblem(); p != nil {
		return p
	}
	if _, err := v.MainLine(); err != nil {
		return &memory.Problem{Code: "missing-document", Severity: memory.SeverityError, Path: memory.DirectoryPath, Message: err.Error()}
	}
	return nil
}

// Chunk reads the file of document i and holds it against the hash that the view knows. It gives
// ErrUnstable when the file changed since.
func (v *View) Chunk(i int) (memory.Chunk, error) {
	d, err := v.Source.Doc(i)
	if err != nil {
		return memory.Chunk{}, err
	}
	data, err := v.read(d.Path)
	if err != nil {
		return memory.Chunk{}, fmt.Errorf("read %s: %w", d.Path, err)
	}
	if sha256.Sum256(data) != d.Sum {
		return memory.Chunk{}, fmt.Errorf("read %s: %w", d.Path, ErrUnstable)
	}
	stored, problem := memory.ReadSource(d.Path, data)
	if problem != nil && problem.Severity == memory.SeverityError {
		return memory.Chunk{}, fmt.Errorf("read %s: %s: %w", d.Path, problem.Message, memory.ErrCorrupt)
	}
	return stored.Chunk, nil
}

// newView makes a view of a state.
func newView(st *state, o Options, read func(string) ([]byte, error)) *View {
	v := &View{
		Source: st.docs, Config: st.config, Directory: st.directory, Tombstones: st.tombs, Digest: st.digest,
		Dir: o.Dir, Top: o.Top, docThere: st.docThere, read: read,
	}
	for _, f := range st.meta.problems {
		v.Problems = append(v.Problems, f.problems...)
	}
	v.Problems = append(v.Problems, st.folderProblems()...)
	if p := v.mainLineProblem(); p != nil {
		v.Problems = append(v.Problems, *p)
	}
	v.corpus = &Corpus{
		Digest: v.Digest, Config: v.Config, Directory: v.Directory, Tombstones: v.Tombstones, Problems: slices.Clone(v.Problems),
		source: st.docs, records: recordsOf(st.docs), stats: func() []StatRecord { return nil },
	}
	return v
}

package index

import (
	"context"
	"io"
	"iter"

	"github.com/git-hfa/git-hfa/memory"
)

// Options says which memory is meant and how it is looked at.
type Options struct {
	Dir      string       // the memory's folder
	Top      string       // top of the work tree, "" outside git
	Engine   Engine       // nil: snapshot and memory only
	Stat     Stater       // nil: the file system
	Readable func() error // asked before anything is read: is a transaction unfinished? nil: not asked
}

// Engine is a second store for a corpus beside the snapshot. Package fts implements it.
type Engine interface {
	// Open gives the stored corpus if it is of this digest, else ErrStale. dir is the memory's folder.
	Open(ctx context.Context, dir string, digest memory.Digest) (Source, io.Closer, error)
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
	Tombstones map[string]memory.Tombstone // by target, a chunk id or a node id
	Digest     memory.Digest
	Problems   []memory.Problem // bad files and what is wrong with the main line
	Dir, Top   string
	Stale      bool // the derived files lag behind: Heal has something to do

	corpus  *Corpus
	read    func(path string) ([]byte, error)
	closers []io.Closer
}

// File is one rendered file of a memory.
type File struct {
	Path string // slash path in the memory
	Data []byte
}

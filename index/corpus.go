package index

import (
	"github.com/git-hfa/git-hfa/memory"
)

// FieldTerm is one index term of a chunk and the fields it occurs in.
type FieldTerm struct {
	Term   string
	Fields Field
}

// Record is what the index keeps of the text of one chunk.
type Record struct {
	Terms    []FieldTerm // sorted by term, each once
	HitWords []string    // as written in the chunk
	Keys     []string    // query.Key of the hit words, sorted, each once, none empty
}

// Corpus is everything that the index derives from one state of a memory. It is what an [Engine]
// stores. A Corpus does not change.
type Corpus struct {
	Digest     memory.Digest
	Config     memory.Config
	Directory  *memory.Directory
	Tombstones map[string]memory.Tombstone // by target; of several the earliest. Extra is not kept
	Problems   []memory.Problem            // of single files, sorted by path

	source  Source
	records recorder
	stats   func() []StatRecord
}

// recorder gives the text record of one document.
type recorder interface {
	Record(i int) (Record, error)
}

// NumDocs is the number of documents. They are in the order of every Source.
func (c *Corpus) NumDocs() int { return c.source.NumDocs() }

// Doc describes document i.
func (c *Corpus) Doc(i int) (Doc, error) { return c.source.Doc(i) }

// Record gives the terms and hit words of document i. For a document that came out of a snapshot it
// reads and checks the chunk's file, so ask only for what is needed: an incremental update compares
// Doc's Path, Sum and Tombstoned first.
func (c *Corpus) Record(i int) (Record, error) { return c.records.Record(i) }

// Stats lists the stat records of all truth files and folders, sorted by path.
func (c *Corpus) Stats() []StatRecord { return c.stats() }

// Source is the corpus as a source, without any engine.
func (c *Corpus) Source() Source { return c.source }

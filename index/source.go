package index

import (
	"errors"

	"github.com/git-hfa/git-hfa/memory"
)

// ErrStale says that a derived file cannot serve: it is missing, cut, corrupt, of another version or
// of another state of the memory. The caller falls back to the truth; it is never shown to people.
var ErrStale = errors.New("index is stale")

// ErrUnstable says that a truth file kept changing while it was read, so no consistent state of the
// memory could be seen.
var ErrUnstable = errors.New("memory changes while it is read")

// Doc is what the index knows of one chunk without opening its file.
type Doc struct {
	ID         memory.ID
	Path       string   // slash path in the memory: "chunks/epoch_01/chunk_0007-k3f9qz7m.json"
	Sum        [32]byte // SHA-256 of the file
	Node       memory.NodeID
	Epoch      int
	Topic      int
	Title      string
	CreatedAt  string // RFC 3339 as written, may be empty
	RequestID  string // may be empty
	Supersedes []memory.ID
	Tombstoned bool // a tombstone names this chunk
	Edited     bool // the content does not fit the tag
	Tokens     int  // exact o200k_base count of Block(ID.Short())
}

// Field is a set of the parts of a chunk that a term occurs in.
type Field uint8

// The parts of a chunk that are searched.
const (
	FieldTitle      Field = 1
	FieldHitWords   Field = 2
	FieldConclusion Field = 4
)

// Posting says that a term occurs in a document, and where.
type Posting struct {
	Doc    int   // number of the document in its Source
	Fields Field // never empty
}

// Source is one consistent view of all chunks of a memory. Documents are numbered from 0 in the
// order of chunk number, then id, then path. A Source is safe for use by several goroutines.
//
// Methods with an error give ErrStale when a derived file turns out to be damaged. A View never
// lets that out: it goes on from the truth.
type Source interface {
	// NumDocs is the number of documents, superseded and tombstoned ones included.
	NumDocs() int
	// Doc describes document i.
	Doc(i int) (Doc, error)
	// DF is the number of documents with this term, 0 for an unknown one.
	DF(term string) (int, error)
	// Postings lists the documents with this term, ascending, superseded and tombstoned ones included.
	Postings(term string) ([]Posting, error)
	// HitWord lists the documents that carry exactly this hit word, ascending. key is of query.Key.
	HitWord(key string) ([]int, error)
	// MaxHitWord is at least the number of code points of the longest hit word key; it bounds the search for
	// keys inside a prompt.
	MaxHitWord() int
	// Successors lists the documents that supersede document i, ascending.
	Successors(i int) []int
	// SameNumber says that more than one document has the number of id, so that people must be
	// shown the full id.
	SameNumber(id memory.ID) bool
	// Lookup finds the document with this full id; of several the first.
	Lookup(id memory.ID) (int, bool)
	// ByRequestID lists the documents written with this request id, ascending; none for "".
	ByRequestID(requestID string) ([]int, error)
}

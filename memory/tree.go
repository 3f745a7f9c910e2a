package memory

import "crypto/sha256"

// Severity says whether a Problem makes verify fail.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Problem is one thing that is wrong with a memory. Code is stable, in kebab
// case; Path is relative to the memory; Line counts from 1, 0 when unknown.
type Problem struct {
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	Path     string   `json:"path,omitempty"`
	Line     int      `json:"line,omitempty"`
	Message  string   `json:"message"`        // why
	Cure     string   `json:"cure,omitempty"` // what to type or do next
}

// StoredChunk is a chunk with the file it was read from.
type StoredChunk struct {
	Chunk
	Path string            // relative to the memory, with slashes
	Sum  [sha256.Size]byte // of the file's bytes
}

// Tree is one state of a memory, read whole.
type Tree struct {
	Config     Config
	Directory  *Directory
	Chunks     []StoredChunk // by number, then id, then path
	Tombstones []Tombstone   // by target, then time
	Entries    []Entry       // every source file, also the bad ones; by path
	Digest     Digest
	Problems   []Problem // found while reading; Verify finds more
}

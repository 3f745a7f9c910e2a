package memory

import (
	"github.com/go-json-experiment/json/jsontext"
)

// Schema is the number that chunks, config and tombstones written by this
// program carry.
//
//	1  content tag in the id, supersedes as a list (HFA 2.2 wrote no schema)
const Schema = 1

// Chunk is one decision. It is written once and never changed.
type Chunk struct {
	Schema     int // 0: a file of HFA 2.2, which has no such key
	ID         ID
	Epoch      int // from 1
	Topic      int // position in its epoch, from 1; for display
	Node       NodeID
	Title      string
	HitWords   []string
	Conclusion string
	Source     string
	RequestID  string
	Supersedes []ID
	CreatedAt  string   // RFC 3339 in UTC with milliseconds
	Extra      []Member // keys this program does not know, sorted bytewise
}

// Member is one key of a JSON object with its raw value.
type Member struct {
	Key   string
	Value jsontext.Value
}

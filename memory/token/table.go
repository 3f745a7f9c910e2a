package token

import (
	_ "embed"

	"github.com/git-hfa/git-hfa/memory/token/internal/layout"
)

//go:generate go run ./internal/gentable

// table holds every merge of o200k_base; package layout draws its bytes. A string, not a []byte: it stays in the read-only
// part of the program file, and only the pages that a count touches are ever read.
//
//go:embed o200k_base.table
var table string

// noToken is what mergeOf returns for two tokens that do not merge. It ranks after every token.
const noToken = 1 << layout.IDBits

// mergeOf returns the id of the token that left and right make together, or noToken.
//
// The reference implementation asks for the rank of the joined text instead, and the answers agree. While an encoder works,
// no merge has crossed the edges of the joined text, so what happened inside is what merging that text alone does; that
// is deterministic, hence its last two parts are always the same pair. The generator fails if a token has no such pair.
func mergeOf(left, right uint32) uint32 {
	bucket, rest := layout.Place(left, right)
	i, end := bucketStart(bucket), bucketStart(bucket+1)
	for at := layout.EntryOffset + i*layout.EntrySize; i < end; i++ {
		e := table[at : at+layout.EntrySize]
		low := uint32(e[0]) | uint32(e[1])<<8 | uint32(e[2])<<16 | uint32(e[3])<<24
		if low&layout.RestMask == rest {
			return low>>layout.RestBits | uint32(e[4])<<(32-layout.RestBits)
		}
		at += layout.EntrySize
	}
	return noToken
}

// bucketStart is the number of the first entry of bucket; for layout.Buckets it is the number of entries.
func bucketStart(bucket uint32) int {
	at := layout.DriftOffset + 2*int(bucket)
	d := table[at : at+2]
	return layout.EvenStart(bucket) + int(int16(uint16(d[0])|uint16(d[1])<<8))
}

// byteID is the id of the token of one byte.
func byteID(b byte) uint32 { return uint32(table[b]) }

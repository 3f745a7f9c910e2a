// Package layout holds the arithmetic that the writers and the readers of the embedded data of package token share: the merge
// table, drawn below, and the data of the estimate, drawn in estimate.go.
//
// A merge table answers one question: which token, if any, do two neighbouring tokens make?
//
//	bucket, rest := layout.Place(left, right)
//
// names the bucket to look in and the bits that tell the pairs of one bucket apart.
//
// # Bytes of the table
//
//	offset      size       what
//	0           256        id of the token of each single byte
//	256         2*65,537   drift[b], int16: where bucket b starts, less b*Pairs/65,536
//	131,330     5*Pairs    entries, bucket by bucket, in each bucket by rest
//
// All numbers are little-endian. Buckets fill evenly, so bucket b starts near b*Pairs/65,536, and 16 bits hold the drift;
// the last drift is that of the end. One entry:
//
//	bit 0                  20                38   40
//	    | rest of the pair | id of the token | 00 |
//
// The id of a token is its rank in o200k_base: a lower id merges first. The text of the tokens is nowhere in the table.
package layout

const (
	// Vocabulary is the number of o200k_base tokens, special tokens left out.
	Vocabulary = 199998
	// Pairs is the number of entries: every token longer than one byte is made by exactly one pair.
	Pairs = Vocabulary - 256

	// IDBits is the width of a token id.
	IDBits = 18
	// BucketBits is the width of a bucket number. 16 bits leave 3 entries a bucket, which one cache line holds.
	BucketBits = 16
	// Buckets is the number of buckets.
	Buckets = 1 << BucketBits
	// RestBits is the width of what is left of a placed pair once its bucket is known.
	RestBits = 2*IDBits - BucketBits
	// RestMask keeps the rest of an entry.
	RestMask = 1<<RestBits - 1

	// DriftOffset is where the drifts begin, in bytes.
	DriftOffset = 256
	// EntryOffset is where the entries begin, in bytes.
	EntryOffset = DriftOffset + 2*(Buckets+1)
	// EntrySize is the size of one entry in bytes.
	EntrySize = 5
	// Size is the size of a whole table in bytes.
	Size = EntryOffset + EntrySize*Pairs
)

// multiplier is odd, so multiplication by it modulo 2^36 can be undone: two pairs never get both bucket and rest in
// common, and an entry needs no other key. Its value is 2^36 divided by the golden ratio (Knuth, The Art of Computer
// Programming, volume 3, section 6.4).
const multiplier = 0x9E3779B97

// Place says where the pair of tokens left and right belongs: the bucket, below [Buckets], and the rest, at most [RestMask].
// Both ids must be below [Vocabulary].
func Place(left, right uint32) (bucket, rest uint32) {
	h := (uint64(left)<<IDBits | uint64(right)) * multiplier & (1<<(2*IDBits) - 1)
	return uint32(h >> RestBits), uint32(h & RestMask)
}

// EvenStart is where bucket would start if every bucket held equally many entries.
func EvenStart(bucket uint32) int {
	return int(uint64(bucket) * Pairs >> BucketBits)
}

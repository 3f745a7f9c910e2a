package rank

import "math/bits"

// Bit is one bit of information in the unit of weights.
const Bit = 256

// Background is the number of imagined documents that stand beside the memory.
// A memory of three chunks can't tell a rare word from a usual one: in
// every memory a term is judged as if this many ordinary texts lay beside it. In
// a memory of thousands the real counts outweigh it.
const Background = 1000

// backgroundDF gives, in halves of a document, how many of the imagined
// documents have a term of a class: half a document for a rare one (which keeps
// the logarithm finite), one in 60 for a usual one, one in 15 for a word of
// nearly every conversation.
func backgroundDF(class uint8) int {
	switch class {
	case 0:
		return 1
	case 1:
		return 2 * Background / 60
	default:
		return 2 * Background / 15
	}
}

// Weight gives what it says that a document has a term: log2 of one over the share of
// documents that have it (inverse document frequency, Spärck Jones 1972), the
// imagined ones included. docs is the size of the memory, df the number of its
// documents with the term, class the commonness of the term: 0 rare, 1 usual,
// 2 very often.
func Weight(docs, df int, class uint8) int {
	w := log2(2*(docs+Background)) - log2(2*df+backgroundDF(class))
	return max(w, 0)
}

// log2 gives the logarithm of a positive number in units of 1/256 bit, rounded
// down: the whole part is the position of the highest bit, and each further
// binary digit comes from squaring the rest (Knuth, TAOCP 1.2.2, exercise 25).
func log2(n int) int {
	if n <= 1 {
		return 0
	}
	whole := bits.Len64(uint64(n)) - 1
	const digits = 30 // of the fraction that is squared
	x := uint64(n) << 31 >> uint(whole) >> (31 - digits)
	if whole > 31 {
		x = uint64(n) >> uint(whole-digits)
	}
	out := whole * Bit
	for step := Bit / 2; step > 0; step /= 2 {
		x = x * x >> digits
		if x >= 2<<digits {
			x >>= 1
			out += step
		}
	}
	return out
}

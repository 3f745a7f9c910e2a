package layout

// # Bytes of the data of the estimate
//
//	offset   size    what
//	0        8,192   Whole: a bit for each character up to U+FFFF
//	8,192    128     Leads: a bit for each pair of first bytes of a three-byte character
//	8,320    2,048   Doubles: a bit for each two ASCII characters
//	10,368   2,461   Triples: a bit for each three of space and a to z
//	12,829   40      where the words of 1, 2, … 20 letters begin in Words, as uint16, little-endian
//	12,869   rest    Words: the words of one letter in order, of two letters in order, …
//
// Bit n of a set is bit n%8 of its byte n/8.
const (
	// WholeOffset is where the set of characters begins that are one token and stay so in any context.
	WholeOffset = 0
	// LeadsOffset is where the set of the pairs of leading bytes begins that are a token; see [Lead].
	LeadsOffset = WholeOffset + 1<<16/8
	// DoublesOffset is where the set of two ASCII characters begins that are a token; see [Double].
	DoublesOffset = LeadsOffset + 1<<10/8
	// TriplesOffset is where the set of three letters begins that are a token; see [Triple].
	TriplesOffset = DoublesOffset + 1<<14/8
	// LengthsOffset is where the starts of the words of each length begin.
	LengthsOffset = TriplesOffset + (27*27*27+7)/8
	// MaxWord is the length of the longest word.
	MaxWord = 20
	// WordsOffset is where the words begin.
	WordsOffset = LengthsOffset + 2*MaxWord
)

// Lead is the bit in Leads of the first two bytes of a three-byte character.
func Lead(a, b byte) int { return int(a&0x0F)<<6 | int(b&0x3F) }

// Double is the bit in Doubles of two ASCII characters.
func Double(a, b byte) int { return int(a)<<7 | int(b) }

// Triple is the bit in Triples of three characters; ok is false if they are not all spaces or lower-case letters.
func Triple(a, b, c byte) (bit int, ok bool) {
	x, y, z := letter(a), letter(b), letter(c)
	return (x*27+y)*27 + z, x >= 0 && y >= 0 && z >= 0
}

// letter numbers the space 0 and the letters 1 to 26, and all else -1.
func letter(b byte) int {
	switch {
	case b == ' ':
		return 0
	case b >= 'a' && b <= 'z':
		return int(b-'a') + 1
	}
	return -1
}

package token

import (
	"math"

	"github.com/git-hfa/git-hfa/memory/token/internal/layout"
)

// impossible is below every count of tokens, also after a few steps.
const impossible = math.MinInt32 / 2

// row is the largest number of tokens that a beginning of the text can have, by the length of its last token in bytes.
type row struct{ one, two, more, any int32 }

// asciiBound returns the largest number of tokens of a cut of s in which no two neighbours could merge, as far as hints tells:
// it knows all tokens of two ASCII characters and those of three lower-case letters or spaces.
//
//	t h e | n      "then": "th" "e" "n" cannot be, since "the" is a token; "the" "n" can
//
// Text of lower-case letters has thus at most about one token for two letters where every three letters are a token, as in
// most words; for strings like "qzxj" it is one for each letter.
func asciiBound(s string) int {
	// rows[n%4] belongs to the first n characters.
	nothing := row{impossible, impossible, impossible, impossible}
	rows := [4]row{{impossible, impossible, 0, 0}, nothing, nothing, nothing}
	longest := int32(impossible) // the last token has four characters or more
	for i := range len(s) {
		double := i > 0 && hint(layout.DoublesOffset, layout.Double(s[i-1], s[i]))
		triple, known := false, false
		if i > 1 {
			var bit int
			if bit, known = layout.Triple(s[i-2], s[i-1], s[i]); known {
				triple = hint(layout.TriplesOffset, bit)
			}
		}
		last, last2, last3 := &rows[i&3], &rows[(i-1)&3], &rows[(i-2)&3]
		next := &rows[(i+1)&3] // so far the row three characters back
		longest = max(longest, 1+next.any)
		*next = row{one: 1 + last.more, two: impossible, more: longest}
		if !double {
			next.one = max(next.one, 1+last.one)
		}
		if !triple {
			next.one = max(next.one, 1+last.two)
		}
		if double {
			next.two = 1 + max(last2.more, last2.two)
			if !triple {
				next.two = max(next.two, 1+last2.one)
			}
		}
		if triple || !known {
			next.more = max(next.more, 1+last3.any)
		}
		next.any = max(next.one, next.two, next.more)
	}
	return int(rows[len(s)&3].any)
}

package token

import "unicode"

// class is what the pre-tokenizer needs to know of a character: a set of bits, one a character class of the pattern.
type class uint8

const (
	upper   class = 1 << iota // may stand before the lower part of a word: Lu, Lt, Lm, Lo, M
	lower                     // may stand in the lower part of a word: Ll, Lm, Lo, M
	letter                    // L: unlike a mark it is never a symbol
	number                    // N
	space                     // \s, line ends included
	lineEnd                   // \r and \n
)

// classOf returns the class of r. The Unicode tables are those of the Go release in use.
func classOf(r rune) class {
	switch {
	case r < 0x80:
		return classOfASCII(byte(r))
	case r >= 0x4E00 && r <= 0x9FFF: // CJK unified ideographs, all Lo: spares six table searches
		return upper | lower | letter
	case r >= 0x1F300 && r <= 0x1FAFF: // pictographs, all symbols or unassigned
		return 0
	}
	switch {
	case unicode.Is(unicode.Ll, r):
		return lower | letter
	case unicode.Is(unicode.Lo, r), unicode.Is(unicode.Lm, r):
		return upper | lower | letter
	case unicode.Is(unicode.Lu, r), unicode.Is(unicode.Lt, r):
		return upper | letter
	case unicode.Is(unicode.M, r):
		return upper | lower
	case unicode.Is(unicode.N, r):
		return number
	case unicode.IsSpace(r):
		return space
	}
	return 0
}

func classOfASCII(b byte) class {
	switch {
	case b >= 'a' && b <= 'z':
		return lower | letter
	case b >= 'A' && b <= 'Z':
		return upper | letter
	case b >= '0' && b <= '9':
		return number
	case b == '\n' || b == '\r':
		return space | lineEnd
	case b == ' ' || b == '\t' || b == '\v' || b == '\f':
		return space
	}
	return 0
}

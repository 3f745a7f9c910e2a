package token

import "unicode/utf8"

// The pattern of o200k_base is seven alternatives, tried in this order at each place:
//
//	word   [^\r\n\p{L}\p{N}]?U*L+(?i:'s|'t|'re|'ve|'m|'ll|'d)?    U = [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]
//	WORD   [^\r\n\p{L}\p{N}]?U+L*(?i:'s|'t|'re|'ve|'m|'ll|'d)?    L = [\p{Ll}\p{Lm}\p{Lo}\p{M}]
//	number \p{N}{1,3}
//	symbol  ?[^\s\p{L}\p{N}]+[\r\n/]*
//	lines  \s*[\r\n]+
//	blank  \s+(?!\S)
//	blank  \s+
//
// They match every character, so the pieces laid end to end are the text.

// nextPiece returns the length in bytes of the first piece of s, which is valid UTF-8 and not empty.
func nextPiece(s string) int {
	r, size := decode(s)
	first := classOf(r)
	if end := wordEnd(s, first, size); end > 0 {
		return end + contraction(s[end:])
	}
	if first&number != 0 {
		return numberEnd(s)
	}
	if end := symbolEnd(s, r, first); end > 0 {
		return end
	}
	return blankEnd(s)
}

// decode is utf8.DecodeRuneInString with a short way for ASCII.
func decode(s string) (r rune, size int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return utf8.DecodeRuneInString(s)
}

// wordEnd returns the end of the word or WORD at the start of s, without a contraction, or 0. first is the class of the
// first character and size its length.
func wordEnd(s string, first class, size int) int {
	// A mark may lead as the foreign character too, but it is in U and in L as well, and the match ends at the same place.
	if first&(upper|lower|number|lineEnd) == 0 {
		if end := lettersEnd(s, size); end > size {
			return end
		}
	}
	if first&(upper|lower) == 0 {
		return 0
	}
	return lettersEnd(s, 0)
}

// lettersEnd matches U*L+, or else U+L*, at offset start of s and returns the end, or start if neither matches.
//
// U* first takes all it can. If no character of L follows, it gives back until one does: the last character that is in both
// U and L (a mark or a letter without case) is then all that L+ gets.
//
//	A B 中 C D !        U* = A B 中 C D, no L follows, so U* = A B, L+ = 中
//	~~~~~~
func lettersEnd(s string, start int) int {
	end, lastBoth := start, start
	for end < len(s) {
		r, size := decode(s[end:])
		c := classOf(r)
		if c&upper == 0 {
			if c&lower == 0 {
				break
			}
			return lowerEnd(s, end+size)
		}
		end += size
		if c&lower != 0 {
			lastBoth = end
		}
	}
	if lastBoth > start {
		return lastBoth
	}
	return end
}

// lowerEnd returns the end of L* at offset end of s.
func lowerEnd(s string, end int) int {
	for end < len(s) {
		r, size := decode(s[end:])
		if classOf(r)&lower == 0 {
			break
		}
		end += size
	}
	return end
}

// contraction returns the length in bytes of the contraction at the start of s, or 0.
//
// Without regard to case an s is also U+017F, the long s. tiktoken's regular expressions agree; some ports do not.
func contraction(s string) int {
	if len(s) < 2 || s[0] != '\'' {
		return 0
	}
	switch s[1] | 0x20 {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v':
		if len(s) > 2 && s[2]|0x20 == 'e' {
			return 3
		}
	case 'l':
		if len(s) > 2 && s[2]|0x20 == 'l' {
			return 3
		}
	}
	if len(s) > 2 && s[1:3] == "\u017F" {
		return 3
	}
	return 0
}

// numberEnd returns the end of the number at the start of s: at most three characters.
func numberEnd(s string) int {
	end := 0
	for range 3 {
		if end == len(s) {
			break
		}
		r, size := decode(s[end:])
		if classOf(r)&number == 0 {
			break
		}
		end += size
	}
	return end
}

// symbolEnd returns the end of the symbols at the start of s, or 0. r is the first character and first its class.
func symbolEnd(s string, r rune, first class) int {
	start := 0
	if r == ' ' {
		start = 1
	} else if first&(letter|number|space) != 0 {
		return 0
	}
	end := start
	for end < len(s) {
		r, size := decode(s[end:])
		if classOf(r)&(letter|number|space) != 0 {
			break
		}
		end += size
	}
	if end == start {
		return 0
	}
	for end < len(s) && (s[end] == '\n' || s[end] == '\r' || s[end] == '/') {
		end++
	}
	return end
}

// blankEnd returns the end of the white space at the start of s: after its last line end if it has one, else before its
// last character (which then leads the next piece), but after all of it at the end of the text or if it is one character.
func blankEnd(s string) int {
	end, last, lines := 0, 0, 0 // last is the start of the last character
	for end < len(s) {
		r, size := decode(s[end:])
		c := classOf(r)
		if c&space == 0 {
			break
		}
		last = end
		end += size
		if c&lineEnd != 0 {
			lines = end
		}
	}
	switch {
	case lines > 0:
		return lines
	case end == len(s) || last == 0:
		return end
	default:
		return last
	}
}

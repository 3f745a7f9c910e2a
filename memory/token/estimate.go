package token

import (
	_ "embed"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory/token/internal/layout"
)

// hints holds what Estimate knows of the vocabulary, 25 kB; package layout draws its bytes.
//
//go:embed estimate.table
var hints string

// Estimate returns an upper bound of [Count](s) that is found without merging a single pair.
//
// It cuts s into the pieces of o200k_base and adds up a bound for each, by what the piece is made of:
//
//   - a common English word, alone or after a space, is 1 token; after another ASCII character 2
//   - up to three ASCII digits are 1
//   - a run of one blank is 1 token for each 80 spaces, 21 tabs or 11 line ends begun, and 1 more for all but the first
//   - a character that is not ASCII is 1 if it is a token and otherwise its bytes, less 1 if its first two are a token
//   - any other ASCII text is the longest row of tokens in which no two neighbours could merge: see [asciiBound]
//   - where a token may hold the end of one character and a part of the next, 1 more, or all its bytes: see [tears]
//
// Why it holds: when merging ends, no two neighbours make a token. Where no token crosses the edges of a character, the
// character has the tokens it has alone; where one does, the last two rules pay for it. Tests hold the rules against the
// whole vocabulary.
func Estimate(s string) int {
	s = clean(s)
	n := 0
	for len(s) > 0 {
		end := nextPiece(s)
		n += boundPiece(s[:end])
		s = s[end:]
	}
	return n
}

// boundPiece returns an upper bound of the tokens of one piece.
func boundPiece(piece string) int {
	first := classOf(rune(piece[0]))
	switch {
	case len(piece) == 1:
		return 1
	case piece[0] < utf8.RuneSelf && first&number != 0 && isASCII(piece):
		return 1
	case isCommonWord(piece):
		return 1
	case piece[0] < utf8.RuneSelf && isCommonWord(piece[1:]):
		if piece[0] == ' ' {
			return 1
		}
		if first&letter == 0 {
			return 2
		}
	}
	if n := blankBound(piece); n > 0 {
		return n
	}
	return mixedBound(piece)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isCommonWord reports whether s is a word of hints, in lower case or with its first letter in upper case.
func isCommonWord(s string) bool {
	if len(s) == 0 || len(s) > layout.MaxWord {
		return false
	}
	initial := s[0]
	if initial >= 'A' && initial <= 'Z' {
		initial |= 0x20
	}
	words := wordsOfLength(len(s))
	for len(words) > 0 { // binary search among records of len(s) bytes
		middle := len(words) / len(s) / 2 * len(s)
		word := words[middle : middle+len(s)]
		switch {
		case word[0] == initial && word[1:] == s[1:]:
			return true
		case word[0] < initial || word[0] == initial && word[1:] < s[1:]:
			words = words[middle+len(s):]
		default:
			words = words[:middle]
		}
	}
	return false
}

// wordsOfLength returns the words of n letters, in order and one after the other.
func wordsOfLength(n int) string {
	words := hints[layout.WordsOffset:]
	if n == layout.MaxWord {
		return words[lengthStart(n):]
	}
	return words[lengthStart(n):lengthStart(n+1)]
}

func lengthStart(n int) int {
	at := layout.LengthsOffset + 2*(n-1)
	return int(hints[at]) | int(hints[at+1])<<8
}

// blankBound bounds a piece that is one blank over and over; it returns 0 for any other.
//
// Every shorter run is a token, up to 79 spaces, 20 tabs and 10 line ends. Two neighbours that could be one of those would
// have merged, so each two tokens hold more than that.
func blankBound(piece string) int {
	longest := 0
	switch piece[0] {
	case ' ':
		longest = 79
	case '\t':
		longest = 20
	case '\n':
		longest = 10
	default:
		return 0
	}
	for i := range len(piece) {
		if piece[i] != piece[0] {
			return 0
		}
	}
	return 2*(len(piece)/(longest+1)) + 1
}

// mixedBound bounds a piece as the sum over its characters and its stretches of ASCII. A token counts where it ends.
func mixedBound(piece string) int {
	n := 0
	for at := 0; at < len(piece); {
		torn := at > 0 && tears(piece[at-1], piece[at])
		if piece[at] < utf8.RuneSelf {
			start := at
			for at < len(piece) && piece[at] < utf8.RuneSelf {
				at++
			}
			n += asciiBound(piece[start:at])
			if torn {
				n++
			}
			continue
		}
		_, size := utf8.DecodeRuneInString(piece[at:])
		switch bound := characterBound(piece[at : at+size]); {
		case !torn:
			n += bound
		case piece[at-1] == ' ': // the space ends no token then
			n += bound + 1
		default:
			n += size
		}
		at += size
	}
	return n
}

// characterBound bounds the tokens that end in c, one character that is not ASCII.
func characterBound(c string) int {
	switch r, size := utf8.DecodeRuneInString(c); {
	case size == 4:
		if c[0] == 0xF0 && c[1] == 0x9F { // pictographs: these two bytes are a token
			return 3
		}
		return 4
	case hint(layout.WholeOffset, int(r)):
		return 1
	case size == 3 && hint(layout.LeadsOffset, layout.Lead(c[0], c[1])):
		return 2
	default:
		return size
	}
}

// tears reports whether a token may hold the end of one character and the beginning of the next, and not all of both, in a way
// that costs more tokens than the two characters have alone. last and next are the bytes at the border.
func tears(last, next byte) bool {
	switch {
	case last == ' ': // " \xe4" and many more
		return next >= 0xE0
	case last == '-':
		return next == 0xC4
	}
	switch uint16(last)<<8 | uint16(next) {
	case 0x8A<<8 | 'p', 0x95<<8 | '\n', 0x9A<<8 | 'p', 0x9C<<8 | 'i',
		0x80E0, 0x81EF, 0x82E0, 0x99E0, 0x9AE1, 0xA0E1, 0xA1D5, 0xA3E1:
		return true
	}
	return false
}

// hint reports whether the set at offset of hints has the bit.
func hint(offset, bit int) bool { return hints[offset+bit/8]>>(bit%8)&1 != 0 }

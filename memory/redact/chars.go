package redact

import (
	"unicode"
	"unicode/utf8"
)

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
func isBlank(c byte) bool { return c == ' ' || c == '\t' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isAlpha(c byte) bool { return isUpper(c) || isLower(c) }
func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }
func isWord(c byte) bool  { return isAlnum(c) || c == '_' }
func isHex(c byte) bool   { return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }

// isIdent reports whether c may stand in a name as names are written in code, in
// .env files, headers and flags.
func isIdent(c byte) bool { return isWord(c) || c == '-' }

func all(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return s != ""
}

// foreign reports whether r ends a value that is written without quotes: Chinese,
// Japanese or Korean text, full-width punctuation, and whatever is no letter.
func foreign(r rune) bool {
	return r >= utf8.RuneSelf && (!unicode.IsLetter(r) || r >= 0x2E80)
}

// leftEdge reports whether a token may begin at s[at]: nothing stands there that
// it would be the rest of, a word or base64. A line break written as \n is an edge.
func leftEdge(s string, at int) bool {
	if at == 0 || !isAlnum(s[at-1]) && s[at-1] != '+' {
		return true
	}
	if at >= 2 && s[at-2] == '\\' {
		switch s[at-1] {
		case 'n', 'r', 't':
			return true
		}
	}
	return false
}

// skipBlanks returns the next place from i on that is no space and no tab.
func skipBlanks(s string, i int) int {
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	return i
}

package redact

import (
	"strings"
	"unicode/utf8"
)

// judged is the length in bytes of the head by which a long value is judged.
const judged = 1024

// value is a value that was read: s[start:end] without its quotes.
type value struct {
	span
	quoted bool
}

// valueAt reads the value at s[i]. whole says that an unquoted value goes to the
// next white space, as in a line of a .env file.
func valueAt(s string, i int, whole bool) value {
	if i >= len(s) {
		return value{}
	}
	i = wrapper(s, i)
	for _, q := range [...][2]string{{`\"`, `\"`}, {`"""`, `"""`}, {`"`, `"`}, {`'`, `'`}, {"`", "`"}, {"“", "”"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}} {
		if !strings.HasPrefix(s[i:], q[0]) {
			continue
		}
		start := i + len(q[0])
		if end := closing(s, start, q[1]); end >= 0 {
			return value{span{start, end}, true}
		}
		// A quote that nothing closes: the text was cut.
		return value{span{start, unquoted(s, start, false)}, true}
	}
	end := unquoted(s, i, whole)
	return value{span{i, end}, false}
}

// wrapper skips what may stand before a literal: b", f", @", []byte(", Some(".
func wrapper(s string, i int) int {
	if i+1 < len(s) && strings.IndexByte("bfruLN@$", s[i]) >= 0 && (s[i+1] == '"' || s[i+1] == '\'') {
		return i + 1
	}
	for _, w := range [...]string{"[]byte(", "SecretStr(", "Some(", "String::from(", "std::string(", "String.valueOf(", "Buffer.from(", "new String(",
		"Optional.of(", "Secret(", "bytes(", "str(", "string("} {
		if rest, ok := strings.CutPrefix(s[i:], w); ok && rest != "" && strings.IndexByte("\"'`", rest[0]) >= 0 {
			return i + len(w)
		}
	}
	return i
}

// closing returns where the quote that closes a value stands, or -1. The value
// stays on its line.
func closing(s string, i int, quote string) int {
	for ; i < len(s) && s[i] != '\n'; i++ {
		if strings.HasPrefix(s[i:], quote) {
			return i
		}
		if s[i] == '\\' && i+1 < len(s) && s[i+1] != '\n' {
			i++
		}
	}
	return -1
}

// unquoted returns the end of a value without quotes, after judged bytes at most: a text
// such as "token=token=…" would else be read again for each name in it. See wholeValue.
func unquoted(s string, start int, whole bool) int {
	i, depth := start, 0
loop:
	for i < len(s) && i-start < judged {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			if foreign(r) {
				break loop
			}
			i += n
			continue
		case isSpace(c) || c == '"' || c == '\'' || c == '`':
			break loop
		case c == '\\' && i+1 < len(s) && strings.IndexByte("nrt\"'", s[i+1]) >= 0:
			break loop
		case c == Mark[0] && i > start && hasAny(s[i:], Mark) > 0:
			break loop
		case whole:
		case c == '<' || c == '>' || c == '|':
			if i > start {
				break loop
			}
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				break loop
			}
		case (c == ',' || c == ';' || c == '&') && i > start && separates(s, i+1):
			break loop
		}
		i++
	}
	for i > start && strings.IndexByte(".,;:?", s[i-1]) >= 0 {
		i--
	}
	return i
}

// wholeValue returns the end of a secret that was found by its first judged bytes.
func wholeValue(s string, p span) int {
	if p.end-p.start < judged {
		return p.end
	}
	for p.end < len(s) && s[p.end] < utf8.RuneSelf && !isSpace(s[p.end]) && strings.IndexByte("\"'`,;&<>|()[]{}\\", s[p.end]) < 0 {
		p.end++
	}
	return p.end
}

// separates reports whether the "," ";" or "&" before s[i] ends a value, or is a
// character of it: password=a,b1;c&d is one value, password=ab1;user=c is two.
func separates(s string, i int) bool {
	if i >= len(s) || isSpace(s[i]) || s[i] >= utf8.RuneSelf || strings.IndexByte("\"'`,;&)]}\\-", s[i]) >= 0 {
		return true
	}
	for n := 0; i < len(s) && n < nameMax; n++ {
		switch c := s[i]; {
		case c == '=' || c == ':':
			return n > 0
		case !isIdent(c) && c != ' ' && c != '.':
			return false
		}
		i++
	}
	return false
}

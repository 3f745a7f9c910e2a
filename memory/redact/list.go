package redact

import "strings"

// listMost is how many values of a list are read.
const listMost = 16

// listed adds the secrets of a list that begins at t.s[i]: passwords: ["x", "y"], or a line
// "- x" for each. It reports whether a list stands there.
func listed(t *text, i int, c class) bool {
	s := t.s
	flow := i < len(s) && s[i] == '['
	if !flow && !item(s, i) {
		return false
	}
	for n := 0; n < listMost && i < len(s) && (flow || item(s, i)); n++ {
		v := valueAt(t, skipSpaces(s, i+1), false)
		text := s[v.start:v.end]
		if v.none() || s[v.start] == '(' || flow && !v.quoted && n == 0 && strings.IndexByte(",]", s[min(v.stop, len(s)-1)]) < 0 {
			break
		}
		if likely(text, c) || secret(text, c, quoted) && (c != password || classify(text).digits > 0) {
			t.also(v.span)
		}
		if i = skipSpaces(s, closers(s, v.stop)); i < len(s) && flow && s[i] != ',' {
			break
		}
	}
	return true
}

// item reports whether an item of a list in YAML begins at s[i].
func item(s string, i int) bool { return i+2 < len(s) && s[i] == '-' && s[i+1] == ' ' }

// bytesAt finds a key that is written byte by byte at s[i]: { 0x2B, 0x7E, … } or 2B 7E …, eight
// bytes at least.
func bytesAt(s string, i int) (p span) {
	for i < len(s) && (s[i] == '{' || s[i] == '[' || isBlank(s[i])) {
		i++
	}
	p.start = i
	for n := 0; n < 128 && i < len(s); n++ {
		i += hasAny(s[i:], "0x", `\x`)
		if i+2 > len(s) || !isHex(s[i]) || !isHex(s[i+1]) || i+2 < len(s) && isAlnum(s[i+2]) {
			break
		}
		if i += 2; n >= 7 {
			p.end = i
		}
		next := i
		for next < len(s) && next-i < 4 && (s[next] == ',' || isSpace(s[next])) {
			next++
		}
		if next == i && hasAny(s[i:], `\x`) == 0 {
			break
		}
		i = next
	}
	return p
}

package distill

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// matcher finds the phrases of a list in a text, leftmost and longest first, in one
// pass. English phrases match whole words ("fix" is not in "prefix"), one that ends
// with "*" any ending of its last word; Chinese ones match anywhere.
type matcher struct {
	byStart map[rune][]phrase // by startOf, longest first
}

type phrase struct {
	text  string
	class uint8
	open  bool // ended with "*"
}

// newMatcher reads lists of the form
//
//	[name]
//	phrase, phrase
//	# comment
//
// class gives the number of a name.
func newMatcher(lists string, class func(name string) uint8) *matcher {
	m := &matcher{byStart: make(map[rune][]phrase, 512)}
	var current uint8
	for l := range strings.Lines(lists) {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		if l[0] == '[' {
			current = class(strings.Trim(l, "[]"))
			continue
		}
		for text := range strings.SplitSeq(l, ",") {
			p := phrase{text: strings.TrimSpace(text), class: current}
			if p.text == "" {
				continue
			}
			p.text, p.open = strings.CutSuffix(p.text, "*")
			key := startOf(p.text)
			m.byStart[key] = append(m.byStart[key], p)
		}
	}
	for _, list := range m.byStart {
		slices.SortStableFunc(list, func(a, b phrase) int { return len(b.text) - len(a.text) })
	}
	return m
}

// startOf is what phrases are filed under: the first two bytes of an English
// phrase, the first character of any other.
func startOf(s string) rune {
	if s[0] >= utf8.RuneSelf {
		r, _ := utf8.DecodeRuneInString(s)
		return r
	}
	if len(s) == 1 {
		return -rune(s[0])
	}
	return -(rune(s[0]) | rune(s[1])<<8)
}

// each calls found with the place and class of every phrase in lower, a text in lower
// case as lowerASCII makes it.
func (m *matcher) each(lower string, found func(start, end int, class uint8)) {
	for i := 0; i < len(lower); {
		c := lower[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(lower[i:])
			if p, ok := m.at(lower[i:], r); ok {
				found(i, i+len(p.text), p.class)
				n = len(p.text)
			}
			i += n
			continue
		}
		if !isWordByte(c) {
			i++
			continue
		}
		if p, ok := m.at(lower[i:], startOf(lower[i:])); ok {
			end := i + len(p.text)
			if p.open {
				end += wordLength(lower[end:])
			}
			found(i, end, p.class)
			i = end
			continue
		}
		i += max(1, wordLength(lower[i:]))
	}
}

// at gives the longest phrase that s begins with.
func (m *matcher) at(s string, key rune) (phrase, bool) {
	for _, p := range m.byStart[key] {
		if !strings.HasPrefix(s, p.text) {
			continue
		}
		if rest := s[len(p.text):]; !p.open && rest != "" && isWordByte(rest[0]) && isWordByte(p.text[len(p.text)-1]) && !isPossessive(rest) {
			continue
		}
		return p, true
	}
	return phrase{}, false
}

// isPossessive tells whether the rest of a text begins with the end of "the paper's".
func isPossessive(rest string) bool {
	return strings.HasPrefix(rest, "'s") && (len(rest) == 2 || !isWordByte(rest[2]))
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '\''
}

func wordLength(s string) int {
	n := 0
	for n < len(s) && isWordByte(s[n]) {
		n++
	}
	return n
}

// lowerASCII puts ASCII letters into lower case, so that places stay the same.
func lowerASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

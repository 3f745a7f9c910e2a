package query

import "strings"

// Version is the version of the terms and keys that this package makes. It
// grows whenever Cut or Key give other results for any text, and an index that
// was built with another version is built anew.
//
//	1  first form
//	2  keys join a word and a number: "PEP 8" is "pep8"
const Version int = 2

// Cut gives the index terms of a stored text, each once, in the order in which
// they first occur. What Parse asks for is among what Cut gives.
func Cut(text string) []string {
	rs := fold(text)
	c := cutter{seen: make(map[string]struct{}, len(rs))}
	for _, t := range lex(rs) {
		switch t.kind {
		case kindPair:
			c.pairs(rs[t.start:t.end])
		case kindWord:
			c.word(rs[t.start:t.end])
		}
	}
	return c.terms
}

type cutter struct {
	seen  map[string]struct{}
	terms []string
}

func (c *cutter) add(term string) {
	if term == "" {
		return
	}
	if _, ok := c.seen[term]; !ok {
		c.seen[term] = struct{}{}
		c.terms = append(c.terms, term)
	}
}

func (c *cutter) pairs(run []rune) {
	for i := range run {
		c.add(string(run[i]))
		if i+1 < len(run) {
			c.add(string(run[i : i+2]))
		}
	}
}

func (c *cutter) word(w []rune) {
	id := parseIdentifier(w)
	c.add(stem(id.whole))
	for _, s := range id.segments {
		c.add(stem(s))
	}
	for _, p := range id.parts {
		c.add(stem(p))
	}
}

// Key gives the normal form of a hit word for exact lookup: each word token in
// one piece without separators, case and plural s; Han and the like as they
// are; one blank between two neighbouring words and nowhere else, nor between a word and its
// number. So "GBK 乱码" is the key of "GBK乱码", "api-gw" that of "API_GW", and "RFC 2119" that of
// "RFC-2119". It is "" when nothing is left.
func Key(hitWord string) string {
	var b strings.Builder
	last, before := kindBreak, ""
	rs := fold(hitWord)
	for _, t := range lex(rs) {
		switch t.kind {
		case kindPair:
			b.WriteString(string(rs[t.start:t.end]))
			last = kindPair
		case kindWord:
			text := singular(parseIdentifier(rs[t.start:t.end]).whole)
			if last == kindWord && !numbered(before, text) {
				b.WriteByte(' ')
			}
			b.WriteString(text)
			last, before = kindWord, text
		}
	}
	return b.String()
}

// numbered says whether two neighbouring words are a word and its number, which people write
// with a blank, a dash or nothing between them.
func numbered(word, number string) bool {
	return digits(number) && word != "" && !strings.ContainsAny(word, "0123456789")
}

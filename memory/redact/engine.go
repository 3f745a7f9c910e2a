package redact

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// span is a part of a text, s[start:end]. The zero span is none.
type span struct{ start, end int }

func (p span) none() bool { return p.end <= p.start }

// exprRule finds a secret with a regular expression. The secret is the group
// that has the number group; with group 0 the first group that matched, and
// without groups the whole match. Its entropy in bits a character is at least
// entropy.
type exprRule struct {
	id       string
	expr     string
	keywords []string // in lower case; one of them stands in or before the secret
	group    int
	entropy  float64
}

// scanRule finds secrets by hand, which for most forms is shorter and faster than
// an expression. scan looks round the keyword s[at:end] and returns up to two
// secrets, sorted or not.
type scanRule struct {
	id       string
	keywords []string
	scan     func(s string, at, end int) (a, b span)
}

// entry is one keyword of one rule, in a chain of keywords with the same hash.
type entry struct {
	word string
	rule int // scan rules, then prefix tokens, then expressions
	next uint16
}

// hashes is the number of chains. A text mostly falls on empty ones.
const hashes = 1 << 12

// engine holds what is made once, when a text is searched for the first time. It
// takes microseconds: the tables themselves are laid out by the linker.
type engine struct {
	head    [hashes]uint16 // the first entry of a chain, 0 for none
	entries []entry
	exprs   [len(gitleaksRules)]lazyExpr
}

type lazyExpr struct {
	once sync.Once
	re   *regexp.Regexp
}

// The ranges of entry.rule.
const (
	firstPrefix = len(scanRules)
	firstExpr   = firstPrefix + len(prefixTokens)
)

// shared is zero until it is needed, so a start of the program pays nothing for it.
var shared struct {
	once sync.Once
	engine
}

func load() *engine {
	shared.once.Do(shared.fill)
	return &shared.engine
}

func (e *engine) fill() {
	e.entries = make([]entry, 1, 512)
	// A chain is walked from its last entry to its first. Expressions go in
	// first, so that the cheap rules are asked first.
	for i := range gitleaksRules {
		e.add(gitleaksRules[i].keywords, firstExpr+i)
	}
	for i := range prefixTokens {
		word := strings.ToLower(prefixTokens[i].prefix)
		e.add([]string{word}, firstPrefix+i)
	}
	for i := range scanRules {
		e.add(scanRules[i].keywords, i)
	}
}

func (e *engine) add(words []string, rule int) {
	for _, word := range words {
		h := hash(word[0], word[1])
		e.entries = append(e.entries, entry{word, rule, e.head[h]})
		e.head[h] = uint16(len(e.entries) - 1)
	}
}

func hash(a, b byte) int { return (int(a)<<5 ^ int(b)) & (hashes - 1) }

// lower folds an ASCII letter and leaves every other byte alone.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// hasFold reports whether s begins with word, which is in lower case.
func hasFold(s, word string) bool {
	if len(s) < len(word) {
		return false
	}
	for i := range len(word) {
		if lower(s[i]) != word[i] {
			return false
		}
	}
	return true
}

// hit is a place where the keyword of an expression begins.
type hit struct{ expr, at int }

// search returns the secrets of s in any order, with overlaps.
func search(s string) (found []Finding) {
	e := load()
	var buffer [32]hit
	hits := buffer[:0]
	for i := 0; i+1 < len(s); i++ {
		next := e.head[hash(lower(s[i]), lower(s[i+1]))]
		for next != 0 {
			it := &e.entries[next]
			next = it.next
			if !hasFold(s[i:], it.word) {
				continue
			}
			if it.rule >= firstExpr {
				hits = append(hits, hit{it.rule - firstExpr, i})
				continue
			}
			id, a, b := e.scan(it.rule, s, i, i+len(it.word))
			if a.none() {
				continue
			}
			found = append(found, Finding{id, a.start, a.end})
			if !b.none() {
				found = append(found, Finding{id, b.start, b.end})
			}
			if a.end > i {
				// Nothing to look for inside a secret.
				i = a.end - 1
				break
			}
		}
	}
	if len(hits) > 0 {
		found = e.matchAll(s, hits, found)
	}
	return found
}

func (e *engine) scan(rule int, s string, at, end int) (id string, a, b span) {
	if rule >= firstPrefix {
		t := &prefixTokens[rule-firstPrefix]
		return t.id, t.find(s, at), span{}
	}
	r := &scanRules[rule]
	a, b = r.scan(s, at, end)
	if a.none() {
		a, b = b, span{}
	}
	a.end, b.end = wholeValue(s, a), wholeValue(s, b)
	return r.id, a, b
}

// An expression sees this many bytes before and after its keyword, and more up to
// white space (slack at most) or while a match runs into the end.
const (
	before = 128
	after  = 512
	slack  = 4096
)

func (e *engine) matchAll(s string, hits []hit, found []Finding) []Finding {
	slices.SortFunc(hits, func(a, b hit) int {
		if a.expr != b.expr {
			return a.expr - b.expr
		}
		return a.at - b.at
	})
	for i := 0; i < len(hits); {
		first, last := hits[i], hits[i]
		for i++; i < len(hits) && hits[i].expr == first.expr && hits[i].at-last.at < before+after; i++ {
			last = hits[i]
		}
		found = e.match(s, first.expr, first.at, last.at, found)
	}
	return found
}

// match runs one expression round its keywords, which stand from first to last.
func (e *engine) match(s string, expr, first, last int, found []Finding) []Finding {
	rule, lazy := &gitleaksRules[expr], &e.exprs[expr]
	lazy.once.Do(func() { lazy.re = regexp.MustCompile(rule.expr) })
	start := boundaryBefore(s, max(0, first-before))
	end := boundaryAfter(s, min(len(s), last+after))
	for start < end {
		loc := lazy.re.FindStringSubmatchIndex(s[start:end])
		if loc == nil {
			return found
		}
		if loc[1] == end-start && end < len(s) {
			end = boundaryAfter(s, min(len(s), end+slack))
			continue
		}
		secret := group(loc, rule.group)
		from, to := start+secret.start, start+secret.end
		// A match where the window was cut may lack its true left edge, and
		// one after a "+" stands within base64.
		cut := from > 0 && s[from-1] == '+' || loc[0] == 0 && start > 0 && isWord(s[start-1]) && isWord(s[start])
		if !cut && to-from >= minSecret && entropy(s[from:to]) >= rule.entropy && !placeholder(s[from:to]) {
			found = append(found, Finding{rule.id, from, to})
		}
		// What ends one secret may be what the next one begins after.
		start += max(secret.end, loc[0]+1)
		for start < end && !utf8.RuneStart(s[start]) {
			start++
		}
	}
	return found
}

func group(loc []int, n int) span {
	if n > 0 {
		return span{loc[2*n], loc[2*n+1]}
	}
	for i := 2; i < len(loc); i += 2 {
		if loc[i] >= 0 && loc[i+1] > loc[i] {
			return span{loc[i], loc[i+1]}
		}
	}
	return span{loc[0], loc[1]}
}

// boundaryBefore moves i back to just after white space, slack bytes at most, and
// never into a character.
func boundaryBefore(s string, i int) int {
	for n := 0; i > 0 && (n < slack && !isSpace(s[i-1]) || i < len(s) && !utf8.RuneStart(s[i])); n++ {
		i--
	}
	return i
}

func boundaryAfter(s string, i int) int {
	for n := 0; i < len(s) && (n < slack && !isSpace(s[i]) || !utf8.RuneStart(s[i])); n++ {
		i++
	}
	return i
}

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	bits := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

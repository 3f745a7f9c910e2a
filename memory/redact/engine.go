package redact

import (
	"math"
	"strings"
	"sync"
)

// span is a part of a text, s[start:end]. The zero span is none.
type span struct{ start, end int }

func (p span) none() bool { return p.end <= p.start }

// scanRule finds secrets by hand, which for most forms is shorter and faster than
// an expression. scan looks round the keyword t.s[at:end] and returns up to two
// secrets, sorted or not.
type scanRule struct {
	id       string
	keywords []string // in lower case; one of them stands in, before or after the secret
	scan     func(t *text, at, end int) (a, b span)
	cheap    bool // most places with a keyword are left after a glance
}

// entry is one keyword of one rule, in a chain of keywords with the same hash.
type entry struct {
	word string
	rule int // scan rules, then programs, then prefix tokens
	next uint16
	four byte // the fourth of word, 0 for none
}

// hashes is the number of chains. A text mostly falls on empty ones.
const hashes = 1 << 13

const triples = 1 << 16

// engine holds what is made once, when a text is searched for the first time. It
// takes microseconds: the tables themselves are laid out by the linker.
type engine struct {
	head    [hashes]uint16       // the first entry of the chain of a triple, 0 for none
	short   [256]uint16          // the same for keywords of two bytes, by the second
	begins  [triples / 64]uint64 // a bit for each triple of bytes that a keyword begins with
	lower   [256]byte
	entries []entry

	prefixes []*prefixToken // of all prefixTables
}

// The ranges of entry.rule.
const (
	firstProgram = len(scanRules)
	firstPrefix  = firstProgram + len(programs)
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
	e.entries = make([]entry, 1, 1024)
	for c := range e.lower {
		e.lower[c] = lower(byte(c))
	}
	// A chain is walked from its last entry to its first: the cheap rules, which go in
	// last, are asked first.
	e.prefixes = make([]*prefixToken, 0, 512)
	for p := range prefixTokens {
		e.add(strings.ToLower(p.prefix), firstPrefix+len(e.prefixes))
		e.prefixes = append(e.prefixes, p)
	}
	for i := range programs {
		e.add(programs[i].name, firstProgram+i)
	}
	for i := range scanRules {
		for _, word := range scanRules[i].keywords {
			e.add(word, i)
		}
	}
}

func (e *engine) add(word string, rule int) {
	chain := &e.short[word[1]]
	if len(word) > 2 {
		k := triple(word[0], word[1], word[2])
		chain = &e.head[k%hashes]
		e.begins[k/64] |= 1 << (k % 64)
	} else {
		for c := range 256 {
			k := triple(word[0], word[1], byte(c))
			e.begins[k/64] |= 1 << (k % 64)
		}
	}
	it := entry{word: word, rule: rule, next: *chain}
	if len(word) > 3 {
		it.four = word[3]
	}
	e.entries = append(e.entries, it)
	*chain = uint16(len(e.entries) - 1)
}

// triple is a hash of three bytes, less than triples.
func triple(a, b, c byte) uint { return (uint(a)<<10 ^ uint(b)<<5 ^ uint(c)) % triples }

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

// texts keeps what a search needs beside the text, so that a search allocates nothing.
var texts = sync.Pool{New: func() any { return new(text) }}

// search returns the secrets of s in any order, with overlaps, and whether the rules came
// into debt.
func search(s string) (found []Finding, debt bool) {
	e := load()
	t := texts.Get().(*text)
	found, debt = e.searchText(t, s, nil)
	for i, f := range found {
		if s[f.Start] == '+' && (f.Start == 0 || s[f.Start-1] == '\n') {
			found[i].Start = min(f.Start+1, f.End-minSecret) // the mark of a diff
		}
	}
	found, led := e.searchLed(t, s, found)
	t.begin("", 0)
	texts.Put(t)
	return found, debt || led
}

// searchText adds the secrets of s to found.
func (e *engine) searchText(t *text, s string, found []Finding) (more []Finding, debt bool) {
	t.begin(s, len(e.entries))
	for i := 0; i+1 < len(s); i++ {
		first, second, third := e.lower[s[i]], e.lower[s[i+1]], byte(0)
		if i+2 < len(s) {
			third = e.lower[s[i+2]]
		}
		k := triple(first, second, third)
		if e.begins[k/64]&(1<<(k%64)) == 0 {
			continue // most places
		}
		end := i
		if found, end = e.ask(t, found, i, e.head[k%hashes]); end == i {
			found, end = e.ask(t, found, i, e.short[second])
		}
		if end > i {
			i = end - 1 // nothing to look for inside a secret
		}
	}
	return found, t.debt
}

// ask asks the rules of a chain of keywords at t.s[i] and adds what they find. One that finds a
// secret there ends that: end is then the end of the secret, and i else.
func (e *engine) ask(t *text, found []Finding, i int, next uint16) (more []Finding, end int) {
	s, four := t.s, byte(0)
	if i+3 < len(s) {
		four = e.lower[s[i+3]]
	}
	for next != 0 {
		it, n := &e.entries[next], next
		next = it.next
		if it.four != 0 && it.four != four || !hasFold(s[i:], it.word) {
			continue
		}
		if k := it.rule - firstPrefix; k >= 0 && !e.prefixes[k].begins(s, i) {
			continue
		}
		t.at, t.cut = i, -1
		if it.rule == t.skipped && i < t.skipTo {
			continue // another keyword of a name that is skipped
		}
		if !t.ask(n, it.rule < firstProgram && !scanRules[it.rule].cheap) {
			t.skipped, t.skipTo = it.rule, i+len(it.word)
			continue
		}
		id, a, b := e.scan(t, it.rule, i, i+len(it.word))
		for _, p := range t.more {
			if p.end-p.start < minSecret {
				continue
			}
			found = append(found, Finding{id, p.start, p.end})
		}
		t.more = t.more[:0]
		if a.none() {
			continue
		}
		t.pay(-asking) // a list of secrets is no debt
		found = append(found, Finding{id, a.start, a.end})
		if !b.none() {
			found = append(found, Finding{id, b.start, b.end})
		}
		if a.end > i {
			return found, a.end
		}
	}
	return found, i
}

func (e *engine) scan(t *text, rule, at, end int) (id string, a, b span) {
	switch {
	case rule >= firstPrefix:
		p := e.prefixes[rule-firstPrefix]
		return p.id, p.find(t, at), span{}
	case rule >= firstProgram:
		id = "command-password"
		a, b = programs[rule-firstProgram].find(t, at, end)
	default:
		id = scanRules[rule].id
		a, b = scanRules[rule].scan(t, at, end)
	}
	if a.none() {
		a, b = b, span{}
	}
	a.end, b.end = t.whole(a), t.whole(b)
	if b.end-b.start < minSecret {
		b = span{}
	}
	if a.end-a.start < minSecret {
		a, b = b, span{}
	}
	return id, a, b
}

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	if s == "" {
		return 0
	}
	var count [256]uint16
	for i := range len(s) {
		count[s[i]]++
	}
	// -Σ n/N·log(n/N) is log N - (Σ n·log n)/N.
	sum := 0.0
	for i := range len(s) {
		if n := count[s[i]]; n > 1 {
			sum += float64(n) * log2(int(n))
			count[s[i]] = 0
		}
	}
	return log2(len(s)) - sum/float64(len(s))
}

func log2(n int) float64 { return math.Log2(float64(n)) }

package query

import "strings"

// Parse reads a prompt. aliases are the groups of retrieval_aliases, words that
// mean the same. Work is bounded: of a long prompt the beginning and the end
// are read (8 kB together) and at most 160 units are asked.
//
//	prompt = { clause sign }            sign: line end . ! ? ; , : — and their Chinese forms
//	clause = { kept | negated }         see negation.go
//	kept   = { stop word | unit }       see stop.go, lexer.go, identifier.go
func Parse(prompt string, aliases [][]string) Query {
	p := newParser(fold(bound(Strip(prompt))))
	p.clauses()
	p.negations()
	p.units()
	p.q.expand(groups(aliases))
	p.changes()
	return p.q
}

func newParser(rs []rune) *parser {
	p := &parser{rs: rs, low: make([]rune, len(rs)), toks: lex(rs), off: make([]bool, len(rs)), seen: map[string]struct{}{}}
	for i, r := range rs {
		p.low[i] = lower(r)
	}
	return p
}

type parser struct {
	rs, low []rune
	toks    []token
	cl      []extent
	off     []bool // characters that are negated
	seen    map[string]struct{}
	terms   []string // of the clause that is read
	q       Query
}

// extent is where a clause stands in the prompt and the sign after it.
type extent struct {
	from, to int
	mark     rune

	terms []string // of what it asks, those of earlier clauses too
}

// clauses cuts the prompt at signs and before words of contrast.
func (p *parser) clauses() {
	from := 0
	for _, t := range p.toks {
		if t.kind == kindBreak && strength(t.mark) >= 2 && t.mark != '、' {
			p.addClause(from, t.start, t.mark)
			from = t.end
		}
	}
	p.addClause(from, len(p.rs), '\n')
}

func (p *parser) addClause(from, to int, mark rune) {
	c := clause{text: p.low[from:to]}
	for i := 1; i < len(c.text); i++ {
		if c.splitsAt(i) && !blank(c.text[:i]) {
			p.cl = append(p.cl, extent{from: from, to: from + i})
			from += i
			c.text = c.text[i:]
			i = 1
		}
	}
	if from < to {
		p.cl = append(p.cl, extent{from: from, to: to, mark: mark})
	}
}

func blank(rs []rune) bool {
	for _, r := range rs {
		if r != ' ' {
			return false
		}
	}
	return true
}

// splitsAt says whether a word of contrast at i begins a clause of its own.
func (c clause) splitsAt(i int) bool {
	if c.startsAny(i, "but", "however", "and don't", "and do not", "and never") > 0 {
		return true
	}
	return c.startsHan(i, "但", "不过", "可是", "然而", "而是") && !c.before(i, "不", "非", "只")
}

// negations marks what the prompt says not to look at.
func (p *parser) negations() {
	carried := false
	for i, e := range p.cl {
		text := p.low[e.from:e.to]
		c := clause{text: text, question: e.mark == '?' || asksAtEnd(text), carried: carried}
		if i+1 < len(p.cl) {
			n := p.cl[i+1]
			c.next = p.low[n.from:n.to]
		}
		spans := c.negated()
		for _, s := range spans {
			for k := s.from; k < s.to; k++ {
				p.off[e.from+k] = true
			}
		}
		carried = len(spans) > 0 && spans[len(spans)-1].to == len(text) && (e.mark == ',' || e.mark == 0)
	}
}

// units makes atoms and units of what is kept.
func (p *parser) units() {
	for i := range p.cl {
		e := &p.cl[i]
		p.terms = nil
		gap := true
		for _, t := range lex(p.rs[e.from:e.to]) {
			t.start, t.end = t.start+e.from, t.end+e.from
			if t.kind == kindBreak {
				continue
			}
			for t.start < t.end {
				part, rest := p.kept(t)
				gap = gap || part.start > t.start || part.start == part.end
				if part.start < part.end {
					p.emit(part, gap)
					gap = false
				}
				t.start = rest
			}
		}
		e.terms = p.terms
		if len(p.q.Units) >= maxUnits {
			p.q.Units = p.q.Units[:maxUnits]
			p.cl = p.cl[:i+1]
			return
		}
	}
}

// kept gives the first piece of a token that is not negated and where to go on.
// A word is kept or not as a whole.
func (p *parser) kept(t token) (part token, rest int) {
	part = t
	if t.kind == kindWord {
		if p.off[t.start] {
			part.end = part.start
		}
		return part, t.end
	}
	for part.start < t.end && p.off[part.start] {
		part.start++
	}
	part.end = part.start
	for part.end < t.end && !p.off[part.end] {
		part.end++
	}
	return part, part.end
}

// emit adds the atoms and units of one token.
func (p *parser) emit(t token, gap bool) {
	at := len(p.q.Atoms)
	p.q.Atoms = appendAtoms(p.q.Atoms, p.rs, t)
	if len(p.q.Atoms) == at {
		return
	}
	p.q.Atoms[at].Gap = gap
	if t.kind == kindWord {
		p.word(p.rs[t.start:t.end], at)
	} else {
		p.run(p.rs[t.start:t.end], t.script, at)
	}
}

// appendAtoms adds the atoms of one token.
func appendAtoms(atoms []Atom, rs []rune, t token) []Atom {
	switch t.kind {
	case kindWord:
		id := parseIdentifier(rs[t.start:t.end])
		if id.whole == "" {
			return atoms
		}
		a := Atom{Text: singular(id.whole), Surface: string(rs[t.start:t.end]), Term: stem(id.whole), Latin: true}
		const most = 8 // parts: longer names have no name inside that people would write as a hit word
		if n := len(id.parts); n > 2 && n <= most {
			for i := 0; i < n; i++ {
				for j := i + 2; j <= n; j++ {
					if j-i < n {
						a.Inner = append(a.Inner, singular(strings.Join(id.parts[i:j], "")))
					}
				}
			}
		}
		atoms = append(atoms, a)
	case kindPair:
		for i := t.start; i < t.end; i++ {
			a := Atom{Text: string(rs[i]), Surface: string(rs[i]), Term: string(rs[i])}
			if i > t.start {
				a.Pair = string(rs[i-1 : i+1])
			}
			atoms = append(atoms, a)
		}
	}
	return atoms
}

// add asks for a unit, once.
func (p *parser) add(u Unit) {
	if u.Term == "" {
		return
	}
	if !u.Loose && u.Kind != Sign {
		p.terms = append(p.terms, u.Term)
	}
	if _, ok := p.seen[u.Term]; ok {
		return
	}
	p.seen[u.Term] = struct{}{}
	p.q.Units = append(p.q.Units, u)
}

// word asks for a word token: a plain word as itself, an identifier as its
// whole, its segments and its parts.
func (p *parser) word(w []rune, at int) {
	id := parseIdentifier(w)
	text := string(w)
	u := Unit{Text: text, First: at, Last: at}
	if len(id.parts) == 1 && !id.strong {
		part := id.parts[0]
		u.Term, u.Common = stem(part), commonWord(part)
		switch {
		case digits(part):
			u.Kind, u.Loose = Number, true
			if len(part) < 3 {
				u.Common = VeryOften
			}
		case stopWord(part):
			return
		case len(part) == 1:
			u.Loose, u.Common = true, VeryOften
		}
		p.add(u)
		return
	}
	u.Kind, u.Term = Identifier, stem(id.whole)
	if stopWord(id.whole) { // don't, it's
		return
	}
	u.Loose = len(id.parts) > 1
	p.add(u)
	for _, s := range id.segments {
		v := u
		v.Text, v.Term, v.Loose = s, stem(s), true
		p.add(v)
	}
	if len(id.parts) < 2 && id.whole != "" && w[0] != '.' {
		return
	}
	for _, part := range id.parts {
		if stopWord(part) {
			continue
		}
		v := Unit{Text: part, Term: stem(part), First: at, Last: at, Common: commonWord(part)}
		switch {
		case digits(part):
			v.Kind, v.Loose = Number, true
			if len(part) < 3 {
				v.Common = VeryOften
			}
		case len(part) == 1:
			v.Loose, v.Common = true, VeryOften
		}
		p.add(v)
	}
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(rune(s[i])) {
			return false
		}
	}
	return s != ""
}

// What a sign of a run is.
const (
	content uint8 = iota
	loose         // a pair with it is not missed
	stop          // part of a stop phrase: no pair has it
)

// classes says what each sign of a run is.
func (p *parser) classes(run []rune, s script, at int) []uint8 {
	class := make([]uint8, len(run))
	if s == scriptHiragana {
		for i := range class {
			class[i] = loose
		}
		return class
	}
	if s != scriptHan {
		return class
	}
	for i := 0; i < len(run); {
		which, time := asksWhich(run[i:])
		n := max(stopHan(run[i:]), which)
		switch {
		case n > 0:
			for k := i; k < i+n; k++ {
				class[k] = stop
			}
			if time { // an answer has the sign: 1369 年
				sign := string(run[i+n-1])
				p.add(Unit{Text: sign, Term: sign, Kind: Sign, Common: VeryOften, Loose: true, First: at + i + n - 1, Last: at + i + n - 1})
			}
		case looseHan(run[i]):
			class[i] = loose
		}
		i += max(n, 1)
	}
	// A sign after digits counts them: 1369 年, 30 个.
	if class[0] == content && at > 0 && p.q.Atoms[at-1].Latin && !p.q.Atoms[at].Gap && digits(p.q.Atoms[at-1].Text) {
		class[0] = loose
	}
	return class
}

// run asks for a run of a script of pairs.
func (p *parser) run(run []rune, s script, at int) {
	class := p.classes(run, s, at)
	alone := func(i int) bool { // no pair covers this sign
		return (i == 0 || class[i-1] == stop) && (i+1 == len(run) || class[i+1] == stop)
	}
	for i := range run {
		if class[i] == content && alone(i) {
			p.add(Unit{Text: string(run[i]), Term: string(run[i]), Kind: Sign, Common: VeryOften, Loose: len(run) > 1, First: at + i, Last: at + i})
		}
		if i+1 == len(run) || class[i] == stop || class[i+1] == stop || class[i] == loose && class[i+1] == loose {
			continue
		}
		text := string(run[i : i+2])
		p.add(Unit{Text: text, Term: text, Kind: Pair, Common: commonHan(text), Loose: class[i] != content || class[i+1] != content, First: at + i, Last: at + i + 1})
	}
}

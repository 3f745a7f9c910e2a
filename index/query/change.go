package query

import (
	"slices"
	"strings"
)

// changes collects the clauses that announce a change of habit. Questions and
// quotations announce nothing. Two such clauses with a comma between them are one: "I
// switched to yarn, no more pnpm from now on".
func (p *parser) changes() {
	last := -2 // number of the last clause with a change
	for i, e := range p.cl {
		text := p.low[e.from:e.to]
		c := clause{text: text}
		if len(e.terms) == 0 || e.mark == '?' || asksAtEnd(text) {
			continue
		}
		at, ok := c.marksChange()
		if !ok || p.quoted(e.from+at) {
			continue
		}
		if n := len(p.q.Changes); last == i-1 && (p.cl[last].mark == ',' || p.cl[last].mark == 0) {
			c := &p.q.Changes[n-1]
			c.Text += ", " + strings.Join(strings.Fields(string(p.rs[e.from:e.to])), " ")
			c.Terms = append(slices.Clip(c.Terms), e.terms...)
			last = i
			continue
		}
		last = i
		p.q.Changes = append(p.q.Changes, Change{Text: strings.Join(strings.Fields(string(p.rs[e.from:e.to])), " "), Terms: e.terms})
	}
}

// marksChange says whether a clause speaks of doing something otherwise from
// now on, and asks nothing; and where the mark stands.
func (c clause) marksChange() (at int, ok bool) {
	for i := range c.text {
		if c.questionWord(i) {
			return 0, false
		}
		if !ok && (c.startsHan(i, "改用", "换用", "换成", "改成", "改为", "以后", "今后", "不再", "从现在起", "从今天起", "从今往后") ||
			c.startsAny(i, "from now on", "instead of", "no longer", "not anymore", "going forward", "switch to", "switched to", "switching to", "moved to", "moving to", "henceforth", "any more", "anymore") > 0) {
			at, ok = i, true
		}
	}
	return at, ok
}

// quoted says whether a place lies inside quotation marks, code or a quoted
// line of the prompt.
func (p *parser) quoted(at int) bool {
	depth, quotes, ticks, line := 0, 0, 0, 0
	for i, r := range p.rs[:at] {
		switch r {
		case '\n':
			line = i + 1
		case '“', '「', '『', '《':
			depth++
		case '”', '」', '』', '》':
			depth--
		case '"':
			quotes++
		case '`':
			ticks++
		}
	}
	for line < at && p.rs[line] == ' ' {
		line++
	}
	return depth > 0 || quotes%2 == 1 || ticks%2 == 1 || p.rs[line] == '>'
}

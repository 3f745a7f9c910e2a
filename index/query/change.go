package query

import "strings"

// changes collects the clauses that announce a change of habit. Questions and
// quotations announce nothing.
func (p *parser) changes() {
	for _, e := range p.cl {
		text := p.low[e.from:e.to]
		c := clause{text: text}
		if len(e.terms) == 0 || e.mark == '?' || asksAtEnd(text) || p.quoted(e) || !c.marksChange() {
			continue
		}
		p.q.Changes = append(p.q.Changes, Change{Text: strings.Join(strings.Fields(string(p.rs[e.from:e.to])), " "), Terms: e.terms})
	}
}

// marksChange says whether a clause speaks of doing something otherwise from
// now on, and asks nothing.
func (c clause) marksChange() bool {
	mark := false
	for i := range c.text {
		if c.questionWord(i) {
			return false
		}
		mark = mark || c.startsHan(i, "改用", "换用", "换成", "改成", "改为", "以后", "今后", "不再", "从现在起", "从今天起", "从今往后") ||
			c.startsAny(i, "from now on", "instead of", "no longer", "not anymore", "going forward", "switch to", "switched to", "switching to", "moved to", "moving to", "henceforth", "any more", "anymore") > 0
	}
	return mark
}

// quoted says whether a clause lies inside quotation marks, code or a quoted
// line of the prompt.
func (p *parser) quoted(e extent) bool {
	depth, quotes, ticks := 0, 0, 0
	line := 0
	for i, r := range p.rs[:e.from] {
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
	start := strings.TrimLeft(string(p.rs[line:e.to]), " \t")
	if depth > 0 || quotes%2 == 1 || ticks%2 == 1 || strings.HasPrefix(start, ">") {
		return true
	}
	// The mark itself may stand inside quotation marks within the clause.
	own := strings.TrimSpace(string(p.rs[e.from:e.to]))
	return strings.HasPrefix(own, "\"") || strings.HasPrefix(own, "“") || strings.HasPrefix(own, "「") || strings.HasPrefix(own, "`")
}

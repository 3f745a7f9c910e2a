package distill

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of a conclusion that is drawn from prose.
const (
	maxConclusionLines = 3
	maxConclusionUnits = 8
	maxConclusionRunes = 700
)

// conclude draws one draft from prose, or none.
func (d *document) conclude(o Options) []Draft {
	units := d.units()
	if !isConclusive(units) {
		return nil
	}
	chosen := choose(units)
	for len(chosen) > 0 {
		draft := d.draw(units, chosen)
		if draft.Title != "" && draft.Conclusion != "" && len(draft.HitWords) > 0 && draft.tokens(o) <= o.maxTokens() {
			return []Draft{draft}
		}
		chosen = chosen[:len(chosen)-1] // the least telling sentence goes
	}
	return nil
}

// telling says how much of the conclusion a sentence holds: what the model makes of it, and what it does by its cues.
func (u *unit) telling() float64 { return u.score + 0.3*float64(u.rank()) }

// rank says what a sentence does by its cues, 0 for nothing or for one that takes itself back.
func (u *unit) rank() int {
	if u.soft() || u.section == cuePlan || u.section == cueOpen {
		return 0
	}
	rank := 0
	for c, w := range [...]int{cueCause: 5, cueWhy: 3, cueNow: 4, cueDid: 1, cueDecide: 5, cueLean: 3, cueRule: 3, cueProof: 0} {
		if u.has(cue(c)) {
			rank += w
		}
	}
	if u.section == cueCause || u.section == cueNow {
		rank += 3
	}
	return rank + min(u.anchors, 2)
}

// choose gives the numbers of the sentences to keep, the most telling first. They
// stand in at most three lines of the answer, and are not too long together.
func choose(units []unit) []int {
	best := slices.MaxFunc(units, func(a, b unit) int { return cmp.Compare(a.score, b.score) }).score
	order := make([]int, 0, len(units))
	for i := range units {
		if units[i].isKept(best) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(units[b].telling(), units[a].telling()) })
	var chosen, lines []int
	runes := 0
	for _, i := range order {
		for _, j := range withSubject(units, i) {
			n := utf8.RuneCountInString(units[j].text)
			isNew := !slices.Contains(lines, units[j].line)
			if slices.Contains(chosen, j) || len(chosen) == maxConclusionUnits || runes+n > maxConclusionRunes && len(chosen) > 0 ||
				isNew && len(lines) == maxConclusionLines {
				continue
			}
			chosen = append(chosen, j)
			runes += n
			if isNew {
				lines = append(lines, units[j].line)
			}
		}
	}
	return chosen
}

// isKept tells whether a sentence may stand in a conclusion whose best one has this score. One that takes itself back must
// be nearly as good: a single phrase may be wrong about it, the whole sentence seldom is.
func (u *unit) isKept(best float64) bool {
	within := 3.0
	if u.soft() || u.section == cuePlan || u.section == cueOpen {
		within = 1.5
	}
	return !u.question && u.score > best-within
}

// withSubject adds the other halves of a sentence that was cut at a "but", and the
// sentence before one that begins with a pronoun, since it tells what the pronoun means.
// What takes itself back is not added.
func withSubject(units []unit, i int) []int {
	near := func(j int) bool {
		return j >= 0 && j < len(units) && units[j].line == units[i].line && !units[j].soft()
	}
	group := []int{i}
	if units[i].tail && near(i-1) {
		group = append(group, i-1)
	}
	if near(i+1) && units[i+1].tail {
		group = append(group, i+1)
	}
	if units[i].tail || !near(i-1) {
		return group
	}
	lower := strings.ToLower(units[i].text)
	for _, start := range []string{"it ", "it's ", "its ", "that ", "that's ", "this ", "they ", "these ", "those ", "here ", "there ", "so ", "hence", "otherwise",
		"它", "这", "該", "该", "其", "于是", "於是", "所以", "因此", "否则", "这样", "這"} {
		if strings.HasPrefix(lower, start) {
			return append(group, i-1)
		}
	}
	return group
}

// draw makes the draft of the chosen sentences: each line of the answer one line, in
// the order of the text.
func (d *document) draw(units []unit, chosen []int) Draft {
	sorted := slices.Sorted(slices.Values(chosen))
	var b strings.Builder
	for n, i := range sorted {
		text := oneLine(units[i].text)
		if n+1 == len(sorted) || units[sorted[n+1]].line != units[i].line {
			text = strings.TrimRight(text, ",，;；") // what followed is left out
		} else if sorted[n+1] != i+1 {
			text = strings.TrimRight(text, ",，")
		}
		if n > 0 {
			before := &units[sorted[n-1]]
			last, _ := utf8.DecodeLastRuneInString(before.text)
			first, _ := utf8.DecodeRuneInString(text)
			switch {
			case before.line != units[i].line:
				b.WriteByte('\n')
			case !isWide(last) || !isWide(first) && !units[i].tail && last < 0xff00 && last != '。':
				b.WriteByte(' ')
			}
		}
		b.WriteString(text)
	}
	draft := Draft{Title: shorten(title(units, chosen), titleLength), Conclusion: cutWords(b.String(), maxConclusionRunes*2)}
	draft.HitWords = hitWords([]string{draft.Title, draft.Conclusion})
	return draft
}

// title takes the most telling sentence, or one that says what holds now when it
// tells nearly as much. A word like "Done." is none.
func title(units []unit, chosen []int) string {
	best, rank := "", 0
	for _, i := range chosen {
		text := withoutLabel(units[i].text)
		r := units[i].rank()
		if units[i].settles() {
			r += 2
		}
		if r > rank && !units[i].tail && utf8.RuneCountInString(text) >= 8 {
			best, rank = text, r
		}
	}
	if best == "" {
		best = units[chosen[0]].text
	}
	return best
}

// withoutLabel takes "Root cause: " and its like off the start of a sentence.
func withoutLabel(s string) string {
	label, rest, ok := strings.Cut(s, ": ")
	if !ok {
		if label, rest, ok = strings.Cut(s, "："); !ok {
			return s
		}
	}
	if strings.IndexByte(label, '`') >= 0 || utf8.RuneCountInString(label) > 24 || utf8.RuneCountInString(rest) < 12 {
		return s
	}
	lower := strings.ToLower(label)
	for _, word := range []string{"cause", "reason", "fix", "solution", "conclusion", "decision", "result", "change", "rule", "原因", "根因", "结论", "結論", "解决", "解決", "修复", "修正", "修法", "处理", "决定", "结果", "主因"} {
		if strings.Contains(lower, word) {
			return strings.TrimSpace(rest)
		}
	}
	return s
}

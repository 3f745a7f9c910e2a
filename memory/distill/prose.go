package distill

import "strings"

// maxUnits bounds the sentences that are looked at: a text of more is no answer.
const maxUnits = 20_000

// units cuts what the agent says itself into sentences with their cues: no code, no
// quotation, no table.
func (d *document) units() []unit {
	var units []unit
	section := numCues
	for i, l := range d.lines {
		switch l.kind {
		case heading:
			section = sectionOf(l.text)
		case prose, item:
			if name, ok := boldHeading(l); ok {
				section = sectionOf(name)
				continue
			}
			for s := range sentences(plain(l.text)) {
				if len(units) >= maxUnits {
					return units
				}
				units = cutTurns(units, s, i, section)
			}
		}
	}
	return units
}

// boldHeading reads a line that is bold as a whole: it stands for a heading.
func boldHeading(l line) (string, bool) {
	if l.kind != prose || !strings.HasPrefix(l.text, "**") || strings.Count(l.text, "**") != 2 {
		return "", false
	}
	name := strings.TrimRight(l.text, ":： ")
	return strings.Trim(name, "*:： "), strings.HasSuffix(name, "**")
}

// sectionOf reads the cue of a heading: "Cause", "What was changed", "处理", "Open points".
func sectionOf(heading string) cue {
	lower := strings.ToLower(heading)
	for _, s := range []struct {
		cue   cue
		words string
	}{
		{cuePlan, "plan|next|todo|to do|option|proposal|step|risk|follow-up|effort|goal|idea|question|计划|步骤|建议|风险|待|排期|后续|目标|方案|可选|下一步|計劃|步驟|建議|風險"},
		{cueOpen, "open|unsolved|remaining|not done|未解决|遗留|问题清单"},
		{cueCause, "cause|reason|why|原因|根因|推論|推论|分析|结论|結論|conclusion|diagnosis|finding"},
		{cueNow, "change|fix|solution|resolution|remedy|decision|result|outcome|done|处理|修复|修正|解决|改动|措施|决定|處理|解決|修復|決定|结果|結果"},
	} {
		for word := range strings.SplitSeq(s.words, "|") {
			if strings.Contains(lower, word) {
				return s.cue
			}
		}
	}
	return numCues
}

// cutTurns adds a sentence, cut behind every "but" that follows a comma: what stands
// there counts by itself.
func cutTurns(units []unit, s string, line int, section cue) []unit {
	masked := lowerASCII(maskQuotes(s))
	first := len(units)
	u := unit{line: line, section: section}
	start := 0
	cues().each(masked, func(at, end int, class uint8) {
		if cue(class) != cueTurn {
			u.count(cue(class))
			if strings.HasSuffix(masked[at:end], "了") && class < uint8(cuePast) && cue(class) != cueWhy {
				u.count(cuePast)
			}
			return
		}
		before := strings.TrimRight(s[start:at], " ")
		if len(before) < 12 || !strings.HasSuffix(before, ",") && !strings.HasSuffix(before, "，") {
			return
		}
		u.text = before
		units = append(units, u)
		u = unit{line: line, section: section, tail: true}
		start = at
	})
	u.text = s[start:]
	if namesChunk(u.text) {
		u.count(cueOthers)
	}
	tail := strings.TrimRight(masked[start:], " )）\"”」*_")
	u.question = strings.HasSuffix(tail, "?") || strings.HasSuffix(tail, "？")
	units = append(units, u)
	for i := first; i < len(units); i++ {
		for w := range words(units[i].text) {
			if w.isAnchor() {
				units[i].anchors++
			}
		}
	}
	return units
}

// maskQuotes blanks what stands in quotation marks, so that words of others and labels give no
// cue. The length in bytes stays. Spans of code are blanked too: they are names.
func maskQuotes(s string) string {
	if !strings.ContainsAny(s, "`\"“「『") {
		return s
	}
	b := []byte(s)
	for i := 0; i < len(s); {
		closing := ""
		open := 1
		switch {
		case s[i] == '`' || s[i] == '"':
			closing = s[i : i+1]
		case strings.HasPrefix(s[i:], "“"):
			closing, open = "”", len("“")
		case strings.HasPrefix(s[i:], "「"):
			closing, open = "」", len("「")
		case strings.HasPrefix(s[i:], "『"):
			closing, open = "』", len("『")
		}
		if closing == "" {
			i++
			continue
		}
		n := strings.Index(s[i+open:min(len(s), i+open+maxSpan)], closing)
		if n < 0 {
			i += open
			continue
		}
		end := i + open + n + len(closing)
		for ; i < end; i++ {
			b[i] = ' '
		}
	}
	return string(b)
}

// namesChunk tells whether the text names a chunk: it repeats what is remembered.
func namesChunk(s string) bool {
	const prefix = "chunk_"
	i := strings.Index(s, prefix)
	return i >= 0 && len(s) > i+len(prefix) && s[i+len(prefix)] >= '0' && s[i+len(prefix)] <= '9'
}

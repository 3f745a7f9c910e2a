package distill

import "strings"

// maxUnits bounds the sentences that are looked at: a text of more is no answer.
const maxUnits = 4_000

// units cuts what the agent says itself into sentences with their cues: no code, no
// quotation, no table.
func (d *document) units() []unit {
	var units []unit
	section, lead := numCues, numCues
	block := 0
	for i, l := range d.lines {
		switch l.kind {
		case blank:
			block++
		case heading:
			block++
			section, lead = sectionOf(l.text), numCues
		case prose, item:
			if name, ok := boldHeading(l); ok {
				section, lead = sectionOf(name), numCues
				continue
			}
			first := len(units)
			text := plain(l.text)
			masked := fold(maskQuotes(text)) // before it is cut: a quotation may hold several sentences
			for at, s := range sentences(text) {
				if len(units) >= maxUnits {
					return units
				}
				units = cutTurns(units, s, masked[at:at+len(s)], unit{line: i, section: section, block: block, item: l.kind == item})
			}
			if l.kind == prose {
				lead = leadOf(units[first:], text)
				continue
			}
			of := lead
			if strings.HasPrefix(text, "[ ]") {
				of = cuePlan
			}
			for j := first; j < len(units) && of < numCues; j++ {
				units[j].count(of)
			}
		}
	}
	return units
}

// leadOf tells what a line says of the list below it: "Proposed plan:" or "From their changelog:" makes plans, or the words of
// others, of all its items. numCues is nothing.
func leadOf(units []unit, text string) cue {
	if len(units) == 0 || !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") {
		return numCues
	}
	last := &units[len(units)-1]
	for c := cueUnsure; c < cueAside; c++ {
		if last.has(c) {
			return c
		}
	}
	return numCues
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
// there counts by itself. masked is the sentence as maskQuotes leaves it, in lower case; u has its line and section.
func cutTurns(units []unit, s, masked string, u unit) []unit {
	first := len(units)
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
		u.text, u.folded = before, masked[start:at]
		units = append(units, u)
		u = unit{line: u.line, section: u.section, block: u.block, item: u.item, tail: true}
		start = at
	})
	smallWords().each(masked, func(_, _ int, class uint8) { u.count(cue(class)) })
	u.text, u.folded = s[start:], masked[start:]
	if namesChunk(u.text) {
		u.count(cueOthers)
	}
	tail := strings.TrimRight(masked[start:], " )）\"”」*_")
	u.question = strings.HasSuffix(tail, "?") || strings.HasSuffix(tail, "？")
	units = append(units, u)
	for i := first; i < len(units); i++ {
		if countsEdits(units[i].text) {
			units[i].count(cueChore)
		}
		for w := range words(units[i].text) {
			if w.isAnchor() {
				units[i].anchors++
			}
			if w.isMeasured() {
				units[i].values++
			}
		}
	}
	return units
}

// maskQuotes blanks what stands in quotation marks, so that words of others and labels give no
// cue. The length in bytes stays, and so does a mark in the first byte. Spans of code are blanked too: they are names.
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
		b[i] = '"'
		if s[i] == '`' {
			b[i] = '`'
		}
		for i++; i < end; i++ {
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

func countsEdits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' || i > 0 && (isWordByte(s[i-1]) || s[i-1] == '.') {
			continue
		}
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		rest := strings.TrimLeft(s[i:], " ")
		for _, what := range edited {
			if strings.HasPrefix(rest, what) && (rest[0] >= 0x80 || len(rest) == len(what) || !isWordByte(rest[len(what)])) {
				return true
			}
		}
	}
	return false
}

var edited = []string{"files", "lines", "places", "imports", "call sites", "usages", "occurrences", "commits", "tests", "unit tests", "test cases", "components", "classes", "strings", "snapshots", "exports", "dead links",
	"个文件", "個檔案", "行", "处", "處", "个测试", "個測試", "个用例", "个单测", "个组件", "个方法", "个类", "条文案", "个提交"}

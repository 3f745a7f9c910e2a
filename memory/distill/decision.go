package distill

import (
	"strings"
	"unicode/utf8"
)

// decisionLines reads the lines that begin with "Decision:", "决定：" or "结论：", also behind a
// sentence or two on the same line ("Done. Decision: …"). The rest of the paragraph belongs to
// the line; when nothing stands behind the colon, the paragraph or list below does.
func (d *document) decisionLines() found {
	var f found
	for i := 0; i < len(d.lines) && len(f.forms) <= maxDrafts; i++ {
		l := d.lines[i]
		if l.kind != prose && l.kind != heading && l.kind != item {
			continue
		}
		text, ok := cutDecision(l.text)
		if !ok {
			text, ok = cutLaterDecision(l.text)
		}
		if !ok || d.isQuoted(i) {
			continue
		}
		f.any = true
		text, i = d.decisionText(text, i)
		if d.isCredited(i + 1) {
			continue
		}
		if !isEmpty(text) && !isTentative(text) && !isOpenEnded(text) {
			f.forms = append(f.forms, form{conclusion: text})
		}
	}
	return f
}

// decisionText gives the whole text of the decision at line i, and its last line.
func (d *document) decisionText(text string, i int) (string, int) {
	next := i + 1
	alone := text == ""
	if alone {
		for next < len(d.lines) && d.lines[next].kind == blank {
			next++
		}
	}
	var b strings.Builder
	b.WriteString(text)
	last, list := text, false
	for ; next < len(d.lines); next++ {
		l := d.lines[next]
		if l.kind != prose && l.kind != item {
			break
		}
		if _, another := cutDecision(l.text); another {
			break
		}
		// The next item of the list that the line stands in, or the explanation
		// below a heading that is whole.
		if !alone && (d.lines[i].kind == heading || d.lines[i].kind == item && l.kind == item) {
			break
		}
		switch {
		case last == "":
		case l.kind == item || list:
			b.WriteByte('\n')
		default:
			b.WriteString(wrapSpace(last, l.text))
		}
		b.WriteString(l.text)
		last, list = l.text, list || l.kind == item
	}
	return strings.TrimSpace(b.String()), next - 1
}

// wrapSpace is what stands between two lines of a paragraph: a space, but nothing
// between Han characters.
func wrapSpace(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if isWide(last) && isWide(first) {
		return ""
	}
	return " "
}

// cutDecision takes "Decision:" off the start of a line, in any letter case, bold or plain.
func cutDecision(s string) (string, bool) {
	plain := strings.TrimLeft(s, "*_ ")
	bold := len(plain) < len(s)
	for _, word := range []string{"decision", "决定", "決定", "结论", "結論"} {
		if len(plain) < len(word) || !strings.EqualFold(plain[:len(word)], word) {
			continue
		}
		rest := plain[len(word):]
		if bold {
			rest = strings.TrimLeft(rest, "*_ ")
		}
		for _, colon := range []string{":", "："} {
			if value, ok := strings.CutPrefix(rest, colon); ok {
				value = strings.TrimSpace(value)
				if bold {
					value = strings.TrimLeft(value, "*_ ")
					if strings.Count(value, "**")%2 == 1 {
						value = strings.Replace(value, "**", "", 1) // **Decision: text**
					}
				}
				return strings.TrimSpace(value), true
			}
		}
	}
	return "", false
}

// cutLaterDecision takes "Decision:" and what stands before it off a line where it begins a later
// sentence. Before it there may be a short report ("Done.", "All tests pass."), nothing that leads to
// somebody else's words.
func cutLaterDecision(s string) (string, bool) {
	const maxLead = 80 // bytes: a sentence or two; what stands deeper in a paragraph is told, not declared
	for i, r := range s {
		if i > maxLead {
			break
		}
		if !strings.ContainsRune(".!。！", r) {
			continue
		}
		rest := s[i+utf8.RuneLen(r):]
		if r < utf8.RuneSelf && !strings.HasPrefix(rest, " ") {
			continue // v1.2, a.go
		}
		if text, ok := cutDecision(rest); ok && text != "" {
			return text, !leadsToQuote(s[:i])
		}
	}
	return "", false
}

// isQuoted tells whether the line before leads to an example or somebody else's words:
// "The minutes say:", "格式如下：". A full stop leads to nothing.
func (d *document) isQuoted(i int) bool {
	for i--; i >= 0 && d.lines[i].kind == blank; i-- {
	}
	if i < 0 {
		return false
	}
	before := strings.TrimRight(d.lines[i].text, "*_ ")
	if last, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune(".!?。！？", last) {
		return false
	}
	return leadsToQuote(before)
}

// leadsToQuote tells whether the last clause of a text announces an example or somebody else's words.
func leadsToQuote(before string) bool {
	before = strings.ToLower(lastClause(before))
	for _, word := range []string{"example", "e.g.", "format", "template", "form:", "like this", "such as", "as follows",
		" say", " said", " read", " wrote", " writes", " written", " states", " ends with", " contains", " has this", "line is", "line of",
		"quote", "minutes", "ticket", "issue", "adr", "thread", "mail", "comment", "wiki", "readme", "from the", "copied", "according",
		"例如", "示例", "例子", "格式", "模板", "范例", "比如", "形如", "写法", "如下", "原文", "原话", "写道", "写着", "写的是", "里写", "纪要", "引用", "摘录", "摘自",
		"工单", "文档", "邮件", "评论", "最后一行", "会议记录", "群里", "回复",
		"紀要", "範例", "寫法", "原話", "寫道", "寫著", "寫的是", "會議記錄", "摘錄", "工單", "文件裡", "郵件", "評論", "回覆"} {
		if strings.Contains(before, word) {
			return true
		}
	}
	return false
}

// isCredited tells whether the text from line i on begins by saying that what stands before it is
// quoted: "That's from the minutes.", "以上摘自会议纪要".
func (d *document) isCredited(i int) bool {
	for i < len(d.lines) && d.lines[i].kind == blank {
		i++
	}
	if i >= len(d.lines) || d.lines[i].kind != prose {
		return false
	}
	after := strings.ToLower(d.lines[i].text)
	for _, start := range []string{"that is from", "that's from", "this is from", "that is what", "that's what", "that is how", "that's how", "quoted from", "copied from", "so says",
		"以上摘自", "以上是", "以上来自", "上面是", "这是原文", "这是纪要", "这是会议", "这是文档", "这是他", "这是上次", "摘自", "引自", "出自",
		"以上來自", "這是原文", "這是會議", "這是他"} {
		if strings.HasPrefix(after, start) {
			return true
		}
	}
	return false
}

// lastClause bounds what isQuoted looks at to the end of a line.
func lastClause(s string) string {
	const clause = 160 // bytes
	for len(s) > clause {
		_, n := utf8.DecodeRuneInString(s[len(s)-clause:])
		return s[len(s)-clause+n:]
	}
	return s
}

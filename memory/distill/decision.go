package distill

import (
	"strings"
	"unicode/utf8"
)

// decisionLines reads the lines that begin with "Decision:", "决定：" or "结论：". The rest of the
// paragraph belongs to the line; when nothing stands behind the colon, the
// paragraph or list below does.
func (d *document) decisionLines() found {
	var f found
	for i := 0; i < len(d.lines); i++ {
		l := d.lines[i]
		if l.kind != prose && l.kind != heading && l.kind != item {
			continue
		}
		text, ok := cutDecision(l.text)
		if !ok || d.isQuoted(i) {
			continue
		}
		f.any = true
		text, i = d.decisionText(text, i)
		if !isEmpty(text) && !isTentative(text) {
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

// isQuoted tells whether the line before announces an example or somebody else's words:
// "The minutes say:", "格式如下：".
func (d *document) isQuoted(i int) bool {
	for i--; i >= 0 && d.lines[i].kind == blank; i-- {
	}
	if i < 0 {
		return false
	}
	before := strings.TrimRight(d.lines[i].text, "*_ ")
	if !strings.HasSuffix(before, ":") && !strings.HasSuffix(before, "：") {
		return false
	}
	before = strings.ToLower(lastClause(before))
	for _, word := range []string{"example", "e.g.", "format", "template", "form:", "like this", "such as", " says", " said", " reads", " wrote", " written",
		"quote", "minutes", "例如", "示例", "例子", "格式", "模板", "范例", "比如", "形如", "写法", "原文", "写道", "纪要", "引用", "紀要", "範例", "寫法", "會議記錄", "会议记录"} {
		if strings.Contains(before, word) {
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

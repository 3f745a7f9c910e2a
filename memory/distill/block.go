package distill

import "strings"

// blocks reads every hfa-memory block of the document.
func (d *document) blocks() found {
	var f found
	for _, fence := range d.fences {
		if !isBlockInfo(fence.info) {
			continue
		}
		f.any = true
		if len(f.forms) > maxDrafts {
			break // more than finish takes
		}
		if d.isExample(fence.start - 1) {
			continue
		}
		lines := make([]string, 0, fence.end-fence.start)
		for _, l := range d.lines[fence.start:fence.end] {
			lines = append(lines, l.text)
		}
		body := strings.TrimSpace(strings.Join(lines, "\n"))
		if body == "" {
			continue
		}
		if !fence.closed {
			f.refused = append(f.refused, &Refusal{"", "an hfa-memory block has no end, so the answer may have been cut",
				"close it with the marker that opened it"})
			continue
		}
		forms, refused := readBlock(body, lines)
		for _, form := range forms {
			if !isEmpty(form.conclusion) {
				f.forms = append(f.forms, form)
			}
		}
		if refused != nil {
			f.refused = append(f.refused, refused)
		}
	}
	return f
}

// isExample tells whether the line above the block says that it shows the form only.
func (d *document) isExample(i int) bool {
	for i--; i >= 0 && d.lines[i].kind == blank; i-- {
	}
	if i < 0 || d.lines[i].kind == code {
		return false
	}
	above := strings.ToLower(lastClause(d.lines[i].text))
	if !strings.HasSuffix(above, ":") && !strings.HasSuffix(above, "：") {
		return false
	}
	for _, word := range []string{"for example", "an example", "e.g.", "the format is", "the form is", "this format", "template", "looks like this", "look like this", "written like this", "write it like", "syntax",
		"格式如下", "格式是", "格式为", "示例", "例如", "举例", "模板", "写法", "比如", "长这样", "格式為", "範例", "寫法"} {
		if strings.Contains(above, word) {
			return true
		}
	}
	return false
}

// readBlock reads the inside of a block: JSON, or lines "key: value".
func readBlock(body string, lines []string) ([]form, *Refusal) {
	if body[0] == '{' || body[0] == '[' {
		return readJSON(body)
	}
	r := blockReader{}
	for _, l := range lines {
		r.line(l)
	}
	r.flush()
	return append(r.forms, r.form), nil
}

// blockReader collects the lines of one field after the other.
type blockReader struct {
	forms  []form
	form   form
	seen   uint8 // bit set of fields
	which  field
	value  []string
	indent int // of the first key: keys of the block stand there, deeper lines go on
	keyed  bool
}

func (r *blockReader) line(text string) {
	body := strings.TrimLeft(text, " \t")
	indent := len(text) - len(body)
	which, value := cutKey(body)
	if which == fieldTitle && r.seen&(1<<fieldTitle) != 0 && r.seen&(1<<fieldConclusion) != 0 && indent <= r.indent {
		r.flush() // a second record in one block
		r.forms = append(r.forms, r.form)
		r.form, r.seen = form{}, 0
	}
	if which == noField && indent <= r.indent && isForeignKey(body) {
		r.flush() // nothing of it is kept
		return
	}
	if which == noField || r.seen&(1<<which) != 0 || r.keyed && indent > r.indent {
		r.value = append(r.value, text)
		return
	}
	r.flush()
	if !r.keyed {
		r.keyed, r.indent = true, indent
	}
	r.seen |= 1 << which
	r.which = which
	if v := strings.TrimSpace(value); v == "|" || v == ">" || v == "|-" || v == ">-" {
		value = "" // YAML's mark for a text of several lines
	}
	r.value = append(r.value[:0], value)
}

// isForeignKey tells whether the line is a key of a chunk or note that a block does
// not have.
func isForeignKey(s string) bool {
	i := strings.IndexAny(s, ":：")
	if i <= 0 || i > 20 {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(s[:i])) {
	case "id", "schema", "epoch", "topic", "source", "created_at", "date", "time", "tags", "status", "author", "type", "confidence",
		"来源", "日期", "时间", "标签", "状态", "作者", "来源文件", "來源", "時間", "標籤", "狀態":
		return true
	}
	return false
}

// flush stores the field that ends here. Text before the first key belongs to none.
func (r *blockReader) flush() {
	if r.which != noField {
		r.form.set(r.which, joinLines(r.value))
	}
	r.which, r.value = noField, r.value[:0]
}

// joinLines puts the lines of a value together, without the indent they share and
// without a rule ("---") at the end.
func joinLines(lines []string) string {
	shared := -1
	for _, l := range lines[min(1, len(lines)):] {
		if body := strings.TrimLeft(l, " \t"); body != "" && (shared < 0 || len(l)-len(body) < shared) {
			shared = len(l) - len(body)
		}
	}
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
			l = l[min(max(shared, 0), len(l)-len(strings.TrimLeft(l, " \t"))):]
		}
		b.WriteString(strings.TrimRight(l, " \t"))
	}
	s := strings.TrimSpace(b.String())
	return strings.TrimSpace(strings.TrimSuffix(s, "\n---"))
}

// cutKey reads "key: value" with a half-width or full-width colon; the key may be
// bold or an item of a list.
func cutKey(s string) (field, string) {
	s = strings.TrimPrefix(s, "- ")
	i := strings.IndexAny(s, ":：")
	if i <= 0 || i > 40 {
		return noField, ""
	}
	which := fieldOf(strings.TrimSpace(s[:i]))
	if which == noField {
		return noField, ""
	}
	value := strings.TrimPrefix(strings.TrimPrefix(s[i:], ":"), "：")
	return which, strings.TrimPrefix(value, "**")
}

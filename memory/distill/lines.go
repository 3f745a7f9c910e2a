package distill

import "strings"

// kind says what a line is in Markdown, as far as it matters here.
type kind uint8

const (
	blank   kind = iota
	prose        // a line of a paragraph
	heading      // # title
	item         // - text, 1. text
	table        // | a | b |
	quote        // > text, indented code, comments: what is shown, not said
	code         // inside a fence, and the fence's own lines
)

// line is one line of the answer. text is without indent and without the marks of
// its kind ("#", "-", "1."), but for lines of code, which are whole.
type line struct {
	kind kind
	text string
}

// fence is a fenced block: its info string and the numbers of the lines inside.
type fence struct {
	info       string
	start, end int // lines[start:end]
	closed     bool
}

type document struct {
	lines  []line
	fences []fence // outermost ones
}

// scan cuts an answer into lines. Fences nest: a marker with an info string opens
// one level more, as models write it, where CommonMark would see text. So an example of a
// block inside a documentation fence stays inside.
func scan(answer string) *document {
	d := &document{lines: make([]line, 0, strings.Count(answer, "\n")+1)}
	var open []marker
	skip := skipper{}
	for text := range strings.Lines(answer) {
		text = strings.TrimSuffix(text, "\n")
		if len(open) > 0 {
			open = d.inFence(open, text)
			continue
		}
		if skip.line(text) {
			d.lines = append(d.lines, line{quote, ""})
			continue
		}
		if m, ok := fenceMarker(text); ok {
			open = append(open, m)
			d.lines = append(d.lines, line{code, text})
			d.fences = append(d.fences, fence{info: m.info, start: len(d.lines)})
			continue
		}
		d.lines = append(d.lines, d.classify(text))
	}
	if len(open) > 0 {
		d.fences[len(d.fences)-1].end = len(d.lines)
	}
	return d
}

// inFence takes a line while a fence is open, and returns the open ones after it.
func (d *document) inFence(open []marker, text string) []marker {
	last := &d.fences[len(d.fences)-1]
	m, ok := fenceMarker(text)
	switch inner := open[len(open)-1]; {
	case !ok || m.char != inner.char:
	case m.info == "" && m.length >= inner.length:
		open = open[:len(open)-1]
		if len(open) == 0 {
			last.end, last.closed = len(d.lines), true
		}
	case isBlockInfo(m.info) && len(open) == 1 && isBlockInfo(last.info):
		// The end of a block was forgotten before the next one.
		last.end, last.closed = len(d.lines), true
		open[0] = m
		d.lines = append(d.lines, line{code, text})
		d.fences = append(d.fences, fence{info: m.info, start: len(d.lines)})
		return open
	case m.info != "" && m.length >= inner.length && len(open) < 32:
		open = append(open, m)
	}
	d.lines = append(d.lines, line{code, text})
	return open
}

// marker is a line that opens or closes a fence.
type marker struct {
	char   byte
	length int
	info   string
}

// fenceMarker reads "```info" at any indent, since fences stand in lists too.
func fenceMarker(text string) (marker, bool) {
	text = strings.TrimLeft(text, " \t")
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return marker{}, false
	}
	n := 1
	for n < len(text) && text[n] == text[0] {
		n++
	}
	info := strings.TrimSpace(text[n:])
	if n < 3 || text[0] == '`' && strings.IndexByte(info, '`') >= 0 {
		return marker{}, false // ```code``` in one line
	}
	return marker{text[0], n, info}, true
}

// isBlockInfo tells whether an info string names a capture block.
func isBlockInfo(info string) bool {
	name, _, _ := strings.Cut(info, " ")
	return strings.EqualFold(name, "hfa-memory")
}

// classify tells the kind of a line outside of fences.
func (d *document) classify(text string) line {
	body := strings.TrimLeft(text, " \t")
	indented := strings.HasPrefix(text, "    ") || strings.HasPrefix(text, "\t")
	switch {
	case body == "":
		return line{blank, ""}
	case body[0] == '>':
		return line{quote, body}
	case body[0] == '|':
		return line{table, body}
	case indented && d.before() == blank:
		return line{quote, body}
	}
	body = strings.TrimRight(body, " \t")
	if rest := strings.TrimLeft(body, "#"); len(rest) < len(body) && len(body)-len(rest) <= 6 && (rest == "" || rest[0] == ' ') {
		return line{heading, strings.TrimSpace(rest)}
	}
	if rest, ok := cutItem(body); ok {
		return line{item, rest}
	}
	return line{prose, body}
}

// before gives the kind of the last line, blank at the start. An indented line below
// a list goes on with the list, so a blank line there counts as the list.
func (d *document) before() kind {
	for i := len(d.lines) - 1; i >= 0 && i > len(d.lines)-3; i-- {
		if k := d.lines[i].kind; k != blank {
			if k == item || i == len(d.lines)-1 {
				return k
			}
			return blank
		}
	}
	return blank
}

// cutItem takes the mark of a list item off: "- ", "* ", "+ ", "1. ", "2) ", "1、", and a task box.
func cutItem(s string) (string, bool) {
	rest, ok := "", false
	switch c := s[0]; {
	case c == '-' || c == '*' || c == '+':
		rest, ok = strings.CutPrefix(s[1:], " ")
	case strings.HasPrefix(s, "• "):
		rest, ok = s[len("• "):], true
	case c >= '0' && c <= '9':
		i := 1
		for i < len(s) && i < 4 && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		for _, end := range []string{". ", ") ", "、", "）"} {
			if rest, ok = strings.CutPrefix(s[i:], end); ok {
				break
			}
		}
	}
	if !ok {
		return "", false
	}
	rest = strings.TrimSpace(rest)
	for _, box := range []string{"[x] ", "[X] "} {
		rest = strings.TrimPrefix(rest, box)
	}
	return rest, true
}

// skipper leaves out what came from the memory or the host and not from the agent:
// <hfa-recall> … </hfa-recall> and its like at the start of a line, and the bare block
// of a chunk ("## chunk_0007 …" and the line of its node), whose text is quoted anyway.
type skipper struct {
	tag   string // the open one
	chunk bool
}

func (s *skipper) line(text string) bool {
	body := strings.TrimLeft(text, " \t")
	if s.tag != "" {
		if strings.Contains(text, "</"+s.tag+">") {
			s.tag = ""
		}
		return true
	}
	if strings.HasPrefix(body, "## chunk_") {
		s.chunk = true
		return true
	}
	if s.chunk && strings.HasPrefix(body, "[") && strings.HasSuffix(body, "]") {
		s.chunk = false
		return true
	}
	s.chunk = false
	if !strings.HasPrefix(body, "<") {
		return false
	}
	for _, tag := range []string{"hfa-recall", "hook_context", "hook-context", "system-reminder", "system_reminder"} {
		rest, ok := strings.CutPrefix(body[1:], tag)
		if !ok || rest != "" && rest[0] != '>' && rest[0] != ' ' {
			continue
		}
		if !strings.Contains(rest, "</"+tag+">") {
			s.tag = tag
		}
		return true
	}
	// A comment of HTML is not shown to anybody.
	if strings.HasPrefix(body, "<!--") && strings.HasSuffix(strings.TrimRight(body, " \t"), "-->") {
		return true
	}
	return false
}

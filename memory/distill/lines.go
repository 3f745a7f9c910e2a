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
	kind     kind
	text     string
	indented bool // by two blanks or more
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
			d.lines = append(d.lines, line{kind: quote})
			continue
		}
		if m, ok := fenceMarker(text); ok && !d.isIndentedCode(text) {
			open = append(open, m)
			d.lines = append(d.lines, line{kind: code, text: text})
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
		d.lines = append(d.lines, line{kind: code, text: text})
		d.fences = append(d.fences, fence{info: m.info, start: len(d.lines)})
		return open
	case m.info != "" && m.length >= inner.length && len(open) < 32:
		open = append(open, m)
	}
	d.lines = append(d.lines, line{kind: code, text: text})
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
	switch {
	case body == "":
		return line{kind: blank}
	case body[0] == '>':
		return line{kind: quote, text: body}
	case body[0] == '|':
		return line{kind: table, text: body}
	case d.isIndentedCode(text):
		return line{kind: quote, text: body}
	}
	body = strings.TrimRight(body, " \t")
	if rest := strings.TrimLeft(body, "#"); len(rest) < len(body) && len(body)-len(rest) <= 6 && (rest == "" || rest[0] == ' ') {
		return line{kind: heading, text: strings.TrimSpace(rest)}
	}
	if rest, ok := cutItem(body); ok {
		return line{kind: item, text: rest}
	}
	return line{kind: prose, text: body, indented: strings.HasPrefix(text, "  ") || strings.HasPrefix(text, "\t")}
}

// isIndentedCode tells whether a line is code by its indent of four: it is, but in a list.
// (CommonMark takes one right below a paragraph for its last line; agents do not write so.)
func (d *document) isIndentedCode(text string) bool {
	return (strings.HasPrefix(text, "    ") || strings.HasPrefix(text, "\t")) && !d.inList()
}

// inList tells whether the last line belongs to a list. A list goes on below one blank
// line, and below the fences and quotations in it.
func (d *document) inList() bool {
	blanks := 0
	for i := len(d.lines) - 1; i >= 0 && i > len(d.lines)-maxListLook; i-- {
		switch l := d.lines[i]; l.kind {
		case item:
			return true
		case heading:
			return false
		case blank:
			if blanks++; blanks > 1 {
				return false
			}
		case prose:
			if !l.indented {
				return false
			}
		}
	}
	return false
}

// maxListLook bounds how far up the list that a line belongs to is looked for.
const maxListLook = 64

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

// skipper leaves out what the agent does not say itself: <hfa-recall> … </hfa-recall> and
// what hosts add, quotations and comments in HTML, where such a tag begins a line; and the bare
// block of a chunk ("## chunk_0007 …" and the line of its node), whose text is quoted anyway.
type skipper struct {
	end   string // what ends the part that is left out, "" outside of one
	chunk bool
}

func (s *skipper) line(text string) bool {
	body := strings.TrimLeft(text, " \t")
	if s.end != "" {
		if strings.Contains(text, s.end) {
			s.end = ""
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
	for _, tag := range []string{"hfa-recall", "hook_context", "hook-context", "system-reminder", "system_reminder", "blockquote", "pre", "example", "!--"} {
		rest, ok := strings.CutPrefix(body[1:], tag)
		if !ok || rest != "" && rest[0] != '>' && rest[0] != ' ' && tag != "!--" {
			continue
		}
		end := "</" + tag + ">"
		if tag == "!--" {
			end = "-->"
		}
		if !strings.Contains(rest, end) {
			s.end = end
		}
		return true
	}
	return false
}

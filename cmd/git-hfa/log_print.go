package main

import (
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/index/access"
)

// printLog draws the chunks: families of links one after the other, the one with the newest chunk first.
func (e *env) printLog(c *chronicle, shown []int) {
	out := logText{e: e, chronicle: c}
	done := make([]bool, len(c.docs))
	for _, i := range shown {
		if i = firstTwin(c.docs, i); !done[i] {
			out.family(i, done)
		}
	}
	out.flush()
}

// logText collects lines. There may be very many, so they go out in few writes, and nothing is made for each of them.
type logText struct {
	e         *env
	chronicle *chronicle
	buf       []byte
	text      int // where the text of the line begins that is being written
}

// logBuffer is how much is written at once, in bytes.
const logBuffer = 64 << 10

func (t *logText) flush() {
	_, _ = t.e.stdout.Write(t.buf) // run tells of a failure
	t.buf = t.buf[:0]
}

// family draws a chunk and all that is tied to it.
func (t *logText) family(i int, done []bool) {
	links := t.chronicle.links
	if len(links.olds[i])+len(links.news[i]) == 0 { // most are
		done[i] = true
		t.chunk(i, "* ", "    ")
		return
	}
	var r rails
	for _, i := range links.order(links.family(i, done)) {
		d := r.step(i, links.olds[i])
		for _, line := range d.before {
			t.buf = append(append(t.buf, line...), '\n')
		}
		t.chunk(i, d.star, d.below+"  ")
		for _, line := range d.after {
			t.buf = append(append(t.buf, line...), '\n')
		}
	}
}

// begin starts a line with what is ours.
func (t *logText) begin(ours string) {
	t.buf = append(t.buf, ours...)
	t.text = len(t.buf)
}

func (t *logText) add(parts ...string) {
	for _, part := range parts {
		t.buf = append(t.buf, part...)
	}
}

// end makes the text of the line safe for a terminal.
func (t *logText) end() {
	if text := t.buf[t.text:]; !isPlainText(text) {
		t.buf = append(t.buf[:t.text], plain(string(text))...)
	}
	t.buf = append(t.buf, '\n')
	if len(t.buf) >= logBuffer {
		t.flush()
	}
}

// isPlainText reports whether plain would change nothing, as far as that is quickly seen: it knows ASCII, letters of Europe
// and Chinese.
func isPlainText(text []byte) bool {
	if len(text) > 0 && (text[0] == ' ' || text[len(text)-1] == ' ') {
		return false
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c < ' ' || c > '~' || c == '<' {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if !(r >= 0x4e00 && r <= 0x9fff || r >= 0xc0 && r <= 0x24f || r >= 0x3001 && r <= 0x3011 || r >= 0xff01 && r <= 0xff5e) {
			return false
		}
		i += n
	}
	return true
}

// chunk tells of document i. Its first line begins with star, the others with below.
func (t *logText) chunk(i int, star, below string) {
	row := t.chronicle.row(i)
	t.begin(star)
	t.add(t.chronicle.shortID(i), "  ", row.Title)
	t.marks(&row)
	t.end()
	t.begin(below)
	switch row.Known {
	case knownCommit:
		c := &row.Brought.First
		t.add(short(c.ID), "  ", day(c.Date), "  ", c.Author, "  ", c.Subject)
		t.end()
	case knownShallow:
		t.add(beyondShallow)
		t.end()
	case knownNot:
		t.add(notCommitted)
		t.end()
	default:
		t.buf = t.buf[:t.text-len(below)]
	}
	if also := row.also(); len(also) > 0 {
		t.begin(below)
		t.add("came again with ")
		for i, c := range also {
			if i > 0 {
				t.add(", ")
			}
			t.add(short(c.ID))
		}
		t.end()
	}
	t.links(&row, below)
}

// marks say after a title why a chunk does not count, or that it is in conflict.
func (t *logText) marks(row *logRow) {
	switch {
	case row.State == stateTombstoned:
		t.add("  [tombstoned]")
	case len(row.SupersededBy) > 1:
		t.add("  [superseded by ")
		for i, edge := range row.SupersededBy {
			if i > 0 {
				t.add(" and ")
			}
			t.add(t.chronicle.shortID(edge.Doc))
		}
		t.add("]")
	case row.State == stateSuperseded:
		t.add("  [superseded]")
	}
	if len(row.ConflictsWith) > 0 {
		t.add("  [in conflict with ", idList(t.chronicle.view.Source, row.ConflictsWith), "]")
	}
}

// links tells what a chunk superseded and who revoked it.
func (t *logText) links(row *logRow, below string) {
	for _, edge := range row.Supersedes {
		t.begin(below)
		switch {
		case edge.Doc < 0:
			t.add("supersedes ", access.ShortID(t.chronicle.view.Source, edge.ID), ", which is not here")
		case edge.Other == "":
			t.add("supersedes ", t.chronicle.shortID(edge.Doc))
		default:
			t.add("supersedes ", t.chronicle.shortID(edge.Doc), " of ", short(edge.Other))
		}
		t.end()
	}
	if tomb := row.Tombstone; tomb != nil {
		t.begin(below)
		t.add("tombstoned: ", tomb.Reason)
		if tomb.Commit != "" {
			t.add(" (", short(tomb.Commit), ")")
		}
		t.end()
	}
}

package redact

import "strings"

// text is a text that is searched, with what the rules have read of it.
type text struct {
	s    string
	at   int  // where the search stands
	paid int  // bytes that rules have read, weighed
	debt bool // whether that was ever more than was earned

	// The line that holds s[seen-1] begins at line.
	line, seen int

	// last is where each keyword was asked last, and 1 more.
	last []int32

	// The rule skipped is not asked before s[skipTo].
	skipped, skipTo int

	// cut is where a value was cut at the end of the reach.
	cut int

	// more holds what a rule found beside the two that it returns.
	more []span

	// name is the name that was classed last, and nameClass its class.
	name      string
	nameClass class

	// led is a copy of lines without their leads.
	led []byte

	// asked is the end of the name that was asked for its value last.
	asked int
}

// A rule looks at far bytes on either side of its keyword, more only where a secret is
// certain. That would let a text of nothing but keywords be read hundreds of times over, so
// there is an account: each byte that is searched earns some bytes of reading, and a
// rule pays for what it reads. In debt, a rule looks at close bytes, and the same keyword is
// not asked again at once. Natural text, the densest configuration too, stays far from
// debt.
const (
	far     = 1024
	closeUp = 64
	credit  = 1 << 15
	earned  = 24
	asking  = 160
	glance  = 16
)

// also adds a secret to those that a rule returns.
func (t *text) also(p span) { t.more = append(t.more, p) }

// begin makes t ready for the text s and so many keywords.
func (t *text) begin(s string, keywords int) {
	more, last, led := t.more[:0], t.last, t.led
	if cap(last) < keywords {
		last = make([]int32, keywords)
	}
	last = last[:keywords]
	clear(last)
	*t = text{s: s, more: more, last: last, led: led}
}

// ask reports whether the rule of a keyword is asked at t.at, and pays for that. In debt the
// same keyword is asked once in so many bytes.
func (t *text) ask(keyword uint16, dear bool) bool {
	if t.broke() {
		t.debt = true
		if t.last[keyword] > 0 && t.at+1-int(t.last[keyword]) < closeUp {
			return false
		}
	}
	t.last[keyword] = int32(t.at + 1)
	t.pay(glance)
	if dear {
		t.pay(asking - glance)
	}
	return true
}

func (t *text) pay(n int) { t.paid += n }

func (t *text) broke() bool { return t.paid > credit+earned*t.at }

// reach is how far a rule may look now.
func (t *text) reach() int {
	if t.broke() {
		return closeUp
	}
	return far
}

// lineStart returns where the line of s[i] begins, or i-far where the line is longer.
func (t *text) lineStart(i int) int {
	switch {
	case i >= t.seen:
		if k := strings.LastIndexByte(t.s[t.seen:i], '\n'); k >= 0 {
			t.line = t.seen + k + 1
		}
		t.seen = i
	case i < t.line:
		from := max(0, i-t.reach())
		t.pay(i - from)
		return from + strings.LastIndexByte(t.s[from:i], '\n') + 1
	}
	return max(t.line, i-far)
}

// lineEnd returns the end of the line of s[i], or i+reach where the line is longer. A line
// break written as \n ends a line too.
func (t *text) lineEnd(i int) int {
	stop, last := i, min(len(t.s), i+t.reach())
	for stop < last && t.s[stop] != '\n' && !(t.s[stop] == '\\' && stop+1 < len(t.s) && t.s[stop+1] == 'n' && (stop == 0 || t.s[stop-1] != '\\')) {
		stop++
	}
	t.pay(4 * (stop - i))
	return stop
}

package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lines of a diff, of a mail that is answered and of a conversation begin with what is no part of them: "+", "> ",
// "[14:02] lena: ", "小刘 10:21：". The rules read such lines a second time, with blanks in the place of that lead, byte for
// byte, so that a heading, a question and a table look as they did before somebody quoted them.

// ledMost is how many lines without a lead still belong to the one before them, as a message of more lines does.
const ledMost = 2

// searchLed adds what is found in the lines with a lead, and reports whether the rules came into debt.
func (e *engine) searchLed(t *text, s string, found []Finding) (more []Finding, debt bool) {
	for i := 0; i < len(s); {
		from, to := t.ledBlock(s, i)
		if from == to {
			break
		}
		n := len(found)
		var hostile bool
		found, hostile = e.searchText(t, string(t.led), found)
		debt = debt || hostile
		for k := n; k < len(found); k++ {
			found[k].Start += from
			found[k].End += from
		}
		i = to
	}
	return found, debt
}

// ledBlock puts into t.led the next lines of s from i on of which the first one has a lead, and each other one
// has or stands at most ledMost lines below one that has. They are s[from:to].
func (t *text) ledBlock(s string, i int) (from, to int) {
	t.led = t.led[:0]
	from, to = len(s), len(s)
	for bare := 0; i < len(s) && bare <= ledMost; {
		end := len(s)
		if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
			end = i + n + 1
		}
		lead := leadEnd(s[i:end])
		if lead > 0 {
			from, bare = min(from, i), 0
		} else if from < len(s) {
			bare++
		}
		if from < len(s) {
			for range lead {
				t.led = append(t.led, ' ')
			}
			t.led = append(t.led, s[i+lead:end]...)
			to = end
		}
		i = end
	}
	return from, to
}

// leadEnd returns where the lead of a line ends, 0 where it has none.
func leadEnd(line string) int {
	i := 0
	if line[0] == '+' || line[0] == '-' {
		if len(line) > 1 && line[1] == line[0] {
			return 0 // -----BEGIN, +++ b/file
		}
		i = 1
	}
	for k := skipBlanks(line, i); k < len(line) && line[k] == '>'; k = skipBlanks(line, i) {
		i = k + 1
	}
	k := skipBlanks(line, i)
	if k < len(line) && line[k] == '<' {
		if shut := strings.IndexByte(line[k:min(len(line), k+nickMost)], '>'); shut > 1 && all(line[k+1:k+shut], isIdent) && k+shut+1 < len(line) && isBlank(line[k+shut+1]) {
			return k + shut + 1 // <dkim> of IRC
		}
	}
	if at := stampEnd(line, k); at > k {
		i = at
		if nick := nickEnd(line, skipBlanks(line, i)); nick > 0 {
			i = nick
		}
		return i
	}
	// lena 14:02: , 小刘 2026-03-02 10:21
	if nick := nickWord(line, k); nick > k && nick < len(line) && isBlank(line[nick]) {
		at := skipBlanks(line, nick)
		if end := stampEnd(line, at); end > at {
			return end + hasAny(line[end:], ":", "：")
		}
	}
	return i
}

// nickMost is the length in bytes of the longest name of who speaks.
const nickMost = 32

// nickWord returns where the word ends that begins at line[i] and may name who speaks.
func nickWord(line string, i int) int {
	k := i
	for k < len(line) && k-i < nickMost {
		r, n := utf8.DecodeRuneInString(line[k:])
		if r < utf8.RuneSelf && !isIdent(line[k]) && r != '.' && r != '@' || r >= utf8.RuneSelf && !unicode.IsLetter(r) {
			break
		}
		k += n
	}
	return k
}

// nickEnd returns where who speaks ends at line[i], with the colon behind the name: "lena: ", "<lena> ", 老周：. 0 where nobody does.
func nickEnd(line string, i int) int {
	if i < len(line) && line[i] == '<' {
		if k := nickWord(line, i+1); k > i+1 && k < len(line) && line[k] == '>' {
			return k + 1
		}
		return 0
	}
	k := nickWord(line, i)
	if k > i && k+1 < len(line) && line[k] == ' ' && !isLower(line[i]) && !isLower(line[k+1]) {
		if second := nickWord(line, k+1); second > k+1 && hasAny(line[second:], ":", "：") > 0 {
			k = second // Ann Lee:
		}
	}
	size := hasAny(line[k:], ": ", ":", "：")
	if k == i || size == 0 || endsLine(line, k+size) || size == 1 && line[k+1] < utf8.RuneSelf || classOf(line[i:k]) > maybe {
		return 0
	}
	return k + size
}

// stampEnd returns where the time ends that begins at line[i], with a date before it and in brackets or without: [14:02], 2026-03-02 14:02:11,
// (10:21 AM). It returns i where there is none.
func stampEnd(line string, i int) int {
	k := i
	open := hasAny(line[k:], "[", "(", "【")
	k += open
	// A date: 2026-03-02, 03/02, 2026年3月2日.
	date := k
	for date < len(line) && date-k < 16 && (isDigit(line[date]) || strings.IndexByte("-/.", line[date]) >= 0 || hasAny(line[date:], "年", "月", "日") > 0) {
		date += max(1, hasAny(line[date:], "年", "月", "日"))
	}
	if date-k >= 5 && date < len(line) && (line[date] == 'T' || line[date] == ',' || isBlank(line[date])) && classify(line[k:date]).digits < date-k {
		k = skipBlanks(line, date+1)
	}
	end := clockEnd(line, k)
	if end == k {
		return i
	}
	if n := hasAny(line[end:], " AM", " PM", " am", " pm", "AM", "PM", "Z"); n > 0 {
		end += n
	}
	if open > 0 {
		size := hasAny(line[end:], "]", ")", "】")
		if size == 0 {
			return i
		}
		return end + size
	}
	if end < len(line) && !isSpace(line[end]) && hasAny(line[end:], ":", "：", ",") == 0 {
		return i
	}
	return end
}

// clockEnd returns where a time of the day ends that begins at line[i]: 9:05, 14:02:11.037. It returns i where there is none.
func clockEnd(line string, i int) int {
	k, groups := i, 0
	for groups < 3 {
		first := k
		for k < len(line) && isDigit(line[k]) && k-first < 2 {
			k++
		}
		if k == first || groups > 0 && k-first != 2 || k < len(line) && isDigit(line[k]) {
			return i
		}
		groups++
		if k+1 >= len(line) || line[k] != ':' || !isDigit(line[k+1]) {
			break
		}
		k++
	}
	if groups < 2 {
		return i
	}
	if k < len(line) && (line[k] == '.' || line[k] == ',') {
		n := k + 1
		for n < len(line) && isDigit(line[n]) {
			n++
		}
		if n > k+1 {
			k = n
		}
	}
	return k
}

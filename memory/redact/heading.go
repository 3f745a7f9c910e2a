package redact

import "strings"

// under finds the value that stands alone on the line after a heading or a question: ## 密码, Root
// password, 密码见下一行, and the one in an answer. The name of class c ends at t.s[end].
func under(t *text, at, end int, c class) span {
	s, i := t.s, closers(t.s, end)
	start, stop := t.lineStart(at), t.lineEnd(i)
	if c != password && c != phrase && c != token || isDigit(s[end-1]) || headsNothing(s[start:at]) {
		return span{}
	}
	if stop > i && s[stop-1] == '\r' {
		stop--
	}
	lead, rest := s[start:at], s[i:stop]
	heading := lead != "" && lead[0] == '#'
	if equalFold(s[at:end], "pass") && !heading {
		return span{} // Python has a statement "pass"
	}
	asks, down := asksFor(lead, rest), len(rest) < 2*closeUp && (pointsDown(rest) || mentions(lead, "following", "以下") && endsAny(rest, ":", "："))
	if (asks || down) && strings.ContainsAny(rest, "\"/=") {
		return span{}
	}
	prompt := hasAny(strings.TrimLeft(lead, " \t"), "$ ", "> ", "PS") > 0 || mentions(lead, "cat ", "echo $", "printenv ")
	if !heading && c != token && stop-start <= 40 && stop < len(s) {
		rule := skipBlanks(s, stop+1+hasAny(s[stop+1:], "\n"))
		heading = ruleAt(s, rule) > rule && strings.IndexByte("-=~", s[rule]) >= 0
	}
	if asks || down || heading && len(rest) < 32 && plainWords(rest) && !notion(s, i) {
		i = stop
	}
	if !endsLine(s, i) || (len(lead) > 32 || strings.ContainsAny(lead, ";,.$=:>/\"'(){}[]")) && !asks && !prompt && !down {
		return span{}
	}
	i = nextText(s, i, true)
	if asks {
		i = speaker(s, i)
	}
	if p := alone(t, i, c, heading || asks || down || prompt, len(lead)); !p.none() || !asks || !inquires(lead, rest) {
		return p
	}
	return answer(t, i, c)
}

// alone returns the value that is all of the line from t.s[i] on, where it is a secret of class c. firm says that the line
// before announces one, lead is how much stands before the name there.
func alone(t *text, i int, c class, firm bool, lead int) span {
	s := t.s
	v := valueAt(t, i, true)
	text := s[v.start:v.end]
	if v.none() || v.stop > v.end && !v.quoted || c != token && all(text, isDashedHex) && !(firm && len(text) == 32) || strings.ContainsAny(text, ",|\t:()[]{}") || !endsLine(s, closers(s, v.stop)) || v.start < 2 {
		return span{}
	}
	firm = firm || s[v.start-1] == '`' || s[v.start-1] == '\n' && s[v.start-2] == '-'
	if firm && apt(text, c) || (firm || lead <= 12) && (strong(text, c) || strong(text, token)) {
		return v.span
	}
	return span{}
}

// headsNothing reports whether a line that begins so is a condition, a link or a length, and no heading of a value.
func headsNothing(lead string) bool {
	return hasAny(strings.TrimLeft(lead, " \t"), "if ", "elif ", "while ", "def ", "func ", "fn ", "!") > 0 || endsAny(lead, "位") || mentions(lead, "忘记", "重置", "forgot", "reset")
}

// pointsDown reports whether the rest of a line ends with words that say that the value stands on the next one.
func pointsDown(rest string) bool {
	rest = strings.TrimRight(rest, " \t\r:：.。*_`，,")
	for _, w := range [...]string{"所示", "所列", "is", "are"} {
		rest = strings.TrimRight(strings.TrimSuffix(rest, w), " ")
	}
	for _, w := range [...]string{"next line", "below", "as follows", "line after", "line below", "下一行", "见下", "如下", "下面", "下方", "以下", "如下表", "下表"} {
		if n := len(rest) - len(w); n >= 0 && equalFold(rest[n:], w) {
			return true
		}
	}
	return false
}

// plainWords reports whether s is words without a sign that would make it more than a heading.
func plainWords(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < 0x80 && !isIdent(c) && !isSpace(c) && strings.IndexByte("()*#.", c) < 0 {
			return false
		}
	}
	return !strings.Contains(s, "。") && !strings.Contains(s, "，")
}

// ruleAt returns where the line after a rule begins that is drawn at s[i], -----, ****, or the fence of a block
// of code; i when there is none.
func ruleAt(s string, i int) int {
	if i >= len(s) || strings.IndexByte("-=*~`_#+", s[i]) < 0 {
		return i
	}
	k := i
	for k < len(s) && (s[k] == s[i] || s[k] == '+' || s[k] == '-') && k-i < 4*nameMax {
		k++
	}
	if k-i < 3 {
		return i
	}
	if s[i] == '`' {
		for k < len(s) && isAlpha(s[k]) && k-i < 16 {
			k++ // its language
		}
	}
	k += hasAny(s[k:], "\r\n", "\n")
	if k < len(s) && s[k-1] != '\n' {
		return i
	}
	return k
}

// nextText returns where the next text begins from s[i] on, a few line breaks, rules, quotes of code and, with
// items, marks of a list skipped.
func nextText(s string, i int, items bool) int {
	for n := 0; i < len(s) && n < 16; n++ {
		k := i
		for k < len(s) && isSpace(s[k]) && k-i < nameMax {
			k++
		}
		if k > i || i > 0 && s[i-1] == '\n' {
			k = ruleAt(s, k)
		}
		if k < len(s) && (s[k] == '`' || s[k] == '>') {
			k++
		}
		if items {
			k += hasAny(s[k:], "- ", "* ", "**")
		}
		if k == i {
			break
		}
		i = k
	}
	return min(i, len(s))
}

// speaker skips the name before an answer: Ann: , 我：.
func speaker(s string, i int) int {
	for k := i; k < len(s) && k-i < 24 && !isSpace(s[k]); k++ {
		if n := hasAny(s[k:], ": ", "：", ":"); n > 0 {
			return skipBlanks(s, k+n)
		}
	}
	return i
}

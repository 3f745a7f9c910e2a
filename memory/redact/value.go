package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// value is a value that was read: s[start:end] without its quotes. Where it is long and has
// none, it is cut, and goes on to stop at least.
type value struct {
	span
	quoted bool
	stop   int
}

// valueAt reads the value at s[i]. whole says that an unquoted value goes to the
// next white space, as in a line of a .env file.
func valueAt(t *text, i int, whole bool) value {
	s := t.s
	if i >= len(s) {
		return value{}
	}
	i = wrapper(s, i)
	if open, shut := quote(s[i:]); open > 0 {
		start := i + open
		if end := closing(t, start, shut); end >= 0 {
			t.pay(4 * min(end-start, 2*judged))
			return value{span{start, end}, true, end}
		}
		// A quote that nothing closes: the text was cut.
		end := unquoted(t, start, false)
		return value{span{start, end}, true, end}
	}
	v := value{span{i, unquoted(t, i, whole)}, false, 0}
	v.stop = v.end
	if v.end == t.cut && !v.none() {
		last := min(len(s), v.end+t.reach())
		for v.stop < last && goesOn(s[v.stop]) {
			v.stop++
		}
		t.pay(4 * (v.stop - v.end))
	}
	return v
}

// goesOn reports whether a cut value goes on with the byte c.
func goesOn(c byte) bool {
	return c < utf8.RuneSelf && !isSpace(c) && strings.IndexByte("\"'`,;&<>|()[]{}\\", c) < 0
}

// quote returns the length of the quote that s begins with and the one that closes it, or
// 0 where s begins with none.
func quote(s string) (open int, shut string) {
	if s == "" {
		return 0, ""
	}
	switch c := s[0]; {
	case c == '\\' || c == '&' || c == '%' && hasAny(s, "%22", "%27", "%5C", "%25") > 0:
		if n := escapedQuote(s); n > 0 && (c != '\\' || s[n-1] != '\'') {
			return n, s[:n]
		}
	case c == '"':
		if strings.HasPrefix(s, `"""`) {
			return 3, `"""`
		}
		return 1, `"`
	case c == '\'':
		if len(s) > 4 && s[1] == '\'' && !isSpace(s[2]) && strings.IndexByte(",;)]}", s[2]) < 0 && strings.Contains(s[2:min(len(s), nameMax)], "''") {
			return 2, "''" // Nix
		}
		return 1, "'"
	case c == '`':
		return 1, "`"
	case c == '*':
		return bold(s)
	case c == 'q' || c == 'r' || c == 'R' || c == '[' || c == '%' || c == '~' || c == '#':
		return rawQuote(s)
	case c >= utf8.RuneSelf:
		for _, q := range [...][2]string{{"“", "”"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}, {"《", "》"}} {
			if strings.HasPrefix(s, q[0]) {
				return len(q[0]), q[1]
			}
		}
	}
	return 0, ""
}

// bold is quote for the marks of bold text, where they stand round one value with a digit: **x1**. Round words they stress these.
func bold(s string) (open int, shut string) {
	const mark = "**"
	if len(s) < 8 || !strings.HasPrefix(s, mark) || !isAlnum(s[len(mark)]) {
		return 0, ""
	}
	rest := s[len(mark):min(len(s), 2*nameMax)]
	k := strings.Index(rest, mark)
	if k < 4 || strings.ContainsAny(rest[:k], "\n\"'`:=/") || classify(rest[:k]).digits == 0 && !drawnShort(rest[:k]) && !strings.Contains(rest[:k], " ") {
		return 0, ""
	}
	return len(mark), mark
}

// rawQuotes are the quotes of languages whose strings need no escapes: Perl, Lua, C++, Rust, Ruby, Elixir,
// Swift.
var rawQuotes = [...][2]string{{"q(", ")"}, {"q{", "}"}, {"q[", "]"}, {"qq(", ")"}, {"qq{", "}"}, {"[[", "]]"}, {`R"(`, `)"`}, {`r#"`, `"#`}, {"%q(", ")"}, {"%q{", "}"}, {"%Q(", ")"}, {"~s(", ")"}, {`#"`, `"#`}}

// rawQuote is quote for rawQuotes.
func rawQuote(s string) (open int, shut string) {
	for _, q := range rawQuotes {
		if n := len(q[0]); strings.HasPrefix(s, q[0]) && n < len(s) && !isSpace(s[n]) && strings.IndexByte("\"'`[", s[n]) < 0 {
			return n, q[1]
		}
	}
	return 0, ""
}

// wrapper skips what may stand before a literal: b", f", @", []byte(", Some(".
func wrapper(s string, i int) int {
	if i+1 < len(s) && strings.IndexByte("bfruLN@$", s[i]) >= 0 && (s[i+1] == '"' || s[i+1] == '\'') {
		return i + 1
	}
	if i+2 < len(s) && s[i] == '*' && s[i+1] == '*' && strings.IndexByte("\"'`", s[i+2]) >= 0 {
		return i + 2 // **`x`**
	}
	if i >= len(s) || strings.IndexByte("[SsBnObfhC", s[i]) < 0 {
		return i
	}
	for _, w := range [...]string{"bytes.fromhex(", "fromhex(", "hex.DecodeString(", "base64.b64decode(", "Convert.FromBase64String(", "[]byte(", "SecretStr(", "Some(", "String::from(", "std::string(", "String.valueOf(", "Buffer.from(", "new String(",
		"Optional.of(", "Secret(", "bytes(", "str(", "string("} {
		if rest, ok := strings.CutPrefix(s[i:], w); ok && rest != "" && strings.IndexByte("\"'`", rest[0]) >= 0 {
			return i + len(w)
		}
	}
	return i
}

// judged is the length in bytes of the head by which a long value without quotes is judged.
const judged = 96

// closing returns where the quote that closes a value stands, or -1. The value
// stays on its line and within reach.
func closing(t *text, i int, quote string) int {
	s, start := t.s, i
	for last := min(len(s), i+t.reach()); i < last && s[i] != '\n'; i++ {
		if strings.HasPrefix(s[i:], quote) {
			return i
		}
		if s[i] == '\\' && i+1 < len(s) && s[i+1] != '\n' {
			i++
		}
	}
	t.pay(i - start)
	return -1
}

// unquoted returns the end of a value without quotes, after judged bytes at most. See whole.
func unquoted(t *text, start int, whole bool) int {
	s, i, depth := t.s, start, 0
	last := min(len(s), start+judged)
loop:
	for i < last {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			if foreign(r) {
				if n = hanInside(s, start, i); n == 0 {
					break loop
				}
			}
			i += n
			continue
		case isSpace(c) || c == '"' || c == '\'' || c == '`':
			break loop
		case c == '\\' && i+1 < len(s) && strings.IndexByte("nrt\"'", s[i+1]) >= 0:
			break loop
		case (c == '&' || c == '%') && escapedEnd(s[i:]):
			break loop
		case c == Mark[0] && i > start && hasAny(s[i:], Mark) > 0:
			break loop
		case whole:
		case c == '<' || c == '>' || c == '|':
			if i > start {
				break loop
			}
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				break loop
			}
		case (c == ',' || c == ';' || c == '&') && i > start && separates(s, i+1):
			break loop
		}
		i++
	}
	t.pay(4 * (i - start))
	if i >= last && last < len(s) {
		t.cut = i
		return i
	}
	i = bracketCut(s, start, i, depth)
	for i > start && strings.IndexByte(".,;:?", s[i-1]) >= 0 {
		i--
	}
	return i
}

// bracketCut returns where the value s[start:i] ends when a remark in ASCII brackets follows it without a blank, as in
// Chinese text: zhangwei0817(首次登录会修改), x(AES-128). depth is how many brackets of it are open.
func bracketCut(s string, start, i, depth int) int {
	open := strings.IndexByte(s[start:i], '(')
	if open < 4 || depth <= 0 && s[i-1] != ')' {
		return i
	}
	open += start
	rest := s[open:min(len(s), open+closeUp)]
	if k := strings.IndexAny(rest, ")\n"); k > 0 {
		rest = rest[:k]
	}
	if !isAlpha(s[open-1]) && all(rest[1:min(len(rest), 3)], isAlpha) || classify(rest).foreign > 0 || depth <= 0 && technical(s[open+1:i-1]) && !wordy(s[start:open]) {
		return open
	}
	return i
}

// whole returns the end of a secret that was found by its head: further on where the
// reach cut it.
func (t *text) whole(p span) int {
	s := t.s
	if p.end != t.cut || p.none() {
		return p.end
	}
	for p.end < len(s) && goesOn(s[p.end]) {
		p.end++
	}
	return p.end
}

// separates reports whether the "," ";" or "&" before s[i] ends a value, or is a
// character of it: password=a,b1;c&d is one value, password=ab1;user=c is two.
func separates(s string, i int) bool {
	if i >= len(s) || isSpace(s[i]) || s[i] >= utf8.RuneSelf || strings.IndexByte("\"'`,;&)]}\\-", s[i]) >= 0 {
		return true
	}
	i0 := i
	for n := 0; i < len(s) && n < nameMax; n++ {
		switch c := s[i]; {
		case c == '=' || c == ':':
			return n > 0
		case c >= utf8.RuneSelf:
			r, _ := utf8.DecodeRuneInString(s[i:]) // ,5分钟内有效
			return unicode.Is(unicode.Han, r)
		case isBlank(c) && n > 0 && s[i0-1] != ';':
			// ,AppSecret x
			return i+1 < len(s) && s[i+1] >= utf8.RuneSelf && s[i0-1] == ',' || classOf(s[i0:i]) > maybe
		case !isIdent(c) && c != '.' && (c != ' ' || s[i0-1] != ';'):
			return false
		}
		i++
	}
	return false
}

// hanInside returns the length of a few Chinese characters at s[i] that belong to a password which began at
// s[start]: signs stand before and behind them, HT2023-保密-09. It is 0 for others.
func hanInside(s string, start, i int) int {
	if i-start < 2 || strings.IndexByte("-_@#", s[i-1]) < 0 {
		return 0
	}
	k := i
	for k < len(s) && k-i < 18 {
		r, n := utf8.DecodeRuneInString(s[k:])
		if !unicode.Is(unicode.Han, r) {
			break
		}
		k += n
	}
	if k > i && k+1 < len(s) && strings.IndexByte("-_@#", s[k]) >= 0 && isAlnum(s[k+1]) {
		return k - i
	}
	return 0
}

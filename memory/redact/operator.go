package redact

import "strings"

// relation is what joins a name to its value.
type relation int

const (
	unrelated relation = iota
	equals             // = := => ＝ -> <name>
	colon              // : ：
	comma              // ("name", "value")
	pipe               // a cell of a Markdown table
	blank              // --name value, NAME 'value'
	verb               // is, was, 是, 改成
	element            // <name>value</name>, "name">value</x>
	call               // name("value")
	below              // name:, and the value on a line of its own
)

// join is a relation that was read. The value begins at next, blanks skipped.
type join struct {
	relation
	next   int
	tight  bool // neither before nor after it stands a blank
	named  bool // the name before it stood in quotes
	prose  bool // words stood between name and verb
	device bool // words of a router's configuration stood before the value
	weak   bool // the words before the value may mean another thing: it must be strong
}

// joinAt reads the relation that stands at s[i], right after a name. The zero join is none.
func joinAt(s string, i int) join {
	if n := hasAny(s[i:], "'s ", "’s "); n > 0 {
		return join{relation: verb, next: skipBlanks(s, i+n), weak: true} // the pw's x
	}
	closed := closers(s, i)
	j := join{named: closed > i}
	if next, ok := valueField(s, closed); ok {
		return join{relation: equals, next: next, named: true}
	}
	if n := hasAny(s[closed:], "\n2) \""); j.named && n > 0 {
		return join{relation: equals, next: closed + n - 1, named: true} // as Redis shows a setting
	}
	if next := elementText(s, closed, j.named); next > 0 {
		return join{relation: element, next: next, named: j.named}
	}
	if closed+1 < len(s) && s[closed] == '(' {
		if k := skipBlanks(s, closed+1); k < len(s) && (s[k] == '"' || s[k] == '\'') {
			return join{relation: call, next: k, tight: true, named: j.named}
		}
	}
	if hasAny(s[closed:], `{"`, `{'`) > 0 && !j.named {
		return join{relation: equals, next: closed + 1} // std::string token{"x"}
	}
	if n := hasAny(s[closed:], "</td><td>", "</th><td>", "</dt><dd>"); n > 0 {
		return join{relation: colon, next: skipTags(s, closed+n), named: true}
	}
	i = closed
	if hasFold(s[i:], " as string =") {
		i += len(" as string") // of Basic
	}
	if k := strings.Index(s[i:min(len(s), i+32)], " /d "); k == 0 || k > 0 && hasFold(s[i:], " /t ") {
		return join{relation: equals, next: skipBlanks(s, i+k+len(" /d ")), named: true} // reg add /v Password /t REG_SZ /d x
	}
	if p := remark(s, skipBlanks(s, i)); p > 0 {
		i = p
	}
	at := skipBlanks(s, i)
	if j.named && at < len(s) && s[at] == ')' {
		// getenv("JWT_SECRET") or "x"
		k := skipBlanks(s, at+1)
		if n := hasAny(s[k:], ".unwrap_or(", ".orElse(", ".unwrap_or_else(|_| ", "{ "); n > 0 {
			return join{relation: equals, next: k + n, named: true}
		}
		if kind, n := fallback(s[k:]); kind == equals {
			return join{relation: equals, next: skipBlanks(s, k+n), named: true}
		}
	}
	if k := ordinal(s, at); k > 0 {
		i, at = k, skipBlanks(s, k)
	}
	if at+1 < len(s) && s[at] == '?' && (s[at+1] == ':' || s[at+1] == '=') {
		at++ // optional in TypeScript, conditional in make
	}
	j.read(s, i, at)
	return j
}

// read reads the relation itself. The name and what belongs to it end at s[i], the blanks
// after it at s[at].
func (j *join) read(s string, i, at int) {
	kind, size := symbol(s[at:])
	if kind == unrelated {
		kind, size = verbAt(s[at:])
	}
	if kind == unrelated && !j.named && at > i {
		if gap, weak := prose(s, at); gap > 0 {
			kind, size, j.prose = verb, gap, true
			j.weak = weak || hasFold(s[at:], "file ") || hasFold(s[at:], "entry ") || hasFold(s[at:], "code ")
		}
	}
	if n := aside(s, at, i); kind == unrelated && n > 0 {
		kind, size, j.weak = verb, n, true
	}
	if kind == unrelated && endsAny(s[:i], "】", "码]") {
		kind = colon
	}
	if kind == unrelated && at < len(s) && s[at] >= 0x80 && hasAny(s[at:], "「", "『", "“") > 0 {
		kind = verb
	}
	if kind == unrelated {
		if at == i || at >= len(s) || isSpace(s[at]) {
			return
		}
		kind = blank
		if skipped := deviceWords(s, at); skipped > at {
			j.device, at = true, skipped
		}
	}
	end := at + size
	j.relation = kind
	j.next = skipBlanks(s, end)
	j.next = skipBlanks(s, skipTags(s, j.next))
	if kind == colon && hasAny(s[j.next:], "** ") > 0 {
		j.next = skipBlanks(s, j.next+len("** ")) // **Password:** value
	}
	j.tight = at == i && j.next == end
	if kind == verb && hasFold(s[j.next:], "generated for ") {
		line := s[j.next:min(len(s), j.next+2*nameMax)]
		if k := strings.Index(line, ": "); k > 0 && !strings.Contains(line[:k], "\n") {
			j.relation, j.next = colon, skipBlanks(s, j.next+k+1)
		}
	}
	if kind == colon || kind == verb {
		j.lineBreak(s)
	}
}

// skipTags skips what a page has round a value to show it: <code>, </b>.
func skipTags(s string, i int) int {
	for range 3 {
		if i >= len(s) || s[i] != '<' {
			break
		}
		i = skipBlanks(s, i+hasAny(s[i:], "<code>", "<b>", "</b>", "<strong>", "</strong>", "<em>", "<kbd>", "<tt>", "<span>", "</span>"))
	}
	return i
}

// aside returns the length of what joins a name that ends at s[i] to a value more loosely than
// a verb does: a dash, "; use", a bracket. at is s[i] without its blanks.
func aside(s string, at, i int) int {
	if at >= len(s) {
		return 0
	}
	switch s[at] {
	case '-', "–"[0]:
		if at > i {
			return hasAny(s[at:], "- ", "– ", "— ", "—— ")
		}
	case ',', ';':
		return hasAny(s[at:], "; use ", ", use ", "; it is ", ", it is ", "; it's ", ", it's ", ", which is ", ", namely ", "; try ", ", try ")
	case 'c', 'r', 'u':
		return hasAny(s[at:], "changed: ", "reset: ", "rotated: ", "updated: ")
	case 'f':
		return hasAny(s[at:], "field takes ", "field gets ", "field needs ")
	}
	return 0
}

// lineBreak goes on to the next line, where JSON has the value in quotes, and prose has
// it alone.
func (j *join) lineBreak(s string) {
	k := j.next
	if k+1 < len(s) && (s[k] == '|' || s[k] == '>') && !j.named {
		if n := k + 1 + hasAny(s[k+1:], "-", "+"); n < len(s) && (s[n] == '\n' || s[n] == '\r') {
			k = n // a block of YAML
		}
	}
	if k < len(s) && (isSpace(s[k]) || s[k] == '>' || s[k] == '`') {
		k = nextText(s, k, false)
	}
	switch {
	case k == j.next || k >= len(s) || !strings.Contains(s[j.next:k], "\n"):
	case j.named && s[k] == '"':
		j.next = k
	case !j.named && strings.Count(s[j.next:k], "\n") <= 4:
		j.next, j.relation = k, below
	}
}

// deviceWords skips what routers and switches have between "password" and the value:
// secret 0 x, password cipher x, key 7 x. It returns i when there is none.
func deviceWords(s string, i int) int {
	start := i
	for range 3 {
		k := i
		for k < len(s) && isAlnum(s[k]) || k > i && k < len(s) && (s[k] == '-' || s[k] == '_') {
			k++
		}
		if k >= len(s) || !isBlank(s[k]) || k-i > len("irreversible-cipher") {
			break
		}
		switch s[i:k] {
		case "0", "1", "3", "5", "7", "8", "9", "6", "15", "level", "local", "remote", "md5", "read", "write", "cipher", "simple", "irreversible-cipher", "plain", "encrypted", "ENC", "plaintext", "plain-text", "REG_SZ", "unencrypted", "clear-text", "ascii-text", "ascii", "text":
			i = skipBlanks(s, k)
			continue
		}
		break
	}
	if i > start && i < len(s) && !isSpace(s[i]) {
		return i
	}
	return start
}

// closers skips what closes a name: quotes, Markdown marks, a subscript.
func closers(s string, i int) int {
	for n := 0; i < len(s) && n < 4; n++ {
		switch {
		case strings.IndexByte("\"'`*]", s[i]) >= 0:
			i++
		case hasAny(s[i:], "}}") > 0:
			i += 2 // {{password}}
		case escapedQuote(s[i:]) > 0:
			i += escapedQuote(s[i:])
		case s[i] >= 0x80 && hasAny(s[i:], "”", "」", "’", "】", "』", "》") > 0:
			i += len("”")
		default:
			return i
		}
	}
	return i
}

// hasAny returns the length of the first of words that s begins with, else 0.
func hasAny(s string, words ...string) int {
	for _, w := range words {
		if strings.HasPrefix(s, w) {
			return len(w)
		}
	}
	return 0
}

// remark skips "(staging)" and "（生产）" after a name. It returns 0 when there is none.
func remark(s string, i int) int {
	open := hasAny(s[i:], "(", "（", "[")
	if open == 0 || hasAny(s[i:], Mark) > 0 {
		return 0
	}
	for k := i + open; k < len(s) && k-i < nameMax; k++ {
		switch s[k] {
		case '\n':
			return 0
		case ')', ']':
			return k + 1
		case "）"[0]:
			if n := hasAny(s[k:], "）"); n > 0 {
				return k + n
			}
		}
	}
	return 0
}

// ordinal skips "1" and "#2" before ":" or "=", as in  Unseal Key 1: x. It returns 0 when
// there is none.
func ordinal(s string, i int) int {
	k := i
	if k < len(s) && s[k] == '#' {
		k++
	}
	first := k
	for k < len(s) && isDigit(s[k]) && k-first < 3 {
		k++
	}
	if end := skipBlanks(s, k); k > first && end < len(s) && hasAny(s[end:], ":", "=", "：") > 0 && !strings.HasPrefix(s[end:], "==") {
		return k
	}
	return 0
}

// symbol reads an operator at the start of s.
func symbol(s string) (relation, int) {
	if s == "" {
		return unrelated, 0
	}
	if kind, n := fallback(s); kind != unrelated {
		return kind, n
	}
	switch s[0] {
	case '=':
		n := 1
		for n < len(s) && n < 4 && (s[n] == '=' || s[n] == '>') {
			n++
		}
		return equals, n
	case ':':
		if hasAny(s, ":=") > 0 {
			return equals, 2
		}
		if hasAny(s, ":: ") > 0 {
			return colon, 2 // base64 in LDIF
		}
		if hasAny(s, "::", ":/") > 0 {
			return unrelated, 0
		}
		return colon, 1
	case '%':
		if hasAny(s, "%3D", "%3d") > 0 {
			return equals, 3
		}
		if hasAny(s, "%3A", "%3a") > 0 {
			return colon, 3
		}
	case '!':
		if hasAny(s, "!= ", "!== ") > 0 {
			return equals, hasAny(s, "!= ", "!== ") - 1
		}
	case '+':
		if hasAny(s, "+=") > 0 {
			return equals, 2
		}
	case '-':
		if hasAny(s, "->") > 0 {
			return equals, 2
		}
	case '<':
		if k := skipBlanks(s, min(2, len(s))); hasAny(s, "<-") > 0 && k < len(s) && (s[k] == '"' || s[k] == '\'') {
			return equals, 2 // R
		}
	case ',':
		return comma, 1
	case '|':
		if hasAny(s, "||") > 0 {
			return unrelated, 0
		}
		return pipe, 1
	}
	return wideSymbol(s)
}

// wideSymbol is symbol for signs of Chinese text.
func wideSymbol(s string) (relation, int) {
	if n := hasAny(s, "：", "∶"); n > 0 {
		return colon, n
	}
	if n := hasAny(s, "＝", "→"); n > 0 {
		return equals, n
	}
	return unrelated, 0
}

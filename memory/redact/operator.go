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
)

// join is a relation that was read. The value begins at next, blanks skipped.
type join struct {
	relation
	next  int
	tight bool // neither before nor after it stands a blank
	named bool // the name before it stood in quotes
	prose bool // words stood between name and verb
}

// joinAt reads the relation that stands at s[i], right after a name.
func joinAt(s string, i int) join {
	closed := closers(s, i)
	j := join{named: closed > i}
	if next, ok := valueField(s, closed); ok {
		return join{relation: equals, next: next, named: true}
	}
	i = closed
	if p := remark(s, skipBlanks(s, i)); p > 0 {
		i = p
	}
	at := skipBlanks(s, i)
	if j.named && at < len(s) && s[at] == ')' {
		// getenv("JWT_SECRET") or "x"
		k := skipBlanks(s, at+1)
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
	kind, size := symbol(s[at:])
	if kind == unrelated {
		kind, size = verbAt(s[at:])
		if kind == unrelated && !j.named && at > i {
			if gap := prose(s[at:]); gap > 0 {
				kind, size, j.prose = verb, gap, true
			}
		}
	}
	if kind == unrelated {
		if at == i || at >= len(s) || isSpace(s[at]) {
			return join{}
		}
		kind = blank
	}
	end := at + size
	j.relation = kind
	j.next = skipBlanks(s, end)
	for j.next < len(s) && s[j.next] == '*' && kind == colon {
		j.next = skipBlanks(s, j.next+1) // **Password:** value
	}
	j.tight = at == i && j.next == end
	if j.named && kind == colon {
		// JSON may break the line before a value.
		k := j.next
		for k < len(s) && isSpace(s[k]) && k-j.next < nameMax {
			k++
		}
		if k < len(s) && s[k] == '"' {
			j.next = k
		}
	}
	return j
}

// closers skips what closes a name: quotes, Markdown marks, a subscript.
func closers(s string, i int) int {
	for n := 0; i < len(s) && n < 4; n++ {
		switch {
		case strings.IndexByte("\"'`*]", s[i]) >= 0:
			i++
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\''):
			i += 2
		case hasAny(s[i:], "”", "」", "’", "】") > 0:
			i += hasAny(s[i:], "”", "」", "’", "】")
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
	for k := i + open; k < len(s) && k-i < nameMax && s[k] != '\n'; k++ {
		if n := hasAny(s[k:], ")", "）", "]"); n > 0 {
			return k + n
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
	if end := skipBlanks(s, k); k > first && end < len(s) && (s[end] == ':' || s[end] == '=') && !strings.HasPrefix(s[end:], "==") {
		return k
	}
	return 0
}

// fallback reads what joins a variable of the environment to the value it has when it is
// not set:  process.env.JWT_SECRET || "x",  getenv("K") ?: "x",  ${K:-x}.
func fallback(s string) (relation, int) {
	for _, w := range [...]string{"||=", "or ", "??=", "||", "??", "?:"} {
		if rest, ok := strings.CutPrefix(s, w); ok {
			k := skipBlanks(rest, 0)
			if k < len(rest) && strings.IndexByte("\"'`", rest[k]) >= 0 {
				return equals, len(w)
			}
			return unrelated, 0
		}
	}
	if hasAny(s, ":-") > 0 {
		return colon, len(":-")
	}
	return unrelated, 0
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
		return equals, len(s) - len(strings.TrimLeft(s, "=>"))
	case ':':
		if hasAny(s, ":=") > 0 {
			return equals, 2
		}
		if hasAny(s, "::", ":/") > 0 {
			return unrelated, 0
		}
		return colon, 1
	case '+':
		if hasAny(s, "+=") > 0 {
			return equals, 2
		}
	case '-':
		if hasAny(s, "->") > 0 {
			return equals, 2
		}
	case ',':
		return comma, 1
	case '|':
		if hasAny(s, "||") > 0 {
			return unrelated, 0
		}
		return pipe, 1
	}
	if n := hasAny(s, "：", "∶"); n > 0 {
		return colon, n
	}
	if n := hasAny(s, "＝", "→"); n > 0 {
		return equals, n
	}
	return unrelated, 0
}

// verbAt reads a verb that gives a value, in Chinese or English, at the start of s.
func verbAt(s string) (relation, int) {
	if n := hasAny(s, "现在", "目前", "当前", "暂时", "已经", "已", "统一", "应该", "一直", "仍然", "仍", "还", "都", "也", "被"); n > 0 {
		if kind, size := verbAt(s[n:]); kind == verb && s[n] >= 0x80 {
			return verb, n + size
		}
		return unrelated, 0
	}
	n := hasAny(s, "就是", "是", "改成了", "改成", "改为了", "改为", "改為", "设为了", "设为", "設為", "设成了", "设成", "设置为", "设置成了", "设置成",
		"设定为", "换成了", "换成", "更新为", "更新成", "重置为", "为", "為", "叫", "从", "由")
	if n > 0 {
		if k := skipBlanks(s, n); hasAny(s[k:], "：", ":") > 0 {
			n = k + hasAny(s[k:], "：", ":")
		}
		return verb, n
	}
	for _, w := range [...]string{"was changed from", "changed from", "rotated from", "is", "was", "to", "equals", "will be", "has been set to", "became"} {
		if hasFold(s, w) && len(s) > len(w) && (isBlank(s[len(w)]) || s[len(w)] == ':') {
			n = len(w) + 1
			for _, adverb := range [...]string{"now ", "still ", "currently ", "just ", "simply ", "set to ", "changed to "} {
				if k := skipBlanks(s, n); hasFold(s[k:], adverb) {
					n = k + len(adverb)
				}
			}
			return verb, n
		}
	}
	return unrelated, 0
}

// prose skips "for the staging database is" after a name, and returns its length,
// or 0.
func prose(s string) int {
	if !hasFold(s, "for ") && !hasFold(s, "of ") && !hasFold(s, "on ") && !hasFold(s, "at ") && !hasFold(s, "in ") {
		return 0
	}
	for i := 0; i < len(s) && i < nameMax; i++ {
		switch s[i] {
		case '\n', '.', ',', ';', '(', ')', '"', '`':
			return 0
		case ':':
			return i + 1
		case ' ':
			if kind, n := verbAt(s[i+1:]); kind == verb && !hasFold(s[i+1:], "to") {
				return i + 1 + n
			}
		}
	}
	return 0
}

// valueField skips to the value in  key="Password" value="x",  in
// name: DB_PASSWORD, line break, value: x,  and in  variable "password" { default = "x" }.
func valueField(s string, i int) (next int, ok bool) {
	k := i
	for k < len(s) && k-i < nameMax && (isSpace(s[k]) || strings.IndexByte(",{\"\\", s[k]) >= 0) {
		k++
	}
	switch {
	case k == i:
		return 0, false
	case hasFold(s[k:], "value"):
		k += len("value")
	case hasFold(s[k:], "default"):
		k += len("default")
	default:
		return 0, false
	}
	k = closers(s, k)
	k = skipBlanks(s, k)
	if k >= len(s) || s[k] != ':' && s[k] != '=' {
		return 0, false
	}
	return skipBlanks(s, k+1), true
}

package redact

import (
	"strings"
	"unicode/utf8"
)

// assigned finds the value that is given to the name round the keyword t.s[at:end].
func assigned(t *text, at, end int) (a, b span) {
	s := t.s
	for !isIdent(s[end-1]) { // pass=
		end--
	}
	for !isWord(s[at]) { // -pass
		at++
	}
	if end <= t.asked {
		return // another keyword of the same name was asked
	}
	if end-at <= 3 && !hasFold(s[at:], "key") && !hasFold(s[at:], "pwd") && !edged(s, at, end) && (!hasFold(s[at:], "pw") || end < len(s) && isAlnum(s[end])) {
		return // sk in disk
	}
	t.pay(asking - glance)
	n := nameAt(t, at, end)
	t.asked = n.end
	if name := s[n.start:n.end]; hasFold(s[n.end:], " code") && (equalFold(name, "auth") || equalFold(name, "authorization")) {
		if a, found := authCode(t, n.end+len(" code")); found {
			return a, b
		}
	}
	if n.class == noClass {
		return
	}
	if n.start > 0 && s[n.start-1] == '<' && n.end < len(s) && s[n.end] == '>' {
		i := skipSpaces(s, n.end+1)
		if inner := s[i:min(len(s), i+len("<value>"))]; equalFold(inner, "<value>") {
			return elementValue(t, i+len(inner), n.class), span{}
		}
		return elementValue(t, n.end+1, n.class), span{}
	}
	if equalFold(s[n.start:n.end], "community") && hasFold(s[n.end:], " string") {
		n.end += len(" string")
	}
	a = given(t, n)
	if n.doubtful && a.none() {
		return a, b
	}
	if n.class == keyID && !a.none() {
		b = pairedKey(t, n, a.end)
		return a, b
	}
	if a.none() {
		return elsewhere(t, n.start, n.end, n.class, false), b
	}
	return a, changed(t, a.end, n.class)
}

// authCode finds the code after "auth code", which ends at t.s[end]: the one of a mail service, or a token.
// It reports whether a value is given there.
func authCode(t *text, end int) (a span, found bool) {
	j := joinAt(t.s, end)
	if j.relation != colon && j.relation != verb && j.relation != equals {
		return a, false
	}
	if a = mailCode(t, end); a.none() {
		if v := valueAt(t, j.next, false); strong(t.s[v.start:v.end], token) {
			a = v.span
		}
	}
	return a, true
}

// pairedKey finds the second of two keys that one name gives: AK/SK: x / y.
func pairedKey(t *text, n name, i int) span {
	s := t.s
	if n.start < 3 || s[n.start-1] != '/' || !hasFold(s[n.start-3:], "ak") {
		return span{}
	}
	i = skipBlanks(s, i)
	size := hasAny(s[i:], "/", "，", ",", "、", "／")
	if size == 0 {
		return span{}
	}
	v := valueAt(t, skipBlanks(s, i+size), false)
	if !secret(s[v.start:v.end], keyID, loose) {
		return span{}
	}
	return v.span
}

// edged reports whether the short keyword s[at:end] is a word of a name.
func edged(s string, at, end int) bool {
	return (at == 0 || s[at-1] != '+' && s[at-1] != '/' || at >= 3 && hasFold(s[at-3:], "ak/")) && (at == 0 || !isAlnum(s[at-1]) || isLower(s[at-1]) && isUpper(s[at])) && (end == len(s) || !isLower(s[end]) || isUpper(s[at]) && isUpper(s[end-1]))
}

// given finds the value that follows the name n.
func given(t *text, n name) span {
	s, i := t.s, n.end
	for range 2 { // a second time after a type:  password: str = "x"
		j := joinAt(s, i)
		switch j.relation {
		case unrelated:
			return keyFile(t, n)
		case element:
			return elementValue(t, j.next, n.class)
		}
		if n.doubtful {
			if j.relation != equals && j.relation != colon {
				return span{}
			}
			j.weak = true
		}
		if k := j.next; (j.relation == verb || j.relation == colon || j.relation == blank) && k < len(s) && s[k] >= utf8.RuneSelf && hasAny(s[k:], "“", "「", "『", "‘") == 0 {
			if k = gapEnd(s, k); k > 0 && (j.relation != blank || endsAny(strings.TrimRight(s[j.next:k], " ："), "是", "为", "成", "用", "到", "了", "这", "下")) {
				j.relation, j.next, j.weak = verb, k, true // token 用这个 x, AppSecret 重置后是 x
			}
		}
		if t.broke() && nested(s, j.next) {
			return span{} // the name inside is asked too
		}
		start := t.lineStart(n.start)
		before := s[max(start, n.start-2*closeUp):n.start]
		whole := j.relation == equals && j.tight && n.upper && leads(before)
		if !j.named && n.start > 0 && strings.IndexByte("\"'`", s[n.start-1]) >= 0 && j.next < len(s) && s[j.next] == s[n.start-1] {
			return span{} // "PWD=" + dir
		}
		if p, done := composed(t, n, j); done {
			return p
		}
		v := valueAt(t, j.next, whole)
		v.span = scheme(s, v.span)
		if v.none() {
			return span{}
		}
		if !v.quoted && (j.relation == colon || j.relation == blank) {
			if k := skipBlanks(s, v.end); k < len(s) && s[k] == '=' && all(s[v.start:v.end], typeByte) {
				i = k
				continue
			}
		}
		if p := judgedValue(t, n, j, v, before); !p.none() || j.relation != verb || j.weak {
			return p
		}
		return changed(t, v.stop, n.class) // from public to x
	}
	return span{}
}

// composed finds the value of n that is written as more than one word: in braces, as a list, byte by byte, as a user and a
// password. done says that there is no other value.
func composed(t *text, n name, j join) (p span, done bool) {
	s, k := t.s, j.next+1
	if j.relation == equals && j.tight && n.class == password {
		if p = inBraces(t, j.next); !p.none() {
			return p, true
		}
	}
	assigns := j.relation == equals || j.relation == colon || j.relation == below
	if lower(s[n.end-1]) == 's' && !ends(s[n.start:n.end], "ss") && assigns && listed(t, j.next, n.class) {
		return p, true
	}
	if p = bytesAt(s, j.next); !p.none() && (n.class == token || n.class == anyKey || n.class == bareKey) {
		return p, true
	}
	if k >= len(s) {
		return span{}, false
	}
	if j.relation == equals && (s[k-1] == '(' || s[k-1] == '[') && (s[k] == '"' || s[k] == '\'') && holdsUser(s[n.start:n.end]) {
		p, _ = userArguments(t, n.start, k)
		return p, true // credentials = ("bob", "x")
	}
	if (j.relation == verb || j.relation == colon) && s[k-1] == '[' {
		if v := valueAt(t, k, false); v.end < len(s) && s[v.end] == ']' && likely(s[v.start:v.end], password) && n.class != bareKey {
			return v.span, true // changed from [x] to [y]
		}
	}
	return span{}, false
}

// inBraces finds the password of  Pwd={x};  as ODBC has it.
func inBraces(t *text, i int) span {
	s := t.s
	if i >= len(s) || s[i] != '{' {
		return span{}
	}
	k := i + 1
	for k < len(s) && s[k] != '}' && !isSpace(s[k]) && k-i < nameMax {
		k++
	}
	if k+1 >= len(s) || s[k] != '}' || s[k+1] != ';' || !strong(s[i+1:k], password) {
		return span{}
	}
	return span{i + 1, k}
}

// keyFile finds the content of a file that is shown after its name:
// cat config/master.key, and the key on the next line.
func keyFile(t *text, n name) span {
	s, i := t.s, n.end
	if i >= len(s) || s[i] != '\n' || n.start == 0 || s[n.start-1] != '.' || !mentions(s[t.lineStart(n.start):n.start], "cat ", "head ", "tail ", "less ", "more ", "type ", "bat ") {
		return span{}
	}
	v := valueAt(t, i+1, true)
	if text := s[v.start:v.end]; !endsLine(s, v.end) || !machine(text, classify(text), 24) {
		return span{}
	}
	return v.span
}

// nested reports whether another name with its value stands at s[i].
func nested(s string, i int) bool {
	k := i
	for k < len(s) && isIdent(s[k]) && k-i < 16 {
		k++
	}
	return k > i && k < len(s) && (s[k] == '=' || s[k] == ':')
}

func typeByte(c byte) bool { return isWord(c) || strings.IndexByte(".[]?|<>&*", c) >= 0 }

// scheme cuts "Bearer " off a value.
func scheme(s string, v span) span {
	for _, w := range [...]string{"bearer ", "token ", "basic "} {
		if hasFold(s[v.start:v.end], w) {
			v.start = skipBlanks(s, v.start+len(w))
		}
	}
	return span{v.start, max(v.start, v.end)}
}

// isCall reports whether the unquoted value v is a call or a subscript:
// os.Getenv("X"), lexer.Next(), config[0].
func isCall(s string, v span) bool {
	text := s[v.start:v.end]
	i := strings.IndexAny(text, "([")
	if strings.HasSuffix(text, "-") && v.end < len(s) && s[v.end] == '>' {
		return true // $user->password()
	}
	if text != "" && text[0] == '(' && all(text[1:], isIdent) {
		return true // (ConvertTo-SecureString …
	}
	if i < 0 {
		return v.end < len(s) && (s[v.end] == '(' || s[v.end] == '[') && v.end > v.start && isWord(s[v.end-1]) && !(v.end+1 < len(s) && s[v.end+1] >= 0x80)
	}
	last := text[len(text)-1]
	return i > 0 && all(text[:i], calleeByte) && strings.IndexByte("()[],", last) >= 0
}

func calleeByte(c byte) bool { return isWord(c) || c == '.' || c == ':' }

// elementValue finds the text of <password>x</password>, from t.s[i] on.
func elementValue(t *text, i int, c class) span {
	s, end := t.s, i
	for last := min(len(s), i+t.reach()); end < last && s[end] != '<' && s[end] != '\n'; {
		end++
	}
	t.pay(8 * (end - i))
	if end == len(s) || s[end] != '<' || end+1 >= len(s) || s[end+1] != '/' || !secret(s[i:end], c, quoted) {
		return span{}
	}
	return span{i, end}
}

// leads reports whether only what may begin a line of a .env file or of a shell
// script stands before a name.
func leads(before string) bool {
	before = strings.TrimSpace(before)
	switch before {
	case "", "export", "set", "ENV", "ARG", "-", "-e", "--env", "setenv", "declare -x", "$", "+", "#", ">":
		return true
	}
	return false
}

// blankLead reports whether nothing but blanks, list marks and quotes stands before a name.
func blankLead(before string) bool {
	return strings.Trim(before, " \t-*>#+\"'") == ""
}

func endsLine(s string, i int) bool {
	i = skipBlanks(s, i)
	return i >= len(s) || s[i] == '\n' || s[i] == '\r' || s[i] == '#' || hasAny(s[i:], "。\n") > 0
}

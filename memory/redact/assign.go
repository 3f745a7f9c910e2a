package redact

import "strings"

// assigned finds the value that is given to the name round the keyword s[at:end].
func assigned(s string, at, end int) (a, b span) {
	for !isIdent(s[end-1]) { // pass=
		end--
	}
	for !isIdent(s[at]) { // "auth"
		at++
	}
	n := nameAt(s, at, end)
	if n.class == noClass {
		return
	}
	if n.start > 0 && s[n.start-1] == '<' && n.end < len(s) && s[n.end] == '>' {
		return element(s, n), span{}
	}
	a = given(s, n)
	if a.none() {
		return a, inBrackets(s, n.end, n.class, false)
	}
	return a, changed(s, a.end, n.class)
}

// given finds the value that follows the name n.
func given(s string, n name) span {
	i := n.end
	for range 2 { // a second time after a type:  password: str = "x"
		j := joinAt(s, i)
		if j.relation == unrelated {
			return span{}
		}
		start := lineStart(s, n.start)
		whole := j.relation == equals && j.tight && n.upper && leads(s[start:n.start])
		if !j.named && n.start > 0 && strings.IndexByte("\"'`", s[n.start-1]) >= 0 && j.next < len(s) && s[j.next] == s[n.start-1] {
			return span{} // "PWD=" + dir
		}
		v := valueAt(s, j.next, whole)
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
		if j.relation == blank && fingerprint(s[start:n.end], s[v.start:v.end]) {
			return span{}
		}
		if equalFold(s[n.start:n.end], "pass") && all(s[v.start:v.end], isDigit) {
			return span{} // pass=12 fail=0
		}
		f, ok := firmness(s, n, j, v, s[start:n.start])
		if n.class == token && f == env && n.upper && !n.flag && chosen(s[n.start:n.end], s[v.start:min(v.end, v.start+judged)]) {
			return v.span
		}
		if end := appPassword(s, v.start); n.class == password && j.relation != blank && end > v.start {
			return span{v.start, end}
		}
		if ok && secret(s[v.start:min(v.end, v.start+judged)], n.class, f) {
			return v.span
		}
		return span{}
	}
	return span{}
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

// firmness says how firmly v is given to n, and whether it is given at all.
// before is the line up to the name.
func firmness(s string, n name, j join, v value, before string) (firm, bool) {
	if !v.quoted && call(s, v.span) {
		return 0, false
	}
	switch j.relation {
	case equals:
		return equalsFirm(s, n, j, v), true
	case colon:
		switch {
		case v.quoted:
			return quoted, true
		case endsLine(s, v.end) && blankLead(before):
			if n.upper {
				return env, true
			}
			return config, true
		}
		return loose, true
	case comma:
		if hasFold(s[max(0, n.start-len("define('")):], "define(") {
			return quoted, v.quoted // a constant of PHP
		}
		return loose, j.named && v.quoted && pair(s, n, v)
	case pipe:
		if v.quoted {
			return quoted, true
		}
		k := skipBlanks(s, v.end)
		return loose, k < len(s) && s[k] == '|'
	case blank:
		if j.named {
			return 0, false
		}
		return blankFirm(s, n, v, before)
	case verb:
		if v.quoted {
			return quoted, !j.prose || n.class != token
		}
		// "the password is bcrypt hashed": a bare word must end its clause.
		return loose, true
	}
	return 0, false
}

func equalsFirm(s string, n name, j join, v value) firm {
	text := s[v.start:v.end]
	switch {
	case n.flag || n.upper && j.tight:
		return env
	case v.quoted:
		return quoted
	case !j.tight:
		return loose
	case all(text, isWord) && classify(text).digits == 0:
		// connect(password=pw, user=u) is code; user=u password=pw is none.
		if n.class != password || n.start > 0 && (s[n.start-1] == '(' || s[n.start-1] == ',') || argument(s, n.start) ||
			v.end < len(s) && (s[v.end] == ')' || s[v.end] == ',') || strings.Contains(text, "_") {
			return loose
		}
		return env
	}
	return quoted
}

// pair reports whether ("name", "value") or {"name", "value"} stands in s.
func pair(s string, n name, v value) bool {
	open := n.start - 2
	shut := skipBlanks(s, min(v.end+1, len(s)))
	return open >= 0 && shut < len(s) && (s[open] == '(' && s[shut] == ')' || s[open] == '{' && s[shut] == '}')
}

// argument reports whether ", " stands before a name, as in a list of arguments.
func argument(s string, i int) bool {
	return i >= 2 && isBlank(s[i-1]) && s[i-2] == ','
}

func blankFirm(s string, n name, v value, before string) (firm, bool) {
	lead := strings.TrimSpace(before)
	switch {
	case n.flag:
		return env, s[v.start] != '-' || v.quoted
	case n.upper && (equalFold(lead, "env") || equalFold(lead, "arg") || equalFold(lead, "setx") || equalFold(lead, "set")):
		return env, true
	case n.class == password && v.quoted:
		// CREATE USER app WITH PASSWORD 'x'
		return quoted, n.upper || classify(s[v.start:v.end]).digits > 0
	case n.class == password && (containsFold(before, "login ") || containsFold(before, "user ")) && containsFold(before, "machine ") || equalFold(s[n.start:n.end], "masterauth"), equalFold(lead, "requirepass"):
		return env, true // .netrc
	case n.class == password:
		return loose, bare(s[v.start:v.end]) && closed(s, v.end)
	}
	// the token Zk3Qw9Rt…
	return loose, n.class == token && v.end-v.start >= 16
}

// bare reports whether v looks like a password where nothing but a blank says that it
// is one: "smtp password hunter22", and not "the password Postgres16".
func bare(v string) bool {
	n := classify(v)
	return len(v) >= 6 && n.digits > 0 && n.letters() > 0 && !strings.ContainsAny(v, "-_./:=") &&
		(n.uppers == 0 || n.turns >= 3 || strings.ContainsAny(v, "!@#$%^&*"))
}

// call reports whether the unquoted value v is a call or a subscript:
// os.Getenv("X"), lexer.Next(), config[0].
func call(s string, v span) bool {
	text := s[v.start:v.end]
	i := strings.IndexAny(text, "([")
	if strings.HasSuffix(text, "-") && v.end < len(s) && s[v.end] == '>' {
		return true // $user->password()
	}
	if i < 0 {
		return v.end < len(s) && (s[v.end] == '(' || s[v.end] == '[') && v.end > v.start && isWord(s[v.end-1])
	}
	last := text[len(text)-1]
	return i > 0 && all(text[:i], calleeByte) && strings.IndexByte("()[],", last) >= 0
}

func calleeByte(c byte) bool { return isWord(c) || c == '.' || c == ':' }

// element finds the text of <password>x</password>.
func element(s string, n name) span {
	i := n.end + 1
	end := i
	for end < len(s) && s[end] != '<' && s[end] != '\n' {
		end++
	}
	if end == len(s) || s[end] != '<' || !secret(s[i:min(end, i+judged)], n.class, quoted) {
		return span{}
	}
	return span{i, end}
}

func lineStart(s string, i int) int {
	for n := 0; i > 0 && s[i-1] != '\n' && n < judged; n++ {
		i--
	}
	return i
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
	return i == len(s) || s[i] == '\n' || s[i] == '\r' || s[i] == '#'
}

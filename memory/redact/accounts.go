package redact

import "strings"

// accountsMost is how many lines of a file of accounts are read, strayMost how many of them may be no account
// before the first one is.
const (
	accountsMost = 24
	strayMost    = 3
)

// accountFile finds the passwords in a file whose name says that it holds accounts, a user and a password on each
// line, in the text below the name: users.txt, htpasswd, userlist.txt.
func accountFile(t *text, at, end int) (a, b span) {
	s := t.s
	if end < len(s) && isAlnum(s[end]) {
		return
	}
	i, begun, user := t.lineEnd(end), false, false
	if p := accountOn(t, end, i); !p.none() {
		t.also(p)
	}
	for n := 0; n < accountsMost && i < len(s); n++ {
		from := i + max(1, hasAny(s[i:], `\n`))
		if from >= len(s) || n >= strayMost && !begun {
			break
		}
		i = t.lineEnd(from)
		p, account := accountIn(t, from, i)
		word := strings.TrimSpace(s[from:i])
		if v := valueAt(t, skipBlanks(s, from), true); user && !account && v.end-v.start == len(word) && likely(word, password) {
			t.also(v.span) // the user stands on the line before
			return
		}
		user = all(word, isJWTByte)
		if !account && (begun || n >= strayMost) {
			break
		}
		begun = begun || account
		if !p.none() {
			t.also(p)
		}
	}
	return
}

// accountOn finds the password of the first account user:x among the words of t.s[i:end].
func accountOn(t *text, i, end int) span {
	s := t.s
	for i < end {
		k := i
		for k < end && !isSpace(s[k]) && s[k] < 0x80 {
			k++
		}
		if word := strings.Trim(s[i:k], "`'\","); strings.Contains(word, ":") && !strings.Contains(word, "/") {
			if p, _ := accountIn(t, i, k); !p.none() {
				return p
			}
		}
		i = max(k, i+1)
	}
	return span{}
}

// accountIn finds the password of the line t.s[i:end], if it is a user and a password, with a sign or blanks
// between them, and reports whether it is.
func accountIn(t *text, i, end int) (p span, account bool) {
	s := t.s
	for i < end && (isSpace(s[i]) || strings.IndexByte("-+*'\"`>|", s[i]) >= 0) {
		i++
	}
	k := i
	for k < end && (isJWTByte(s[k]) || s[k] == '@' || s[k] == '+') {
		k++
	}
	if k == i || k >= end {
		return p, false
	}
	next := closers(s, k)
	size := hasAny(s[next:end], ":", ",", ";", "\t", "|", " | ", " : ", " / ", " ")
	if size == 0 || s[next] == ' ' && size == 1 && next == k && !allRest(s[k:end]) {
		return p, false
	}
	v := valueAt(t, skipBlanks(s, next+size), true)
	if !v.quoted {
		if cut := strings.IndexAny(s[v.start:v.end], ",;|"); cut > 0 && s[next] != ':' {
			v.end = v.start + cut
		}
	}
	text := s[v.start:v.end]
	if v.none() || v.end > end || strings.Count(text, ":") > 1 || placeholder(text) || reference(text) || strings.Contains(text, "/") && !mixed(text) {
		return p, !v.none() && s[next] == ':'
	}
	if likely(text, password) || secret(text, password, config) && classify(text).digits > 0 {
		return v.span, true
	}
	return p, true
}

// allRest reports whether only one word, after blanks, is left of a line.
func allRest(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && !strings.ContainsAny(s, " \t")
}

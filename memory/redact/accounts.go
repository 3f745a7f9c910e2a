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
	i, sep, cells, user := t.lineEnd(end), "", 0, false
	if p := accountOn(t, end, i); !p.none() {
		t.also(p)
		return
	}
	if !introduces(s[t.lineStart(at):at], s[end:i]) {
		return
	}
	for n := 0; n < accountsMost && i < len(s); n++ {
		from := i + max(1, hasAny(s[i:], `\n`))
		if from >= len(s) || n >= strayMost && sep == "" {
			break
		}
		i = t.lineEnd(from)
		p, parted := accountIn(t, from, i)
		word := strings.TrimSpace(s[from:i])
		if v := valueAt(t, skipBlanks(s, from), true); user && parted == "" && v.end-v.start == len(word) && likely(word, password) {
			t.also(v.span) // the user stands on the line before
			return
		}
		if parted == "" && (sep != "" || user || !stray(word)) || sep != "" && (parted != sep || strings.Count(word, strings.TrimSpace(sep)) != cells) {
			break
		}
		if sep == "" && parted == "," && p.none() && otherHeading(word) {
			break
		}
		cells = strings.Count(word, strings.TrimSpace(parted))
		user, sep = parted == "" && word != "" && all(word, isJWTByte), parted
		if !p.none() {
			t.also(p)
		}
	}
	return
}

// otherHeading reports whether a line is the heading of a table that has no column for passwords: id,name,email.
func otherHeading(line string) bool {
	for cell := range strings.SplitSeq(line, ",") {
		if cell = strings.TrimSpace(cell); !all(cell, isWord) || classOf(cell) != noClass || hasFold(cell, "pass") || hasFold(cell, "pw") {
			return false
		}
	}
	return true
}

// stray reports whether a line without an account may stand before the accounts: marks, a comment, or the name of
// a user whose password stands on the next line.
func stray(line string) bool {
	return all(line, isJWTByte) || hasAny(line, "#", "//", ";", "```", "~~~", "---", "===", "<") > 0
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
// between them, and returns what parts the two, "" where the line is no account.
func accountIn(t *text, i, end int) (p span, sep string) {
	s := t.s
	for i < end && (isSpace(s[i]) || strings.IndexByte("-+*'\"`>|", s[i]) >= 0) {
		i++
	}
	k := i
	for k < end && (isJWTByte(s[k]) || s[k] == '@' || s[k] == '+') {
		k++
	}
	if k == i || k >= end {
		return p, ""
	}
	next := closers(s, k)
	size := hasAny(s[next:end], ":", ",", ";", "\t", "|", " | ", " : ", " / ", " ")
	if size == 0 || s[next] == ' ' && size == 1 && next == k && !allRest(s[k:end]) {
		return p, ""
	}
	after := skipBlanks(s, next+size)
	v := valueAt(t, after, true)
	if !v.quoted {
		if cut := strings.IndexAny(s[v.start:v.end], ",;|"); cut > 0 && s[next] != ':' {
			v.end = v.start + cut
		}
	}
	text := s[v.start:v.end]
	if s[next] == ':' && !endsLine(s, closers(s, v.stop)) && closers(s, v.stop) < end && strings.IndexByte("|,;:\t/", s[skipBlanks(s, closers(s, v.stop))]) < 0 {
		return p, ""
	}
	if v.none() || v.end > end || strings.Count(text, ":") > 1 || placeholder(text) || reference(text) || strings.Contains(text, "/") && !mixed(text) {
		if v.none() || s[next] != ':' {
			return p, ""
		}
		return p, s[next:after]
	}
	if likely(text, password) || secret(text, password, config) && classify(text).digits > 0 {
		return v.span, s[next:after]
	}
	if s[next] == ' ' {
		return p, "" // listen 8080
	}
	return p, s[next:after]
}

// allRest reports whether only one word, after blanks, is left of a line.
func allRest(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && !strings.ContainsAny(s, " \t")
}

// introduces reports whether what is in a file stands on the lines after its name, by the line of the name: before it
// and after it nothing but marks, words up to a colon, or a comment that is no sentence.
func introduces(lead, rest string) bool {
	rest = strings.TrimRight(rest, " \t\r*_")
	if strings.Contains(lead, "> ") {
		return false // what is written into the file stands before it
	}
	comment := hasAny(strings.TrimLeft(lead, " \t"), "#", "//", ";", "--") > 0
	return endsAny(rest, ":", "：") || strings.Trim(rest, " \t`'\"）)*#_<>=-]~|\\") == "" || comment && !endsAny(rest, ".", "。", "!", "?")
}

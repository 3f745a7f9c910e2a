package redact

import "strings"

// userArguments finds the password in a call that takes a user and a password, both
// quoted: auth=("user", "x"), HTTPBasicAuth("user", "x"), smtp.login("user", "x"). The
// keyword ends with the round bracket. A connection may take more arguments before them.
func userArguments(s string, at, end int) (a, b span) {
	i, user := end, false
	for n := 0; n < 4 && i < len(s); n++ {
		i = skipBlanks(s, i)
		v := valueAt(s, i, false)
		if v.none() {
			return
		}
		next := v.end
		if v.quoted {
			next++
		}
		next = skipBlanks(s, next)
		text := s[v.start:min(v.end, v.start+judged)]
		// After a user there is a password; a host or a URL is no user.
		if user && v.quoted && next < len(s) && (s[next] == ')' || s[next] == ',') {
			c := classify(text)
			if secret(text, password, quoted) && (c.digits > 0 || c.symbols > 0) && !strings.ContainsAny(text, " /") {
				return v.span, span{}
			}
		}
		if next >= len(s) || s[next] != ',' {
			return
		}
		user = v.quoted && !strings.Contains(text, "://") && !strings.Contains(text, "=")
		i = next + 1
	}
	return
}

// dsn finds the password before "@tcp(" in a data source name of Go's MySQL driver:
// user:x@tcp(host:3306)/db. s[at] is the "@".
func dsn(s string, at, end int) (a, b span) {
	start := at
	for start > 0 && at-start < nameMax && !isSpace(s[start-1]) && strings.IndexByte("\"'`=", s[start-1]) < 0 {
		start--
	}
	user, pass, found := strings.Cut(s[start:at], ":")
	if !found || len(pass) < minSecret || placeholder(pass) || reference(pass) || strings.Contains(user, Mark) {
		return
	}
	return span{start + len(user) + 1, at}, span{}
}

// oracle finds the password of user/x@service, as the tools and URLs of Oracle have it.
func oracle(s string, at, end int) (a, b span) {
	i := skipBlanks(s, end)
	stop := i
	for stop < len(s) && stop-i < nameMax && !isSpace(s[stop]) && strings.IndexByte("\"'`", s[stop]) < 0 && s[stop] < 0x80 {
		stop++
	}
	user, rest, found := strings.Cut(s[i:stop], "/")
	last := strings.LastIndexByte(rest, '@')
	if !found || last < minSecret || !all(user, isWord) || placeholder(rest[:last]) || reference(rest[:last]) || strings.Contains(rest[:last], "/") {
		return
	}
	from := i + len(user) + 1
	return span{from, from + last}, span{}
}

// pgpass finds the password in a line of a .pgpass file, host:5432:database:user:x. The
// keyword is the port.
func pgpass(s string, at, end int) (a, b span) {
	stop := end
	for stop < len(s) && !isSpace(s[stop]) && stop-end < judged && strings.IndexByte("\"'`", s[stop]) < 0 && s[stop] < 0x80 {
		stop++
	}
	_, rest, ok := strings.Cut(s[end:stop], ":")
	_, pass, ok2 := strings.Cut(rest, ":")
	if !ok || !ok2 || !secret(pass, password, quoted) {
		return
	}
	return span{stop - len(pass), stop}, span{}
}

// identifiedBy finds the password of CREATE USER app IDENTIFIED BY 'x'. Oracle writes it
// without quotes.
func identifiedBy(s string, at, end int) (a, b span) {
	v := valueAt(s, skipBlanks(s, end), false)
	f := quoted
	if !v.quoted {
		f = loose
		if before := s[lineStart(s, at):at]; !containsFold(before, "create user") && !containsFold(before, "alter user") {
			return
		}
	}
	if v.none() || !secret(s[v.start:min(v.end, v.start+judged)], password, f) {
		return
	}
	return v.span, span{}
}

// userThenPassword finds the password of "creds: admin / x" and of "login is admin:x".
func userThenPassword(s string, at, end int) (a, b span) {
	if at > 0 && isIdent(s[at-1]) {
		return
	}
	j := joinAt(s, end)
	if j.relation != colon && j.relation != verb && j.relation != equals {
		return
	}
	return afterUser(s, valueAt(s, j.next, false).start), span{}
}

// afterUser finds the password of "admin / x", "admin/x" and "admin:x" at s[i].
func afterUser(s string, i int) span {
	k := i
	for k < len(s) && k-i < nameMax && (isIdent(s[k]) || s[k] == '.' || s[k] == '@') {
		k++
	}
	slash := skipBlanks(s, k)
	if k == i || slash >= len(s) || s[slash] != '/' && s[slash] != ':' {
		return span{}
	}
	next := skipBlanks(s, slash+1)
	v := valueAt(s, next, false)
	text := s[v.start:min(v.end, v.start+judged)]
	c := classify(text)
	if v.none() || strings.ContainsAny(text, "/:") || c.letters() == 0 || !secret(text, password, loose) || c.uppers+c.symbols == 0 && c.turns < 2 {
		return span{}
	}
	return v.span
}

// jwkSecret finds the private member "d" of a JSON Web Key (RFC 7517), which has a
// member "kty" near it.
func jwkSecret(s string, at, end int) (a, b span) {
	v := valueAt(s, skipBlanks(s, end), false)
	if !v.quoted || v.end-v.start < 40 || !all(s[v.start:v.end], isIdent) || !mixed(s[v.start:v.end]) {
		return
	}
	if !strings.Contains(s[max(0, at-judged):min(len(s), v.end+judged)], `"kty"`) {
		return
	}
	return v.span, span{}
}

// seedPhrase finds the words of a wallet's recovery phrase (BIP 39): 12 to 24 of them, in
// lower case, after a name.
func seedPhrase(s string, at, end int) (a, b span) {
	j := joinAt(s, end)
	if j.relation == unrelated || j.relation == comma {
		return
	}
	v := valueAt(s, j.next, false)
	i, n, last := v.start, 0, v.start
	for i < len(s) && n < 25 {
		k := i
		for k < len(s) && isLower(s[k]) {
			k++
		}
		if k-i < 3 || k-i > 8 {
			break
		}
		n, last = n+1, k
		i = k
		if i >= len(s) || s[i] != ' ' {
			break
		}
		i++
	}
	if n < 12 || n > 24 || n%3 != 0 || last < len(s) && (s[last] == ' ' || isAlnum(s[last])) {
		return
	}
	return span{v.start, last}, span{}
}

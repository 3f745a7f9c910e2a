package redact

import "strings"

// userArguments finds the password in a call that takes a user and a password, both
// quoted: auth=("user", "x"), HTTPBasicAuth("user", "x"), smtp.login("user", "x"). The
// keyword ends with the round bracket. A connection may take more arguments before them.
func userArguments(t *text, at, end int) (a, b span) {
	s, i, user := t.s, end, false
	for n := 0; n < 5 && i < len(s); n++ {
		i = skipSpaces(s, i)
		v := valueAt(t, i, false)
		if v.none() && !v.quoted {
			return
		}
		next := v.end
		if v.quoted {
			next++
		}
		next = skipBlanks(s, next)
		text := s[v.start:v.end]
		// After a user there is a password; a host or a URL is no user.
		if user && v.quoted && (next >= len(s) || s[next] >= 0x80 || strings.IndexByte("),.;\n", s[next]) >= 0) {
			c := classify(text)
			if secret(text, password, quoted) && (c.digits > 0 || c.symbols > 0 || jumbled(text)) && (!strings.ContainsAny(text, " /") || len(text) == 40 && mixed(text)) && !hostLike(text) && (c.lowers > 0 || thought(text) || !wordy(text)) {
				return v.span, span{}
			}
		}
		if next >= len(s) || s[next] != ',' {
			return
		}
		user = v.quoted && text != "" && !strings.Contains(text, "://") && !strings.Contains(text, "=") && !hostLike(text) || !v.quoted && endsAny(strings.ToLower(text), "user", "ssid", "name")
		i = next + 1
	}
	return
}

// skipSpaces is skipBlanks that goes over line breaks too, a few bytes.
func skipSpaces(s string, i int) int {
	for n := 0; i < len(s) && isSpace(s[i]) && n < nameMax; n++ {
		i++
	}
	return i
}

// hostLike reports whether an argument is the name of a host and no user or password.
func hostLike(v string) bool {
	host, _, _ := strings.Cut(v, ":")
	tail := host[strings.LastIndexByte(host, '.')+1:]
	return all(v, func(c byte) bool { return isJWTByte(c) || c == ':' }) && strings.Count(v, ".") >= 2 && classify(v).uppers == 0 &&
		(!all(tail, isDigit) || classify(host).letters() == 0)
}

// clientArgument finds the key in a call that makes a client of a service: Client("x"),
// createClient(url, "x"), Credential(id, "x"). Of two it is the second: the first is an id.
func clientArgument(t *text, at, end int) (a, b span) {
	s, i := t.s, end
	for n := 0; n < 4 && i < len(s); n++ {
		i = skipSpaces(s, i)
		v := valueAt(t, i, false)
		if strings.Contains(s[v.start:v.end], Mark) {
			return span{}, b // the key is gone, and what is left is an id
		}
		if text := s[v.start:v.end]; v.quoted && (!strings.ContainsAny(text, "/. ") && clientKey(text) || s[end-1] == '(' && mentions(s[at:end], "pgp_sym", "aes_", "bypassphrase") && apt(text, password)) {
			a = v.span
		}
		if i = argumentEnd(t, i); i >= len(s) || s[i] != ',' {
			break
		}
		i++
	}
	return a, b
}

// clientKey reports whether an argument is the key of a service or of a cipher.
func clientKey(v string) bool {
	n := classify(v)
	return machine(v, n, 20) && !uuid(v) || len(v) >= 16 && len(v)%8 == 0 && jumbledDigits(v) || all(v, isBase32Byte) && random(v, n)
}

// charArray finds the password of Java's "x".toCharArray(), which hardly gives anything else. The
// keyword begins with the quote that closes it.
func charArray(t *text, at, end int) (a, b span) {
	s := t.s
	open := strings.LastIndexByte(s[max(t.lineStart(at), at-nameMax):at], '"')
	if open < 0 {
		return
	}
	a = span{max(t.lineStart(at), at-nameMax) + open + 1, at}
	if !likely(s[a.start:a.end], password) && !secret(s[a.start:a.end], password, quoted) {
		return b, b
	}
	return a, b
}

// onlyArgument finds the password of a call that takes one first: jedis.auth("x"), bcrypt.hash('x', 10).
func onlyArgument(t *text, at, end int) (a, b span) {
	v := valueAt(t, skipBlanks(t.s, end), false)
	if text := t.s[v.start:v.end]; !v.quoted || v.end+1 >= len(t.s) || strings.IndexByte("),.", t.s[v.end+1]) < 0 || !likely(text, password) {
		return
	}
	return v.span, b
}

// argumentEnd returns where the argument of a call that begins at t.s[i] ends: at a comma or a bracket that
// belongs to the call.
func argumentEnd(t *text, i int) int {
	s, depth, start := t.s, 0, i
	for last := min(len(s), i+4*nameMax); i < last; i++ {
		switch c := s[i]; {
		case c == '"' || c == '\'' || c == '`':
			k := closing(t, i+1, s[i:i+1])
			if k < 0 {
				return len(s)
			}
			i = k
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				t.pay(i - start)
				return i
			}
		case c == ',' && depth == 0:
			t.pay(i - start)
			return i
		}
	}
	return len(s)
}

// tokenAfter finds a token after words that leave no doubt: cargo login x, revoked x.
func tokenAfter(t *text, at, end int) (a, b span) {
	s := t.s
	v := valueAt(t, skipBlanks(s, end), false)
	if text := s[v.start:v.end]; len(text) < 20 || !strong(text, token) || uuid(text) || all(text, isHex) && s[end-1] != '=' || strings.ContainsAny(text, "/.") {
		return
	}
	return v.span, b
}

// dsn finds the password before "@tcp(" in a data source name of Go's MySQL driver:
// user:x@tcp(host:3306)/db. s[at] is the "@".
func dsn(t *text, at, end int) (a, b span) {
	s := t.s
	start := at
	for start > 0 && at-start < nameMax && s[start-1] < 0x80 && !isSpace(s[start-1]) && strings.IndexByte("\"'`=", s[start-1]) < 0 {
		start--
	}
	user, pass, found := strings.Cut(s[start:at], ":")
	if !found || len(pass) < minSecret || placeholder(pass) || reference(pass) || strings.Contains(user, Mark) {
		return
	}
	return span{start + len(user) + 1, at}, span{}
}

// oracle finds the password of user/x@service, as the tools and URLs of Oracle have it.
func oracle(t *text, at, end int) (a, b span) {
	s := t.s
	i := skipBlanks(s, end)
	stop := i
	for stop < len(s) && stop-i < nameMax && !isSpace(s[stop]) && strings.IndexByte("\"'`", s[stop]) < 0 && s[stop] < 0x80 {
		stop++
	}
	if k := strings.Index(s[i:stop+min(1, len(s)-stop)], `/"`); k > 0 && all(s[i:i+k], isWord) {
		if v := valueAt(t, i+k+1, false); v.end+1 < len(s) && s[v.end+1] == '@' && secret(s[v.start:v.end], password, quoted) {
			return v.span, b // hr/"x"@prod
		}
	}
	user, rest, found := strings.Cut(s[i:stop], "/")
	last := strings.LastIndexByte(rest, '@')
	if last < 0 && (hasAny(s[stop:], " as sys") > 0 || (hasFold(s[at:], "expdp") || hasFold(s[at:], "impdp") || hasFold(s[at:], "sqlplus") || hasFold(s[at:], "rman")) && likely(rest, password)) {
		last = len(rest)
	}
	if !found || last < minSecret || !all(user, isWord) || placeholder(rest[:last]) || reference(rest[:last]) || strings.Contains(rest[:last], "/") {
		return
	}
	from := i + len(user) + 1
	return span{from, from + last}, span{}
}

// oracleHost finds the password of user/x@//host:1521/service, where no command stands before it.
func oracleHost(t *text, at, end int) (a, b span) {
	s := t.s
	v := lastWord(t, at)
	k := strings.LastIndexByte(s[v.start:v.end], '/')
	if k < 1 || !all(s[v.start:v.start+k], isWord) || !secret(s[v.start+k+1:v.end], password, quoted) {
		return
	}
	return span{v.start + k + 1, v.end}, b
}

// pgpass finds the password in a line of a .pgpass file, host:port:database:user:x. The
// keyword is the port, or the database that stands for all of them.
func pgpass(t *text, at, end int) (a, b span) {
	s, start, stop := t.s, at, end
	for last := max(0, at-closeUp); start > last && !isSpace(s[start-1]) && strings.IndexByte("\"'`(", s[start-1]) < 0 && s[start-1] < 0x80; start-- {
	}
	for last := min(len(s), end+2*closeUp); stop < last && !isSpace(s[stop]) && strings.IndexByte("\"'`", s[stop]) < 0 && s[stop] < 0x80; stop++ {
	}
	t.pay(stop - start)
	if start < at && s[start] == ':' {
		start++ // 加一行:host:port:…
	}
	field := strings.SplitN(s[start:stop], ":", 5)
	if len(field) < 5 || field[1] != "*" && !all(field[1], isDigit) || field[3] == "" || strings.Contains(field[4], ":") || !secret(field[4], password, quoted) {
		return
	}
	return span{stop - len(field[4]), stop}, span{}
}

// identifiedBy finds the password of CREATE USER app IDENTIFIED BY 'x'. Oracle writes it
// without quotes. MySQL may name a plugin before BY.
func identifiedBy(t *text, at, end int) (a, b span) {
	s := t.s
	if hasFold(s[at:], "identified with") || hasFold(s[at:], "identified via") {
		rest := s[end:min(len(s), end+2*nameMax)]
		k := indexFold(rest, " by ")
		if k < 0 {
			return
		}
		end += k + len(" by ")
	}
	v := valueAt(t, skipBlanks(s, end), false)
	f := quoted
	if !v.quoted {
		f = loose
		if before := s[max(t.lineStart(at), at-2*nameMax):at]; !containsFold(before, "create user") && !containsFold(before, "alter user") && !containsFold(before, "create role") && !containsFold(before, "alter role") && !containsFold(before, "connect to") {
			return
		}
	}
	if v.none() || !secret(s[v.start:v.end], password, f) {
		return
	}
	return v.span, span{}
}

// indexFold is strings.Index for a word in lower case, whatever the case of s.
func indexFold(s, word string) int {
	for i := range len(s) - len(word) + 1 {
		if hasFold(s[i:], word) {
			return i
		}
	}
	return -1
}

// jwkSecret finds the private member "d" of a JSON Web Key (RFC 7517), which has a
// member "kty" near it.
func jwkSecret(t *text, at, end int) (a, b span) {
	s := t.s
	v := valueAt(t, skipBlanks(s, end), false)
	if !v.quoted || v.end-v.start < 40 || !all(s[v.start:v.end], isIdent) || !mixed(s[v.start:v.end]) {
		return
	}
	if !strings.Contains(s[max(0, at-t.reach()):min(len(s), v.end+t.reach())], `"kty"`) {
		return
	}
	return v.span, span{}
}

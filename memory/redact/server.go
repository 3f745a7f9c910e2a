package redact

import "strings"

// redisACL finds the password of  ACL SETUSER worker on >x  and of a line "user worker on >x".
func redisACL(t *text, at, end int) (a, b span) {
	s, last := t.s, t.lineEnd(end)
	k, quote := strings.Index(s[end:last], " >"), 0
	if k < 0 {
		if k = strings.Index(s[end:last], " '>"); k < 0 {
			k = strings.Index(s[end:last], ` ">`)
		}
		quote = 1
	}
	if k < 0 || hasFold(s[at:], "user ") && !strings.Contains(s[end:last], " on ") && !strings.Contains(s[end:last], " off ") {
		return
	}
	v := valueAt(t, end+k+len(" >")+quote, quote == 0)
	if text := s[v.start:v.end]; v.none() || !secret(text, password, env) || strings.Contains(text, "/") {
		return
	}
	return v.span, span{}
}

// redisAuth finds the password of  AUTH x,  AUTH user x  and  sentinel auth-pass master x.
func redisAuth(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isIdent(s[at-1]) {
		return
	}
	i := skipBlanks(s, end)
	v := valueAt(t, i, true)
	if second := skipBlanks(s, v.end); !v.quoted && second > v.end && second < len(s) && s[second] < 0x80 && isAlnum(s[second]) && all(s[v.start:v.end], isIdent) {
		if w := valueAt(t, second, true); strong(s[w.start:w.end], password) || hasFold(s[at:], "auth-pass") && secret(s[w.start:w.end], password, env) {
			return w.span, span{}
		}
	}
	text := s[v.start:v.end]
	prompt := s[at] == 'A' && at > 1 && isBlank(s[at-1]) && s[at-2] == '>'
	if v.none() || !strong(text, password) && !(prompt && secret(text, password, quoted)) || word(text) {
		return
	}
	return v.span, span{}
}

// passwordList finds the passwords of lines user:x that follow chpasswd, in a list of
// cloud-init or in a text that the shell gives it. It finds two at most.
func passwordList(t *text, at, end int) (a, b span) {
	s := t.s
	i := skipBlanks(s, end)
	if hasAny(s[i:], "-e") > 0 {
		i = skipBlanks(s, i+len("-e"))
	}
	if i >= len(s) || hasAny(s[i:], ": {", ":{") > 0 || s[i] != ':' && hasAny(s[i:], "<<") == 0 && !strings.HasSuffix(strings.TrimRight(s[i:t.lineEnd(i)], " \r"), "：") {
		return
	}
	stop := min(len(s), end+min(6*nameMax, t.reach()))
	t.pay(4 * (stop - end))
	indent := -1
	for begun := false; i < stop; {
		line := i
		if i = t.lineEnd(i); i < stop {
			i += max(1, hasAny(s[i:], `\n`))
		}
		v, listed := listedPassword(t, line, i)
		if lead := skipBlanks(s, line) - line; listed && !begun {
			begun, indent = true, lead
		} else if begun && (!listed || lead != indent) {
			break // the list has ended
		}
		switch {
		case v.none():
		case a.none():
			a = v
		default:
			return a, v
		}
	}
	return a, b
}

// listedPassword finds the password of  - user:x  in the line t.s[i:end], if the line has
// that form.
func listedPassword(t *text, i, end int) (v span, listed bool) {
	s := t.s
	for i < end && (isSpace(s[i]) || strings.IndexByte("-'\"<[:", s[i]) >= 0) {
		i++
	}
	k := i
	for k < end && isIdent(s[k]) {
		k++
	}
	if k == i || k+1 >= end || s[k] != ':' || isSpace(s[k+1]) {
		return span{}, false
	}
	v = valueAt(t, k+1, true).span
	text := s[v.start:v.end]
	if v.none() || !secret(text, password, config) || classify(text).digits+classify(text).symbols == 0 || strings.Contains(text, "/") {
		return span{}, true
	}
	return v, true
}

// hereString finds what the shell gives to a program that asks for a password: sudo -S <<< "x".
func hereString(t *text, at, end int) (a, b span) {
	s := t.s
	start := t.lineStart(at)
	line := s[max(start, at-4*nameMax):t.lineEnd(end)]
	t.pay(8 * len(line))
	v := valueAt(t, skipBlanks(s, end), false)
	text := s[v.start:v.end]
	if s[end-1] == '\n' && !endsLine(s, v.stop) {
		return
	}
	if _, pass, found := strings.Cut(text, ":"); found && containsFold(line, "chpasswd") {
		v.start, text = v.end-len(pass), pass
	}
	for _, w := range [...]string{"passw", "pwd", "sudo", "login", "token", "secret", "kinit", "cryptsetup", "gpg", "ssh-add", "openssl", "snowsql", "openconnect", "su -", "keepassxc", "vault", "密码", "口令"} {
		if containsFold(line, w) && !v.none() && secret(text, password, quoted) && !strings.ContainsAny(text, " /") {
			return v.span, span{}
		}
	}
	if containsFold(line, "_key") && strong(text, token) {
		return v.span, span{}
	}
	return
}

// literal finds the value of  kubectl create secret generic x --from-literal=name=x, whatever
// the name: all of a secret is secret.
func literal(t *text, at, end int) (a, b span) {
	s := t.s
	i := end
	for i < len(s) && (isIdent(s[i]) || s[i] == '.') && i-end < nameMax {
		i++
	}
	if i == end || i >= len(s) || s[i] != '=' {
		return
	}
	switch {
	case equalFold(s[end:i], "username"), equalFold(s[end:i], "user"), equalFold(s[end:i], "host"), equalFold(s[end:i], "port"), equalFold(s[end:i], "url"):
		return
	}
	v := valueAt(t, i+1, false)
	if text := s[v.start:v.end]; len(text) < 6 || placeholder(text) || reference(text) || word(text) || number(text) || classify(text).digits+classify(text).symbols == 0 ||
		!strong(text, password) && !machine(text, classify(text), 16) {
		return
	}
	return v.span, span{}
}

// storedValue finds the value that a command puts into a store of secrets:
// aws ssm put-parameter --type SecureString --value x, az keyvault secret set --value x.
func storedValue(t *text, at, end int) (a, b span) {
	s, last := t.s, t.lineEnd(end)
	line := s[max(t.lineStart(at), at-4*nameMax):last]
	t.pay(2 * len(line))
	if !containsFold(line, "securestring") && !containsFold(line, "secret") {
		return
	}
	for _, flag := range [...]string{"--value ", "--value=", "--secret-string ", "--secret-value ", "--data "} {
		k := strings.Index(line, flag)
		if k < 0 {
			continue
		}
		v := valueAt(t, last-len(line)+k+len(flag), false)
		if text := s[v.start:v.end]; !v.none() && len(text) >= 6 && secret(text, password, env) && text[0] != '{' {
			return v.span, span{}
		}
	}
	return
}

// insertedPassword finds the password among the values of
// INSERT INTO users (name, password) VALUES ('bob', 'x'). The keyword is "insert into ".
func insertedPassword(t *text, at, end int) (a, b span) {
	s, last := t.s, min(len(t.s), end+t.reach())
	open := strings.IndexByte(s[end:last], '(')
	if open < 0 || open > 2*nameMax || containsFold(s[end:end+open], "values") {
		return
	}
	list := s[end+open+1 : last]
	shut := strings.IndexByte(list, ')')
	if shut < 0 {
		return
	}
	column, found := 0, noClass
	for name := range strings.SplitSeq(list[:shut], ",") {
		if c := classOf(strings.Trim(name, " \t\n`\"[]")); c == password || c == token {
			found = c
			break
		}
		column++
	}
	k := indexFold(list[shut:], "values")
	if found == noClass || k < 0 || k > 2*nameMax {
		return
	}
	i := end + open + 1 + shut + k + len("values")
	for i < last && s[i] != '(' {
		i++
	}
	t.pay(i - end)
	for i++; i < last && column >= 0; column-- {
		v := valueAt(t, skipSpaces(s, i), false)
		if column == 0 && v.quoted && secret(s[v.start:v.end], found, quoted) && !hasHash(s[v.start:v.end]) {
			return v.span, span{}
		}
		for i = v.end; i < last && s[i] != ',' && s[i] != ')'; {
			i++
		}
		i++
	}
	return
}

// hasHash reports whether v is a digest and no password: columns hold those.
func hasHash(v string) bool { return len(v) >= 32 && all(v, isHex) }

// newValue finds the password that a program shows after it has reset one, on the next line:
// New value: x.
func newValue(t *text, at, end int) (a, b span) {
	s := t.s
	v := valueAt(t, skipBlanks(s, end), true)
	if !strong(s[v.start:v.end], password) || !mentions(s[max(0, at-2*closeUp):at], "password", "密码") {
		return
	}
	return v.span, span{}
}

// bundleAccount finds the password in the configuration of Bundler, whose names are those of
// hosts: BUNDLE_GEMS__EXAMPLE__ORG: "user:x".
func bundleAccount(t *text, at, end int) (a, b span) {
	s, i := t.s, end
	for i < len(s) && isUpperWord(s[i]) && i-end < nameMax {
		i++
	}
	if i >= len(s) || s[i] != ':' && s[i] != '=' {
		return
	}
	v := valueAt(t, skipBlanks(s, i+1), true)
	user, pass, found := strings.Cut(s[v.start:v.end], ":")
	if !found || !all(user, isIdent) || !strong(pass, password) && !strong(pass, token) {
		return
	}
	return span{v.end - len(pass), v.end}, span{}
}

// peerSecret finds the secret of a peer in the files of VPN servers: bob : EAP "x" and
// "bob" * "x" *.
func peerSecret(t *text, at, end int) (a, b span) {
	s, i := t.s, end
	if s[end-1] == '"' {
		i--
	}
	v := valueAt(t, skipBlanks(s, i), false)
	rest := skipBlanks(s, closers(s, v.stop))
	if text := s[v.start:v.end]; v.none() || !likely(text, password) || s[end-1] != '"' && (rest >= len(s) || s[rest] != '*') {
		return
	}
	return v.span, b
}

// snmpUser finds the two passwords of a user of SNMPv3: createUser bob SHA "x" AES "y".
func snmpUser(t *text, at, end int) (a, b span) {
	s, last := t.s, t.lineEnd(end)
	t.pay(8 * (last - end))
	for i := end; i < last; i++ {
		n := 0
		for _, w := range [...]string{" sha ", " sha-256 ", " md5 ", " aes 128 ", " aes 256 ", " aes ", " des ", " priv "} {
			if n == 0 && hasFold(s[i:last], w) {
				n = len(w)
			}
		}
		if n == 0 {
			continue
		}
		if v := valueAt(t, skipBlanks(s, i+n), false); v.end <= last && likely(s[v.start:v.end], password) {
			t.also(v.span)
		}
		i += n - 2
	}
	return
}

// userFile finds the password on the second line of a file that holds a user and a password.
func userFile(t *text, at, end int) (a, b span) {
	s, i := t.s, t.lineEnd(end)
	if i >= len(s) || s[i] != '\n' {
		return
	}
	if v := valueAt(t, i+1, true); endsLine(s, v.stop) && likely(s[v.start:v.end], password) {
		a = v.span
	}
	return a, b
}

// mysqlHash finds the hash of a password as MySQL keeps it: "*" and 40 digits in upper case.
func mysqlHash(t *text, at, end int) (a, b span) {
	s, stop := t.s, end
	for stop < len(s) && stop-end <= 40 && isHex(s[stop]) {
		stop++
	}
	if text := s[end:stop]; len(text) != 40 || stop < len(s) && isWord(s[stop]) || classify(text).lowers > 0 || !digitsAmong(text) {
		return
	}
	return span{end - 1, stop}, b
}

package redact

import "strings"

// echoed finds what a shell prints into a program that reads a secret, or into a file whose name
// says that it holds one: echo x | sudo -S, printf '%s\n' x > vault_pass.
func echoed(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isIdent(s[at-1]) {
		return
	}
	last := min(len(s), end+t.reach()/2)
	if k := strings.IndexByte(s[end:last], '\n'); k >= 0 {
		last = end + k
	}
	t.pay(2 * (last - end))
	var v value
	i := skipBlanks(s, end)
	if open := s[max(t.lineStart(at), at-closeUp):at]; (strings.HasSuffix(open, "<(") || mentions(open, "command \"", "command=\"", "command '")) && mentions(open, "pass", "secret", "token", "key") {
		if p := valueAt(t, i, false); likely(s[p.start:p.end], password) && (hasAny(s[closers(s, p.stop):], ")") > 0 || closers(s, p.stop) > p.stop) {
			return p.span, b // --password-file=<(echo x)
		}
	}
	for n := 0; i < last && strings.IndexByte("|>;&", s[i]) < 0 && n < 8; n++ {
		if word := valueAt(t, i, false); word.quoted || s[i] != '-' {
			if !word.quoted && !v.quoted && !v.none() {
				word.start = v.start // the words of a passphrase
			}
			v = word
		}
		i = skipBlanks(s, max(i+1, closers(s, wordEnd(t, i, last))))
	}
	if i >= last || v.none() || v.end > i {
		return
	}
	sink := s[i:last]
	text := strings.TrimSuffix(s[v.start:v.end], `\n`)
	if k := strings.LastIndex(text, `\n`); k >= 0 {
		v.start, text = v.start+k+len(`\n`), text[k+len(`\n`):]
	}
	if user := strings.IndexByte(text, ':'); containsFold(sink, "chpasswd") {
		if user < 0 {
			return
		}
		v.start, text = v.start+user+1, text[user+1:]
	}
	if len(text) < minSecret || reference(text) || placeholder(text) || !sinks(sink, text) {
		return
	}
	return span{v.start, v.start + len(text)}, span{}
}

// sinks reports whether a program or a file that text goes to holds secrets.
func sinks(sink, text string) bool {
	switch {
	case sink[0] == '|' && mentions(sink, "sudo -s", "--password-stdin", "passwd", "--with-token", "kinit", "cryptsetup", "secret set", "pass stdin", "passphrase-fd", "password-file"):
		return true
	case sink[0] == '|':
		return likely(text, password) && !mentions(sink, "base64 -d", "base64 --d") && mentions(sink, "su -", "su root", "gpg", "openssl", "base64", "vault", "login", "ssh-add", "secret", "password", "token")
	}
	return sink[0] == '>' && (likely(text, password) || machine(text, classify(text), 16)) && mentions(sink, "pass", "secret", "token", "cred", "auth", "login", "vault", ".key", "psk", "pwd", "netrc")
}

// printed finds the secret that a command shows on the line after it: openssl rand -base64 32,
// kubectl get secret … | base64 -d, cat initialAdminPassword.
func printed(t *text, at, end int) (a, b span) {
	s := t.s
	i := t.lineEnd(end)
	if end < len(s) && isAlpha(s[end-1]) && isAlpha(s[end]) {
		return // Token created
	}
	if v := lastWord(t, backBlanks(s, max(0, at-len("with ")))); machine(s[v.start:v.end], classify(s[v.start:v.end]), 20) && v.start >= t.lineStart(at) {
		return // x came from openssl rand
	}
	if i >= len(s) || s[i] != '\n' || strings.IndexByte(s[end:i], '>') >= 0 || strings.Contains(s[t.lineStart(at):at], "$(") || strings.Contains(s[t.lineStart(at):i], Mark) || at >= len("keytool -") && hasFold(s[at-len("keytool -"):], "keytool -genkey") {
		return // what goes into a file or a variable is not shown
	}
	for n := 0; i < len(s) && isSpace(s[i]) && n < 8; n++ {
		i++
	}
	v := valueAt(t, i, true)
	text := s[v.start:v.end]
	if len(text) < 8 || v.end == t.cut || isGiven(text) || strings.Contains(text, ":") || !endsLine(s, v.stop) || strings.ContainsAny(text, "/(){}[]$,;:") && !machine(text, classify(text), 20) && !drawn(text) {
		return
	}
	if likely(text, password) || len(text) >= 16 && (random(text, classify(text)) || machine(text, classify(text), 16)) {
		return v.span, span{}
	}
	return
}

// typedIn finds what a script types where a password is asked for: send "x\r", sendline('x'),
// fill("#password", "x").
func typedIn(t *text, at, end int) (a, b span) {
	s := t.s
	v := valueAt(t, skipBlanks(s, end-1), false)
	if s[end-1] == '(' {
		v = valueAt(t, skipBlanks(s, end), false)
	}
	if i := skipBlanks(s, v.end+1); v.quoted && i < len(s) && s[i] == ',' {
		v = valueAt(t, skipBlanks(s, i+1), false)
	}
	if !v.quoted || !mentions(s[max(0, at-2*nameMax):v.start], "assword", "passphrase", "passwd", "密码", "口令", "pwd", "#pw", "#pass", "pass\"", "pass'") {
		return
	}
	text := s[v.start:v.end]
	if k := strings.IndexByte(text, '\\'); k >= 0 {
		text = text[:k]
	}
	if text == "" || !likely(text, password) && !(secret(text, password, quoted) && classify(text).digits > 0) {
		return
	}
	return span{v.start, v.start + len(text)}, span{}
}

// decoded finds what base64 in a secret stands for: DB_PASS decodes to x, 解码后是 x.
func decoded(t *text, at, end int) (a, b span) {
	s := t.s
	v := valueAt(t, skipBlanks(s, end), false)
	if v.none() {
		return
	}
	line := s[max(t.lineStart(at), at-2*nameMax):min(t.lineEnd(v.end), v.end+nameMax)]
	if !likely(s[v.start:v.end], password) || !mentions(line, "pass", "secret", "key", "token", "pwd", "密", "口令") {
		return
	}
	return v.span, b
}

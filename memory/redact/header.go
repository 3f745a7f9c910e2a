package redact

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// authorization finds the credential of an Authorization or Proxy-Authorization
// header, in HTTP, JSON, YAML or code.
func authorization(t *text, at, end int) (a, b span) {
	s := t.s
	if !leftEdge(s, at) {
		return
	}
	i := closers(s, end)
	i = skipBlanks(s, i)
	kind, n := symbol(s[min(i, len(s)):])
	if kind != colon && kind != equals && kind != comma && kind != verb {
		return
	}
	i = skipBlanks(s, i+n)
	v := valueAt(t, i, false)
	if v.none() {
		return
	}
	start, known := v.start, false
	k := start
	for k < len(s) && k-start < nameMax && (isIdent(s[k]) || s[k] == '.') && (k < v.end || !v.quoted) {
		k++
	}
	schemed := k > start && k < len(s) && isBlank(s[k]) && (k < v.end || !v.quoted)
	if schemed {
		known = authScheme(s[start:k])
		if start = skipBlanks(s, k); !v.quoted {
			v = valueAt(t, start, false)
			start = v.start
		}
	}
	cred := s[start:max(start, v.end)]
	switch {
	case isGiven(cred) || !known && schemed && !machine(cred, classify(cred), 16):
		return // a scheme with parameters, or the words of a sentence
	case (known || kind != comma) && credential(cred, schemed):
		return span{start, v.end}, span{}
	}
	return
}

func authScheme(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "bearer", "basic", "token", "apikey", "api-key", "digest", "negotiate", "hawk", "key", "jwt", "bot", "oauth", "ntlm", "splunk", "ssws", "geniekey", "pveapitoken", "api-token", "apitoken", "x-api-key", "secret", "access", "private-token", "zoho-oauthtoken", "klaviyo-api-key", "webpush", "vapid", "hmac", "wsse":
		return true
	}
	return false
}

// credential judges what stands in an Authorization header, after a scheme or
// without one.
func credential(v string, schemed bool) bool {
	if len(v) < 6 || placeholder(v) || reference(v) || technical(v) || strings.ContainsAny(v, " \t") || isCall(v, span{0, len(v)}) {
		return false
	}
	n := classify(v)
	if !schemed {
		return len(v) >= 16 && tokenSecret(v, n, quoted)
	}
	if word(v) || n.foreign > 0 {
		return false
	}
	return n.digits > 0 || n.uppers > 0 && n.lowers > 0 && !wordy(v) || len(v) >= 16 && !strings.ContainsAny(v, "_-.")
}

// bearer finds a token after the word Bearer where no header is: Bearer s3cr3t….
func bearer(t *text, at, end int) (a, b span) {
	s := t.s
	v := valueAt(t, skipBlanks(s, end), false)
	text := s[v.start:v.end]
	if len(text) < 10 || placeholder(text) || reference(text) || technical(text) || !random(text, classify(text)) {
		return
	}
	return v.span, span{}
}

// basic finds the credentials of Basic authentication (RFC 7617) without a header: the
// word Basic and the base64 of user:password.
func basic(t *text, at, end int) (a, b span) {
	s := t.s
	stop := end
	for stop < len(s) && stop-end < far && isBase64Byte(s[stop]) {
		stop++
	}
	v := s[end:stop]
	if n := classify(v); len(v) < 8 || len(v)%4 != 0 || n.uppers == 0 || n.lowers == 0 || !leftEdge(s, at) {
		return
	}
	var buf [far]byte
	n, err := base64.StdEncoding.Decode(buf[:], []byte(v))
	if err != nil || bytes.IndexByte(buf[:n], ':') < 0 || !all(string(buf[:n]), func(c byte) bool { return c >= ' ' && c != 0x7f }) {
		return
	}
	return span{end, stop}, span{}
}

// cookie finds the cookies of a Cookie or Set-Cookie header that open a session: those
// with a name that says so, and those that a machine made. Others, such as a language, stay.
func cookie(t *text, at, end int) (a, b span) {
	s, i := t.s, skipSpaces(t.s, end)
	last := min(len(s), end+4*t.reach())
	if s[end-1] == '{' {
		cookieTable(t, i, last)
		return
	}
	for i < last {
		k := i
		for k < last && (isIdent(s[k]) || s[k] == '.') && k-i < nameMax {
			k++
		}
		if k == i || k >= last || s[k] != '=' {
			break // a sentence
		}
		stop := k + 1
		for stop < last && strings.IndexByte("; \t\r\n\"'`,", s[stop]) < 0 && s[stop] < 0x80 {
			stop++
		}
		t.pay(4 * (stop - i))
		if v := strings.TrimRight(s[k+1:stop], "."); sessionCookie(s[i:k], v) {
			t.also(span{k + 1, k + 1 + len(v)})
		}
		if i = skipBlanks(s, stop); i >= last || s[i] != ';' {
			break
		}
		i = skipBlanks(s, i+1)
	}
	return
}

// cookieTable adds the cookies of a session in a table of code, {"sid": "x"}, whose first name stands at t.s[i].
func cookieTable(t *text, i, last int) {
	s := t.s
	for i < last {
		k := valueAt(t, i, false)
		next := skipBlanks(s, closers(s, k.stop))
		if k.none() || next >= last || s[next] != ':' && s[next] != '=' {
			return
		}
		v := valueAt(t, skipBlanks(s, next+1+hasAny(s[next+1:], ">")), false)
		if v.quoted && sessionCookie(s[k.start:k.end], s[v.start:v.end]) {
			t.also(v.span)
		}
		if i = skipBlanks(s, closers(s, max(v.stop, next+1))); i >= last || s[i] != ',' {
			return
		}
		i = skipSpaces(s, i+1)
	}
}

// sessionCookie reports whether the value v of a cookie opens a session.
func sessionCookie(name, v string) bool {
	if len(v) < 6 || placeholder(v) || reference(v) {
		return false
	}
	n := classify(v)
	for _, w := range [...]string{"sess", "sid", "auth", "token", "jwt", "csrf", "xsrf", "remember", "login", "ticket", "identity", "uid", "passport"} {
		if containsFold(name, w) {
			return n.digits > 0 && !number(v) && (len(v) >= 12 || n.letters() > 0) || jumbled(v)
		}
	}
	return len(v) >= 16 && n.foreign == 0 && (machine(strings.ReplaceAll(v, ".", ""), n, 16) || n.digits > 3 && n.uppers > 3 && n.lowers > 3 && entropy(v) >= 3.8)
}

package redact

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// authorization finds the credential of an Authorization or Proxy-Authorization
// header, in HTTP, JSON, YAML or code.
func authorization(s string, at, end int) (a, b span) {
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
	v := valueAt(s, i, false)
	if v.none() {
		return
	}
	start := v.start
	schemed := false
	for n := start; n < v.end || !v.quoted && n < len(s); n++ {
		if isBlank(s[n]) {
			if schemed = authScheme(s[start:n]); schemed {
				start = skipBlanks(s, n)
				if !v.quoted {
					v = valueAt(s, start, false)
					start = v.start
				}
			}
			break
		}
		if !isIdent(s[n]) {
			break
		}
	}
	if cred := s[start:max(start, v.end)]; (schemed || kind != comma) && credential(cred, schemed) {
		return span{start, v.end}, span{}
	}
	return
}

func authScheme(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "bearer", "basic", "token", "apikey", "api-key", "digest", "negotiate", "hawk", "key", "jwt", "bot", "oauth", "ntlm", "splunk":
		return true
	}
	return false
}

// credential judges what stands in an Authorization header, after a scheme or
// without one.
func credential(v string, schemed bool) bool {
	if len(v) < 6 || placeholder(v) || reference(v) || technical(v) || strings.ContainsAny(v, " \t") || call(v, span{0, len(v)}) {
		return false
	}
	n := classify(v)
	if !schemed {
		return len(v) >= 16 && tokenSecret(v[:min(len(v), judged)], n, quoted)
	}
	if word(v) || n.foreign > 0 {
		return false
	}
	return n.digits > 0 || n.uppers > 0 && n.lowers > 0 && !wordy(v) || len(v) >= 16 && !strings.ContainsAny(v, "_-.")
}

// bearer finds a token after the word Bearer where no header is: Bearer s3cr3t….
func bearer(s string, at, end int) (a, b span) {
	v := valueAt(s, skipBlanks(s, end), false)
	text := s[v.start:min(v.end, v.start+judged)]
	if len(text) < 10 || placeholder(text) || reference(text) || technical(text) || !random(text, classify(text)) {
		return
	}
	return v.span, span{}
}

// basic finds the credentials of Basic authentication (RFC 7617) without a header: the
// word Basic and the base64 of user:password.
func basic(s string, at, end int) (a, b span) {
	stop := end
	for stop < len(s) && stop-end < judged && isBase64Byte(s[stop]) {
		stop++
	}
	v := s[end:stop]
	if n := classify(v); len(v) < 8 || len(v)%4 != 0 || n.uppers == 0 || n.lowers == 0 || !leftEdge(s, at) {
		return
	}
	var buf [judged]byte
	n, err := base64.StdEncoding.Decode(buf[:], []byte(v))
	if err != nil || bytes.IndexByte(buf[:n], ':') < 0 || !all(string(buf[:n]), func(c byte) bool { return c >= ' ' && c != 0x7f }) {
		return
	}
	return span{end, stop}, span{}
}

// cookieMax is the longest cookie header, in bytes; browsers stop at 4096.
const cookieMax = 4096

// cookie finds the cookies of a Cookie header: all of them, as any may be the
// session. Of Set-Cookie it finds the value alone.
func cookie(s string, at, end int) (a, b span) {
	stop := end
	for stop < len(s) && stop-end < cookieMax && s[stop] != '\n' && s[stop] != '\r' && strings.IndexByte("\"'`", s[stop]) < 0 && s[stop] < 0x80 {
		stop++
	}
	eq := strings.IndexByte(s[end:stop], '=')
	if eq < 0 {
		return
	}
	from := skipBlanks(s, end)
	if at >= 4 && hasFold(s[at-4:], "set-") {
		from = end + eq + 1
		if i := strings.IndexByte(s[from:stop], ';'); i >= 0 {
			stop = from + i
		}
	}
	for stop > from && (isBlank(s[stop-1]) || s[stop-1] == '.') {
		stop--
	}
	value := s[end+eq+1 : max(stop, end+eq+1)]
	if i := strings.IndexByte(value, ' '); i >= 0 && !strings.Contains(value[:i], ";") {
		return // a sentence with "=" in it
	}
	if n := classify(value[:min(len(value), judged)]); len(value) < 12 || n.digits == 0 || placeholder(value) || !isIdent(s[from]) {
		return
	}
	return span{from, stop}, span{}
}

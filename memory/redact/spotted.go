package redact

import "strings"

// spotted finds what looks so much like a password or a key that it is enough if the same sentence speaks of
// one: the old one, x, no longer works for the VPN password; rotate x, it's the production API key. The name of
// class c is t.s[at:end].
func spotted(t *text, at, end int, c class) span {
	s := t.s
	if c != password && c != phrase && c != token && c != anyKey || notion(s, end) {
		return span{}
	}
	from, stop := max(t.lineStart(at), at-2*nameMax), min(t.lineEnd(end), end+2*nameMax)
	t.pay(6 * (stop - from))
	if p := spottedIn(t, end, stop, c, true); !p.none() {
		return p
	}
	if c == token && hasAny(s[end:], " for ", " of ", " on ") > 0 {
		// the signing secret for Slack 5f8b…
		v := lastWord(t, min(stop, end+closeUp))
		for k := end + 4; k < min(stop, end+closeUp/2); k++ {
			if isBlank(s[k-1]) && isHex(s[k]) {
				v = valueAt(t, k, false).span
				break
			}
		}
		if text := s[v.start:max(v.start, v.end)]; v.start > end && (len(text) == 32 || len(text) == 64) && all(text, isLowerHex) && machine(text, classify(text), 32) && !mentions(s[end:v.start], notSecret...) {
			return v
		}
	}
	return spottedIn(t, from, at, c, false)
}

// spottedLogin finds a password that a sentence about a login, a network or a locked file holds without saying what it is: grafana
// admin was left on x, sudo asks for it; it's x.
func spottedLogin(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isAlnum(s[at-1]) && isAlnum(s[at]) || end < len(s) && isAlnum(s[end-1]) && isAlnum(s[end]) {
		return
	}
	from, stop := max(t.lineStart(at), at-nameMax), min(t.lineEnd(end), end+2*nameMax)
	t.pay(stop - from)
	if !strings.ContainsAny(s[from:stop], "!@#$^&*?~") {
		return // most places
	}
	t.pay(6 * (stop - from))
	if p := spottedIn(t, from, at, password, false); !p.none() {
		t.also(p)
	}
	for p := spottedIn(t, end, stop, password, true); !p.none(); p = spottedIn(t, p.end, stop, password, true) {
		t.also(p) // and go on: others may stand between
	}
	return
}

// spottedIn is spotted for the words of t.s[i:stop]: the first one of the sentence that begins there, or, where it is
// not first, of the one that ends there.
func spottedIn(t *text, i, stop int, c class, first bool) (p span) {
	s := t.s
	for i < stop {
		if s[i] >= 0x80 || isSpace(s[i]) || strings.IndexByte(",;:()[]<>", s[i]) >= 0 {
			if hasAny(s[i:], "。", "？", "！") > 0 {
				if first {
					return p
				}
				p = span{}
			}
			i++
			continue
		}
		v := valueAt(t, i, false)
		next := max(i+1, v.stop)
		if text := s[v.start:v.end]; v.end <= stop && (c == password || c == phrase) && signed(text) || c != password && drawnKey(text) {
			line := t.lineStart(v.start)
			if !mentions(s[max(line, v.start-24):v.start], notSecret...) && !mentions(s[max(line, v.start-12):v.start], "例如", "比如", "例：", "如：", "e.g.", "such as", "like", "example") {
				if first {
					return v.span
				}
				p = v.span
			}
		}
		if next < stop && hasAny(s[next:], ". ", "! ", "? ") > 0 {
			if first {
				return p
			}
			p = span{}
		}
		i = next
	}
	return p
}

// signed reports whether v has letters of both cases, digits and a sign that names have not: Pelican#2207.
func signed(v string) bool {
	if len(v) < 8 || len(v) > 32 || placeholder(v) || reference(v) || address(v) || technical(v) || code(v) {
		return false
	}
	n := classify(v)
	k := strings.IndexAny(v, "!@#$^&*?~")
	if k > 0 && (v[k] == '#' || v[k] == '@') && all(v[:k], isAlpha) {
		// Backend#2207, Angular@17, Error#E1042, and yet Fanqie@2024
		if tail := v[k+1:]; tail == "" || all(tail[1:], isDigit) && isAlnum(tail[0]) && (v[k] == '#' || len(tail) < 4) {
			return false
		}
	}
	return k > 0 && isAlnum(v[0]) && n.foreign == 0 && n.uppers > 0 && n.lowers > 1 && n.digits > 0 && n.symbols <= 4 && !strings.ContainsAny(v, "/\\()[]{}<>|\"'`=,;:.")
}

// drawnKey reports whether v is a key that a machine drew, with letters of both cases and digits: no digest and no id looks like it.
func drawnKey(v string) bool {
	n := classify(v)
	if k := strings.IndexByte(v, '_'); k > 0 && k < 10 && all(v[:k], isLower) {
		return false // toolu_…, the id of something; keys with such a prefix have rules of their own
	}
	if mentions(v, "key", "token", "secret", "with") {
		return false // NID_pbe_WithSHA1And3_Key_TripleDES_CBC
	}
	return len(v) >= 20 && len(v) <= 80 && n.uppers >= 3 && n.lowers >= 3 && n.digits >= 2 && all(v, isIdent) && v[:4] != "AAAA" && n.symbols <= 2 && machine(v, n, 20) && !hasFold(v, "sha")
}

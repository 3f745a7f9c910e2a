package redact

import "strings"

// linkSecret finds the secret part of a link that lets its reader in: a link to reset a
// password, to accept an invitation, to confirm an address. The keyword is a segment of its
// path.
func linkSecret(t *text, at, end int) (a, b span) {
	s, start := t.s, at
	for last := max(0, at-2*closeUp); start > last && !urlEnd(s[start-1:]); start-- {
	}
	t.pay(4 * (at - start))
	if !strings.Contains(s[start:at], "://") {
		return
	}
	i, last := end, min(len(s), end+t.reach())
	for i < last && !urlEnd(s[i:]) {
		k := i
		for k < last && (isIdent(s[k]) || s[k] == '.' || s[k] == '~' || s[k] == '%') {
			k++
		}
		text := strings.TrimRight(s[i:k], ".")
		if machine(text, classify(text), 20) && !uuid(text) {
			return span{i, i + len(text)}, span{}
		}
		i = max(k, i+1)
	}
	t.pay(4 * (i - end))
	return
}

// wifiCode finds the password in the text of a QR code: WIFI:T:WPA;S:acme;P:x;;
func wifiCode(t *text, at, end int) (a, b span) {
	s, last := t.s, t.lineEnd(end)
	k := strings.Index(s[end:last], ";P:")
	if k < 0 {
		return
	}
	start := end + k + len(";P:")
	stop := strings.IndexByte(s[start:last], ';')
	if stop < 4 || placeholder(s[start:start+stop]) {
		return
	}
	return span{start, start + stop}, span{}
}

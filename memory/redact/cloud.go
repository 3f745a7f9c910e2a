package redact

import "strings"

// near is how far from a key's id its secret is looked for, in bytes.
const around = 240

// awsKey finds the id of an AWS access key and, near it, the secret that belongs to
// it: 40 characters of base64 that nothing else marks.
func awsKey(t *text, at, end int) (id, key span) {
	s := t.s
	stop := at
	for stop < len(s) && stop-at <= 20 && (isUpper(s[stop]) || isDigit(s[stop])) {
		stop++
	}
	if stop-at != 20 || !leftEdge(s, at) || stop < len(s) && isWord(s[stop]) || entropy(s[at:stop]) < 2.5 || repeated(s[at+4:stop]) || placeholder(s[at:stop]) {
		return
	}
	id = span{at, stop}
	t.pay(4 * around)
	from, to := max(0, at-around), min(len(s), stop+around)
	for i := from; i < to; {
		if !isBase64Byte(s[i]) || i > 0 && isBase64Byte(s[i-1]) && s[i-1] != '=' {
			i++
			continue
		}
		n := i
		for n < len(s) && n-i <= 41 && isBase64Byte(s[n]) && s[n] != '=' {
			n++
		}
		if v := s[i:n]; n-i == 40 && mixed(v) && entropy(v) >= 4 {
			return id, span{i, n}
		}
		i = max(n, i+1)
	}
	return id, key
}

// awsID reports whether v is the id of an AWS access key.
func awsID(v string) bool {
	return len(v) == 20 && hasAny(v, "AKIA", "ASIA") > 0 && all(v, isUpperAlnum)
}

// telegram finds a bot's token, 123456789:AA…. s[at] is the colon.
func telegram(t *text, at, end int) (a, b span) {
	s := t.s
	if !strings.HasPrefix(s[at:], ":AA") {
		return
	}
	start := at
	for start > 0 && isDigit(s[start-1]) && at-start < 12 {
		start--
	}
	stop := at + 1
	for stop < len(s) && isIdent(s[stop]) && stop-at < closeUp {
		stop++
	}
	if n := at - start; n < 6 || n > 11 || !leftEdge(s, start) && !hasFold(s[max(0, start-3):], "bot") || stop-at-1 < 30 || stop-at-1 > 40 {
		return
	}
	return span{start, stop}, span{}
}

// discord finds a bot's token near the word Discord, or a call that logs a bot in: the id of the bot, a time and a
// signature in base64url with dots between them.
func discord(t *text, at, end int) (a, b span) {
	s := t.s
	t.pay(4 * around)
	for i := max(0, at-around); i < min(len(s), end+around); i++ {
		if strings.IndexByte("MNO", s[i]) < 0 || i > 0 && isJWTByte(s[i-1]) {
			continue
		}
		stop := i
		for stop < len(s) && isJWTByte(s[stop]) && stop-i < 100 {
			stop++
		}
		for stop > i && s[stop-1] == '.' {
			stop--
		}
		one, rest, _ := strings.Cut(s[i:stop], ".")
		two, three, _ := strings.Cut(rest, ".")
		if len(one) >= 23 && len(one) <= 30 && len(two) >= 5 && len(two) <= 7 && len(three) >= 25 && !strings.Contains(three, ".") && mixed(one+three) {
			return span{i, stop}, span{}
		}
		i = max(i, stop-1)
	}
	return
}

package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hexKey finds a private key of 32 bytes that is written 0x…, where something near says
// that it is one: the hash of a transaction looks the same.
func hexKey(t *text, at, end int) (a, b span) {
	const digits = 64
	s, stop := t.s, end
	for stop < len(s) && isHex(s[stop]) && stop-end <= digits {
		stop++
	}
	if stop-end != digits || at > 0 && isAlnum(s[at-1]) || stop < len(s) && isWord(s[stop]) || placeholder(s[end:stop]) || entropy(s[end:stop]) < 2.5 {
		return
	}
	from, to := max(t.lineStart(at), at-nameMax), min(t.lineEnd(stop), stop+nameMax)
	near := s[from:at] + " " + s[stop:to]
	for _, w := range [...]string{"private", "privkey", "priv_key", "accounts", "deployer", "signer", "wallet(", "secret", "from_key", "ethers", "--key", "pk=", "私钥", "助记词", "密钥"} {
		if containsFold(near, w) {
			return span{at, stop}, span{}
		}
	}
	return
}

// walletWord finds a private key in the form that wallets import: importprivkey L…, WIF: 5….
func walletWord(t *text, at, end int) (a, b span) {
	v := valueAt(t, skipBlanks(t.s, end), false)
	if text := t.s[v.start:v.end]; v.end-v.start < 51 || v.end-v.start > 53 || !all(text, isAlnum) || !drawn(text) {
		return
	}
	return v.span, span{}
}

// seedPhrase finds the words of a wallet's recovery phrase (BIP 39): 12 to 24 of them, in
// lower case, after a name. They may be numbered, and stand on lines of their own.
func seedPhrase(t *text, at, end int) (a, b span) {
	s, j := t.s, joinAt(t.s, end)
	i := j.next
	if word := s[at:end]; isDigit(word[0]) || equalFold(word, "wallet") {
		// 24 words, English list:
		line := s[end:t.lineEnd(end)]
		k := strings.LastIndexAny(line, ":")
		if k < 0 || len(line) > 2*nameMax && k > nameMax {
			return
		}
		i, j.relation = skipSpaces(s, end+k+1), colon
	} else if (equalFold(word, "seed") || word == "种子") && j.relation != colon && j.relation != equals && j.relation != verb && j.relation != below {
		return
	}
	if j.relation == unrelated || j.relation == comma || j.relation == blank {
		if i = gapEnd(s, end); i == 0 {
			i = skipSpaces(s, end)
		}
	}
	v := valueAt(t, i, false)
	start, n, last, oneLine := 0, 0, 0, true
	for i = v.start; i < len(s) && n < 25; {
		k := i
		for k < len(s) && isLower(s[k]) && k-i < 9 {
			k++
		}
		if k-i < 3 || k-i > 8 || k < len(s) && isWord(s[k]) || glue(s[i:k]) {
			break
		}
		if n == 0 {
			start = i
		}
		n, last = n+1, k
		if i = betweenWords(s, k); i == k {
			break
		}
		if strings.Contains(s[k:i], "\n") {
			if oneLine && n >= 12 && n%3 == 0 {
				break
			}
			oneLine = false
		}
	}
	t.pay(2 * (last - start))
	if n == 0 {
		start, last, n = hanPhrase(s, v.start)
	}
	if n < 12 || n > 24 || n%3 != 0 {
		return
	}
	return span{start, last}, span{}
}

// hanPhrase returns where a phrase of Chinese characters, each a word, begins and ends from s[i] on, and how many it has.
func hanPhrase(s string, i int) (start, last, n int) {
	start = i
	for i < len(s) && n < 25 {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !unicode.Is(unicode.Han, r) || i+size < len(s) && s[i+size] != ' ' && n < 11 {
			break
		}
		last, n = i+size, n+1
		i = skipBlanks(s, last)
		if i == last {
			break
		}
	}
	return start, last, n
}

// glue reports whether w goes on with a sentence after a phrase: none of these is in the list of BIP 39.
func glue(w string) bool {
	switch w {
	case "and", "the", "for", "with", "from", "was", "are", "has", "not", "our", "its", "into", "but", "which", "then", "when", "were", "been", "your":
		return true
	}
	return false
}

// keyBytes finds the private key of a wallet that is a list of 64 numbers, as Solana keeps it: [174,47,…].
func keyBytes(t *text, at, end int) (a, b span) {
	s := t.s
	open := strings.IndexByte(s[at:min(len(s), end+2*nameMax)], '[')
	if open < 0 {
		return
	}
	first := at + open + 1
	i, n := first, 0
	for ; n < 64; n++ {
		for i < len(s) && (isSpace(s[i]) || s[i] == ',' && n > 0) && i-first < 8*64 {
			i++
		}
		k := i
		for k < len(s) && isDigit(s[k]) && k-i < 4 {
			k++
		}
		if k == i || k-i > 3 || k-i == 3 && s[i:k] > "255" {
			break
		}
		i = k
	}
	t.pay(i - first)
	if hasAny(s[skipSpaces(s, first):], "1, 2, 3, 4", "1,2,3,4", "0, 1, 2, 3", "0,1,2,3", "0, 0, 0, 0", "0,0,0,0") > 0 {
		return
	}
	if n != 64 && !((n == 16 || n == 32) && mentions(s[at:first], "key")) || skipSpaces(s, i) >= len(s) || s[skipSpaces(s, i)] != ']' {
		return
	}
	return span{skipSpaces(s, first), i}, b
}

// betweenWords skips what stands between two words of a phrase: a blank, a comma, a line
// break and a number.
func betweenWords(s string, i int) int {
	k := i
	for k < len(s) && k-i < 12 && (isSpace(s[k]) || isDigit(s[k]) || strings.IndexByte(",.)-*", s[k]) >= 0) {
		k++
	}
	return k
}

// recoveryCode finds the codes that open an account or a disk when all else is lost: after
// a name, one or a list of them, in groups with dashes or all digits.
func recoveryCode(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isAlpha(s[at-1]) && isAlpha(s[at]) {
		return
	}
	last := min(len(s), end+t.reach()/2)
	t.pay(4 * (last - end))
	first, stop := firstCode(s[:last], end)
	if first == 0 {
		return
	}
	n, size := 1, stop-first
	for k := stop; ; n++ {
		i := codeGap(s[:last], k)
		k = codeEnd(s[:last], i)
		dash := strings.IndexByte(s[i:k], '-')
		alike := k-i == size && size >= 8 && dash > 0 && dash == strings.IndexByte(s[first:first+size], '-') && !wordy(s[i:k])
		if k == i || !alike && !codeLike(s[i:k]) {
			return recoverySpan(s, first, stop, n)
		}
		stop = k
	}
}

// firstCode finds the first recovery code after s[i]: on the line, where words may stand before it, or
// at the start of the next.
func firstCode(s string, i int) (start, stop int) {
	for i < len(s) && s[i] != '\n' && s[i] != '\\' {
		k := codeEnd(s, i)
		if codeLike(s[i:k]) {
			return i, k
		}
		i = max(k, i+1)
	}
	if i < len(s) && s[i] == '\\' {
		i += len(`\n`)
	}
	i = codeGap(s, i)
	if k := codeEnd(s, min(i, len(s))); codeLike(s[min(i, len(s)):k]) {
		return i, k
	}
	return 0, 0
}

// codeGap skips what stands before a code in a list: white space, signs, a number.
func codeGap(s string, i int) int {
	for i < len(s) && (s[i] < utf8.RuneSelf && !isAlnum(s[i]) || hasAny(s[i:], "、", "，") > 0) {
		i += max(1, hasAny(s[i:], "、", "，", `\n`))
	}
	if k := i + 1; k < len(s) && isDigit(s[i]) && !isAlnum(s[k]) || k+1 < len(s) && isDigit(s[i]) && isDigit(s[k]) && !isAlnum(s[k+1]) && s[k+1] != '-' {
		for i < len(s) && s[i] < utf8.RuneSelf && (!isAlnum(s[i]) || i <= k && isDigit(s[i])) {
			i++
		}
	}
	return i
}

// codeEnd returns the end of the word at s[i], which may be a code of two groups of digits:
// 2699 8726.
func codeEnd(s string, i int) int {
	k := i
	for k < len(s) && (isAlnum(s[k]) || s[k] == '-') {
		k++
	}
	if k-i == 4 && k+5 <= len(s) && s[k] == ' ' && all(s[i:k], isDigit) && all(s[k+1:k+5], isDigit) && (k+5 == len(s) || !isAlnum(s[k+5])) {
		k += 5
	}
	return k
}

// recoverySpan takes the codes found for secrets: several of them, or one that is long.
func recoverySpan(s string, start, stop, n int) (a, b span) {
	if n > 1 || n == 1 && stop-start >= 19 && strings.Count(s[start:stop], "-") >= 3 || n == 1 && stop-start >= 10 && stop-start <= 17 {
		return span{start, stop}, span{}
	}
	return
}

// codeLike reports whether v is one recovery code: 5eb73-4b5d6, 783585-623217-…, 3HSG-BT1T,
// 48291037.
func codeLike(v string) bool {
	n := classify(v)
	if len(v) == len("2699 8726") && v[4] == ' ' {
		return true
	}
	if len(v) < 8 || n.digits == 0 && (n.uppers == 0 || n.lowers > 0 || n.symbols < 2 || reads(v)) || len(v) > 80 || strings.HasPrefix(v, "-") || strings.HasSuffix(v, "-") || uuid(v) || strings.Count(v, "-") == 2 && n.letters() == 0 && len(v) == 10 {
		return false
	}
	if n.symbols == 0 {
		return len(v) <= 32 && (n.letters() == 0 && len(v) <= 12 || n.turns >= 2) && !wordy(v)
	}
	size := -1
	for group := range strings.SplitSeq(v, "-") {
		if size >= 0 && len(group) != size || len(group) < 3 || len(group) > 8 {
			return false
		}
		size = len(group)
	}
	return !wordy(v)
}

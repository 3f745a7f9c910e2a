package redact

import "strings"

// elsewhere finds the value of a name that no value follows at once: in brackets, before the name,
// further on in the sentence, on the next line, in the column below. The name of class c is t.s[at:end].
func elsewhere(t *text, at, end int, c class, ascii bool) span {
	if t.broke() || strings.Contains(t.s[end:min(t.lineEnd(end), end+2*nameMax)], Mark) {
		return span{} // of a name whose value is gone
	}
	a := inBrackets(t, end, c, ascii)
	if a.none() {
		a = madeOf(t, at, end, c)
	}
	if a.none() {
		a = remarked(t, at, c)
	}
	if a.none() {
		a = later(t, end, c)
	}
	if a.none() {
		a = before(t, at, end, c)
	}
	if a.none() {
		a = under(t, at, end, c)
	}
	if a.none() {
		if p := spotted(t, at, end, c); !p.none() {
			t.also(p) // more may stand before it
		}
	}
	if a.none() {
		column(t, at, end, c)
	}
	return a
}

// later finds the value that a sentence gives only after other words: "I rotated the key, the new
// one is x", "when it asks for the password, type x", 密钥我记了一份，x. The name, of class c,
// ends at t.s[end].
func later(t *text, end int, c class) span {
	s := t.s
	if c != password && c != phrase && c != token && c != bareKey || notion(s, end) {
		return span{}
	}
	stop := min(t.lineEnd(end), end+2*nameMax)
	t.pay(4 * (stop - end))
	i := skipBlanks(s, closers(s, end))
	if hasAny(s[i:], "? ", "？") > 0 {
		v := valueAt(t, skipBlanks(s, i+hasAny(s[i:], "? ", "？")), false) // My password? x
		if likely(s[v.start:v.end], c) && endsLine(s, closers(s, v.stop)) {
			return v.span
		}
	}
	for i++; i < stop; i++ {
		if ends := hasAny(s[i:stop], ". ", "。", "? ", "？"); ends > 0 && !renews(s[i+ends:stop]) {
			return span{}
		}
		size := gives(s, i, stop)
		if size == 0 {
			continue
		}
		next := skipBlanks(s, i+size)
		next = skipBlanks(s, next+hasAny(s[min(next, len(s)):], "**"))
		v := valueAt(t, next, false)
		text := s[v.start:v.end]
		if v.none() || !v.quoted && isCall(s, v.span) || placeholder(text) || reference(text) || awsID(text) || mentions(s[end:next], notSecret...) || strings.Count(text, ":") > 1 {
			continue
		}
		if c == bareKey {
			if !mentions(s[end:next], "new one", "新的") && !(hasAny(s[i:], ": ", ":") > 0 && (len(text) >= 24 && mixed(text) || s[i-1] >= 0x80 && machine(text, classify(text), 20)) && closed(s, closers(s, v.stop))) {
				continue
			}
			c = token
		}
		if lateValue(s, v, c) || c == password && oneTime(text) && len(text) >= 6 && mentions(s[max(t.lineStart(end), end-closeUp):end], doors...) && !measured(s, v.end) {
			return v.span
		}
	}
	return span{}
}

// lateValue reports whether v, which a sentence gives to a name of class c after other words, is a secret.
func lateValue(s string, v value, c class) bool {
	text := s[v.start:v.end]
	switch {
	case strong(text, c):
		return true
	case c == token && (random(text, classify(text)) && len(text) >= 16 || v.quoted && outright(text)):
		return true
	case c == password && v.quoted && spelled(text) && strings.Count(text, " ") >= 3:
		return true
	}
	person := likely(text, c) || c == password && mixedWord(text) && !selfNamed(text)
	return person && (v.quoted || closed(s, v.stop) || flagged(s, v.stop))
}

// before finds a drawn text that a sentence makes a secret only at its end: pwgen gave x, which is now
// the JWT_SECRET; signed with x (HMAC secret); 生成的 x 已作为密钥. The name, of class c, is t.s[at:end].
func before(t *text, at, end int, c class) span {
	s := t.s
	if c != password && c != phrase && c != token {
		return span{}
	}
	from := max(t.lineStart(at), at-2*nameMax)
	t.pay(4 * (at - from))
	for i := at; i > from; {
		v := lastWord(t, i)
		text := strings.TrimRight(s[v.start:v.end], ".,;:")
		if v.start >= i {
			i--
			continue
		}
		i = v.start
		if len(text) < 12 && c == token || len(text) < 8 || !likely(text, c) && !(len(text) >= 16 && random(text, classify(text)) || len(text) >= 20 && machine(text, classify(text), 20)) || placeholder(text) || reference(text) {
			continue
		}
		gap := s[v.end:at]
		if hasAny(gap, " (", "（") > 0 && hasAny(s[min(end, len(s)):], ")", "）") > 0 && len(gap) <= 32 && len(text) != 40 && !strings.ContainsAny(gap[2:], "()=:\"") && !mentions(s[from:v.start], notSecret...) && !mentions(gap, notSecret...) {
			alsoOld(t, v.start, c)
			return span{v.start, v.start + len(text)}
		}
		if mentions(gap, " now ", "put it", "set it", "used it", "use it", "stored as", " as ", " nor the ", "(the ", "(that", "(my ", " with the new ", "作为", "设成", "设为", "当作", "填到", "写进", " worked (", " works (", "做") && !mentions(s[from:v.start], notSecret...) && !mentions(gap, notSecret...) {
			alsoOld(t, v.start, c)
			return span{v.start, v.start + len(text)}
		}
		return span{}
	}
	return span{}
}

// alsoOld adds the first value of "from x to y", whose second begins at t.s[i].
func alsoOld(t *text, i int, c class) {
	s := t.s
	if i < 4 || s[i-4:i] != " to " {
		return
	}
	if v := lastWord(t, i-4); likely(s[v.start:v.end], c) {
		t.also(v)
	}
}

// notSecret are words that say of a drawn text that it is none.
var notSecret = []string{"commit", "hash", "sha", "digest", "fingerprint", " id ", "checksum", "version", "build", " run", "function", "class ", "contract", "address", "合约", "地址", "file", "called", "哈希", "提交", "指纹", "校验", "版本", "编号", "摘要", "文件", "不"}

// renews reports whether a sentence goes on with the value of the one before it.
func renews(s string) bool {
	return hasAny(s, "The new ", "New ", "It is ", "It's ", "Use ", "新的", "A:", "A：", "→", "->", "答：") > 0
}

// gives returns the length of the words at s[i] after which a value may stand, or 0.
func gives(s string, i, stop int) int {
	switch c := s[i]; {
	case c == ' ':
		if n := hasAny(s[i:stop], " type ", " enter ", " paste ", " use ", " gave it ", " give it ", " it's ", " that's ", " namely ", " one "); n > 0 {
			return n
		}
		if kind, n := englishVerb(s[i+1 : stop]); kind == verb {
			return 1 + n
		}
	case (c == ':' || c == ',') && i > 0 && s[i-1] >= 0x80:
		return 1 // as people type "：" and "，"
	case c == ':':
		return hasAny(s[i:stop], ": ")
	case c == '-':
		return hasAny(s[i:stop], "-> ")
	case c == '!':
		return hasAny(s[i:stop], "! ")
	case c >= 0x80:
		return hasAny(s[i:stop], "：", "是", "为", "成", "，现值", "，新值", "，现在用", "，", "值 ", "→")
	}
	return 0
}

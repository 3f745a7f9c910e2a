package redact

import "strings"

// madeOf finds the secret that is called one only afterwards: "use x as the root
// password", "x is the token", 用 x 作为密码. The name, of class c, begins at s[at] and ends
// at s[end].
func madeOf(t *text, at, end int, c class) span {
	s := t.s
	from := max(0, at-48)
	if c == noClass {
		return span{}
	}
	if notion(s, end) {
		return typed(t, from, at, c)
	}
	before := s[from:at]
	k, size := -1, 0
	for i := len(before) - 2; i >= 0 && k < 0; i-- {
		// Most places hold none of them.
		switch c := before[i]; {
		case c == ' ':
			size = hasAny(before[i:], " as ", " is ")
		case c >= 0xE4 && c <= 0xE8:
			size = hasAny(before[i:], "作为", "当作", "当成", "设为", "设成", "这个", "做", "当", "是", "为")
		}
		if size > 0 {
			k = i
			if from := max(0, i-3); size == len("为") && hasAny(before[from:], "作为", "设为") > 0 || size == len("是") && hasAny(before[from:], "就是") > 0 || size == len("做") && hasAny(before[from:], "当作", "当成", "设成") > 0 {
				k, size = from, len("作为")
			}
		}
	}
	t.pay(4 * len(before))
	if k < 0 || !between(before[k+size:]) {
		return typed(t, from, at, c)
	}
	v := lastWord(t, backBlanks(s, from+k))
	text := s[v.start:v.end]
	marked := v.start > 0 && strings.IndexByte("`\"'", s[v.start-1]) >= 0
	if v.end-v.start >= 6 && (likely(text, c) || c == token && ends(s[at:end], "secret") && thought(text) || c == password && (bare(text) && classify(text).turns >= 2 || mixedWord(text) || marked && classify(text).digits > 0 && secret(text, c, quoted)) && !technical(text) && !placeholder(text)) {
		return v
	}
	return span{}
}

// mixedWord reports whether v has a digit among its letters, and small and capital ones, as
// passwords made of words have: Gr4niteOtter, T9-vault-Lemur.
func mixedWord(v string) bool {
	n := classify(v)
	return !isGiven(v) && n.uppers > 0 && n.lowers > 0 && (n.turns >= 2 || n.digits > 0 && chained(v) || n.digits >= 2 && humps(v)) && n.symbols <= 3
}

// chained reports whether v is three words or numbers at least with the same sign between them: Rabbit_hole_9.
func chained(v string) bool {
	return strings.Count(v, "-") >= 2 || strings.Count(v, "_") >= 2 || strings.Count(v, ".") >= 2
}

// humps reports whether v is two words at least, the second with a capital, and digits behind them: BlueHeron77.
func humps(v string) bool {
	for i := 2; i+2 < len(v); i++ {
		if isLower(v[i-2]) && isLower(v[i-1]) && isUpper(v[i]) && isLower(v[i+1]) && isLower(v[i+2]) {
			last := strings.TrimRight(v, "0123456789")
			year := v[len(last):]
			return len(year) > 0 && !(len(year) == 4 && (year[:2] == "19" || year[:2] == "20")) && all(v, isAlnum) && !selfNamed(v)
		}
	}
	return false
}

// typed finds the password of "type x when it asks for the password" in t.s[from:at], which
// stands before the name.
func typed(t *text, from, at int, c class) span {
	s := t.s
	if c != password && c != phrase {
		return span{}
	}
	line := max(from, t.lineStart(at))
	for i := line; i < at; {
		k := i
		for k < at && !isBlank(s[k]) {
			k++
		}
		var buf [wordMax]byte
		switch string(folded(s[i:k], &buf)) {
		case "type", "enter", "use", "using", "paste", "try", "give", "输入":
			v := valueAt(t, skipBlanks(s, k), false)
			if v.end <= at && likely(s[v.start:v.end], c) {
				return v.span
			}
		}
		i = k + 1
	}
	return span{}
}

// remarked finds the quoted password of a line whose comment says that it is one:
// snowsql <<< "x"  # password.
func remarked(t *text, at int, c class) span {
	s := t.s
	if c != password && c != phrase && c != token {
		return span{}
	}
	line := max(t.lineStart(at), at-4*closeUp)
	mark := -1
	if strings.IndexByte(s[max(line, at-closeUp):at], '#') >= 0 || strings.IndexByte(s[max(line, at-closeUp):at], '/') >= 0 {
		mark = max(strings.LastIndex(s[line:at], " #"), strings.LastIndex(s[line:at], "// "))
	}
	t.pay(at - line)
	if mark < 0 {
		return span{}
	}
	for i := line; i < line+mark; i++ {
		if s[i] != '"' && s[i] != '\'' {
			continue
		}
		v := valueAt(t, i, false)
		if v.end > line+mark || !v.quoted {
			break
		}
		if strong(s[v.start:v.end], c) {
			return v.span
		}
		i = v.end
	}
	return span{}
}

// opening finds the password of what is said to open with it.
func opening(t *text, at, end int) (a, b span) {
	if v := valueAt(t, skipBlanks(t.s, end), false); likely(t.s[v.start:v.end], password) || oneTime(t.s[v.start:v.end]) && !measured(t.s, v.end) {
		a = v.span
	}
	return a, b
}

// exposed finds a token that is said to be out or to take the place of another: 也泄露了：x,
// I replaced it with x.
func exposed(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isAlpha(s[at-1]) && isAlpha(s[at]) {
		return
	}
	i := closers(s, skipBlanks(s, end))
	if size := hasAny(s[i:], ":", "："); size > 0 {
		i = skipBlanks(s, i+size)
	} else if s[end-1] != ' ' || !mentions(s[max(0, at-2*closeUp):at], "credential", "token", "key", "secret", "凭据", "令牌", "密钥") {
		return
	}
	v := valueAt(t, i, false)
	if text := s[v.start:v.end]; len(text) < 20 || !strong(text, token) {
		return
	}
	return v.span, span{}
}

// notion reports whether the word after a name makes it one of something else: password
// hash, token type.
func notion(s string, i int) bool {
	i = skipBlanks(s, i)
	k := i
	for k < len(s) && isAlpha(s[k]) && k-i < 16 {
		k++
	}
	var buf [wordMax]byte
	switch string(folded(s[i:k], &buf)) {
	case "hash", "hashing", "hasher", "encoding", "digest", "kdf", "function", "field", "policy", "type", "format", "algorithm", "manager", "encoder", "name", "column", "parameter", "prompt", "reset", "rule", "rules", "file", "input", "length", "strength",
		"storage", "id", "store", "scheme", "grant", "flow", "accessor", "provider", "backend", "cipher", "endpoint", "url", "count", "budget", "list":
		return true
	}
	return hasAny(s[i:], "哈希", "字段", "策略", "类型", "算法", "格式", "的哈希", "加密", "存储", "桶") > 0
}

// between reports whether only words that name whose secret it is stand between a verb
// and the name: "the root ", " 的 root ".
func between(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < 0x80 && !isIdent(c) && c != ' ' {
			return false
		}
	}
	for _, w := range [...]string{"，", "。", "、", "；", "不", "：", "不", "什么", "否"} {
		if strings.Contains(s, w) {
			return false
		}
	}
	return strings.Count(s, " ") <= 5 && !strings.Contains(s, " for ") && !strings.Contains(s, "requirement") && !strings.Contains(s, "encrypted") && !strings.Contains(s, " not ") && !strings.Contains(s, " no ") && !strings.HasPrefix(s, "in ") && !strings.HasPrefix(s, "for ") && !strings.HasPrefix(s, "to ")
}

// lastWord returns the word that ends before s[i], without its quotes and brackets.
func lastWord(t *text, i int) span {
	s := t.s
	for n := 0; n < 3 && i > 0; n++ {
		switch {
		case strings.IndexByte("\"'`*)", s[i-1]) >= 0:
			i--
		case i >= 3 && s[i-1] >= 0x80 && hasAny(s[i-3:], "”", "」", "』", "’", "）") == 3:
			i -= 3
		}
	}
	for n := 0; n < 4 && i < len(s) && s[i] == '*'; n++ {
		i++ // which belong to the word, unless some stand before it
	}
	start := i
	for last := max(0, i-closeUp); start > last && s[start-1] < 0x80 && !isSpace(s[start-1]); start-- {
	}
	t.pay(2 * (i - start))
	if start < i && s[start] == '*' || start > 0 && s[start-1] == '`' {
		for i > start && s[i-1] == '*' {
			i--
		}
	}
	for start < i && strings.IndexByte("\"'`*(", s[start]) >= 0 {
		start++
	}
	return span{start, i}
}

// backBlanks returns the place before the blanks that end at s[i].
func backBlanks(s string, i int) int {
	for n := 0; i > 0 && isBlank(s[i-1]) && n < closeUp; n++ {
		i--
	}
	return i
}

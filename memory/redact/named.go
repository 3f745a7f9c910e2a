package redact

// named finds the value of a Chinese name: 密码是 hunter22，令牌：….
func named(s string, at, end int) (a, b span) {
	n := name{span: span{at, end}, class: token}
	if hasAny(s[at:], "密码", "密碼", "口令", "暗号") > 0 {
		n.class = password
	}
	a = givenTo(s, end, n.class)
	if a.none() {
		return a, inBrackets(s, end, n.class, true)
	}
	return a, changed(s, a.end, n.class)
}

// givenTo finds the value that follows a Chinese name of class c, which ends at s[i].
func givenTo(s string, i int, c class) span {
	j := joinAt(s, i)
	next := j.next
	if j.relation == unrelated || j.relation == blank {
		// 密码 hunter22, 密码「hunter22」
		next = skipBlanks(s, i)
		if v := valueAt(s, next, false); classify(s[v.start:v.end]).digits == 0 {
			return span{}
		}
	} else if j.relation == comma {
		return span{}
	}
	v := valueAt(s, next, false)
	if k := skipBlanks(s, v.end); c == password && !v.quoted && k > v.end && k+1 < len(s) && s[k] == '/' && isBlank(s[k+1]) {
		v = valueAt(s, skipBlanks(s, k+1), false) // 账号密码：admin / hunter22
	}
	v.span = scheme(s, v.span)
	if v.none() || !v.quoted && call(s, v.span) {
		return span{}
	}
	f := loose
	switch {
	case v.quoted:
		f = quoted
	case c == password && closed(s, v.end) && all(s[v.start:v.end], isLower):
		f = config // 密码是 letmein。 and not: 密码是 bcrypt 加密的
	}
	if secret(s[v.start:min(v.end, v.start+judged)], c, f) {
		return v.span
	}
	return span{}
}

// changed finds the second value of "from hunter1 to hunter2", after the first.
func changed(s string, i int, c class) span {
	i = closers(s, i)
	kind, n := verbAt(s[skipBlanks(s, i):])
	if kind != verb {
		return span{}
	}
	v := valueAt(s, skipBlanks(s, skipBlanks(s, i)+n), false)
	if v.none() || !v.quoted && call(s, v.span) || !secret(s[v.start:min(v.end, v.start+judged)], c, loose) {
		return span{}
	}
	return v.span
}

// inBrackets finds the value in 密码（hunter22）. Round ASCII brackets hold a value only
// after a Chinese name: elsewhere they are a call.
func inBrackets(s string, i int, c class, ascii bool) span {
	open := hasAny(s[i:], "（")
	if open == 0 && ascii {
		open = hasAny(s[i:], "(")
	}
	if open == 0 {
		return span{}
	}
	v := valueAt(s, i+open, false)
	if v.none() || hasAny(s[closers(s, v.end):], "）", ")") == 0 || !secret(s[v.start:min(v.end, v.start+judged)], c, loose) {
		return span{}
	}
	return v.span
}

// closed reports whether a clause ends at s[i].
func closed(s string, i int) bool {
	return i == len(s) || s[i] == '\n' || s[i] == '\r' || hasAny(s[i:], "。", "，", ",", ".", "；", ";", "！", "!", "）", ")", "、") > 0
}

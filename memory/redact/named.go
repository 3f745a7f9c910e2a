package redact

import "strings"

// named finds the value of a Chinese name: 密码是 hunter22，令牌：….
func named(s string, at, end int) (a, b span) {
	n := name{span: span{at, end}, class: token}
	if hasAny(s[at:], "提取码") > 0 {
		return shareCode(s, end), span{}
	}
	if hasAny(s[at:], "授权码") > 0 {
		if a = mailCode(s, end); !a.none() {
			return a, span{}
		}
	}
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
	if c == password && !v.quoted && userNamed(s[max(0, i-24):i]) {
		if pass := afterUser(s, v.start); !pass.none() {
			return pass
		}
	}
	v.span = scheme(s, v.span)
	if keyword := s[max(0, i-len("密钥")):i]; fingerprint(s[lineStart(s, i):i-len(keyword)], s[v.start:v.end]) {
		return span{}
	}
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

// userNamed reports whether the name of a user stands with that of a password: 账号/密码.
func userNamed(before string) bool {
	return strings.Contains(before, "账号") || strings.Contains(before, "帐号") || strings.Contains(before, "賬號") || strings.Contains(before, "用户名") ||
		strings.Contains(before, "账户")
}

// mailCode finds the code that mail services give for SMTP: 16 letters of one case, and
// nothing else. The code of OAuth has the same name in Chinese and another form.
func mailCode(s string, i int) span {
	j := joinAt(s, i)
	v := valueAt(s, j.next, false)
	text := s[v.start:v.end]
	if len(text) != 16 || !all(text, isLower) && !all(text, isUpper) || word(text) {
		return span{}
	}
	return v.span
}

// shareCode finds the four characters that open a shared folder.
func shareCode(s string, i int) span {
	j := joinAt(s, i)
	v := valueAt(s, j.next, false)
	if j.relation != colon && j.relation != verb || v.end-v.start != 4 || !all(s[v.start:v.end], isAlnum) || placeholder(s[v.start:v.end]) {
		return span{}
	}
	return v.span
}

// fingerprint reports whether v is the id or the fingerprint of a public key: 16 or 40
// digits in upper case, as GnuPG prints them, where before names a signature or its
// algorithm.
func fingerprint(before, v string) bool {
	if hasFold(v, "0x") {
		v = v[len("0x"):]
	}
	if len(v) != 8 && len(v) != 16 && len(v) != 40 || !all(v, isHex) || classify(v).lowers > 0 {
		return false
	}
	before = before[max(0, len(before)-judged):]
	for _, w := range [...]string{"rsa", "dsa", "gpg", "pgp", "ed25519", "sign", "签名"} {
		if containsFold(before, w) {
			return true
		}
	}
	return false
}

package redact

import "strings"

// codeGiven finds a code of a second factor, a door or a device after the words that name it, or
// before them: your verification code is 482913, 配对码 3497-011-2332, 482913 is your login code.
func codeGiven(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isAlpha(s[at]) && isAlnum(s[at-1]) || isAlpha(s[end-1]) && end < len(s) && isAlnum(s[end]) {
		return
	}
	if hasFold(s[at:], " code") || hasFold(s[at:], "code:") {
		// alarm disarm code 9043
		if !mentions(s[max(t.lineStart(at), at-closeUp/2):at], doors...) && !mentions(s[max(t.lineStart(at), at-16):at], "pin", "entry", "exit", "department", "access", "unlock") {
			return
		}
		end = at + len(" code") - hasAny(s[at+len("code"):], ":")
	} else if hasFold(s[at:], "code is") {
		if !mentions(s[max(t.lineStart(at), at-2*closeUp):at], "sms", "2fa", "text message", "authenticator", "verification", "verify", "短信") && !mentions(s[end:min(t.lineEnd(end), end+closeUp)], "share", "expires", "valid for") {
			return
		}
		end = at + len("code")
	}
	j := joinAt(s, end)
	next := j.next
	switch j.relation {
	case unrelated:
		if next = gapEnd(s, end); next == 0 || !endsAny(strings.TrimRight(s[:next], " ："), "是", "为", "码", "示", "到") {
			next = skipBlanks(s, end)
		}
	case comma, pipe, element, call:
		return codeBefore(t, at), b
	}
	if next < len(s) && s[next] >= 0x80 && gapEnd(s, next) > 0 && (j.relation == colon || endsAny(strings.TrimRight(s[:gapEnd(s, next)], " ："), "是", "为", "示")) {
		next = gapEnd(s, next) // 2FA：短信里是 x
	}
	v := valueAt(t, next, false)
	licence := mentions(s[at:end], "serial", "activation", "注册码", "序列号")
	v.end = v.start + len(strings.TrimSuffix(s[v.start:v.end], "#"))
	if text := s[v.start:v.end]; (licence && keyGroups(text) || !licence && (oneTime(text) || pairing(text) || hasFold(s[at:], "combination") && dialled(text) || deviceCode(t, at, v))) && !measured(s, v.end) {
		return v.span, b
	}
	if p := codeInClause(t, end); !p.none() {
		return p, b
	}
	return codeBefore(t, at), b
}

// codeInClause finds the code in a later clause of a Chinese sentence: 验证码收到了，是 482913.
func codeInClause(t *text, i int) span {
	s, from := t.s, i
	for i < len(s) && i-from < 2*gapMost && (s[i] >= 0x80 || isBlank(s[i]) || s[i] == ',' || s[i] == ':' || isAlpha(s[i])) && hasAny(s[i:], "。", "；", "？") == 0 {
		i++
	}
	k := i
	for k < len(s) && isDigit(s[k]) {
		k++
	}
	if lead := strings.TrimRight(s[from:i], " "); !oneTime(s[i:k]) || !endsAny(lead, "是", "为", "成", "：", ":", "到") || classify(lead).foreign == 0 || k < len(s) && isIdent(s[k]) || measured(s, k) {
		return span{}
	}
	return span{i, k}
}

// deviceCode reports whether v is the code that a device or a program for remote control shows: letters
// and digits.
func deviceCode(t *text, at int, v value) bool {
	s := t.s
	n := classify(s[v.start:v.end])
	return v.end-v.start >= 4 && v.end-v.start <= 20 && n.symbols+n.foreign == 0 && (n.digits > 0 && n.letters() > 0 || n.uppers == 6 && v.end-v.start == 6 && !word(s[v.start:v.end])) && closed(s, closers(s, v.stop)) &&
		mentions(s[max(t.lineStart(at), at-2*closeUp):at], "向日葵", "todesk", "摄像", "萤石", "海康", "远程", "识别码", "设备", "门铃", "camera", "teamviewer", "anydesk", "rustdesk", "device")
}

// codeBefore finds the code of "482913 is your verification code", which ends before s[at].
func codeBefore(t *text, at int) span {
	s, from := t.s, max(0, t.lineStart(at), at-closeUp/2)
	if n := len("（"); at >= n && s[at-n:at] == "（" {
		if v := lastWord(t, at-n); oneTime(s[v.start:v.end]) {
			return v
		}
	}
	for _, w := range [...]string{" is your ", " is the ", " as your ", " as the ", "是您的", "是你的", "为您的"} {
		k := strings.LastIndex(s[from:at], w)
		if k < 0 {
			continue
		}
		v := lastWord(t, backBlanks(s, from+k))
		if text := strings.TrimPrefix(s[v.start:v.end], "G-"); oneTime(text) {
			return span{v.end - len(text), v.end}
		}
	}
	return span{}
}

// oneTime reports whether v is a code of four to eight digits, as banks, doors and second factors
// have, and no year.
func oneTime(v string) bool {
	return len(v) >= 4 && len(v) <= 8 && all(v, isDigit) && !repeated(v) && !(len(v) == 4 && (v[:2] == "19" || v[:2] == "20"))
}

// dialled reports whether v is what is dialled on the door of a safe: 32-8-17.
func dialled(v string) bool {
	groups := 0
	for group := range strings.SplitSeq(v, "-") {
		if len(group) > 2 || !all(group, isDigit) {
			return false
		}
		groups++
	}
	return groups >= 3 && groups <= 5
}

// hashed finds the code of a door that ends with the key that is pressed last: 单元门 2580# 进.
func hashed(t *text, at, end int) (a, b span) {
	s, stop := t.s, min(t.lineEnd(end), end+closeUp/2)
	hash := strings.IndexByte(s[end:stop], '#')
	if hash < 4 {
		return
	}
	hash += end
	k := hash
	for k > end && isDigit(s[k-1]) {
		k--
	}
	if !oneTime(s[k:hash]) || isIdent(s[k-1]) || strings.IndexByte("/.", s[k-1]) >= 0 || hash+1 < len(s) && isAlnum(s[hash+1]) || hasAny(s[skipBlanks(s, hash+1):], "房", "室", "楼", "号", "门", "机") > 0 {
		return
	}
	return span{k, hash + 1}, b
}

// simCode finds the code that loads a SIM without a card, LPA:1$host$code. The keyword ends with the first sign.
func simCode(t *text, at, end int) (a, b span) {
	s := t.s
	host := strings.IndexByte(s[end:t.lineEnd(end)], '$')
	if host < 1 || host > nameMax {
		return
	}
	v := valueAt(t, end+host+1, false)
	if v.end-v.start < 6 || placeholder(s[v.start:v.end]) {
		return
	}
	return v.span, b
}

// pairing reports whether v is a code that opens a device at home: 3497-011-2332.
func pairing(v string) bool {
	digits := classify(v).digits
	return (digits == 8 || digits == 11) && all(v, func(c byte) bool { return isDigit(c) || c == '-' }) && v[len(v)-1] != '-' && strings.Count(v, "-") != 1
}

// measured reports whether a unit stands at s[i], so that the number before it is no code.
func measured(s string, i int) bool {
	i = skipBlanks(s, closers(s, i))
	return hasAny(s[i:], "位", "个", "秒", "分", "次", "天", "元", "年", "条", "字", "小时", "digits", "char", "line", "sec", "min", "hour", "times", "bytes", "bits", "letters", "%", "-digit") > 0
}

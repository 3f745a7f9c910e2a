package redact

import "strings"

// logins are words that say that something lets people in.
var logins = []string{"login", "log in", "sign in", "signin", "admin", "panel", "console", "dashboard", "portal", "password", "sudo", "prompt", "root", "unlock", "luks", "ssh ", "sftp ", "credential", "creds", "staging", "sandbox", "demo", "account", "登录", "登陆", "后台", "环境", "面板"}

// doors are words for what a code of a few digits opens.
var doors = []string{"door", "gate", "keypad", "panel", "alarm", "safe", "locker", "lock ", "lockbox", "garage", "garden", "printer", "copier", "intercom", "lift", "elevator", "entrance", "barrier", "disarm", "installer", "engineer menu",
	"voicemail", "门", "锁", "保险", "闸", "梯", "柜", "车库", "机房", "布防", "撤防", "报警", "安防", "考勤", "打卡", "蓝牙", "配对"}

// accepted finds the password of what is said to take one: the panel takes x, the box wants x. The word
// for what lets people in stands before or after it.
func accepted(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isAlpha(s[at-1]) && isAlpha(s[at]) {
		return
	}
	v := valueAt(t, skipBlanks(s, end), false)
	text := s[v.start:v.end]
	if v.none() || !closed(s, closers(s, v.stop)) && !proceeds(s, v.stop) || strings.Contains(text, "/") {
		return
	}
	if presses := hasFold(s[at:], " type ") || hasFold(s[at:], " enter ") || hasFold(s[at:], " press "); presses && !closed(s, closers(s, v.stop)) && hasAny(s[closers(s, v.stop):], " then", " and", " at ", " to ") == 0 {
		return // type 2141 in the table
	}
	line := s[max(t.lineStart(at), at-2*closeUp):min(t.lineEnd(v.end), v.end+closeUp)]
	t.pay(4 * len(line))
	switch word := s[at:end]; {
	case hasFold(word, " p: "), hasFold(word, ",p: "):
		if mentions(line, "u: ", "user", "l: ") && likely(text, password) {
			a = v.span // u: bob p: x
		}
		return a, b
	case hasFold(word, " picked "), hasFold(word, " chose "):
		if v.quoted && outright(text) && mentions(line, "user", "account", "password", "login") {
			a = v.span
		}
		return a, b
	}
	if hasFold(s[at:], "输入") && apt(text, password) && mentions(s[v.end:min(t.lineEnd(v.end), v.end+closeUp/2)], "解锁", "登录", "进入", "即可") {
		return v.span, b
	}
	if (outright(text) || thought(text) && !strings.ContainsAny(text, "-_.")) && mentions(line, logins...) || oneTime(text) && !measured(s, v.end) && mentions(line, doors...) && !mentions(line, "row", "port", "page", "value", "item", "byte", "request", "user", "character", "entries") {
		return v.span, b
	}
	return
}

// asideOf finds the password in brackets after what it lets people into: bob's login (x).
func asideOf(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isAlnum(s[at-1]) && isAlpha(s[at]) {
		return
	}
	v := valueAt(t, skipBlanks(s, end), false)
	if text := s[v.start:v.end]; !outright(text) || hasAny(s[closers(s, v.stop):], ")", "）") == 0 || strings.Contains(text, "/") {
		return
	}
	return v.span, b
}

// withSecret finds the key of what is said to be signed or encrypted with it, and the quoted password of an account:
// signs its body with x, I used the robot account with `x`.
func withSecret(t *text, at, end int) (a, b span) {
	s, k, digits := t.s, end, 0
	for k < len(s) && !isSpace(s[k]) && k-end < closeUp {
		if k++; isDigit(s[k-1]) {
			digits++
		}
	}
	if k-end < 8 || digits == 0 {
		return // most places
	}
	v := valueAt(t, skipBlanks(s, end), false)
	text := s[v.start:v.end]
	line := s[max(t.lineStart(at), at-closeUp):at]
	if !v.quoted && (outright(text) || mixedWord(text)) && strings.ContainsAny(text, "!@#$%^&*?~-_.") && !selfNamed(text) && closed(s, v.stop) && !strings.Contains(text, "/") && mentions(line, " login ", "log in ", "logs in ", "sign in ", "connect to ", "basic auth", "ssh ", "sudo", "登录") {
		return v.span, b
	}
	if v.quoted && outright(text) && mentions(s[v.end:min(t.lineEnd(v.end), v.end+closeUp/2)], "login", "log in", "sign in") {
		return v.span, b
	}
	if v.quoted && outright(text) && mentions(line, "account", "log in", "login", "logged in", "sign in", "signed in", "user", "authenticate") {
		return v.span, b
	}
	if len(text) == 40 && all(text, isHex) || uuid(text) || hasFold(text, "age1") || !mentions(line, "sign", "encrypt", "decrypt", "hmac", "cipher", "签名", "加密", "解密") || mentions(line, "commit", "fingerprint", "key id", "gpg") || !machine(text, classify(text), 20) {
		return
	}
	return v.span, b
}

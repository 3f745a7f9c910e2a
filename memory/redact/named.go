package redact

import (
	"strings"
	"unicode/utf8"
)

// named finds the value of a Chinese name: 密码是 hunter22，令牌：….
func named(t *text, at, end int) (a, b span) {
	s := t.s
	if end <= t.asked {
		return // 主密码 and 密码
	}
	t.asked = end
	c := token
	switch word := s[at:end]; {
	case hasAny(word, "提取码", "访问码") > 0, hasAny(word, "密码") > 0 && endsAny(s[:at], "提取"):
		return shareCode(t, end), span{}
	case hasAny(word, "授权码") > 0:
		if a = mailCode(t, end); !a.none() {
			return a, span{}
		}
	case hasAny(word, "校验码") > 0:
		c = anyKey
	case hasAny(word, "种子") > 0 && !near(s, at, "验证器", "totp", "两步", "动态", "otp"):
		c = anyKey
	case endsAny(s[:at], "共享", "无线", "Fi ", "fi ", "FI ", "Fi", "热点"):
		c = password
	case hasAny(word, "密码", "密碼", "密　码", "密 码", "口　令", "口令", "パスワード", "비밀번호", "пароль", "contraseña", "暗号", "通行码", "账密", "帐密", "解压码", "密语", "团体字", "团体名", "共同体名", "暗码", "暗语", "密令") > 0:
		c = password
	}
	if tail := nameTail(s, end); tail > end {
		if hasAny(s[end:], "短语") > 0 {
			c = phrase
		}
		end = tail
	}
	a = givenTo(t, end, c)
	if a.none() {
		return elsewhere(t, at, end, c, true), b
	}
	return a, changed(t, a.end, c)
}

// otherWord finds the value of what people call a password too: magic word, unlock phrase.
func otherWord(t *text, at, end int) (a, b span) {
	if at > 0 && isIdent(t.s[at-1]) || end < len(t.s) && isIdent(t.s[end]) {
		return
	}
	c := password
	if ends(t.s[at:end], "phrase") {
		c = phrase
	}
	a = givenTo(t, end, c)
	if text := t.s[a.start:a.end]; !likely(text, c) && !(c == phrase && strings.Contains(text, " ")) {
		return b, b
	}
	return a, b
}

// meetings are words for a meeting, whose password a service draws.
var meetings = []string{"会议", "meeting", "zoom", "teams", "webinar", "webex", "passcode", "teamviewer", "todesk", "anydesk", "向日葵"}

// nameTail skips the end of a longer Chinese name, such as 口令短语.
func nameTail(s string, i int) int {
	return i + hasAny(s[i:], "短语", "内容", "本身", "值", "串", "字符串")
}

// givenTo finds the value that follows a Chinese name of class c, which ends at s[i].
func givenTo(t *text, i int, c class) span {
	s, j := t.s, joinAt(t.s, i)
	if j.relation == element {
		return elementValue(t, j.next, c)
	}
	next, weak := valueAfter(t, i, j)
	if next == 0 {
		return span{}
	}
	v := valueAt(t, next, false)
	if k := skipBlanks(s, v.end); c == password && !v.quoted && k > v.end && k+1 < len(s) && s[k] == '/' && isBlank(s[k+1]) {
		v = valueAt(t, skipBlanks(s, k+1), false) // 账号密码：admin / hunter22
	}
	if c == password && !v.quoted && userNamed(s[max(t.lineStart(i), i-24):i]) {
		pass := afterUser(t, v.start)
		if pass.none() && all(s[v.start:v.end], isIdent) && classify(s[v.start:v.end]).digits == 0 {
			pass = spacedUser(t, v.start)
		}
		if !pass.none() {
			return pass
		}
	}
	v.span = scheme(s, v.span)
	if end := groupsAt(s, v.start); end > v.start && (c == token || c == anyKey) {
		return span{v.start, end}
	}
	if text := s[v.start:v.end]; !v.quoted && namesItself(text) {
		return span{}
	}
	if text := s[v.start:v.end]; c == token && len(text) == 40 && all(text, isHex) && classify(text).lowers == 0 && (j.relation == unrelated || j.relation == blank || hasAny(s[i:], "指纹") > 0) {
		return span{} // of a public key
	}
	if keyword := s[max(0, i-len("密钥")):i]; fingerprint(s[t.lineStart(i):i-len(keyword)], s[v.start:v.end]) {
		return span{}
	}
	if v.none() || !v.quoted && isCall(s, v.span) || awsID(s[v.start:v.end]) {
		return span{}
	}
	if end := appPassword(s, v.start); end > v.start {
		return span{v.start, end}
	}
	if end := phraseAt(s, v.start); end > v.start && (c == phrase || c == password && j.relation == colon) && !v.quoted {
		return span{v.start, end}
	}
	return judgedNamed(t, i, j, v, c, weak)
}

// namesItself reports whether a value has the name of a secret in it, which finds its own: password=x, the parameters
// of a URL.
func namesItself(v string) bool {
	k := strings.IndexAny(v, "=:")
	return k > 0 && (v[0] == '?' || all(v[:k], isIdent) && !mixed(v[:k]) && classOf(v[:k]) > maybe)
}

// judgedNamed returns v where it is a secret that is given to the Chinese name of class c, which ends
// at t.s[i]. weak says that little says so.
func judgedNamed(t *text, i int, j join, v value, c class, weak bool) span {
	s := t.s
	text := s[v.start:v.end]
	if c == password && shortSecret(s, i, v, j.relation) {
		return v.span
	}
	if weak {
		if !weakly(s, i, v, c, j.relation) {
			return span{}
		}
		return v.span
	}
	if c == password && (j.relation == verb || j.relation == colon || j.relation == blank && classify(text).letters() > 0) && (closed(s, v.end) || endsAny(text, "#")) && doorCode(text, s[max(0, i-2*closeUp):i]) {
		return v.span
	}
	if k := strings.IndexByte(text, ':'); c == token && k > 0 && all(text[:k], isIdent) && !mixed(text[:k]) && likely(text[k+1:], password) {
		return span{v.start + k + 1, v.end} // 凭据：bob:x
	}
	f := loose
	switch {
	case v.quoted && strings.Contains(text, " ") && s[v.start-1] < 0x80 && !(strings.Count(text, " ") >= 3 && spelled(text)):
		// "Forgot password"
	case v.quoted && hasAny(s[v.end:], "》") > 0 && classify(text).foreign > 0:
		return span{} // the title of a document
	case v.quoted:
		f = quoted
	case c == password && closed(s, v.end) && all(text, isLower) && hasAny(s[max(0, i-len("密码")):], "密码", "密碼", "口令") > 0:
		f = config // 密码是 letmein。 and not: 密码是 bcrypt 加密的
	}
	if f == quoted && strings.Contains(text, " ") {
		c = phrase
	}
	if secret(text, c, f) {
		return v.span
	}
	if j.relation == verb {
		return changed(t, v.stop, c) // 由 public 改为 x
	}
	return span{}
}

// weakly reports whether v, of which little says that it is given to the name that ends at s[i], is a secret.
func weakly(s string, i int, v value, c class, r relation) bool {
	text := s[v.start:v.end]
	switch {
	case isGiven(text) && !v.quoted:
		return false
	case c == password && all(text, isDigit) && len(text) >= 6 && len(text) <= 10:
		return closed(s, v.end) && !mentions(s[i:v.start], "误", "错", "次", "超", "数")
	case strong(text, c):
		return true
	case r == below:
		return endsLine(s, closers(s, v.stop)) && (likely(text, c) || strong(text, token))
	}
	firm := likely(text, c) || c == password && apt(text, c) && endsAny(strings.TrimRight(s[i:v.start], " "), "：", ":", "是", "为", "成", "的")
	return firm && closed(s, v.end) && !mentions(s[i:v.start], "在", "见", "叫", "模", "接口", "页", "文件", "版", "服务", "字段", "功能", "分支")
}

// shortSecret reports whether v, behind the word for a password that ends at s[i], is the code of a door or a
// card, or what a service has drawn for a meeting.
func shortSecret(s string, i int, v value, r relation) bool {
	text := s[v.start:v.end]
	if !closed(s, v.end) {
		return false
	}
	return dialled(text) && mentions(s[max(0, i-closeUp/2):i], "保险", "柜", "锁", "箱") || r == blank && oneTime(strings.TrimSuffix(text, "#")) && mentions(s[max(0, i-closeUp/2):i], "门", "锁", "开机", "卡", "支付", "取款", "保险", "会议", "梯", "箱", "柜", "sim", "手机", "账户") ||
		all(text, isAlpha) && drawnShort(text) && mentions(s[max(0, i-closeUp):i], meetings...)
}

// valueAfter returns where the value after a Chinese name begins, 0 for nowhere, and whether
// little says that it is one. The name ends at t.s[i], and j follows it.
func valueAfter(t *text, i int, j join) (next int, weak bool) {
	s := t.s
	next, weak = j.next, j.relation == below || j.weak
	switch j.relation {
	case unrelated, blank:
		// 密码 hunter22, 密码「hunter22」, 密码（生产）hunter22, 密码暂时用 hunter22
		next = skipBlanks(s, max(i, remark(s, skipBlanks(s, i))))
		v := valueAt(t, next, false)
		if text := s[v.start:v.end]; len(text) < 4 || classify(text).digits == 0 && !(v.quoted && s[v.start-1] >= 0x80) && !appSpecific(text) {
			return gapEnd(s, i), true
		}
	case comma:
		return 0, false
	case verb, colon:
		if next < len(s) && s[next] >= 0x80 && hasAny(s[next:], "“", "「", "『", "‘") == 0 {
			return gapEnd(s, next), true // 密码改成了下面这个：hunter22
		}
	}
	return next, weak
}

// doorCode reports whether a password is one of a door or of a shared folder, which are short.
func doorCode(v, before string) bool {
	v = strings.TrimSuffix(v, "#")
	if len(v) < 4 || len(v) > 6 || technical(v) {
		return false
	}
	return all(v, isDigit) && !repeated(v) ||
		len(v) == 4 && all(v, isLowerAlnum) && classify(v).turns > 0 && mentions(before, "盘", "云", "分享", "链接", "http")
}

// gapMost is the longest run of Chinese words, in bytes, between a name and its value:
// 密码我先改成了临时的.
const gapMost = 45

// gapEnd skips Chinese words from s[i] on, without a sign that ends a clause, and returns
// where ASCII or a quotation begins; 0 where there is none.
func gapEnd(s string, i int) int {
	k := i
loop:
	for k < len(s) && s[k] >= utf8.RuneSelf && k-i < gapMost {
		r, n := utf8.DecodeRuneInString(s[k:])
		switch r {
		case '“', '「', '『', '‘':
			break loop
		case '：', '（':
			if k > i {
				k += n
				break loop
			}
		case '。', '，', '；', '、', '！', '？', '）', '”', '」', '不':
			return 0
		case '版', '编', '指', '长', '强', '规', '策', '至', '错', '过', '有':
			if hasAny(s[k:], "版本", "编号", "指纹", "长度", "强度", "规则", "策略", "至少", "错误", "过期", "有效") > 0 {
				return 0
			}
		}
		k += n
	}
	if k = skipBlanks(s, k); k < len(s) && s[k] == ':' {
		k = skipBlanks(s, k+1)
	}
	if k == i || k >= len(s) || isSpace(s[k]) {
		return 0
	}
	return k
}

// changed finds the second value of "from hunter1 to hunter2", after the first.
func changed(t *text, i int, c class) span {
	s := t.s
	i = closers(s, i)
	kind, n := verbAt(s[skipBlanks(s, i):])
	if n = max(n, hasAny(s[skipBlanks(s, i):], "->", "=>", "→")); n == 0 || kind != verb && kind != unrelated {
		return span{}
	}
	v := valueAt(t, skipBlanks(s, skipBlanks(s, i)+n), false)
	if v.none() || !v.quoted && isCall(s, v.span) || !secret(s[v.start:v.end], c, loose) {
		return span{}
	}
	return v.span
}

// inBrackets finds the value in 密码（hunter22）. Round ASCII brackets hold a value only
// after a Chinese name: elsewhere they are a call.
func inBrackets(t *text, i int, c class, ascii bool) span {
	s := t.s
	open := hasAny(s[i:], "（")
	if open == 0 && ascii {
		open = hasAny(s[i:], "(")
	}
	weak := false
	if open == 0 && ascii {
		open = hasAny(s[i:], "[", "【")
	}
	if open == 0 {
		// "the key (x) went to a branch" has a blank before the bracket, a call has none.
		if k := skipBlanks(s, i); k > i && k < len(s) && s[k] == '(' {
			open, weak = k+1-i, true
		} else {
			return span{}
		}
	}
	v := valueAt(t, i+open+hasAny(s[i+open:], "currently ", "now ", "was ", "is ", "it's ", "it is ", "it was ", "namely ", "i.e. ", "目前", "现为", "已改为"), false)
	text := s[v.start:v.end]
	if after := s[closers(s, v.stop):]; hasAny(after, "）", ")") == 0 && !endsAny(s[:closers(s, v.stop)], "]", "】") {
		// (x leaked in #482)
		shut := strings.IndexByte(after[:min(len(after), 32)], ')')
		weak = shut < 0 || after[0] != ' ' || !strings.Contains(" leaked is was in from no for since until ", " "+firstWord(after[1:])+" ")
		if weak {
			return span{}
		}
		weak = true
	}
	if c == pin && oneTime(text) {
		return v.span
	}
	if v.none() || weak && !likely(text, c) && !(c == password && apt(text, c) && !ends(s[:i], " pass")) || !weak && !secret(text, c, loose) {
		return span{}
	}
	return v.span
}

// firstWord returns the letters that s begins with.
func firstWord(s string) string {
	k := 0
	for k < len(s) && isAlpha(s[k]) {
		k++
	}
	return s[:k]
}

// closed reports whether a clause ends at s[i].
func closed(s string, i int) bool {
	return i == len(s) || s[i] == '\n' || s[i] == '\r' || hasAny(s[i:], "。", "，", ",", ".", "；", ";", "！", "!", "）", ")", "、", "了", " 了") > 0
}

// userNamed reports whether the name of a user stands with that of a password: 账号/密码.
func userNamed(before string) bool {
	for _, w := range [...]string{"账号", "帐号", "賬號", "帳號", "用户名", "账户", "账密", "用户", "登录名", "使用者"} {
		if strings.Contains(before, w) {
			return true
		}
	}
	return false
}

// mailCode finds the code that mail services give for SMTP: 16 letters of one case, and
// nothing else. The code of OAuth has the same name in Chinese and another form.
func mailCode(t *text, i int) span {
	s, j := t.s, joinAt(t.s, i)
	next := j.next
	if j.relation == unrelated {
		if next = gapEnd(s, i); next == 0 {
			return span{}
		}
	}
	v := valueAt(t, next, false)
	text := s[v.start:v.end]
	named := j.relation == colon || j.relation == verb
	if len(text) != 16 || !all(text, isLower) && !all(text, isUpper) || word(text) || wordy(text) && !named || reads(text) || placeholder(text) {
		return span{}
	}
	return v.span
}

// shareCode finds the four characters that open a shared folder.
func shareCode(t *text, i int) span {
	s, j := t.s, joinAt(t.s, i)
	v := valueAt(t, j.next, false)
	if j.relation != colon && j.relation != verb && j.relation != blank || v.end-v.start != 4 || !all(s[v.start:v.end], isAlnum) || placeholder(s[v.start:v.end]) ||
		j.relation == blank && classify(s[v.start:v.end]).digits == 0 && !near(s, i, "http", "盘") && !closed(s, v.end) {
		return span{}
	}
	return v.span
}

// sharedCode is shareCode for an English name.
func sharedCode(t *text, at, end int) (a, b span) { return shareCode(t, end), b }

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
	before = before[max(0, len(before)-closeUp):]
	for _, w := range [...]string{"rsa", "dsa", "gpg", "pgp", "ed25519", "sign", "签名"} {
		if containsFold(before, w) {
			return true
		}
	}
	return false
}

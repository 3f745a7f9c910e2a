package redact

import "strings"

// userThenPassword finds the password of "creds: admin / x", of "login is admin:x" and of
// "log in with admin / x".
func userThenPassword(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isAlnum(s[at]) && isIdent(s[at-1]) {
		return
	}
	if i := skipBlanks(s, end); s[end-1] == ' ' || s[at] >= 0x80 || i > end {
		if a = afterUser(t, closers(s, i)); !a.none() {
			return a, span{}
		}
		if s[at] >= 0x80 && i > end || hasFold(s[at:], "rdp ") || hasFold(s[at:], "radtest ") || s[at] == '+' || hasFold(s[at:], "login ") && blankLead(strings.TrimLeft(s[t.lineStart(at):at], "/;")) {
			return spacedUser(t, i), span{}
		}
	}
	if hasFold(s[at:], "wi") || hasFold(s[at:], "ssid") || hasFold(s[at:], "network") || hasAny(s[at:], "无线", "热点") > 0 {
		if a = networkPair(t, end); !a.none() {
			return a, b
		}
	}
	j := joinAt(s, end)
	if j.relation != colon && j.relation != verb && j.relation != equals && j.relation != below {
		return
	}
	if a = afterUser(t, valueAt(t, j.next, false).start); a.none() && s[at] >= 0x80 {
		a = spacedUser(t, j.next)
	}
	return a, span{}
}

// networkPair finds the password behind the name of a wireless network, which begins at t.s[i]: CafeNet / x, CafeNet, x.
func networkPair(t *text, i int) span {
	s := t.s
	i = skipBlanks(s, i)
	k := i
	for k < len(s) && k-i < 32 && (isIdent(s[k]) || s[k] == '.') {
		k++
	}
	k = skipBlanks(s, closers(s, k))
	size := hasAny(s[k:], "/", ", ", "，", "、")
	if size == 0 || k == i {
		return span{}
	}
	v := valueAt(t, skipBlanks(s, k+size), false)
	text := s[v.start:v.end]
	if v.end-v.start < 8 || !apt(text, password) || classify(text).digits < 2 || strings.Contains(text, "/") || version(text) && classify(text).symbols > 0 || !closed(s, closers(s, v.stop)) {
		return span{}
	}
	return v.span
}

// afterUser finds the password of "admin / x", "admin/x" and "admin:x" at s[i].
func afterUser(t *text, i int) span {
	s := t.s
	i += hasAny(s[min(i, len(s)):], "w/ ", "with ", "as ", "is ", "用", "(")
	if open, _ := quote(s[min(i, len(s)):]); open > 0 {
		i += open
	}
	k := i
	for k < len(s) && k-i < nameMax && (isIdent(s[k]) || s[k] == '.' || s[k] == '@' || s[k] == '\\') {
		k++
	}
	slash := skipBlanks(s, closers(s, k))
	size := hasAny(s[min(slash, len(s)):], "//", "/", ":", "／", "：", "+ ", "| ", "和", "及", "with ", "and ", "using ", "w/ ")
	if k == i || size == 0 {
		return listedAfter(t, k)
	}
	next := skipBlanks(s, slash+size)
	if isAlpha(s[slash]) {
		if v := valueAt(t, next, false); likely(s[v.start:v.end], password) && !equalFold(s[i:k], "failed") {
			return v.span
		}
		return span{}
	}
	v := valueAt(t, next, false)
	text := s[v.start:v.end]
	c := classify(text)
	if v.none() || !v.quoted && (strings.Contains(text, "/") || address(text) || hostLike(text)) || c.letters() == 0 || version(text) && !thought(text) {
		return span{}
	}
	if k := strings.LastIndexByte(text, '@'); k > 0 && s[slash] == ':' && likely(text[:k], password) && hostName(text[k+1:]) {
		return span{v.start, v.start + k} // app:x@db1
	}
	if likely(text, password) || secret(text, password, loose) && (c.uppers+c.symbols > 0 || c.turns >= 2) || secret(text, password, quoted) && c.symbols > 0 && c.uppers > 0 && flips(text)*4 >= len(text) {
		return v.span
	}
	return span{}
}

// hostName reports whether v is the short name of a machine: db1, db-prod.
func hostName(v string) bool {
	return len(v) >= 3 && isLower(v[0]) && all(v, isLowerIdent) && (wordy(v) || len(v) <= 6)
}

// listedAfter finds the password of  admin，x, whose user ends at t.s[i].
func listedAfter(t *text, i int) span {
	s := t.s
	size := hasAny(s[min(i, len(s)):], "，", ", ", ",", "、", "。")
	if size == 0 {
		return span{}
	}
	v := valueAt(t, skipBlanks(s, i+size), false)
	if host := lastWord(t, i); hostAndUser(s[host.start:host.end]) && v.end-v.start < 32 && all(s[v.start:v.end], isIdent) {
		return listedAfter(t, v.end) // a host stands before the user
	}
	if text := s[v.start:v.end]; !(outright(text) || s[i] >= 0x80 && (likely(text, password) || apt(text, password) && chained(text))) || !closed(s, v.stop) || strings.Contains(text, "/") {
		return span{}
	}
	return v.span
}

// spacedUser finds the password of 登录 admin x, whose user begins at t.s[i].
func spacedUser(t *text, i int) span {
	s, k := t.s, i
	for k < len(s) && k-i < 32 && isIdent(s[k]) {
		k++
	}
	next := skipBlanks(s, k)
	if k < len(s) && s[k] == '.' {
		// A host stands before the user.
		for next = k; next < len(s) && next-i < nameMax && isJWTByte(s[next]); next++ {
		}
		if next < len(s) && isBlank(s[next]) {
			return spacedUser(t, skipBlanks(s, next))
		}
		return listedAfter(t, next)
	}
	if k == i || next == k || next >= len(s) {
		return span{}
	}
	v := valueAt(t, next, false)
	if text := s[v.start:v.end]; !likely(text, password) || all(text, isDashedHex) {
		return span{}
	}
	return v.span
}

// knownUser finds the password of "root / x", where the user is one that every system has.
func knownUser(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && (isIdent(s[at-1]) || s[at-1] == '/' || s[at-1] == '.') {
		return
	}
	i := skipBlanks(s, closers(s, end))
	if n := hasAny(s[i:], "with ", "w/ "); n > 0 {
		if v := valueAt(t, skipBlanks(s, i+n), false); likely(s[v.start:v.end], password) && (closed(s, closers(s, v.stop)) || v.quoted) {
			return v.span, b // ssh in as root with x
		}
		return
	}
	if host := lastWord(t, backBlanks(s, at)); i == end+1 && at > 1 && hostAndUser(s[host.start:host.end]) {
		v := valueAt(t, i, false)
		if likely(s[v.start:v.end], password) && (closed(s, v.stop) || flagged(s, v.stop)) {
			return v.span, b
		}
		return
	}
	if size := hasAny(s[i:], ", ", "，", "、"); size > 0 && (at > 0 && s[at-1] == '(' || at >= 3 && s[at-3:at] == "（") {
		// the router (admin, x)
		if v := valueAt(t, skipBlanks(s, i+size), false); likely(s[v.start:v.end], password) && hasAny(s[closers(s, v.stop):], ")", "）") > 0 {
			return v.span, b
		}
	}
	if v := valueAt(t, i, false); i > end && (i == end+1 || s[i-1] != '\n') && v.end-v.start <= 20 && outright(s[v.start:v.end]) && (closed(s, v.stop) || flagged(s, v.stop)) {
		return v.span, b
	}
	if i+1 < len(s) && s[i] == '|' && i > end {
		v := valueAt(t, skipBlanks(s, i+1), false)
		if k := skipBlanks(s, closers(s, v.stop)); (strong(s[v.start:v.end], password) || strings.ContainsAny(s[v.start:v.end], "!@#$%^&*+~") && likely(s[v.start:v.end], password)) && !camel(s[v.start:v.end]) && k < len(s) && s[k] == '|' {
			return v.span, span{}
		}
		return
	}
	if i+1 >= len(s) || s[i] != '/' && s[i] != ':' || i > end != isBlank(s[i+1]) || s[i] == ':' && i > end {
		return
	}
	v := valueAt(t, skipBlanks(s, i+1), false)
	if text := s[v.start:v.end]; (strong(text, password) || likely(text, password) && (i > end || s[i] == '/' && classify(text).uppers > 0 && classify(text).digits > 2 || mentions(s[max(t.lineStart(at), at-closeUp):at], "answer", "login", "console", "serial", "ssh", "登录"))) && !strings.ContainsAny(text[:1], "$/") && !strings.Contains(text, "/") && strings.Count(text, ":") < 2 {
		return v.span, span{}
	}
	return
}

// outright reports whether v is a password even where only a user stands before it.
func outright(v string) bool {
	return strong(v, password) || thought(v) && (strings.ContainsAny(v, "!@#$%^&*+~") || classify(v).uppers > 0 && classify(v).digits >= 3)
}

// slashPair finds the password of "jira: bob / x", where no word names it.
func slashPair(t *text, at, end int) (a, b span) {
	s := t.s
	user := lastWord(t, at)
	if user.none() || !all(s[user.start:user.end], func(c byte) bool { return isJWTByte(c) || c == '@' }) {
		return
	}
	k := backBlanks(s, user.start)
	for k > 0 && strings.IndexByte("`\"'", s[k-1]) >= 0 {
		k = backBlanks(s, k-1)
	}
	if host := lastWord(t, k); !endsAny(s[:k], ":", "：", "(", "（", "，", ",", "with", " as", "using", "用", "是") && !hostAndUser(s[host.start:host.end]) {
		if v := valueAt(t, skipBlanks(s, end), false); !signed(s[v.start:v.end]) || !closed(s, v.stop) {
			return
		}
	}
	v := valueAt(t, skipBlanks(s, end), false)
	text := s[v.start:v.end]
	line := s[max(t.lineStart(at), at-2*closeUp):at]
	if n := classify(text); !outright(text) && !((thought(text) || apt(text, password) && (chained(text) || mixedWord(text))) && (mentions(line, logins...) || mentions(line, "user", "smtp", "imap", "ftp", "用户"))) || strings.Contains(text, "/") || n.symbols == 0 && n.turns < 3 && !mentions(line, "login", "creds", "credential", "登录", "账号") {
		return // Go / PostgreSQL16
	}
	return v.span, b
}

// hostAndUser reports whether v is the address of a machine, after which a list of servers has a
// user: 10.0.0.1, db1:3306.
func hostAndUser(v string) bool {
	host, port, found := strings.Cut(v, ":")
	return found && all(port, isDigit) && all(host, isJWTByte) || strings.Count(v, ".") == 3 && all(v, func(c byte) bool { return isDigit(c) || c == '.' })
}

// loginBefore finds the password of "admin / x 登录", which ends before s[at].
func loginBefore(t *text, at, end int) (a, b span) {
	s := t.s
	stop := at
	for stop > 0 && isBlank(s[stop-1]) {
		stop--
	}
	v := lastWord(t, stop)
	if v.none() {
		return
	}
	if i := strings.IndexAny(s[v.start:v.end], "/:"); i > 0 {
		v.start += i + 1
	} else if used := userUsed(t, v.start); used {
	} else if k := backBlanks(s, v.start-openQuote(s, v.start)); k < 1 || s[k-1] != '/' && (k < 3 || hasAny(s[k-3:], "用") == 0 || v.end-v.start < 12 && !strings.ContainsAny(s[v.start:v.end], "!@#$%^&*~") && !(hasAny(s[at:], "解") > 0 && likely(s[v.start:v.end], password))) {
		return
	}
	if text := s[v.start:v.end]; likely(text, password) || mixedWord(text) || bare(text) && classify(text).turns >= 2 {
		return v, span{}
	}
	return
}

// openQuote is 1 where a quote stands before s[i].
func openQuote(s string, i int) int {
	if i > 0 && strings.IndexByte("`\"'", s[i-1]) >= 0 {
		return 1
	}
	return 0
}

// userUsed reports whether "用 admin " or "用 admin 和 " stands before s[i].
func userUsed(t *text, i int) bool {
	s, k := t.s, backBlanks(t.s, i)
	if n := k - len("和"); n > 0 && hasAny(s[n:], "和", "及") > 0 {
		k = backBlanks(s, n)
	}
	user := lastWord(t, k)
	if user.none() || !all(s[user.start:user.end], isJWTByte) {
		return false
	}
	k = backBlanks(s, user.start)
	return k >= len("用") && hasAny(s[k-len("用"):], "用") > 0
}

// atHost finds the password of bob/x@10.0.0.8:3306 and of ssh bob@10.0.0.8 (x), where no scheme says what that is. The keyword
// begins with the sign before the host.
func atHost(t *text, at, end int) (a, b span) {
	s := t.s
	v := lastWord(t, at)
	user := s[v.start:v.end]
	if k := strings.IndexAny(user, "/:"); k > 0 {
		if pass := user[k+1:]; all(user[:k], isJWTByte) && apt(pass, password) && !strings.Contains(pass, "/") {
			return span{v.start + k + 1, v.end}, b
		}
		return
	}
	k := end
	for k < len(s) && k-end < nameMax && (isJWTByte(s[k]) || s[k] == ':') {
		k++
	}
	k = skipBlanks(s, k)
	size := hasAny(s[k:], "(", "（")
	if size == 0 || !all(user, isJWTByte) {
		return
	}
	if v := valueAt(t, k+size, false); apt(s[v.start:v.end], password) && hasAny(s[closers(s, v.stop):], ")", "）") > 0 {
		a = v.span
	}
	return a, b
}

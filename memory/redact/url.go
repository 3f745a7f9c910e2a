package redact

import (
	"strings"
	"unicode/utf8"
)

// urlPassword finds the password of scheme://user:password@host, or a token that
// stands there alone. s[at:end] is "://".
func urlPassword(t *text, at, end int) (a, b span) {
	s := t.s
	if at == 0 || !isAlnum(s[at-1]) {
		return
	}
	stop, firstEnd := end, -1 // firstEnd: where host and port would end
	for last := min(len(s), end+t.reach()); stop < last && !urlEnd(s[stop:]); {
		if firstEnd < 0 && strings.IndexByte("/?#", s[stop]) >= 0 {
			firstEnd = stop
		}
		stop++
	}
	t.pay(4 * (stop - end))
	info := s[end:stop]
	if firstEnd >= 0 {
		info = s[end:firstEnd]
	}
	last := strings.LastIndexByte(info, '@')
	if later := strings.LastIndexByte(s[end:stop], '@'); last >= 0 && later > last && s[firstEnd] != '/' && !strings.ContainsAny(info[last:], ".:") {
		info, last = s[end:stop], later // x@y#z is the password
	}
	if last < 0 {
		// The password itself may hold "/", "?" or "#", where the scheme is
		// one of a database and no port stands before them.
		web := at >= 4 && hasFold(s[at-4:], "http") || at >= 5 && hasFold(s[at-5:], "https")
		if firstEnd < 0 || port(info) {
			return
		}
		info = s[end:stop]
		if last = strings.IndexByte(info, '@'); last < 0 {
			return
		}
		if _, pass, _ := strings.Cut(info[:last], ":"); web && !strong(pass, password) {
			return
		}
	}
	info = info[:last]
	user, pass, found := strings.Cut(info, ":")
	if !found {
		scheme := s[max(0, at-len("hysteria2")):at]
		if len(user) >= 20 && random(user, classify(user)) && !placeholder(user) || (likely(user, password) || uuid(user)) && (ends(scheme, "trojan") || ends(scheme, "hysteria2") || ends(scheme, "hy2") || ends(scheme, "vless") || ends(scheme, "tuic")) {
			return span{end, end + len(user)}, span{}
		}
		return
	}
	if len(pass) < minSecret || placeholder(pass) || reference(pass) && pass[0] != '/' {
		return
	}
	from := end + len(user) + 1
	return span{from, from + len(pass)}, span{}
}

// port reports whether what stands after the first ":" is a port, or nothing does.
func port(authority string) bool {
	_, after, found := strings.Cut(authority, ":")
	return !found || after == "" || all(after, isDigit)
}

// urlEnd reports whether a URL ends before s.
func urlEnd(s string) bool {
	if c := s[0]; c < utf8.RuneSelf {
		return isSpace(c) || strings.IndexByte("\"'`<>|\\", c) >= 0
	}
	r, _ := utf8.DecodeRuneInString(s)
	return foreign(r)
}

// webhook finds the secret path of a webhook's URL, which is all that keeps others
// from posting. It begins at s[end].
func webhook(t *text, at, end int) (a, b span) {
	s := t.s
	stop := end
	for last := min(len(s), end+t.reach()); stop < last && (isIdent(s[stop]) || s[stop] == '/' || s[stop] == '@'); {
		stop++
	}
	t.pay(2 * (stop - end))
	path := s[end:stop]
	from := end
	switch word := s[at:end]; {
	case hasFold(word, "/webhook/"), hasFold(word, "/hooks/"), hasFold(word, "hc-ping"), hasFold(word, "api.day"), hasFold(word, "events."), hasFold(word, "maker."), !strings.Contains(word, "hook") && !strings.Contains(word, "?") && !strings.Contains(word, "sctapi"):
		return hookKey(t, at, end), span{}
	case hasFold(word, "hooks.zapier"):
		if len(path) < 12 || classify(path).digits < 4 {
			return
		}
		for stop > from && s[stop-1] == '/' {
			stop--
		}
		return span{from, stop}, span{}
	}
	for _, head := range [...]string{"services/", "workflows/", "triggers/"} {
		if strings.HasPrefix(path, head) {
			from += len(head)
		}
	}
	if stop-from < 20 || classify(s[from:stop]).digits == 0 || placeholder(s[from:stop]) {
		return
	}
	return span{from, stop}, span{}
}

// hookKey finds the random segment of a hook's URL, s[i:] on. Hooks of a REST interface
// are called /webhooks/ID, with an s; the ID opens nothing without a token.
func hookKey(t *text, at, i int) span {
	s, start, last := t.s, at, min(len(t.s), i+t.reach())
	for start > 0 && at-start < t.reach() && !urlEnd(s[start-1:]) {
		start--
	}
	t.pay(2 * (last - start))
	if !strings.Contains(s[start:i], "://") {
		return span{}
	}
	for i < last && (isIdent(s[i]) || s[i] == '/') {
		stop := i
		for stop < last && isIdent(s[stop]) {
			stop++
		}
		if v := s[i:stop]; stop-i >= 20 && random(v, classify(v)) || keyGroups(v) {
			return span{i, stop}
		}
		if stop >= last || s[stop] != '/' {
			break
		}
		i = stop + 1
	}
	return span{}
}

// signature finds the signature of a signed URL (Azure SAS, S3, Google storage).
func signature(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isAlnum(s[at-1]) && s[at] != 'S' {
		return
	}
	stop := end
	for last := min(len(s), end+t.reach()); stop < last && (isEscapedByte(s[stop]) || s[stop] == '~'); {
		stop++
	}
	t.pay(4 * (stop - end))
	if v := s[end:stop]; (len(v) >= 32 || len(v) >= 24 && inQuery(s, at)) && (!hasFold(s[at:end], "code=") || random(v, classify(v))) && classify(v).digits > 0 {
		return span{end, stop}, span{}
	}
	return
}

// weatherKey finds the key of OpenWeather, which is called an appid in its URLs. The appid of
// others names an application and has another form.
func weatherKey(t *text, at, end int) (a, b span) {
	s, i := t.s, end
	for i < len(s) && isLowerHex(s[i]) && i-end <= 32 {
		i++
	}
	if i-end != 32 || !inQuery(s, at) && !near(s, at, "天地图", "tianditu") || i < len(s) && isWord(s[i]) || placeholder(s[end:i]) {
		return
	}
	return span{end, i}, span{}
}

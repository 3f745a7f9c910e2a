package redact

import "strings"

// judgedValue returns v where it is a secret that is given to n. before is the line up to
// the name.
func judgedValue(t *text, n name, j join, v value, before string) span {
	s := t.s
	text := s[v.start:v.end]
	if j.relation == blank {
		t.pay(3 * asking)
	}
	if n.class == bareKey && mentions(before, "wifi", "wi-fi", "ssid", "hotspot") {
		n.class = password
	}
	t.pay(asking / 2)
	if otherwise(s, n, j, v, before) {
		return span{}
	}
	f, ok := firmness(s, n, j, v, before)
	if n.class == token && f == env && n.upper && !n.flag && chosen(s[n.start:n.end], text) {
		return v.span
	}
	if n.class == password || n.class == phrase {
		if end := appPassword(s, v.start); end > v.start {
			return span{v.start, end}
		}
		if end := phraseAt(s, v.start); end > v.start && (n.class == phrase || isDigit(s[end-1]) && j.relation == colon) && !v.quoted && (j.relation == verb || j.relation == colon) {
			return span{v.start, end}
		}
	}
	if n.class == password && dialled(text) && (mentions(s[n.start-len(before):n.end], doors...) || mentions(s[n.end:j.next], doors...)) {
		return v.span
	}
	if n.class == password && j.relation != equals && all(text, isAlpha) && drawnShort(text) && mentions(s[n.start-len(before):n.end], meetings...) ||
		j.weak && n.class == token && len(text) == 16 && (all(text, isLower) || all(text, isUpper)) && !word(text) && !wordy(text) {
		return v.span // the code of a meeting, the auth code of a mail service
	}
	if end := groupsAt(s, v.start); end > v.start && n.class != password && n.class != pin {
		return span{v.start, end}
	}
	c := n.class
	if awsID(text) {
		return span{} // which finds its secret too
	}
	if k := strings.IndexByte(text, '='); k > 0 && (c == sessionID || all(text[:k], isIdent) && classOf(text[:k]) != noClass) && isGiven(text) {
		return span{} // Cookie: sid=x, which the name inside finds
	}
	c = keyIn(c, s, n, j, text, before)
	if j.weak && !(c == pin && all(text, isDigit)) && !strong(text, c) && !(likely(text, c) && (proceeds(s, v.stop) || closed(s, closers(s, v.stop)))) {
		return span{}
	}
	if p := pairedValue(s, n, v, c); !p.none() {
		return p
	}
	if ok && secret(text, c, f) && !(f == loose && !v.quoted && c != password && isGiven(text)) {
		return v.span
	}
	return span{}
}

// otherwise reports whether what stands round n says that v is something else than its name tells: the number of tests that
// pass, the key of a cache, the id of a session.
func otherwise(s string, n name, j join, v value, before string) bool {
	text := s[v.start:v.end]
	if n.class == sessionID && j.relation == blank && uuid(text) || hasFold(s[max(0, n.start-len("checksum/")):], "checksum/") {
		return true // session f8…, which says what it is about
	}
	if j.relation == blank && fingerprint(s[n.start-len(before):n.end], text) {
		return true
	}
	name := s[n.start:n.end]
	if equalFold(name, "community") && !mentions(before, "snmp", "read-write", "rw ", "read-only") || equalFold(name, "pass") && succeeds(n, j, text, before) {
		return true
	}
	if j.relation == colon && j.tight && !v.quoted && n.class != password && (mentions(before, "缓存", "cache", "redis") || before != "" && before[len(before)-1] == ':' && all(text, isDashedHex)) ||
		near(s, n.start, "encrypteddata") || j.relation == colon && j.tight && equalFold(s[n.start:n.end], "secret") && containsFold(before, "arn:") {
		return true // token:3f2a…, the key of a cache; a sealed secret
	}
	return false
}

// succeeds reports whether the name "pass" says that a test succeeds: pass=12 fail=0, --- PASS: TestAll.
func succeeds(n name, j join, text, before string) bool {
	if all(text, isDigit) || n.upper && j.relation != equals {
		return true
	}
	loosely := j.relation == verb || j.relation == blank && !n.flag
	return loosely && !strong(text, password) && !(whose(before) && likely(text, password))
}

// pairedValue finds the secret of a value that has an id or a user before it: auth: bob:x, api_key: id:x.
func pairedValue(s string, n name, v value, c class) span {
	text := s[v.start:v.end]
	if k := strings.IndexByte(text, ','); c == token && k > 3 && all(text[:k], isDigit) && strong(text[k+1:], token) {
		return span{v.start + k + 1, v.end} // DNSPod: 138295,x
	}
	if k := strings.IndexAny(text, ":="); k > 0 && k < len(text)-4 && all(text[:k], isJWTByte) &&
		(likely(text[k+1:], password) && holdsUser(s[n.start:n.end]) || c == token && k >= 16 && mixed(text[:k]) && len(text)-k > 20 && mixed(text[k:])) {
		return span{v.start + k + 1, v.end} // auth: bob:x, api_key: id:x
	}
	return span{}
}

// holdsUser reports whether the value of a name is a user and a password.
func holdsUser(name string) bool {
	for _, w := range [...]string{"ident", "rpcauth", "basicauth", "basic_auth", "basic-auth", "httpauth", "http_auth", "userpass", "user_pass", "userpwd"} {
		if ends(name, w) {
			return true
		}
	}
	return equalFold(name, "passwords") || equalFold(name, "auth") || equalFold(name, "creds") || equalFold(name, "credentials")
}

// keyIn is the class of a key by what stands round it, where its name says little.
func keyIn(c class, s string, n name, j join, text, before string) class {
	switch {
	case j.relation == blank && (c == bareKey || c == anyKey || c == token) && classify(text).digits > 0 && deviceLine(before):
		return password // tacacs-server key x
	case c == token && thought(text) && !strong(text, token) && (radius(s, n, before) || ends(s[n.start:n.end], "secret") && (j.relation == colon || j.relation == equals) && !strings.ContainsAny(text, "-._")):
		return password
	case c == bareKey && mentions(before, "wlan", "wireless", "hostednetwork", "pragma ", "wifi", "wi-fi", "ssid", "hotspot") || c == bareKey && s[n.start:n.end] == "key" && (mentions(before, "wifi-iface") || endsAny(before, "option ") && near(s, n.start, "wifi-iface", "psk2", "psk-mixed", "option ssid")):
		return password
	case c == anyKey && (mentions(before, "pragma ", "attach ") || signed(text) && j.relation != unrelated):
		return password
	case c == anyKey && hasFold(s[n.start:n.end], "x-"):
		return token
	case c != bareKey:
		return c
	case j.named && mentions(before, "username", "\"user\"", "\"login\"") && machine(text, classify(text), 24):
		return token // {"username":"x","key":"…"}
	case mixed(text) && hasAny(s[min(len(s), j.next+len(text)+1):], `".getBytes`, `".toByteArray`, `".encode(`, `'.encode(`) > 0:
		return token
	case len(text)%8 == 0 && jumbledDigits(text) && mentions(before+s[min(len(s), j.next+len(text)):min(len(s), j.next+len(text)+16)], "aes", "加密", "密钥", "签名", "cipher", "encrypt", "sm4", "des ", "偏移量"):
		return password
	case hasFold(s[n.end:], " in use"), endsAny(strings.TrimRight(before, " "), "新的", "旧的", "当前", "泄露的"), renewed(wordBefore(s, n.start)) && (j.relation == verb || j.relation == colon), inQuery(s, n.start), strings.HasPrefix(text, "base64:"), containsFold(s[n.end:j.next], "(hex"),
		uuid(text) && mentions(before, "机器人", "webhook", "robot", "企业微信", "飞书"),
		mentions(before, "授权", "接口", "高德", "百度", "腾讯", "和风", "聚合", "讯飞", "天地图", "彩云", "心知", "快递", "极光", "地图") && !uuid(text) && !mentions(before, "缓存", "redis", "cache", "哈希"):
		return anyKey
	}
	return c
}

// radius reports whether the name n gives the secret that a server shares with its clients: people
// think those up.
func radius(s string, n name, before string) bool {
	name := s[n.start:n.end]
	return containsFold(name, "bind") || hasFold(name, "token") && near(s, n.start, "frp") || (hasFold(name, "secret") || containsFold(name, "shared") || containsFold(name, "psk") || containsFold(name, "key")) &&
		(containsFold(name, "shared") || hasFold(name, "secret") && near(s, n.start, "jwt") || near(s, n.start, "ipaddr", "radius", "client ", "nas", "tacacs", "ldap", "sip ", "peer", "l2tp", "vpn", "ipsec"))
}

// renewed reports whether the word before "key" says that one takes the place of another, or
// that it is out: such a key is a credential.
func renewed(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "new", "old", "current", "live", "leaked", "revoked", "rotated", "expired", "exposed":
		return true
	}
	return false
}

// inQuery reports whether a name that begins at s[i] is a parameter of a URL.
func inQuery(s string, i int) bool { return i > 0 && (s[i-1] == '?' || s[i-1] == '&') }

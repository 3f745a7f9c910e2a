package redact

import "strings"

// blockMax is the longest private key, in bytes, that is looked for an end of.
const blockMax = 64 << 10

// privateKey finds a private key in PEM, OpenSSH or PGP armor, its BEGIN and END
// lines included. A block without an END line was cut: it goes as far as its lines
// look like a key's. Line breaks may be written as \n.
func privateKey(t *text, at, end int) (a, b span) {
	s := t.s
	head := s[end:min(len(s), end+nameMax)]
	dash := strings.Index(head, "----")
	if dash < 0 || !mentions(head[:dash], "private key", "static key") {
		return
	}
	body := end + dash
	for body < len(s) && s[body] == '-' {
		body++
	}
	// Up to the next BEGIN: a block does not hold another.
	first, last := s[at:end], "-----END"
	if strings.HasPrefix(first, "---- ") {
		last = "---- END"
	}
	rest := s[body:min(len(s), body+blockMax)]
	if next := strings.Index(rest, first); next >= 0 {
		rest = rest[:next]
	}
	if stop := strings.Index(rest, last); stop >= 0 {
		t.pay(stop)
		if !keyText(rest[:stop]) {
			return
		}
		return span{at, endLine(s, body+stop)}, span{}
	}
	t.pay(len(rest) / 16)
	if stop := keyLines(s, body); stop > body {
		return span{at, stop}, span{}
	}
	return
}

// endLine returns where the END line that begins at s[i] ends.
func endLine(s string, i int) int {
	for i < len(s) && s[i] == '-' {
		i++
	}
	n := i
	for n < len(s) && n-i < nameMax && s[n] != '-' && s[n] != '\n' && s[n] != '\\' && s[n] != '"' {
		n++
	}
	for n < len(s) && s[n] == '-' {
		n++
	}
	return n
}

// keyText reports whether what stands between BEGIN and END is a key, and not
// "..." or the words of a sentence.
func keyText(s string) bool {
	s = strings.TrimSpace(strings.ReplaceAll(s, `\n`, "\n"))
	if s == "" || placeholder(s) {
		return false
	}
	if len(s) < 400 && strings.Count(s, " ") > strings.Count(s, "\n")+1 {
		return longest(s, isBase64Byte) >= 24
	}
	return longest(s, isBase64Byte) >= 6
}

// longest returns the length of the longest run of bytes that are so.
func longest(s string, is func(byte) bool) int {
	best, run := 0, 0
	for i := range len(s) {
		if run++; !is(s[i]) {
			run = 0
		}
		best = max(best, run)
	}
	return best
}

// lineMax is the longest line of a key, in bytes: some write all of it in one.
const lineMax = 8 << 10

// keyLines returns the end of the lines from s[i] on that belong to a key, or i.
// All lines but the last have the width of the first.
func keyLines(s string, i int) int {
	last, width := i, 0
	for i < len(s) {
		line, next := keyLineAt(s, i)
		trimmed := strings.Trim(line, " \t>+|")
		run := 0
		for run < len(trimmed) && isBase64Byte(trimmed[run]) {
			run++
		}
		text := i + strings.Index(line, trimmed)
		switch {
		case trimmed == "":
		case armorHeader(trimmed):
			last = i + len(line)
		case !keyLine(trimmed[:run], width > 0 && run == len(trimmed)):
			return last
		case run < len(trimmed) || run < width:
			last = text + run
			if line, _ = keyLineAt(s, next); len(line) == 5 && line[0] == '=' && all(line[1:], isBase64Byte) {
				last = next + len(line) // the checksum of PGP armor
			}
			return last
		default:
			last, width = text+run, run
		}
		i = next
	}
	return last
}

// keyLineAt returns the line at s[i] and where the next one begins. A line break
// may be written as \n.
func keyLineAt(s string, i int) (line string, next int) {
	k := i
	for k < len(s) && k-i < lineMax {
		if s[k] == '\n' {
			return strings.TrimSuffix(s[i:k], "\r"), k + 1
		}
		if s[k] == '\\' && k+1 < len(s) && (s[k+1] == 'n' || s[k+1] == 'r') {
			return s[i:k], k + 2
		}
		k++
	}
	return s[i:k], k
}

// keyLine reports whether a run of base64 is a line of a key. The last line, which
// follows another, may be short.
func keyLine(run string, follows bool) bool {
	body := strings.TrimRight(run, "=")
	if strings.Contains(body, "=") {
		return false // a name and its value
	}
	n := classify(body)
	switch {
	case len(body) >= 16:
		return n.digits > 0 || n.uppers > 1 && n.lowers > 1
	case follows && len(body) >= 2:
		return len(run) > len(body) || n.digits > 0 && n.letters() > 0 || n.uppers > 1 && n.lowers > 0
	}
	return false
}

// armorHeader reports whether a line is one of those that may stand before a key.
func armorHeader(line string) bool {
	return hasAny(line, "Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Hash:") > 0
}

// puttyKey finds the lines of a PuTTY key that follow "Private-Lines: N".
func puttyKey(t *text, at, end int) (a, b span) {
	s := t.s
	nl := strings.IndexByte(s[end:min(len(s), end+nameMax)], '\n')
	if nl < 0 {
		return
	}
	start := end + nl + 1
	if stop := keyLines(s, start); stop > start {
		return span{start, stop}, span{}
	}
	return
}

// jwt finds a JSON Web Token, signed or encrypted (RFC 7519): base64url parts with
// dots between them, of which the first two are JSON objects. A cut token is found
// from its second part on.
func jwt(t *text, at, end int) (a, b span) {
	s := t.s
	if !strings.HasPrefix(s[at:], "eyJ") || !leftEdge(s, at) {
		return
	}
	i, parts, last := at, 0, min(len(s), at+16*t.reach())
	for {
		start := i
		for i < last && (isIdent(s[i]) || s[i] == '=') {
			i++
		}
		t.pay(i - start)
		if n := i - start; n < 8 && parts < 2 && !(parts == 1 && n == 0) {
			return
		}
		parts++
		if parts == 5 || i+1 >= len(s) || s[i] != '.' || !isIdent(s[i+1]) && s[i+1] != '.' {
			break
		}
		i++
	}
	second := strings.IndexByte(s[at:i], '.')
	if parts < 2 || second < 10 || parts < 5 && !strings.HasPrefix(s[at+second+1:i], "eyJ") {
		return
	}
	return span{at, i}, span{}
}

// rsaKeyValue finds the private parts of an RSA key in XML, as .NET writes it.
func rsaKeyValue(t *text, at, end int) (a, b span) {
	s, i := t.s, end
	for last := min(len(s), end+t.reach()); i < last && isBase64Byte(s[i]); i++ {
	}
	t.pay(4 * (i - end))
	if i-end < 40 || i >= len(s) || s[i] != '<' || entropy(s[end:i]) < 4 || !mixed(s[end:i]) {
		return
	}
	return span{end, i}, span{}
}

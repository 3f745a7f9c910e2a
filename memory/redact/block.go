package redact

import "strings"

// blockMax is the longest private key, in bytes, that is looked for an end of.
const blockMax = 64 << 10

// privateKey finds a private key in PEM, OpenSSH or PGP armor, its BEGIN and END
// lines included. A block without an END line was cut: it goes as far as its lines
// look like a key's. Line breaks may be written as \n.
func privateKey(s string, at, end int) (a, b span) {
	head := s[end:min(len(s), end+nameMax)]
	dash := strings.Index(head, "----")
	if dash < 0 || !containsFold(head[:dash], "private key") {
		return
	}
	body := end + dash
	for body < len(s) && s[body] == '-' {
		body++
	}
	rest := s[body:min(len(s), body+blockMax)]
	if stop := strings.Index(rest, "---- END"); stop >= 0 || strings.Contains(rest, "-----END") {
		if k := strings.Index(rest, "-----END"); stop < 0 || k >= 0 && k < stop {
			stop = k
		}
		if !strings.Contains(rest[:stop], "---- BEGIN") && !strings.Contains(rest[:stop], "-----BEGIN") {
			if !keyText(rest[:stop]) {
				return
			}
			return span{at, endLine(s, body+stop)}, span{}
		}
	}
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

// keyLines returns the end of the lines from s[i] on that belong to a key, or i.
func keyLines(s string, i int) int {
	last := i
	for i < len(s) {
		start := i
		next := len(s)
		for k := i; k < len(s); k++ {
			if s[k] == '\n' {
				next = k + 1
				break
			}
			if s[k] == '\\' && k+1 < len(s) && (s[k+1] == 'n' || s[k+1] == 'r') {
				next = k + 2
				break
			}
		}
		line := strings.TrimRight(s[start:next], "\r\n")
		line = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(line, `\n`), `\r`), `\`)
		trimmed := strings.Trim(line, " \t>+|")
		run := 0
		for run < len(trimmed) && isBase64Byte(trimmed[run]) {
			run++
		}
		switch {
		case trimmed == "":
		case armorHeader(trimmed):
			last = start + len(line)
		case run == len(trimmed) && (run >= 16 || last > start-4 && last != i && run >= 4):
			last = start + strings.Index(line, trimmed) + run
		case run >= 16:
			// The key ends within the line.
			return start + strings.Index(line, trimmed) + run
		default:
			return last
		}
		i = next
	}
	return last
}

// armorHeader reports whether a line is one of those that may stand before a key.
func armorHeader(line string) bool {
	return hasAny(line, "Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Hash:") > 0
}

// puttyKey finds the lines of a PuTTY key that follow "Private-Lines: N".
func puttyKey(s string, at, end int) (a, b span) {
	nl := strings.IndexByte(s[end:], '\n')
	if nl < 0 || nl > nameMax {
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
func jwt(s string, at, end int) (a, b span) {
	if !strings.HasPrefix(s[at:], "eyJ") || !leftEdge(s, at) {
		return
	}
	i, parts := at, 0
	for {
		start := i
		for i < len(s) && (isIdent(s[i]) || s[i] == '=') {
			i++
		}
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

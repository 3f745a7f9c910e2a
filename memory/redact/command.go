package redact

import "strings"

// command finds the password in the short flags of a command whose name is
// s[at:end]. Long flags are names, and so a matter of assigned.
func command(s string, at, end int) (a, b span) {
	if at > 0 && (isAlnum(s[at-1]) || s[at-1] == '_') {
		return
	}
	stop := end
	for stop < len(s) && s[stop] != '\n' && stop-end < judged && !(s[stop] == '\\' && stop+1 < len(s) && s[stop+1] == 'n') {
		stop++
	}
	line := s[:stop]
	switch name := s[at:end]; {
	case hasFold(name, "mysql"), hasFold(name, "mariadb"):
		return flagValue(line, end, "-p", true, false), span{}
	case hasFold(name, "sshpass"), hasFold(name, "docker"), hasFold(name, "podman"):
		v := flagValue(line, end, "-p", false, false)
		if v.none() && hasFold(name, "sshpass") {
			v = flagValue(line, end, "-p", true, false)
		}
		return v, span{}
	case hasFold(name, "mongo"):
		if v := flagValue(line, end, "-p", false, false); !all(s[v.start:v.end], isDigit) {
			return v, span{} // and not a port
		}
		return
	case hasFold(name, "redis"):
		return flagValue(line, end, "-a", false, false), span{}
	case hasFold(name, "ldap"):
		return flagValue(line, end, "-w", false, false), span{}
	case hasFold(name, "curl"):
		v := flagValue(line, end-1, "-u", false, true)
		if v.none() {
			v = flagValue(line, end-1, "-u", true, true)
		}
		if v.none() {
			v = flagValue(line, end-1, "--user", false, true)
		}
		if v.none() {
			v = flagValue(line, end-1, "-U", false, true)
		}
		return v, span{}
	case hasFold(name, "smbclient"):
		return flagValue(line, end, "-U", false, true), span{}
	}
	return
}

// flagValue finds the value of a short flag: right after the flag, if glued, or
// after a blank. With pair, the value is user:password, and the password is found.
func flagValue(s string, i int, flag string, glued, pair bool) span {
	for ; i < len(s); i++ {
		if !isBlank(s[i]) || !strings.HasPrefix(s[i+1:], flag) {
			continue
		}
		next := i + 1 + len(flag)
		if next >= len(s) {
			return span{}
		}
		if !glued {
			if !isBlank(s[next]) && s[next] != '=' {
				continue
			}
			next = skipBlanks(s, next+1)
		} else if isBlank(s[next]) {
			return span{} // mysql asks for it
		}
		if next >= len(s) || s[next] == '-' {
			return span{}
		}
		v := valueAt(s, next, false)
		text := s[v.start:v.end]
		if pair {
			k := strings.IndexAny(text, ":%")
			if k < 0 {
				return span{}
			}
			v.start += k + 1
			text = text[k+1:]
		}
		// "-psecret" is a password even where the word secret is none.
		if len(text) < minSecret || reference(text) || repeated(text) || strings.IndexByte("<[{%", text[0]) >= 0 || strings.Contains(text, Mark) {
			return span{}
		}
		return v.span
	}
	return span{}
}

// opensslPass finds the password of  openssl -passin pass:x.
func opensslPass(s string, at, end int) (a, b span) {
	before := strings.TrimRight(s[max(0, at-16):at], " \t")
	if end >= len(s) || isSpace(s[end]) || !strings.HasSuffix(before, "-passin") && !strings.HasSuffix(before, "-passout") && !strings.HasSuffix(before, "-pass") &&
		!strings.HasSuffix(before, "-k") {
		return
	}
	v := valueAt(s, end, false)
	if text := s[v.start:v.end]; len(text) < minSecret || reference(text) || placeholder(text) {
		return
	}
	return v.span, span{}
}

// sudoPass finds what is echoed into a program that reads a password:
// echo x | sudo -S, echo x | docker login --password-stdin.
func sudoPass(s string, at, end int) (a, b span) {
	start := lineStart(s, at)
	line := s[start:at]
	echo := strings.LastIndex(line, "echo ")
	bar := strings.LastIndexByte(line, '|')
	if echo < 0 || bar < echo {
		return
	}
	i := skipBlanks(line, echo+len("echo "))
	if strings.HasPrefix(line[i:], "-n ") {
		i = skipBlanks(line, i+len("-n "))
	}
	v := valueAt(line, i, false)
	if text := line[v.start:v.end]; len(text) < minSecret || reference(text) || placeholder(text) {
		return
	}
	return span{start + v.start, start + v.end}, span{}
}

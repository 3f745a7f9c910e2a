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
	case hasFold(name, "mysql") && hasFold(s[at:], "mysqladmin") && flagValue(line, end, "-p", true, false).none():
		return newPassword(line, end), span{}
	case hasFold(name, "sqlcmd"), hasFold(name, "ipmitool"), equalFold(name, "zip "), equalFold(name, "unzip "):
		return judgedFlag(line, end-1, "-P", false), span{}
	case equalFold(name, "7z "), equalFold(name, "7za "), equalFold(name, "rar "):
		return judgedFlag(line, end-1, "-p", true), span{}
	case hasFold(name, "psexec"), hasFold(name, "az login"), hasFold(name, "helm"):
		return judgedFlag(line, end, "-p", false), span{}
	case hasFold(name, "snmp"):
		return judgedFlag(line, end, "-A", false), judgedFlag(line, end, "-X", false)
	case hasFold(name, "htpasswd"), hasFold(name, "wpa_passphrase"):
		return lastArgument(line, end), span{}
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

// newPassword finds the password of  mysqladmin -u root password x.
func newPassword(line string, i int) span {
	k := strings.LastIndex(line[i:], " password ")
	if k < 0 {
		return span{}
	}
	v := valueAt(line, skipBlanks(line, i+k+len(" password ")), false)
	if v.none() || !secret(line[v.start:v.end], password, env) {
		return span{}
	}
	return v.span
}

// judgedFlag finds the value of a flag that programs of the same name may use otherwise,
// so the value must look like a password.
func judgedFlag(s string, i int, flag string, glued bool) span {
	v := flagValue(s, i, flag, glued, false)
	if text := s[v.start:min(v.end, v.start+judged)]; v.none() || strings.Contains(text, "/") || !secret(text, password, quoted) {
		return span{}
	}
	return v
}

// lastArgument finds the password that ends  htpasswd -b file user x  and
// wpa_passphrase network x.
func lastArgument(line string, i int) span {
	words := 0
	for {
		i = skipBlanks(line, i)
		if i >= len(line) || strings.IndexByte("|>&;#", line[i]) >= 0 {
			return span{}
		}
		v := valueAt(line, i, true)
		next := v.end
		if v.quoted {
			next++
		}
		if v.none() || next > len(line) || line[i] >= 0x80 {
			return span{}
		}
		words++
		// A command that a sentence quotes ends before the signs of the sentence.
		rest := strings.TrimLeft(line[next:], " \t.,:!?)]}\"'`*。，；：！？、）】」』”’")
		if rest == "" || strings.IndexByte("|>&;#", rest[0]) >= 0 {
			if words < 2 || !secret(line[v.start:v.end], password, loose) {
				return span{}
			}
			return v.span
		}
		i = next
	}
}

// windows finds the password of commands of Windows:  net use Z: \\host\share x,
// net user bob x /add,  xfreerdp /p:x,  ConvertTo-SecureString "x".
func windows(s string, at, end int) (a, b span) {
	stop := end
	for stop < len(s) && s[stop] != '\n' && stop-end < judged {
		stop++
	}
	line, name := s[:stop], s[at:end]
	switch {
	case at > 0 && isIdent(s[at-1]):
		return
	case hasFold(name, "convertto"):
		v := valueAt(line, skipBlanks(line, end), false)
		if !v.quoted || !secret(s[v.start:v.end], password, quoted) {
			return
		}
		return v.span, span{}
	case !hasFold(name, "net "):
		for _, flag := range [...]string{" /p:", " /pass:", " /rp "} {
			if k := strings.Index(line[end:], flag); k >= 0 {
				if v := valueAt(line, end+k+len(flag), false); secret(s[v.start:v.end], password, quoted) {
					return v.span, span{}
				}
			}
		}
		return
	}
	share := strings.Contains(line[end:], `\\`)
	if hasFold(name, "net use ") && !share || hasFold(name, "net user ") && !strings.Contains(line[end:], "/") {
		return
	}
	for i, words := end, 0; i < len(line); words++ {
		i = skipBlanks(line, i)
		if i >= len(line) {
			return
		}
		v := value{span: span{i, i}}
		if line[i] == '"' {
			v = valueAt(line, i, true)
			i = v.end
		}
		for i < len(line) && !isBlank(line[i]) {
			i++
		}
		if !v.quoted {
			v.end = i
		}
		text := s[v.start:v.end]
		if text == "" {
			continue
		}
		// Neither a drive, a share, a flag nor the user.
		if strings.IndexByte("/\\*", text[0]) < 0 && !strings.HasSuffix(text, ":") && (words > 0 || share) && secret(text, password, quoted) {
			return v.span, span{}
		}
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
	if hasFold(s[at:], "chpasswd") {
		user := strings.IndexByte(line[v.start:v.end], ':')
		if user < 0 {
			return
		}
		v.start += user + 1
	}
	if text := line[v.start:v.end]; len(text) < minSecret || reference(text) || placeholder(text) {
		return
	}
	return span{start + v.start, start + v.end}, span{}
}

package redact

import "strings"

// program is a command that takes a password in a short flag. Long flags are names, and so
// a matter of assigned. A flag stands alone when its value follows a blank or "=", and
// has signs behind it otherwise:
//
//   - the value is glued to the flag
//     :  the value is user:x, user%x or user,x
//     ?  programs of the same name use the flag otherwise, so the value must look like a password
type program struct {
	name  string // in lower case; a blank at the end belongs to the keyword alone
	flags string
}

var programs = [...]program{
	{"mysql", "-p+"}, {"mariadb", "-p+"}, {"sshpass", "-p -p+"}, {"redis-cli", "-a -a+?"}, {"mongo", "-p?"}, {"ldap", "-w -w+?"},
	{"docker login", "-p"}, {"podman login", "-p"}, {"buildah login", "-p"}, {"nerdctl login", "-p"}, {"oras login", "-p"}, {"crane auth login", "-p"},
	{"helm registry login", "-p?"}, {"az login", "-p?"}, {"az acr login", "-p?"}, {"oc login", "-p?"}, {"cf login", "-p?"}, {"twine upload", "-p?"},
	{"psexec", "-p?"}, {"altool", "-p?"}, {"notarytool", "-p?"}, {"nuget add source", "-p?"}, {"nuget sources", "-p?"}, {"rdesktop", "-p?"}, {"beeline", "-p?"}, {"cqlsh", "-p?"}, {"cypher-shell", "-p?"}, {"ncftp", "-p?"}, {"evil-winrm", "-p?"}, {"crackmapexec", "-p?"},
	{"curl ", "-u: -u+: --user: -U: --proxy-user:"}, {"wget ", "-U:?"}, {"http ", "-a:"}, {"https ", "-a:"}, {"xh ", "-a:"},
	{"smbclient", "-U:"}, {"net rpc", "-U:"}, {"net ads", "-U:"}, {"airflow", "-p?"}, {"ntfy", "-u:"}, {"smbget", "-U:"}, {"wmic ", "-U:"}, {"rpcclient", "-U:"}, {"lftp ", "-u:"}, {"etcdctl", "--user:?"}, {"influx ", "-t?"},
	{"sqlcmd", "-P? -P+?"}, {"osql ", "-P? -P+?"}, {"bcp ", "-P? -P+?"}, {"tsql ", "-P? -P+?"}, {"ipmitool", "-P?"}, {"mosquitto_", "-P?"},
	{"zip ", "-P? -P+?"}, {"unzip ", "-P? -P+?"}, {"7z ", "-p+?"}, {"7za ", "-p+?"}, {"7zz ", "-p+?"}, {"rar ", "-p+? -hp+?"}, {"unrar ", "-p+?"},
	{"snmp", "-A? -X? -c?"}, {"ssh-keygen", "-N? -P?"}, {"nuget push", "-k?"}, {"openssl enc", "-k? -K"}, {"openssl aes", "-k? -K"}, {"gh secret set", "-b? --body?"},
	{"x11vnc", "-passwd"}, {"openfortivpn", "-p?"}, {"gpg-preset-passphrase", "-P?"}, {"coap-client", "-k?"}, {"rcon", "-P? -p?"}, {"mcrcon", "-p?"}, {"racadm", "-p?"}, {"slappasswd", "-s?"}, {"security ", "-p? -w? -P?"}, {"signtool", "/p?"}, {"mstsc", "/p?"},
	{"esxcli", "-p?"}, {"mqttx", "-P?"}, {"elasticsearch-users", "-p?"}, {"useradd", "-p?"}, {"az sql", "-p?"}, {"qpdf", "--encrypt"}, {"pdftotext", "-upw -opw"}, {"codecov", "-t?"}, {"codecov.io/bash)", "-t?"}, {"doctl", "-t?"},
	{"vncviewer", "-passwd"}, {"plink", "-pw"}, {"pscp", "-pw"}, {"jenkins-cli", "-auth:"}, {"skopeo", "--creds: --src-creds: --dest-creds:"}, {"kcadm", "--password"}, {"tsm ", "-p?"}, {"grpcurl", "-u:"}, {"impacket", "-p?"},
}

// find looks for the passwords among the arguments of a command, whose name is
// t.s[at:end]. It finds two at most.
func (p *program) find(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && (isWord(s[at-1]) || s[at-1] == '-' || s[at-1] == '.') {
		return
	}
	for last := t.lineEnd(end); end < last && !isBlank(s[end]) && !isBlank(s[end-1]); {
		if !isIdent(s[end]) && s[end] != '.' {
			return // mysql://, mongodb:
		}
		end++
	}
	for i, last := end, t.lineEnd(end); i < last; {
		i = skipBlanks(s, i)
		if i >= last || strings.IndexByte("|;`#", s[i]) >= 0 {
			return
		}
		if s[i] == '-' || s[i] == '/' && strings.Contains(p.flags, "/") {
			v := p.flag(t, i, last)
			switch {
			case v.none():
			case a.none():
				a = v
			default:
				return a, v
			}
		}
		i = wordEnd(t, i, last)
	}
	return a, b
}

// wordEnd returns the end of the word of a command line at t.s[i].
func wordEnd(t *text, i, last int) int {
	s := t.s
	for start := i; i < last && !isBlank(s[i]); i++ {
		if c := s[i]; (c == '"' || c == '\'') && (i == start || s[i-1] == '=') {
			if end := closing(t, i+1, s[i:i+1]); end >= 0 && end < last {
				i = end
			}
		}
	}
	return i
}

// flag finds the value of one of the flags of p, if it is one that stands at t.s[i].
func (p *program) flag(t *text, i, last int) span {
	s := t.s
	for flag := range strings.FieldsSeq(p.flags) {
		name := strings.TrimRight(flag, "+:?")
		if !strings.HasPrefix(s[i:last], name) {
			continue
		}
		form, next := flag[len(name):], i+len(name)
		switch {
		case next >= last:
			continue
		case strings.Contains(form, "+"):
			if isBlank(s[next]) || s[next] == '-' || s[next] == '=' && !strings.Contains(form, "?") {
				continue // mysql asks for it
			}
		case !isBlank(s[next]) && s[next] != '=':
			continue
		default:
			next = skipBlanks(s, next+1)
		}
		if next >= last || s[next] == '-' {
			continue
		}
		if v := flagValue(t, next, form); !v.none() {
			return v
		}
	}
	return span{}
}

// flagValue reads the value of a flag at t.s[i].
func flagValue(t *text, i int, form string) span {
	v := valueAt(t, i, false)
	text := t.s[v.start:v.end]
	if strings.Contains(form, ":") {
		if open, _ := quote(t.s[min(v.end+1, len(t.s)):]); !v.quoted && v.end < len(t.s) && t.s[v.end] == ':' && open > 0 {
			v = valueAt(t, v.end+1, false) // bob:'x'
			v.start, text = v.start-1, ":"+t.s[v.start:v.end]
		}
		k := strings.IndexAny(text, ":%,")
		if k < 0 {
			return span{}
		}
		v.start += k + 1
		text = text[k+1:]
	}
	if len(text) < minSecret || reference(text) || placeholder(text) || strings.IndexByte("<[{", text[0]) >= 0 || text[0] == '%' && text[len(text)-1] == '%' {
		return span{}
	}
	if strings.Contains(form, "+") && isGiven(text) {
		return span{}
	}
	if strings.Contains(form, "?") && (!secret(text, password, quoted) || strings.Contains(text, "/") && !machine(text, classify(text), 40) || all(text, isDigit) && len(text) < 6) {
		return span{}
	}
	return v.span
}

// lastArgument finds the password that ends a command, such as
// htpasswd -b file user x,  wpa_passphrase network x  and  mysqladmin password x.
func lastArgument(t *text, at, end int) (a, b span) {
	s := t.s
	if at > 0 && isIdent(s[at-1]) {
		return
	}
	least, c := 2, password
	switch word := s[at:end]; {
	case hasFold(word, "mysqladmin"):
		k := strings.Index(s[end:t.lineEnd(end)], " password ")
		if k < 0 {
			return
		}
		end, least = end+k+len(" password "), 1
	case mentions(word, "openssl passwd", "mkpasswd", "hash-password", "rootpw", "set-initial-password", "rclone", "user:password", "bw unlock", "bw login", "setcredentials"):
		least = 1
	case hasFold(word, "isql"):
		least = 3
	case mentions(word, "wandb", "snyk", "doppler", "ngrok", "kubeadm", "unseal", "set api="):
		least, c = 1, token
	case mentions(word, "github-oauth", "gitlab-token"):
		c = token
	}
	i, last := end, t.lineEnd(end)
	for words := 0; i < last; {
		i = skipBlanks(s, i)
		if i >= last || strings.IndexByte("|>&;#", s[i]) >= 0 {
			return
		}
		v := valueAt(t, i, true)
		next := v.end
		if v.quoted {
			next++
		}
		if v.none() || next > last || s[i] >= 0x80 {
			return
		}
		if s[i] != '-' {
			words++
		}
		// A command that a sentence quotes ends before the signs of the sentence.
		rest := strings.TrimLeft(s[next:last], " \t.,:!?)]}\"'`*。，；：！？、）】」』”’")
		if rest == "" || strings.IndexByte("|>&;#", rest[0]) >= 0 || rest[0] >= 0x80 {
			text := strings.TrimRight(s[v.start:v.end], "`")
			if words < least || c == token && words > least || !secret(text, c, loose) {
				return
			}
			return span{v.start, v.start + len(text)}, span{}
		}
		i = next
	}
	return
}

// totpArgument finds the seed among the arguments of oathtool: base32, or hexadecimal.
func totpArgument(t *text, at, end int) (a, b span) {
	s := t.s
	for i, last := end, t.lineEnd(end); i < last; {
		i = skipBlanks(s, i)
		v := valueAt(t, i, false)
		text := s[v.start:v.end]
		if len(text) >= 16 && classify(text).digits > 0 && (all(strings.TrimRight(text, "="), isBase32Byte) || all(text, isLowerHex)) && !placeholder(text) {
			return v.span, span{}
		}
		i = max(wordEnd(t, i, last), i+1)
	}
	return
}

// windows finds the password of commands of Windows:  net use Z: \\host\share x,
// net user bob x /add,  xfreerdp /p:x,  ConvertTo-SecureString "x".
func windows(t *text, at, end int) (a, b span) {
	s := t.s
	last, word := t.lineEnd(end), s[at:end]
	line := s[:last]
	switch {
	case at > 0 && isIdent(s[at-1]):
		return
	case hasFold(word, "convertto"):
		i := skipBlanks(s, end)
		if hasFold(s[i:], "-string ") {
			i = skipBlanks(s, i+len("-string "))
		}
		v := valueAt(t, i, false)
		if !v.quoted && !likely(s[v.start:v.end], password) || !secret(s[v.start:v.end], password, quoted) {
			return
		}
		return v.span, span{}
	case !hasFold(word, "net "):
		for _, flag := range [...]string{" /p:", " /pass:", " /rp ", " /p "} {
			if k := strings.Index(line[end:], flag); k >= 0 {
				if v := valueAt(t, skipBlanks(s, end+k+len(flag)), false); secret(s[v.start:v.end], password, quoted) {
					return v.span, span{}
				}
			}
		}
		return
	}
	share := strings.Contains(line[end:], `\\`)
	if hasFold(word, "net use ") && !share || hasFold(word, "net user ") && !strings.Contains(line[end:], "/") && !strong(lastField(line), password) {
		return
	}
	return shareArgument(t, end, last, share), span{}
}

// lastField returns the last word of a line.
func lastField(line string) string {
	line = strings.TrimRight(line, " \t\r`\"'")
	return line[strings.LastIndexAny(line, " \t")+1:]
}

// shareArgument finds the password among the words t.s[i:last] of  net use  and
// net user. What is no drive, share, flag or user is one.
func shareArgument(t *text, i, last int, share bool) span {
	s := t.s
	for words := 0; i < last; words++ {
		i = skipBlanks(s, i)
		if i >= last {
			break
		}
		v := span{i, i}
		if s[i] == '"' {
			v = valueAt(t, i, true).span
			i = v.end
		}
		for i < last && !isBlank(s[i]) {
			i++
		}
		if s[v.start-1] != '"' {
			v.end = i
		}
		text := s[v.start:v.end]
		if text != "" && strings.IndexByte("/\\*", text[0]) < 0 && !strings.HasSuffix(text, ":") && (words > 0 || share) && secret(text, password, quoted) {
			return v
		}
	}
	return span{}
}

// opensslPass finds the password of  openssl -passin pass:x.
func opensslPass(t *text, at, end int) (a, b span) {
	s := t.s
	before := strings.TrimRight(s[max(0, at-16):at], " \t\"'")
	if end >= len(s) || isSpace(s[end]) || !strings.HasSuffix(before, "-passin") && !strings.HasSuffix(before, "-passout") && !strings.HasSuffix(before, "-pass") &&
		!strings.HasSuffix(before, "-k") {
		return
	}
	v := valueAt(t, end, false)
	if text := s[v.start:v.end]; len(text) < minSecret || reference(text) || placeholder(text) {
		return
	}
	return v.span, span{}
}

// userFlags finds the password of a command that no table has: it is given a user with -u and a password with -p.
func userFlags(t *text, at, end int) (a, b span) {
	s := t.s
	if end >= len(s) || s[end] == '-' {
		return
	}
	v := valueAt(t, skipBlanks(s, end), false)
	text := s[v.start:v.end]
	if v.none() || strings.ContainsAny(text, "/:=") && !v.quoted || !(likely(text, password) && (s[end-1] == 'p' || signed(text))) && !(s[end-1] == 'p' && v.start <= end+1 && apt(text, password)) || file(text) {
		return
	}
	line := s[max(t.lineStart(at), at-2*nameMax):min(t.lineEnd(v.end), v.end+nameMax)]
	if !signed(text) && !strings.Contains(line, " -u") && !strings.Contains(line, " -U ") && !strings.Contains(line, " --user") && !strings.Contains(line, " -l ") {
		return
	}
	return v.span, b
}

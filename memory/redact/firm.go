package redact

import "strings"

// firmness says how firmly v is given to n, and whether it is given at all.
// before is the line up to the name.
func firmness(s string, n name, j join, v value, before string) (firm, bool) {
	if !v.quoted && isCall(s, v.span) {
		return 0, false
	}
	switch j.relation {
	case equals:
		return equalsFirm(s, n, j, v, before), true
	case colon:
		switch {
		case v.quoted:
			return quoted, true
		case hasFold(s[n.start:n.end], "x-") && n.end-n.start > 4:
			return env, true // a header
		case endsLine(s, v.stop) && blankLead(before):
			if n.upper {
				return env, true
			}
			return config, true
		}
		return loose, true
	case comma:
		return commaFirm(s, n, j, v, before)
	case pipe:
		if strings.Contains(before, "{{") {
			return loose, false // a function of a template
		}
		if v.quoted {
			return quoted, !j.named || strings.HasPrefix(strings.TrimSpace(before), "|")
		}
		k := skipBlanks(s, v.stop)
		return loose, k < len(s) && s[k] == '|' || endsLine(s, k) && blankLead(before) && likely(s[v.start:v.end], n.class)
	case blank:
		return afterBlank(s, n, j, v, before)
	case call:
		text := s[v.start:v.end]
		shut := skipBlanks(s, v.end+1)
		return quoted, v.quoted && setter(s[n.start:n.end]) && !(uuid(text) && equalFold(s[n.start:n.end], "credentials")) && shut < len(s) && (s[shut] == ')' || s[shut] == '.') &&
			(likely(text, n.class) || n.class == password && (classify(text).digits+classify(text).symbols > 0 && !wordy(text) || mixedWord(text)))
	case below:
		if headsNothing(before) {
			return loose, false
		}
		end := v.stop
		if v.quoted {
			end = closers(s, end)
		}
		return loose, endsLine(s, end) && (likely(s[v.start:v.end], n.class) || strong(s[v.start:v.end], token))
	case verb:
		if v.quoted {
			return quoted, !j.prose || n.class != token || strong(s[v.start:v.end], token)
		}
		// "the password is bcrypt hashed": a bare word must end its clause.
		return loose, true
	}
	return 0, false
}

// afterBlank is firmness where nothing but a blank stands between name and value.
func afterBlank(s string, n name, j join, v value, before string) (firm, bool) {
	if text := s[v.start:v.end]; len(text) >= 4 && (classify(text).digits > 0 || jumbled(text) || strong(text, password)) {
		if j.device || !j.named && (deviceLine(before) || ends(s[n.start:n.end], "community")) {
			return env, true
		}
	} else if j.device {
		return env, false
	}
	if j.named {
		return quoted, v.quoted && n.end < len(s) && s[n.end] == '*' && strings.HasSuffix(before, "*") // (defvar *key* "x")
	}
	return blankFirm(s, n, v, before)
}

func equalsFirm(s string, n name, j join, v value, before string) firm {
	text := s[v.start:v.end]
	switch {
	case n.flag || n.upper && j.tight:
		return env
	case v.quoted:
		return quoted
	case !j.tight:
		if blankLead(before) && endsLine(s, v.stop) && !variable(text) {
			return quoted // a line of an INI file
		}
		return loose
	case all(text, isWord) && classify(text).digits == 0:
		// connect(password=pw, user=u) is code; user=u password=pw is none.
		if n.class != password || n.start > 0 && (s[n.start-1] == '(' || s[n.start-1] == ',') || argument(s, n.start) ||
			v.end < len(s) && (s[v.end] == ')' || s[v.end] == ',') || strings.Contains(text, "_") || !givenAlone(s, v.end) {
			return loose
		}
		return env
	}
	return quoted
}

// variable reports whether v may be a variable or a field of a program: no name that a program has ends with two digits or
// more behind a sign, or has other signs than "_" and ".".
func variable(v string) bool {
	if !all(v, calleeByte) {
		return false
	}
	last := v[strings.LastIndexAny(v, "_.")+1:]
	return !(len(last) < len(v) && all(last, isDigit) && (len(last) >= 3 || v[len(v)-len(last)-1] == '.'))
}

// commaFirm is firmness where a comma stands between name and value.
func commaFirm(s string, n name, j join, v value, before string) (firm, bool) {
	switch {
	case n.flag && j.named:
		return env, v.quoted // ["--password", "x"]
	case defines(s, n.start):
		return quoted, v.quoted // a constant of PHP
	case j.named:
		return loose, v.quoted && (pair(s, n, v) || settingRow(s, n, v) || blankLead(before) && endsLine(s, v.end+1) && likely(s[v.start:v.end], n.class))
	}
	// The password, x, is old.
	if n.class != password && n.class != pin && v.end < len(s) && s[v.end] == ',' && j.next > 0 && isBlank(s[j.next-1]) && !strings.ContainsAny(before, "(={[") {
		return loose, machine(s[v.start:v.end], classify(s[v.start:v.end]), 24) && !(all(s[v.start:v.end], isDashedHex) && n.class != token)
	}
	return loose, n.class == password && j.next > 0 && isBlank(s[j.next-1]) && (v.end < len(s) && s[v.end] == ',' && likely(s[v.start:v.end], n.class) || closed(s, v.end) && outright(s[v.start:v.end])) && !strings.ContainsAny(before, "(={")
}

// givenAlone reports whether a value that ends at s[i] is followed by nothing, a sign or
// another name with its value, and not by the next word of a label.
func givenAlone(s string, i int) bool {
	i = skipBlanks(s, i)
	k := i
	for k < len(s) && (isIdent(s[k]) || s[k] == '.') && k-i < nameMax {
		k++
	}
	return k == i || k < len(s) && (s[k] == '=' || s[k] == ':')
}

// setter reports whether a call of that name takes a secret, and does not ask for one:
// setPassword, withToken, password, PASSWORD.
func setter(name string) bool {
	list, n := words(name)
	if n == 1 {
		return true
	}
	switch {
	case equalFold(list[n-1], "set"), equalFold(list[n-1], "with"), equalFold(list[n-1], "use"), equalFold(list[n-1], "add"):
		return true
	}
	for _, word := range list[:n] {
		var buf [wordMax]byte
		switch string(folded(word, &buf)) {
		case "get", "find", "read", "fetch", "load", "is", "has", "check", "verify", "hash", "encode", "decode", "lookup", "env", "require", "assert", "parse", "compare", "test", "new":
			return false
		}
	}
	return true // apiKey("x")
}

// defines reports whether the name at s[i] is the first argument of define( or of a
// function that sets a variable.
func defines(s string, i int) bool {
	for n := 0; i > 0 && n < 4 && (isBlank(s[i-1]) || s[i-1] == '\'' || s[i-1] == '"'); n++ {
		i--
	}
	for _, w := range [...]string{"define(", "putenv(", "setenv(", "setproperty(", "setenvironmentvariable(", "buildconfigfield(", "flag.string(", "setdefault("} {
		if i >= len(w) && hasFold(s[i-len(w):], w) {
			return true
		}
	}
	return false
}

// pair reports whether ("name", "value") or {"name", "value"} stands in s.
func pair(s string, n name, v value) bool {
	open := n.start - 2
	for open > 0 && (isIdent(s[open+1]) || s[open+1] == '.') && n.start-open < nameMax {
		open-- // db.password
	}
	for open > 0 && isBlank(s[open]) && n.start-open < 4 {
		open--
	}
	shut := skipBlanks(s, min(v.end+1, len(s)))
	return open >= 0 && shut < len(s) && (s[open] == '(' && s[shut] == ')' || s[open] == '{' && s[shut] == '}')
}

// settingRow reports whether ('smtp.password', 'x', …) stands in s, a row of a table of settings: the name is one of several words.
func settingRow(s string, n name, v value) bool {
	return n.start > 1 && v.end+1 < len(s) && s[v.end+1] == ',' && (s[n.start-1] == '.' || strings.Contains(s[n.start:n.end], "_")) && likely(s[v.start:v.end], n.class)
}

// argument reports whether ", " stands before a name, as in a list of arguments.
func argument(s string, i int) bool {
	return i >= 2 && isBlank(s[i-1]) && s[i-2] == ','
}

func blankFirm(s string, n name, v value, before string) (firm, bool) {
	lead := strings.TrimSpace(before)
	text := s[v.start:v.end]
	switch {
	case n.flag:
		return env, s[v.start] != '-' || v.quoted
	case n.upper && variableLead(lead):
		return env, true
	case n.class == phrase && v.quoted && strings.Count(text, " ") >= 3:
		return quoted, true
	case n.class == password && v.quoted:
		// CREATE USER app WITH PASSWORD 'x'
		return quoted, n.upper || classify(text).digits > 0
	case equalFold(s[n.start:n.end], "masterauth"), equalFold(s[n.start:n.end], "requirepass"), n.class == password && containsFold(before, "machine ") && containsFold(before, "login "):
		return env, true // .netrc
	case equalFold(s[n.start:n.end], "password") && endsLine(s, v.end) && blankLead(before) && near(s, n.start, "login ", "machine ", "vty", "user "):
		return quoted, classify(text).digits > 0 || jumbled(text) || containsFold(s[max(0, n.start-2*closeUp):n.start], "machine ")
	case (n.class == password || n.class == phrase) && strong(text, password):
		return quoted, true
	case n.class == password && all(text, isDigit) && len(text) >= 6 && len(text) <= 10:
		return quoted, closed(s, v.stop) && !measured(s, v.end)
	case n.class == password || n.class == phrase:
		return loose, appSpecific(text) || (bare(text) || thought(text) || mixedWord(text)) && (closed(s, closers(s, v.stop)) || proceeds(s, v.stop)) || classify(text).digits > 0 && whose(before) && !address(text) || thought(text) && flagged(s, v.stop)
	case radius(s, n, before) && thought(text) && !strong(text, token):
		return loose, closed(s, v.stop) || flagged(s, v.stop) || proceeds(s, v.stop)
	case n.class == pin:
		return loose, oneTime(text) && !measured(s, v.end) && (n.upper && closed(s, v.end) || mentions(before, "sim", "card", "bank", "enter", "door", "voicemail", "gate", "printer", "my"))
	}
	if v.quoted && hasAny(s[closers(s, v.stop):], " created", " deleted", " configured", " unchanged", " not found") > 0 {
		return loose, false // an object of a cluster
	}
	// the token Zk3Qw9Rt…
	return loose, n.class != pin && v.end-v.start >= 14
}

// flagged reports whether the next flag of a command, or the end of its line, stands at s[i].
func flagged(s string, i int) bool {
	i = skipBlanks(s, closers(s, i))
	return endsLine(s, i) || strings.IndexByte("-+/;", s[i]) >= 0
}

// proceeds reports whether a sentence goes on at s[i] as it does after its object: no longer
// works, until Friday.
func proceeds(s string, i int) bool {
	i = closers(s, i)
	return hasAny(s[i:], " no ", " works", " is ", " was ", " still ", " until ", " since ", " for ", " on ", " and ", " now", " instead", " when", " did", " has ", " I ", " we ", " you ", " it ", " please", " to ", " at ", " as ", " from ", " in ", " or ", " but ", " with ", " btw", " if ", " so ", " then", " once", " after", " before", " again", " everywhere", " too", " today", " must", " works", " expire", " – ", " — ", " (") > 0
}

// near reports whether one of words, in lower case, stands a little before s[i].
func near(s string, i int, words ...string) bool {
	return mentions(s[max(0, i-2*closeUp):i], words...)
}

// whose reports whether a user, a network or a host is named before a password.
func whose(before string) bool {
	return mentions(before, "ssid", "nmcli", "login ", "user ", "username", "root@", "ssh ", "user:", "账号", "用户")
}

// deviceLine reports whether a line that begins so is one of the configuration of a router
// or a switch.
func deviceLine(before string) bool {
	return mentions(before, "tacacs", "radius", "isakmp", "snmp", "wpa-psk", "neighbor ", "ospf", "enable ", "local-user", "username ", "security ike", "crypto ", "vty", "plain-text-password")
}

// variableLead reports whether what stands before NAME value sets a variable: ENV of a
// Dockerfile, setx, a command that stores variables.
func variableLead(lead string) bool {
	last := lead
	if i := strings.LastIndexAny(lead, " \t`'\"：:。，"); i >= 0 {
		last = lead[i+1:]
	}
	word := len(last)
	var buf [wordMax]byte
	switch string(folded(strings.TrimLeft(last, "`'\"$>#-"), &buf)) {
	case "env", "arg", "setx", "setenv", "export":
		return true
	case "set":
		return word == len(lead) || lead[0] == '`'
	}
	return false
}

// bare reports whether v looks like a password where nothing but a blank says that it
// is one: "smtp password hunter22", and not "the password Postgres16".
func bare(v string) bool {
	n := classify(v)
	return len(v) >= 6 && n.digits > 0 && n.letters() > 0 && !strings.ContainsAny(v, "-_./:=") &&
		(n.uppers == 0 || n.turns >= 3 || strings.ContainsAny(v, "!@#$%^&*"))
}

package redact

import "strings"

// nameMax is the longest name, in bytes, that is read to either side of a keyword.
const nameMax = 64

// name is the name that holds a keyword: s[start:end], DB_PASSWORD or --api-key.
type name struct {
	span
	class class
	upper bool // no lower case letter: a variable of the environment
	flag  bool // begins with "-"

	doubtful bool // may be a password's or not: only a value that looks like one says so
}

// nameAt reads the name round the keyword s[at:end]. Its class is noClass when its
// value is no secret: password_hash, TOKEN_BUDGET, public key.
func nameAt(t *text, at, end int) name {
	s, n := t.s, name{span: span{at, end}}
	for n.start > 0 && isIdent(s[n.start-1]) && at-n.start < nameMax {
		n.start--
	}
	for n.end < len(s) && isIdent(s[n.end]) && n.end-end < nameMax {
		n.end++
	}
	if n.start > 0 && s[n.start-1] == '\\' && n.start < at && strings.IndexByte("nrt", s[n.start]) >= 0 {
		n.start++ // a line break that is written \n
	}
	for n.start < at && s[n.start] == '-' {
		n.start++
		n.flag = true
	}
	// "--" or "-" is a flag only after a blank, a quote or the start.
	if n.flag {
		dash := n.start
		for dash > 0 && s[dash-1] == '-' {
			dash--
		}
		n.flag = dash == 0 || !isIdent(s[dash-1]) && s[dash-1] < 0x80
	}
	text := s[n.start:n.end]
	if equalFold(text, "key") || equalFold(text, "keys") || equalFold(text, "secret-key") || equalFold(text, "sk") || equalFold(text, "seed") {
		// API key, secret access key, aes.key
		if from := n.start; from > 1 && (s[from-1] == ' ' || s[from-1] == '.') && isIdent(s[from-2]) {
			from--
			for from > 0 && isIdent(s[from-1]) && n.start-from < nameMax {
				from--
			}
			if t.class(s[from:n.end]) != noClass || !equalFold(text, "sk") {
				text = s[from:n.end]
			}
		}
	}
	n.class = t.class(text)
	if n.doubtful = n.class == maybe; n.doubtful {
		n.class = password
	}
	if n.class == token && equalFold(text, "token") && grammar(wordBefore(s, n.start)) {
		n.class = noClass
	}
	n.upper = true
	for i := range len(text) {
		if isLower(text[i]) {
			n.upper = false
		}
	}
	return n
}

// class is classOf, which it asks once for a name that comes again and again.
func (t *text) class(name string) class {
	if name != t.name {
		t.name, t.nameClass = name, classOf(name)
	}
	return t.nameClass
}

// wordBefore returns the word that stands before s[i], a blank between.
func wordBefore(s string, i int) string {
	if i < 2 || s[i-1] != ' ' {
		return ""
	}
	from := i - 1
	for from > 0 && isAlpha(s[from-1]) && i-from < 20 {
		from--
	}
	return s[from : i-1]
}

// wordsMax is the number of words of a name that are looked at, from its end.
const wordsMax = 12

// words cuts a name at "_", "-", blanks and capitals. The words are parts of the
// name, the last one first.
func words(text string) (list [wordsMax]string, n int) {
	end := len(text)
	for end > 0 && n < wordsMax {
		if !isAlnum(text[end-1]) {
			end--
			continue
		}
		start := end - 1
		for start > 0 && isAlnum(text[start-1]) && !wordStart(text, start, end) {
			start--
		}
		list[n] = text[start:end]
		n++
		end = start
	}
	return list, n
}

// wordStart reports whether a word begins at text[i] by its capitals: dbPassword,
// APIKey.
func wordStart(text string, i, end int) bool {
	if !isUpper(text[i]) {
		return false
	}
	return isLower(text[i-1]) || isDigit(text[i-1]) && i+1 < end && isLower(text[i+1]) ||
		isUpper(text[i-1]) && i+1 < end && isLower(text[i+1])
}

// classOf says of what class the value of a name is.
func classOf(text string) class {
	list, n := words(text)
	if c := idOf(list[:n]); c != noClass {
		return c
	}
	first := 0
	if text == "key-string" {
		return password // of a router
	}
	for first < n && suffix(list[first]) {
		first++
	}
	if first == n {
		return noClass
	}
	for _, w := range list[first:n] {
		if denies(w) {
			return noClass
		}
	}
	last := strings.TrimRight(list[first], "0123456789")
	before := ""
	if first+1 < n {
		before = list[first+1]
	}
	alone := n-first == 1
	if ends(last, "token") && pages(before) {
		return noClass
	}
	switch {
	case equalFold(last, "key"), equalFold(last, "keys"):
		beforeThat := ""
		if first+2 < n {
			beforeThat = list[first+2]
		}
		return keyClass(before, beforeThat, alone)
	case equalFold(last, "pass") && upperName(text), equalFold(last, "auth") && equalFold(list[n-1], "x"):
		alone = true
	case equalFold(last, "pat") && alone && text != "PAT":
		return noClass
	}
	return wordClass(last, before, alone)
}

// wordClass is the class of a name by its last word and the one before it. alone says that it has no
// other, or that it counts as one that has none.
func wordClass(last, before string, alone bool) class {
	when := func(found bool, c class) class {
		if found {
			return c
		}
		return endClass(last)
	}
	var buf [wordMax]byte
	switch string(folded(last, &buf)) {
	case "passphrase", "psk":
		return phrase
	case "phrase":
		return when(equalFold(before, "pass"), phrase)
	case "pass":
		if c := when(alone || passOf(before), password); c != noClass {
			return c
		}
		return maybe
	case "code":
		return when(equalFold(before, "pass") || equalFold(before, "access") && !alone, password)
	case "passwords", "requirepass", "community", "pw", "masterauth", "passwort", "kennwort", "passe", "passw", "psw", "pswd", "psswd", "pword", "passwrd", "mima", "psksecret":
		return password
	case "auth":
		if equalFold(before, "rediscli") {
			return password
		}
		return when(alone || equalFold(before, "basic") || equalFold(before, "http"), token)
	case "puk", "puk1", "puk2", "pin1", "pin2":
		return pin
	case "pin":
		return when(alone || passOf(before), pin)
	case "sk", "ak":
		return when(alone || keyKind(before) || cloud(before), keyID)
	case "seed":
		return when(otp(before) || equalFold(before, "nkey") || equalFold(before, "wallet"), token)
	case "pat", "nkey", "wif", "sendkey", "authtoken", "jsessionid", "phpsessid", "credential", "credentials", "cred", "apitoken", "bearer":
		return token
	case "aspxauth", "sid", "sessionid", "sess", "session", "cookie":
		return sessionID
	}
	return endClass(last)
}

// upperName reports whether a name is one of a variable of the environment.
func upperName(text string) bool {
	for i := range len(text) {
		if isLower(text[i]) {
			return false
		}
	}
	return true
}

func equalFold(s, word string) bool { return len(s) == len(word) && hasFold(s, word) }

func ends(s, word string) bool { return len(s) >= len(word) && hasFold(s[len(s)-len(word):], word) }

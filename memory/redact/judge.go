package redact

import "strings"

// counts says what a value is made of, in bytes.
type counts struct {
	digits, uppers, lowers, symbols, foreign int
	turns                                    int // places where a letter meets a digit
}

func classify(v string) (c counts) {
	for i := range len(v) {
		b := v[i]
		switch {
		case isDigit(b):
			c.digits++
		case isUpper(b):
			c.uppers++
		case isLower(b):
			c.lowers++
		case b >= 0x80:
			c.foreign++
		default:
			c.symbols++
		}
		if i > 0 && (isDigit(b) && isAlpha(v[i-1]) || isAlpha(b) && isDigit(v[i-1])) {
			c.turns++
		}
	}
	return c
}

func (c counts) letters() int { return c.uppers + c.lowers }

// class says how readily the value of a name is taken for a secret.
type class int

const (
	noClass   class = iota
	maybe           // a password's or not: StoragePass, renderPass
	password        // people choose them: short, made of words, digits alone
	phrase          // a passphrase may have spaces
	token           // machines make them: long and random
	keyID           // half of a pair of keys, AK or SK: a name that is said of other things too
	anyKey          // a key of something unknown
	bareKey         // "key" alone
	sessionID       // the id of a session
	pin             // digits alone
)

// firm says how the value is given: with certainty, as a quoted literal, a line of a
// .env file or a flag, or loosely, as in prose and plain code.
type firm int

const (
	loose  firm = iota // password: x, the token is x
	config             // a whole line "password: x", as YAML has it
	quoted             // password: "x"
	env                // PASSWORD=x, --password x
)

// secret reports whether v, given to a name of class c, is a secret.
func secret(v string, c class, f firm) bool {
	v = strings.TrimPrefix(v, "base64:")
	if len(v) < 4 || placeholder(v) || reference(v) || technical(v) || number(v) {
		return false
	}
	n := classify(v)
	if strings.ContainsAny(v, " \t") {
		return spaced(v, n, c, f)
	}
	switch c {
	case token:
		return tokenSecret(v, n, f) || n.digits > 0 && n.symbols > 0 && !all(v, calleeByte) && !strings.ContainsAny(v, "()") && strong(v, password) // people choose those too
	case keyID:
		if len(v) == 20 && n.digits > 0 && all(v, isUpperAlnum) {
			return true // the form of AWS and those that follow it
		}
		return len(v) >= 16 && n.foreign == 0 && n.symbols <= max(4, len(v)/6) && (random(v, n) || drawn(v) && len(v) >= 30 && entropy(v) >= 4)
	case anyKey, sessionID:
		return machine(v, n, 16) && !(len(v) < 30 && isDigit(v[0]) && v[4] == '-' && v[7] == '-' && all(v[:4], isDigit)) // a date
	case bareKey:
		return n.uppers > 0 && n.lowers > 0 && (n.symbols <= 3 || len(v) == 44 && v[43] == '=' && all(v, isBase64Byte)) && machine(v, n, 20)
	case pin:
		return n.digits == len(v) && len(v) <= 12
	}
	return passwordSecret(v, n, c, f)
}

// spaced judges a value with spaces in it. Most are sentences: labels, errors.
func spaced(v string, n counts, c class, f firm) bool {
	words := 0
	for range strings.FieldsSeq(v) {
		words++
	}
	if f < quoted || n.foreign > 0 {
		return false
	}
	last := v[strings.LastIndexAny(v, " \t")+1:]
	if c == phrase || c == password && (f == env || f == quoted && (words >= 4 || all(last, isDigit))) {
		return words >= 3 && (!sentence(v) || c == phrase && words >= 4 && !labels(v) && all(strings.ReplaceAll(v, " ", ""), isLowerAlnum) || n.digits >= 2 && n.symbols-strings.Count(v, " ") < words && !grammatical(v))
	}
	if c == token {
		return f == env && words <= 5 && n.digits > 0 || n.symbols >= 8 && n.digits > 2 && n.uppers > 2 && !strings.Contains(v, "-----") || // the salts of WordPress
			grouped(v)
	}
	return words <= 3 && n.digits > 0 && n.letters() > 0 && strings.ContainsAny(v, "!@#$%^&*")
}

// sentence tells words of a language from the words of a passphrase: one is a word that
// sentences and labels have, or the words are not in small letters.
func sentence(v string) bool {
	for word := range strings.FieldsSeq(v) {
		if !all(word, isLowerAlnum) && strings.Trim(word, "-_!.0123456789abcdefghijklmnopqrstuvwxyz") != "" {
			return true
		}
	}
	return grammatical(v)
}

// grammatical reports whether v has a word that holds sentences and labels together, in any case.
func grammatical(v string) bool {
	var buf [wordMax]byte
	for word := range strings.FieldsSeq(v) {
		switch string(folded(word, &buf)) {
		case "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "cannot", "confirm", "current", "do", "does", "empty", "enter", "for", "forgot", "from", "has", "have", "here", "if", "in",
			"invalid", "is", "it", "least", "match", "may", "must", "new", "no", "not", "of", "old", "on", "one", "only", "or", "our", "password", "passwords", "passphrase", "please", "required", "reset", "see",
			"set", "should", "that", "the", "their", "this", "to", "too", "type", "use", "was", "when", "will", "with", "wrong", "you", "your", "username", "user", "key", "secret", "token", "file", "value":
			return true
		}
	}
	return false
}

// labels reports whether v has a word that tells a reader what to do or what is wrong: it is a label and no passphrase.
func labels(v string) bool {
	return mentions(v, "enter", "your", "must", "please", "valid", "require", " is ", " not", "wrong", "correct", "missing", "confirm", "pass", "empty", "should", "least", "secret", "key", "use ", "same ", "see ", "set ")
}

// spelled reports whether v is words in small letters that make no sentence.
func spelled(v string) bool {
	return all(v, func(c byte) bool { return isLower(c) || c == ' ' }) && !sentence(v)
}

// grouped reports whether v is a secret in groups of four, as seeds of one-time passwords
// are shown: JBSW Y3DP EHPK 3PXP.
func grouped(v string) bool {
	groups := 0
	for word := range strings.FieldsSeq(v) {
		if len(word) != 4 || !all(word, isAlnum) {
			return false
		}
		groups++
	}
	return groups >= 4 && classify(v).digits > 0 && !grammatical(v)
}

func passwordSecret(v string, n counts, c class, f firm) bool {
	switch {
	case n.foreign > 0 && n.digits == 0 && n.symbols == 0:
		return false // a word of some language
	case n.digits == len(v):
		return f >= quoted || len(v) >= 6
	case appSpecific(v):
		return true
	case c == phrase && hyphened(v):
		return true
	case n.digits == 0 && n.symbols == 0:
		if word(v) {
			return false
		}
		if jumbled(v) {
			return true
		}
		if f == quoted || f == config {
			// "Passwort" is a label and SecretStr a type.
			return n.uppers == 0 && len(v) >= 6 || n.uppers > 2 && n.lowers > 0
		}
		return f == env || len(v) >= 20
	case n.letters() == 0:
		return f >= quoted && n.digits > 0 && len(v) >= 6
	}
	if f >= quoted {
		return n.digits > 0 || strings.ContainsAny(v, "!@#$%^&*?~+=") || n.letters() >= 6 && f == env || !wordy(v) ||
			n.uppers == 0 && strings.Count(v, "-") >= 2 && strings.Count(v, "-") == n.symbols || // correct-horse-battery-staple
			n.uppers > 0 && n.lowers > 0 && n.letters() >= 10 && n.symbols <= 2 && isLower(v[0]) && !selfNamed(v) // letmein-Gloria
	}
	// hunter22, Tr0ub4dor&3x; not "don't", "user.password" or "8-16".
	if len(v) < 6 || code(v) || n.symbols == 0 && n.turns < 2 && containsFold(v, "pass") {
		return false // rename password to password2
	}
	if n.uppers > 1 && n.lowers > 1 && n.symbols <= 2 && len(v) >= 8 && all(v, isBase64Byte) && !wordy(v) {
		return true // base64, as in a Secret of Kubernetes
	}
	if n.digits == 0 && n.symbols <= 3 && len(v) >= 10 && flips(v)*3 >= n.letters() && !wordy(v) && !reads(v) {
		return true
	}
	return n.digits > 0 && n.letters() > 1 || n.letters() == 1 && n.digits >= 4 && n.symbols == 0 && n.turns == 2 || jumbled(v) || n.digits == 0 && n.letters() >= 4 && strings.ContainsAny(v, "!@#$%^&*") && !strings.ContainsAny(v, ".()/")
}

func tokenSecret(v string, n counts, f firm) bool {
	if n.foreign > 0 || n.digits == len(v) && len(v) < 16 {
		return false
	}
	if len(v) < 8 {
		// s3cr3t
		return len(v) >= 6 && n.digits > 0 && (n.turns >= 3 && f >= quoted || f == env && n.symbols == 0)
	}
	if f < quoted {
		return random(v, n)
	}
	if n.digits == 0 {
		switch {
		case word(v):
			return false
		case n.symbols == 0 && f == env:
			return true
		}
		return len(v) >= 16 && (!wordy(v) || n.symbols == 0 && entropy(v) >= 3.3)
	}
	if n.turns <= 1 && wordy(v) && len(v) < 40 && (containsFold(v, "token") || containsFold(v, "secret") || containsFold(v, "key")) && f < env {
		return false // access-token-1234
	}
	// o200k_base and prod-db-1 are names.
	if n.uppers == 0 && len(v) < 16 && n.turns < 3 && !(f == env && thought(v)) && strings.ContainsAny(v, "_-.:/") {
		return false
	}
	// A path, unless it is as random as base64 is.
	return strings.Count(v, "/") < 2 || !wordy(v) || n.uppers > 2 && n.lowers > 2 && entropy(v) >= 4.3
}

// selfNamed reports whether a text has a word in it of what it would be the value of: it is a label, a reference or a type.
func selfNamed(v string) bool {
	return mentions(v, "pass", "pwd", "secret", "token", "key", "cred", "auth", "user", "login", "name", "field", "type", "value", "vault", "store", "manage", "input", "form", "prompt", "error", "required", "invalid", "policy", "config")
}

// number reports whether v is a number, a colour, a version or an object identifier.
func number(v string) bool {
	v = strings.TrimPrefix(v, "-")
	if v != "" && v[0] == '#' {
		return len(v) <= len("#rrggbbaa") && all(v[1:], isHex)
	}
	if hasFold(v, "0x") {
		return len(v) <= len("0x")+16 && all(v[2:], func(c byte) bool { return isHex(c) || c == '_' })
	}
	if e := strings.IndexAny(v, "eE"); e > 0 && e+2 < len(v) && (v[e+1] == '+' || v[e+1] == '-') && all(v[e+2:], isDigit) {
		v = v[:e] // 3.4e+38
	}
	digits := strings.Trim(v, ".")
	return strings.Contains(digits, ".") && all(digits, func(c byte) bool { return isDigit(c) || c == '.' })
}

// code reports whether v is an expression or a path, where no quotes say that it
// is a literal.
func code(v string) bool {
	if (v[0] == '%' || v[0] == '+') && all(v[1:], calleeByte) && len(v) <= 4 || strings.Contains(v, "::") || strings.Contains(v, "//") && !all(v, isBase64Byte) || strings.Contains(v, "->") {
		return true
	}
	if i := strings.IndexAny(v, "()[]{}<>\\|"); i >= 0 && (all(v[:i], calleeByte) || i == 0 || i == len(v)-1 || strings.IndexByte(")]}>", v[len(v)-1]) >= 0) {
		return true // f(x), <x>, a|b
	}
	if user := strings.IndexByte(v, '@'); user > 0 && strings.IndexByte("#$>%", v[len(v)-1]) >= 0 && strings.Contains(v[user:], ":") {
		return true // root@web1:~#
	}
	if strings.ContainsAny(v, "{}") || all(v, calleeByte) && strings.Count(v, "_") >= 2 && classify(v).lowers <= 1 {
		return true // a constant
	}
	for _, end := range [...]string{"key", "token", "password", "secret", "type"} {
		if ends(v, end) && all(v, calleeByte) {
			return true // a variable or a type: Ed25519PrivateKey
		}
	}
	// user.password, cfg.Token2: names joined by dots. None of a language begins with a digit: Quartz.Meadow.9.
	if i := strings.IndexByte(v, '.'); i > 0 && i < len(v)-1 && isAlpha(v[0]) && all(v, calleeByte) && wordy(v) && classify(v).digits < 2 && !(isDigit(v[len(v)-1]) && isDigit(v[strings.LastIndexByte(v, '.')+1])) {
		return true
	}
	return (v[0] == '/' || v[0] == '.' || v[0] == '~' && len(v) > 1 && v[1] == '/') && wordy(v)
}

// chosen reports whether v, the value of a variable called name, is a secret that
// somebody thought of: JWT_SECRET=my-jwt-secret. Names of objects in a cluster look the
// same, so the name must be one of a key that signs or encrypts.
func chosen(name, v string) bool {
	list, n := words(name)
	if n < 2 || !equalFold(list[0], "secret") && !(equalFold(list[0], "key") && equalFold(list[1], "secret")) {
		return false
	}
	var buf [wordMax]byte
	switch string(folded(list[1], &buf)) {
	case "jwt", "session", "cookie", "app", "auth", "nextauth", "signing", "hmac", "encryption", "csrf", "token", "secret":
	default:
		return false
	}
	return len(v) >= 8 && (thought(v) || strings.Contains(v, "-") && all(v, func(c byte) bool { return isAlpha(c) || c == '-' }) && !placeholder(v))
}

// appSpecific reports whether v is a password that Apple made for one program, four groups
// of four small letters with dashes, of which one reads as no word.
func appSpecific(v string) bool {
	if len(v) != 19 || v[4] != '-' || v[9] != '-' || v[14] != '-' {
		return false
	}
	drawn := false
	for i := 0; i < len(v); i += 5 {
		group := v[i : i+4]
		if !all(group, isLower) {
			return false
		}
		drawn = drawn || !strings.ContainsAny(group, "aeiou") || strings.ContainsAny(group, "qxz")
	}
	return drawn
}

// phraseAt returns the end of a passphrase of four words or more, without quotes, that
// begins at s[i] and ends its clause, or 0: correct horse battery staple.
func phraseAt(s string, i int) int {
	k, words, digits := i, 0, false
	for words <= 10 {
		first := k
		for k < len(s) && (isLowerAlnum(s[k]) || k == i && isUpper(s[k])) && k-first <= 10 {
			k++
		}
		if digits = all(s[first:k], isDigit); k-first < 3 && !digits || k-first > 10 || words == 0 && isLower(s[i]) && (ends(s[first:k], "ed") || ends(s[first:k], "ing")) {
			return 0
		}
		words++
		if k+1 >= len(s) || s[k] != ' ' || !isLowerAlnum(s[k+1]) {
			break
		}
		k++
	}
	if words < 4 && !(words == 3 && digits) || !closed(s, k) || grammatical(s[i:k]) || isUpper(s[i]) && !digits {
		return 0
	}
	return k
}

// groupsAt returns the end of a secret in groups of four that begins at s[i], as seeds of
// one-time passwords are shown, or 0: jbsw y3dp ehpk 3pxp.
func groupsAt(s string, i int) int {
	end, groups, digits, drawn, hex := 0, 0, 0, 0, true
	for groups < 16 && i+4 <= len(s) && all(s[i:i+4], isAlnum) && (i+4 == len(s) || !isAlnum(s[i+4])) {
		groups++
		n := classify(s[i : i+4]).digits
		hex = hex && all(s[i:i+4], isHex)
		if digits += n; n > 0 && n < 4 || !strings.ContainsAny(s[i:i+4], "aeiouyAEIOUY0123456789") {
			drawn++
		}
		if end = i + 4; end+1 >= len(s) || s[end] != ' ' {
			break
		}
		i = end + 1
	}
	if groups < 4 || groups%2 != 0 || drawn < 2 || hex || digits < 2 && groups < 6 || digits == 4*groups {
		return 0
	}
	return end
}

// appPassword returns the end of a password that a mail service made, four groups of four
// lower case letters at s[i], or 0. Four words are none: one group has no vowel, or the letters
// follow one another as those of words do not.
func appPassword(s string, i int) int {
	const size = 4*4 + 3
	if i+size > len(s) || i+size < len(s) && isAlnum(s[i+size]) {
		return 0
	}
	drawn := 0
	for g := 0; g < size; g += 5 {
		word := s[i+g : i+g+4]
		if !all(word, isLower) || g > 0 && s[i+g-1] != ' ' {
			return 0
		}
		if !strings.ContainsAny(word, "aeiouy") {
			drawn++
		}
	}
	more := i+size+1 < len(s) && isBlank(s[i+size]) && isAlpha(s[i+size+1])
	if mean, _ := likeness(s[i : i+size]); mean > -0.6 && (drawn == 0 || drawn == 1 && more) {
		return 0
	}
	return i + size
}

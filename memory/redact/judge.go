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
	noClass  class = iota
	password       // people choose them: short, made of words, digits alone
	phrase         // a passphrase may have spaces
	token          // machines make them: long and random
	keyID          // half of a pair of keys, AK or SK: a name that is said of other things too
	pin            // digits alone
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
	if len(v) < 4 || placeholder(v) || reference(v) || technical(v) || number(v) {
		return false
	}
	n := classify(v)
	if strings.ContainsAny(v, " \t") {
		return spaced(v, n, c, f)
	}
	switch c {
	case token:
		return tokenSecret(v, n, f)
	case keyID:
		if len(v) == 20 && n.digits > 0 && all(v, isUpperAlnum) {
			return true // the form of AWS and those that follow it
		}
		return len(v) >= 16 && n.foreign == 0 && n.symbols <= 4 && (random(v, n) || mixed(v) && len(v) >= 30 && entropy(v) >= 4)
	case pin:
		return n.digits == len(v) && len(v) >= 6 && len(v) <= 12
	}
	return passwordSecret(v, n, f)
}

// spaced judges a value with spaces in it. Most are sentences: labels, errors.
func spaced(v string, n counts, c class, f firm) bool {
	words := len(strings.Fields(v))
	if f < quoted || n.foreign > 0 {
		return false
	}
	if c == phrase || c == password && f == env && !containsFold(v, "password") {
		return words >= 3
	}
	if c == token {
		return f == env && words <= 5 && n.digits > 0 || n.symbols >= 8 && n.digits > 2 && n.uppers > 2 && !strings.Contains(v, "-----") // the salts of WordPress
	}
	return words <= 3 && n.digits > 0 && n.letters() > 0 && strings.ContainsAny(v, "!@#$%^&*")
}

func passwordSecret(v string, n counts, f firm) bool {
	switch {
	case n.foreign > 0 && n.digits == 0 && n.symbols == 0:
		return false // a word of some language
	case n.digits == len(v):
		return f >= quoted || len(v) >= 6
	case n.digits == 0 && n.symbols == 0:
		if word(v) {
			return false
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
			n.uppers == 0 && strings.Count(v, "-") >= 2 && strings.Count(v, "-") == n.symbols // correct-horse-battery-staple
	}
	// hunter22, Tr0ub4dor&3x; not "don't", "user.password" or "8-16".
	if len(v) < 6 || code(v) || n.symbols == 0 && n.turns < 2 && containsFold(v, "pass") {
		return false // rename password to password2
	}
	if n.uppers > 1 && n.lowers > 1 && n.symbols <= 2 && len(v) >= 8 && all(v, isBase64Byte) && !wordy(v) {
		return true // base64, as in a Secret of Kubernetes
	}
	return n.digits > 0 && n.letters() > 1 || n.digits == 0 && n.letters() >= 4 && strings.ContainsAny(v, "!@#$%^&*") && !strings.ContainsAny(v, ".()/")
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
	// o200k_base and prod-db-1 are names.
	if n.uppers == 0 && len(v) < 16 && n.turns < 3 && strings.ContainsAny(v, "_-.:/") {
		return false
	}
	// A path, unless it is as random as base64 is.
	return strings.Count(v, "/") < 2 || !wordy(v) || n.uppers > 2 && n.lowers > 2 && entropy(v) >= 4.3
}

// random reports whether v looks as if a machine had drawn it.
func random(v string, n counts) bool {
	if len(v) >= 24 && n.symbols == 0 && n.uppers >= len(v)/4 && n.lowers >= len(v)/4 && !wordy(v) {
		return true // some keys are long and yet have no digit
	}
	if n.digits == 0 || code(v) || len(v) < 10 {
		return false
	}
	switch {
	case len(v) == 40 && mixed(v) && all(v, isBase64Byte):
		return entropy(v) >= 4 // the form of AWS
	case all(v, isHex):
		return len(v) >= 16 && n.letters() > 0
	case wordy(v) && n.turns < 4:
		return false
	case n.uppers > 0 && n.lowers > 0:
		return n.turns >= 2 && entropy(v) >= 3
	}
	return len(v) >= 16 && n.turns >= 2 && entropy(v) >= 3 || n.turns >= 4
}

// wordy reports whether more than half of v's letters and digits stand in runs
// of four or more letters that read as words: with a vowel, and in one case but for
// the first letter.
func wordy(v string) bool {
	total, inWords := 0, 0
	for i := 0; i < len(v); {
		if !isAlpha(v[i]) {
			if isDigit(v[i]) {
				total++
			}
			i++
			continue
		}
		j := i + 1
		for j < len(v) && isAlpha(v[j]) && !(isLower(v[j-1]) && isUpper(v[j])) {
			j++
		}
		total += j - i
		if j-i >= 4 && strings.ContainsAny(v[i:j], "aeiouyAEIOUY") {
			inWords += j - i
		}
		i = j
	}
	return inWords*2 > total
}

// number reports whether v is a number, a colour, a version or an object identifier.
func number(v string) bool {
	v = strings.TrimPrefix(v, "-")
	if v != "" && v[0] == '#' {
		return len(v) <= len("#rrggbbaa") && all(v[1:], isHex)
	}
	if hasFold(v, "0x") {
		return len(v) <= len("0x")+16 && all(v[2:], isHex)
	}
	digits := strings.Trim(v, ".")
	return strings.Contains(digits, ".") && all(digits, func(c byte) bool { return isDigit(c) || c == '.' })
}

// code reports whether v is an expression or a path, where no quotes say that it
// is a literal.
func code(v string) bool {
	if v[0] == '%' || v[0] == '+' || strings.ContainsAny(v, "()[]{}<>\\|") || strings.Contains(v, "::") || strings.Contains(v, "//") {
		return true
	}
	for _, end := range [...]string{"key", "token", "password", "secret", "type"} {
		if ends(v, end) && all(v, calleeByte) {
			return true // a variable or a type: Ed25519PrivateKey
		}
	}
	// user.password, cfg.Token2: names joined by dots.
	if i := strings.IndexByte(v, '.'); i > 0 && i < len(v)-1 && isAlpha(v[0]) && all(v, calleeByte) && wordy(v) {
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
	return len(v) >= 8 && strings.Contains(v, "-") && all(v, func(c byte) bool { return isAlpha(c) || c == '-' }) && !placeholder(v)
}

// appPassword returns the end of a password that a mail service made, four groups of four
// lower case letters at s[i], or 0. Four words are none: one group has no vowel.
func appPassword(s string, i int) int {
	const size = 4*4 + 3
	if i+size > len(s) || i+size < len(s) && (isAlnum(s[i+size]) || isBlank(s[i+size]) && i+size+1 < len(s) && isAlpha(s[i+size+1])) {
		return 0
	}
	drawn := false
	for g := 0; g < size; g += 5 {
		word := s[i+g : i+g+4]
		if !all(word, isLower) || g > 0 && s[i+g-1] != ' ' {
			return 0
		}
		drawn = drawn || !strings.ContainsAny(word, "aeiouy")
	}
	if !drawn {
		return 0
	}
	return i + size
}

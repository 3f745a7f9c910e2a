package redact

import "strings"

// strong reports whether v looks so much like a secret of class c that a word before it
// is enough: Lodreck-hulit556, and neither Redis-7 nor column2-old.
func strong(v string, c class) bool {
	if len(v) < 8 || !mayBegin(v) || placeholder(v) || reference(v) || technical(v) || number(v) || strings.ContainsAny(v, " \t") || isGiven(v) || awsID(v) {
		return false
	}
	n := classify(v)
	if n.foreign > 0 {
		return false
	}
	if c != password && c != phrase {
		return c != pin && machine(v, n, 16)
	}
	if jumbled(v) || camel(v) {
		return true
	}
	if code(v) || file(v) || n.digits == 0 && n.symbols < 2 || n.letters() == 0 || strings.Contains(v, "/") || address(v) || n.digits+n.symbols == len(v) {
		return false
	}
	kinds := 0
	for _, k := range [...]int{n.uppers, n.lowers, n.digits, n.symbols} {
		if k > 0 {
			kinds++
		}
	}
	switch {
	case strings.ContainsAny(v, "!@#$%^&*~+=?"):
		return kinds >= 3
	case n.symbols == 0:
		return kinds == 3 && n.turns >= 3 && !wordy(v) || kinds == 3 && len(v) >= 12 && n.turns >= 2 && entropy(v) >= 3.4 && !wordy(v)
	}
	// Only "-", "_" and "." as signs, as in names and versions.
	return kinds == 4 && (n.digits >= 2 || flips(v)*4 >= len(v)) && !version(v) || kinds == 3 && n.turns >= 4 && !wordy(v)
}

// thought reports whether v is like the passwords that people think up, words with digits behind
// them: falcon4991, mia-tundra80, QIUYU-9879-N. Names of hosts and versions are
// like that too, so more must say that v is a password than for a strong one.
func thought(v string) bool {
	if len(v) < 7 || len(v) > 40 || placeholder(v) || reference(v) || technical(v) || number(v) || isGiven(v) || code(v) || address(v) || file(v) ||
		all(v, isDashedHex) || strings.ContainsAny(v, "/:,()[]{}<>|\\\"` \t") {
		return false
	}
	n := classify(v)
	if n.digits == 0 && n.uppers > 0 && n.lowers > 0 && len(v) >= 10 && n.symbols <= 2 && n.foreign == 0 && isAlpha(v[0]) && strings.ContainsAny(v[1:len(v)-1], "!#$%^&*~+") {
		return true // Velvet&Walnut
	}
	if n.foreign > 0 || n.letters() < 3 || n.digits == 0 {
		return false
	}
	if strings.ContainsAny(v, "!@#$%^&*~+=?;") {
		return true
	}
	last := len(v)
	for last > 0 && isDigit(v[last-1]) {
		last--
	}
	year := len(v)-last == 4 && (v[last:last+2] == "20" || v[last:last+2] == "19")
	if end := v[len(v)-1]; end == '-' || end == '_' {
		return true
	}
	if n.symbols == 0 {
		behind := len(v) - last
		return !year && (behind >= 4 && behind <= 8 || behind == 3 && n.uppers > 0 && n.lowers >= 3 || n.turns >= 2 && n.digits >= 2 && !wordy(v) || camel(v))
	}
	return !year && n.digits >= 2 && n.letters() >= 4 && (n.turns <= 2 || n.turns <= 4 && n.letters() >= 12 && n.symbols >= 2 && all(v[strings.LastIndexAny(v, "-_.")+1:], isAlpha)) && !version(v)
}

// likely reports whether v is a secret of class c where little says so: strong, or a password
// that somebody thought up.
func likely(v string, c class) bool {
	return strong(v, c) || (c == password || c == phrase) && thought(v)
}

// apt reports whether v is a secret of class c where nothing but a secret stands: the answer to a question for one, the line
// that a heading announces. A password may be any word with a digit or a sign in it there.
func apt(v string, c class) bool {
	if likely(v, c) {
		return true
	}
	n := classify(v)
	return (c == password || c == phrase) && len(v) >= 6 && n.letters() >= 3 && (n.digits > 0 || n.uppers > 0 && n.symbols > 0) && !code(v) && !address(v) && secret(v, password, quoted)
}

// mayBegin reports whether a password may begin as v does: a flag, a pointer and an anchor
// of YAML begin alike, but have fewer signs, or no capitals and digits.
func mayBegin(v string) bool {
	n := classify(v)
	switch v[0] {
	case '-':
		return n.uppers > 1 && n.lowers > 1 && n.digits > 0 && v[1] != '-'
	case '*', '&':
		return n.symbols >= 3 && !strings.ContainsAny(v, "(),.")
	}
	return true
}

// jumbled reports whether v is made of letters alone and yet no word: FMuDejBwelKlKK.
func jumbled(v string) bool {
	if len(v) < 8 || wordy(v) || reads(v) {
		return false
	}
	n := classify(v)
	mean, _ := likeness(v)
	return flips(v)*3 >= len(v) || n.uppers >= 3 && n.lowers >= 3 && len(v) >= 10 && mean < -0.5 && (n.symbols <= 2 || n.symbols*4 <= len(v) && !strings.ContainsAny(v, "/()[]{}<>:,;"))
}

// drawnShort reports whether v is letters, as services draw for one meeting, and no word.
func drawnShort(v string) bool {
	n := classify(v)
	mean, _ := likeness(v)
	if len(v) < 6 || len(v) > 12 || word(v) {
		return false
	}
	return mean < -0.6 || n.uppers > 0 && n.lowers > 0 && (n.uppers > 1 && isLower(v[len(v)-1]) || n.uppers > 1 && flips(v) > 1)
}

// jumbledDigits reports whether v is letters of both cases with a digit among them that no word has.
func jumbledDigits(v string) bool {
	return mixed(v) && all(v, isAlnum) && (jumbled(v) || classify(v).turns >= 2 && !wordy(v))
}

// hyphened reports whether v is a passphrase of three words or more with signs between
// them: trookfer-wexvir-selhet.
func hyphened(v string) bool {
	for _, sign := range [...]string{"-", "_", "."} {
		groups := 0
		for word := range strings.SplitSeq(v, sign) {
			if len(word) < 3 || !all(word, isLowerAlnum) || sentence(word) {
				groups = -len(v)
			}
			groups++
		}
		if groups >= 3 {
			return true
		}
	}
	return false
}

// camel reports whether v is two words with capitals, at least, and two digits, at least,
// behind them: PulceatWedjead80. Many make passwords so; names of versions have one digit.
func camel(v string) bool {
	n := classify(v)
	return len(v) >= 12 && n.uppers >= 2 && n.lowers >= 6 && n.digits >= 2 && n.symbols == 0 && isDigit(v[len(v)-1]) && isDigit(v[len(v)-2]) && !containsFold(v, "pass") && !containsFold(v, "hash") && !containsFold(v, "token")
}

// isGiven reports whether v is itself a name and its value.
func isGiven(v string) bool {
	if v == "" {
		return false
	}
	i := 0
	capital := isUpper(v[0])
	for i < len(v) && (isIdent(v[i]) || v[i] == '.') {
		capital = capital && (i == 0 || isLower(v[i]))
		i++
	}
	if isDigit(v[0]) || i > 0 && mixed(v[:i]) || hasFold(v, "zaq") || hasFold(v, "qwer") {
		return false // no name: 1qaz=wsx209
	}
	// Tolpal=clilclal5500 is a password.
	return i > 0 && i+1 < len(v) && v[i] == '=' && v[i+1] != '=' && !capital
}

// address reports whether v is the address of a mail box, or a host and a port.
func address(v string) bool {
	user, host, found := strings.Cut(v, "@")
	if !found {
		host, port, found := strings.Cut(v, ":")
		return found && all(port, isDigit) && strings.Contains(host, ".")
	}
	return user != "" && strings.Contains(host, ".") && all(host, isJWTByte) && all(user, func(c byte) bool { return isJWTByte(c) || c == '+' })
}

// file reports whether v ends as the name of a file does.
func file(v string) bool {
	dot := strings.LastIndexByte(v, '.')
	return dot > 0 && len(v)-dot <= 5 && all(v[dot:], func(c byte) bool { return isLower(c) || c == '.' }) && all(v, isJWTByte)
}

// version reports whether v is a word and its version, or a date: Redis-7.2, 2026-11-30T12.
func version(v string) bool {
	if len(v) > 2 && (v[0] == 'v' || v[0] == 'V') && isDigit(v[1]) && strings.Contains(v, ".") {
		return true // v2.0-Beta1
	}
	word := strings.TrimRight(v, "0123456789.-_vV")
	rest := v[len(word):]
	return all(word, isAlpha) && len(word) >= 3 && classify(rest).digits <= 3 || isDigit(v[0]) && strings.Count(v, "-") >= 2
}

// machine reports whether v is a long text that nobody would think of: it is taken for
// a secret where little says so.
func machine(v string, n counts, least int) bool {
	if len(v) < least || n.foreign > 0 || n.digits == len(v) || code(v) {
		return false
	}
	switch {
	case all(v, isHex):
		return len(v) >= 32 && n.letters() > 0 && (n.uppers == 0 || n.lowers == 0) && entropy(v) >= 3
	case uuid(v), len(v) == 49 && v[32] == '.' && all(v[:32], isLowerHex) && all(v[33:], isAlnum):
		return true
	case keyGroups(v):
		return true
	case n.symbols*5 > len(v) || wordy(v) || reads(v) && n.turns < 6 || strings.Contains(v, "."):
		return false
	case n.digits == 0:
		return len(v) >= 20 && flips(v)*4 >= len(v)
	case n.uppers > 0 && n.lowers > 0:
		return (n.turns >= 2 || n.digits > 0 && flips(v)*3 >= len(v)) && entropy(v) >= 3.2
	}
	return len(v) >= 20 && (n.turns >= 4 && n.digits >= 3 || len(v) >= 28 && n.turns >= 3) && entropy(v) >= 3
}

// keyGroups reports whether v is four groups or more of the same length, as keys of licences and of
// streams are shown: btb3-gp8y-sois-xuxa-4y3k.
func keyGroups(v string) bool {
	if len(v) == 8*6+7 && strings.Count(v, "-") == 7 && v[6] == '-' && classify(v).digits == 8*6 {
		return true // of BitLocker
	}
	size := strings.IndexByte(v, '-')
	if size < 4 || size > 8 || len(v) < 4*size+3 || (len(v)+1)%(size+1) != 0 || classify(v).digits < 2 || classify(v).letters() < 4 {
		return false
	}
	for i := range len(v) {
		if isDash := i%(size+1) == size; isDash != (v[i] == '-') || !isDash && !isAlnum(v[i]) {
			return false
		}
	}
	return true
}

func uuid(v string) bool {
	return len(v) == 36 && v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-' && all(v, isDashedHex)
}

// random reports whether v looks as if a machine had drawn it.
func random(v string, n counts) bool {
	if len(v) < 10 || code(v) {
		return false
	}
	if k := strings.LastIndexByte(v, '-'); k > 0 && len(v)-k <= 11 && n.uppers == 0 && wordy(v[:k]) && classify(v[:k]).digits == 0 && strings.IndexByte(v[:k], '-') > 0 {
		return false // an object of a cluster: db-credentials-7f9k2
	}
	if (len(v) == 16 || len(v) == 26 || len(v) == 32 || len(v) == 52) && n.digits > 0 && all(v, isBase32Byte) && !wordy(v) {
		return true // the seed of one-time passwords
	}
	if len(v) >= 24 && n.symbols == 0 && n.uppers >= len(v)/4 && n.lowers >= len(v)/4 && !wordy(v) && !reads(v) {
		return true // some keys are long and yet have no digit
	}
	if v[len(v)-1] == '=' && len(v) >= 24 && len(v)%4 == 0 && n.uppers > 2 && n.lowers > 2 && flips(v)*6 >= len(v) && all(v, isBase64Byte) {
		return true
	}
	if n.digits == 0 {
		return n.uppers == len(v) && len(v) >= 16 && len(v)%8 == 0 && !wordy(v) && !reads(v) || len(v) >= 16 && n.symbols <= 2 && jumbled(v) && flips(v)*4 >= len(v)
	}
	switch {
	case len(v) == 40 && mixed(v) && all(v, isBase64Byte):
		return entropy(v) >= 4 // the form of AWS
	case all(v, isHex):
		return len(v) >= 16 && n.letters() > 0
	case (wordy(v) || reads(v)) && n.turns < 4:
		return false
	case n.uppers > 0 && n.lowers > 0:
		return (n.turns >= 2 || flips(v)*3 >= len(v)) && entropy(v) >= 3
	}
	return (len(v) >= 16 && n.turns >= 2 || len(v) >= 14 && n.turns >= 3) && entropy(v) >= 3 || n.turns >= 4
}

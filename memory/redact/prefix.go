package redact

import "strings"

// prefixToken is a token that begins with a fixed prefix. The lengths are looser
// than what vendors give out today: a token cut short, or one of a new length, is
// still a secret.
type prefixToken struct {
	id     string
	prefix string              // as it is written; upper and lower case differ
	is     func(c byte) bool   // the bytes of the body
	min    int                 // shortest body
	max    int                 // longest body, 0 for no limit; a longer run is no token
	strict bool                // no letter, digit, "-" or "_" may stand before the prefix
	also   func(s string) bool // further condition on the body, may be nil
}

func isLowerHex(c byte) bool       { return isDigit(c) || 'a' <= c && c <= 'f' }
func isJWTByte(c byte) bool        { return isIdent(c) || c == '.' }
func isBase64Byte(c byte) bool     { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
func isEscapedByte(c byte) bool    { return isIdent(c) || isBase64Byte(c) || c == '%' }
func isUpperAlnum(c byte) bool     { return isUpper(c) || isDigit(c) }
func isUpperWord(c byte) bool      { return isUpper(c) || isDigit(c) || c == '_' }
func isLowerAlnum(c byte) bool     { return isLower(c) || isDigit(c) }
func isDollarByte(c byte) bool     { return isAlnum(c) || c == '$' }
func isPathByte(c byte) bool       { return isIdent(c) || c == '/' }
func isIdentEq(c byte) bool        { return isIdent(c) || c == '=' }
func isJWTByteEq(c byte) bool      { return isIdent(c) || c == '.' || c == '=' }
func isUpperIdent(c byte) bool     { return isUpper(c) || isDigit(c) || c == '-' }
func isLowerIdent(c byte) bool     { return isLower(c) || isDigit(c) || c == '-' }
func isDashedHex(c byte) bool      { return isHex(c) || c == '-' }
func isHexColon(c byte) bool       { return isHex(c) || c == ':' }
func isHexDot(c byte) bool         { return isHex(c) || c == '.' }
func isAlnumDot(c byte) bool       { return isAlnum(c) || c == '.' }
func isBase32Byte(c byte) bool     { return isUpper(c) || '2' <= c && c <= '7' }
func isBase64Ident(c byte) bool    { return isBase64Byte(c) || isIdent(c) || c == '@' }
func isK3sByte(c byte) bool        { return isAlnum(c) || c == ':' || c == '.' }
func isSalesforceByte(c byte) bool { return isWord(c) || c == '.' || c == '!' }
func isSentryByte(c byte) bool     { return isBase64Byte(c) || c == '_' || c == '-' }
func isAsanaByte(c byte) bool      { return isLowerHex(c) || c == '/' || c == ':' }
func isBase64Dotted(c byte) bool   { return isBase64Ident(c) || c == '.' }
func isBitwardenByte(c byte) bool  { return isBase64Byte(c) || isIdent(c) || c == '.' || c == ':' }

func isScramByte(c byte) bool { return isCryptByte(c) || c == ':' }
func isCryptByte(c byte) bool { return isBase64Byte(c) || strings.IndexByte("./$,-_", c) >= 0 }

// begins reports whether the token may begin at s[at], where its prefix stands in some case
// of its letters.
func (p *prefixToken) begins(s string, at int) bool {
	return strings.HasPrefix(s[at:], p.prefix) && leftEdge(s, at) && !(p.strict && at > 0 && (s[at-1] == '-' || s[at-1] == '_'))
}

// find returns the token that begins at s[at].
func (p *prefixToken) find(t *text, at int) span {
	s := t.s
	from := at + len(p.prefix)
	to := from
	// A long run is judged by its head, so that a text made of prefixes alone
	// is not read again and again.
	last := min(len(s), from+4*judged)
	if p.max > 0 {
		last = min(last, from+p.max+4)
	}
	for to < last && p.is(s[to]) {
		to++
	}
	head := s[from:to]
	t.pay(2 * len(head))
	if to == last && last < len(s) && p.max == 0 {
		if entropy(head) < 2.5 || !tokenLike(head) {
			return span{}
		}
		for to < len(s) && p.is(s[to]) {
			to++
		}
	}
	// The full stop of a sentence, or a dash before more text.
	for to > from && (s[to-1] == '.' || s[to-1] == '-') {
		to--
	}
	body := s[from:to]
	if len(body) < p.min || p.max > 0 && len(body) > p.max {
		return span{}
	}
	// What follows in another alphabet shows a longer word of another kind.
	if to < len(s) && isWord(s[to]) {
		return span{}
	}
	if head = body[:min(len(body), 4*judged)]; entropy(head) < 2.3 || placeholder(head) || !tokenLike(head) || p.also != nil && !p.also(head) {
		return span{}
	}
	return span{at, to}
}

// tokenLike tells the body of a token from words: gsk_long_function_name.
func tokenLike(body string) bool {
	c := classify(body)
	return c.digits > 0 || flips(body)*5 >= len(body) || !strings.ContainsAny(body, "_-.") && (c.uppers > 1 && c.lowers > 0 || len(body) >= 16 && entropy(body) >= 3.3)
}

func mixed(body string) bool {
	c := classify(body)
	return c.digits > 0 && c.uppers > 0 && c.lowers > 0
}

// digitsAmong reports whether a body has digits as drawn characters do: more than one.
func digitsAmong(body string) bool { return classify(body).digits > 1 }

// mostlyHex reports whether a body is hexadecimal but for its separators.
func mostlyHex(body string) bool {
	return all(body, func(c byte) bool { return isLowerHex(c) || c == '.' || c == '-' })
}

// mostlyHexWord is mostlyHex for a body whose separator is "_".
func mostlyHexWord(body string) bool {
	return all(body, func(c byte) bool { return isLowerHex(c) || c == '_' }) && digitsAmong(body)
}

// drawnUpper tells a body in capitals from the name of a constant.
func drawnUpper(body string) bool {
	n := classify(body)
	return n.digits > 2 || n.digits > 0 && !wordy(body)
}

// fourDashes checks the form of a key in groups.
func fourDashes(body string) bool { return strings.Count(body, "-") >= 4 }

// drawnLower tells a body from a name in small letters: live_migration_test.
func drawnLower(body string) bool { return classify(body).digits > 2 && !wordy(body) || drawn(body) }

// discordToken checks the form of a bot's token after its first two characters: the base64 of
// a number, six characters and 27 or more, with dots between.
func discordToken(body string) bool {
	id, rest, _ := strings.Cut(body, ".")
	time, mac, found := strings.Cut(rest, ".")
	return found && len(id) >= 21 && len(id) <= 26 && len(time) == 6 && len(mac) >= 27 && all(id, isAlnum) && all(mac, isIdent)
}

// authress checks that the account stands between two dots.
func authress(body string) bool {
	return strings.Contains(body, ".acc_") || strings.Contains(body, ".acc-")
}

// drawn tells a body from the name of a method: s.ReadUint16LengthPrefixed. Some tokens are
// long and yet have no digit; their letters change case as no name does.
func drawn(body string) bool {
	n := classify(body)
	return n.uppers > 0 && n.lowers > 0 && (n.digits > 0 || flips(body)*4 >= len(body)) && !wordy(body) && !reads(body)
}

// flips counts the places where a capital stands beside a small letter.
func flips(s string) (n int) {
	for i := 1; i < len(s); i++ {
		if isUpper(s[i]) && isLower(s[i-1]) || isLower(s[i]) && isUpper(s[i-1]) {
			n++
		}
	}
	return n
}

// bang checks that "!" parts the id of an organisation from the rest of a session.
func bang(body string) bool {
	return strings.IndexByte(body, '!') == 12 || strings.IndexByte(body, '!') == 9 || strings.IndexByte(body, '!') == 15
}

// paymentSecret tells the client secret of a payment from its id.
func paymentSecret(body string) bool { return strings.Contains(body, "_secret_") }

// mostlyHexOrColon checks the form K10, 64 hexadecimal digits, ::, user and password.
func mostlyHexOrColon(body string) bool {
	return len(body) >= 64 && all(body[:64], isLowerHex)
}

// asana checks the form of a personal access token: ids of 13 digits or more with "/"
// between them, a colon and 32 hexadecimal digits.
func asana(body string) bool {
	ids, secret, found := strings.Cut(body, ":")
	return found && len(ids) >= 13 && all(ids, func(c byte) bool { return isDigit(c) || c == '/' }) && len(secret) >= 32 && all(secret, isLowerHex)
}

// bitwarden checks the form of an access token: a UUID, a dot, a secret, a colon and a key.
func bitwarden(body string) bool {
	id, rest, found := strings.Cut(body, ".")
	return found && len(id) == 36 && all(id, isDashedHex) && strings.Contains(rest, ":")
}

// pemBase64 tells the base64 of a private key in armor from that of a certificate or
// a public key.
func pemBase64(body string) bool {
	return hasAny(body, "DRVJU", "QVUJM", "ORVcg", "UUlVTV", "EUyBQ") == 0
}

// airtable checks the form of a personal access token: 14 characters, a dot and 64
// hexadecimal digits.
func airtable(body string) bool {
	head, tail, _ := strings.Cut(body, ".")
	return all(head, isAlnum) && len(tail) == 64 && all(tail, isLowerHex)
}

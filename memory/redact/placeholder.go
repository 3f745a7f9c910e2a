package redact

import "strings"

// placeholder reports whether v only says that a secret belongs here:
//
//   - nothing but one or two characters again and again (xxxx, ****, ....)
//   - an empty or bracketed value (<your-token>, [REDACTED], {password}, %s)
//   - a word that documents put there (changeme, example, your_api_key, secret)
//
// Such a value stays, as it carries no secret and often the point of a sentence.
func placeholder(v string) bool {
	if v == "" || repeated(v) || strings.Contains(v, Mark) {
		return true
	}
	switch v[0] {
	case '<', '[':
		return true
	case '{', '%', '(', '@':
		if last := v[len(v)-1]; len(v) == 2 || last == '}' || last == ')' && v[0] != '{' || last == v[0] && (v[0] == '%' || all(v[1:len(v)-1], isJWTByte)) {
			return true
		}
	}
	if standsFor(v) {
		return true
	}
	var buf [wordMax]byte
	return documented(folded(strings.Trim(v, "*_"), &buf))
}

// standsFor reports whether v has words in it that stand for a secret in documents.
func standsFor(v string) bool {
	for i := range len(v) {
		switch lower(v[i]) {
		case '.', '*':
			if i+2 < len(v) && v[i+1] == v[i] && v[i+2] == v[i] {
				return true
			}
		case 0xE2:
			if hasAny(v[i:], "…", "•••") > 0 {
				return true
			}
		case 'x':
			if hasFold(v[i:], "xxxxx") {
				return true
			}
		case 'y':
			if hasFold(v[i:], "your-") || hasFold(v[i:], "your_") || i == 0 && hasFold(v, "your") {
				return true
			}
		case 'c':
			if hasFold(v[i:], "change") && (hasFold(v[i+6:], "me") || i+6 < len(v) && hasFold(v[i+7:], "me") && !isAlnum(v[i+6])) {
				return true
			}
		case 'p':
			if hasFold(v[i:], "placeholder") {
				return true
			}
		case 'r':
			if hasFold(v[i:], "redacted") || hasFold(v[i:], "replace") && (hasFold(v[i+7:], "me") || hasFold(v[i+7:], "-") || hasFold(v[i+7:], "_")) {
				return true
			}
		case 'a':
			if hasFold(v[i:], "abcdefghij") && (i == 0 || hasFold(v[i:], "abcdefghijk")) {
				return true
			}
		case '0':
			if i == 0 && hasFold(v, "0123456789abcdef") && repeats(v, 16) {
				return true
			}
		case '%':
			if len(v) <= 12 && i+1 < len(v) && strings.IndexByte("svdqx", v[i+1]) >= 0 && (i+2 == len(v) || !isAlnum(v[i+2])) {
				return true
			}
		case 'e':
			if hasFold(v[i:], "example") {
				return true
			}
		case 'n':
			if i == 0 && (hasFold(v, "not-set") || hasFold(v, "not_set")) {
				return true
			}
		case 'i':
			if hasFold(v[i:], "insert") && containsFold(v[i:], "here") {
				return true
			}
		}
	}
	return false
}

// wordMax is the length of the longest word that a list here has, and more. As
// many bytes become a string without an allocation.
const wordMax = 32

// folded returns v in lower case in buf, or nothing when v is longer than any word.
func folded(v string, buf *[wordMax]byte) []byte {
	if len(v) > wordMax {
		return nil
	}
	for i := range len(v) {
		buf[i] = lower(v[i])
	}
	return buf[:len(v)]
}

// documented lists words that stand for a secret in documents, in lower case.
func documented(v []byte) bool {
	switch string(v) {
	case "password", "passwd", "pass", "passphrase", "pwd", "secret", "token", "key", "apikey", "api_key", "api-key",
		"mypassword", "my_password", "my-password", "mysecret", "my_secret", "my-secret", "mytoken", "my_token", "my-token",
		"user", "username", "yourpassword", "yourtoken", "yoursecret", "yourkey", "changeit",
		"example", "sample", "dummy", "fake", "foo", "bar", "foobar", "todo", "tbd", "none", "null", "nil", "undefined",
		"true", "false", "yes", "off", "empty", "blank", "hidden", "masked", "unset", "default", "n/a", "required", "optional":
		return true
	}
	return false
}

// repeats reports whether v is its first n bytes again and again.
func repeats(v string, n int) bool {
	for i := n; i < len(v); i++ {
		if v[i] != v[i-n] {
			return false
		}
	}
	return true
}

func repeated(v string) bool {
	if isDigit(v[0]) && v[0] != '0' {
		return false // 88888888 is a password
	}
	for i := 2; i < len(v); i++ {
		if v[i] != v[i-2] {
			return false
		}
	}
	return len(v) < 2 || v[0] == v[1] || !isAlnum(v[0])
}

// containsFold reports whether s contains sub, which is in lower case.
func containsFold(s, sub string) bool {
	for i := 0; i+len(sub) <= len(s); i++ {
		if hasFold(s[i:], sub) {
			return true
		}
	}
	return false
}

// mentions reports whether s contains one of words, which are in lower case.
func mentions(s string, words ...string) bool {
	var first [4]uint64 // a bit for each byte that a word begins with
	for _, w := range words {
		first[w[0]>>6] |= 1 << (w[0] & 63)
	}
	for i := range len(s) {
		if c := lower(s[i]); first[c>>6]&(1<<(c&63)) != 0 {
			for _, w := range words {
				if w[0] == c && hasFold(s[i:], w) {
					return true
				}
			}
		}
	}
	return false
}

// endsAny reports whether s ends with one of words.
func endsAny(s string, words ...string) bool {
	for _, w := range words {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

// mixedCase reports whether v is drawn and no name: $VSAbnZ6u6WOe458.
func mixedCase(v string) bool {
	n := classify(v)
	return len(v) >= 12 && n.uppers >= 3 && n.lowers >= 3 && n.turns >= 2 && !wordy(v) && !reads(v)
}

// reference reports whether v names a place where a secret is kept.
func reference(v string) bool {
	if strings.Contains(v, `\u00`) || strings.Contains(v, `\u0`) || hasAny(v, `\u`, "&lt;", "&quot;") > 0 || len(v) > 2 && hasAny(v, "&#") > 0 && (isDigit(v[2]) || v[2] == 'x') {
		return true // escaped text of a page or of JSON
	}
	switch v[0] {
	case '$':
		// $PASSWORD, ${X:-}, $(cat file), ${{ secrets.X }}; a password may
		// begin with a dollar too: $3cret!
		return len(v) > 1 && (v[1] == '{' || v[1] == '(' || strings.Contains(v, "::") && isAlpha(v[1]) || all(v[1:], isWord) && !isDigit(v[1]) && !mixedCase(v))
	case '{', '@', '!', '&', '*', '#':
		if v[0] == '{' {
			return strings.HasPrefix(v, "{{")
		}
		if (v[0] == '*' || v[0] == '&') && len(v) > 1 && all(v[1:], calleeByte) && classify(v).digits <= 1 {
			return true // a pointer
		}
		return len(v) > 1 && all(v[1:], isIdent) && wordy(v) && classify(v).digits == 0
	}
	if place(v) {
		return true
	}
	return v[0] == '/' && (wordy(v) || classify(v).digits == 0) || strings.HasPrefix(v, "./") || strings.HasPrefix(v, "~/") || strings.HasPrefix(v, "../")
}

// place reports whether v begins as the address of a secret in a store, a call that reads
// it, a web address or a digest does.
func place(v string) bool {
	schemes := ""
	switch lower(v[0]) {
	case 'o':
		schemes = "op:// os.environ os.getenv"
	case 'u':
		schemes = "urn:"
	case 'v':
		schemes = "vault: vars."
	case 'a':
		schemes = "arn: awssm: aws-kms: azure-kms: acs:"
	case 's':
		schemes = "ssm: sm:// secretref: secrets. sha256: sha512: sha1: sha256- sha512- sha384- self."
	case 'f':
		schemes = "file: file://"
	case 'e':
		schemes = "env: enc[ env."
	case 'p':
		schemes = "projects/ process.env pk_live_ pk_test_"
	case 'g':
		schemes = "gcpsm: gcp-kms: gaaaaa"
	case 'k':
		schemes = "keyring: keychain: kms:"
	case 'h':
		schemes = "http:// https:// h1:"
	}
	for scheme := range strings.FieldsSeq(schemes) {
		if hasFold(v, scheme) {
			return true
		}
	}
	return false
}

// technical reports whether v is made of the names of algorithms, encodings, types
// and units alone, with numbers: sha256, PBKDF2-HMAC-SHA256, varchar(255).
func technical(v string) bool {
	if len(v) >= 16 && all(v, isDashedHex) {
		return false // a UUID
	}
	rest, terms := v, 0
	var buf [wordMax]byte
	for rest != "" {
		n := 0
		for n < len(rest) && isAlpha(rest[n]) {
			n++
		}
		if n == 0 {
			if rest[0] >= 0x80 {
				return false
			}
			if !isDigit(rest[0]) && !strings.ContainsRune("-_./,:()+ *&[]!?|<>", rune(rest[0])) {
				return false
			}
			rest = rest[1:]
			continue
		}
		if n > 1 && !term(folded(rest[:n], &buf)) {
			return false
		}
		if n > 1 {
			terms++
		}
		rest = rest[n:]
	}
	return terms > 0
}

func term(v []byte) bool {
	switch string(v) {
	case "sha", "md", "hmac", "aes", "gcm", "cbc", "rsa", "ec", "ecdsa", "ed", "bcrypt", "scrypt", "argon", "argon2", "id",
		"pbkdf", "base", "utf", "ascii", "hex", "hs", "rs", "es", "ps", "blake", "crc", "des", "chacha", "poly", "kdf", "ntlm",
		"scram", "plus", "url", "std", "jwt", "jws", "jwe", "jwk", "oauth", "oidc", "saml", "ldap", "totp", "otp", "fa", "mfa", "sso",
		"varchar", "char", "text", "string", "str", "bytes", "byte", "int", "uint", "bool", "bigint", "uuid", "ulid", "nvarchar", "gbk", "latin",
		"bit", "bits", "chars", "digits", "days", "day", "hours", "min", "ms", "sec", "kb", "mb",
		"http", "tls", "ssl", "tcp", "ipv", "v", "version", "level", "type", "step", "rfc", "pkcs", "x509", "openssl",
		"cl", "gpt", "mp", "k", "mb4", "utf8mb":
		return true
	}
	return false
}

// word reports whether v is a word that stands after "password:" or "token="
// without being one.
func word(v string) bool {
	var buf [wordMax]byte
	w := folded(v, &buf)
	if term(w) || documented(w) {
		return true
	}
	switch string(w) {
	case "required", "optional", "enabled", "disabled", "encrypted", "hashed", "plaintext", "plain", "cleartext", "stored", "missing", "invalid",
		"valid", "expired", "incorrect", "wrong", "correct", "unknown", "anonymous", "basic", "bearer", "digest", "credentials", "credential",
		"integer", "number", "boolean", "object", "array", "float", "double", "function", "struct", "interface", "any", "void", "self", "this",
		"input", "field", "value", "header", "cookie", "session", "form", "query", "body", "param", "params", "parameter", "argument",
		"option", "options", "flag", "flags", "instead", "local", "remote", "external", "internal", "inline", "manual", "auto", "automatic", "always", "never", "prompt", "interactive", "stdin",
		"compat", "files", "sss", "systemd", "nis", "winbind", "file", "keyring", "keychain", "vault", "env", "environment", "secrets", "tokens", "passwords", "config", "store", "storage",
		"static", "dynamic", "random", "generated", "rotated", "rotate", "revoked", "deprecated", "removed", "supported", "unsupported",
		"new", "old", "current", "previous", "next", "last", "first", "same", "different", "only", "also", "must", "should", "never-expires",
		"access", "refresh", "login", "logout", "signin", "admin-only", "read", "write", "public", "private", "shared", "opaque",
		"sha256", "secretstr", "securestring", "passwordfield", "passwordinput", "newpassword", "oldpassword", "currentpassword",
		"confirmpassword", "confirm", "repeat", "forgot", "reset", "change", "update", "delete", "create", "show", "hide", "visible":
		return true
	}
	return false
}

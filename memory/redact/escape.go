package redact

// A text may hold another that was escaped for it: JSON in JSON, JSON in a page or in a URL, a command in YAML.
// What stands for a quote or a sign there is read as the quote or the sign.

// escapedQuote returns the length of a quote at the start of s with backslashes before it, as JSON within
// JSON has them, or of what stands for one in a page or a URL; else 0.
func escapedQuote(s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case '&':
		return hasAny(s, "&quot;", "&#34;", "&#39;", "&apos;", "&#x27;")
	case '%':
		return hasAny(s, "%22", "%27", "%5C%22", "%2522")
	}
	k := 0
	for k < len(s) && s[k] == '\\' && k < 15 {
		k++
	}
	if k == 0 || k == len(s) {
		return 0
	}
	if n := hasAny(s[k-1:], `\u0022`, `\u0027`); n > 0 {
		return k - 1 + n
	}
	if s[k] != '"' && s[k] != '\'' {
		return 0
	}
	return k + 1
}

// escapedEnd reports whether what stands for a quote or for the "&" before the next parameter of a URL begins
// at s, so that a value without quotes ends there.
func escapedEnd(s string) bool {
	if escapedQuote(s) > 0 {
		return true
	}
	if !hasFold(s, "%26") {
		return false
	}
	k := len("%26")
	for k < len(s) && k < nameMax && isIdent(s[k]) {
		k++
	}
	return hasFold(s[k:], "%3d")
}

package redact

import "strings"

// elementText returns where the text of an element begins whose name ends at s[i], or
// whose attribute "name" does; else 0.
func elementText(s string, i int, named bool) int {
	if i >= len(s) {
		return 0
	}
	if s[i] == '>' && named {
		k := skipSpaces(s, i+1)
		if n := hasAny(s[k:], "<value>", "<string>"); n > 0 {
			return k + n
		}
		return i + 1
	}
	if s[i] == ' ' && named {
		// <setting name="Password" serializeAs="String"><value>
		if k := strings.IndexAny(s[i:min(len(s), i+nameMax)], "><\n"); k > 0 && hasFold(s[i+k:], "><value>") {
			return i + k + len("><value>")
		}
	}
	for _, shut := range [...]string{"</key>", "</name>", "</param-name>"} {
		rest, ok := strings.CutPrefix(s[i:], shut)
		if !ok {
			continue
		}
		k := i + len(shut)
		for k < len(s) && isSpace(s[k]) && k-i < nameMax {
			k++
		}
		if n := hasAny(s[k:], "<string>", "<value>", "<param-value>"); n > 0 && rest != "" {
			return k + n
		}
	}
	return 0
}

// valueField skips to the value in  key="Password" value="x",  in
// name: DB_PASSWORD, line break, value: x,  and in  variable "password" { default = "x" }.
func valueField(s string, i int) (next int, ok bool) {
	k := i
	for k < len(s) && k-i < nameMax && (isSpace(s[k]) || strings.IndexByte(",{\"\\", s[k]) >= 0) {
		k++
	}
	if k == i {
		return 0, false
	}
	for range 3 {
		switch {
		case hasFold(s[k:], "value"):
			k += len("value")
		case hasFold(s[k:], "content="):
			k += len("content")
		case hasFold(s[k:], "default"):
			k += len("default")
		case hasFold(s[k:], "type"), hasFold(s[k:], "description"), hasFold(s[k:], "sensitive"), hasFold(s[k:], "enabled"), hasFold(s[k:], "masked"), hasFold(s[k:], "protected"):
			// Another field of the same variable stands before its value.
			if k = nextField(s, k); k == 0 {
				return 0, false
			}
			continue
		default:
			return 0, false
		}
		k = closers(s, k)
		k = skipBlanks(s, k)
		if k >= len(s) || s[k] != ':' && s[k] != '=' {
			return 0, false
		}
		return skipBlanks(s, k+1), true
	}
	return 0, false
}

// nextField returns where the field after that at s[k] begins, or 0.
func nextField(s string, k int) int {
	for n := 0; k < len(s) && n < nameMax; n++ {
		if s[k] == '\n' || s[k] == ',' {
			for k < len(s) && (isSpace(s[k]) || s[k] == ',' || s[k] == '"') {
				k++
			}
			return k
		}
		k++
	}
	return 0
}

// fallback reads what joins a variable of the environment to the value it has when it is
// not set:  process.env.JWT_SECRET || "x",  getenv("K") ?: "x",  ${K:-x}.
func fallback(s string) (relation, int) {
	if s == "" || strings.IndexByte("|o?:", s[0]) < 0 {
		return unrelated, 0
	}
	for _, w := range [...]string{"||=", "or ", "??=", "||", "??", "?:"} {
		if rest, ok := strings.CutPrefix(s, w); ok {
			k := skipBlanks(rest, 0)
			if k < len(rest) && (rest[k] == '"' || rest[k] == '\'' || rest[k] == '`' && w != "or ") {
				return equals, len(w)
			}
			return unrelated, 0
		}
	}
	if hasAny(s, ":-") > 0 {
		return colon, len(":-")
	}
	return unrelated, 0
}

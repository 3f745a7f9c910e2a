package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTerm is the longest term in code points. Longer words are blobs (hashes,
// base64, keys): they are cut there, the same way on both sides.
const maxTerm = 64

// identifier is a word token taken apart.
//
//	src/locales/zhCN.json   whole    srclocaleszhcnjson
//	                        segments src locales zhcnjson
//	                        parts    src locales zh cn json
type identifier struct {
	whole    string   // all parts in one, not stemmed: the identity
	segments []string // pieces between / . :: @ that have several parts themselves, each in one; the tail of a path is the file with its extension
	parts    []string // words in lower case, not stemmed
	strong   bool     // more than a plain word: several parts, a digit beside letters, inner capitals, a leading dot, C++
}

// parseIdentifier takes a word token apart. Its runes are folded and still have
// their case.
func parseIdentifier(word []rune) identifier {
	var id identifier
	w := trimPossessive(word)
	if v := version(w); v != "" {
		id.whole, id.strong = clip(v), true
		if cut := strings.LastIndexByte(v, '.'); strings.Count(v, ".") >= 2 {
			id.segments = []string{clip(v[:cut])}
		}
		return id
	}
	if w[0] == '.' {
		id.strong = true
		w = w[1:]
		if !hasJoint(w) && !hasCamel(w) {
			id.whole = clip("." + lowered(w))
			id.parts = []string{clip(lowered(w))}
			return id
		}
	}
	id.parts = splitParts(w)
	id.whole = clip(strings.Join(id.parts, ""))
	if len(id.parts) > 1 {
		id.strong = true
		id.segments = segments(w, id.whole)
	} else if len(id.parts) == 1 {
		id.strong = id.strong || mixed(id.parts[0])
	}
	return id
}

// trimPossessive takes "'s" and a hanging apostrophe off.
func trimPossessive(w []rune) []rune {
	n := len(w)
	if n > 2 && w[n-2] == '\'' && lower(w[n-1]) == 's' {
		return w[:n-2]
	}
	return w
}

// version reads v1.2, 1.2.3, 2025-01-01: digits joined by dots or dashes, with
// or without a leading v. It gives "" for anything else, a lone number included.
func version(w []rune) string {
	i := 0
	if len(w) > 2 && lower(w[0]) == 'v' && isDigit(w[1]) {
		i = 1
	}
	var b strings.Builder
	dots := 0
	for ; i < len(w); i++ {
		switch {
		case isDigit(w[i]):
			b.WriteRune(w[i])
		case (w[i] == '.' || w[i] == '-' || w[i] == '/') && i+1 < len(w) && isDigit(w[i+1]):
			b.WriteByte('.')
			dots++
		default:
			return ""
		}
	}
	if dots == 0 {
		return ""
	}
	return b.String()
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func hasJoint(w []rune) bool {
	for _, r := range w {
		if isJoint(r) || r == ':' {
			return true
		}
	}
	return false
}

func hasCamel(w []rune) bool {
	for i := 1; i < len(w); i++ {
		if humpAt(w, i) {
			return true
		}
	}
	return false
}

// humpAt says whether a new word begins at i: an upper-case letter after a lower-case
// one or a digit (maxOpen, utf8Name), or the last capital of a row before a lower-case
// letter (HTTPServer). A plural s of an acronym begins none (URLs).
func humpAt(w []rune, i int) bool {
	if !unicode.IsUpper(w[i]) {
		return false
	}
	if unicode.IsLower(w[i-1]) || isDigit(w[i-1]) && i+1 < len(w) && unicode.IsLower(w[i+1]) {
		return true
	}
	return unicode.IsUpper(w[i-1]) && i+1 < len(w) && unicode.IsLower(w[i+1]) &&
		(w[i+1] != 's' || i+2 < len(w) && unicode.IsLower(w[i+2]))
}

// splitParts cuts at joints and humps. An apostrophe is dropped and joins
// ("don't" is "dont"); "++" and "#" at the end stay with the last part.
func splitParts(w []rune) []string {
	var parts []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			parts = append(parts, clip(b.String()))
			b.Reset()
		}
	}
	end := len(w)
	for end > 0 && (w[end-1] == '+' || w[end-1] == '#') {
		end--
	}
	for i, r := range w[:end] {
		switch {
		case r == '\'':
		case isJoint(r) || r == ':':
			flush()
		default:
			if i > 0 && humpAt(w, i) {
				flush()
			}
			b.WriteRune(lower(r))
		}
	}
	b.WriteString(string(w[end:]))
	flush()
	return parts
}

// segments gives the pieces between path and scope signs that have several
// parts themselves, and the last two pieces together (file and extension, class
// and method). The whole is left out.
func segments(w []rune, whole string) []string {
	var pieces [][]rune
	start := 0
	for i, r := range w {
		if r == '/' || r == '\\' || r == '.' || r == ':' || r == '@' || r == '#' {
			if i > start {
				pieces = append(pieces, w[start:i])
			}
			start = i + 1
		}
	}
	if start < len(w) {
		pieces = append(pieces, w[start:])
	}
	if len(pieces) < 2 {
		return nil
	}
	var out []string
	add := func(s string) {
		if s = clip(s); s != whole && s != "" {
			out = append(out, s)
		}
	}
	for _, p := range pieces {
		if parts := splitParts(p); len(parts) > 1 {
			add(strings.Join(parts, ""))
		}
	}
	if len(pieces) > 2 {
		tail := append(splitParts(pieces[len(pieces)-2]), splitParts(pieces[len(pieces)-1])...)
		add(strings.Join(tail, ""))
	}
	return out
}

// mixed says whether a word has letters and digits both (utf8mb4, k6, x509).
func mixed(s string) bool {
	letters, digits := false, false
	for _, r := range s {
		if isDigit(r) {
			digits = true
		} else {
			letters = true
		}
	}
	return letters && digits || strings.HasSuffix(s, "++") || strings.HasSuffix(s, "#")
}

func lowered(w []rune) string {
	var b strings.Builder
	for _, r := range w {
		b.WriteRune(lower(r))
	}
	return b.String()
}

func clip(s string) string {
	if len(s) <= maxTerm || utf8.RuneCountInString(s) <= maxTerm {
		return s
	}
	return string([]rune(s)[:maxTerm])
}

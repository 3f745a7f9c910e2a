package distill

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordForm says what a word is by its looks alone.
type wordForm uint8

const (
	formPlain   wordForm = iota
	formProper           // a capital inside a sentence: Redis
	formAcronym          // NFC, LRU
	formValue            // 1.2.3, 30s, 4096, a=b
	formName             // fetchPage, customer_id, MAX_SIZE, --flag, std::move, E.164
	formPath             // docs/style.md, client.go, /var/lib
	formSpan             // short text in backticks
)

// word is one word of a text, without the marks round it.
type word struct {
	text string
	form wordForm
}

// isAnchor tells whether a word ties a conclusion to something technical.
func (w word) isAnchor() bool { return w.form >= formAcronym }

// isMeasured tells whether a word is a number with a unit: 40ms, 1.2GB, 5%.
func (w word) isMeasured() bool {
	return strings.HasSuffix(w.text, "%") || w.form == formValue && w.text[0] >= '0' && w.text[0] <= '9' && hasLetter(w.text)
}

// words cuts a text into spans of code and words of ASCII, in order. Other scripts
// are left to the list of terms.
func words(text string) iter.Seq[word] {
	return func(yield func(word) bool) {
		first := true // at the start of a sentence, where a capital says nothing
		for i := 0; i < len(text); {
			c := text[i]
			if c == '`' {
				if n := strings.IndexByte(text[i+1:min(len(text), i+1+maxSpan)], '`'); n > 0 {
					span := strings.TrimSpace(text[i+1 : i+1+n])
					i, first = i+n+2, false
					if !yieldSpan(span, yield) {
						return
					}
					continue
				}
			}
			if !isWordSign(c) {
				if c == '\n' || c == '!' || c == '?' || c == ';' {
					first = true
				}
				if c >= utf8.RuneSelf {
					r, n := utf8.DecodeRuneInString(text[i:])
					first = r == '。' || r == '！' || r == '？' || r == '；' || first && !unicode.IsLetter(r)
					i += n
					continue
				}
				i++
				continue
			}
			end := i
			for end < len(text) && isWordSign(text[end]) {
				end++
			}
			raw := text[i:end]
			if w := trimWord(raw); w != "" && !yield(word{w, formOf(w, first)}) {
				return
			}
			first = strings.HasSuffix(raw, ".") || strings.HasSuffix(raw, ":")
			i = end
		}
	}
}

// yieldSpan gives a span of code whole when it is one word or short, else its words.
func yieldSpan(span string, yield func(word) bool) bool {
	if n := utf8.RuneCountInString(span); n >= 2 && n <= 48 && strings.Count(span, " ") <= 3 {
		if isNumber(span) || isLiteral(span) {
			return yield(word{span, formValue})
		}
		return yield(word{span, formSpan})
	}
	for f := range strings.FieldsSeq(span) {
		if w := trimWord(f); w != "" && len(w) <= 64 && !yield(word{w, max(formValue, formOf(w, true))}) {
			return false
		}
	}
	return true
}

// isWordSign tells whether c may stand inside a word: letters, digits, and the signs
// of paths, identifiers and settings.
func isWordSign(c byte) bool {
	if c >= utf8.RuneSelf {
		return false
	}
	return isWordByte(c) || strings.IndexByte("./\\-:@#$%+*=~&", c) >= 0 || c == '(' || c == ')'
}

// trimWord takes punctuation off both ends, and a bracket that has no partner.
func trimWord(w string) string {
	w = strings.TrimRight(strings.TrimLeft(w, ":,*'=&+)"), ".:,*'=~&+")
	if strings.HasPrefix(w, "..") && !strings.HasPrefix(w, "../") {
		w = strings.TrimLeft(w, ".")
	}
	if strings.HasPrefix(w, "(") {
		w = strings.Trim(w, "()")
	}
	if !strings.HasSuffix(w, "()") {
		if open := strings.IndexByte(w, '('); open >= 0 && !strings.HasSuffix(w, ")") {
			w = strings.TrimRight(w[:open], ".:")
		} else if open < 0 {
			w = strings.TrimRight(w, ")")
		}
	}
	return strings.TrimRight(w, ".:,*'")
}

// formOf tells the form of a word. first: a capital at its start says nothing.
func formOf(w string, first bool) wordForm {
	var lower, upper, digits, hump int
	for i := 0; i < len(w); i++ {
		switch c := w[i]; {
		case c >= 'a' && c <= 'z':
			lower++
		case c >= 'A' && c <= 'Z':
			upper++
			if i > 0 && w[i-1] >= 'a' && w[i-1] <= 'z' {
				hump++
			}
		case c >= '0' && c <= '9':
			digits++
		}
	}
	letters := lower + upper
	switch {
	case letters == 0 && digits == 0:
		return formPlain
	case isNumber(w):
		if digits < 2 && letters == 0 && !strings.HasSuffix(w, "%") {
			return formPlain // "3" ties to nothing
		}
		return formValue
	case isPath(w):
		return formPath
	case strings.Contains(w, "::") || strings.HasSuffix(w, "()") || strings.HasPrefix(w, "--") && letters > 1 || w[0] == '@' && letters > 1:
		return formName
	case strings.IndexByte(w, '_') > 0 && letters > 1:
		return formName
	case strings.IndexByte(w, '=') > 0:
		return formValue
	case hump > 0 && !strings.ContainsAny(w, "-'/"):
		return formName
	case isDotted(w):
		return formName
	case digits > 0 && letters > 1 && !strings.ContainsAny(w, "'%"):
		return formName // utf8, x86, chunk-0007, ERR-42
	case isUnit(w):
		return formPlain
	case upper > 1 && lower == 0 && digits == 0 && letters <= 8 && !strings.ContainsAny(w, "'"):
		return formAcronym
	case upper > 0 && w[0] >= 'A' && w[0] <= 'Z' && lower > 0 && !first && !strings.ContainsAny(w, "'") && !isSmallWord(lowerASCII(w)):
		return formProper
	}
	return formPlain
}

// isLiteral: values that name nothing.
func isLiteral(w string) bool {
	switch lowerASCII(w) {
	case "true", "false", "null", "nil", "none", "undefined", "nan", "yes", "no", "on", "off", "ok":
		return true
	}
	return false
}

// isUnit: units in capitals, which look like acronyms.
func isUnit(w string) bool {
	switch w {
	case "B", "KB", "MB", "GB", "TB", "PB", "HZ", "OK", "AM", "PM":
		return true
	}
	return false
}

// isNumber tells whether w is a number with or without a unit or sign: 4096, 1.2.3, 30s, 5%, 4.7k, 16MiB.
func isNumber(w string) bool {
	w = strings.TrimLeft(w, "+-~v$#<>= ")
	digits := 0
	for digits < len(w) && (w[digits] >= '0' && w[digits] <= '9' || strings.IndexByte(".,:/- ", w[digits]) >= 0) {
		digits++
	}
	if digits == 0 || w[0] < '0' || w[0] > '9' {
		return false
	}
	unit := strings.Trim(w[digits:], "%)+")
	return len(unit) <= 4 && strings.IndexFunc(unit, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// isPath tells whether w is a path or the name of a file.
func isPath(w string) bool {
	slash := strings.IndexAny(w, "/\\")
	if slash < 0 {
		return isFileName(w)
	}
	if strings.Contains(w, "://") {
		return true
	}
	parts := strings.FieldsFunc(w, func(r rune) bool { return r == '/' || r == '\\' })
	switch {
	case len(parts) == 0:
		return false
	case slash == 0 || len(parts) > 2 || strings.HasSuffix(w, "/") || w[0] == '~' || w[0] == '.':
		return hasLetter(w)
	}
	// "and/or", "read/write" and "TCP/IP" are no paths; "docs/x.md" and "src/lib_a" are.
	return len(parts) == 2 && (isFileName(parts[1]) || strings.IndexByte(w, '_') > 0 || strings.IndexByte(w, '-') > 0 && hasLetter(parts[0]) && hasLetter(parts[1]))
}

// isFileName: "client.go", ".gitattributes"; not "e.g" nor "example.com's".
func isFileName(w string) bool {
	dot := strings.LastIndexByte(w, '.')
	if dot < 0 {
		return false
	}
	ext := w[dot+1:]
	if dot == 0 {
		return len(ext) > 3 && hasLetter(ext)
	}
	if dot < 2 || len(ext) == 0 || len(ext) > 6 || !hasLetter(w[:dot]) {
		return false
	}
	for i := 0; i < len(ext); i++ {
		if c := ext[i]; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// isDotted: "time.Now", "payments.processed_events", "E.164".
func isDotted(w string) bool {
	dot := strings.IndexByte(w, '.')
	return dot > 0 && dot < len(w)-1 && isWordByte(w[dot-1]) && isWordByte(w[dot+1]) && len(w) > 4
}

func hasLetter(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) >= 0
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

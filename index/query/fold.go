package query

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold brings a text to the form that the lexer reads: NFKC (full width, half
// width and composed forms become one), traditional Chinese as simplified,
// invisible characters taken out, control characters as spaces. Letter case is
// kept, because it shows where the words of an identifier end.
func fold(text string) []rune {
	if !ascii(text) && !norm.NFKC.IsNormalString(text) {
		text = norm.NFKC.String(text)
	}
	out := make([]rune, 0, utf8.RuneCountInString(text))
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if r < ' ' && r != '\n' || r == 0x7f {
				r = ' '
			}
			out = append(out, r)
		case invisible(r):
		case r == '‘' || r == '’':
			out = append(out, '\'')
		case r == '‐' || r == '‑' || r == '−':
			out = append(out, '-')
		case r == 'ß' || r == 'ẞ':
			out = append(out, 's', 's')
		default:
			out = append(out, simplify(r))
		}
	}
	return out
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// invisible says whether a character leaves no mark on paper: format
// characters (joiners, marks of direction, byte order mark, soft hyphen, tags)
// and variation selectors.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

// lower is the case folding of one character of a word.
func lower(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	if r = unicode.ToLower(r); r == 'ς' {
		r = 'σ'
	}
	return r
}

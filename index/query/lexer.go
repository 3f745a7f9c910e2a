package query

import "unicode"

// kind is the kind of a token.
type kind uint8

const (
	kindBreak kind = iota // punctuation that parts two clauses
	kindWord              // letters and digits, joined into an identifier
	kindPair              // a run of one script that is cut into pairs
)

// token is a piece of a folded text: runes[start:end].
type token struct {
	kind       kind
	script     script
	start, end int
	mark       rune // of a break: the sign; a line end wins over other signs
}

type script uint8

const (
	scriptOther script = iota
	scriptHan
	scriptHiragana
	scriptKatakana
)

func scriptOf(r rune) script {
	switch {
	case isHan(r):
		return scriptHan
	case r >= 0x3041 && r <= 0x309f:
		return scriptHiragana
	case r >= 0x30a0 && r <= 0x30ff, r >= 0x31f0 && r <= 0x31ff:
		return scriptKatakana
	}
	return scriptOther
}

// lex cuts a folded text into tokens. Blanks part tokens and are no token
// themselves; so does a change between Latin and a script of pairs, which is
// why "重启api-gw后" has three tokens.
//
//	text   = { blank | break | word | run }
//	run    = one or more signs of one script of pairs
//	word   = [ "." ] alnum { alnum | joint alnum } [ "++" | "#" ]
//	joint  = one or more of _ - . / \ @ + # ' or "::" without a blank
//
// A leading dot stays with its word (".NET", ".env"), leading dashes do not
// ("--force" is "force").
func lex(rs []rune) []token {
	toks := make([]token, 0, len(rs)/3+1)
	for i := 0; i < len(rs); {
		r := rs[i]
		switch {
		case r == ' ' || r == '\t' || r == '\u3000' || r == '\u00a0':
			i++
		case isHan(r) || isPaired(r):
			s, j := scriptOf(r), i+1
			for j < len(rs) && (isHan(rs[j]) || isPaired(rs[j])) && sameRun(s, rs[j]) {
				j++
			}
			toks = append(toks, token{kind: kindPair, script: s, start: i, end: j})
			i = j
		case isWordRune(r):
			start := i
			if i > 0 && leadsName(rs, i-1) {
				start--
			}
			i = wordEnd(rs, i)
			toks = append(toks, token{kind: kindWord, start: start, end: i})
		case leadsName(rs, i): // the word that follows takes it
			i++
		default:
			toks = appendBreak(toks, rs, i)
			i++
		}
	}
	return toks
}

// leadsName says whether the character at i is a full stop that begins a name (".NET", ".gitignore"). Such a one ends no
// sentence: a clause that began behind it would ask for another name.
func leadsName(rs []rune, i int) bool {
	return rs[i] == '.' && i+1 < len(rs) && isWordRune(rs[i+1]) && unicode.IsLetter(rs[i+1]) &&
		(i == 0 || !isWordRune(rs[i-1]) && rs[i-1] != '.')
}

// sameRun keeps Han, Hiragana and Katakana apart; the long vowel mark goes with
// either Kana.
func sameRun(s script, r rune) bool { return r == 'ー' || scriptOf(r) == s }

// appendBreak adds a break, or lets the last one grow: several signs part two
// clauses once.
func appendBreak(toks []token, rs []rune, i int) []token {
	if n := len(toks); n > 0 && toks[n-1].kind == kindBreak {
		if rs[i] == '\n' || toks[n-1].mark != '\n' && strength(rs[i]) > strength(toks[n-1].mark) {
			toks[n-1].mark = rs[i]
		}
		toks[n-1].end = i + 1
		return toks
	}
	return append(toks, token{kind: kindBreak, start: i, end: i + 1, mark: rs[i]})
}

// isWordRune says whether a character can be in a word: a letter, digit or
// combining mark that belongs to no script of pairs.
func isWordRune(r rune) bool {
	if r < 0x80 {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !isHan(r) && !isPaired(r)
}

func isJoint(r rune) bool {
	switch r {
	case '_', '-', '.', '/', '\\', '@', '+', '#', '\'':
		return true
	}
	return false
}

// wordEnd gives the end of the word that begins at i.
func wordEnd(rs []rune, i int) int {
	start := i
	for {
		for i < len(rs) && isWordRune(rs[i]) {
			i++
		}
		j := i
		for j < len(rs) && isJoint(rs[j]) {
			j++
		}
		if j == i && j+1 < len(rs) && rs[j] == ':' && rs[j+1] == ':' {
			j += 2
		}
		if j > i && j < len(rs) && isWordRune(rs[j]) {
			i = j
			continue
		}
		return i + suffix(rs[start:i], rs[i:j])
	}
}

// suffix counts the signs after a word that belong to its name: "C++", "g++",
// "C#", "F#". A lone sign does not ("C+", "issue#").
func suffix(word, rest []rune) int {
	switch {
	case len(rest) >= 2 && rest[0] == '+' && rest[1] == '+':
		return 2
	case len(rest) >= 1 && rest[0] == '#' && endsInOneLetter(word):
		return 1
	}
	return 0
}

func endsInOneLetter(word []rune) bool {
	n := len(word)
	return n > 0 && unicode.IsLetter(word[n-1]) && (n == 1 || !isWordRune(word[n-2]) && !isJoint(word[n-2]))
}

// strength orders the signs that part clauses: a sentence end is stronger than
// a comma, a comma is stronger than a bracket or a quotation mark.
func strength(r rune) int {
	switch r {
	case '\n', '.', '!', '?', ';', '。':
		return 3
	case ',', '、', ':', '—', '–', '…':
		return 2
	}
	return 1
}

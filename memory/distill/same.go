package distill

import (
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is what two records are compared by.
type Text struct {
	Title, Conclusion string
}

// Verdict says how a text stands to one that is stored.
type Verdict uint8

const (
	Different     Verdict = iota // store it
	Duplicate                    // says nothing new: do not store it
	Contradiction                // store it; the two may contradict each other, so a person should look
)

// String gives "different", "duplicate" or "contradiction".
func (v Verdict) String() string {
	switch v {
	case Duplicate:
		return "duplicate"
	case Contradiction:
		return "contradiction"
	}
	return "different"
}

// Shares of words, in percent, that the verdicts ask for.
const (
	maxExtra   = 15 // of the longer text: plain words a duplicate may have more
	nearWords  = 80 // common words of texts where another plain word may be another choice
	alikeWords = 60 // common words of texts about one thing
)

// Same compares a new text with a stored one. A duplicate has the same words
// in the same order: letter case, endings, punctuation and small words aside, and a
// few plain words more. Numbers, units, identifiers, versions, paths and negations must be equal. A
// text about the same thing, by its wording or its title, that differs in one of these or in
// one plain word against another may be a contradiction. The verdict is the same when a and b
// are swapped.
func Same(a, b Text) Verdict {
	x, y := digest(a.Conclusion), digest(b.Conclusion)
	if len(x.words) == 0 || len(y.words) == 0 {
		if strings.EqualFold(strings.TrimSpace(a.Conclusion), strings.TrimSpace(b.Conclusion)) {
			return Duplicate
		}
		return Different
	}
	if isExtended(x.words, y.words) {
		return Duplicate
	}
	common := percentCommon(x.plain, y.plain)
	differ := !maps.Equal(x.facts, y.facts)
	if common >= nearWords || differ && isSameTitle(a.Title, b.Title) {
		return Contradiction
	}
	// In looser wording, texts that name nothing in common are of different things.
	named := len(x.names) == 0 || len(y.names) == 0 || intersects(x.names, y.names)
	if differ && named && common >= alikeWords {
		return Contradiction
	}
	return Different
}

// mark is a word that counts: lower case, without its ending.
type mark struct {
	text string
	fact bool // a number, name, path or negation
}

// content is a text cut into words that count.
type content struct {
	words []mark
	plain map[string]bool
	facts map[string]int  // with the number of times each occurs
	names map[string]bool // facts that name something
}

func digest(s string) content {
	c := content{plain: map[string]bool{}, facts: map[string]int{}, names: map[string]bool{}}
	put := func(text string, fact, name bool) {
		c.words = append(c.words, mark{text, fact})
		if !fact {
			c.plain[text] = true
			return
		}
		c.facts[text]++
		if name {
			c.names[text] = true
		}
	}
	s = strings.ReplaceAll(strings.ReplaceAll(s, "`", " "), "’", "'")
	number := false // the word before is a number, so a short word is its unit
	for i := 0; i < len(s); {
		if !isWordSign(s[i]) {
			r, n := utf8.DecodeRuneInString(s[i:])
			i += n
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				number = false
				if !isSmallHan(r) {
					put(string(unicode.ToLower(r)), isPolarHan(r), false)
				}
			}
			continue
		}
		end := i
		for end < len(s) && isWordSign(s[end]) {
			end++
		}
		w := trimWord(s[i:end])
		if number && len(w) <= maxUnit && strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
			put(lowerASCII(w), true, false)
			number = false
		} else if w != "" {
			number = isNumber(w) && w[len(w)-1] <= '9'
			putWord(w, put)
		}
		i = end
	}
	return c
}

// maxUnit is the length of the longest unit that is told by its place: "kB", "min", "MiB".
const maxUnit = 3

// putWord files a word of ASCII: as a fact by its form, else by its stem.
func putWord(w string, put func(text string, fact, name bool)) {
	lower := lowerASCII(w)
	switch form := formOf(w, true); {
	case form >= formAcronym && form != formValue:
		put(lower, true, true)
	case strings.ContainsAny(w, "0123456789"):
		// "20MB" and "20 MB" are equal: digits and unit apart.
		digits := strings.TrimRightFunc(lower, unicode.IsLetter)
		put(digits, true, false)
		if unit := lower[len(digits):]; unit != "" {
			put(unit, true, false)
		}
	case isNegation(lower):
		put("not", true, false)
	case !isSmallWord(lower):
		put(stem(lower), false, false)
	}
}

// isExtended tells whether one sequence is the other with a few plain words put in.
func isExtended(x, y []mark) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	if (len(y)-len(x))*100 > maxExtra*len(y) {
		return false
	}
	i := 0
	for _, t := range y {
		if i < len(x) && x[i] == t {
			i++
		} else if t.fact {
			return false
		}
	}
	return i == len(x)
}

// percentCommon is Dice's coefficient of two sets, in percent.
func percentCommon(x, y map[string]bool) int {
	if len(x)+len(y) == 0 {
		return 0
	}
	n := 0
	for w := range x {
		if y[w] {
			n++
		}
	}
	return 200 * n / (len(x) + len(y))
}

func intersects(x, y map[string]bool) bool {
	for w := range x {
		if y[w] {
			return true
		}
	}
	return false
}

func isSameTitle(a, b string) bool {
	fold := func(s string) string {
		return strings.Map(func(r rune) rune {
			if !isLetterOrDigit(r) {
				return -1
			}
			return unicode.ToLower(r)
		}, s)
	}
	a = fold(a)
	return a != "" && a == fold(b)
}

// stem takes the commonest endings off an English word. Both texts are treated alike,
// so a stem need not be a word.
func stem(w string) string {
	for _, end := range []string{"ing", "ed", "es", "s"} {
		if rest, ok := strings.CutSuffix(w, end); ok && len(rest) >= 3 {
			return strings.TrimSuffix(rest, "e")
		}
	}
	if len(w) > 3 {
		return strings.TrimSuffix(w, "e")
	}
	return w
}

func isNegation(w string) bool {
	switch w {
	case "not", "no", "never", "without", "cannot", "neither", "nor", "none", "nothing", "unless", "except":
		return true
	}
	return strings.HasSuffix(w, "n't")
}

// isSmallWord: words that tell no two decisions apart. "on", "off", "before", "after", "only" and
// their like do, so they are none.
func isSmallWord(w string) bool {
	switch w {
	case "a", "an", "the", "is", "are", "was", "were", "be", "been", "being", "am", "it", "its", "it's", "this", "that", "these", "those",
		"of", "and", "as", "we", "our", "us", "i", "you", "they", "them", "now", "so", "also", "just", "has", "have", "had",
		"do", "does", "did", "will", "there", "here", "which", "therefore", "thus", "since", "because":
		return true
	}
	return false
}

// isSmallHan: characters of grammar alone.
func isSmallHan(r rune) bool {
	switch r {
	case '的', '了', '是', '在', '和', '与', '與', '也', '就', '都', '被', '将', '將', '把', '于', '於', '着', '地', '得', '之', '其', '该', '該', '此', '这', '這', '那', '已', '因', '为', '為', '所', '以':
		return true
	}
	return false
}

// isPolarHan: characters of negation, of switching, and of direction. In words that mean neither
// they do no harm: both texts have them.
func isPolarHan(r rune) bool {
	switch r {
	case '不', '没', '沒', '无', '無', '非', '未', '勿', '别', '別', '禁', '否', '莫',
		'开', '開', '关', '關', '启', '啟', '停', '允', '拒', '增', '减', '減', '升', '降', '前', '后', '後', '上', '下':
		return true
	}
	return false
}

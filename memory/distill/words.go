package distill

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

//go:embed terms.txt
var termLists string

// terms is made on the first use, so that a start costs nothing.
var terms = sync.OnceValue(func() *matcher {
	return newMatcher(termLists, func(string) uint8 { return 0 })
})

// Grades of a hit word, best first.
const (
	gradeName  = iota // in backticks, or by its form: a path, an identifier, an error, a flag
	gradeTitle        // a name of a product or an acronym: Redis, NFC
	gradeTerm         // a technical term of the list
	gradeValue        // a setting or value: a=b, 4.7k, 3.2.1
	numGrades
)

// hitWords draws one to eight hit words from texts, the most telling text first: names
// before terms before values, each as it is written. Half of the room is kept for what
// is no name, so that a chunk is found by those who do not know its identifiers.
func hitWords(texts []string) []string {
	var graded [numGrades][]string
	for _, text := range texts {
		collect(text, &graded)
	}
	var words []string
	add := func(grade, limit int) {
		for _, w := range graded[grade] {
			if len(words) == memory.MaxHitWords || limit == 0 {
				return
			}
			if !slices.ContainsFunc(words, func(o string) bool { return strings.EqualFold(o, w) }) {
				words = append(words, w)
				limit--
			}
		}
	}
	add(gradeName, memory.MaxHitWords/2)
	add(gradeTitle, 2)
	add(gradeTerm, memory.MaxHitWords/2)
	for grade := range numGrades {
		if grade != gradeValue || len(words) < 2 {
			add(grade, -1)
		}
	}
	if len(words) == 0 && len(texts) > 0 {
		words = fallbackWords(texts)
	}
	return words
}

// fallbackWords gives the longest words of the first text that has any.
func fallbackWords(texts []string) []string {
	for _, text := range texts {
		var words []string
		for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isHan(r) && !isLetterOrDigit(r) }) {
			if n := utf8.RuneCountInString(w); n >= 2 && n <= memory.MaxHitWord && !slices.Contains(words, w) {
				words = append(words, w)
			}
			if len(words) == 64 {
				break
			}
		}
		slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
		if len(words) > 0 {
			return words[:min(3, len(words))]
		}
	}
	if w := cutWords(oneLine(texts[0]), memory.MaxHitWord); w != "" {
		return []string{w}
	}
	return nil
}

// maxCollected bounds each grade: hit words come from the start of long texts.
const maxCollected = 64

// collect files the candidates of one text by grade, each once, in order.
func collect(text string, graded *[numGrades][]string) {
	put := func(grade int, w string) {
		if w == "" || len(graded[grade]) >= maxCollected || utf8.RuneCountInString(w) > memory.MaxHitWord ||
			w == strings.Trim(redact.Mark, "[]") || strings.Contains(w, redact.Mark) || slices.Contains(graded[grade], w) {
			return
		}
		graded[grade] = append(graded[grade], w)
	}
	for w := range words(text) {
		switch w.form {
		case formSpan, formPath, formName:
			put(gradeName, w.text)
		case formAcronym, formProper:
			put(gradeTitle, w.text)
		case formValue:
			put(gradeValue, w.text)
		}
	}
	terms().each(lowerASCII(text), func(start, end int, _ uint8) { put(gradeTerm, text[start:end]) })
}

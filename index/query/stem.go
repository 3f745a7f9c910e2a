package query

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// stem gives the index form of one lower-case word. English words go through
// the Porter2 stemmer (http://snowball.tartarus.org/algorithms/english/stemmer.html);
// words with a digit or a letter outside a-z stay as they are, since they are
// names or other languages.
func stem(word string) string {
	if len(word) <= 3 {
		return word
	}
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return word
		}
	}
	return english.Stem(word, true)
}

// singular takes off a plural s and nothing else. Hit words are compared in this
// form: what a stemmer does beyond it ("universal", "university") would make two
// different names one.
func singular(word string) string {
	n := len(word)
	if n <= 3 || word[n-1] != 's' {
		return word
	}
	switch word[n-2] {
	case 's', 'u', 'i':
		return word
	}
	if n > 4 && strings.HasSuffix(word, "ies") {
		return word[:n-3] + "y"
	}
	return word[:n-1]
}

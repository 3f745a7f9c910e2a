package query

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEverydayWordsAreSortedAndFound(t *testing.T) {
	for name, list := range map[string]string{"English": everydayEnglish, "Chinese": everydayChinese} {
		words := strings.Fields(list)
		if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) || strings.Join(words, "\n")+"\n" != list {
			t.Errorf("%s: not one word a line, each once, in bytewise order", name)
		}
		for _, w := range words {
			if !listed(list, w) || listed(list, w+"q") || listed(list, w[:len(w)-1]) != slices.Contains(words, w[:len(w)-1]) {
				t.Errorf("%s: %q is looked up wrongly", name, w)
			}
			switch {
			case name == "Chinese" && (utf8.RuneCountInString(w) != 2 || commonHan(w) == Rare):
				t.Errorf("%q is no usual pair", w)
			case name == "English" && (commonWord(w) == Rare || stopWord(w)):
				t.Errorf("%q is no usual word", w)
			}
		}
		if listed(list, "") || listed(list, "\n") || listed("", "a") {
			t.Errorf("%s: nothing is found", name)
		}
	}
}

package distill

import (
	"strings"
	"unicode/utf8"
)

// grams calls give for every run of one to three words in a folded text; a Chinese character is a word.
// Numbers are all "#", and what maskQuotes blanked is its mark alone, so that names and values give none.
//
//	"timeout 改为 30 s" gives  timeout  timeout改  timeout改为  改  改为  改为#  为  为#  为# s …
func grams(folded string, give func(string)) {
	var (
		buf    strings.Builder // the words, with a blank between two of them that are not Chinese
		starts [3]int          // of the last three words in buf
		han    bool            // the last one is Chinese
		count  int
	)
	buf.Grow(len(folded) + 16)
	for i := 0; i < len(folded); {
		word, n := gramWord(folded[i:])
		i += n
		if word == "" {
			continue
		}
		wasHan := han
		han = word[0] >= utf8.RuneSelf
		if count > 0 && !han && !wasHan {
			buf.WriteByte(' ')
		}
		starts = [3]int{starts[1], starts[2], buf.Len()}
		buf.WriteString(word)
		count++
		text := buf.String()
		give(text[starts[2]:])
		if count > 1 {
			give(text[starts[1]:])
		}
		if count > 2 {
			give(text[starts[0]:])
		}
	}
}

// gramWord reads the next word, and tells how many bytes it takes. A blank and a mark that says nothing give "".
func gramWord(s string) (word string, n int) {
	c := s[0]
	switch {
	case c >= '0' && c <= '9':
		for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' || s[n] == ',') {
			n++
		}
		if last := s[n-1]; last == '.' || last == ',' {
			n-- // it ends the sentence
		}
		return "#", n
	case isWordByte(c):
		n = wordLength(s)
		return s[:n], n
	case c < utf8.RuneSelf:
		if strings.IndexByte("`\".:;?!,", c) >= 0 {
			return s[:1], 1
		}
		return "", 1
	}
	r, n := utf8.DecodeRuneInString(s)
	if isHan(r) || r == '，' || r == '。' || r == '；' || r == '：' || r == '？' || r == '、' {
		return s[:n], n
	}
	return "", n
}

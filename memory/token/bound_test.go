package token

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory/token/internal/build"
	"github.com/git-hfa/git-hfa/memory/token/internal/layout"
)

func TestHintsAreWhatTheGeneratorWrites(t *testing.T) {
	want, err := build.Estimate()
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != hints {
		t.Error("estimate.table differs from its source: run go generate ./memory/token")
	}
}

func TestEveryCharacterIsWithinItsBound(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		c := string(r)
		if got, exact := characterBound(c), countPiece(c); got < exact {
			t.Errorf("characterBound(%q) = %d, below the exact %d", c, got, exact)
		}
		if got, exact := mixedBound(" "+c), countPiece(" "+c); got < exact {
			t.Errorf("mixedBound(%q) = %d, below the exact %d", " "+c, got, exact)
		}
	}
}

func TestEveryCommonWordIsOneToken(t *testing.T) {
	words := 0
	for n := 1; n <= layout.MaxWord; n++ {
		for all := wordsOfLength(n); len(all) > 0; all = all[n:] {
			words++
			word := all[:n]
			for _, form := range []string{word, strings.ToUpper(word[:1]) + word[1:]} {
				if !isCommonWord(form) {
					t.Fatalf("%q is in the list and not found", form)
				}
				for c := byte(0); c < utf8.RuneSelf; c++ {
					piece := string(rune(c)) + form
					if nextPiece(piece) != len(piece) {
						continue // a digit or a line end leads no word
					}
					if got, exact := boundPiece(piece), countPiece(piece); got < exact {
						t.Errorf("boundPiece(%q) = %d, below the exact %d", piece, got, exact)
					}
				}
				if got := countPiece(form); got != 1 {
					t.Errorf("%q counts %d", form, got)
				}
			}
		}
	}
	if words < 1000 {
		t.Errorf("%d common words, want 1,000 and more", words)
	}
}

func TestRunsOfBlanksAreWithinTheirBound(t *testing.T) {
	for _, blank := range []string{" ", "\t", "\n"} {
		for n := 1; n <= 1000; n++ {
			if got, exact := blankBound(strings.Repeat(blank, n)), countPiece(strings.Repeat(blank, n)); got < exact {
				t.Errorf("blankBound of %d times %q = %d, below the exact %d", n, blank, got, exact)
			}
		}
	}
}

// A token that crosses the edge of a character tears it. For each such token, and for all characters that it can tear, the
// bound must hold: this is what the sum over characters rests on.
func TestTornCharactersAreWithinTheirBound(t *testing.T) {
	texts, err := build.Ranks()
	if err != nil {
		t.Fatal(err)
	}
	beginning, ending := charactersByPart()
	torn := 0
	for _, text := range texts {
		head, middle, tail := tear(text)
		if utf8.ValidString(text) || middle == "" && (head == "" || tail == "") {
			continue // whole characters, or a part of one
		}
		torn++
		if head != "" {
			next := (middle + tail)[0]
			if (next < utf8.RuneSelf || tail != "") && !tears(head[len(head)-1], next) {
				t.Errorf("token %q: tears does not know it", text)
			}
		}
		for _, before := range ending[head] {
			for _, after := range beginning[tail] {
				piece := before + middle + after
				if got, exact := mixedBound(piece), countPiece(piece); got < exact {
					t.Errorf("token %q: mixedBound(%q) = %d, below the exact %d", text, piece, got, exact)
				}
			}
		}
	}
	if torn < 500 {
		t.Errorf("%d tokens tear characters, want 500 and more: the test does not see them", torn)
	}
}

// tear cuts a token into the end of a character, whole characters, and the beginning of one. A part in the middle of one
// character comes back as head.
func tear(text string) (head, middle, tail string) {
	start := 0
	for start < len(text) && !utf8.RuneStart(text[start]) {
		start++
	}
	head, rest := text[:start], text[start:]
	for end := 0; end < len(rest); {
		if !utf8.FullRuneInString(rest[end:]) {
			return head, rest[:end], rest[end:]
		}
		_, size := utf8.DecodeRuneInString(rest[end:])
		end += size
	}
	return head, rest, ""
}

// charactersByPart returns the characters of two or more bytes, up to U+1FFFF, by each proper beginning and each proper end of
// their bytes. The empty part belongs to the empty string alone.
func charactersByPart() (beginning, ending map[string][]string) {
	beginning, ending = map[string][]string{"": {""}}, map[string][]string{"": {""}}
	for r := rune(utf8.RuneSelf); r < 0x20000; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		c := string(r)
		for n := 1; n < len(c); n++ {
			beginning[c[:n]] = append(beginning[c[:n]], c)
			ending[c[n:]] = append(ending[c[n:]], c)
		}
	}
	return beginning, ending
}

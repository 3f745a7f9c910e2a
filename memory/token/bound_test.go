package token

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

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

// torn is a token that crosses the edge of a character: the end of one, whole characters, and the beginning of one.
type torn struct{ head, middle, tail string }

func tornTokens(t *testing.T) []torn {
	texts, err := build.Ranks()
	if err != nil {
		t.Fatal(err)
	}
	var all []torn
	for _, text := range texts {
		token := tear(text)
		if utf8.ValidString(text) || token.middle == "" && (token.head == "" || token.tail == "") {
			continue // whole characters, or a part of one
		}
		all = append(all, token)
	}
	if len(all) < 500 {
		t.Fatalf("%d tokens tear characters, want 500 and more: the test does not see them", len(all))
	}
	return all
}

func checkMixed(t *testing.T, piece string) {
	t.Helper()
	if got, exact := mixedBound(piece), countPiece(piece); got < exact {
		t.Errorf("mixedBound(%q) = %d, below the exact %d", piece, got, exact)
	}
}

// For each token that tears characters, and for all characters that it can tear, the bound must hold: this is what the sum over
// characters rests on.
func TestTornCharactersAreWithinTheirBound(t *testing.T) {
	beginning, ending := charactersByPart()
	for _, token := range tornTokens(t) {
		if token.head != "" {
			next := (token.middle + token.tail)[0]
			if (next < utf8.RuneSelf || token.tail != "") && !tears(token.head[len(token.head)-1], next) {
				t.Errorf("token %q: tears does not know it", token)
			}
		}
		if len(ending[token.head]) == 0 || len(beginning[token.tail]) == 0 {
			t.Errorf("token %q: the test has no character for it to tear", token)
		}
		for _, before := range ending[token.head] {
			for _, after := range beginning[token.tail] {
				checkMixed(t, before+token.middle+after)
			}
		}
	}
}

// One character can be torn from both sides.
func TestCharactersTornTwiceAreWithinTheirBound(t *testing.T) {
	beginning, ending := charactersByPart()
	few := func(all []string) []string { return all[:min(len(all), 8)] }
	tokens := tornTokens(t)
	for _, left := range tokens {
		for _, right := range tokens {
			if left.tail == "" || right.head == "" {
				continue
			}
			for _, c := range beginning[left.tail] {
				if len(c) < len(left.tail)+len(right.head) || !strings.HasSuffix(c, right.head) {
					continue
				}
				for _, before := range few(ending[left.head]) {
					for _, after := range few(beginning[right.tail]) {
						checkMixed(t, before+left.middle+c+right.middle+after)
					}
				}
			}
		}
	}
}

func TestRowsOfTornCharactersAreWithinTheirBound(t *testing.T) {
	beginning, ending := charactersByPart()
	tokens := tornTokens(t)
	rapid.Check(t, func(rt *rapid.T) {
		var piece strings.Builder
		for range rapid.IntRange(1, 6).Draw(rt, "tokens") {
			token := rapid.SampledFrom(tokens).Draw(rt, "token")
			piece.WriteString(rapid.SampledFrom(ending[token.head]).Draw(rt, "before") + token.middle)
			piece.WriteString(rapid.SampledFrom(beginning[token.tail]).Draw(rt, "after"))
		}
		if got, exact := mixedBound(piece.String()), countPiece(piece.String()); got < exact {
			rt.Errorf("mixedBound(%q) = %d, below the exact %d", piece.String(), got, exact)
		}
	})
}

func TestScanAndHeapAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		piece := rapid.StringN(2, scanLimit, scanLimit).Draw(rt, "piece")
		var m merger
		if scan, heap := countByScan(piece), m.countByHeap(piece); scan != heap {
			rt.Errorf("%q: %d tokens by scan, %d by heap", piece, scan, heap)
		}
	})
}

// tear cuts a token into the end of a character, whole characters, and the beginning of one. A part in the middle of one
// character comes back as head.
func tear(text string) torn {
	start := 0
	for start < len(text) && !utf8.RuneStart(text[start]) {
		start++
	}
	head, rest := text[:start], text[start:]
	for end := 0; end < len(rest); {
		if !utf8.FullRuneInString(rest[end:]) {
			return torn{head, rest[:end], rest[end:]}
		}
		_, size := utf8.DecodeRuneInString(rest[end:])
		end += size
	}
	return torn{head, rest, ""}
}

// charactersByPart returns characters of two or more bytes by each proper beginning and each proper end of their bytes: all up to
// U+1FFFF, and 512 each from U+40000 and U+E0000, whose first bytes are in tokens too. The empty part belongs to the empty string alone.
func charactersByPart() (beginning, ending map[string][]string) {
	beginning, ending = map[string][]string{"": {""}}, map[string][]string{"": {""}}
	for r := rune(utf8.RuneSelf); r < 0xE0200; r++ {
		if !utf8.ValidRune(r) || r >= 0x20000 && r&^0x1FF != 0x40000 && r < 0xE0000 {
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

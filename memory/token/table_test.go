package token

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"unicode"

	"github.com/git-hfa/git-hfa/memory/token/internal/build"
	"github.com/git-hfa/git-hfa/memory/token/internal/layout"
)

// tableSHA256 pins the table: counts stored in an index stay comparable as long as it stands.
const tableSHA256 = "e9f49186b3302c09c3c79c3ddcc43703defa48e6fedfbf7f044113ca73b8ba1f"

func TestTableIsPinned(t *testing.T) {
	sum := sha256.Sum256([]byte(table))
	if got := hex.EncodeToString(sum[:]); got != tableSHA256 || len(table) != layout.Size {
		t.Errorf("table has SHA-256 %s and %d bytes, want %s and %d", got, len(table), tableSHA256, layout.Size)
	}
}

func TestTableIsWhatTheGeneratorWrites(t *testing.T) {
	want, err := build.Table()
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != table {
		t.Error("o200k_base.table differs from its source: run go generate ./memory/token")
	}
}

// Each token is the one that merging its own text ends in, so a piece that is a token counts one without being looked up whole.
func TestEveryTokenCountsOne(t *testing.T) {
	texts, err := build.Ranks()
	if err != nil {
		t.Fatal(err)
	}
	var m merger
	for id, text := range texts {
		if got := countPiece(text); got != 1 {
			t.Errorf("token %d %q counts %d", id, text, got)
		}
		if len(text) == 1 {
			continue
		}
		if got := m.countByHeap(text); got != 1 {
			t.Errorf("token %d %q counts %d by heap", id, text, got)
		}
	}
}

// The short ways in classOf spare table searches and must not change an answer.
func TestClassesAreThoseOfTheUnicodeTables(t *testing.T) {
	for r := rune(0); r <= 0x10FFFF; r++ {
		if got, want := classOf(r), slowClass(r); got != want {
			t.Fatalf("classOf(%U) = %06b, want %06b", r, got, want)
		}
	}
}

func slowClass(r rune) (c class) {
	set := func(bit class, tables ...*unicode.RangeTable) {
		if unicode.In(r, tables...) {
			c |= bit
		}
	}
	set(upper, unicode.Lu, unicode.Lt, unicode.Lm, unicode.Lo, unicode.M)
	set(lower, unicode.Ll, unicode.Lm, unicode.Lo, unicode.M)
	set(letter, unicode.L)
	set(number, unicode.N)
	set(space, unicode.White_Space)
	if r == '\r' || r == '\n' {
		c |= lineEnd
	}
	return c
}

// countPiece counts the tokens of one piece.
func countPiece(piece string) int {
	var m merger
	return m.count(piece)
}

package token_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/git-hfa/git-hfa/memory/token"
)

func TestBlocksAddUp(t *testing.T) {
	text := nastyText()
	rapid.Check(t, func(rt *rapid.T) {
		var document strings.Builder
		sum := 0
		for range rapid.IntRange(1, 6).Draw(rt, "blocks") {
			block := rapid.SampledFrom([]string{"## ", "- ", "["}).Draw(rt, "start") + text.Draw(rt, "content") + "\n"
			document.WriteString(block)
			sum += token.Count(block)
		}
		if got := token.Count(document.String()); got != sum {
			rt.Errorf("Count(%q) = %d, its blocks sum up to %d", document.String(), got, sum)
		}
	})
}

func TestCountsAddUpAtALineEndBeforeText(t *testing.T) {
	text := nastyText()
	rapid.Check(t, func(rt *rapid.T) {
		a, b := text.Draw(rt, "a")+"\n", text.Draw(rt, "b")
		if r, _ := utf8.DecodeRuneInString(b); b == "" || r == '/' || unicode.IsSpace(r) {
			return
		}
		if got, sum := token.Count(a+b), token.Count(a)+token.Count(b); got != sum {
			rt.Errorf("Count(%q + %q) = %d, want %d", a, b, got, sum)
		}
	})
}

// The conditions of the rule are needed: without them counts do not add up.
func TestCountsDoNotAddUpBeforeASlashOrSpace(t *testing.T) {
	for _, c := range []struct{ a, b string }{{");\n", "// x"}, {"a\n", "\nb"}, {"a\n", " \nb"}} {
		if got, sum := token.Count(c.a+c.b), token.Count(c.a)+token.Count(c.b); got == sum {
			t.Errorf("Count(%q + %q) = %d is the sum: take the example out", c.a, c.b, got)
		}
	}
}

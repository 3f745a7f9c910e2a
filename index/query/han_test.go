package query

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/longbridgeapp/opencc"
)

var update = flag.Bool("update", false, "write generated tables and golden files anew")

// openccPairs asks opencc for the simplified form of every Han character and
// follows it to its end, so that folding twice is folding once.
func openccPairs(t *testing.T) [][2]rune {
	t.Helper()
	conv, err := opencc.New("t2s")
	if err != nil {
		t.Fatal(err)
	}
	direct := map[rune]rune{}
	var order []rune
	for _, rg := range [][2]rune{{0x3400, 0x9fff}, {0xf900, 0xfaff}, {0x20000, 0x323af}} {
		for r := rg[0]; r <= rg[1]; r++ {
			if !unicode.Is(unicode.Han, r) {
				continue
			}
			out, err := conv.Convert(string(r))
			if err != nil {
				t.Fatal(err)
			}
			s, n := utf8.DecodeRuneInString(out)
			if n == len(out) && s != r && s != utf8.RuneError {
				direct[r] = s
				order = append(order, r)
			}
		}
	}
	pairs := make([][2]rune, 0, len(order))
	for _, r := range order {
		s := direct[r]
		for n := 0; n < 4; n++ {
			if next, ok := direct[s]; ok {
				s = next
			}
		}
		if s != r {
			pairs = append(pairs, [2]rune{r, s})
		}
	}
	return pairs
}

func TestTraditionalTableIsWhatOpenCCSays(t *testing.T) {
	pairs := openccPairs(t)
	if *update {
		var b bytes.Buffer
		b.WriteString("// Code generated from github.com/longbridgeapp/opencc (t2s) by go test -update. DO NOT EDIT.\n\npackage query\n\n")
		b.WriteString("// traditional maps each traditional character to its simplified form, sorted by\n// the first. An array of constants lies in the data of the program: nothing is\n// built at start.\n")
		b.WriteString("var traditional = [...][2]rune{\n")
		for i, p := range pairs {
			fmt.Fprintf(&b, "{%q, %q},", p[0], p[1])
			if i%8 == 7 {
				b.WriteByte('\n')
			}
		}
		b.WriteString("\n}\n")
		src, err := format.Source(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("han_table.go", src, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(pairs) != len(traditional) {
		t.Fatalf("table has %d pairs, opencc has %d: run go test -update", len(traditional), len(pairs))
	}
	for i, p := range pairs {
		if traditional[i] != p {
			t.Fatalf("pair %d is %q, opencc says %q", i, traditional[i], p)
		}
	}
}

func TestSimplifyTwiceIsSimplifyOnce(t *testing.T) {
	for i, p := range traditional {
		if i > 0 && traditional[i-1][0] >= p[0] {
			t.Fatalf("table is not sorted at %q", p[0])
		}
		if got := simplify(p[0]); got != p[1] {
			t.Errorf("simplify(%q) = %q, want %q", p[0], got, p[1])
		}
		if got := simplify(p[1]); got != p[1] {
			t.Errorf("simplify(%q) = %q: not stable", p[1], got)
		}
	}
}

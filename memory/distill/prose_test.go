package distill

import (
	"os"
	"strings"
	"testing"
)

// readProse reads testdata/prose.txt.
func readProse(t testing.TB) []answer {
	t.Helper()
	data, err := os.ReadFile("testdata/prose.txt")
	if err != nil {
		t.Fatal(err)
	}
	var rows []answer
	for l := range strings.Lines(string(data)) {
		mark, text, ok := strings.Cut(strings.TrimSpace(l), " ")
		if !ok || mark == "#" {
			continue
		}
		rows = append(rows, answer{ID: cutWords(text, 40), Answer: strings.ReplaceAll(text, `\n`, "\n"), Store: mark == "+", Chunks: 1})
	}
	return rows
}

// The sentences that the weights were found with, beside half A. They are harder than
// the labelled answers: many have no word that says what they are.
func TestProse(t *testing.T) {
	prose, _ := measure(readProse(t), func(a answer, drafts []Draft) {
		t.Logf("%q store %v: %+v", a.ID, a.Store, drafts)
	})
	t.Logf("%d worth storing, %d stored, %d right: precision %.3f, recall %.3f", prose.worth, prose.stored, prose.right, prose.precision(), prose.recall())
	if prose.precision() < 0.95 || prose.recall() < 0.60 {
		t.Error("below precision 0.95 at recall 0.60")
	}
}

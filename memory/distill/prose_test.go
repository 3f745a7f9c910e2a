package distill

import (
	"os"
	"strings"
	"testing"
)

// readProse reads answers of our own, one a line: "+" or "-", and the text with "\n" for its ends of lines. "¶" stands
// before the sentence with the key fact, where there is one of several.
func readProse(t testing.TB, name string) []answer {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows []answer
	for l := range strings.Lines(string(data)) {
		mark, text, ok := strings.Cut(strings.TrimSpace(l), " ")
		if !ok || mark == "#" {
			continue
		}
		text = strings.ReplaceAll(text, `\n`, "\n")
		row := answer{ID: cutWords(text, 40), Store: mark == "+", Chunks: 1}
		if before, key, ok := strings.Cut(text, "¶"); ok {
			row.Must, text = []string{string([]rune(key)[:8])}, before+key
		}
		row.Answer = text
		rows = append(rows, row)
	}
	return rows
}

// The answers of our own that the weights are learned from, beside the halves A. They are harder than
// the labelled answers: many have no word that says what they are.
func TestProse(t *testing.T) {
	prose, _ := measure(readProse(t, "prose.txt"), func(a answer, drafts []Draft) {
		t.Logf("%q store %v: %+v", a.ID, a.Store, drafts)
	})
	t.Logf("%d worth storing, %d stored, %d right: precision %.3f, recall %.3f", prose.worth, prose.stored, prose.right, prose.precision(), prose.recall())
	if prose.precision() < 0.95 || prose.recall() < 0.60 {
		t.Error("below precision 0.95 at recall 0.60")
	}
}

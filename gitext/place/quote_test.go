package place

import "testing"

func TestPathsAreQuotedForTheShell(t *testing.T) {
	for in, want := range map[string]string{
		"docs/memory": "docs/memory", "C:/memory": "C:/memory", `C:\memory`: `'C:\memory'`, "my memory": "'my memory'", "it's": `'it'\''s'`, "": "''", "记忆": "'记忆'",
	} {
		if got := ShellQuote(in); got != want {
			t.Errorf("ShellQuote(%q) = %s, want %s", in, got, want)
		}
	}
}

package main

import (
	"slices"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
)

func TestPathsAreFoundInRunningText(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"See src/a.go.", []string{"src/a.go"}},
		{"(src/a.go:12, ./b/c.md) and `d.txt`", []string{"src/a.go", "b/c.md", "d.txt"}},
		{"超时写在src/会话/a.go里", []string{"src/"}},
		{"修改cmd/x/main.go文件", []string{"cmd/x/main.go"}},
		{`src\win\a.go`, []string{"src/win/a.go"}},
		{"https://example.org/x/y.html", nil},
		{"/etc/passwd and ../up/x.go", nil},
		{"all of src/ here", []string{"src/"}},
		{".github/workflows/ci.yml", []string{".github/workflows/ci.yml"}},
		{"and/or either", []string{"and/or"}}, // git decides whether there is such a file
		{"plain words, 1,000. No path", nil},
		{"a.go a.go", []string{"a.go"}},
	}
	for _, tt := range tests {
		if got := namedPaths(&memory.Chunk{Conclusion: tt.text}); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestAFileIsNamedByPathNameOrFolder(t *testing.T) {
	for _, tt := range []struct {
		word, name string
		single     bool
		want       string
	}{
		{"src/a.go", "src/a.go", false, matchPath},
		{"x/a.go", "src/x/a.go", false, matchPath},
		{"a.go", "src/a.go", true, matchName},
		{"a.go", "src/a.go", false, ""},
		{"a.go", "a.go", false, matchPath},
		{"rc/a.go", "src/a.go", true, ""},
		{"src/", "src/x/a.go", false, matchFolder},
		{"src/x", "src/x/a.go", false, matchFolder},
		{"sr/", "src/a.go", false, ""},
		{"src/a.go", "src/a.go.bak", true, ""},
	} {
		if got := matchOne(tt.word, tt.name, tt.single); got != tt.want {
			t.Errorf("%s for %s (%v): %q, want %q", tt.word, tt.name, tt.single, got, tt.want)
		}
	}
}

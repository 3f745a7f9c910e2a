package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// may are the packages of this module that hfa-mcp may import, and never what it must not
// even reach: it runs no git and needs no command tree.
var (
	may   = []string{"memory", "memory/store", "memory/redact", "memory/host", "index", "index/access", "index/audit", "gitext/place", "gitext/sibling"}
	never = []string{"github.com/git-hfa/git-hfa/gitext", "github.com/git-hfa/git-hfa/githooks", "github.com/go-git/", "github.com/spf13/"}
)

func TestLayersOfThisProgram(t *testing.T) {
	list := func(form string) []string {
		out, err := exec.Command("go", "list", "-f", `{{join `+form+` "\n"}}`, ".").Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		return strings.Fields(string(out))
	}
	for _, imported := range list(".Imports") {
		if pkg, ours := strings.CutPrefix(imported, "github.com/git-hfa/git-hfa/"); ours && !slices.Contains(may, pkg) {
			t.Errorf("hfa-mcp imports %s", pkg)
		}
	}
	for _, dep := range list(".Deps") {
		for _, top := range never {
			if dep == top || strings.HasSuffix(top, "/") && strings.HasPrefix(dep, top) {
				t.Errorf("hfa-mcp reaches %s", dep)
			}
		}
	}
}

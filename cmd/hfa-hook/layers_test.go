package main

import (
	"os/exec"
	"strings"
	"testing"
)

// What a program links is paid at every start, and this one starts before every turn.
func TestTheHookLinksNothingHeavy(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/git-hfa/git-hfa/"
	ours := strings.Fields("memory memory/token memory/token/internal/layout memory/redact memory/distill memory/host memory/host/settings " +
		"index index/query index/rank gitext/place gitext/sibling cmd/hfa-hook")
	heavy := []string{"database/sql", "modernc.org/", "github.com/spf13/", "github.com/go-git/", "net", "net/", "encoding/json", "html/", "text/template", "github.com/modelcontextprotocol/", "github.com/pkoukk/"}
	for _, dep := range strings.Fields(string(out)) {
		if name, ok := strings.CutPrefix(dep, module); ok {
			found := false
			for _, o := range ours {
				found = found || o == name
			}
			if !found {
				t.Errorf("the hook links %s", name)
			}
			continue
		}
		for _, h := range heavy {
			if dep == h || strings.HasSuffix(h, "/") && strings.HasPrefix(dep, h) {
				t.Errorf("the hook links %s", dep)
			}
		}
	}
}

package main

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/git-hfa/git-hfa"

// layers says what each package may import of this module. A package stands for
// the ones below it that have no line of their own. Every package of the module
// has a line, so that a new one is a decision.
//
// The order is: leaves, then what is built on them.
//
//	token, redact < memory < store
//	memory, query, rank < index < fts
//	place, githooks, memory, store, index < gitext
//	all of these < cmd
var layers = []struct {
	pkg string
	may string
}{
	{"memory/token", ""},
	{"memory/redact", ""},
	{"index/query", ""},
	{"index/rank", ""},
	{"gitext/place", ""},
	{"memory", "memory/token memory/redact"},
	{"memory/store", "memory memory/redact"},
	{"memory/distill", "memory memory/token memory/redact"},
	{"memory/host/settings", ""},
	{"memory/host", "memory/host/settings"},
	{"index", "memory memory/token memory/redact index/query index/rank"},
	{"index/indextest", "index memory memory/token index/query"},
	{"index/fts", "index memory index/query"},
	{"githooks", ""},
	{"gitext", "gitext/place githooks memory memory/redact memory/store index"},
	{"cmd/git-hfa", "memory memory/token memory/store memory/distill memory/host index index/query index/fts gitext gitext/place githooks"},
	{"cmd/hfa-mcp", "memory memory/token memory/redact memory/store memory/distill memory/host index index/fts gitext gitext/place"},
	{"cmd/hfa-hook", "memory memory/token memory/redact memory/distill memory/host index index/query gitext/place"},
}

// strangers are packages that lower layers must not even reach: a truth that
// knows SQL or git cannot be read by a process that has to answer at once.
var strangers = []struct {
	pkg   string   // it and all below it, unless exempt
	never []string // import paths that begin so
	but   []string // exempt packages
}{
	{"memory", []string{"database/sql", "modernc.org/", "github.com/go-git/", "os/exec", "github.com/spf13/cobra", "net/http"}, nil},
	{"index", []string{"database/sql", "modernc.org/", "github.com/go-git/", "os/exec", "github.com/spf13/cobra", "net/http"}, []string{"index/fts"}},
	{"index/fts", []string{"github.com/go-git/", "github.com/spf13/cobra"}, nil},
	{"gitext/place", []string{"os/exec", "github.com/go-git/"}, nil},
	{"gitext", []string{"database/sql", "modernc.org/", "github.com/spf13/cobra"}, nil},
	{"githooks", []string{"database/sql", "modernc.org/", "github.com/go-git/", "github.com/spf13/cobra"}, nil},
}

// listed is one package as go list prints it.
type listed struct{ imports, deps []string }

func goList(t *testing.T) map[string]listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-f", "{{.ImportPath}}|{{join .Imports \" \"}}|{{join .Deps \" \"}}", module+"/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := map[string]listed{}
	for line := range strings.Lines(string(out)) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		name := strings.TrimPrefix(parts[0], module+"/")
		packages[name] = listed{imports: strings.Fields(parts[1]), deps: strings.Fields(parts[2])}
	}
	if len(packages) < len(layers) {
		t.Fatalf("go list knows %d packages only", len(packages))
	}
	return packages
}

// lineOf finds the line of a package: its own, or that of the nearest above it.
func lineOf(pkg string) int {
	best, length := -1, -1
	for i, l := range layers {
		if below(pkg, l.pkg) && len(l.pkg) > length {
			best, length = i, len(l.pkg)
		}
	}
	return best
}

func below(pkg, top string) bool { return pkg == top || strings.HasPrefix(pkg, top+"/") }

func TestLayersImportDownwardOnly(t *testing.T) {
	for pkg, l := range goList(t) {
		i := lineOf(pkg)
		if i < 0 {
			t.Errorf("package %s has no line in the table of layers", pkg)
			continue
		}
		for _, imported := range l.imports {
			name, ours := strings.CutPrefix(imported, module+"/")
			if !ours {
				continue
			}
			j := lineOf(name)
			if j == i {
				continue
			}
			allowed := false
			for _, may := range strings.Fields(layers[i].may) {
				allowed = allowed || j >= 0 && layers[j].pkg == may
			}
			if !allowed {
				t.Errorf("%s imports %s; a package of %s may import: %s", pkg, name, layers[i].pkg, layers[i].may)
			}
		}
	}
}

func TestLayersBelowKnowNeitherSQLNorGit(t *testing.T) {
	for pkg, l := range goList(t) {
		for _, rule := range strangers {
			if !below(pkg, rule.pkg) || exempt(pkg, rule.but) {
				continue
			}
			for _, dep := range l.deps {
				for _, never := range rule.never {
					if strings.HasPrefix(dep, never) {
						t.Errorf("%s reaches %s", pkg, dep)
					}
				}
			}
		}
	}
}

func exempt(pkg string, but []string) bool {
	for _, top := range but {
		if below(pkg, top) {
			return true
		}
	}
	return false
}

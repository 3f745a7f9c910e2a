package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/git-hfa/git-hfa"

// layer is a package and those that it imports, all as paths in the module.
type layer struct{ pkg, may string }

// layers says what each package imports of this module: no more than its line, and
// all of it. Every package has a line of its own, so that a new one is a decision;
// only what lies in an internal folder is part of the package that the folder is of.
//
// The order is: leaves, then what is built on them.
//
//	token, redact < memory < store
//	memory, query, rank < index < fts
//	memory, store, index < audit, evalset
//	memory, place < kept
//	place < sibling
//	memory, store, index, fts, place, kept < access
//	place, kept, githooks, memory, store, index < gitext
//	all of these < cmd
var layers = []layer{
	{"memory/token", ""},
	{"memory/redact", ""},
	{"index/query", ""},
	{"index/rank", ""},
	{"gitext/place", ""},
	{"memory", "memory/redact"},
	{"memory/store", "memory memory/redact"},
	{"memory/distill", "memory memory/token memory/redact"},
	{"memory/host/settings", ""},
	{"memory/host", "memory/host/settings"},
	{"index", "memory memory/token memory/redact index/query index/rank"},
	{"index/indextest", "index memory memory/token index/query"},
	{"index/audit", "index memory memory/store"},
	{"index/evalset", "index memory memory/store"},
	{"index/fts", "index memory index/query"},
	{"githooks", ""},
	{"gitext/kept", "memory gitext/place"},
	{"gitext/sibling", "gitext/place"},
	{"index/access", "index index/fts memory memory/store gitext/kept gitext/place"},
	{"gitext", "gitext/place gitext/kept githooks memory memory/redact memory/store index"},
	{"cmd/git-hfa", "memory memory/store memory/distill memory/host index index/access index/query index/audit index/evalset gitext gitext/kept gitext/place gitext/sibling githooks"},
	{"cmd/hfa-mcp", "memory memory/redact memory/store memory/host index index/access index/audit gitext/place gitext/sibling"},
	{"cmd/hfa-hook", "memory memory/token memory/redact memory/distill memory/host index index/query gitext/place gitext/sibling"},
}

// strangers are packages that lower layers must not even reach: a truth that
// knows SQL or git cannot be read by a process that has to answer at once.
var strangers = []struct {
	pkg   string   // it and all below it, unless exempt
	never []string // import paths that begin so
	but   []string // exempt packages
}{
	{"memory", []string{"database/sql", "modernc.org/", "github.com/go-git/", "os/exec", "github.com/spf13/cobra", "net/http"}, nil},
	{"index", []string{"database/sql", "modernc.org/", "github.com/go-git/", "os/exec", "github.com/spf13/cobra", "net/http"}, []string{"index/fts", "index/access"}},
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

// lineOf finds the line of a package, -1 when it has none.
func lineOf(pkg string) int {
	pkg, _, _ = strings.Cut(pkg, "/internal/")
	return slices.IndexFunc(layers, func(l layer) bool { return l.pkg == pkg })
}

func below(pkg, top string) bool { return pkg == top || strings.HasPrefix(pkg, top+"/") }

func TestLayersImportDownwardOnly(t *testing.T) {
	used := map[layer]bool{} // pkg imports may
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
			if j < 0 || !slices.Contains(strings.Fields(layers[i].may), layers[j].pkg) {
				t.Errorf("%s imports %s; a package of %s may import: %s", pkg, name, layers[i].pkg, layers[i].may)
				continue
			}
			used[layer{layers[i].pkg, layers[j].pkg}] = true
		}
	}
	for i, l := range layers {
		for _, may := range strings.Fields(l.may) {
			switch j := lineOf(may); {
			case !used[layer{l.pkg, may}]:
				t.Errorf("%s may import %s and does not: take it out of the line", l.pkg, may)
			case j >= i:
				t.Errorf("%s imports %s, whose line comes later: what is built on comes first", l.pkg, may)
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

// Every package that imports another module stands in that module's line of docs/dependencies.md, and no other does.
func TestLayersLinkWhatTheTableOfDependenciesSays(t *testing.T) {
	doc, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	where := map[string]string{} // the last cell of a module's line
	for line := range strings.Lines(string(doc)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 6 || !strings.Contains(cells[1], "/") {
			continue
		}
		where[strings.Trim(cells[1], " `")] = cells[4]
	}
	if len(where) < 10 {
		t.Fatalf("the table has %d modules only", len(where))
	}
	importers := map[string]map[string]bool{}
	for pkg, l := range goList(t) {
		for _, imported := range l.imports {
			top, _, internal := strings.Cut(pkg, "/internal/")
			if mod := moduleOf(imported, where); mod != "" && !(internal && strings.Contains(where[mod], "generator")) {
				if importers[mod] == nil {
					importers[mod] = map[string]bool{}
				}
				importers[mod][top] = true
			}
		}
	}
	for mod, cell := range where {
		named := strings.Split(cell, "`")
		for i := 1; i < len(named); i += 2 {
			if !importers[mod][named[i]] {
				t.Errorf("%s is said to be linked into %s, which does not import it", mod, named[i])
			}
		}
		for pkg := range importers[mod] {
			if !strings.Contains(cell, "`"+pkg+"`") && !strings.Contains(cell, "what reads or prints files") {
				t.Errorf("%s imports %s, which its line does not say", pkg, mod)
			}
		}
	}
}

// moduleOf is the module of the table that an import belongs to.
func moduleOf(imported string, where map[string]string) string {
	for mod := range where {
		if below(imported, mod) {
			return mod
		}
	}
	return ""
}

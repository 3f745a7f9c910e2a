package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

func TestAnAnnotationCannotBeginAnother(t *testing.T) {
	m := place.Memory{Path: "docs/memory"}
	tests := []struct {
		p    memory.Problem
		want string
	}{
		{memory.Problem{Code: "edited", Severity: "error", Path: "chunks/a.json", Line: 3, Message: "wrong", Cure: "git log -p -- chunks/a.json"},
			"::error file=docs/memory/chunks/a.json,line=3,title=edited::wrong%0Agit log -p -- docs/memory/chunks/a.json"},
		{memory.Problem{Code: "layout", Severity: "warning", Path: "chunks/a,b:c%.json", Message: "x\n::error::y%0A"},
			"::warning file=docs/memory/chunks/a%2Cb%3Ac%25.json,title=layout::x; ::error::y%250A"},
		{memory.Problem{Code: "transaction", Severity: "error", Message: "cut"}, "::error file=docs/memory/directory.md,title=transaction::cut"},
	}
	for _, tt := range tests {
		if got := annotation(m, tt.p); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestSARIFHasWhatTheSchemaRequires(t *testing.T) {
	var out strings.Builder
	e := &env{stdout: &output{w: &out}}
	result := verifyResult{Problems: []memory.Problem{
		{Code: "fork", Severity: "error", Path: "chunks/ü x.json", Message: "m", Cure: "c"},
		{Code: "layout", Severity: "warning", Path: "directory.md", Line: 7, Message: "m"},
		{Code: "fork", Severity: "error", Message: "m"},
	}}
	if err := e.printSARIF(place.Memory{Path: "memory"}, result); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct{ ID string }
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || len(log.Runs) != 1 || run.Tool.Driver.Name == "" || len(run.Tool.Driver.Rules) != 2 || len(run.Results) != 3 {
		t.Fatalf("%s", out.String())
	}
	uris := []string{"memory/chunks/%C3%BC%20x.json", "memory/directory.md", "memory/directory.md"}
	for i, r := range run.Results {
		where := r.Locations[0].PhysicalLocation
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.Message.Text == "" || r.Level != string(result.Problems[i].Severity) || where.ArtifactLocation.URI != uris[i] {
			t.Errorf("result %d: %+v", i, r)
		}
		if (where.Region != nil) != (i == 1) || i == 1 && where.Region.StartLine != 7 {
			t.Errorf("result %d: region %+v", i, where.Region)
		}
	}
}

func TestForeignTextIsMarkdownOfNothing(t *testing.T) {
	for in, want := range map[string]string{
		"a*b_c`d": "a\\*b\\_c\\`d", "<img src=x>": `\<img src=x\>`, "[a](b)": `\[a\]\(b\)`, "# 标题 | x": `\# 标题 \| x`, "@team": `\@team`, "a\nb": "a; b",
	} {
		if got := markdown(in); got != want {
			t.Errorf("markdown(%q) = %s, want %s", in, got, want)
		}
	}
}

// TestEveryCodeIsDocumented looks for the codes of problems in the sources.
func TestEveryCodeIsDocumented(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "verify.md"))
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`(?:\bCode:\s*|corrupt\(|v\.add\(|p\.Code(?:, p\.\w+)? = |code :?= )"([a-z0-9]+(?:-[a-z0-9]+)+)"`)
	var codes []string
	for _, dir := range []string{"memory", "gitext", "index", filepath.Join("cmd", "git-hfa")} {
		files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range code.FindAllStringSubmatch(string(text), -1) {
				codes = append(codes, found[1])
			}
		}
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	if len(codes) < 30 {
		t.Fatalf("only %d codes were found: %v", len(codes), codes)
	}
	for _, c := range codes {
		if !strings.Contains(string(doc), "`"+c+"`") {
			t.Errorf("docs/verify.md does not know the code %s", c)
		}
	}
}

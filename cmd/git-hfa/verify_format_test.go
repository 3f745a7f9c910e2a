package main

import (
	"encoding/json"
	"net/url"
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
						Region           struct{ StartLine int }
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
		if want := []int{1, 7, 1}[i]; where.Region.StartLine != want {
			t.Errorf("result %d: line %d, want %d", i, where.Region.StartLine, want)
		}
	}
}

func TestForeignTextIsMarkdownOfNothing(t *testing.T) {
	for in, want := range map[string]string{
		"a*b_c`d": "a\\*b\\_c\\`d", "<img src=x>": `\<img src=x\>`, "[a](b)": `\[a\]\(b\)`, "# 标题 | x": `\# 标题 \| x`, "@team": `\@&#8203;team`, "a\nb": "a; b",
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

func TestASARIFAddressIsARelativeReference(t *testing.T) {
	for name, want := range map[string]string{
		"a:b/c d.json": "a%3Ab/c%20d.json", "100%/#1?.md": "100%25/%231%3F.md", "bad\xff\n.json": "bad%FF%0A.json", "记忆/x.md": "%E8%AE%B0%E5%BF%86/x.md",
		"c:\\x": "c%3A%5Cx",
	} {
		got := sarifURI(name)
		u, err := url.Parse(got)
		if got != want || err != nil || u.IsAbs() || u.Path != name {
			t.Errorf("%q: %q, want %q: %+v %v", name, got, want, u, err)
		}
	}
}

func TestMarkdownShowsATextAsItself(t *testing.T) {
	for text, want := range map[string]string{
		"plain words, 3.14 and a-b": `plain words, 3.14 and a\-b`,
		"`code` | *b* <img> [l](u)": "\\`code\\` \\| \\*b\\* \\<img\\> \\[l\\]\\(u\\)",
		"https://evil.example":      `https\://evil.example`,
		"HTTP://x WWW.y":            `HTTP\://x WWW\.y`,
		"12. twelve":                `12\. twelve`,
		"v1. two":                   `v1. two`,
		"&amp; $x$ ~~s~~":           `\&amp; \$x\$ \~\~s\~\~`,
		"@octocat, @ noon, a@b.c":   `\@&#8203;octocat, \@ noon, a\@&#8203;b.c`,
		"#12 # x GH-3 gh-x o/r#4":   `\#&#8203;12 \# x GH\-&#8203;3 gh\-x o/r\#&#8203;4`,
		"one\n\n# two\r\n- three":   `one; ; \# two ; \- three`,
	} {
		if got := markdown(text); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

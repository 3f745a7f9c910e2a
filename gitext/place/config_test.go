package place

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
)

// configSeeds are texts that git reads. The test below holds ParseConfig to git's own reading of each.
var configSeeds = []string{
	"",
	"[core]\n\tbare = false\n",
	"[core] bare = true\n",
	"[CORE]\n\tBare = TRUE\n\tbare\n",
	"[core]\r\n\tworktree = ../x y\r\n\tbare = no\r\n",
	"\xef\xbb\xbf[core]\nbare = no\n",
	"# c\n; d\n[a]\n# e\nb = 1 # f\nc = 2;g\nd = \"x # y\" ; h\n",
	"[remote \"Origin x\"]\n\turl = a\n[remote \"q\\\"uo\\\\te\"]\nurl = b\n",
	"[branch.Main]\nmerge = x\n",
	"[a]\nb = one \\\n   two\\\nthree\nc = \"in \\\n quote\"\n",
	"[a]\nb = \\\n   x\n",
	"[a]\nb =   \"  lead\" tail   \nc = x\"y z\"w\nd = \"\"\ne =\nf = \"\" g\n",
	"[a]\nb = \\t\\n\\\\\\\"x\\b\n",
	"[a]\nb = 名字 \"引号\"\n",
	"[a]b=c\nd=e\n[f]",
	"[a]\nkey-1 = x",
	"[a]\nb = x\\",
	"[a] b",
	"a = b\n",
}

var brokenConfigs = []struct{ name, text, want string }{
	{"no closing bracket", "[core\nbare = no\n", ":2: bad section header"},
	{"no closing quote in a subsection", "[a \"b\n]\n", "no closing quote"},
	{"subsection without quotes", "[a b]\n", "double quotes"},
	{"text after a subsection", "[a \"b\" c]\n", "no closing bracket"},
	{"comment after a bare key", "[a]\nb # c\n", ":2: bad key"},
	{"unknown escape", "[a]\nb = c\\dir\n", ":2: a backslash"},
	{"quote left open", "[a]\n\nb = \"c\nd = e\n", ":3: a quoted value"},
	{"stray character", "[a]\n=b\n", ":2: unexpected character"},
	{"section without a name", "[]\n", "without a name"},
}

func TestParseConfigReadsWhatGitReads(t *testing.T) {
	g := gittest.New(t)
	for _, text := range configSeeds {
		sameAsGit(t, g, text)
	}
}

// sameAsGit compares all settings, in order, with "git config --list". git before 2.45 turns a tab inside a value into a
// blank, so texts with one are for the table of known values.
func sameAsGit(t *testing.T, g *gittest.Git, text string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "config")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := g.Try(dir, "config", "-f", file, "-z", "--list")
	if err != nil {
		t.Fatalf("git refuses %q: %s", text, out)
	}
	c, err := ParseConfig(file, []byte(text))
	if err != nil {
		t.Errorf("git reads %q, we do not: %v", text, err)
		return
	}
	var got strings.Builder
	for _, s := range c.Settings {
		got.WriteString(s.Key)
		if !s.Bare {
			got.WriteString("\n" + s.Value)
		}
		got.WriteByte(0)
	}
	if got.String() != out {
		t.Errorf("%q\n we read %q\n git     %q", text, got.String(), out)
	}
}

func TestParseConfigRefusesWithTheLine(t *testing.T) {
	g := gittest.New(t)
	dir := t.TempDir()
	for _, tt := range brokenConfigs {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseConfig("cfg", []byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("error %v, want one with %q", err, tt.want)
			}
			if tt.text == "[]\n" {
				return // git takes it for a section nobody can name
			}
			file := filepath.Join(dir, "config")
			if err := os.WriteFile(file, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := g.Try(dir, "config", "-f", file, "--list"); err == nil {
				t.Error("git reads this text; we should too")
			}
		})
	}
}

func TestSettingBool(t *testing.T) {
	for value, want := range map[string]bool{"true": true, "Yes": true, "on": true, "1": true, "-3": true, "false": false, "No": false, "OFF": false, "0": false, "": false} {
		if got, err := (Setting{Value: value}).Bool(); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", value, got, err, want)
		}
	}
	if got, err := (Setting{Bare: true}).Bool(); err != nil || !got {
		t.Errorf("a bare key is %v, %v; want true", got, err)
	}
	if _, err := (Setting{Key: "core.bare", Value: "maybe"}).Bool(); err == nil {
		t.Error("maybe is read as a boolean")
	}
}

func TestReadConfigTakesOnlySmallRegularFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadConfig(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent file: %v, want fs.ErrNotExist", err)
	}
	if _, err := ReadConfig(dir); err == nil {
		t.Error("a folder is read as a file")
	}
	big := filepath.Join(dir, "big")
	if err := os.WriteFile(big, bytes.Repeat([]byte("#\n"), maxConfig), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadConfig(big); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("big file: %v", err)
	}
}

// What is read from a value that was written must be that value, and nothing else in the file may change its meaning.
func FuzzConfigSet(f *testing.F) {
	for _, text := range configSeeds {
		f.Add(text, "docs/memory")
	}
	f.Add("[memory]\n\tdir = old # why\n\tx = 1\n", "a b;c")
	f.Add("[memory] x = 1\n", "\"q\\")
	f.Add("[memory]\ndir\n", " lead")
	f.Add("[memory] # c", "x")
	f.Fuzz(func(t *testing.T, text, value string) {
		if strings.ContainsAny(value, "\x00\r") {
			return
		}
		before, err := ParseConfig("f", []byte(text))
		if err != nil {
			return
		}
		after, err := ParseConfig("f", before.set("memory", "dir", value))
		if err != nil {
			t.Fatalf("set(%q) on %q: %v", value, text, err)
		}
		if s, ok := after.Get(memoryDirKey); !ok || s.Value != value || s.Bare {
			t.Fatalf("set(%q) on %q is read as %q", value, text, s.Value)
		}
		old, had := before.Get(memoryDirKey)
		if got, want := others(after, value, had), others(before, old.Value, had); got != want {
			t.Fatalf("set(%q) on %q changed others:\n%q\n%q", value, text, got, want)
		}
	})
}

// others lists the settings without the last memory.dir.
func others(c *Config, value string, had bool) string {
	last := -1
	for i, s := range c.Settings {
		if s.Key == memoryDirKey {
			last = i
		}
	}
	var b strings.Builder
	for i, s := range c.Settings {
		if i != last || (!had && s.Value != value) {
			b.WriteString(s.Key + "=" + s.Value + "\n")
		}
	}
	return b.String()
}

// No text crashes the reader, and the bounds it reports lie in the text.
func FuzzParseConfig(f *testing.F) {
	for _, text := range configSeeds {
		f.Add(text)
	}
	for _, tt := range brokenConfigs {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseConfig("f", []byte(text))
		if err != nil {
			return
		}
		for _, s := range c.Settings {
			if s.from < s.keyEnd || s.to < s.from || s.to > len(text) || s.Line < 1 {
				t.Fatalf("setting %+v of %q has impossible bounds", s, text)
			}
		}
	})
}

package gitext

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"pgregory.net/rapid"
)

func TestAncestryIsWhatGitSays(t *testing.T) {
	g := gittest.New(t)
	end := time.Now().Add(4 * time.Second)
	rapid.Check(t, func(rt *rapid.T) {
		if time.Now().After(end) {
			return
		}
		top, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(top)
		g.Run(top, "init", "-q")
		text, n := drawHistory(rt)
		g.Feed(top, text, "fast-import", "--quiet", "--force")
		g.Run(top, "update-ref", "--no-deref", "HEAD", fmt.Sprintf("refs/heads/c%d", n-1))
		a, err := open(t, top).Ancestry(t.Context())
		if err != nil {
			rt.Fatal(err)
		}
		all := strings.Fields(g.Raw(top, "rev-list", "HEAD"))
		commit := rapid.SampledFrom(all).Draw(rt, "commit")
		behind := strings.Fields(g.Raw(top, "rev-list", commit))
		for _, old := range all {
			if got, want := a.Behind(old, commit), slices.Contains(behind, old); got != want {
				rt.Fatalf("%s behind %s is %v", old, commit, got)
			}
		}
	})
}

func TestPathChangesAreThoseOfGit(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Run(top, "init", "-q")
	commit := func(files map[string]string, message string) string {
		g.Write(top, files)
		g.Run(top, "add", "-A")
		g.Run(top, "commit", "-qm", message)
		return g.Run(top, "rev-parse", "HEAD")
	}
	one := commit(map[string]string{"a b.go": "1\n2\n3\n", "*.go": "star", "中.md": "x"}, "one")
	two := commit(map[string]string{"a b.go": "1\n2\n4\n"}, "two")
	g.Run(top, "mv", "a b.go", "c.go")
	three := commit(map[string]string{"c.go": "1\n2\n5\n"}, "three")
	r := open(t, top)
	for _, more := range []int{0, maxPathspecs} { // few names are handed to git, many are not
		names := []string{"a b.go", "c.go", "*.go", "none.go"}
		for i := range more {
			names = append(names, fmt.Sprintf("none%d.go", i))
		}
		got, err := r.PathChanges(t.Context(), names)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]PathChange{"a b.go": {{three, 'D'}, {two, 'M'}, {one, 'A'}}, "c.go": {{three, 'A'}}, "*.go": {{one, 'A'}}}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d names: %v, want %v", len(names), got, want)
		}
	}
	if to, err := r.RenamedTo(t.Context(), three, "a b.go"); err != nil || to != "c.go" {
		t.Errorf("renamed to %q, %v", to, err)
	}
	if names, err := r.FormerNames(t.Context(), "c.go"); err != nil || !slices.Equal(names, []string{"a b.go"}) {
		t.Errorf("former names %q, %v", names, err)
	}
	if names, err := r.FormerNames(t.Context(), "*.go"); err != nil || len(names) != 0 {
		t.Errorf("a star is a star: %q, %v", names, err)
	}
	for line, want := range map[int]string{1: one, 3: three} {
		if got, err := r.LastTouch(t.Context(), "c.go", line); err != nil || got != want {
			t.Errorf("line %d: %q, %v, want %q", line, got, err, want)
		}
	}
	if _, err := r.LastTouch(t.Context(), "c.go", 9); !errors.Is(err, ErrNoLine) || !strings.Contains(err.Error(), "only 3 lines") {
		t.Errorf("line 9: %v", err)
	}
	if _, err := r.LastTouch(t.Context(), "none", 1); !errors.Is(err, ErrNoLine) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(filepath.Join(top, "c.go"), []byte("new\n2\n5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := r.LastTouch(t.Context(), "c.go", 1); err != nil || got != "" {
		t.Errorf("not committed: %q, %v", got, err)
	}
	for base, want := range map[string]bool{"c.go": true, "中.md": true, "none": false} {
		if got, err := r.OnlyOne(t.Context(), base); err != nil || got != want {
			t.Errorf("only one %s: %v, %v", base, got, err)
		}
	}
}

func TestPinsAreWhatTreesRecord(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			g := gittest.New(t)
			top := t.TempDir()
			if out, err := g.Try(top, "init", "-q", "--object-format="+format); err != nil {
				t.Skipf("this git has no %s: %s", format, out)
			}
			size := map[string]int{"sha1": 40, "sha256": 64}[format]
			var want []Pin
			pin := func(digit string, args ...string) {
				target := strings.Repeat(digit, size)
				g.Run(top, "update-index", "--add", "--cacheinfo", "160000,"+target+",a/sub")
				g.Run(top, append([]string{"commit", "-qm", digit}, args...)...)
				want = append(want, Pin{g.Run(top, "rev-parse", "HEAD"), target})
			}
			g.Run(top, "commit", "-q", "--allow-empty", "-m", "start")
			g.Run(top, "branch", "side")
			pin("1")
			g.Run(top, "commit", "-q", "--allow-empty", "-m", "code")
			g.Setenv("GIT_COMMITTER_DATE", "2026-01-02T03:05:05Z")
			g.Run(top, "switch", "-q", "side")
			pin("2")
			g.Setenv("GIT_COMMITTER_DATE", "2026-01-02T03:06:05Z")
			g.Run(top, "switch", "-q", "main")
			_, _ = g.Try(top, "merge", "-q", "--no-commit", "side") // a conflict, as no submodule is there to look into
			pin("3")
			g.Setenv("GIT_COMMITTER_DATE", "2026-01-02T03:07:05Z")
			g.Run(top, "rm", "-q", "--cached", "a/sub")
			if err := os.RemoveAll(filepath.Join(top, "a", "sub")); err != nil {
				t.Fatal(err)
			}
			g.Write(top, map[string]string{"a/sub": "a file now"})
			g.Run(top, "add", "-A")
			g.Run(top, "commit", "-qm", "no submodule any more")
			slices.Reverse(want)
			got, err := open(t, top).Pins(t.Context(), "a/sub")
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%v\n%v\nwant\n%v", err, got, want)
			}
			if got, err = open(t, top).Pins(t.Context(), "a"); err != nil || len(got) != 0 {
				t.Errorf("of a folder: %v, %v", err, got)
			}
		})
	}
}

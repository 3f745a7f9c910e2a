package place_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/gitext/place"
)

func TestHeadIsWhatGitSays(t *testing.T) {
	g := gittest.New(t)
	dir := t.TempDir()
	top := filepath.Join(dir, "repo")
	g.Init(top, map[string]string{"a": "1"})
	g.Run(top, "commit", "-q", "--allow-empty", "-m", "second")
	check := func(name, at string) {
		t.Helper()
		p, err := place.Find(at, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if out, err := g.Try(at, "rev-parse", "--verify", "--quiet", "HEAD"); err == nil {
			want = strings.TrimSpace(out)
		}
		if got := place.Head(p); got != want {
			t.Errorf("%s: %q, git says %q", name, got, want)
		}
	}
	check("branch", top)
	g.Run(top, "pack-refs", "--all")
	check("packed", top)
	g.Run(top, "commit", "-q", "--allow-empty", "-m", "third")
	check("loose over packed", top)
	g.Run(top, "switch", "-q", "-c", "topic/deep", "HEAD~1")
	check("branch in a folder", top)
	g.Run(top, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
	g.Run(top, "symbolic-ref", "HEAD", "refs/heads/alias")
	check("a branch that stands for another", top)
	g.Run(top, "switch", "-q", "--detach", "main~1")
	check("detached", top)
	g.Run(top, "worktree", "add", "-q", "-b", "other", "../linked", "main")
	check("linked work tree", filepath.Join(dir, "linked"))
	g.Run(top, "switch", "-q", "--orphan", "empty")
	check("unborn", top)
	g.Run(dir, "init", "-q", "--object-format=sha256", "wide")
	g.Run(filepath.Join(dir, "wide"), "commit", "-q", "--allow-empty", "-m", "x")
	check("sha256", filepath.Join(dir, "wide"))
}

func TestHeadThatIsNoneIsNone(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{"", "ref: refs/heads/none", "ref: ../../outside", "ref: refs/../../x", "nonsense", "ref: refs/heads/.invalid", strings.Repeat("a", 39), strings.Repeat("A", 41)} {
		if err := os.WriteFile(filepath.Join(dir, "HEAD"), []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := place.Head(place.Place{GitDir: dir, CommonDir: dir}); got != "" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestTrustIsKnownForTheCommitOfHeadAlone(t *testing.T) {
	dir := t.TempDir()
	head, other := strings.Repeat("a", 40), strings.Repeat("b", 40)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("HEAD", head+"\n")
	m := place.Memory{Place: place.Place{InGit: true, GitDir: dir, CommonDir: dir}, Counter: filepath.Join(dir, "hfa", "x.counter")}
	if _, known := place.ReadTrust(m); known {
		t.Error("known before anything was written")
	}
	for _, want := range []place.Trust{
		{Commit: head, Tree: other, Committed: true, Digest: "sha256:1"}, {Commit: head, Tree: other}, {Commit: head},
	} {
		if err := place.WriteTrust(m, want); err != nil {
			t.Fatal(err)
		}
		if got, known := place.ReadTrust(m); !known || got != want {
			t.Errorf("%+v, %v, want %+v", got, known, want)
		}
	}
	write("HEAD", other+"\n")
	if _, known := place.ReadTrust(m); known {
		t.Error("known after HEAD moved")
	}
	if got, ok := place.StoredTrust(m); !ok || got.Commit != head {
		t.Errorf("stored: %+v, %v", got, ok)
	}
	write("HEAD", head+"\n")
	for _, text := range []string{"", "1 " + head, "2 " + head + "  worktree \n", "1 " + head + "  maybe \n", "1 " + head + "  worktree "} {
		write("hfa/x.trust", text)
		if _, known := place.ReadTrust(m); known {
			t.Errorf("%q counts", text)
		}
	}
}

package gitext

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/gitext/place"
)

func TestResolveTakesWhatGitTakes(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	r := open(t, filepath.Join(top, "docs"))
	head, first := g.Run(top, "rev-parse", "HEAD"), g.Run(top, "rev-parse", "HEAD~1")
	for rev, want := range map[string]string{
		"": head, "HEAD": head, "@": head, "main": head, "refs/heads/main": head, head: head, head[:8]: head,
		"v1": first, "HEAD^": first, "main~1": first, ":/second": head, "HEAD^{/first}": first, "main@{0}": head,
	} {
		if got, err := r.Resolve(t.Context(), rev); err != nil || got != want {
			t.Errorf("%q is %s, %v; want %s", rev, got, err, want)
		}
	}
	for _, rev := range []string{"none", "v1..main", "^main", "--all", "-h", "HEAD:docs", "HEAD:README.md", "a b", "\x00", strings.Repeat("ab", 20)} {
		if got, err := r.Resolve(t.Context(), rev); !errors.Is(err, ErrUnknownRevision) {
			t.Errorf("%q is %q, %v; want ErrUnknownRevision", rev, got, err)
		}
	}
}

func TestResolveShowsTheCandidatesOfAnAmbiguousId(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Run(top, "init", "-q", "-b", "main")
	var in strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter A <a@b> %d +0000\ndata 1\nx\n", 1767000000+i)
	}
	g.Feed(top, in.String(), "fast-import", "--quiet")
	ids := strings.Fields(g.Raw(top, "rev-list", "main"))
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if prefix := ids[i][:4]; prefix == ids[i-1][:4] {
			_, err := open(t, top).Resolve(t.Context(), prefix)
			if !errors.Is(err, ErrUnknownRevision) || !strings.Contains(err.Error(), "is ambiguous") || !strings.Contains(err.Error(), "candidates") {
				t.Errorf("%s: %v", prefix, err)
			}
			return
		}
	}
	t.Fatal("no two of 1,500 commits share four digits")
}

func TestNothingCommittedYet(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Run(top, "init", "-q", "-b", "trunk")
	g.Write(top, map[string]string{"memory/config.json": "{}"})
	r := open(t, top)
	if _, err := r.FS(t.Context(), "HEAD", "memory"); !errors.Is(err, ErrUnborn) || !strings.Contains(err.Error(), "trunk") {
		t.Errorf("HEAD: %v, want ErrUnborn", err)
	}
	if _, err := r.Resolve(t.Context(), "other"); !errors.Is(err, ErrUnknownRevision) {
		t.Errorf("a name: %v, want ErrUnknownRevision", err)
	}
	if n, err := r.Uncommitted(t.Context(), "memory"); err != nil || n != 1 {
		t.Errorf("uncommitted: %d, %v; want 1", n, err)
	}
}

func TestOpenOutsideGit(t *testing.T) {
	if _, err := Open(place.Place{Top: t.TempDir()}); !errors.Is(err, ErrNotRepository) || !strings.Contains(hintOf(err), "git init") {
		t.Errorf("%v", err)
	}
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	r := open(t, top)
	if err := os.RemoveAll(filepath.Join(top, ".git")); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resolve(t.Context(), "HEAD"); !errors.Is(err, ErrNotRepository) {
		t.Errorf("the repository went away: %v", err)
	}
}

func TestGitIsMissing(t *testing.T) {
	g := gittest.New(t)
	r := open(t, source(t, g, t.TempDir()))
	t.Setenv("PATH", t.TempDir())
	if _, err := r.Resolve(t.Context(), "HEAD"); !errors.Is(err, ErrNoGit) || !strings.Contains(hintOf(err), "git-scm.com") {
		t.Errorf("%v", err)
	}
	if _, err := (&batch{repo: r}).read(t.Context(), strings.Repeat("a", 40), blobObject); !errors.Is(err, ErrNoGit) {
		t.Errorf("batch: %v", err)
	}
}

func TestForeignRepositoryIsRefusedWithTheCure(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, filepath.Join(t.TempDir(), "it's here"))
	// A switch that git's own test suite uses.
	g.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	if out, err := g.Try(top, "rev-parse", "HEAD"); err == nil {
		t.Skipf("this git cannot pretend to be another user: %s", out)
	}
	r := open(t, top)
	_, err := r.FS(t.Context(), "HEAD", "docs/memory")
	if !errors.Is(err, ErrUnsafe) || !strings.Contains(hintOf(err), `git config --global --add safe.directory '`) || !strings.Contains(hintOf(err), `it'\''s here`) {
		t.Errorf("%v", err)
	}
	if _, err := r.Uncommitted(t.Context(), "docs/memory"); !errors.Is(err, ErrUnsafe) {
		t.Errorf("status: %v", err)
	}
}

func TestAHungGitEndsWithTheContext(t *testing.T) {
	g := gittest.New(t)
	r := open(t, source(t, g, t.TempDir()))
	withGit(t, "exec sleep 60\n")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := r.Resolve(ctx, "HEAD"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the context's error", err)
	}
	if took := time.Since(start); took > killDelay {
		t.Errorf("it took %v", took)
	}
}

// A hook of another repository set the environment. Without KeepEnv it means nothing; with it, and a place found through
// it, it is obeyed.
func TestTheEnvironmentOfAnotherRepositoryIsDropped(t *testing.T) {
	g := gittest.New(t)
	dir := t.TempDir()
	ours, other := filepath.Join(dir, "ours"), filepath.Join(dir, "other")
	g.Init(ours, map[string]string{"memory/a": "1"})
	g.Init(other, map[string]string{"memory/b": "2", "c": "3"})
	ourHead, otherHead := g.Run(ours, "rev-parse", "HEAD"), g.Run(other, "rev-parse", "HEAD")
	env := map[string]string{
		"GIT_DIR": filepath.Join(other, ".git"), "GIT_WORK_TREE": other, "GIT_INDEX_FILE": filepath.Join(other, ".git", "index"),
		"GIT_OBJECT_DIRECTORY": filepath.Join(other, ".git", "objects"), "GIT_COMMON_DIR": filepath.Join(other, ".git"),
		"GIT_ICASE_PATHSPECS": "1", "GIT_PREFIX": "x/",
	}
	for name, value := range env {
		t.Setenv(name, value)
	}
	r := open(t, ours)
	if got, err := r.Resolve(t.Context(), "HEAD"); err != nil || got != ourHead {
		t.Errorf("dropped: HEAD is %s, %v; want %s", got, err, ourHead)
	}
	if n, err := r.Uncommitted(t.Context(), "memory"); err != nil || n != 0 {
		t.Errorf("dropped: %d uncommitted, %v; want 0", n, err)
	}
	r = open(t, ours, KeepEnv(os.Getenv))
	if n, err := r.Uncommitted(t.Context(), "memory"); err != nil || n != 0 {
		t.Errorf("kept, but it speaks of another: %d uncommitted, %v; want 0", n, err)
	}
	p, err := place.Find(ours, os.Getenv)
	if err != nil || !p.Explicit {
		t.Fatalf("%+v, %v", p, err)
	}
	r, err = Open(p, KeepEnv(os.Getenv))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := r.Resolve(t.Context(), "HEAD"); err != nil || got != otherHead {
		t.Errorf("obeyed: HEAD is %s, %v; want %s", got, err, otherHead)
	}
	if fsys, err := r.FS(t.Context(), "HEAD", "memory"); err != nil || listFS(t, fsys) != "100644 \"b\" \"2\"\n" {
		t.Errorf("obeyed: %v", err)
	}
}

// In a commit hook GIT_INDEX_FILE may be the index of this commit alone.
func TestKeepEnvObeysTheIndexOfTheCommitUnderWay(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Init(top, map[string]string{"memory/a": "1"})
	g.Write(top, map[string]string{"memory/index/x": "derived"})
	if data, err := os.ReadFile(filepath.Join(top, ".git", "index")); err != nil {
		t.Fatal(err)
	} else if err := os.WriteFile(filepath.Join(top, ".git", "next-index"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	g.Setenv("GIT_INDEX_FILE", filepath.Join(top, ".git", "next-index"))
	g.Run(top, "add", "-f", "memory/index/x")
	for _, tt := range []struct {
		want int
		opts []Option
	}{{0, nil}, {1, []Option{KeepEnv(os.Getenv)}}} {
		got, err := open(t, top, tt.opts...).TrackedDerived(t.Context(), "memory")
		if err != nil || len(got) != tt.want {
			t.Errorf("%d options: %v, %v; want %d", len(tt.opts), got, err, tt.want)
		}
	}
}

func TestLocalEnvVarsAreThoseOfGit(t *testing.T) {
	g := gittest.New(t)
	for _, name := range strings.Fields(g.Run(t.TempDir(), "rev-parse", "--local-env-vars")) {
		if !slices.Contains(localEnvVars(), name) {
			t.Errorf("%s is not dropped", name)
		}
	}
}

func TestUncommittedCountsWhatStatusShows(t *testing.T) {
	g := gittest.New(t)
	dir := t.TempDir()
	top := filepath.Join(dir, "a b")
	g.Init(top, map[string]string{
		"docs/[m] 记忆/config.json": "{}", "docs/[m] 记忆/chunks/a.json": "1", "docs/[m] 记忆/chunks/b.json": "2",
		"docs/[m] 记忆/index/recall.idx": "tracked by mistake", "docs/[m] 记忆/history/epoch_01/summaries.md": "x", "docs/m/x": "1",
	})
	mem := "docs/[m] 记忆"
	r := open(t, filepath.Join(top, "docs"))
	want := func(what string, n int) {
		t.Helper()
		if got, err := r.Uncommitted(t.Context(), mem); err != nil || got != n {
			t.Errorf("%s: %d, %v; want %d", what, got, err, n)
		}
	}
	want("clean", 0)
	g.Write(top, map[string]string{mem + "/index/recall.idx": "changed", mem + "/history/epoch_01/summaries.md": "changed", mem + "/.hfa.lock": "", "docs/m/x": "other"})
	want("derived, local, and another folder", 0)
	g.Write(top, map[string]string{mem + "/chunks/a.json": "changed", mem + "/chunks/new one.json": "n", mem + "/tombstones/t.json": "n"})
	want("a change and two new files", 3)
	g.Run(top, "mv", mem+"/chunks/b.json", mem+"/chunks/c.json")
	want("a rename is a deletion and an addition", 5)
	g.Run(top, "add", "-A")
	want("staged", 5)
	g.Run(top, "commit", "-qm", "all")
	want("committed", 0)
	if got, err := r.Uncommitted(t.Context(), "."); err != nil || got != 0 {
		t.Errorf("the whole work tree: %d, %v", got, err)
	}
	if _, err := open(t, filepath.Join(top, ".git")).Uncommitted(t.Context(), mem); !errors.Is(err, place.ErrNoWorkTree) {
		t.Errorf("inside .git: %v", err)
	}
	if _, err := r.Uncommitted(t.Context(), "../x"); err == nil {
		t.Error("a path outside is taken")
	}
}

func TestTrackedDerived(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	derived := []string{".hfa-transaction.json", ".hfa-tx/0", ".hfa.lock", "history/access.jsonl", "history/access.jsonl.1",
		"history/epoch_01/summaries.md", "index/fts.sqlite", "index/session/s 1"}
	files := map[string]string{"memory/config.json": "{}", "memory/history/stream.md": "", "memory/history/epoch_01/framework.md": "",
		"memory/history/legacy-backups/epoch_01/summaries.md": "", "memory/chunks/index/x.json": "", "index/y": "", "memory/history/epoch_01/access.jsonl": ""}
	for _, name := range derived {
		files["memory/"+name] = "x"
	}
	g.Init(top, files)
	r := open(t, top)
	if got, err := r.TrackedDerived(t.Context(), "memory"); err != nil || !slices.Equal(got, derived) {
		t.Errorf("%q, %v; want %q", got, err, derived)
	}
	if got, err := r.TrackedDerived(t.Context(), "."); err != nil || !slices.Equal(got, []string{"index/y"}) {
		t.Errorf("a memory at the top: %q, %v", got, err)
	}
	g.Run(top, "rm", "-rq", "--cached", "memory")
	if got, err := r.TrackedDerived(t.Context(), "memory"); err != nil || got != nil {
		t.Errorf("untracked: %q, %v", got, err)
	}
}

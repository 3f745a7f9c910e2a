package gitext

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/memory"
	"pgregory.net/rapid"
)

// chunkNames are ids of a small world.
func chunkNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("chunk_%04d-%08d", i+1, i+1)
	}
	return names
}

func pathOfChunk(id string) string { return "docs/memory/chunks/epoch_01/" + id + ".json" }

// askGit is git's own answer: by chunk the commits that add it, as git log prints them. A merge adds what it has and no
// parent has; git is asked for each parent (-m), and the merge counts when all answers agree.
func askGit(g *gittest.Git, top, rev string) map[string][]string {
	answers := map[string][]string{}
	parents := map[string]int{}
	for line := range strings.Lines(g.Raw(top, "rev-list", "--parents", rev)) {
		words := strings.Fields(line)
		parents[words[0]] = max(1, len(words)-1)
	}
	times := map[string]int{}
	commit := ""
	out := g.Raw(top, "log", "--full-history", "-m", "--diff-filter=A", "--no-renames", "--format=@%H", "--name-only", rev, "--", "docs/memory/chunks")
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if id, ok := strings.CutPrefix(line, "@"); ok {
			commit, _, _ = strings.Cut(id, " ")
			continue
		}
		if line == "" {
			continue
		}
		id := strings.TrimSuffix(filepath.Base(line), ".json")
		key := commit + " " + id
		if times[key]++; times[key] == parents[commit] {
			answers[id] = append(answers[id], commit)
		}
	}
	return answers
}

// holdToGit compares a history with git's own answer.
func holdToGit(t testing.TB, g *gittest.Git, top string, h *History) {
	t.Helper()
	want := askGit(g, top, h.Tip)
	for _, id := range chunkNames(14) {
		b, ok := h.Chunk(memory.ID(id))
		var got []string
		if ok {
			got = append(got, b.First.ID)
			for _, c := range b.Also {
				got = append(got, c.ID)
			}
		}
		asked := slices.Clone(want[id])
		slices.Reverse(asked)
		if !slices.Equal(got, asked) {
			t.Fatalf("%s at %.8s: %.8q, git says %.8q\n%s", id, h.Tip, got, asked, g.Raw(top, "log", "--graph", "--oneline", "--stat", h.Tip))
		}
	}
}

// drawHistory makes a random history for git fast-import: commits with one to three parents, each with any of the
// chunks that its parents have, less some and more some. It returns the number of commits.
func drawHistory(t *rapid.T) (string, int) {
	names := chunkNames(14)
	var in strings.Builder
	have := []map[string]int{} // by commit: chunks with the number of their text; some are edited by hand
	for i := range rapid.IntRange(2, 24).Draw(t, "commits") {
		files := map[string]int{}
		var parents []int
		for range rapid.IntRange(0, 3).Draw(t, "parents") {
			// Near ones, so that histories are long, too.
			if p := i - rapid.IntRange(1, 5).Draw(t, "back"); p >= 0 && !slices.Contains(parents, p) {
				parents = append(parents, p)
				maps.Copy(files, have[p])
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "added") {
			files[rapid.SampledFrom(names).Draw(t, "new")] = rapid.IntRange(0, 1).Draw(t, "text")
		}
		for range rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "removed") {
			delete(files, rapid.SampledFrom(names).Draw(t, "gone"))
		}
		fmt.Fprintf(&in, "commit refs/heads/c%d\nmark :%d\nauthor A <a@b> %d +0200\ncommitter A <a@b> %[3]d +0200\ndata 2\nc\n", i, i+1, 1767000000+60*i)
		for n, p := range parents {
			fmt.Fprintf(&in, "%s :%d\n", map[bool]string{true: "from", false: "merge"}[n == 0], p+1)
		}
		fmt.Fprintf(&in, "deleteall\nM 100644 inline other\ndata 3\n%03d\n", i)
		for _, name := range sortedKeys(files) {
			fmt.Fprintf(&in, "M 100644 inline %s\ndata 1\n%d\n", pathOfChunk(name), files[name])
		}
		in.WriteString("\n")
		have = append(have, files)
	}
	return in.String(), len(have)
}

func TestHistoryIsWhatGitSays(t *testing.T) {
	g := gittest.New(t)
	end := time.Now().Add(8 * time.Second) // a thousand processes of git take a busy machine longer
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
		cache := filepath.Join(top, "cache")
		r := open(t, top)
		// HEAD goes forward, to another branch, and back: some of it is an increment, some rewritten.
		for range 2 {
			at := rapid.IntRange(0, n-1).Draw(rt, "head")
			g.Run(top, "update-ref", "--no-deref", "HEAD", fmt.Sprintf("refs/heads/c%d", at))
			h, err := r.History(t.Context(), "docs/memory", cache)
			if err != nil {
				rt.Fatal(err)
			}
			holdToGit(t, g, top, h)
			h.Keep(cache)
			if c := r.CachedHistory(t.Context(), "docs/memory", cache); c == nil || c.Tip != h.Tip {
				rt.Fatalf("what was just kept is not fresh: %v", c)
			}
		}
	})
}

func TestHistoryThroughWhatPeopleDo(t *testing.T) {
	names := chunkNames(6)
	a, b, c := names[0], names[1], names[2]
	type world struct {
		g   *gittest.Git
		top string
	}
	write := func(w world, id, message string) string {
		w.g.Write(w.top, map[string]string{pathOfChunk(id): id})
		w.g.Run(w.top, "add", "-A")
		w.g.Run(w.top, "commit", "-qm", message)
		return w.g.Run(w.top, "rev-parse", "HEAD")
	}
	tests := []struct {
		name string
		do   func(w world)
		want map[string]string // chunk: subject, then those of Also
	}{
		{"merge", func(w world) {
			w.g.Run(w.top, "switch", "-qc", "side")
			write(w, b, "on the side")
			w.g.Run(w.top, "switch", "-q", "main")
			write(w, c, "on main")
			w.g.Run(w.top, "merge", "-q", "--no-edit", "side")
		}, map[string]string{a: "first", b: "on the side", c: "on main"}},
		{"merge that adds", func(w world) {
			w.g.Run(w.top, "switch", "-qc", "side")
			write(w, b, "on the side")
			w.g.Run(w.top, "switch", "-q", "main")
			w.g.Run(w.top, "merge", "-q", "--no-ff", "--no-commit", "side")
			w.g.Write(w.top, map[string]string{pathOfChunk(c): c})
			w.g.Run(w.top, "add", "-A")
			w.g.Run(w.top, "commit", "-qm", "the merge")
		}, map[string]string{a: "first", b: "on the side", c: "the merge"}},
		{"squash", func(w world) {
			w.g.Run(w.top, "switch", "-qc", "side")
			write(w, b, "one")
			write(w, c, "two")
			w.g.Run(w.top, "switch", "-q", "main")
			w.g.Run(w.top, "merge", "-q", "--squash", "side")
			w.g.Run(w.top, "commit", "-qm", "squashed")
			w.g.Run(w.top, "branch", "-qD", "side")
		}, map[string]string{a: "first", b: "squashed", c: "squashed"}},
		{"rebase", func(w world) {
			w.g.Run(w.top, "switch", "-qc", "side")
			write(w, b, "on the side")
			w.g.Run(w.top, "switch", "-q", "main")
			write(w, c, "on main")
			w.g.Run(w.top, "switch", "-q", "side")
			w.g.Run(w.top, "rebase", "-q", "main")
		}, map[string]string{a: "first", b: "on the side", c: "on main"}},
		{"amended message", func(w world) {
			write(w, b, "wrong words")
			w.g.Run(w.top, "commit", "-q", "--amend", "-m", "right words")
		}, map[string]string{a: "first", b: "right words"}},
		{"cherry-pick that is merged later", func(w world) {
			w.g.Run(w.top, "switch", "-qc", "side")
			write(w, b, "on the side")
			w.g.Setenv("GIT_COMMITTER_DATE", "2026-01-02T03:05:05Z")
			w.g.Run(w.top, "switch", "-q", "main")
			write(w, c, "on main")
			w.g.Run(w.top, "cherry-pick", "-x", "side")
			w.g.Run(w.top, "merge", "-q", "--no-edit", "side")
		}, map[string]string{a: "first", b: "on the side, on the side", c: "on main"}},
		{"revert, and revert of the revert", func(w world) {
			write(w, b, "brought")
			w.g.Run(w.top, "revert", "--no-edit", "HEAD")
			w.g.Run(w.top, "revert", "--no-edit", "HEAD")
		}, map[string]string{a: "first", b: `brought, Revert "Revert "brought""`}},
		{"another folder", func(w world) {
			w.g.Run(w.top, "mv", "docs/memory/chunks/epoch_01", "docs/memory/chunks/epoch_02")
			w.g.Run(w.top, "commit", "-qm", "moved")
		}, map[string]string{a: "first, moved"}},
		{"not committed", func(w world) {
			w.g.Write(w.top, map[string]string{pathOfChunk(b): b})
		}, map[string]string{a: "first", b: ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := world{gittest.New(t), t.TempDir()}
			w.g.Run(w.top, "init", "-q")
			write(w, a, "first")
			r, cache := open(t, w.top), filepath.Join(t.TempDir(), "cache")
			h, err := r.History(t.Context(), "docs/memory", cache)
			if err != nil {
				t.Fatal(err)
			}
			h.Keep(cache)
			tt.do(w)
			h, err = r.History(t.Context(), "docs/memory", cache)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range names {
				brought, _ := h.Chunk(memory.ID(id))
				got := brought.First.Subject
				for _, c := range brought.Also {
					got += ", " + c.Subject
				}
				if got != tt.want[id] {
					t.Errorf("%s: %q, want %q", id, got, tt.want[id])
				}
			}
			holdToGit(t, w.g, w.top, h)
		})
	}
}

func TestHistoryFollowsAMemoryThatMoved(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	names := chunkNames(4)
	g.Run(top, "init", "-q")
	g.Run(top, "commit", "-q", "--allow-empty", "-m", "before")
	commit := func(message string) {
		g.Run(top, "add", "-A")
		g.Run(top, "commit", "-qm", message)
	}
	g.Write(top, map[string]string{"docs/memory/config.json": "{}", pathOfChunk(names[0]): "one"})
	commit("first")
	g.Write(top, map[string]string{pathOfChunk(names[1]): "two"})
	commit("second")
	g.Run(top, "switch", "-qc", "side")
	g.Run(top, "switch", "-q", "main")
	g.Run(top, "mv", "docs/memory", "records")
	g.Write(top, map[string]string{"records/chunks/epoch_01/" + names[3] + ".json": "made in the move"})
	commit("moved")
	r := open(t, top)
	check := func(memoryPath, cache string, want ...string) {
		t.Helper()
		h, err := r.History(t.Context(), memoryPath, cache)
		if err != nil {
			t.Fatal(err)
		}
		h.Keep(cache)
		for i, subject := range want {
			b, _ := h.Chunk(memory.ID(names[i]))
			if b.First.Subject != subject || b.Also != nil {
				t.Errorf("%s in %s: %+v, want %q alone", names[i], memoryPath, b, subject)
			}
		}
	}
	check("records", "", "first", "second", "", "moved")
	cache := filepath.Join(t.TempDir(), "cache")
	check("records", cache, "first", "second", "", "moved")
	g.Write(top, map[string]string{"records/chunks/epoch_01/" + names[2] + ".json": "three"})
	commit("third")
	check("records", cache, "first", "second", "third", "moved")
	g.Run(top, "mv", "records", "docs/memory")
	commit("moved back")
	check("docs/memory", cache, "first", "second", "third", "moved")
}

// A user may have set anything; the answer is the same.
func TestHistoryWhateverIsConfigured(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Run(top, "init", "-q")
	g.Write(top, map[string]string{pathOfChunk("chunk_0001-00000001"): "1", "docs/memory/tombstones/chunk_0001-00000001-aaaaaaaa.json": "t"})
	g.Run(top, "add", "-A")
	g.Run(top, "commit", "-qm", "编码\tand tab\n\nbody\n", "--author", "Zoë <zoe@example.org>", "--date", "2026-05-11T08:30:00+08:00")
	for _, setting := range [][2]string{
		{"log.showSignature", "true"}, {"log.follow", "true"}, {"log.decorate", "full"}, {"log.showRoot", "false"}, {"log.diffMerges", "off"},
		{"log.date", "relative"}, {"log.abbrevCommit", "true"}, {"log.mailmap", "true"}, {"color.ui", "always"}, {"i18n.logOutputEncoding", "ISO-8859-1"},
		{"diff.renames", "copies"}, {"diff.relative", "true"}, {"format.pretty", "oneline"}, {"core.quotePath", "true"}, {"diff.external", "false"},
		{"log.excludeDecoration", "*"}, {"notes.displayRef", "*"}, {"diff.noprefix", "true"}, {"core.abbrev", "4"},
	} {
		g.Run(top, "config", setting[0], setting[1])
	}
	g.Write(top, map[string]string{".mailmap": "Other <other@example.org> <zoe@example.org>\n"})
	h, err := open(t, top).History(t.Context(), "docs/memory", "")
	if err != nil {
		t.Fatal(err)
	}
	want := Commit{ID: g.Run(top, "rev-parse", "HEAD"), Date: "2026-05-11T08:30:00+08:00", Author: "Zoë", Subject: "编码 and tab"}
	if b, ok := h.Chunk("chunk_0001-00000001"); !ok || b.First != want || b.Shallow || b.Also != nil {
		t.Errorf("chunk: %+v, want %+v", b, want)
	}
	if b, ok := h.Tombstone("chunk_0001-00000001"); !ok || b.First != want {
		t.Errorf("tombstone: %+v", b)
	}
	if commits := h.Commits(10); !maps.Equal(commits, map[string]bool{want.ID[:10]: true}) {
		t.Errorf("commits that brought something: %v", commits)
	}
}

func TestHistoryOfClonesThatLackSomething(t *testing.T) {
	g := gittest.New(t)
	names := chunkNames(3)
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			dir := t.TempDir()
			top := filepath.Join(dir, "source")
			if out, err := g.Try(dir, "init", "-q", "--object-format="+format, "source"); err != nil {
				t.Skipf("this git has no %s: %s", format, out)
			}
			var commits []string
			for _, id := range names {
				g.Write(top, map[string]string{pathOfChunk(id): id})
				g.Run(top, "add", "-A")
				g.Run(top, "commit", "-qm", id)
				commits = append(commits, g.Run(top, "rev-parse", "HEAD"))
			}
			url := "file://" + filepath.ToSlash(top)
			for name, args := range map[string][]string{
				"partial": {"--filter=blob:none", "--no-checkout"}, "sparse": {"--sparse"}, "whole": {}, "shallow": {"--depth=2"}, "without trees": {"--filter=tree:0", "--no-checkout"},
			} {
				to := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
				g.Run(dir, append(append([]string{"clone", "-q"}, args...), url, to)...)
				r, cache := open(t, to), filepath.Join(t.TempDir(), "cache")
				h, err := r.History(t.Context(), "docs/memory", cache)
				if name == "without trees" {
					if !errors.Is(err, ErrMissingObject) {
						t.Errorf("%s: %v, want ErrMissingObject", name, err)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				h.Keep(cache)
				if h.Shallow() != (name == "shallow") {
					t.Errorf("%s: shallow is %v", name, h.Shallow())
				}
				for i, id := range names {
					b, ok := h.Chunk(memory.ID(id))
					if name == "shallow" && i < 2 {
						if !ok || !b.Shallow || b.First.ID != commits[1] {
							t.Errorf("%s: %s: %+v, want the edge", name, id, b)
						}
					} else if !ok || b.Shallow || b.First.ID != commits[i] {
						t.Errorf("%s: %s: %+v, want %s", name, id, b, commits[i])
					}
				}
				if name != "shallow" {
					continue
				}
				g.Run(to, "fetch", "-q", "--unshallow")
				if r.CachedHistory(t.Context(), "docs/memory", cache) != nil {
					t.Error("the history of the shallow clone counts as fresh in the whole one")
				}
				if h, err = r.History(t.Context(), "docs/memory", cache); err != nil {
					t.Fatal(err)
				}
				if b, _ := h.Chunk(memory.ID(names[0])); b.Shallow || b.First.ID != commits[0] {
					t.Errorf("made whole: %+v, want %s", b, commits[0])
				}
			}
		})
	}
}

func TestHistoryBeforeTheFirstCommit(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Run(top, "init", "-q")
	if _, err := open(t, top).History(t.Context(), "docs/memory", ""); !errors.Is(err, ErrUnborn) {
		t.Errorf("%v, want ErrUnborn", err)
	}
}

// A walk uses a temporary file, leaves none, and does without where there is no room for it.
func TestHistoryWithAndWithoutATemporaryFile(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Run(top, "init", "-q")
	g.Write(top, map[string]string{pathOfChunk("chunk_0001-00000001"): "1"})
	g.Run(top, "add", "-A")
	g.Run(top, "commit", "-qm", "one")
	temp := t.TempDir()
	for name, dir := range map[string]string{"with": temp, "without": filepath.Join(temp, "missing")} {
		for _, variable := range []string{"TMPDIR", "TMP", "TEMP"} {
			t.Setenv(variable, dir)
		}
		h, err := open(t, top).History(t.Context(), "docs/memory", "")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if b, ok := h.Chunk("chunk_0001-00000001"); !ok || b.First.Subject != "one" {
			t.Errorf("%s: %+v", name, b)
		}
		if _, err := open(t, top).History(t.Context(), "../outside", ""); err == nil {
			t.Errorf("%s: git's refusal is not told", name)
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

package gitext

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/memory"
	"pgregory.net/rapid"
)

func TestCachedHistoryIsFreshOnlyWhileHeadHasIt(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Run(top, "init", "-q")
	g.Write(top, map[string]string{pathOfChunk("chunk_0001-00000001"): "1"})
	g.Run(top, "add", "-A")
	g.Run(top, "commit", "-qm", "one")
	r, cache := open(t, top), filepath.Join(t.TempDir(), "cache")
	fresh := func() bool { return r.CachedHistory(t.Context(), "docs/memory", cache) != nil }
	if fresh() {
		t.Error("fresh without a file")
	}
	h, err := r.History(t.Context(), "docs/memory", cache)
	if err != nil {
		t.Fatal(err)
	}
	h.Keep(cache)
	if !fresh() {
		t.Error("not fresh at its own commit")
	}
	for range 5 {
		g.Run(top, "commit", "-q", "--allow-empty", "-m", "code")
	}
	g.Run(top, "pack-refs", "--all")
	g.Run(top, "gc", "-q")
	t.Run("without git", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		if !fresh() {
			t.Error("not fresh five commits later")
		}
	})
	if r.CachedHistory(t.Context(), "memory", cache) != nil {
		t.Error("fresh for another memory")
	}
	g.Run(top, "switch", "-q", "--orphan", "other")
	g.Run(top, "commit", "-q", "--allow-empty", "-m", "elsewhere")
	if fresh() {
		t.Error("fresh on a branch that has none of it")
	}
	g.Run(top, "switch", "-q", "main")
	data, err := os.ReadFile(cache)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		bad := slices.Clone(data)
		bad[i] ^= 1
		if err := os.WriteFile(cache, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if fresh() {
			t.Fatalf("fresh with byte %d of %d changed", i, len(data))
		}
		if err := os.WriteFile(cache, data[:i], 0o644); err != nil {
			t.Fatal(err)
		}
		if fresh() {
			t.Fatalf("fresh when cut at byte %d of %d", i, len(data))
		}
	}
}

func TestHistorySetFindsEveryKeyAndNoOther(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		keys := rapid.SliceOfDistinct(rapid.StringMatching(`!?[a-z]{1,3}`), rapid.ID[string]).Draw(rt, "keys")
		want := map[string][]string{} // by key the subjects, oldest first
		set := func(tip string, keys []string) *historySet {
			var w historyWalk
			n := rapid.IntRange(0, len(keys)).Draw(rt, "commits")
			for i := range n {
				w.at = w.commits.Len()
				subject := fmt.Sprint(tip[:1], i)
				fmt.Fprintf(&w.commits, "%s\t2026\tA\t%s\n", strings.Repeat("a", 40), subject)
				for _, key := range keys {
					if rapid.IntRange(0, 3).Draw(rt, "adds") == 0 {
						w.added = append(w.added, addition{key, w.at}, addition{key, w.at})
						want[key] = append([]string{subject}, want[key]...)
					}
				}
			}
			return newHistorySet(tip, w.commits.String(), w.added)
		}
		split := rapid.IntRange(0, len(keys)).Draw(rt, "split")
		s := set(strings.Repeat("b", 40), keys[:split])
		s = s.with(strings.Repeat("c", 40), set(strings.Repeat("c", 40), keys[split:]))
		s.name = historyName{"docs/memory", "graph"}
		file := filepath.Join(t.TempDir(), "cache")
		writeHistory(file, s)
		stored := readHistory(file, s.name)
		if stored == nil || stored.tip != s.tip {
			rt.Fatalf("what was written is not read: %+v", stored)
		}
		asked := append(slices.Clone(keys), "", "a", "zz", "zzzz", "!", "~")
		switch rapid.IntRange(0, 2).Draw(rt, "order") {
		case 1:
			slices.Sort(asked)
		case 2:
			slices.SortFunc(asked, func(a, b string) int { return strings.Compare(b, a) })
		}
		for _, from := range []*historySet{s, stored} {
			places := from.places(len(asked), func(i int) string { return asked[i] })
			for i, key := range asked {
				b, ok := from.find(key)
				if places[i] >= 0 != ok || ok && !reflect.DeepEqual(from.at(places[i]), b) {
					rt.Fatalf("%q: %+v by itself, place %d with others", key, b, places[i])
				}
				var got []string
				if ok {
					got = []string{b.First.Subject}
				}
				for _, c := range b.Also {
					got = append(got, c.Subject)
				}
				if !slices.Equal(got, want[key]) {
					rt.Fatalf("%q: %q, want %q", key, got, want[key])
				}
			}
		}
	})
}

// What git shows may change without a new commit: when objects are replaced, parents made up, or references packed.
func TestCachedHistoryGoesWithWhatGitMakesOfCommits(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Run(top, "init", "-q")
	commit := func(name string) string {
		g.Write(top, map[string]string{pathOfChunk(name): name})
		g.Run(top, "add", "-A")
		g.Run(top, "commit", "-qm", name)
		return g.Run(top, "rev-parse", "HEAD")
	}
	names := chunkNames(3)
	first := commit(names[0])
	second := commit(names[1])
	commit(names[2])
	cache := filepath.Join(t.TempDir(), "cache")
	ask := func(step, subject string) {
		t.Helper()
		r := open(t, top)
		before := r.CachedHistory(t.Context(), "docs/memory", cache)
		h, err := r.History(t.Context(), "docs/memory", cache)
		if err != nil {
			t.Fatal(step, err)
		}
		for _, h := range []*History{before, h} {
			if h == nil {
				continue
			}
			if b, _ := h.Chunk(memory.ID(names[0])); b.First.Subject != subject {
				t.Errorf("%s: %q brought the first chunk, git says %q", step, b.First.Subject, subject)
			}
		}
		if shown := g.Run(top, "log", "--format=%s", "--diff-filter=A", "--", pathOfChunk(names[0])); shown != subject {
			t.Errorf("%s: git says %q, the test %q", step, shown, subject)
		}
		h.Keep(cache)
		if r.CachedHistory(t.Context(), "docs/memory", cache) == nil {
			t.Errorf("%s: what was just kept is not fresh", step)
		}
	}
	ask("as it is", names[0])
	other := g.Feed(top, "tree "+g.Run(top, "rev-parse", first+"^{tree}")+"\nauthor A <a@b> 1767000000 +0000\ncommitter A <a@b> 1767000000 +0000\n\nother words\n",
		"hash-object", "-t", "commit", "-w", "--stdin")
	g.Run(top, "replace", first, strings.TrimSpace(other))
	ask("replaced", "other words")
	g.Run(top, "pack-refs", "--all")
	key := func() string {
		gr, err := open(t, top).graph(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return gr.key
	}
	packed := key()
	ask("replaced, packed", "other words")
	g.Run(top, "config", "core.useReplaceRefs", "false")
	ask("not looked at", names[0])
	g.Run(top, "config", "--unset", "core.useReplaceRefs")
	g.Run(top, "replace", "-d", first)
	ask("as it was", names[0])
	g.Run(top, "replace", first, strings.TrimSpace(other))
	if key() != packed {
		t.Error("the key changes with the way in which references are kept")
	}
	g.Run(top, "replace", "-d", first)

	// A graft that cuts the first commit off: the second one brings both.
	if err := os.MkdirAll(filepath.Join(top, ".git", "info"), 0o777); err != nil {
		t.Fatal(err)
	}
	grafts := filepath.Join(top, ".git", "info", "grafts")
	if err := os.WriteFile(grafts, []byte(second+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ask("grafted", names[1])
	g.Run(top, "commit", "-q", "--allow-empty", "-m", "code")
	if open(t, top).CachedHistory(t.Context(), "docs/memory", cache) != nil {
		t.Error("parents that commits name prove something where others are made up")
	}
	if err := os.Remove(grafts); err != nil {
		t.Fatal(err)
	}
	ask("not grafted", names[0])
}

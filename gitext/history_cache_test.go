package gitext

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
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
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfDistinct(rapid.StringMatching(`!?[a-z]{1,3}`), rapid.ID[string]).Draw(t, "keys")
		found := map[string][]Commit{}
		later := map[string][]Commit{}
		split := rapid.IntRange(0, len(keys)).Draw(t, "split")
		for i, key := range keys {
			found[key] = []Commit{{ID: strings.Repeat("a", 39) + fmt.Sprint(i%10), Subject: key}}
			if i >= split {
				later[key] = found[key]
				delete(found, key)
			}
		}
		s := newHistorySet(strings.Repeat("b", 40), found).with(strings.Repeat("c", 40), later)
		maps.Copy(found, later)
		for _, key := range append(keys, "", "a", "zz", "zzzz", "!", "~") {
			b, ok := s.find(key)
			if _, want := found[key]; ok != want || ok && b.First.ID != found[key][0].ID {
				t.Fatalf("%q: %+v, %v, want %v", key, b, ok, want)
			}
		}
	})
}

package gitext

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

func chunkFile(number int, title string, supersedes ...memory.ID) (name string, c memory.Chunk) {
	c = memory.Chunk{Schema: memory.Schema, Epoch: 1, Topic: number, Node: "M1", Title: title, HitWords: []string{"w"}, Conclusion: "C", CreatedAt: "2026-01-02T03:04:05.000Z", Supersedes: supersedes}
	c.Seal(number)
	return memory.ChunkPath(1, c.ID), c
}

func TestImmutableNamesWhatTheBaseHadAndIsNoMore(t *testing.T) {
	chunk, c := chunkFile(1, "One")
	stone := memory.Tombstone{Schema: memory.Schema, Target: string(c.ID), Reason: "why", CreatedAt: "2026-01-02T03:04:05.000Z"}
	framework := memory.FrameworkPath(1)
	base := map[string]string{
		chunk: string(c.Encode()), stone.Path(): string(stone.Encode()), framework: string(memory.Framework(1)),
		memory.LegacyTombstonesPath: "{\"id\":\"chunk_0001\"}\n", "directory.md": "x", "history/epoch_01/summaries.md": "derived", "main/m1.md": "people",
	}
	moved := "chunks/epoch_02/" + string(c.ID) + ".json"
	tests := []struct {
		name string
		now  func(files map[string]string)
		want string
	}{
		{"nothing", func(map[string]string) {}, ""},
		{"what is no chunk may change", func(f map[string]string) {
			f["directory.md"], f["main/m1.md"] = "y", "z"
			delete(f, "history/epoch_01/summaries.md")
		}, ""},
		{"more is no fault", func(f map[string]string) {
			f["chunks/epoch_01/chunk_0002-aaaaaaaa.json"] = "new"
			f[memory.LegacyTombstonesPath] += "{\"id\":\"chunk_0002\"}\n"
		}, ""},
		{"words below the marker", func(f map[string]string) { f[framework] += "our architecture\n" }, ""},
		{"content", func(f map[string]string) { f[chunk] = strings.Replace(f[chunk], "One", "Two", 1) }, "error chunk-changed " + chunk},
		{"cut", func(f map[string]string) { f[chunk] = f[chunk][:20] }, "error chunk-changed " + chunk},
		{"layout", func(f map[string]string) { f[chunk] = "\ufeff" + strings.ReplaceAll(f[chunk], "\n", "\r\n") }, "warning chunk-changed " + chunk},
		{"removed", func(f map[string]string) { delete(f, chunk) }, "error chunk-removed " + chunk},
		{"moved", func(f map[string]string) { f[moved] = f[chunk]; delete(f, chunk) }, "error chunk-renamed " + moved},
		{"moved and changed", func(f map[string]string) { f[moved] = f[chunk] + "\n"; delete(f, chunk) }, "error chunk-renamed " + moved},
		{"renamed", func(f map[string]string) { f["chunks/epoch_01/chunk_0009-aaaaaaaa.json"] = f[chunk]; delete(f, chunk) }, "error chunk-renamed chunks/epoch_01/chunk_0009-aaaaaaaa.json"},
		{"tombstone changed", func(f map[string]string) { f[stone.Path()] = strings.Replace(f[stone.Path()], "why", "not", 1) }, "error tombstone-changed " + stone.Path()},
		{"tombstone layout", func(f map[string]string) { f[stone.Path()] += "\n" }, "warning tombstone-changed " + stone.Path()},
		{"tombstone removed", func(f map[string]string) { delete(f, stone.Path()) }, "error tombstone-removed " + stone.Path()},
		{"old tombstone lost", func(f map[string]string) { f[memory.LegacyTombstonesPath] = "{\"id\":\"chunk_0002\"}\n" }, "error tombstone-changed " + memory.LegacyTombstonesPath},
		{"framework removed", func(f map[string]string) { delete(f, framework) }, "error framework-removed " + framework},
		{"framework changed", func(f map[string]string) { f[framework] = "# ours\n" }, "error framework-changed " + framework},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now := map[string]string{}
			for name, text := range base {
				now[name] = text
			}
			tt.now(now)
			problems, err := Immutable(mapFS(base), mapFS(now), "0123456789abcdef0123456789abcdef01234567")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range problems {
				got = append(got, fmt.Sprintf("%s %s %s", p.Severity, p.Code, p.Path))
				if p.Message == "" || !strings.HasPrefix(p.Cure, "git ") {
					t.Errorf("%+v", p)
				}
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func mapFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestMergeBasesAreThoseOfGit(t *testing.T) {
	g := gittest.New(t)
	ctx := context.Background()
	dir := t.TempDir()
	g.Init(dir, map[string]string{"a": "1\n"})
	first := g.Run(dir, "rev-parse", "HEAD")
	g.Run(dir, "switch", "-q", "-c", "topic")
	g.Run(dir, "commit", "-q", "--allow-empty", "-m", "topic")
	topic := g.Run(dir, "rev-parse", "HEAD")
	g.Run(dir, "switch", "-q", "main")
	g.Run(dir, "commit", "-q", "--allow-empty", "-m", "more")
	more := g.Run(dir, "rev-parse", "HEAD")
	p, err := place.Find(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	repo, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	bases := func(a, b string, want ...string) {
		t.Helper()
		got, err := repo.MergeBases(ctx, a, b)
		if err != nil || !reflect.DeepEqual(sortedStrings(got), sortedStrings(want)) {
			t.Errorf("merge bases of %s and %s: %v, %v, want %v", a, b, got, err, want)
		}
	}
	bases("main", "topic", first)
	bases("main~", "main", first)
	// A criss-cross has two.
	g.Run(dir, "merge", "-q", "--no-edit", topic)
	g.Run(dir, "switch", "-q", "topic")
	g.Run(dir, "merge", "-q", "--no-edit", more)
	bases("main", "topic", more, topic)
	g.Run(dir, "checkout", "-q", "--orphan", "alone")
	g.Run(dir, "commit", "-q", "--allow-empty", "-m", "alone")
	if _, err := repo.MergeBases(ctx, "main", "alone"); !errors.Is(err, ErrNoMergeBase) {
		t.Errorf("unrelated: %v", err)
	}
	if _, err := repo.MergeBases(ctx, "main", "nothing"); !errors.Is(err, ErrUnknownRevision) {
		t.Errorf("unknown: %v", err)
	}
}

func sortedStrings(list []string) []string {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return sortedKeys(set)
}

func TestHiddenFilesAreListed(t *testing.T) {
	g := gittest.New(t)
	dir := filepath.Join(t.TempDir(), "repo")
	g.Init(dir, map[string]string{"memory/a.json": "1\n", "memory/b.json": "1\n", "c": "1\n"})
	g.Run(dir, "sparse-checkout", "set", "--no-cone", "/c", "/memory/a.json")
	p, err := place.Find(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	repo, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	hidden, err := repo.Hidden(context.Background(), "memory")
	if err != nil || !reflect.DeepEqual(hidden, map[string]bool{"b.json": true}) {
		t.Errorf("%v, %v", hidden, err)
	}
}

func TestCompareListsWhatIsNew(t *testing.T) {
	one, c1 := chunkFile(1, "One")
	two, c2 := chunkFile(2, "Two", c1.ID)
	stone := memory.Tombstone{Schema: memory.Schema, Target: "S1", Reason: "why", CreatedAt: "2026-01-02T03:04:05.000Z"}
	base := map[string]string{"config.json": "{}", "directory.md": directory(rowM1, rowS1), one: string(c1.Encode())}
	now := map[string]string{
		"config.json": `{"lang":"zh"}`, "directory.md": directory(rowM1, strings.Replace(rowS1, "ACTIVE", "TOMBSTONED", 1), rowS2),
		one: string(c1.Encode()), two: string(c2.Encode()), stone.Path(): string(stone.Encode()),
	}
	load := func(files map[string]string) *memory.Tree {
		tree, err := memory.Load(mapFS(files))
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	d := Compare(load(base), load(now))
	if len(d.Added) != 1 || d.Added[0].ID != c2.ID || len(d.Tombstoned) != 1 || len(d.Nodes) != 2 || !d.Config || d.Empty() ||
		!reflect.DeepEqual(d.Superseded, []Superseded{{Old: c1.ID, By: c2.ID, OldTitle: "One"}}) {
		t.Errorf("%+v", d)
	}
	if d.Nodes[0].Before.State != memory.Active || d.Nodes[0].After.State != memory.Tombstoned || d.Nodes[1].Before.ID != "" {
		t.Errorf("%+v", d.Nodes)
	}
	if d := Compare(load(now), load(now)); !d.Empty() {
		t.Errorf("nothing changed: %+v", d)
	}
	if d := Compare(nil, load(now)); len(d.Added) != 2 || len(d.Nodes) != 3 {
		t.Errorf("from nothing: %+v", d)
	}
}

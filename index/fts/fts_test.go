package fts_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/fts"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
	"pgregory.net/rapid"
)

// corpusOf reads the tree without any derived file.
func corpusOf(t testing.TB, dir string) *index.Corpus {
	t.Helper()
	view, err := index.Open(context.Background(), index.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { view.Close() })
	return view.Corpus()
}

func update(t testing.TB, dir string) *index.Corpus {
	t.Helper()
	want := corpusOf(t, dir)
	if err := fts.New().Update(context.Background(), dir, want); err != nil {
		t.Fatal(err)
	}
	return want
}

func open(t *testing.T, dir string, digest memory.Digest) index.Source {
	t.Helper()
	source, closer, err := fts.New().Open(context.Background(), dir, digest)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closer.Close() })
	return source
}

func dump(t testing.TB, dir string) []string {
	t.Helper()
	rows, err := fts.New().Dump(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for l, err := range rows {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

func dumpCorpus(t testing.TB, want *index.Corpus) []string {
	t.Helper()
	var lines []string
	for l, err := range fts.New().DumpCorpus(want) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

func TestSourceConforms(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		want := update(t, tree.Dir)
		return open(t, tree.Dir, want.Digest)
	})
}

func TestAFolderMayBeNamedFromTheWorkingOne(t *testing.T) {
	tree := indextest.NewTree(t)
	tree.Add(t, tree.Random(60))
	t.Chdir(tree.Dir)
	indextest.Check(t, open(t, ".", update(t, ".").Digest), tree)
}

func TestSourceConformsAfterAnUpdate(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		// An update from another state: one chunk more, which is then gone.
		extra := tree.Add(t, tree.Random(0))
		update(t, tree.Dir)
		tree.Remove(t, extra.Path)
		want := update(t, tree.Dir)
		return open(t, tree.Dir, want.Digest)
	})
}

// TestIncrementalEqualsRebuilt holds an updated database to one built from nothing, after any changes.
func TestIncrementalEqualsRebuilt(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tree := indextest.NewTree(t)
		var paths []string
		var ids []memory.ID
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0, 1:
				c := tree.Random(rapid.IntRange(0, 3).Draw(rt, "size"))
				if len(ids) > 0 && rapid.Bool().Draw(rt, "supersede") {
					c.Supersedes = []memory.ID{rapid.SampledFrom(ids).Draw(rt, "old")}
				}
				stored := tree.Add(t, c)
				paths, ids = append(paths, stored.Path), append(ids, stored.ID)
			case 2:
				if len(paths) > 0 {
					i := rapid.IntRange(0, len(paths)-1).Draw(rt, "gone")
					tree.Remove(t, paths[i])
					paths = slices.Delete(paths, i, i+1)
				}
			case 3:
				if len(ids) > 0 {
					tree.Tombstone(t, string(rapid.SampledFrom(ids).Draw(rt, "dead")), "over")
				}
			case 4:
				if len(paths) > 0 { // an edit by hand
					p := rapid.SampledFrom(paths).Draw(rt, "edited")
					data, err := os.ReadFile(tree.Native(p))
					if err != nil {
						t.Fatal(err)
					}
					tree.Write(t, p, []byte(strings.Replace(string(data), `"title": "`, `"title": "edited `, 1)))
				}
			case 5:
				update(t, tree.Dir)
			}
		}
		want := update(t, tree.Dir)
		if got, want := dump(t, tree.Dir), dumpCorpus(t, want); !slices.Equal(got, want) {
			rt.Fatalf("updated database differs from the corpus:\n%s", diff(got, want))
		}
		source, closer, err := fts.New().Open(context.Background(), tree.Dir, want.Digest)
		if err != nil {
			rt.Fatal(err)
		}
		defer closer.Close()
		indextest.Check(t, source, tree)
	})
}

func diff(got, want []string) string {
	var b strings.Builder
	for _, l := range got {
		if !slices.Contains(want, l) {
			fmt.Fprintf(&b, "- %s\n", l)
		}
	}
	for _, l := range want {
		if !slices.Contains(got, l) {
			fmt.Fprintf(&b, "+ %s\n", l)
		}
	}
	return b.String()
}

func TestOpenRefusesAnotherState(t *testing.T) {
	tree := indextest.NewTree(t)
	tree.Add(t, tree.Random(1))
	old := update(t, tree.Dir)
	tree.Add(t, tree.Random(1))
	now := corpusOf(t, tree.Dir)
	if _, _, err := fts.New().Open(context.Background(), tree.Dir, now.Digest); !errors.Is(err, index.ErrStale) {
		t.Errorf("open with the digest of a newer state: %v, want ErrStale", err)
	}
	open(t, tree.Dir, old.Digest)
}

// TestDamageIsStale damages the database in the ways that a disk, a sync tool or a person does.
func TestDamageIsStale(t *testing.T) {
	damage := map[string]func(data []byte) []byte{
		"empty":         func([]byte) []byte { return nil },
		"cut":           func(data []byte) []byte { return data[:len(data)/2] },
		"noise":         func(data []byte) []byte { return []byte(strings.Repeat("noise", len(data)/5)) },
		"header only":   func(data []byte) []byte { return append(slices.Clone(data[:16]), make([]byte, len(data)-16)...) },
		"one byte":      func(data []byte) []byte { data[len(data)-100] ^= 1; return data },
		"same again":    func(data []byte) []byte { return data }, // rewritten by something else: not ours to trust
		"other program": func([]byte) []byte { return []byte("SQLite format 3\x00") },
	}
	for name, change := range damage {
		t.Run(name, func(t *testing.T) {
			tree := indextest.NewTree(t)
			for range 20 {
				tree.Add(t, tree.Random(1))
			}
			want := update(t, tree.Dir)
			path := filepath.Join(tree.Dir, "index", "fts.sqlite")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, change(data), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, _, err := fts.New().Open(context.Background(), tree.Dir, want.Digest); !errors.Is(err, index.ErrStale) {
				t.Errorf("open: %v, want ErrStale", err)
			}
			if _, err := fts.New().StatRecords(context.Background(), tree.Dir); !errors.Is(err, index.ErrStale) {
				t.Errorf("stat records: %v, want ErrStale", err)
			}
			update(t, tree.Dir)
			indextest.Check(t, open(t, tree.Dir, want.Digest), tree)
		})
	}
}

func TestStatRecordsComeBack(t *testing.T) {
	tree := indextest.NewTree(t)
	for range 70 {
		tree.Add(t, tree.Random(1))
	}
	want := update(t, tree.Dir)
	got, err := fts.New().StatRecords(context.Background(), tree.Dir)
	if err != nil {
		t.Fatal(err)
	}
	stats := slices.Clone(want.Stats())
	slices.SortFunc(stats, func(a, b index.StatRecord) int { return strings.Compare(a.Path, b.Path) })
	if !slices.Equal(got, stats) {
		t.Errorf("%d records came back, want the %d that were stored", len(got), len(stats))
	}
}

// TestUpdateOfOneChunkIsSmall: adding one chunk must not write the database anew.
func TestUpdateOfOneChunkIsSmall(t *testing.T) {
	tree := indextest.NewTree(t)
	for range 200 {
		tree.Add(t, tree.Random(1))
	}
	update(t, tree.Dir)
	path := filepath.Join(tree.Dir, "index", "fts.sqlite")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	tree.Add(t, tree.Random(1))
	update(t, tree.Dir)
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) {
		t.Error("the database was built anew for one chunk")
	}
}

func BenchmarkUpdateOneChunk(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tree := indextest.NewTree(b)
			for range n {
				tree.Add(b, tree.Random(1))
			}
			update(b, tree.Dir)
			for b.Loop() {
				b.StopTimer()
				tree.Add(b, tree.Random(1))
				want := corpusOf(b, tree.Dir)
				b.StartTimer()
				if err := fts.New().Update(context.Background(), tree.Dir, want); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	tree := indextest.NewTree(b)
	for range 10000 {
		tree.Add(b, tree.Random(1))
	}
	want := corpusOf(b, tree.Dir)
	path := filepath.Join(tree.Dir, "index", "fts.sqlite")
	for b.Loop() {
		os.Remove(path)
		if err := fts.New().Update(context.Background(), tree.Dir, want); err != nil {
			b.Fatal(err)
		}
	}
}

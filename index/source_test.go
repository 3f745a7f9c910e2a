package index_test

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

// later is a start of a build long after every file was written, on the device of the tree.
func later(t testing.TB, dir string) index.FileStat {
	t.Helper()
	root, err := index.System().Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	st, err := root.Stat()
	if err != nil {
		t.Fatal(err)
	}
	st.Mtime = math.MaxInt64 - 1
	return st
}

func memorySource(t testing.TB, dir string) index.Source {
	t.Helper()
	s, err := index.FromTruth(dir, index.System())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func snapshotBytes(t testing.TB, dir string) []byte {
	t.Helper()
	data, err := index.EncodeSnapshot(dir, index.System(), later(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestMemorySourceConforms(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		s := memorySource(t, tree.Dir)
		checkOutlines(t, s)
		return s
	})
}

func TestSnapshotConforms(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		s, err := index.DecodeSnapshot(snapshotBytes(t, tree.Dir))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

func TestOverlayConforms(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		old := indextest.NewTree(t)
		for range 3 {
			old.Add(t, old.Random(100))
		}
		l, err := index.LayOver(snapshotBytes(t, old.Dir), nil, tree.Dir, index.System(), later(t, tree.Dir))
		if err != nil || !l.Differs {
			t.Fatal(l.Differs, err)
		}
		return l.Source
	})
}

func TestDeltaConforms(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		old := indextest.NewTree(t)
		for range 3 {
			old.Add(t, old.Random(100))
		}
		whole := snapshotBytes(t, old.Dir)
		l, err := index.LayOver(whole, nil, tree.Dir, index.System(), later(t, tree.Dir))
		if err != nil {
			t.Fatal(err)
		}
		if l.Delta == nil {
			return l.Source // too many changes for a delta
		}
		s, err := index.DecodeLayers(whole, l.Delta)
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

func TestOpenedViewConforms(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		v, err := index.Open(t.Context(), index.Options{Dir: tree.Dir})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { v.Close() })
		return v.Source
	})
}

func TestRefreshedViewConforms(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		v, err := index.Refresh(t.Context(), index.Options{Dir: tree.Dir}, index.RefreshOptions{})
		if err != nil {
			t.Fatal(err)
		}
		v.Close()
		if v, err = index.Open(t.Context(), index.Options{Dir: tree.Dir}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { v.Close() })
		if v.Stale && v.Source.NumDocs() == 0 {
			t.Log("still racy, which is right")
		}
		return v.Source
	})
}

// Any history of a memory: what lies over a snapshot and its delta equals what is built from nothing, and a
// snapshot written from the layers has the same bytes as one of the truth.
func TestOverlayEqualsRebuilt(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tree := indextest.NewTree(t)
		var chunks []memory.StoredChunk
		base, upper := snapshotBytes(t, tree.Dir), []byte(nil)
		for step := range rapid.IntRange(1, 6).Draw(rt, "steps") {
			for range rapid.IntRange(0, 5).Draw(rt, "changes") {
				chunks = change(t, rt, tree, chunks)
			}
			l, err := index.LayOver(base, upper, tree.Dir, index.System(), later(t, tree.Dir))
			if err != nil {
				rt.Fatal(err)
			}
			indextest.Check(t, l.Source, tree)
			checkOutlines(t, l.Source)
			if l.Delta != nil {
				stored, err := index.DecodeLayers(base, l.Delta)
				if err != nil {
					rt.Fatal(err)
				}
				checkOutlines(t, stored)
			}
			if !bytes.Equal(l.Whole, snapshotBytes(t, tree.Dir)) {
				rt.Fatalf("step %d: a snapshot written from layers differs from one of the truth", step)
			}
			if t.Failed() {
				rt.FailNow()
			}
			switch rapid.SampledFrom([]string{"", "delta", "whole"}).Draw(rt, "write") {
			case "whole":
				base, upper = l.Whole, nil
			case "delta":
				upper = l.Delta
			}
		}
	})
}

// checkOutlines holds what is read at once to what is read one by one.
func checkOutlines(t testing.TB, s index.Source) {
	t.Helper()
	got, err := (&index.View{Source: s}).Outlines()
	if err != nil || len(got) != s.NumDocs() {
		t.Fatalf("%d outlines of %d documents: %v", len(got), s.NumDocs(), err)
	}
	for i, o := range got {
		d, err := s.Doc(i)
		want := index.Outline{ID: d.ID, Title: d.Title, Supersedes: d.Supersedes, Tombstoned: d.Tombstoned}
		if err != nil || !reflect.DeepEqual(o, want) {
			t.Errorf("outline %d is %+v, want %+v (%v)", i, o, want, err)
		}
	}
}

// change does one thing to a memory.
func change(t testing.TB, rt *rapid.T, tree *indextest.Tree, chunks []memory.StoredChunk) []memory.StoredChunk {
	pick := func() memory.StoredChunk {
		return chunks[rapid.IntRange(0, len(chunks)-1).Draw(rt, "which")]
	}
	kind := rapid.IntRange(0, 6).Draw(rt, "kind")
	if len(chunks) == 0 {
		kind = 0
	}
	switch kind {
	case 0, 1: // add, also with a number that is taken
		c := tree.Random(rapid.IntRange(0, 80).Draw(rt, "size"))
		if len(chunks) > 0 && rapid.Bool().Draw(rt, "supersede") {
			c.Supersedes = []memory.ID{pick().ID}
		}
		s := tree.Make(c)
		if len(chunks) > 0 && rapid.IntRange(0, 3).Draw(rt, "twin") == 0 {
			s.Chunk.Seal(pick().ID.Number())
			s.Path = memory.ChunkPath(s.Epoch, s.ID)
		}
		tree.Write(t, s.Path, s.Chunk.Encode())
		return append(chunks, s)
	case 2: // remove
		s := pick()
		tree.Remove(t, s.Path)
		return slices.DeleteFunc(chunks, func(c memory.StoredChunk) bool { return c.Path == s.Path })
	case 3: // edit by hand
		s := pick()
		s.Chunk.Conclusion += " edited"
		tree.Write(t, s.Path, s.Chunk.Encode())
	case 4:
		tree.Tombstone(t, string(pick().ID), "wrong")
	case 5: // damage
		tree.Write(t, pick().Path, []byte("<<<<<<< HEAD\n"))
	case 6: // touch
		s := pick()
		tree.Write(t, s.Path, s.Chunk.Encode())
	}
	return chunks
}

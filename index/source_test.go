package index_test

import (
	"bytes"
	"fmt"
	"math"
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
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source { return memorySource(t, tree.Dir) })
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
		s, laidOver, _, err := index.LayOver(snapshotBytes(t, old.Dir), tree.Dir, index.System(), later(t, tree.Dir))
		if err != nil || !laidOver {
			t.Fatal(laidOver, err)
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

// Any history of a memory: what lies over a snapshot equals what is built from nothing, and so does a snapshot
// written from the overlay.
func TestOverlayEqualsRebuilt(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tree := indextest.NewTree(t)
		var chunks []memory.StoredChunk
		base := snapshotBytes(t, tree.Dir)
		for step := range rapid.IntRange(1, 6).Draw(rt, "steps") {
			for range rapid.IntRange(0, 5).Draw(rt, "changes") {
				chunks = change(t, rt, tree, chunks)
			}
			src, _, again, err := index.LayOver(base, tree.Dir, index.System(), later(t, tree.Dir))
			if err != nil {
				rt.Fatal(err)
			}
			indextest.Check(t, src, tree)
			rebuilt := snapshotBytes(t, tree.Dir)
			if !bytes.Equal(again, rebuilt) {
				if err := sameSnapshot(again, rebuilt); err != nil {
					rt.Fatalf("step %d: %v", step, err)
				}
			}
			if t.Failed() {
				rt.FailNow()
			}
			if rapid.Bool().Draw(rt, "write") {
				base = again
			}
		}
	})
}

func sameSnapshot(a, b []byte) error {
	for _, data := range [][]byte{a, b} {
		if _, err := index.DecodeSnapshot(data); err != nil {
			return err
		}
	}
	return fmt.Errorf("bytes differ: %d against %d", len(a), len(b))
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

package index_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

func loadDigest(t testing.TB, dir string) memory.Digest {
	t.Helper()
	tree, err := memory.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return tree.Digest
}

// mustOpen opens a view and holds digest and documents against the truth.
func mustOpen(t *testing.T, tree *indextest.Tree, st index.Stater) *index.View {
	t.Helper()
	v, err := index.Open(t.Context(), index.Options{Dir: tree.Dir, Stat: st})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	if want := loadDigest(t, tree.Dir); v.Digest != want {
		t.Fatalf("digest %s, want %s", v.Digest, want)
	}
	indextest.Check(t, v.Source, tree)
	return v
}

func mustRefresh(t testing.TB, tree *indextest.Tree, st index.Stater, full bool) *index.View {
	t.Helper()
	v, err := index.Refresh(t.Context(), index.Options{Dir: tree.Dir, Stat: st}, index.RefreshOptions{Full: full})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

func ticks(t *testing.T, f func(t *testing.T, clock *coarse, tree *indextest.Tree, tick time.Duration)) {
	for _, tick := range []time.Duration{4 * time.Millisecond, 10 * time.Millisecond, 2 * time.Second} {
		t.Run(tick.String(), func(t *testing.T) {
			tree := indextest.NewTree(t)
			for range 5 {
				tree.Add(t, tree.Random(60))
			}
			f(t, newCoarse(t, tick), tree, tick)
		})
	}
}

// sameSize gives other valid content of the same length for a chunk's file.
func sameSize(t testing.TB, tree *indextest.Tree, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(tree.Native(path))
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte(`"conclusion": "`)) + len(`"conclusion": "`)
	letter := byte('x')
	if data[at] == letter {
		letter = 'y'
	}
	changed := bytes.Clone(data)
	if changed[at] < 0x80 {
		changed[at] = letter
	} else {
		copy(changed[at:], "xyz")
		if bytes.Equal(changed, data) {
			t.Fatal("no change made")
		}
	}
	return changed
}

func firstChunk(t testing.TB, tree *indextest.Tree) string {
	t.Helper()
	loaded, err := memory.Load(os.DirFS(tree.Dir))
	if err != nil {
		t.Fatal(err)
	}
	return loaded.Chunks[0].Path
}

func TestEditInTheTickOfTheBuildIsFound(t *testing.T) {
	ticks(t, func(t *testing.T, clock *coarse, tree *indextest.Tree, _ time.Duration) {
		mustRefresh(t, tree, clock, false)
		path := firstChunk(t, tree)
		rewrite(t, tree.Native(path), sameSize(t, tree, path))
		mustOpen(t, tree, clock)
	})
}

func TestEditOneTickBeforeTheBuildIsStillReadAgain(t *testing.T) {
	ticks(t, func(t *testing.T, clock *coarse, tree *indextest.Tree, tick time.Duration) {
		clock.advance(tick)
		mustRefresh(t, tree, clock, false)
		// The file system may show the end of the last tick for a write in this one.
		clock.moves = clock.moves[:1]
		path := firstChunk(t, tree)
		rewrite(t, tree.Native(path), sameSize(t, tree, path))
		mustOpen(t, tree, clock)
	})
}

func TestRecordsAreTrustedOnceTheyAreOld(t *testing.T) {
	ticks(t, func(t *testing.T, clock *coarse, tree *indextest.Tree, tick time.Duration) {
		clock.advance(10*time.Second + 3*tick)
		mustRefresh(t, tree, clock, false)
		if v := mustOpen(t, tree, clock); v.Stale {
			t.Error("a memory at rest is stale after a refresh")
		}
		reads := 0
		clock.hook = func(string) { reads++ }
		mustOpen(t, tree, clock)
		once := reads
		reads = 0
		mustOpen(t, tree, clock)
		if reads != once {
			t.Errorf("%d looks, then %d", once, reads)
		}
	})
}

func TestNewFileInTheTickOfTheBuildIsFound(t *testing.T) {
	ticks(t, func(t *testing.T, clock *coarse, tree *indextest.Tree, _ time.Duration) {
		mustRefresh(t, tree, clock, false)
		tree.Add(t, tree.Random(60))
		mustOpen(t, tree, clock)
	})
}

func TestChangesAreFound(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *testing.T, tree *indextest.Tree, path string)
	}{
		{"same size, mtime put back", func(t *testing.T, tree *indextest.Tree, path string) {
			info, err := os.Stat(tree.Native(path))
			if err != nil {
				t.Fatal(err)
			}
			rewrite(t, tree.Native(path), sameSize(t, tree, path))
			if err := os.Chtimes(tree.Native(path), info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		}},
		{"same size, renamed over, mtime put back", func(t *testing.T, tree *indextest.Tree, path string) {
			info, err := os.Stat(tree.Native(path))
			if err != nil {
				t.Fatal(err)
			}
			tree.Write(t, "other", sameSize(t, tree, path))
			if err := os.Chtimes(tree.Native("other"), info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(tree.Native("other"), tree.Native(path)); err != nil {
				t.Fatal(err)
			}
		}},
		{"added", func(t *testing.T, tree *indextest.Tree, path string) { tree.Add(t, tree.Random(50)) }},
		{"added to a new folder", func(t *testing.T, tree *indextest.Tree, path string) {
			s := tree.Make(tree.Random(50))
			tree.Write(t, "chunks/epoch_02/"+filepath.Base(s.Path), s.Chunk.Encode())
		}},
		{"removed", func(t *testing.T, tree *indextest.Tree, path string) { tree.Remove(t, path) }},
		{"renamed", func(t *testing.T, tree *indextest.Tree, path string) {
			if err := os.Rename(tree.Native(path), tree.Native("chunks/"+filepath.Base(path))); err != nil {
				t.Fatal(err)
			}
		}},
		{"folder removed", func(t *testing.T, tree *indextest.Tree, path string) {
			if err := os.RemoveAll(tree.Native("chunks")); err != nil {
				t.Fatal(err)
			}
		}},
		{"folder renamed", func(t *testing.T, tree *indextest.Tree, path string) {
			if err := os.Rename(tree.Native("chunks/epoch_01"), tree.Native("chunks/epoch_07")); err != nil {
				t.Fatal(err)
			}
		}},
		{"config edited", func(t *testing.T, tree *indextest.Tree, path string) {
			tree.Write(t, memory.ConfigPath, []byte(`{"lang":"zh","retrieval_aliases":[["a","b"]]}`))
		}},
		{"document edited", func(t *testing.T, tree *indextest.Tree, path string) {
			tree.Write(t, "main/M1.md", []byte("# Other\n"))
		}},
		{"document removed", func(t *testing.T, tree *indextest.Tree, path string) { tree.Remove(t, "main/M1.md") }},
		{"main line switched", func(t *testing.T, tree *indextest.Tree, path string) {
			d := memory.NewDirectory("en")
			d.Put(memory.Node{ID: "M2", Path: "main/M2.md", State: memory.Active})
			tree.Write(t, memory.DirectoryPath, d.Encode())
			tree.Write(t, "main/M2.md", []byte("# Two\n"))
		}},
		{"revoked", func(t *testing.T, tree *indextest.Tree, path string) {
			tree.Tombstone(t, string(memory.ID(filepath.Base(path[:len(path)-len(".json")]))), "wrong")
		}},
		{"revoked the old way", func(t *testing.T, tree *indextest.Tree, path string) {
			tree.Write(t, memory.LegacyTombstonesPath, []byte(`{"id":"M9","reason":"gone","created_at":"2026-01-01"}`+"\n"))
		}},
		{"damaged", func(t *testing.T, tree *indextest.Tree, path string) { tree.Write(t, path, []byte("{")) }},
		{"upper case", func(t *testing.T, tree *indextest.Tree, path string) {
			tree.Write(t, "chunks/epoch_01/chunk_0900-00000000.JSON", []byte("{}"))
		}},
		{"touched only", func(t *testing.T, tree *indextest.Tree, path string) {
			now := time.Now().Add(-time.Minute)
			if err := os.Chtimes(tree.Native(path), now, now); err != nil {
				t.Fatal(err)
			}
		}},
		{"dated 2030", func(t *testing.T, tree *indextest.Tree, path string) { setYear(t, tree, path, 2030) }},
		{"dated 1999", func(t *testing.T, tree *indextest.Tree, path string) { setYear(t, tree, path, 1999) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := indextest.NewTree(t)
			for range 8 {
				tree.Add(t, tree.Random(60))
			}
			time.Sleep(30 * time.Millisecond)
			mustRefresh(t, tree, nil, false)
			c.change(t, tree, firstChunk(t, tree))
			v := mustOpen(t, tree, nil)
			if !v.Stale {
				t.Error("nothing to heal")
			}
			index.Heal(t.Context(), index.Options{Dir: tree.Dir}, v)
			mustOpen(t, tree, nil)
			diffs, err := index.VerifyIndex(t.Context(), index.Options{Dir: tree.Dir})
			if err != nil || len(diffs) > 0 {
				t.Errorf("after healing: %v, %v", diffs, err)
			}
		})
	}
}

func setYear(t testing.TB, tree *indextest.Tree, path string, year int) {
	t.Helper()
	rewrite(t, tree.Native(path), sameSize(t, tree, path))
	when := time.Date(year, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := os.Chtimes(tree.Native(path), when, when); err != nil {
		t.Fatal(err)
	}
}

func TestEditOfAFileFromTheFutureIsFound(t *testing.T) {
	tree := indextest.NewTree(t)
	path := tree.Add(t, tree.Random(60)).Path
	for range 3 {
		setYear(t, tree, path, 2030)
		mustRefresh(t, tree, nil, false)
		setYear(t, tree, path, 2030)
		mustOpen(t, tree, nil)
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making a link needs a privilege there")
	}
	for _, c := range []struct{ name, link, to string }{
		{"chunk", "chunks/epoch_01/chunk_0700-00000000.json", "../../config.json"},
		{"folder of chunks", "chunks/epoch_09", "epoch_01"},
		{"tombstone", "tombstones/s1-00000000.json", "../config.json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := indextest.NewTree(t)
			tree.Add(t, tree.Random(60))
			tree.Tombstone(t, "S9", "x")
			mustRefresh(t, tree, nil, false)
			if err := os.Symlink(c.to, tree.Native(c.link)); err != nil {
				t.Fatal(err)
			}
			mustOpen(t, tree, nil)
			mustRefresh(t, tree, nil, true)
			mustOpen(t, tree, nil)
		})
	}
}

func TestAFileThatChangesWhileItIsReadIsReadAgain(t *testing.T) {
	tree := indextest.NewTree(t)
	path := tree.Add(t, tree.Random(60)).Path
	clock := newCoarse(t, time.Nanosecond)
	looks := 0
	clock.hook = func(name string) {
		if name != path && name != filepath.Base(path) {
			return
		}
		if looks++; looks == 2 { // the look after the first read
			tree.Write(t, path, append(sameSize(t, tree, path), '\n'))
		}
	}
	clock.alter = func(st *index.FileStat) {}
	mustOpen(t, tree, clock)
	if looks < 3 {
		t.Errorf("%d looks", looks)
	}
}

func TestAFileThatNeverRestsIsAnError(t *testing.T) {
	tree := indextest.NewTree(t)
	path := tree.Add(t, tree.Random(60)).Path
	clock := newCoarse(t, time.Nanosecond)
	n := int64(0)
	clock.alter = func(st *index.FileStat) {
		n++
		st.Ctime += n
	}
	_, err := index.Open(t.Context(), index.Options{Dir: tree.Dir, Stat: clock})
	if !errors.Is(err, index.ErrUnstable) {
		t.Errorf("%s: %v", path, err)
	}
}

func TestReadsWriteNothingAndReadOnlyMemoriesAnswer(t *testing.T) {
	tree := indextest.NewTree(t)
	for range 5 {
		tree.Add(t, tree.Random(60))
	}
	before := listing(t, tree.Dir)
	v := mustOpen(t, tree, nil)
	if after := listing(t, tree.Dir); before != after {
		t.Errorf("a read changed the memory:\n%s\n%s", before, after)
	}
	if err := os.Chmod(tree.Dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(tree.Dir, 0o777) })
	index.Heal(t.Context(), index.Options{Dir: tree.Dir}, v)
	mustOpen(t, tree, nil)
}

func listing(t testing.TB, dir string) string {
	t.Helper()
	var out bytes.Buffer
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		fmt.Fprintln(&out, path, info.Size(), info.ModTime().UnixNano())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A file far above the limit is a named problem like any other. It is hashed to its end and not held in memory.
func TestAHugeFileIsHashedAndNotHeld(t *testing.T) {
	tree := smallTree(t)
	const size = 64 << 20
	path := tree.Native("chunks/epoch_01/chunk_0008-00000000.json")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v := mustOpen(t, tree, nil)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > size/2 {
		t.Errorf("%d bytes for a file of %d", grown, size)
	}
	if !slices.ContainsFunc(v.Problems, func(p memory.Problem) bool { return strings.HasSuffix(p.Path, "chunk_0008-00000000.json") }) {
		t.Errorf("problems: %v", v.Problems)
	}
}

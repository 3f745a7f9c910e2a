package index_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
)

// benchTree makes a refreshed memory of n chunks whose stat records are old enough to prove something.
func benchTree(b *testing.B, n int) *indextest.Tree {
	b.Helper()
	tree := indextest.NewTree(b)
	for range n {
		tree.Add(b, tree.Random(700))
	}
	time.Sleep(30 * time.Millisecond)
	v, err := index.Refresh(b.Context(), index.Options{Dir: tree.Dir}, index.RefreshOptions{Full: true})
	if err != nil {
		b.Fatal(err)
	}
	v.Close()
	return tree
}

func benchSizes(b *testing.B, f func(b *testing.B, tree *indextest.Tree)) {
	for _, size := range []struct {
		name string
		n    int
	}{{"900", 900}, {"1k", 1000}, {"10k", 10000}} {
		b.Run(size.name, func(b *testing.B) {
			tree := benchTree(b, size.n)
			if info, err := os.Stat(filepath.Join(tree.Dir, "index", "recall.idx")); err == nil {
				b.ReportMetric(float64(info.Size())/1e6, "MB")
			}
			b.ResetTimer()
			f(b, tree)
		})
	}
}

func openOnce(b *testing.B, tree *indextest.Tree) {
	v, err := index.Open(b.Context(), index.Options{Dir: tree.Dir})
	if err != nil {
		b.Fatal(err)
	}
	if v.Stale {
		b.Fatal("stale")
	}
	v.Close()
}

func BenchmarkOpenFresh(b *testing.B) {
	benchSizes(b, func(b *testing.B, tree *indextest.Tree) {
		for b.Loop() {
			openOnce(b, tree)
		}
	})
}

// BenchmarkOpenOverlay opens a memory that is 64 chunks ahead of recall.idx.
func BenchmarkOpenOverlay(b *testing.B) {
	benchSizes(b, func(b *testing.B, tree *indextest.Tree) {
		for range 64 {
			tree.Add(b, tree.Random(700))
		}
		for b.Loop() {
			v, err := index.Open(b.Context(), index.Options{Dir: tree.Dir})
			if err != nil {
				b.Fatal(err)
			}
			v.Close()
		}
	})
}

// BenchmarkRefreshOne adds one chunk and refreshes.
func BenchmarkRefreshOne(b *testing.B) {
	benchSizes(b, func(b *testing.B, tree *indextest.Tree) {
		for b.Loop() {
			b.StopTimer()
			tree.Add(b, tree.Random(700))
			b.StartTimer()
			v, err := index.Refresh(b.Context(), index.Options{Dir: tree.Dir}, index.RefreshOptions{})
			if err != nil {
				b.Fatal(err)
			}
			v.Close()
		}
	})
}

func BenchmarkRefreshFull(b *testing.B) {
	benchSizes(b, func(b *testing.B, tree *indextest.Tree) {
		for b.Loop() {
			v, err := index.Refresh(b.Context(), index.Options{Dir: tree.Dir}, index.RefreshOptions{Full: true})
			if err != nil {
				b.Fatal(err)
			}
			v.Close()
		}
	})
}

// BenchmarkStatFloor looks at every chunk file by folder handle and does nothing else: no read can be
// faster than this and prove anything.
func BenchmarkStatFloor(b *testing.B) {
	benchSizes(b, func(b *testing.B, tree *indextest.Tree) {
		names := make(map[string][]string)
		folders, err := os.ReadDir(tree.Native("chunks"))
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range folders {
			files, err := os.ReadDir(tree.Native("chunks/" + f.Name()))
			if err != nil {
				b.Fatal(err)
			}
			for _, file := range files {
				names[f.Name()] = append(names[f.Name()], file.Name())
			}
		}
		for b.Loop() {
			for folder, files := range names {
				d, err := index.System().Open(tree.Native("chunks/" + folder))
				if err != nil {
					b.Fatal(err)
				}
				for _, name := range files {
					if _, err := d.Lstat(name); err != nil {
						b.Fatal(err)
					}
				}
				d.Close()
			}
		}
	})
}

package index_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

func TestRefreshOfAMemoryAtRestWritesNothing(t *testing.T) {
	tree := smallTree(t)
	time.Sleep(30 * time.Millisecond)
	mustRefresh(t, tree, nil, false)
	before := modified(t, tree)
	time.Sleep(30 * time.Millisecond)
	mustRefresh(t, tree, nil, false)
	if after := modified(t, tree); after != before {
		t.Errorf("recall.idx was written again: %v, %v", before, after)
	}
	mustRefresh(t, tree, nil, true)
	if after := modified(t, tree); after == before {
		t.Error("a full refresh wrote nothing")
	}
}

func modified(t testing.TB, tree *indextest.Tree) time.Time {
	t.Helper()
	info, err := os.Stat(tree.Native(index.SnapshotPath))
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}

func TestFilesFromTheFutureDoNotMakeARefreshWriteForEver(t *testing.T) {
	tree := smallTree(t)
	setYear(t, tree, firstChunk(t, tree), 2030)
	time.Sleep(30 * time.Millisecond)
	mustRefresh(t, tree, nil, false)
	before := modified(t, tree)
	time.Sleep(30 * time.Millisecond)
	mustRefresh(t, tree, nil, false)
	if after := modified(t, tree); after != before {
		t.Error("recall.idx was written again")
	}
}

func TestALargeMemoryIsLaidOverUntilItPays(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 2,100 files")
	}
	tree := indextest.NewTree(t)
	for range 2010 {
		tree.Add(t, memory.Chunk{Title: "t", HitWords: []string{"h"}, Conclusion: "c"})
	}
	time.Sleep(30 * time.Millisecond)
	mustRefresh(t, tree, nil, false)
	before := modified(t, tree)
	for range 17 {
		tree.Add(t, tree.Random(10))
	}
	if v := mustOpen(t, tree, nil); !v.Stale {
		t.Error("17 files that every reader must cut do not count as stale")
	}
	for range 47 {
		tree.Add(t, tree.Random(10))
		v := mustRefresh(t, tree, nil, false)
		v.Close()
	}
	if modified(t, tree) != before {
		t.Error("recall.idx was written for 64 changes")
	}
	if v := mustOpen(t, tree, nil); v.Stale {
		t.Error("stale, although the delta has all")
	}
	diffs, err := index.VerifyIndex(t.Context(), index.Options{Dir: tree.Dir})
	if err != nil || len(diffs) > 0 {
		t.Errorf("%q, %v", diffs, err)
	}
	data, err := os.ReadFile(tree.Native(index.DeltaPath))
	if err != nil {
		t.Fatal(err)
	}
	tree.Write(t, index.DeltaPath, flip(data, len(data)/2))
	mustOpen(t, tree, nil)
	tree.Write(t, index.DeltaPath, data)
	tree.Add(t, tree.Random(10))
	mustRefresh(t, tree, nil, false)
	if modified(t, tree) == before {
		t.Error("recall.idx was not written for 65 changes")
	}
	if _, err := os.Stat(tree.Native(index.DeltaPath)); err == nil {
		t.Error("the old delta is still there")
	}
	tree.Write(t, index.DeltaPath, data) // as if it could not be removed
	mustOpen(t, tree, nil)
}

func TestRefreshWaitsForTheLockAndHealDoesNot(t *testing.T) {
	tree := smallTree(t)
	mustRefresh(t, tree, nil, false)
	release, err := index.HoldLock(tree.Dir)
	if err != nil {
		t.Fatal(err)
	}
	tree.Add(t, tree.Random(10))
	v := mustOpen(t, tree, nil)
	before := modified(t, tree)
	index.Heal(t.Context(), index.Options{Dir: tree.Dir}, v)
	if modified(t, tree) != before {
		t.Error("Heal worked against the lock")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := index.Refresh(ctx, index.Options{Dir: tree.Dir}, index.RefreshOptions{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Refresh did not wait: %v", err)
	}
	time.AfterFunc(50*time.Millisecond, func() { _ = release.Close() })
	mustRefresh(t, tree, nil, false)
	mustOpen(t, tree, nil)
}

func TestReadersAndWritersTogether(t *testing.T) {
	tree := smallTree(t)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	errs := make(chan error, 8)
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				v, err := index.Open(t.Context(), index.Options{Dir: tree.Dir})
				if err != nil {
					errs <- err
					return
				}
				for i := range v.Source.NumDocs() {
					if _, err := v.Source.Doc(i); err != nil {
						errs <- err
						return
					}
				}
				v.Close()
			}
		})
	}
	for range 20 {
		// A file appears whole, as the store writes it.
		s := tree.Make(tree.Random(30))
		tree.Write(t, "new", s.Chunk.Encode())
		if err := os.Rename(tree.Native("new"), tree.Native(s.Path)); err != nil {
			t.Fatal(err)
		}
		mustRefresh(t, tree, nil, false)
	}
	close(stop)
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	mustOpen(t, tree, nil)
}

func TestRefreshLeavesNoForeignFolderAnIndex(t *testing.T) {
	dir := t.TempDir()
	if _, err := index.Refresh(t.Context(), index.Options{Dir: dir}, index.RefreshOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no memory: %v", err)
	}
	if _, err := os.Stat(dir + "/index"); err == nil {
		t.Error("a folder was made")
	}
}

func TestIndexFolderIgnoresItself(t *testing.T) {
	tree := smallTree(t)
	mustRefresh(t, tree, nil, false)
	if data, err := os.ReadFile(tree.Native("index/.gitignore")); err != nil || string(data) != "*\n" {
		t.Errorf("%q, %v", data, err)
	}
}

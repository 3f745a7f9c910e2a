package index_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

// keeper is an engine that keeps the last corpus in memory.
type keeper struct {
	corpus  *index.Corpus
	stats   []index.StatRecord
	updates int
	broken  bool // its source fails in the middle of a query
	extra   string
}

func (k *keeper) Open(_ context.Context, _ string, digest memory.Digest) (index.Source, io.Closer, error) {
	if k.corpus == nil || k.corpus.Digest != digest {
		return nil, nil, fmt.Errorf("keeper: %w", index.ErrStale)
	}
	if k.broken {
		return brokenSource{k.corpus.Source()}, io.NopCloser(nil), nil
	}
	return k.corpus.Source(), io.NopCloser(nil), nil
}

func (k *keeper) Forget(string) error {
	k.corpus = nil
	return nil
}

func (k *keeper) Update(_ context.Context, _ string, want *index.Corpus) error {
	k.corpus, k.stats = want, want.Stats()
	k.updates++
	return nil
}

func (k *keeper) Dump(context.Context, string) (iter.Seq2[string, error], error) {
	if k.corpus == nil {
		return nil, fs.ErrNotExist
	}
	return dumpLines(k.corpus, k.extra), nil
}

func (k *keeper) DumpCorpus(want *index.Corpus) iter.Seq2[string, error] { return dumpLines(want, "") }

func (k *keeper) StatRecords(context.Context, string) ([]index.StatRecord, error) {
	return k.stats, nil
}

func dumpLines(c *index.Corpus, extra string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		var out []string
		for i := range c.NumDocs() {
			d, err := c.Doc(i)
			r, err2 := c.Record(i)
			if !yieldError(yield, errors.Join(err, err2)) {
				return
			}
			out = append(out, fmt.Sprintf("%+v %+v", d, r))
		}
		if extra != "" {
			out = append(out, extra)
		}
		slices.Sort(out)
		for _, line := range out {
			if !yield(line, nil) {
				return
			}
		}
	}
}

func yieldError(yield func(string, error) bool, err error) bool { return err == nil || yield("", err) }

// brokenSource fails as a damaged file does.
type brokenSource struct{ index.Source }

func (brokenSource) Postings(string) ([]index.Posting, error) { return nil, index.ErrStale }
func (brokenSource) Doc(int) (index.Doc, error)               { return index.Doc{}, index.ErrStale }

func engineTree(t *testing.T) (*indextest.Tree, *keeper, index.Options) {
	t.Helper()
	tree := indextest.NewTree(t)
	for range 70 {
		tree.Add(t, tree.Random(60))
	}
	k := &keeper{}
	return tree, k, index.Options{Dir: tree.Dir, Engine: k}
}

func TestRefreshUpdatesTheEngineOnceForAState(t *testing.T) {
	tree, k, o := engineTree(t)
	for n := range 3 {
		v, err := index.Refresh(t.Context(), o, index.RefreshOptions{})
		if err != nil {
			t.Fatal(err)
		}
		v.Close()
		if k.updates != 1 {
			t.Fatalf("refresh %d: %d updates", n, k.updates)
		}
	}
	tree.Add(t, tree.Random(60))
	v, err := index.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !v.Stale {
		t.Error("an engine that lags is not told")
	}
	index.Heal(t.Context(), o, v)
	v.Close()
	if k.updates != 2 || k.corpus.NumDocs() != 71 {
		t.Errorf("%d updates, %d documents", k.updates, k.corpus.NumDocs())
	}
}

func TestAFullRefreshBuildsTheEngineAnew(t *testing.T) {
	_, k, o := engineTree(t)
	for n, full := range []bool{false, true, true} {
		v, err := index.Refresh(t.Context(), o, index.RefreshOptions{Full: full})
		if err != nil {
			t.Fatal(err)
		}
		v.Close()
		if k.updates != n+1 {
			t.Errorf("refresh %d: %d updates", n, k.updates)
		}
	}
}

func TestRecordsOfALaidOverCorpusEqualThoseOfTheTruth(t *testing.T) {
	tree, k, o := engineTree(t)
	refresh := func(full bool) {
		t.Helper()
		v, err := index.Refresh(t.Context(), o, index.RefreshOptions{Full: full})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { v.Close() })
	}
	refresh(false)
	tree.Add(t, tree.Random(60))
	tree.Remove(t, firstChunk(t, tree))
	refresh(false)
	laidOver := collect(t, dumpLines(k.corpus, ""))
	refresh(true)
	if rebuilt := collect(t, dumpLines(k.corpus, "")); !slices.Equal(laidOver, rebuilt) {
		t.Error("records differ")
	}
}

func collect(t *testing.T, seq iter.Seq2[string, error]) []string {
	t.Helper()
	var out []string
	for line, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, line)
	}
	return out
}

func TestABrokenEngineNeverHurtsARead(t *testing.T) {
	tree, k, o := engineTree(t)
	mustRefreshWith(t, o)
	k.broken = true
	v, err := index.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	indextest.Check(t, v.Source, tree)
}

func mustRefreshWith(t *testing.T, o index.Options) {
	t.Helper()
	v, err := index.Refresh(t.Context(), o, index.RefreshOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
}

func TestWithoutSnapshotTheStatRecordsOfTheEngineServe(t *testing.T) {
	tree, k, o := engineTree(t)
	time.Sleep(30 * time.Millisecond)
	mustRefreshWith(t, o)
	tree.Remove(t, index.SnapshotPath)
	looks := make(map[string]int)
	o.Stat = rawLooks{mu: new(sync.Mutex), looks: looks}
	v, err := index.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	indextest.Check(t, v.Source, tree)
	if v.Digest != loadDigest(t, tree.Dir) || !v.Stale {
		t.Error("wrong digest, or nothing to heal")
	}
	for name, n := range looks {
		if strings.HasPrefix(name, "chunk_") && n != 1 {
			t.Errorf("%s was looked at %d times: it was read", name, n)
		}
	}
	k.broken = true
	if v, err = index.Open(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	indextest.Check(t, v.Source, tree)
	k.broken = false

	for _, change := range []func(){
		func() { tree.Add(t, tree.Random(60)) },
		func() { tree.Remove(t, firstChunk(t, tree)) },
		func() { tree.Write(t, "chunks/epoch_01/chunk_0300-00000000.json", []byte("{")) },
		func() { tree.Tombstone(t, "S1", "done") },
	} {
		change()
		mustOpenWith(t, tree, o)
	}
}

func mustOpenWith(t *testing.T, tree *indextest.Tree, o index.Options) {
	t.Helper()
	v, err := index.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if v.Digest != loadDigest(t, tree.Dir) {
		t.Fatal("wrong digest")
	}
	indextest.Check(t, v.Source, tree)
}

// rawLooks counts looks and changes nothing.
type rawLooks struct {
	mu    *sync.Mutex
	looks map[string]int
}

func (r rawLooks) Open(dir string) (index.StatDir, error) {
	d, err := index.System().Open(dir)
	return rawDir{d, r}, err
}

type rawDir struct {
	index.StatDir
	r rawLooks
}

func (d rawDir) Open(p string) (index.StatDir, error) {
	sub, err := d.StatDir.Open(p)
	return rawDir{sub, d.r}, err
}

func (d rawDir) Lstat(p string) (index.FileStat, error) {
	d.r.mu.Lock()
	d.r.looks[path.Base(p)]++
	d.r.mu.Unlock()
	return d.StatDir.Lstat(p)
}

func TestVerifyIndexComparesTheEngine(t *testing.T) {
	_, k, o := engineTree(t)
	diffs, err := index.VerifyIndex(t.Context(), o)
	if err != nil || len(diffs) != 2 {
		t.Errorf("nothing is there: %q, %v", diffs, err)
	}
	mustRefreshWith(t, o)
	if diffs, err = index.VerifyIndex(t.Context(), o); err != nil || len(diffs) > 0 {
		t.Errorf("fresh: %q, %v", diffs, err)
	}
	k.extra = "a row that nobody wrote"
	if diffs, err = index.VerifyIndex(t.Context(), o); err != nil || len(diffs) != 1 || !strings.Contains(diffs[0], k.extra) {
		t.Errorf("one row too many: %q, %v", diffs, err)
	}
}

func TestOpenFSEqualsOpen(t *testing.T) {
	tree := smallTree(t)
	v, err := index.OpenFS(os.DirFS(tree.Dir), index.Options{Dir: tree.Dir})
	if err != nil {
		t.Fatal(err)
	}
	indextest.Check(t, v.Source, tree)
	w := mustOpen(t, tree, nil)
	if v.Digest != w.Digest || len(v.Tombstones) != len(w.Tombstones) {
		t.Errorf("%+v against %+v", v.Tombstones, w.Tombstones)
	}
	c, err := v.Chunk(0)
	if err != nil || c.Title != "编码修复" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := v.MainLine(); err != nil {
		t.Error(err)
	}
}

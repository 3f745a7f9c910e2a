package index_test

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

// smallTree has a bit of everything.
func smallTree(t testing.TB) *indextest.Tree {
	t.Helper()
	tree := indextest.NewTree(t)
	a := tree.Add(t, memory.Chunk{Title: "编码修复", HitWords: []string{"GBK乱码"}, Conclusion: "使用 UTF-8。", RequestID: "r1"})
	tree.Add(t, memory.Chunk{Title: "Timeout", HitWords: []string{"timeout"}, Conclusion: "Use 30 s.", Supersedes: []memory.ID{a.ID}})
	tree.Tombstone(t, "S1", "done")
	tree.Write(t, "chunks/epoch_01/chunk_0009-00000000.json", []byte("{"))
	return tree
}

// answers compares everything a source says with another source that is right. It gives the first error.
func answers(got, want index.Source, terms, keys []string) error {
	wrong := errors.New("wrong answer")
	if got.NumDocs() != want.NumDocs() || got.MaxHitWord() < want.MaxHitWord() {
		return wrong
	}
	for i := range want.NumDocs() {
		d, err := got.Doc(i)
		if err != nil {
			return err
		}
		w, _ := want.Doc(i)
		n, ok := got.Lookup(w.ID)
		if d.ID != w.ID || d.Path != w.Path || d.Sum != w.Sum || d.Title != w.Title || d.Tokens != w.Tokens || d.Node != w.Node ||
			d.Tombstoned != w.Tombstoned || d.RequestID != w.RequestID || !equal(got.Successors(i), want.Successors(i)) || !ok || n != i {
			return wrong
		}
		r, err := got.ByRequestID(w.RequestID)
		if err != nil {
			return err
		}
		if x, _ := want.ByRequestID(w.RequestID); !equal(r, x) {
			return wrong
		}
	}
	for _, term := range terms {
		p, err := got.Postings(term)
		if err != nil {
			return err
		}
		df, err := got.DF(term)
		if err != nil {
			return err
		}
		if x, _ := want.Postings(term); !equal(p, x) || df != len(x) {
			return wrong
		}
	}
	for _, key := range keys {
		h, err := got.HitWord(key)
		if err != nil {
			return err
		}
		if x, _ := want.HitWord(key); !equal(h, x) {
			return wrong
		}
	}
	return nil
}

func equal[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func smallTerms() (terms, keys []string) {
	return []string{"utf8", "timeout", "use", "30", "编码", "码", "gbk", "乱码", "none"}, []string{"gbk乱码", "timeout", "none"}
}

func TestEveryDamagedByteOfASnapshotIsFoundOrHarmless(t *testing.T) {
	tree := smallTree(t)
	data := snapshotBytes(t, tree.Dir)
	want := memorySource(t, tree.Dir)
	terms, keys := smallTerms()
	stale := 0
	for i := range data {
		for _, mask := range []byte{0x01, 0x80, 0xff} {
			bad := bytes.Clone(data)
			bad[i] ^= mask
			s, err := index.DecodeSnapshot(bad)
			if err == nil {
				err = answers(s, want, terms, keys)
			}
			if err != nil && !errors.Is(err, index.ErrStale) {
				t.Fatalf("byte %d of %d, mask %x: %v", i, len(data), mask, err)
			}
			if err != nil {
				stale++
			}
		}
	}
	// Every part of a small snapshot is read by these questions.
	if stale != 3*len(data) {
		t.Errorf("%d of %d changes were found", stale, 3*len(data))
	}
	for n := range data {
		if _, err := index.DecodeSnapshot(data[:n]); !errors.Is(err, index.ErrStale) {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
}

func TestEveryDamagedByteOfADeltaIsFoundOrHarmless(t *testing.T) {
	tree := smallTree(t)
	whole := snapshotBytes(t, tree.Dir)
	tree.Remove(t, firstChunk(t, tree))
	tree.Add(t, memory.Chunk{Title: "New", HitWords: []string{"new"}, Conclusion: "Use it."})
	l, err := index.LayOver(whole, nil, tree.Dir, index.System(), later(t, tree.Dir))
	if err != nil || l.Delta == nil {
		t.Fatal(err)
	}
	want := memorySource(t, tree.Dir)
	terms, keys := smallTerms()
	ask := func(data, upper []byte) error {
		s, err := index.DecodeLayers(data, upper)
		if err != nil {
			return err
		}
		return answers(s, want, terms, keys)
	}
	if err := ask(whole, l.Delta); err != nil {
		t.Fatal(err)
	}
	for i := range l.Delta {
		if err := ask(whole, flip(l.Delta, i)); !errors.Is(err, index.ErrStale) {
			t.Fatalf("byte %d of %d: %v", i, len(l.Delta), err)
		}
	}
	// Under the delta some blocks of the snapshot are not read any more.
	for i := range whole {
		if err := ask(flip(whole, i), l.Delta); err != nil && !errors.Is(err, index.ErrStale) {
			t.Fatalf("byte %d of %d below: %v", i, len(whole), err)
		}
	}
	tree.Add(t, tree.Random(10))
	if err := ask(snapshotBytes(t, tree.Dir), l.Delta); !errors.Is(err, index.ErrStale) {
		t.Errorf("a delta over another snapshot: %v", err)
	}
}

// A view goes on from the truth when recall.idx is damaged, also where that shows only in the middle of a query.
func TestDamagedSnapshotNeverHurtsARead(t *testing.T) {
	tree := indextest.NewTree(t)
	for range 60 {
		tree.Add(t, tree.Random(200))
	}
	mustRefresh(t, tree, nil, true)
	path := tree.Native(index.SnapshotPath)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, damage := range []func() []byte{
		func() []byte { return nil },
		func() []byte { return []byte("SQLite format 3") },
		func() []byte { return data[:len(data)/2] },
		func() []byte { return flip(data, len(data)-300) },
		func() []byte { return flip(data, 100) },
		func() []byte { return flip(data, len(data)/2) },
		func() []byte { return flip(data, len(data)-8000) },
	} {
		if err := os.WriteFile(path, damage(), 0o666); err != nil {
			t.Fatal(err)
		}
		mustOpen(t, tree, nil)
		diffs, err := index.VerifyIndex(t.Context(), index.Options{Dir: tree.Dir})
		if err != nil || len(diffs) == 0 {
			t.Errorf("damage is not told: %v, %v", diffs, err)
		}
	}
	mustRefresh(t, tree, nil, true)
	if diffs, err := index.VerifyIndex(t.Context(), index.Options{Dir: tree.Dir}); err != nil || len(diffs) > 0 {
		t.Errorf("after a full refresh: %v, %v", diffs, err)
	}
	if err := os.RemoveAll(tree.Native("index")); err != nil {
		t.Fatal(err)
	}
	mustOpen(t, tree, nil)
}

func flip(data []byte, i int) []byte {
	out := bytes.Clone(data)
	out[i] ^= 0x10
	return out
}

func TestVerifyIndexTellsAChangedReadableFile(t *testing.T) {
	tree := smallTree(t)
	mustRefresh(t, tree, nil, true)
	for _, name := range []string{"index/search.json", "index/hitwords.json", "index/projects.json"} {
		data, err := os.ReadFile(tree.Native(name))
		if err != nil {
			t.Fatal(err)
		}
		tree.Write(t, name, append(bytes.Clone(data), '\n'))
		before := listing(t, tree.Dir)
		diffs, err := index.VerifyIndex(t.Context(), index.Options{Dir: tree.Dir})
		if err != nil || len(diffs) != 1 {
			t.Errorf("%s: %q, %v", name, diffs, err)
		}
		if listing(t, tree.Dir) != before {
			t.Error("VerifyIndex wrote something")
		}
		tree.Write(t, name, data)
	}
}

// FuzzSnapshot: any bytes give ErrStale or the answers of the plain source; with checksums made right again
// they may lie, but must not panic or read out of bounds.
func FuzzSnapshot(f *testing.F) {
	tree := smallTree(f)
	data := snapshotBytes(f, tree.Dir)
	want := memorySource(f, tree.Dir)
	terms, keys := smallTerms()
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte{})
	for i := 0; i < len(data); i += 97 {
		f.Add(flip(data, i))
	}
	f.Fuzz(func(t *testing.T, fuzzed []byte) {
		s, err := index.DecodeSnapshot(fuzzed)
		if err == nil {
			err = answers(s, want, terms, keys)
		}
		if err != nil && !errors.Is(err, index.ErrStale) {
			t.Fatal(err)
		}
		fixed, err := index.DecodeSnapshot(index.FixChecksums(fuzzed))
		if err != nil {
			if !errors.Is(err, index.ErrStale) {
				t.Fatal(err)
			}
			return
		}
		_, _ = (&index.View{Source: fixed}).Outlines()
		for i := range min(fixed.NumDocs(), 10) {
			d, _ := fixed.Doc(i)
			fixed.Successors(i)
			fixed.SameNumber(d.ID)
			fixed.Lookup(d.ID)
			_, _ = fixed.ByRequestID(d.RequestID)
		}
		for _, term := range terms {
			_, _ = fixed.Postings(term)
			_, _ = fixed.DF(term)
			_, _ = fixed.HitWord(term)
		}
	})
}

func TestSnapshotsOfEveryLengthOpen(t *testing.T) {
	tree := indextest.NewTree(t)
	const blockSize = 4096 // the body grows by one byte at a time through one whole block
	for n := range blockSize + 100 {
		tree.Write(t, memory.ConfigPath, []byte(`{"hooks":{"`+string(bytes.Repeat([]byte("x"), n))+`":1}}`))
		data := snapshotBytes(t, tree.Dir)
		if _, err := index.DecodeSnapshot(data); err != nil {
			t.Fatalf("%d bytes: %v", len(data), err)
		}
	}
}

// What a full refresh left is whole, also where only the end of a readable file was damaged.
func TestAFullRefreshMendsReadableFiles(t *testing.T) {
	tree := smallTree(t)
	mustRefresh(t, tree, nil, true)
	for _, name := range []string{"index/search.json", "index/hitwords.json", "index/projects.json"} {
		path := tree.Native(name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for what, bad := range map[string][]byte{"cut": data[:len(data)-3], "longer": append(bytes.Clone(data), "junk"...), "changed": flip(data, len(data)-3)} {
			if err := os.WriteFile(path, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			if diffs, err := index.VerifyIndex(t.Context(), index.Options{Dir: tree.Dir}); err != nil || len(diffs) == 0 {
				t.Errorf("%s, %s: the damage is not told: %v", name, what, err)
			}
			mustRefresh(t, tree, nil, true)
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, data) {
				t.Errorf("%s, %s: not mended: %v", name, what, err)
			}
		}
	}
}

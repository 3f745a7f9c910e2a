package index_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

// freeze stores a memory as a revision of git would have it, and opens what was stored.
func freeze(t testing.TB, dir string, like index.Source) (fresh, frozen *index.View, file string) {
	t.Helper()
	fsys, o := os.DirFS(dir), index.Options{Dir: dir}
	fresh, err := index.OpenFS(fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "frozen")
	if err := fresh.Freeze(file, like); err != nil {
		t.Fatal(err)
	}
	if frozen, err = index.OpenFrozen(file, fresh.Digest, fsys, o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { frozen.Close() })
	return fresh, frozen, file
}

func TestFrozenViewsConform(t *testing.T) {
	indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source {
		fresh, frozen, file := freeze(t, tree.Dir, nil)
		for target, t := range fresh.Tombstones { // no snapshot has it
			t.File = ""
			fresh.Tombstones[target] = t
		}
		_, mine := fresh.MainLine()
		_, other := frozen.MainLine()
		if fresh.Digest != frozen.Digest || !reflect.DeepEqual(fresh.Config, frozen.Config) || !bytes.Equal(fresh.Directory.Encode(), frozen.Directory.Encode()) ||
			!reflect.DeepEqual(fresh.Tombstones, frozen.Tombstones) || !reflect.DeepEqual(fresh.Problems, frozen.Problems) || (mine == nil) != (other == nil) {
			t.Errorf("frozen: %+v\nfresh:  %+v", frozen, fresh)
		}
		checkOutlines(t, frozen.Source)
		for i := range min(fresh.Source.NumDocs(), 20) {
			a, err := fresh.Chunk(i)
			b, err2 := frozen.Chunk(i)
			if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("chunk %d: %v, %v", i, err, err2)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// Counts that are taken from another source are the same.
		_, _, again := freeze(t, tree.Dir, mustRefresh(t, tree, nil, false).Source)
		if got, err := os.ReadFile(again); err != nil || !bytes.Equal(got, want) {
			t.Errorf("with the counts of another source other bytes are written: %v", err)
		}
		return frozen.Source
	})
}

func TestFrozenViewsAreOfOneState(t *testing.T) {
	tree := smallTree(t)
	fresh, _, file := freeze(t, tree.Dir, nil)
	fsys, o := os.DirFS(tree.Dir), index.Options{Dir: tree.Dir}
	if _, err := index.OpenFrozen(file, memory.SourceDigest(nil), fsys, o); !errors.Is(err, index.ErrStale) {
		t.Errorf("of another state: %v", err)
	}
	if _, err := index.OpenFrozen(file+"x", fresh.Digest, fsys, o); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := fresh.Recall(t.Context(), index.Request{Query: "编码修复"})
	if err != nil || len(want.Selected) == 0 {
		t.Fatalf("%+v, %v", want, err)
	}
	for i := 0; i < len(data); i += 97 {
		bad := bytes.Clone(data)
		bad[i] ^= 4
		if err := os.WriteFile(file, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		v, err := index.OpenFrozen(file, fresh.Digest, fsys, o)
		if err != nil {
			if !errors.Is(err, index.ErrStale) {
				t.Fatalf("byte %d: %v", i, err)
			}
			continue
		}
		got, err := v.Recall(t.Context(), index.Request{Query: "编码修复"})
		if err != nil || got.RecallText != want.RecallText {
			t.Fatalf("byte %d: %v\n%s\nwant\n%s", i, err, got.RecallText, want.RecallText)
		}
		v.Close()
	}
	if err := mustOpen(t, tree, nil).Freeze(file, nil); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a view of the work tree was frozen: %v", err)
	}
}

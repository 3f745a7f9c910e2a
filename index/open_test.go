package index_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

func TestOpenNamesWhatIsMissing(t *testing.T) {
	if _, err := index.Open(t.Context(), index.Options{Dir: t.TempDir()}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder: %v", err)
	}
	tree := indextest.NewTree(t)
	refused := errors.New("unfinished")
	_, err := index.Open(t.Context(), index.Options{Dir: tree.Dir, Readable: func() error { return refused }})
	if !errors.Is(err, refused) {
		t.Errorf("Readable is not asked: %v", err)
	}
	tree.Write(t, memory.ConfigPath, []byte("{"))
	if _, err := index.Open(t.Context(), index.Options{Dir: tree.Dir}); !errors.Is(err, memory.ErrCorrupt) {
		t.Errorf("a bad config: %v", err)
	}
	tree.Write(t, memory.ConfigPath, []byte(`{"schema":99}`))
	if _, err := index.Open(t.Context(), index.Options{Dir: tree.Dir}); !errors.Is(err, memory.ErrNewer) {
		t.Errorf("a newer config: %v", err)
	}
}

func TestMainLineMustBeOneWithItsDocument(t *testing.T) {
	for _, c := range []struct {
		name, code string
		change     func(tree *indextest.Tree)
	}{
		{"none", "no-main-line", func(tree *indextest.Tree) { tree.Write(t, memory.DirectoryPath, memory.NewDirectory("en").Encode()) }},
		{"two", "many-main-lines", func(tree *indextest.Tree) {
			d := memory.NewDirectory("en")
			d.Put(memory.Node{ID: "M1", Path: "main/M1.md", State: memory.Active})
			d.Put(memory.Node{ID: "M2", Path: "main/M1.md", State: memory.Active})
			tree.Write(t, memory.DirectoryPath, d.Encode())
		}},
		{"no document", "missing-document", func(tree *indextest.Tree) { tree.Remove(t, "main/M1.md") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := indextest.NewTree(t)
			c.change(tree)
			v := mustOpen(t, tree, nil)
			if _, err := v.MainLine(); !errors.Is(err, memory.ErrMainLine) {
				t.Errorf("MainLine: %v", err)
			}
			if len(v.Problems) != 1 || v.Problems[0].Code != c.code {
				t.Errorf("problems %+v", v.Problems)
			}
		})
	}
}

func TestTheCureOfADamagedRecordNamesItsFile(t *testing.T) {
	tree := indextest.NewTree(t)
	const path = "tombstones/s1-00000000.json"
	tree.Write(t, path, nil)
	v, err := index.Open(t.Context(), index.Options{Dir: tree.Dir})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, p := range v.Problems {
		if p.Path == path && strings.Contains(p.Cure, path) {
			return
		}
	}
	t.Errorf("problems: %+v", v.Problems)
}

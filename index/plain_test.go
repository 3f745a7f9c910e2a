package index_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/fts"
	"github.com/git-hfa/git-hfa/memory"
)

func link(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Symlink(to, from); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

func TestUnlockShowsNoDocumentOutsideOfTheMemory(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "S1.md")
	if err := os.WriteFile(secret, []byte("words of another file\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, put := range map[string]func(t *testing.T, dir string){
		"file is a link": func(t *testing.T, dir string) {
			path := filepath.Join(dir, "branches", "S1.md")
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			link(t, path, secret)
		},
		"folder is a link": func(t *testing.T, dir string) {
			path := filepath.Join(dir, "branches")
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			link(t, path, outside)
		},
	} {
		t.Run(name, func(t *testing.T) {
			tree := smallTree(t)
			put(t, tree.Dir)
			v, err := index.Open(t.Context(), index.Options{Dir: tree.Dir})
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			a, err := v.Recall(t.Context(), index.Request{Query: "side", Unlock: "review"})
			if err != nil {
				t.Fatal(err)
			}
			if a.Status != index.StatusDeferred || strings.Contains(a.RecallText+a.RouterText, "another file") {
				t.Errorf("%s: %s", a.Status, a.RecallText)
			}
		})
	}
}

// What stands where a derived file belongs leads no read astray, holds nobody up, and is replaced by the next refresh.
func TestOddDerivedFilesAreReplacedAndNotFollowed(t *testing.T) {
	put := map[string]func(path, outside string) error{
		"folder": func(path, _ string) error {
			return errors.Join(os.Mkdir(path, 0o777), os.WriteFile(filepath.Join(path, "x"), nil, 0o666))
		},
		"link to a file":  func(path, outside string) error { return os.Symlink(filepath.Join(outside, "file"), path) },
		"link to nothing": func(path, outside string) error { return os.Symlink(filepath.Join(outside, "none"), path) },
	}
	if mkfifo != nil {
		put["pipe"] = func(path, _ string) error { return mkfifo(path) }
	}
	names := []string{"recall.idx", "recall.delta", "fts.sqlite", "fts.stamp", "search.json", "hitwords.json", "projects.json", ".lock", ".now"}
	for _, name := range names {
		names = append(names, name+".tmp")
	}
	names = append(names, "fts.sqlite-journal", "fts.sqlite-wal")
	for what, make := range put {
		t.Run(what, func(t *testing.T) {
			tree, outside := smallTree(t), t.TempDir()
			o := index.Options{Dir: tree.Dir, Engine: fts.New()}
			refreshAndClose(t, o)
			if err := os.WriteFile(filepath.Join(outside, "file"), []byte("somebody's"), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				path := filepath.Join(tree.Dir, index.Dir, name)
				if err := os.RemoveAll(path); err != nil {
					t.Fatal(err)
				}
				if err := make(path, outside); err != nil {
					t.Skip(err)
				}
				mustOpenWith(t, tree, o)
				tree.Add(t, memory.Chunk{Title: "After " + name, HitWords: []string{"after"}, Conclusion: "Written."})
				refreshAndClose(t, o)
				if diffs, err := index.VerifyIndex(t.Context(), o); err != nil || len(diffs) > 0 {
					t.Errorf("%s: %v, %v", name, diffs, err)
				}
			}
			entries, err := os.ReadDir(outside)
			data, readErr := os.ReadFile(filepath.Join(outside, "file"))
			if err != nil || readErr != nil || len(entries) != 1 || string(data) != "somebody's" {
				t.Errorf("outside are %v, and the file says %q", entries, data)
			}
		})
	}
}

// refreshAndClose lets go of what a view holds, since the next refresh writes there.
func refreshAndClose(t *testing.T, o index.Options) {
	t.Helper()
	v, err := index.Refresh(t.Context(), o, index.RefreshOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v.Close()
}

func TestAnIndexFolderThatIsALinkIsNotWrittenTo(t *testing.T) {
	tree, outside := smallTree(t), t.TempDir()
	link(t, filepath.Join(tree.Dir, index.Dir), outside)
	if v, err := index.Refresh(t.Context(), index.Options{Dir: tree.Dir}, index.RefreshOptions{}); err == nil {
		v.Close()
		t.Error("a refresh wrote through a link")
	}
	mustOpen(t, tree, nil)
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("outside are %v, %v", entries, err)
	}
	if _, err := os.Lstat(filepath.Join(outside, ".lock")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

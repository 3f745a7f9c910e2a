package index_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/fts"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

// A decision that was replaced stays retired when the file of its successor is damaged but still says what it replaced.
func TestDamagedSuccessorDoesNotBringBackWhatItReplaced(t *testing.T) {
	damages := map[string]func(good []byte) []byte{
		"cut":      func(good []byte) []byte { return good[:bytes.Index(good, []byte(`"created_at"`))] },
		"conflict": func(good []byte) []byte { return []byte("<<<<<<< a\n" + string(good) + "=======\n>>>>>>> b\n") },
		"key twice": func(good []byte) []byte {
			return bytes.Replace(good, []byte(`"node"`), []byte(`"title": "x", "node"`), 1)
		},
		"newer": func(good []byte) []byte { return bytes.Replace(good, []byte(`"schema": 1`), []byte(`"schema": 9`), 1) },
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			tree := indextest.NewTree(t)
			old := tree.Add(t, memory.Chunk{Title: "Gateway timeout", HitWords: []string{"gateway"}, Conclusion: "Wait 30 s."})
			successor := tree.Add(t, memory.Chunk{Title: "Gateway timeout", HitWords: []string{"gateway"}, Conclusion: "Wait 8 s.", Supersedes: []memory.ID{old.ID}})
			tree.Add(t, memory.Chunk{Title: "Bystander", HitWords: []string{"bystander"}, Conclusion: "Stays, see " + string(old.ID) + "."})
			o := index.Options{Dir: tree.Dir, Engine: fts.New()}
			refreshAndClose(t, o)
			good := successor.Chunk.Encode()
			ask := func(step, query, want string) {
				t.Helper()
				views := map[string]func() (*index.View, error){
					"files":  func() (*index.View, error) { return index.Open(t.Context(), index.Options{Dir: tree.Dir}) },
					"engine": func() (*index.View, error) { return index.Open(t.Context(), o) },
					"fs":     func() (*index.View, error) { return index.OpenFS(os.DirFS(tree.Dir), o) },
				}
				for kind, open := range views {
					v, err := open()
					if err != nil {
						t.Fatal(err)
					}
					a, err := v.Recall(t.Context(), index.Request{Query: query, Unlock: "review"})
					v.Close()
					if err != nil {
						t.Fatal(err)
					}
					if want == "" && len(a.Selected)+len(a.Deferred) > 0 || !strings.Contains(a.RecallText, want) {
						t.Errorf("%s, %s: %s", step, kind, a.RecallText)
					}
				}
			}
			ask("whole", "gateway timeout", "Wait 8 s.")
			tree.Write(t, successor.Path, damage(good))
			ask("damaged", "gateway timeout", "")
			ask("damaged", "bystander", "Stays")
			refreshAndClose(t, o)
			ask("damaged, refreshed", "gateway timeout", "")
			tree.Add(t, memory.Chunk{Title: "Later", HitWords: []string{"later"}, Conclusion: "Later."})
			refreshAndClose(t, o)
			ask("damaged, refreshed twice", "gateway timeout", "")
			tree.Write(t, successor.Path, good)
			ask("mended", "gateway timeout", "Wait 8 s.")
			tree.Write(t, successor.Path, damage(good))
			refreshAndClose(t, o)
			tree.Remove(t, successor.Path)
			ask("removed", "gateway timeout", "Wait 30 s.")
		})
	}
}

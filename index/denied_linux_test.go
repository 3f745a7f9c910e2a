package index_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

// withoutPrivilege runs f on a thread that may read only what everybody may, as root's may not otherwise.
func withoutPrivilege(t *testing.T, f func()) {
	if os.Geteuid() != 0 {
		f()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const nobody = 65534
	if err := unix.Setfsuid(nobody); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := unix.Setfsuid(0); err != nil {
			t.Fatal(err)
		}
	}()
	f()
}

// A chunk that may not be read hides nothing else, and a tombstone that may not be read stays in force.
func TestWhatMayNotBeReadIsAProblem(t *testing.T) {
	tree := indextest.NewTree(t) // of few files, which one thread reads alone
	tree.Tombstone(t, "S1", "done")
	kept := tree.Add(t, memory.Chunk{Title: "Retry policy", HitWords: []string{"retry"}, Conclusion: "Three times."})
	gone := tree.Add(t, memory.Chunk{Title: "Queue length", HitWords: []string{"queue"}, Conclusion: "One hundred."})
	denied := []string{memory.ChunkPath(gone.Epoch, gone.ID)}
	names, err := filepath.Glob(filepath.Join(tree.Dir, memory.TombstonesDir, "s1-*.json"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	denied = append(denied, memory.TombstonesDir+"/"+filepath.Base(names[0]))
	for _, dir := range []string{filepath.Dir(filepath.Dir(tree.Dir)), filepath.Dir(tree.Dir), tree.Dir} {
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range denied {
		if err := os.Chmod(filepath.Join(tree.Dir, path), 0); err != nil {
			t.Fatal(err)
		}
	}
	withoutPrivilege(t, func() {
		v, err := index.Open(t.Context(), index.Options{Dir: tree.Dir})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		for _, path := range denied {
			if !slices.ContainsFunc(v.Problems, func(p memory.Problem) bool { return p.Path == path && p.Code == "unreadable" }) {
				t.Errorf("%s is no problem: %v", path, v.Problems)
			}
		}
		a, err := v.Recall(t.Context(), index.Request{Query: "how often is retry done?"})
		if err != nil || len(a.Selected) != 1 || a.Selected[0].ID != kept.ID {
			t.Errorf("%v, %+v", err, a.Selected)
		}
		if _, revoked := v.Tombstones["S1"]; !revoked {
			t.Error("S1 is back")
		}
	})
	// Once it may be read it is.
	for _, path := range denied {
		if err := os.Chmod(filepath.Join(tree.Dir, path), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	v, err := index.Open(t.Context(), index.Options{Dir: tree.Dir})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if a, err := v.Recall(t.Context(), index.Request{Query: "the queue length"}); err != nil || len(a.Selected) != 1 || a.Selected[0].ID != gone.ID {
		t.Errorf("%v, %+v", err, a.Selected)
	}
	if slices.ContainsFunc(v.Problems, func(p memory.Problem) bool { return strings.HasPrefix(p.Code, "unreadable") }) {
		t.Errorf("problems %v", v.Problems)
	}
}

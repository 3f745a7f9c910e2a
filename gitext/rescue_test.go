package gitext

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/gitext/kept"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

func located(t *testing.T, dir string) place.Memory {
	t.Helper()
	m, err := place.Locate(dir, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// keptChunk is the file of a whole chunk.
func keptChunk(number int, title string) (name string, data []byte) {
	c := memory.Chunk{Epoch: 3, Topic: 1, Node: "M1", Title: title, HitWords: []string{"x"}, Conclusion: title, CreatedAt: "2026-01-02T03:04:05.000Z"}
	c.Seal(number)
	return memory.ChunkPath(3, c.ID), c.Encode()
}

func TestKeptUntilAnyBranchHasIt(t *testing.T) {
	g := gittest.New(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	top, linked := filepath.Join(dir, "main"), filepath.Join(dir, "linked")
	g.Init(top, map[string]string{"memory/config.json": "{}\n"})
	g.Run(top, "worktree", "add", "-q", linked)
	one, oneData := keptChunk(1, "one")
	two, twoData := keptChunk(2, "two")
	g.Write(linked, map[string]string{"memory/" + one: string(oneData), "memory/" + two: string(twoData)})
	m, here := located(t, linked), located(t, top)
	r := open(t, top)
	list := func() []Kept {
		t.Helper()
		found, err := r.ListKept(t.Context(), here)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if err := kept.Keep(m, one, two, "directory.md", "../outside.json"); err != nil {
		t.Fatal(err)
	}
	if err := kept.Keep(here, one); err != nil { // the main work tree stays where it is
		t.Fatal(err)
	}
	if err := kept.Keep(m, "chunks/epoch_01/chunk_0009-00000000.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	found := list()
	if len(found) != 2 || found[0].Path != one || !found[0].There || found[0].Worktree != "linked" || found[0].Dir != linked {
		t.Fatalf("%+v", found)
	}
	if c, ok := found[1].Chunk(); !ok || c.Title != "two" {
		t.Errorf("the second is %q, %v", c.Title, ok)
	}
	// Committed on a branch that nobody has checked out any more, by a merge or not.
	g.Run(linked, "add", "memory/"+one)
	g.Run(linked, "commit", "-qm", "one")
	g.Run(top, "worktree", "remove", "--force", linked)
	found = list()
	if len(found) != 1 || found[0].Path != two || found[0].There || found[0].Dir != "" {
		t.Fatalf("%+v", found)
	}
	if _, err := os.Stat(filepath.Join(kept.Root(here), "linked", filepath.FromSlash(one))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copy of what is committed stays: %v", err)
	}
	g.Write(top, map[string]string{"memory/" + two: string(found[0].Data)})
	g.Run(top, "add", "-A")
	g.Run(top, "commit", "-qm", "two")
	if found = list(); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	if _, err := os.Stat(kept.Root(here)); err == nil {
		entries, _ := os.ReadDir(kept.Root(here))
		if len(entries) > 0 {
			t.Errorf("empty folders stay: %v", entries)
		}
	}
}

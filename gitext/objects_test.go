package gitext

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
)

// readers are the three ways to an object. A nil reader means that this repository is none of its business.
func readers(t *testing.T, r *Repo, l layout) map[string]objectReader {
	t.Helper()
	all := map[string]objectReader{"git": &batch{repo: r}, "chosen": r.db}
	if !l.command {
		e, err := openEmbedded(r.place.CommonDir)
		if err != nil {
			t.Fatal(err)
		}
		all["go-git"] = e
		t.Cleanup(func() {
			if err := e.close(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() {
		if err := all["git"].close(); err != nil {
			t.Error(err)
		}
	})
	return all
}

// In every layout every reader gives the bytes that git gives, and the file system of a revision is what git lists.
func TestEveryLayoutReadsAsGitReadsIt(t *testing.T) {
	for _, l := range layouts() {
		t.Run(l.name, func(t *testing.T) {
			g := gittest.New(t)
			top := l.make(t, g, t.TempDir())
			r := open(t, top)
			if l.revs == nil {
				l.revs = []string{"HEAD", "v1"}
			}
			if reason := r.needsCommand(); (reason != "") != l.command && !l.unreadable {
				t.Errorf("go-git is kept away because %q; want that: %v", reason, l.command)
			}
			objects, missing := listObjects(t, g, top, l.revs[0])
			absent := strings.Repeat("0123456789abcdef", 4)[:len(objects[0].id)]
			if len(missing) > 0 {
				absent = missing[0] // git would like to fetch this one
			}
			if (len(missing) > 0) != l.lacking {
				t.Errorf("%d objects are missing; want some: %v", len(missing), l.lacking)
			}
			for name, reader := range readers(t, r, l) {
				t.Run(name, func(t *testing.T) { checkReader(t, reader, objects, absent) })
			}
			t.Run("files", func(t *testing.T) { checkFiles(t, g, top, r, l) })
		})
	}
}

func checkReader(t *testing.T, reader objectReader, objects []object, absent string) {
	t.Helper()
	for _, o := range objects {
		checkObject(t, reader, o)
	}
	for range 2 {
		if _, err := reader.read(t.Context(), absent, blobObject); !errors.Is(err, errObjectNotFound) && !errors.Is(err, ErrMissingObject) {
			t.Errorf("an object that is not there: %v", err)
		}
	}
	checkObject(t, reader, objects[0])
}

type object struct {
	id      string
	kind    objectKind
	content string
}

// listObjects asks git for all objects that a revision needs: those that are here, and the ids of the others.
func listObjects(t *testing.T, g *gittest.Git, dir, rev string) (list []object, missing []string) {
	t.Helper()
	var ids strings.Builder
	for line := range strings.Lines(g.Raw(dir, "rev-list", "--objects", "--no-object-names", "--missing=print", rev)) {
		if id, ok := strings.CutPrefix(line, "?"); ok {
			missing = append(missing, strings.TrimSpace(id))
		} else {
			ids.WriteString(line)
		}
	}
	for line := range strings.Lines(g.Feed(dir, ids.String(), "cat-file", "--batch-check")) {
		words := strings.Fields(line)
		list = append(list, object{words[0], objectKind(words[1]), g.Raw(dir, "cat-file", words[1], words[0])})
	}
	if len(list) == 0 {
		t.Fatal("git lists no object")
	}
	return list, missing
}

func checkObject(t *testing.T, reader objectReader, o object) {
	t.Helper()
	data, err := reader.read(t.Context(), o.id, o.kind)
	if err != nil {
		t.Errorf("%s %s: %v", o.kind, o.id, err)
		return
	}
	if string(data) != o.content {
		t.Errorf("%s %s: %d bytes differ from git's %d", o.kind, o.id, len(data), len(o.content))
	}
	wrong := blobObject
	if o.kind == blobObject {
		wrong = treeObject
	}
	if _, err := reader.read(t.Context(), o.id, wrong); !errors.Is(err, errWrongKind) {
		t.Errorf("%s %s read as a %s: %v", o.kind, o.id, wrong, err)
	}
}

// A "git gc" replaces the packs that are open. The same reader finds old objects and new ones after it.
func TestObjectsAreFoundAfterPacksWereReplaced(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	g.Run(top, "gc", "-q")
	r := open(t, top)
	ctx := t.Context()
	read := func(rev string) {
		t.Helper()
		fsys, err := r.FS(ctx, rev, "docs/memory")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fs.ReadFile(fsys, "config.json"); err != nil {
			t.Error(err)
		}
	}
	read("HEAD")
	for i := range 3 {
		g.Write(top, map[string]string{"docs/memory/config.json": "{}" + strings.Repeat(" ", i+1)})
		g.Run(top, "commit", "-qam", "again")
		g.Run(top, "repack", "-adq", "--depth=50")
		g.Run(top, "prune-packed")
		read("HEAD")
		read("v1")
	}
	if r.db.embedded == nil || r.db.command != nil {
		t.Error("go-git was given up; reopening should have been enough")
	}
}

// What go-git does not find but git does is read with git, from then on.
func TestDatabaseFallsBackToGit(t *testing.T) {
	g := gittest.New(t)
	dir := t.TempDir()
	top := source(t, g, dir)
	r := open(t, top)
	r.db.choose()
	empty := t.TempDir()
	if err := os.MkdirAll(filepath.Join(empty, "objects"), 0o755); err != nil {
		t.Fatal(err)
	}
	e, err := openEmbedded(empty)
	if err != nil {
		t.Fatal(err)
	}
	r.db.embedded, r.db.reopened = e, true
	id := g.Run(top, "rev-parse", "HEAD:README.md")
	if data, err := r.db.read(t.Context(), id, blobObject); err != nil || string(data) != "x\n" {
		t.Errorf("%q, %v", data, err)
	}
	if r.db.embedded != nil {
		t.Error("go-git is still asked")
	}
}

func TestLargePackIndexesAreLeftToGit(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	big := filepath.Join(top, ".git", "objects", "pack", "pack-"+strings.Repeat("0", 40)+".idx")
	if err := os.WriteFile(big, make([]byte, maxIndexes+1), 0o644); err != nil {
		t.Fatal(err)
	}
	r := open(t, top)
	id := g.Run(top, "rev-parse", "HEAD:README.md")
	if data, err := r.db.read(t.Context(), id, blobObject); err != nil || string(data) != "x\n" {
		t.Errorf("%q, %v", data, err)
	}
	if r.db.embedded != nil {
		t.Error("go-git loads them")
	}
}

func TestDamagedObjectIsAnErrorOfBothReaders(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	id := g.Run(top, "rev-parse", "HEAD:README.md")
	file := filepath.Join(top, ".git", "objects", id[:2], id[2:])
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("rubbish"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := open(t, top)
	if _, err := r.db.read(t.Context(), id, blobObject); err == nil {
		t.Error("rubbish was read")
	}
	whole := g.Run(top, "rev-parse", "HEAD:docs/memory/config.json")
	if data, err := r.db.read(t.Context(), whole, blobObject); err != nil || string(data) != "{}\n" {
		t.Errorf("after it: %q, %v", data, err)
	}
}

func TestBatchStartsAgainWhenItsProcessDied(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	b := &batch{repo: open(t, top)}
	defer b.close()
	id := g.Run(top, "rev-parse", "HEAD:README.md")
	for range 3 {
		data, err := b.read(t.Context(), id, blobObject)
		if err != nil || string(data) != "x\n" {
			t.Fatalf("%q, %v", data, err)
		}
		if err := b.proc.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBatchEndsWithTheContext(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	r := open(t, top)
	id := g.Run(top, "rev-parse", "HEAD:README.md")
	withGit(t, "exec sleep 60\n")
	b := &batch{repo: r}
	ctx, cancel := context.WithTimeout(t.Context(), 50_000_000)
	defer cancel()
	if _, err := b.read(ctx, id, blobObject); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a git that hangs: %v", err)
	}
	if b.proc != nil {
		t.Error("the process is still held")
	}
}

func TestParseTree(t *testing.T) {
	id := string(bytes.Repeat([]byte{0xab}, 20))
	tree, err := parseTree([]byte("100644 a.x\x00"+id+"40000 a\x00"+id+"120000 b\x00"+id+"160000 c\x00"+id), 20)
	if err != nil {
		t.Fatal(err)
	}
	hex := strings.Repeat("ab", 20)
	want := []entry{{"a", modeTree, hex}, {"a.x", 0o100644, hex}, {"b", modeSymlink, hex}, {"c", modeSubmodule, hex}}
	if len(tree) != len(want) {
		t.Fatalf("%v", tree)
	}
	for i := range want {
		if tree[i] != want[i] {
			t.Errorf("entry %d is %v, want %v", i, tree[i], want[i])
		}
	}
}

func FuzzParseTree(f *testing.F) {
	id := strings.Repeat("\x01", 20)
	for _, s := range []string{"", "100644 a\x00" + id, "100644 a\x00" + id[1:], "40000 \x00" + id, "40000 ..\x00" + id, "100644 a/b\x00" + id,
		"x a\x00" + id, "77777777777777777 a\x00" + id, "100644 a\x00" + id + "100644 a\x00" + id} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := parseTree(data, 20)
		if err != nil {
			return
		}
		for i, e := range entries {
			if !validID(e.id) || e.name == "" || strings.ContainsAny(e.name, "/\x00") || i > 0 && entries[i-1].name >= e.name {
				t.Fatalf("%q gives the entry %+v", data, e)
			}
		}
	})
}

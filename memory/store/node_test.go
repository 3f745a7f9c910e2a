package store

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/faultfs"
)

func directoryOf(t testing.TB, s *Store) *memory.Directory {
	t.Helper()
	dir, _, err := s.directory()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFocusMovesTheOneActiveMainLine(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	node, err := s.AddNode(t.Context(), memory.Node{ID: "M2", Note: "第二", HitWords: []string{"a|b", ""}})
	if err != nil || node.State != memory.Paused || node.Path != "main/m2.md" || !slices.Equal(node.HitWords, []string{"a|b"}) {
		t.Fatalf("got %+v, %v", node, err)
	}
	if err := s.Focus(t.Context(), "M2"); err != nil {
		t.Fatal(err)
	}
	dir := directoryOf(t, s)
	if active, err := dir.Active(); err != nil || active.ID != "M2" {
		t.Errorf("active is %s, %v", active.ID, err)
	}
	if old, _ := dir.Node("M1"); old.State != memory.Paused {
		t.Errorf("M1 is %s", old.State)
	}
	if added := mustAdd(t, s, draft(1)); added.Chunk.Node != "M2" {
		t.Errorf("a chunk went to %s", added.Chunk.Node)
	}
	fault := &faultfs.Fault{FS: mem, Root: testDir, FailAt: -1}
	if err := open(t, fault).Focus(t.Context(), "M2"); err != nil {
		t.Fatal(err)
	}
	for _, op := range fault.Log {
		if strings.HasPrefix(op, "create") || strings.HasPrefix(op, "replace") {
			t.Errorf("focus on the focus writes: %s", op)
		}
	}
}

func TestFocusCuresADirectoryWithTwoOrNone(t *testing.T) {
	for _, states := range [][2]memory.State{{memory.Active, memory.Active}, {memory.Paused, memory.Paused}} {
		mem := newMemory(t, 50)
		s := open(t, mem)
		if _, err := s.AddNode(t.Context(), memory.Node{ID: "M2"}); err != nil {
			t.Fatal(err)
		}
		dir := directoryOf(t, s)
		for i, id := range []memory.NodeID{"M1", "M2"} {
			node, _ := dir.Node(id)
			node.State = states[i]
			dir.Put(node)
		}
		mem.Write(at("directory.md"), dir.Encode())
		if _, err := s.Add(t.Context(), draft(1)); !errors.Is(err, memory.ErrMainLine) {
			t.Errorf("%v: add says %v", states, err)
		}
		if err := s.Focus(t.Context(), "M1"); err != nil {
			t.Fatal(err)
		}
		if active, err := directoryOf(t, s).Active(); err != nil || active.ID != "M1" {
			t.Errorf("%v: active is %s, %v", states, active.ID, err)
		}
	}
}

func TestNodesAreRefused(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	for _, id := range []memory.NodeID{"M2", "M3", "S1"} {
		if _, err := s.AddNode(t.Context(), memory.Node{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.Tombstone(t.Context(), "M3", "over"); err != nil {
		t.Fatal(err)
	}
	if err := mem.Remove(at("main/m2.md")); err != nil {
		t.Fatal(err)
	}
	before := truth(mem)
	for name, c := range map[string]struct {
		act  func() error
		want error
	}{
		"focus on nothing":          {func() error { return s.Focus(t.Context(), "M9") }, memory.ErrNotFound},
		"focus on a side branch":    {func() error { return s.Focus(t.Context(), "S1") }, ErrRefused},
		"focus on a tombstone":      {func() error { return s.Focus(t.Context(), "M3") }, ErrRefused},
		"focus without document":    {func() error { return s.Focus(t.Context(), "M2") }, memory.ErrNotFound},
		"id taken":                  {func() error { _, err := s.AddNode(t.Context(), memory.Node{ID: "S1"}); return err }, ErrRefused},
		"id of a tombstone":         {func() error { _, err := s.AddNode(t.Context(), memory.Node{ID: "M3"}); return err }, ErrRefused},
		"no id":                     {func() error { _, err := s.AddNode(t.Context(), memory.Node{ID: "X1"}); return err }, ErrRefused},
		"document outside":          {func() error { _, err := s.AddNode(t.Context(), memory.Node{ID: "S2", Path: "../x.md"}); return err }, ErrRefused},
		"document is a chunk":       {func() error { _, err := s.AddNode(t.Context(), memory.Node{ID: "S2", Path: "chunks/x.md"}); return err }, ErrRefused},
		"tombstone the ACTIVE line": {func() error { _, _, err := s.Tombstone(t.Context(), "M1", "x"); return err }, ErrRefused},
		"tombstone without reason":  {func() error { _, _, err := s.Tombstone(t.Context(), "S1", " "); return err }, ErrRefused},
		"tombstone of nothing":      {func() error { _, _, err := s.Tombstone(t.Context(), "S9", "x"); return err }, memory.ErrNotFound},
		"tombstone of no chunk":     {func() error { _, _, err := s.Tombstone(t.Context(), "12", "x"); return err }, memory.ErrNotFound},
		"empty milestone":           {func() error { return s.Milestone(t.Context(), "\n") }, ErrRefused},
	} {
		if err := c.act(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !maps.Equal(before, truth(mem)) {
		t.Errorf("something was written:\n%s", differences(before, truth(mem)))
	}
}

func TestTombstoneIsWrittenOnce(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	mustAdd(t, s, draft(1))
	if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1"}); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"1", "S1"} {
		first, already, err := s.Tombstone(t.Context(), target, "wrong\nand old")
		if err != nil || already || first.Reason != "wrong and old" {
			t.Fatalf("%s: %+v %v %v", target, first, already, err)
		}
		before := truth(mem)
		again, already, err := s.Tombstone(t.Context(), target, "another reason")
		if err != nil || !already || again.Reason != first.Reason || again.Target != first.Target {
			t.Errorf("%s: %+v %v %v", target, again, already, err)
		}
		if !maps.Equal(before, truth(mem)) {
			t.Errorf("%s: something was written", target)
		}
	}
	check(t, truth(mem))
	// A row that did not follow its record, as a merge may leave it, follows now.
	dir := directoryOf(t, s)
	node, _ := dir.Node("S1")
	node.State = memory.Active
	dir.Put(node)
	mem.Write(at("directory.md"), dir.Encode())
	if _, already, err := s.Tombstone(t.Context(), "S1", "x"); err != nil || !already {
		t.Errorf("%v %v", already, err)
	}
	if node, _ := directoryOf(t, s).Node("S1"); node.State != memory.Tombstoned {
		t.Errorf("the row says %s", node.State)
	}
}

func TestDocumentOfPeopleStays(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	if err := mem.Mkdir(at("branches")); err != nil {
		t.Fatal(err)
	}
	mem.Write(at("branches/s1.md"), []byte("mine"))
	if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1"}); err != nil {
		t.Fatal(err)
	}
	if truth(mem)["branches/s1.md"] != "mine" {
		t.Error("a document was overwritten")
	}
}

func TestMilestonesAreAppended(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	if err := mem.Mkdir(at("history/x")); err != nil {
		t.Fatal(err)
	}
	mem.Write(at(milestones), []byte("# 我的里程碑\r\n\r\n- old")) // no newline at the end
	for _, text := range []string{"one\ntwo", "three"} {
		if err := s.Milestone(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := truth(mem)[milestones], "# 我的里程碑\r\n\r\n- old\n- 2026-05-11 one two\n- 2026-05-11 three\n"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestLinksAreNotWrittenThrough(t *testing.T) {
	for link, act := range map[string]func(s *Store) error{
		"chunks":       func(s *Store) error { _, err := s.Add(t.Context(), draft(1)); return err },
		"tombstones":   func(s *Store) error { _, _, err := s.Tombstone(t.Context(), "P1", "x"); return err },
		"directory.md": func(s *Store) error { _, err := s.AddNode(t.Context(), memory.Node{ID: "S1"}); return err },
		"branches":     func(s *Store) error { _, err := s.AddNode(t.Context(), memory.Node{ID: "S1"}); return err },
		milestones:     func(s *Store) error { return s.Milestone(t.Context(), "x") },
	} {
		dir := newDiskMemory(t, 50)
		outside := t.TempDir()
		name := filepath.Join(dir, "memory", filepath.FromSlash(link))
		target := outside
		if filepath.Ext(link) == ".md" {
			target = filepath.Join(outside, "file.md")
			data, err := os.ReadFile(name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			if err := os.WriteFile(target, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		os.RemoveAll(name)
		if err := os.Symlink(target, name); err != nil {
			t.Skipf("this system makes no links: %v", err)
		}
		before := os.DirFS(outside)
		want, err := fs.Glob(before, "*")
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(diskOptions(dir))
		if err != nil {
			t.Fatal(err)
		}
		if err := act(s); err == nil {
			t.Errorf("%s: a write through a link was not refused", link)
		}
		if got, err := fs.Glob(before, "*"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v became %v", link, want, got)
		}
	}
}

func TestInitMakesAMemory(t *testing.T) {
	for _, lang := range []string{"zh", "en", ""} {
		dir := filepath.Join(t.TempDir(), "a", "我的 memory")
		opts := Options{Dir: dir}
		if _, err := Open(opts); !errors.Is(err, ErrNoMemory) {
			t.Errorf("open before init: %v", err)
		}
		if err := Init(t.Context(), opts, InitOptions{Lang: lang}); err != nil {
			t.Fatal(err)
		}
		if !IsMemory(dir) {
			t.Error("it is no memory")
		}
		tree := checkFS(t, os.DirFS(dir))
		if active, err := tree.Directory.Active(); err != nil || active.ID != "M1" {
			t.Errorf("active is %s, %v", active.ID, err)
		}
		if tree.Config.Lang != max(lang, "en") {
			t.Errorf("lang is %q", tree.Config.Lang)
		}
		err := fs.WalkDir(os.DirFS(dir), ".", func(p string, entry fs.DirEntry, err error) error {
			if p != strings.ToLower(p) {
				t.Errorf("%s is not lower case", p)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := Init(t.Context(), opts, InitOptions{}); !errors.Is(err, ErrExists) {
			t.Errorf("init again: %v", err)
		}
	}
}

func TestInitRefusesAFolderWithSomethingElse(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "memory.go"), []byte("package memory\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Init(t.Context(), Options{Dir: dir}, InitOptions{}); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "git hfa init") {
		t.Errorf("got %v", err)
	}
	if err := Init(t.Context(), Options{Dir: filepath.Join(dir, "memory.go")}, InitOptions{}); !errors.Is(err, ErrForeign) {
		t.Errorf("over a file: %v", err)
	}
	if err := Init(t.Context(), Options{Dir: dir + "x"}, InitOptions{Lang: "fr"}); !errors.Is(err, ErrRefused) {
		t.Errorf("in French: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// What a memory ignores is what git ignores: nothing derived or local is shown.
func TestGitIgnoresWhatIsDerived(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	top := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(git, args...)
		cmd.Dir = top
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+top, "GIT_DIR=", "GIT_CONFIG_GLOBAL="+os.DevNull)
		cmd.Env = slices.DeleteFunc(cmd.Env, func(s string) bool { return s == "GIT_DIR=" })
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
		return string(out)
	}
	run("init", "-q")
	dir := filepath.Join(top, "memory")
	if err := Init(t.Context(), Options{Dir: dir}, InitOptions{}); err != nil {
		t.Fatal(err)
	}
	s, err := Open(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	mustAdd(t, s, draft(1))
	if err := s.Audit(AuditEntry{Kind: "hit"}); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteViews(t.Context(), []View{{"history/epoch_01/summaries.md", []byte("x\n")}}); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"index/fts.sqlite", "history/access.jsonl.1", ".hfa-tx/new", ".hfa-transaction.json"} {
		p = filepath.Join(dir, filepath.FromSlash(p))
		os.MkdirAll(filepath.Dir(p), 0o777)
		if err := os.WriteFile(p, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for line := range strings.Lines(run("status", "--porcelain", "--untracked-files=all")) {
		got = append(got, strings.TrimSpace(line[3:]))
	}
	want := []string{"memory/.gitattributes", "memory/.gitignore", "memory/chunks/epoch_01/", "memory/config.json", "memory/directory.md",
		"memory/history/epoch_01/framework.md", "memory/main/m1.md", "memory/profile/p1.md"}
	for i, p := range got {
		if strings.HasPrefix(p, "memory/chunks/epoch_01/chunk_0001-") {
			got[i] = "memory/chunks/epoch_01/"
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("git shows %q", got)
	}
	attr := run("check-attr", "text", "eol", "merge", "--", "memory/chunks/epoch_01/x.json", "memory/history/stream.md", "memory/main/m1.md")
	for _, say := range []string{"x.json: text: set", "x.json: eol: lf", "x.json: merge: unset", "stream.md: merge: union", "m1.md: eol: lf", "m1.md: merge: unspecified"} {
		if !strings.Contains(attr, say) {
			t.Errorf("no %q in:\n%s", say, attr)
		}
	}
}

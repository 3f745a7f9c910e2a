package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/index/access"
)

// linkedTree makes a repository of git with a committed memory, and a linked work tree of it.
func linkedTree(t *testing.T) (top, linked string) {
	t.Helper()
	top = newMemory(t)
	git(t, top, "init", "-q")
	commit(t, top)
	linked = filepath.Join(t.TempDir(), "agent")
	git(t, top, "worktree", "add", "-q", linked)
	return top, linked
}

const backupRule = `{"title":"Backups","hit_words":["backup"],"conclusion":"Nightly, with restic."}`

func TestWhatALinkedWorkTreeRemembersIsRescuedAfterItsRemoval(t *testing.T) {
	path := builtGitHFA(t)
	top, linked := linkedTree(t)
	s := open(t, program(t, linked, nil))
	wrote := answerOf[access.Topic](t, s.call("remember_decision", backupRule))
	want := files(t, linked)["memory/"+wrote.Path]
	s.close()
	git(t, top, "worktree", "remove", "--force", linked)

	hfa := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"hfa"}, args...)...)
		cmd.Dir, cmd.Env = top, append(os.Environ(), path, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git hfa %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if got := hfa("rescue"); !strings.Contains(got, string(wrote.ID)+"  lost with agent  Backups") {
		t.Errorf("git hfa rescue says %q", got)
	}
	hfa("rescue", string(wrote.ID))
	if got := files(t, top)["memory/"+wrote.Path]; got != want || want == "" {
		t.Errorf("brought back %q, want %q", got, want)
	}
	if got := hfa("recall", "which backup?"); !strings.Contains(got, "Nightly, with restic.") {
		t.Errorf("recall gives %q", got)
	}
}

func TestTheMainWorkTreeKeepsNoCopies(t *testing.T) {
	top, _ := linkedTree(t)
	s := open(t, program(t, top, nil))
	answerOf[access.Topic](t, s.call("remember_decision", backupRule))
	s.close()
	if _, err := os.Stat(filepath.Join(top, ".git", "hfa", "kept")); err == nil {
		t.Error("the main work tree is not removed, and has a copy")
	}
}

func TestAWriteStandsWhereNoCopyCanBeKept(t *testing.T) {
	top, linked := linkedTree(t)
	if err := os.MkdirAll(filepath.Join(top, ".git", "hfa"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, ".git", "hfa", "kept"), nil, 0o666); err != nil { // no folder can be made here
		t.Fatal(err)
	}
	s := open(t, program(t, linked, nil))
	got := s.call("remember_decision", backupRule)
	if wrote := answerOf[access.Topic](t, got); len(wrote.Warnings) != 1 || !strings.Contains(got.text(), "no copy to rescue") {
		t.Errorf("%q", got.text())
	}
	if got := s.call("recall_memory", `{"query":"which backup?"}`); !strings.Contains(got.text(), "restic") {
		t.Errorf("recall gives %q", got.text())
	}
	s.close()
}

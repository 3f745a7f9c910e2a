package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/git-hfa/git-hfa/memory/token"
)

// git runs git in a work tree, with no configuration but the repository's.
func git(t *testing.T, top string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "core.autocrlf=false", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = top
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// committed makes a repository of git with a committed decision, "Three retries.", and the config.json given.
func committed(t *testing.T, config string) string {
	t.Helper()
	top := newMemory(t)
	git(t, top, "init", "-q")
	if err := os.WriteFile(filepath.Join(top, "memory", "config.json"), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	add(t, top, store.Draft{Title: "Retry rule", HitWords: []string{"retry policy"}, Conclusion: "Three retries."})
	commit(t, top)
	return top
}

// succeed replaces it, in an epoch of its own where an epoch has one topic.
func succeed(t *testing.T, top string) {
	t.Helper()
	add(t, top, store.Draft{Title: "Retry rule", HitWords: []string{"retry policy"}, Conclusion: "Five retries.", Supersedes: []string{"1"}})
}

func commit(t *testing.T, top string) {
	t.Helper()
	git(t, top, "add", "memory")
	git(t, top, "commit", "-q", "-m", "decide")
}

// builtGitHFA builds git-hfa and gives the PATH that has it.
func builtGitHFA(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", dir+string(os.PathSeparator), "../git-hfa").CombinedOutput(); err != nil {
		t.Fatalf("build git-hfa: %v\n%s", err, out)
	}
	return "PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

// onlyGit gives the PATH that has git and no git-hfa.
func onlyGit(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(filepath.Join(dir, "git-hfa")); err == nil {
		t.Skip("git-hfa is installed beside git")
	}
	return "PATH=" + dir
}

// retries asks once and gives the answer.
func retries(t *testing.T, top, path string) result {
	t.Helper()
	s := open(t, program(t, top, []string{path}))
	defer s.close()
	return s.call("recall_memory", `{"query":"what is our retry policy?"}`)
}

func TestRecallKnowsWhatTheWorkTreeDoesNotShow(t *testing.T) {
	with, without := builtGitHFA(t), onlyGit(t)
	t.Run("a successor that a sparse checkout hides", func(t *testing.T) {
		top := committed(t, `{"max_topics_per_epoch":1}`)
		succeed(t, top)
		commit(t, top)
		git(t, top, "sparse-checkout", "set", "--no-cone", "/*", "!/memory/chunks/epoch_02/")
		got := retries(t, top, with)
		if answer := answerOf[recalledAnswer](t, got); !strings.Contains(got.text(), "Five retries.") || strings.Contains(got.text(), "Three") || answer.Tokens != token.Count(got.Content[0].Text) {
			t.Errorf("told %q", got.text())
		}
		if audit, err := os.ReadFile(filepath.Join(top, "memory", "history", "access.jsonl")); strings.Count(string(audit), `"hit"`) != 1 {
			t.Errorf("audited: %s, %v", audit, err)
		}
		s := open(t, program(t, top, []string{with}))
		defer s.close()
		const decision = `{"title":"Queue","hit_words":["queue"],"conclusion":"One queue."}`
		if got := s.call("remember_decision", decision); !got.IsError || !strings.Contains(got.text(), "error: git-hfa capture: a sparse checkout hides 1 file") || !strings.Contains(got.text(), "\nhint: git sparse-checkout add memory") {
			t.Errorf("a write that does not know all: %q", got.text())
		}
		git(t, top, "sparse-checkout", "set", "--no-cone", "/*", "!/src/")
		if got := s.call("remember_decision", decision); got.IsError {
			t.Errorf("a write where nothing of the memory is hidden: %q", got.text())
		}
		git(t, top, "sparse-checkout", "set", "--no-cone", "/*", "!/memory/chunks/epoch_02/")
		if got := retries(t, top, without); !got.IsError || !strings.Contains(got.text(), "install git-hfa beside hfa-mcp") {
			t.Errorf("without git-hfa: %q", got.text())
		}
	})
	t.Run("under trust committed, what is not committed", func(t *testing.T) {
		top := committed(t, `{"trust":"committed"}`)
		succeed(t, top)
		if got := retries(t, top, without); !got.IsError {
			t.Errorf("without git-hfa: told %q", got.text())
		}
		if got := retries(t, top, with); !strings.Contains(got.text(), "Three retries.") || strings.Contains(got.text(), "Five") {
			t.Errorf("told %q", got.text())
		}
		commit(t, top)
		if got := retries(t, top, with); !strings.Contains(got.text(), "Five retries.") {
			t.Errorf("when it is committed: told %q", got.text())
		}
		if got := retries(t, top, without); !strings.Contains(got.text(), "Five retries.") {
			t.Errorf("without git-hfa, while nothing differs: told %q", got.text())
		}
	})
	t.Run("in the middle of a merge", func(t *testing.T) {
		top := committed(t, `{}`)
		file := filepath.Join(top, "memory", "config.json")
		git(t, top, "branch", "base")
		for _, side := range []string{"theirs", "ours"} {
			git(t, top, "checkout", "-q", "-b", side, "base")
			if err := os.WriteFile(file, []byte(`{"x": "`+side+`"}`), 0o666); err != nil {
				t.Fatal(err)
			}
			commit(t, top)
		}
		cmd := exec.Command("git", "-c", "user.name=t", "-c", "user.email=t@example.com", "merge", "-q", "theirs")
		cmd.Dir = top
		if out, err := cmd.CombinedOutput(); err == nil {
			t.Fatalf("the merge did not stop: %s", out)
		}
		got := retries(t, top, with)
		if !strings.Contains(got.text(), "Three retries.") || !strings.Contains(got.text(), "problems in the memory: 1") {
			t.Errorf("told %q", got.text())
		}
		if got := retries(t, top, without); !got.IsError || !strings.Contains(got.text(), "unresolved merge conflict") {
			t.Errorf("without git-hfa: %q", got.text())
		}
	})
	t.Run("nobody asked for more", func(t *testing.T) {
		if got := retries(t, committed(t, `{}`), without); !strings.Contains(got.text(), "Three retries.") {
			t.Errorf("told %q", got.text())
		}
	})
}

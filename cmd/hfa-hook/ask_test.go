package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/sibling"
	"github.com/git-hfa/git-hfa/memory/store"
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

// committed makes what repo makes, in a repository of git, with its config.json, and commits it.
func committed(t *testing.T, config string) string {
	t.Helper()
	top := repo(t)
	git(t, top, "init", "-q")
	writeFile(t, filepath.Join(top, "memory", "config.json"), config)
	git(t, top, "add", "memory")
	git(t, top, "commit", "-q", "-m", "begin")
	return top
}

const replaced = "Export links expire after 72 hours now."

// succeed adds a successor of the one chunk of committed, in an epoch of its own.
func succeed(t *testing.T, top string) {
	t.Helper()
	addTo(t, top, store.Draft{Title: "Export links", HitWords: []string{"export link"}, Conclusion: replaced, Supersedes: []string{"1"}})
	if _, err := os.Stat(filepath.Join(top, "memory", "chunks", "epoch_02")); err != nil {
		t.Fatal(err)
	}
}

// withoutGitHFA leaves git alone on PATH.
func withoutGitHFA(t *testing.T) {
	t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Dir(path))
	if _, err := sibling.Find("git-hfa"); err == nil {
		t.Skip("git-hfa is installed beside git")
	}
}

func asks(t *testing.T, top, session string) string {
	t.Helper()
	return contextOf(t, call(t, prompting(top, session, asking), "--host", "claude-code"))
}

func TestASuccessorThatASparseCheckoutHidesCounts(t *testing.T) {
	withGitHFA(t)
	for _, hidden := range []string{"/memory/chunks/epoch_02/", "/memory/chunks/", "/memory/"} {
		top := committed(t, `{"max_topics_per_epoch":1}`)
		succeed(t, top)
		git(t, top, "add", "memory")
		git(t, top, "commit", "-q", "-m", "succeed")
		git(t, top, "sparse-checkout", "set", "--no-cone", "/*", "!"+hidden)
		if _, err := os.Stat(filepath.Join(top, "memory", "chunks", "epoch_02")); err == nil {
			t.Fatalf("%s is not hidden", hidden)
		}
		t.Run(hidden, func(t *testing.T) {
			if got := asks(t, top, "s1"); strings.Contains(got, "48 hours") || !strings.Contains(got, replaced) {
				t.Errorf("told %q\n%s", got, hookLog(top))
			}
			withoutGitHFA(t)
			if got := asks(t, top, "s2"); got != "" {
				t.Errorf("without git-hfa: told %q", got)
			}
		})
		t.Run("whole again", func(t *testing.T) {
			git(t, top, "sparse-checkout", "disable")
			asks(t, top, "s3") // whom HEAD trusts is known now
			withoutGitHFA(t)
			if got := asks(t, top, "s4"); strings.Contains(got, "48 hours") || !strings.Contains(got, replaced) {
				t.Errorf("told %q\n%s", got, hookLog(top))
			}
		})
	}
}

func TestUnderTrustCommittedWhatIsNotCommittedIsNotTold(t *testing.T) {
	withGitHFA(t)
	const trusting = `{"max_topics_per_epoch":1,"trust":"committed"}`
	top := committed(t, trusting)
	if got := asks(t, top, "s1"); !strings.Contains(got, "48 hours") {
		t.Errorf("what is committed: told %q\n%s", got, hookLog(top))
	}
	t.Run("no git-hfa is needed while nothing differs", func(t *testing.T) {
		withoutGitHFA(t)
		if got := asks(t, top, "s2"); !strings.Contains(got, "48 hours") {
			t.Errorf("told %q\n%s", got, hookLog(top))
		}
	})
	succeed(t, top)
	for _, config := range []string{trusting, `{"max_topics_per_epoch":1}`} { // what HEAD says counts
		writeFile(t, filepath.Join(top, "memory", "config.json"), config)
		if got := asks(t, top, "s3"+config); !strings.Contains(got, "48 hours") || strings.Contains(got, replaced) {
			t.Errorf("%s: told %q\n%s", config, got, hookLog(top))
		}
		t.Run("without git-hfa", func(t *testing.T) {
			withoutGitHFA(t)
			if got := asks(t, top, "s4"+config); got != "" {
				t.Errorf("%s: told %q", config, got)
			}
		})
	}
	writeFile(t, filepath.Join(top, "memory", "config.json"), trusting)
	git(t, top, "add", "memory")
	git(t, top, "commit", "-q", "-m", "succeed")
	if got := asks(t, top, "s5"); strings.Contains(got, "48 hours") || !strings.Contains(got, replaced) {
		t.Errorf("when it is committed: told %q\n%s", got, hookLog(top))
	}
}

// stop leaves a merge in the middle: a cell of directory.md was changed on both sides.
func stop(t *testing.T, top string) {
	t.Helper()
	file := filepath.Join(top, "memory", "directory.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	git(t, top, "branch", "base")
	for _, side := range []string{"theirs", "ours"} {
		git(t, top, "checkout", "-q", "-b", side, "base")
		writeFile(t, file, strings.Replace(string(text), "\n| M1 |", "\n| M3 | main/"+side+".md | PAUSED |  | "+side+" |\n| M1 |", 1))
		git(t, top, "commit", "-q", "-am", side)
	}
	cmd := exec.Command("git", "-c", "user.name=t", "-c", "user.email=t@example.com", "merge", "-q", "theirs")
	cmd.Dir = top
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Fatalf("the merge did not stop: %s", out)
	}
}

func TestInTheMiddleOfAMergeHEADAnswers(t *testing.T) {
	withGitHFA(t)
	top := committed(t, `{}`)
	stop(t, top)
	if got := asks(t, top, "s1"); !strings.Contains(got, "48 hours") {
		t.Errorf("told %q\n%s", got, hookLog(top))
	}
	withoutGitHFA(t)
	if got := asks(t, top, "s2"); got != "" || !strings.Contains(hookLog(top), "unresolved merge conflict") {
		t.Errorf("without git-hfa: told %q\n%s", got, hookLog(top))
	}
}

func TestWithoutGitHFATheWorkTreeAnswersWhereNobodyAskedForMore(t *testing.T) {
	withoutGitHFA(t)
	if got := asks(t, committed(t, `{}`), "s1"); !strings.Contains(got, "48 hours") {
		t.Errorf("told %q", got)
	}
	if got := asks(t, committed(t, `{"trust":"committed"}`), "s1"); got != "" {
		t.Errorf("trust committed: told %q", got)
	}
}

func TestAnAnswerOfGitHFAThatIsNoneIsRefused(t *testing.T) {
	for _, text := range []string{"", "{", "[]", "null", `{"status":1}`, `{"selected":[{"id":"x"}]}`} {
		if a, err := decodeAnswer([]byte(text)); err == nil {
			t.Errorf("%q: %+v", text, a)
		}
	}
	a, err := decodeAnswer([]byte(`{"status":"hit","selected":[{"id":"a\u0062"},{"x":{"id":"y"},"id":"c"}],"deferred":[{"id":"d"}],"profile_drift":[{}],"router_text":"r\n","recall_text":"<x>"}`))
	if err != nil || len(a.Selected) != 2 || a.Selected[0].ID != "ab" || a.Selected[1].ID != "c" || len(a.Deferred) != 1 || len(a.ProfileDrift) != 1 || a.RouterText != "r\n" || a.RecallText != "<x>" {
		t.Errorf("%+v, %v", a, err)
	}
}

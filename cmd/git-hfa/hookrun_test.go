package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory"
)

func TestAHookThatHangsOrPanicsIsLeftBehind(t *testing.T) {
	start := time.Now()
	o := supervise(t.Context(), 10*time.Millisecond, func(context.Context) outcome { select {} })
	if !errors.Is(o.err, context.DeadlineExceeded) || o.refuse != nil {
		t.Errorf("it hangs: %+v", o)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("git waited for %v", took)
	}
	o = supervise(t.Context(), time.Minute, func(context.Context) outcome { panic("no map") })
	if o.err == nil || !strings.Contains(o.err.Error(), "no map") || o.refuse != nil {
		t.Errorf("it panics: %+v", o)
	}
	want := errors.New("damage")
	o = supervise(t.Context(), 10*time.Millisecond, func(ctx context.Context) outcome {
		<-ctx.Done()
		return outcome{refuse: want}
	})
	if o.refuse != want {
		t.Errorf("what was found in time counts: %+v", o)
	}
}

func TestAHookHasALimit(t *testing.T) {
	for name, want := range map[string]time.Duration{"post-checkout": 2 * time.Second, "post-rewrite": 2 * time.Second, "pre-push": 10 * time.Second, "pre-commit": 10 * time.Second} {
		if got := hookDeadline(name) / testOnlyPatience; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestAHookThatIsLateNamesWhatItDidNotCheck: each of the commands can be typed, and looks at what was left out.
func TestAHookThatIsLateNamesWhatItDidNotCheck(t *testing.T) {
	e := &env{program: "git hfa"}
	zeros, a, b := strings.Repeat("0", 40), strings.Repeat("a", 40), strings.Repeat("b", 40)
	line := "refs/heads/main " + a + " refs/heads/main " + b + "\n"
	for name, c := range map[string]struct{ refs, what, cure string }{
		"what is there":  {line, "refs/heads/main was", "git hfa hooks check bbbbbbbbbbbb..aaaaaaaaaaaa"},
		"a new branch":   {"refs/heads/x " + b + " refs/heads/x " + zeros + "\n", "refs/heads/x was", "git hfa hooks check bbbbbbbbbbbb"},
		"a deleted one":  {"(delete) " + zeros + " refs/heads/x " + b + "\n" + line, "refs/heads/main was", "git hfa hooks check bbbbbbbbbbbb..aaaaaaaaaaaa"},
		"nothing, or so": {"", "what is pushed was", "git hfa hooks check"},
		"very many": {strings.Repeat(line, 5), "refs/heads/main, refs/heads/main, refs/heads/main and 2 more were",
			"git hfa hooks check" + strings.Repeat(" bbbbbbbbbbbb..aaaaaaaaaaaa", 3) + ", and so on for each"},
	} {
		if what, cure := e.pushedCure(c.refs); what != c.what || cure != c.cure {
			t.Errorf("%s: %q, %q", name, what, cure)
		}
	}
	err := fmt.Errorf("%w", &uncheckedError{context.DeadlineExceeded, "x was", "type this"})
	if what, cure := e.unchecked("pre-push", err); what != "x was" || cure != "type this" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%q, %q", what, cure)
	}
	if _, cure := e.unchecked("pre-commit", context.DeadlineExceeded); !strings.HasPrefix(cure, "git hfa verify --at HEAD") {
		t.Errorf("%q", cure)
	}
}

// TestAPushThatIsLateGoesThroughAndSaysSo runs the hook without any time, then the command that it names.
func TestAPushThatIsLateGoesThroughAndSaysSo(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Chdir(t.TempDir())
	for name, value := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": t.TempDir()} {
		t.Setenv(name, value)
	}
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	hfa := func(stdin string, args ...string) (int, string) {
		var out, errs strings.Builder
		code := run(append([]string{"git-hfa"}, args...), strings.NewReader(stdin), &out, &errs, func(string) string { return "" })
		return code, errs.String()
	}
	git("init", "-q")
	if code, errs := hfa("", "init"); code != 0 {
		t.Fatal(errs)
	}
	if err := os.WriteFile("memory/main/m1.md", []byte("key "+"ghp_"+"0123456789abcdefghijABCDEFGHIJ012345\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	git("add", "-A")
	git("commit", "-qm", "one")
	id := git("rev-parse", "HEAD")
	push := "refs/heads/main " + id + " refs/heads/main " + strings.Repeat("0", 40) + "\n"
	if code, errs := hfa(push, "hooks", "run", "pre-push", "far", "url"); code != int(exitCheck) {
		t.Errorf("with time: %d %s", code, errs)
	}
	defer func(was time.Duration) { testOnlyPatience = was }(testOnlyPatience)
	testOnlyPatience = 0
	code, errs := hfa(push, "hooks", "run", "pre-push", "far", "url")
	cure := "hooks check " + id[:12]
	if want := "pre-push: not done within 0s, so refs/heads/main was not checked; type: git hfa " + cure; code != 0 || !strings.Contains(errs, want) {
		t.Errorf("without: %d %q, want %q", code, errs, want)
	}
	if code, errs := hfa("", strings.Fields(cure)...); code != int(exitCheck) || !strings.Contains(errs, "memory/main/m1.md") {
		t.Errorf("what it names: %d %s", code, errs)
	}
}

func TestProblemSummaryIsOneLineErrorsFirst(t *testing.T) {
	problems := []memory.Problem{
		{Code: "modified", Severity: memory.SeverityWarning, Path: "directory.md", Message: "differs"},
		{Code: "edited", Severity: memory.SeverityError, Path: "b", Message: "changed"},
		{Code: "edited", Severity: memory.SeverityError, Path: "a", Message: "changed"},
		{Code: "edited", Severity: memory.SeverityError, Path: "d", Message: "changed"},
		{Code: "edited", Severity: memory.SeverityError, Path: "c", Message: "changed"},
		{Code: "edited", Severity: memory.SeverityError, Path: "e", Message: "changed"},
		{Code: "fork", Severity: memory.SeverityWarning, Path: "x", Message: "chunk_0001 was superseded in several ways"},
		{Code: "unreadable", Severity: memory.SeverityError, Message: "no permission"},
	}
	want := "unreadable: no permission; edited: a, b, c and 2 more; modified: directory.md; fork: chunk_0001 was superseded in several ways"
	if got := problemSummary(problems); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

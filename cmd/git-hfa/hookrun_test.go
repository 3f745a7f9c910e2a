package main

import (
	"context"
	"errors"
	"fmt"
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

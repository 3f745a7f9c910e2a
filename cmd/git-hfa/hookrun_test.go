package main

import (
	"context"
	"errors"
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
	for name, want := range map[string]time.Duration{"post-checkout": 2 * time.Second, "post-rewrite": 2 * time.Second, "pre-push": time.Second, "pre-commit": 10 * time.Second} {
		if got := hookDeadline(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
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

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/githooks"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

// newHooksRun is what the hook scripts start. Its exit code is 0, or 4 when git is to give up; a failure of our own is one
// line and 0, because a broken tool is no reason to stop somebody's work.
func newHooksRun(e *env) *cobra.Command {
	return &cobra.Command{
		Use: "run HOOK [ARGUMENTS]", Short: "Do the work of one hook (started by git)",
		Example: examples(e, "hooks run post-merge 0"),
		Hidden:  true, DisableFlagParsing: true, Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			defer func() { // exit code 2, which Go gives, stops git where a hook manager calls us
				if p := recover(); p != nil {
					e.note("%s: internal error: %v", args[0], p)
					err = nil
				}
			}()
			if !slices.Contains(githooks.Names(), args[0]) {
				return usagef("git hfa has no hook %q", args[0])
			}
			if hooksOff(e) {
				return nil
			}
			// With nobody left to read what is told ("git commit 2>&1 | head -1") the verdict counts all the same. Taken and not
			// ignored, since git inherits what is ignored.
			signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
			return runHook(cmd.Context(), e, args[0], args[1:])
		},
	}
}

// testOnlyPatience multiplies what is given to work that somebody waits for, since tests run on machines that do much else.
// TestMain sets it.
var testOnlyPatience time.Duration = 1

// hookDeadline is how long one hook may take.
func hookDeadline(name string) time.Duration {
	if githooks.MayRefuse(name) {
		return 10 * time.Second * testOnlyPatience // a check that is given up lets a secret through
	}
	return 2 * time.Second * testOnlyPatience
}

// hookGrace is how long work that was told to stop may take to do so, for instance to clean up what it began.
const hookGrace = 200 * time.Millisecond

// hookWork does one hook and says what to tell the user: nothing, or what is wrong.
type hookWork func(ctx context.Context, e *env, h hookCall) (told []string, refuse error, err error)

// hookCall is one call of a hook.
type hookCall struct {
	name   string
	args   []string
	memory place.Memory // as the work tree has it; without a Path when it has none
	repo   *gitext.Repo // of the memory
	// here is the repository that git runs the hook for: repo, but for a memory in a submodule. What runs after the fact asks
	// for it only when the work tree has no memory.
	here *gitext.Repo
	// fixed is the place of a memory that the environment names; "" leaves it to each commit to name one.
	fixed string
}

// openHook finds what a hook is about. It is nil where there is nothing to do: no memory, or one that is not of this
// repository. Before a commit or push a memory that the work tree does not have is no reason to look away: that is how it
// looks when a commit takes it away.
func openHook(ctx context.Context, e *env, name string, args []string) (*hookCall, error) {
	h := &hookCall{name: name, args: args}
	m, err := e.find(ctx, "")
	if m.Why == place.ByEnvironment {
		if h.fixed = m.Path; m.Path == "" {
			return nil, nil // of another repository
		}
	}
	switch {
	case errors.Is(err, place.ErrNoWorkTree), err == nil && m.Path == "":
		return nil, nil
	case err != nil && githooks.MayRefuse(name):
		m = place.Memory{}
		if !errors.Is(err, store.ErrNoMemory) {
			e.note("%s: %v", name, err)
		}
	case errors.Is(err, store.ErrNoMemory) && name != githooks.PostCheckout && h.fixed == "":
		m = place.Memory{} // git may have taken it away
	case errors.Is(err, store.ErrNoMemory):
		return nil, nil
	case err != nil:
		return nil, err
	}
	h.memory = m
	if m.Path == "" || githooks.MayRefuse(name) {
		p, err := place.Find(e.cwd, e.getenv)
		if err != nil || !p.InGit || p.Top == "" {
			return nil, err
		}
		opts := []gitext.Option{gitext.KeepEnv(e.getenv), gitext.KeepIndex(e.getenv)}
		if name == githooks.PrePush {
			opts = append(opts, gitext.RealObjects())
		}
		if h.here, err = gitext.Open(p, opts...); err != nil {
			return nil, err
		}
		if m.Path == "" || m.Place.Top == p.Top {
			h.repo = h.here
			return h, nil
		}
	}
	h.repo, err = gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	return h, err
}

func (h *hookCall) close() error {
	err := h.repo.Close()
	if h.here != nil && h.here != h.repo {
		err = errors.Join(err, h.here.Close())
	}
	return err
}

// runHook runs a hook with its deadline, whatever the work does.
func runHook(ctx context.Context, e *env, name string, args []string) error {
	h, err := openHook(ctx, e, name, args)
	if err != nil {
		e.note("%s: %v", name, err)
	}
	if err != nil || h == nil {
		return nil
	}
	o := supervise(ctx, hookDeadline(name), func(ctx context.Context) (o outcome) {
		o.told, o.refuse, o.err = workOf(name)(ctx, e, *h)
		o.err = errors.Join(o.err, h.close())
		return o
	})
	for _, line := range o.told {
		e.note("%s", line)
	}
	late := errors.Is(o.err, context.DeadlineExceeded)
	switch what, cure := e.unchecked(name, o.err); {
	case late:
		e.note("%s: not done within %v, so %s not checked; type: %s", name, hookDeadline(name), what, cure)
	case o.err != nil && githooks.MayRefuse(name):
		e.note("%s: %v; %s not checked, type: %s", name, o.err, what, cure)
	case o.err != nil && len(o.told) == 0:
		e.note("%s: %v", name, o.err)
	}
	return o.refuse
}

// uncheckedError is the error of a check that names what it did not come to, and the command that does.
type uncheckedError struct {
	error
	what, cure string
}

func (u *uncheckedError) Unwrap() error { return u.error }

// unchecked names what a hook that failed did not check, with its verb, and the command that checks it.
func (e *env) unchecked(name string, err error) (what, cure string) {
	var u *uncheckedError
	switch {
	case errors.As(err, &u):
		return u.what, u.cure
	case name == githooks.PrePush:
		return "what is pushed was", e.program + " hooks check"
	case githooks.MayRefuse(name):
		return "what is committed was", e.program + " verify --at HEAD (when it is committed)"
	}
	return "the memory was", e.program + " verify"
}

// outcome is what came of a hook.
type outcome struct {
	told   []string
	refuse error
	err    error
}

// supervise runs work and returns soon after the limit even if work does not: git waits for us. A panic becomes an error.
func supervise(ctx context.Context, limit time.Duration, work func(context.Context) outcome) outcome {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if p := recover(); p != nil {
				o.err = fmt.Errorf("internal error: %v", p)
			}
			done <- o
		}()
		o = work(ctx)
	}()
	select {
	case o := <-done:
		return o
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return o
	case <-time.After(hookGrace):
		return outcome{err: context.Cause(ctx)}
	}
}

func workOf(name string) hookWork {
	switch name {
	case githooks.PreCommit:
		return preCommit
	case githooks.PreMergeCommit:
		return preMergeCommit
	case githooks.PrePush:
		return prePush
	}
	return afterTheFact
}

// afterTheFact brings the index up to date and verifies what git changed.
func afterTheFact(ctx context.Context, e *env, h hookCall) ([]string, error, error) {
	if h.memory.Path == "" {
		return e.tellTaken(ctx, h)
	}
	moved, err := h.repo.MovedBy(ctx, h.memory.Path, h.name, h.args, e.getenv)
	if err != nil || moved.Skip {
		return nil, nil, err
	}
	opts := access.Answers(h.memory)
	v, refreshErr := index.Refresh(ctx, opts, index.RefreshOptions{})
	if errors.Is(refreshErr, index.ErrLocked) { // somebody else is at it
		refreshErr = nil
	}
	if v == nil {
		if v, err = index.Open(ctx, opts); errors.Is(err, fs.ErrNotExist) {
			return nil, nil, nil // this commit has no memory
		} else if err != nil {
			return nil, nil, fmt.Errorf("the memory cannot be read: %w", err)
		}
	}
	defer v.Close()
	defer e.walkAfter(ctx, h, v)
	problems, err := h.repo.CheckMoved(ctx, h.memory.Path, v, moved)
	told := movedSummary(moved)
	if len(problems) > 0 {
		told = append(told, problemSummary(problems), "type: "+e.program+" verify")
	}
	switch {
	case len(told) > 0:
		return []string{h.name + ": the memory: " + strings.Join(told, "; ")}, nil, err
	case err != nil:
		return nil, nil, err
	case refreshErr != nil && ctx.Err() == nil:
		return nil, nil, fmt.Errorf("the index could not be brought up to date, recall goes on from the files: %w", refreshErr)
	}
	return nil, nil, ctx.Err()
}

// tellTaken says that git took the memory away, where it did.
func (e *env) tellTaken(ctx context.Context, h hookCall) ([]string, error, error) {
	was, err := h.here.TakenBy(ctx, h.name, h.args, e.getenv)
	if err != nil || was == nil {
		return nil, nil, err
	}
	held, err := was.Held()
	if was.Hidden {
		return []string{fmt.Sprintf("%s: nothing finds the memory %s with %s any more; to have it again: %s",
			h.name, was.Path, held, gitext.FindCure(was.Path))}, nil, err
	}
	return []string{fmt.Sprintf("%s: the memory %s with %s is gone; to have it again: git checkout %.12s -- %s; %s",
		h.name, was.Path, held, was.Commit, place.ShellQuote(was.Path), gitext.MoveCure)}, nil, err
}

// movedSummary tells what git took away of what is written once, and how to have it again; nothing where all is there.
func movedSummary(m gitext.Moved) (parts []string) {
	file := ""
	for _, kind := range []struct {
		code  string
		files []string
	}{{"chunk-removed", m.Removed.Chunks}, {"tombstone-removed", m.Removed.Tombstones}, {"framework-removed", m.Removed.Frameworks}} {
		if len(kind.files) > 0 {
			parts = append(parts, kind.code+": "+firstNames(kind.files))
			file = cmp.Or(file, kind.files[0])
		}
	}
	if file != "" {
		parts = append(parts, fmt.Sprintf("to have it again: git checkout %.12s -- %s", m.Before, place.ShellQuote(file)))
	}
	return parts
}

// maxNamed bounds the files that one line names for each kind of problem.
const maxNamed = 3

// problemSummary puts problems into one line: each kind once, errors first, with the files or what is said.
func problemSummary(problems []memory.Problem) string {
	problems = slices.Clone(problems)
	slices.SortStableFunc(problems, compareProblems)
	var order []string
	named := map[string][]string{}
	for _, p := range problems {
		what := p.Path
		switch p.Code {
		case "fork", "missing-target", "no-main-line", "many-main-lines":
			what = p.Message
		}
		if what == "" {
			what = p.Message
		}
		if named[p.Code] == nil {
			order = append(order, p.Code)
		}
		named[p.Code] = append(named[p.Code], what)
	}
	parts := make([]string, len(order))
	for i, code := range order {
		parts[i] = code + ": " + firstNames(named[code])
	}
	return strings.Join(parts, "; ")
}

// firstNames joins names, of many the first ones.
func firstNames(names []string) string {
	if more := len(names) - maxNamed; more > 0 {
		return strings.Join(names[:maxNamed], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}

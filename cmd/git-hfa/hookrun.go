package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/githooks"
	"github.com/git-hfa/git-hfa/index"
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
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(githooks.Names(), args[0]) {
				return usagef("git hfa has no hook %q", args[0])
			}
			if hooksOff(e) {
				return nil
			}
			return runHook(cmd.Context(), e, args[0], args[1:])
		},
	}
}

// hookDeadline is how long one hook may take.
func hookDeadline(name string) time.Duration {
	switch name {
	case githooks.PreCommit, githooks.PreMergeCommit:
		return 10 * time.Second // a check that is given up lets a secret through
	case githooks.PrePush:
		return time.Second
	}
	return 2 * time.Second
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
	// here is the repository that git runs the hook for: repo, but for a memory in a submodule. Nil for what runs after the fact.
	here *gitext.Repo
}

// fixed is the place of a memory that the environment names; "" leaves it to each commit to name one.
func (h hookCall) fixed() string {
	if h.memory.Why == place.ByEnvironment {
		return h.memory.Path
	}
	return ""
}

// openHook finds what a hook is about. It is nil where there is nothing to do: no memory, or one that is not of this
// repository. Before a commit or push a memory that the work tree does not have is no reason to look away: that is how it
// looks when a commit takes it away.
func openHook(e *env, name string, args []string) (*hookCall, error) {
	h := &hookCall{name: name, args: args}
	m, err := e.find("")
	switch {
	case errors.Is(err, place.ErrNoWorkTree), err == nil && m.Path == "":
		return nil, nil
	case err != nil && githooks.MayRefuse(name):
		if m.Why == place.ByEnvironment {
			return nil, nil
		}
		m = place.Memory{}
		if !errors.Is(err, store.ErrNoMemory) {
			e.note("%s: %v", name, err)
		}
	case errors.Is(err, store.ErrNoMemory):
		return nil, nil
	case err != nil:
		return nil, err
	}
	h.memory = m
	if githooks.MayRefuse(name) {
		p, err := place.Find(e.cwd, e.getenv)
		if err != nil || !p.InGit || p.Top == "" {
			return nil, err
		}
		if h.here, err = gitext.Open(p, gitext.KeepEnv(e.getenv)); err != nil {
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
	h, err := openHook(e, name, args)
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
	switch {
	case errors.Is(o.err, context.DeadlineExceeded):
		e.note("%s: not done within %v, so the memory was not checked; type: %s verify", name, hookDeadline(name), e.program)
	case o.err != nil && len(o.told) == 0:
		e.note("%s: %v", name, o.err)
	}
	return o.refuse
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
	moved, err := h.repo.MovedBy(ctx, h.memory.Path, h.name, h.args, e.getenv)
	if err != nil || moved.Skip {
		return nil, nil, err
	}
	opts := indexOptions(h.memory)
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
	switch {
	case len(problems) > 0:
		return []string{fmt.Sprintf("%s: the memory: %s; type: %s verify", h.name, problemSummary(problems), e.program)}, nil, err
	case err != nil:
		return nil, nil, err
	case refreshErr != nil && ctx.Err() == nil:
		return nil, nil, fmt.Errorf("the index could not be brought up to date, recall goes on from the files: %w", refreshErr)
	}
	return nil, nil, ctx.Err()
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

// preCommit checks the files of the memory that are about to be committed.
func preCommit(ctx context.Context, e *env, h hookCall) ([]string, error, error) {
	report, where, err := h.staged(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	told := warningsOf(report)
	told = append(told, e.removedLines(report.Removed)...)
	if n := len(report.NotStaged); n > 0 {
		told = append(told, fmt.Sprintf("%s not in this commit: %s; to add: git add -- %s",
			count(n, "decision"), firstNames(report.NotStaged), place.ShellQuote(where.memory)))
	}
	return told, e.refusal(report, where, "git commit --no-verify"), nil
}

// removedLines tells what a commit takes away, a line each kind.
func (e *env) removedLines(r gitext.RemovedFiles) (lines []string) {
	for _, kind := range []struct {
		files       []string
		word, after string
	}{
		{r.Chunks, "decision", "to revoke a decision and keep it: " + e.program + " tombstone --id ID --reason WHY"},
		{r.Tombstones, "tombstone", "what was revoked is recalled again; to keep them: git checkout HEAD -- FILE"},
		{r.Frameworks, "framework.md", "it is written once and stays; to keep it: git checkout HEAD -- FILE"},
	} {
		if n := len(kind.files); n > 0 {
			what := count(n, kind.word)
			if kind.word == "framework.md" {
				what = kind.word
			}
			lines = append(lines, fmt.Sprintf("this commit takes away %s: %s; %s", what, firstNames(kind.files),
				strings.ReplaceAll(kind.after, "FILE", place.ShellQuote(kind.files[0]))))
		}
	}
	return lines
}

// checked is where the memory lies that was checked, and what is wrong with the place itself.
type checked struct {
	memory string           // slash path from the top
	place  []memory.Problem // with paths from the top
}

// staged checks what the next commit makes of the memory: first whether it leaves it one, then its files.
func (h hookCall) staged(ctx context.Context, parents []string) (report gitext.StagedReport, where checked, err error) {
	p, err := h.here.CheckStagedPlace(ctx, h.fixed())
	if err != nil {
		return report, where, err
	}
	where = checked{h.memory.Path, p.Problems}
	if h.repo == h.here && p.After != "" {
		where.memory = p.After // the index may name another place than the work tree
	}
	if where.memory == "" {
		return report, where, nil
	}
	if report, err = h.repo.CheckStaged(ctx, where.memory, parents); err != nil {
		return report, where, err
	}
	if len(where.place) > 0 { // that says it all
		report.Removed, report.NotStaged = gitext.RemovedFiles{}, nil
	} else if p.After != p.Before && p.Before != "" {
		report.Removed = p.Removed
	}
	return report, where, nil
}

// preMergeCommit checks what a merge brings.
func preMergeCommit(ctx context.Context, e *env, h hookCall) ([]string, error, error) {
	parents, err := h.repo.MergeParents(os.Environ())
	if err != nil {
		return nil, nil, err
	}
	report, where, err := h.staged(ctx, parents)
	if err != nil {
		return nil, nil, err
	}
	return warningsOf(report), e.refusal(report, where, "git commit --no-verify"), nil
}

// maxRefs bounds the bytes that are read from git's list of refs, some 50,000 refs.
const maxRefs = 16 << 20

// prePush checks what is pushed.
func prePush(ctx context.Context, e *env, h hookCall) ([]string, error, error) {
	remote := ""
	if len(h.args) > 0 {
		remote = h.args[0]
	}
	var refs string
	if to := e.getenv("PRE_COMMIT_TO_REF"); to != "" { // the pre-commit framework reads the list itself
		remote = e.getenv("PRE_COMMIT_REMOTE_NAME")
		from := e.getenv("PRE_COMMIT_FROM_REF")
		refs = "x " + to + " x " + from + "\n"
	} else {
		data, err := io.ReadAll(io.LimitReader(e.stdin, maxRefs))
		if err != nil {
			return nil, nil, fmt.Errorf("read what is pushed: %w", err)
		}
		refs = string(data)
	}
	// The work tree does not count: another branch than the one that is checked out may be pushed.
	pushed, err := h.here.ParsePush(ctx, remote, refs)
	if err != nil {
		return nil, nil, err
	}
	places, err := h.here.Places(ctx, pushed, h.fixed())
	if err != nil {
		return nil, nil, err
	}
	var told []string
	var refuse error
	for _, where := range places {
		report, err := h.here.CheckPush(ctx, where, pushed)
		if err != nil {
			return told, refuse, err
		}
		told = append(told, warningsOf(report)...)
		refuse = errors.Join(refuse, e.refusal(report, checked{memory: where}, "git push --no-verify"))
	}
	return told, refuse, nil
}

// warningsOf is one line for what is worth knowing and no reason to refuse.
func warningsOf(report gitext.StagedReport) []string {
	warnings := slices.DeleteFunc(slices.Clone(report.Problems), func(p memory.Problem) bool { return p.Severity == memory.SeverityError })
	if len(warnings) == 0 {
		return nil
	}
	return []string{"the memory: " + problemSummary(warnings)}
}

// refusal names every file that is a reason to refuse; nil when there is none.
func (e *env) refusal(report gitext.StagedReport, where checked, past string) error {
	if !report.Refuses() && len(where.place) == 0 {
		return nil
	}
	n := len(where.place)
	for _, p := range where.place {
		e.note("%s", problemLine(p))
	}
	for _, p := range report.Problems {
		if p.Severity != memory.SeverityError {
			continue
		}
		n++
		// Messages come from packages that know paths in the memory only; what is typed begins at the top.
		e.note("%s", problemLine(typedFrom(where.memory, p)))
	}
	return withHint(checkf("%s in files of the memory", count(n, "problem")), "%s goes past this check", past)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

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
	return told, e.refusal(report, where, "git commit --no-verify goes past this check"), nil
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
	p, err := h.here.CheckStagedPlace(ctx, h.fixed)
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
	return warningsOf(report), e.refusal(report, where, "git commit --no-verify goes past this check"), nil
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
	told, refuse, err := checkPushed(ctx, e, h, remote, refs)
	if err != nil {
		what, cure := e.pushedCure(refs)
		err = &uncheckedError{err, what, cure}
	}
	return told, refuse, err
}

func checkPushed(ctx context.Context, e *env, h hookCall, remote, refs string) ([]string, error, error) {
	// The work tree does not count: another branch than the one that is checked out may be pushed.
	pushed, err := h.here.ParsePush(ctx, remote, refs)
	if err != nil {
		return nil, nil, err
	}
	return checkCommits(ctx, e, h.here, pushed, h.fixed, "git push --no-verify goes past this check")
}

// checkCommits checks every version of the memory's files that commits bring. What was found before an error counts.
func checkCommits(ctx context.Context, e *env, repo *gitext.Repo, pushed gitext.Pushed, fixed, hint string) (told []string, refuse, err error) {
	places, err := repo.Places(ctx, pushed, fixed)
	if err != nil {
		return nil, nil, err
	}
	for _, where := range places {
		report, err := repo.CheckPush(ctx, where, pushed)
		told = append(told, warningsOf(report)...)
		refuse = errors.Join(refuse, e.refusal(report, checked{memory: where}, hint))
		if err != nil {
			return told, refuse, err
		}
	}
	return told, refuse, nil
}

// pushedCure names the refs that are pushed, and what checks their commits without a limit of time: by then the remote has
// them, so the command says from where on.
func (e *env) pushedCure(refs string) (what, cure string) {
	var names, ranges []string
	for line := range strings.Lines(refs) {
		words := strings.Fields(line)
		if len(words) != 4 || strings.Trim(words[1], "0") == "" {
			continue // a ref that is deleted
		}
		commits := fmt.Sprintf("%.12s", words[1])
		if strings.Trim(words[3], "0") != "" {
			commits = fmt.Sprintf("%.12s..%s", words[3], commits)
		}
		names, ranges = append(names, words[0]), append(ranges, commits)
	}
	if len(names) == 0 {
		return "what is pushed was", e.program + " hooks check"
	}
	more := ""
	if len(ranges) > maxNamed {
		ranges, more = ranges[:maxNamed], ", and so on for each"
	}
	verb := "was"
	if len(names) > 1 {
		verb = "were"
	}
	return firstNames(names) + " " + verb, e.program + " hooks check " + strings.Join(ranges, " ") + more
}

// warningsOf is one line for what is worth knowing and no reason to refuse.
func warningsOf(report gitext.StagedReport) []string {
	warnings := slices.DeleteFunc(slices.Clone(report.Problems), func(p memory.Problem) bool { return p.Severity == memory.SeverityError })
	if len(warnings) == 0 {
		return nil
	}
	return []string{"the memory: " + problemSummary(warnings)}
}

// refusal names every file that is a reason to refuse; nil when there is none. hint is what comes below it, with the first of the
// files for the word FILE.
func (e *env) refusal(report gitext.StagedReport, where checked, hint string) error {
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
		if n++; n == 1 {
			hint = strings.ReplaceAll(hint, "FILE", place.ShellQuote(path.Join(where.memory, p.Path)))
		}
		// Messages come from packages that know paths in the memory only; what is typed begins at the top.
		e.note("%s", problemLine(typedFrom(where.memory, p)))
	}
	return withHint(checkf("%s in files of the memory", count(n, "problem")), "%s", hint)
}

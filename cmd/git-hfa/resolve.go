package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type resolveOptions struct {
	take string // "ours" or "theirs"; "" leaves contradictions to the user
	json bool
}

// resolveResult is what "resolve --json" prints.
type resolveResult struct {
	Operation gitext.Operation `json:"operation"` // merge, rebase, am, cherry-pick, revert or unmerged
	Ours      string           `json:"ours"`      // what git calls ours here
	Theirs    string           `json:"theirs"`
	Resolved  []string         `json:"resolved"` // paths relative to the memory
	Redacted  []string         `json:"redacted"` // those of them that a secret was taken out of
	Left      []resolveLeft    `json:"left"`
	Others    int              `json:"others"` // conflicts outside of the memory
	Next      string           `json:"next"`   // what to type
}

// resolveLeft is a conflict that only a person can settle.
type resolveLeft struct {
	Path           string   `json:"path"`
	Why            string   `json:"why"`
	Contradictions []string `json:"contradictions"` // each names both sides
	Cure           string   `json:"cure"`
}

func newResolve(e *env) *cobra.Command {
	var opts resolveOptions
	cmd := &cobra.Command{
		Use: "resolve [--take ours|theirs]", Short: "Resolve conflicts in directory.md and config.json",
		Long: `Resolve conflicts in directory.md and config.json when a merge, rebase, cherry-pick, revert or stash pop has stopped.
Rows are merged by node and by cell, config.json by key; the result is the same whichever side does it. The resolved
files are staged, nothing else is. Chunks and tombstones cannot conflict unless somebody edited or removed one: it is left
alone, with what each side did and what to type.

A true contradiction (both sides switched the main line, or changed one cell in two ways) is shown with both sides, and the
file stays in conflict (exit code 4). --take settles just these points with one side and merges the rest. Ours and theirs are
git's words: in a rebase, ours is the branch rebased onto.`,
		Example: examples(e, "resolve", "resolve --take theirs"),
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runResolve(cmd.Context(), e, opts) },
	}
	cmd.Flags().StringVar(&opts.take, "take", "", "settle contradictions with this `SIDE`: ours or theirs")
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runResolve(ctx context.Context, e *env, opts resolveOptions) error {
	take, err := parseSide(opts.take)
	if err != nil {
		return err
	}
	m, err := e.locate(e.memoryDir) // not find: in a conflict the memory may not be readable
	if err != nil {
		return err
	}
	if m.Path == "" {
		return usagef("%s is not in a git work tree, so it has no conflicts", m.Dir)
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return err
	}
	defer repo.Close()
	op, err := repo.Stopped(ctx)
	if err != nil {
		return err
	}
	all, others, err := repo.ResolveConflicts(ctx, m.Path, take)
	if err != nil {
		return err
	}
	switch {
	case op != gitext.NoOperation:
	case len(all) > 0: // after a stash pop, staged as it was
		op = gitext.Unmerged
	default:
		return withHint(usagef("there is nothing to resolve: no merge, rebase, cherry-pick or revert has stopped here, and no path is in conflict"), "git status")
	}
	result := resolveResult{Operation: op, Resolved: []string{}, Redacted: []string{}, Left: []resolveLeft{}, Others: others}
	result.Ours, result.Theirs = repo.Labels(ctx, op)
	for _, r := range all {
		// Not the file itself is made relative: it may be a link, which leads elsewhere.
		r.Cure = typedCure(r.Cure, m.Path+"/"+r.Path, filepath.Join(e.relative(m.Dir), filepath.FromSlash(r.Path)))
		result.take(r)
	}
	result.Next = nextAfterResolve(op, result)
	if opts.json {
		err = e.printJSON(result)
	} else {
		e.printResolve(m.Path, result)
	}
	if err == nil && len(result.Left) > 0 {
		err = withHint(checkf("left to you in %s: %s", m.Path, count(len(result.Left), "conflict")), "%s", result.Left[0].Cure)
	}
	return err
}

func parseSide(name string) (memory.Side, error) {
	switch name {
	case "":
		return memory.NoSide, nil
	case "ours":
		return memory.Ours, nil
	case "theirs":
		return memory.Theirs, nil
	}
	return memory.NoSide, usagef("--take %q is unknown: take ours or theirs", name)
}

func (r *resolveResult) take(one gitext.Resolution) {
	if one.Resolved {
		r.Resolved = append(r.Resolved, one.Path)
		if one.Redacted {
			r.Redacted = append(r.Redacted, one.Path)
		}
		return
	}
	left := resolveLeft{Path: one.Path, Why: one.Why, Cure: one.Cure, Contradictions: []string{}}
	for _, c := range one.Contradictions {
		left.Contradictions = append(left.Contradictions, c.Describe(r.Ours, r.Theirs))
	}
	r.Left = append(r.Left, left)
}

// typedCure gives a cure the file as it is typed in the current folder, where that is not the top.
func typedCure(cure, fromTop, fromHere string) string {
	fromTop, fromHere = place.ShellQuote(fromTop), place.ShellQuote(filepath.ToSlash(fromHere))
	words := strings.Split(cure, " ")
	for i, word := range words {
		if bare := strings.TrimRight(word, ",;"); bare == fromTop {
			words[i] = fromHere + word[len(bare):]
		}
	}
	return strings.Join(words, " ")
}

// nextAfterResolve is what to type when the memory is done.
func nextAfterResolve(op gitext.Operation, r resolveResult) string {
	if len(r.Left) > 0 {
		return r.Left[0].Cure
	}
	if r.Others > 0 {
		return "git status"
	}
	return op.Continue()
}

func (e *env) printResolve(memoryPath string, r resolveResult) {
	for _, name := range r.Resolved {
		e.printf("resolved and staged: %s\n", plain(memoryPath+"/"+name))
	}
	for _, name := range r.Redacted {
		e.warn("a secret was taken out of %s; it is still in the history of git: revoke it where it is valid", memoryPath+"/"+name)
	}
	for _, left := range r.Left {
		e.printf("in conflict: %s: %s\n", plain(memoryPath+"/"+left.Path), plain(left.Why))
		for _, c := range left.Contradictions {
			e.printf("    %s\n", plain(c))
		}
		e.printf("    to do: %s\n", plain(left.Cure))
	}
	if len(r.Left) > 0 {
		return
	}
	if len(r.Resolved) == 0 {
		e.printf("no file of %s is in conflict\n", plain(memoryPath))
	}
	if r.Others > 0 {
		e.printf("%s outside of the memory: %s\n", count(r.Others, "conflict"), r.Next)
		return
	}
	e.printf("next: %s\n", r.Next)
}

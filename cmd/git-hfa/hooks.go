package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/githooks"
	"github.com/spf13/cobra"
)

type hooksOptions struct {
	local, worktree, global bool
	manual, force, prePush  bool
	json                    bool
}

func newHooks(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "hooks install|uninstall|status|check", Short: "Let git check the memory and keep its index warm",
		Long: `Git hooks that look after the memory. post-checkout, post-merge, post-commit, post-rewrite and post-applypatch (of git
am) bring the index up to date and say in one line when something is wrong or was taken away; they never fail. pre-commit and pre-merge-commit refuse files of
the memory that cannot be read, were altered, hold conflict markers or a secret, and a commit that takes the memory
away; --no-verify goes past them. pre-push is installed with --pre-push only, and looks into every commit that is pushed.
What they cannot check within 10 seconds they let through, and say what checks it.

HFA_HOOKS=0 in the environment switches all of them off. Recall does not need them: every read checks for itself.`,
		Example: examples(e, "hooks install", "hooks status", "hooks check origin/main..HEAD", "hooks uninstall"),
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("say install, uninstall, status or check")
			}
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(newHooksInstall(e), newHooksUninstall(e), newHooksStatus(e), newHooksCheck(e), newHooksRun(e))
	return cmd
}

func newHooksInstall(e *env) *cobra.Command {
	var opts hooksOptions
	cmd := &cobra.Command{
		Use: "install [--local|--worktree|--global] [--manual] [--force]", Short: "Install the hooks where git looks for them",
		Long: `Install the hooks where git looks for them. Hooks that are there keep working: a sh script gets a marked section
behind its first line, anything else is left alone and shown with the lines to paste. With husky the files in .husky
are used; lefthook, the pre-commit framework, prek and a tracked hooks folder are never written to, what to add there
is printed. Installing twice is the same as once.`,
		Example: examples(e, "hooks install", "hooks install --manual"),
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runHooksInstall(cmd.Context(), e, opts) },
	}
	f := cmd.Flags()
	opts.scopeFlags(cmd, "for this repository with all its work trees (the default)", "for this work tree alone", "for all repositories of this user")
	f.BoolVar(&opts.manual, "manual", false, "write nothing, print what to add by hand")
	f.BoolVar(&opts.force, "force", false, "write into a folder that other repositories use, or beside a hook manager")
	f.BoolVar(&opts.prePush, "pre-push", false, "install pre-push too, which checks what is pushed")
	return cmd
}

func newHooksUninstall(e *env) *cobra.Command {
	var opts hooksOptions
	cmd := &cobra.Command{
		Use: "uninstall [--local|--worktree|--global]", Short: "Take the hooks out, every other byte stays",
		Long: `Take out what "install" wrote, wherever it was. Files that were there before are again what they were, with the
changes that somebody else made since; files that "install" made are gone.`,
		Example: examples(e, "hooks uninstall"),
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runHooksUninstall(cmd.Context(), e, opts) },
	}
	opts.scopeFlags(cmd, "from this repository with all its work trees (the default)", "from this work tree alone", "from the settings of this user")
	cmd.Flags().BoolVar(&opts.force, "force", false, "look in a folder that other repositories use, too")
	return cmd
}

func newHooksStatus(e *env) *cobra.Command {
	var opts hooksOptions
	cmd := &cobra.Command{
		Use: "status", Short: "Show for each work tree whether git calls the hooks",
		Long: `Show for each work tree of the repository whether git calls the hooks there: what counts is the folder that git
itself names, and what lies in it. A work tree in which a hook is not called ends with exit code 4.`,
		Example: examples(e, "hooks status", "hooks status --json"),
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runHooksStatus(cmd.Context(), e, opts) },
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func (o *hooksOptions) scopeFlags(cmd *cobra.Command, local, worktree, global string) {
	f := cmd.Flags()
	f.BoolVar(&o.local, "local", false, local)
	f.BoolVar(&o.worktree, "worktree", false, worktree)
	f.BoolVar(&o.global, "global", false, global)
	f.BoolVar(&o.json, "json", false, "print JSON")
	cmd.MarkFlagsMutuallyExclusive("local", "worktree", "global")
}

func (o *hooksOptions) library() gitext.HookOptions {
	out := gitext.HookOptions{Force: o.force, PrePush: o.prePush}
	switch {
	case o.worktree:
		out.Mode = gitext.HooksWorktree
	case o.global:
		out.Mode = gitext.HooksGlobal
	}
	return out
}

// hookRepo opens the repository of the current folder; for the settings of the user there need be none.
func hookRepo(e *env, opts hooksOptions) (*gitext.Repo, error) {
	if opts.global {
		return gitext.OpenAnywhere(e.cwd, gitext.KeepEnv(e.getenv)), nil
	}
	p, err := place.Find(e.cwd, e.getenv)
	if err != nil {
		return nil, err
	}
	return gitext.Open(p, gitext.KeepEnv(e.getenv))
}

func runHooksInstall(ctx context.Context, e *env, opts hooksOptions) error {
	repo, err := hookRepo(e, opts)
	if err != nil {
		return err
	}
	defer repo.Close()
	do := repo.InstallHooks
	if opts.manual {
		do = repo.ManualHooks
	}
	report, err := do(ctx, opts.library())
	if err != nil {
		return err
	}
	if _, err := exec.LookPath("git-hfa"); err != nil {
		e.warn("git-hfa is not on PATH; until it is, the hooks do nothing")
	}
	return e.printHookReport(report, opts.json)
}

func runHooksUninstall(ctx context.Context, e *env, opts hooksOptions) error {
	repo, err := hookRepo(e, opts)
	if err != nil {
		return err
	}
	defer repo.Close()
	report, err := repo.UninstallHooks(ctx, opts.library())
	if err != nil {
		return err
	}
	if len(report.Changes) == 0 && !opts.json {
		e.printf("no hooks of git hfa were installed\n")
		return nil
	}
	return e.printHookReport(report, opts.json)
}

// printHookReport tells what became of each hook. What was left alone is an error at the end.
func (e *env) printHookReport(report gitext.HookReport, asJSON bool) error {
	if asJSON {
		if err := e.printJSON(report); err != nil {
			return err
		}
	} else {
		e.printHookChanges(report)
	}
	if refused := report.Refused(); len(refused) > 0 {
		names := make([]string, len(refused))
		for i, c := range refused {
			names[i] = c.Hook
		}
		return withHint(fmt.Errorf("left alone: %s", strings.Join(names, ", ")), "see the reason beside each hook above")
	}
	return nil
}

func (e *env) printHookChanges(report gitext.HookReport) {
	if report.Manual != "" {
		e.note("%s", report.Manual)
		e.printf("%s", report.Snippet)
		return
	}
	var rows [][]string
	for _, c := range report.Changes {
		where := c.Where
		if c.Reason != "" {
			where += ": " + c.Reason
		}
		rows = append(rows, []string{string(c.Action), c.Hook, where})
	}
	e.printTable(rows)
	for _, c := range report.Refused() {
		if c.Paste != "" {
			e.printf("\nTo have %s all the same, put this behind the first line of %s (in another language: start the same program, and fail when it ends with 4, for nothing else):\n%s",
				c.Hook, plain(c.Where), c.Paste)
		}
	}
	for _, note := range report.Notes {
		e.note("%s", note)
	}
}

func runHooksStatus(ctx context.Context, e *env, opts hooksOptions) error {
	repo, err := hookRepo(e, opts)
	if err != nil {
		return err
	}
	defer repo.Close()
	trees, err := repo.HookStatus(ctx, opts.library())
	if err != nil {
		return err
	}
	if opts.json {
		err = e.printJSON(struct {
			Off       bool                   `json:"off"` // HFA_HOOKS=0 is in the environment
			Worktrees []gitext.WorktreeHooks `json:"worktrees"`
		}{hooksOff(e), trees})
		if err != nil {
			return err
		}
	} else {
		e.printHookStatus(trees)
	}
	if bad := slices.IndexFunc(trees, func(w gitext.WorktreeHooks) bool { return !w.OK }); bad >= 0 {
		err := checkf("git does not call every hook in %s", trees[bad].Top)
		if cure := trees[bad].OffCure; cure != "" {
			return withHint(err, "%s", cure)
		}
		if bad > 0 {
			return withHint(err, "cd %s && %s hooks install", place.ShellQuote(trees[bad].Top), e.program)
		}
		return withHint(err, "%s hooks install", e.program)
	}
	return nil
}

func (e *env) printHookStatus(trees []gitext.WorktreeHooks) {
	for i, w := range trees {
		if i > 0 {
			e.printf("\n")
		}
		if w.Off != "" {
			e.printf("%s: off, %s\n", plain(w.Top), plain(w.OffWhat))
		} else {
			e.printf("%s: %s, git looks in %s\n", plain(w.Top), hooksVerdict(w), plain(w.Folder))
		}
		var rows [][]string
		for _, h := range w.Hooks {
			text := h.Reason
			if githooks.Optional(h.Hook) && h.State == gitext.HookMissing {
				text = "optional"
			}
			rows = append(rows, []string{string(h.State), h.Hook, text})
		}
		e.printRows("  ", rows)
	}
	if hooksOff(e) {
		e.note("HFA_HOOKS=0 is set: the hooks do nothing in this shell")
	}
	if _, err := exec.LookPath("git-hfa"); errors.Is(err, exec.ErrNotFound) {
		e.warn("git-hfa is not on PATH; until it is, the hooks do nothing")
	}
}

// hooksVerdict is the state of a work tree in a few words.
func hooksVerdict(w gitext.WorktreeHooks) string {
	has := func(state gitext.HookStateWord) bool {
		return slices.ContainsFunc(w.Hooks, func(h gitext.HookState) bool { return h.State == state })
	}
	switch {
	case has(gitext.HookDamaged):
		return "damaged"
	case w.OK && has(gitext.HookOutdated):
		return "installed, not up to date"
	case w.OK:
		return "installed"
	case slices.ContainsFunc(w.Hooks, func(h gitext.HookState) bool { return h.State != gitext.HookMissing }):
		return "not all installed"
	}
	return "not installed"
}

// hooksOff reports whether the user switched the hooks off.
func hooksOff(e *env) bool { return e.getenv("HFA_HOOKS") == "0" }

package main

import (
	"context"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/githooks"
	"github.com/spf13/cobra"
)

func newHooksCheck(e *env) *cobra.Command {
	return &cobra.Command{
		Use: "check [REV | OLD..NEW]...", Short: "Check what a push would bring, without a limit of time",
		Long: `Check every version of the files of the memory that some commits bring, as pre-push does: files that cannot be read,
were altered, hold conflict markers or a secret, in a commit in the middle too. OLD..NEW are the commits of NEW that
OLD does not have, REV is all of its history; without any it is that of HEAD. A finding ends with exit code 4.`,
		Example: examples(e, "hooks check origin/main..HEAD", "hooks check"),
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runHooksCheck(cmd.Context(), e, args) },
	}
}

func runHooksCheck(ctx context.Context, e *env, args []string) error {
	h, err := openHook(ctx, e, githooks.PrePush, nil)
	if err == nil && h == nil {
		if _, err = e.find(ctx, ""); err == nil {
			err = usagef("the memory is not of this repository, so no commit has it")
		}
	}
	if err != nil {
		return err
	}
	defer h.close()
	if e.memoryDir != "" {
		h.fixed = h.memory.Path
	}
	pushed, err := commitsOf(ctx, h.here, args)
	if err != nil {
		return err
	}
	told, refuse, err := checkCommits(ctx, e, h.here, pushed, h.fixed, "git log --full-history -m --oneline -- FILE")
	for _, line := range told {
		e.note("%s", line)
	}
	if err != nil {
		return err
	}
	return refuse
}

// commitsOf reads what commits to look at: all behind a revision, or OLD..NEW. None is HEAD.
func commitsOf(ctx context.Context, repo *gitext.Repo, args []string) (gitext.Pushed, error) {
	var p gitext.Pushed
	if len(args) == 0 {
		args = []string{"HEAD"}
	}
	for _, arg := range args {
		old, tip, isRange := strings.Cut(arg, "..")
		if !isRange {
			old, tip = "", arg
		}
		if strings.HasPrefix(tip, ".") {
			return p, usagef("OLD..NEW is wanted, with two dots: %s", place.ShellQuote(arg))
		}
		id, err := repo.Resolve(ctx, tip)
		if err != nil {
			return p, err
		}
		p.Tips = append(p.Tips, id)
		if !isRange {
			continue
		}
		if id, err = repo.Resolve(ctx, old); err != nil {
			return p, err
		}
		p.Known = append(p.Known, id)
	}
	return p, nil
}

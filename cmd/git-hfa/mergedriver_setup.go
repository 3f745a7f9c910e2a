package main

import (
	"context"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/spf13/cobra"
)

type setupMergeOptions struct{ remove bool }

func newSetupMerge(e *env) *cobra.Command {
	var opts setupMergeOptions
	cmd := &cobra.Command{
		Use: "merge [--remove]", Short: "Let git merge directory.md and config.json in this clone",
		Long: `Let git merge directory.md and config.json by node and by key in this clone, while it merges: a merge driver in
.git/config and .git/info/attributes. Nothing depends on it. Servers run no driver, and without one such a merge stops
and git hfa resolve does the same. --remove takes it out again.`,
		Example: examples(e, "setup merge", "setup merge --remove"),
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runSetupMerge(cmd.Context(), e, opts) },
	}
	cmd.Flags().BoolVar(&opts.remove, "remove", false, "take the merge driver out")
	return cmd
}

func runSetupMerge(ctx context.Context, e *env, opts setupMergeOptions) error {
	m, err := e.locate(e.memoryDir)
	if err != nil {
		return err
	}
	if m.Path == "" {
		return usagef("%s is not in a git work tree", m.Dir)
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return err
	}
	defer repo.Close()
	if opts.remove {
		if err := repo.RemoveMergeDriver(ctx); err != nil {
			return err
		}
		e.printf("the merge driver is taken out of this clone\n")
		return nil
	}
	if err := repo.InstallMergeDriver(ctx, m.Path); err != nil {
		return err
	}
	e.printf("git merges %s/directory.md and config.json with git hfa in this clone; to take it out: git hfa setup merge --remove\n", plain(m.Path))
	return nil
}

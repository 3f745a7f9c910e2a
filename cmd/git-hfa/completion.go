package main

import (
	_ "embed"

	"github.com/spf13/cobra"
)

// gitCompletion teaches git's own bash completion the words after "git hfa".
//
//go:embed completion.bash
var gitCompletion string

type completionOptions struct{ shell string }

func newCompletion(e *env) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use: "completion bash|zsh|fish|powershell", Short: "Print a completion script for a shell",
		Long: `Print a completion script for a shell. The bash script completes "git-hfa" and, together with
git's own completion, "git hfa".`,
		Example:   "  source <(" + e.program + " completion bash)\n  " + e.program + " completion fish > ~/.config/fish/completions/git-hfa.fish",
		ValidArgs: shells,
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runCompletion(e, cmd.Root(), completionOptions{shell: args[0]})
		},
	}
}

func runCompletion(e *env, root *cobra.Command, opts completionOptions) error {
	switch opts.shell {
	case "zsh":
		return root.GenZshCompletion(e.stdout)
	case "fish":
		return root.GenFishCompletion(e.stdout, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(e.stdout)
	}
	if err := root.GenBashCompletionV2(e.stdout, true); err != nil {
		return err
	}
	e.printf("\n%s", gitCompletion)
	return nil
}

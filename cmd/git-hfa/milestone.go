package main

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

type milestoneOptions struct{ text string }

func newMilestone(e *env) *cobra.Command {
	return &cobra.Command{
		Use: "milestone TEXT...", Short: "Add a line to history/stream.md",
		Long: `Add a line with today's date to history/stream.md. Milestones are for people; recall does not read them.
"-" reads the text from standard input.`,
		Example: examples(e, `milestone "1.0 released"`),
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runMilestone(cmd.Context(), e, milestoneOptions{text: strings.Join(args, " ")})
		},
	}
}

func runMilestone(ctx context.Context, e *env, opts milestoneOptions) error {
	m, err := e.find(ctx, e.memoryDir)
	if err != nil {
		return err
	}
	if opts.text == "-" {
		if opts.text, err = readText(e.stdin, "the milestone from standard input"); err != nil {
			return &usageError{err: err}
		}
	}
	if !utf8.ValidString(opts.text) {
		return usagef("the milestone: %w", encodingError(guessEncoding([]byte(opts.text))))
	}
	if opts.text = strings.TrimSpace(opts.text); opts.text == "" {
		return usagef("the milestone is empty")
	}
	s, err := e.openWriter(ctx, m)
	if err != nil {
		return err
	}
	if err := s.Milestone(ctx, opts.text); err != nil {
		return err
	}
	e.printf("added to history/stream.md\n")
	return nil
}

package main

import (
	"context"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type focusOptions struct {
	node string
	json bool
}

func newFocus(e *env) *cobra.Command {
	var opts focusOptions
	cmd := &cobra.Command{
		Use: "focus NODE", Short: "Make a main line the ACTIVE one",
		Long: `Make a main line the ACTIVE one; the former becomes PAUSED. Recall returns the chunks of the ACTIVE main
line and of the profile, and only names those of other nodes.`,
		Example: examples(e, "focus M2"),
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.node = args[0]
			return runFocus(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runFocus(ctx context.Context, e *env, opts focusOptions) error {
	id, err := parseNode(opts.node)
	if err != nil {
		return err
	}
	m, err := e.find(ctx, e.memoryDir)
	if err != nil {
		return err
	}
	s, err := e.openWriter(ctx, m)
	if err != nil {
		return err
	}
	if err := s.Focus(ctx, id); err != nil {
		return err
	}
	if v := e.written(ctx, m, s); v != nil {
		v.Close()
	}
	if opts.json {
		return e.printJSON(map[string]memory.NodeID{"focus": id})
	}
	e.printf("%s is the ACTIVE main line\n", id)
	return nil
}

// parseNode reads a node id that a person typed, in either case.
func parseNode(s string) (memory.NodeID, error) {
	id, err := memory.ParseNodeID(strings.ToUpper(strings.TrimSpace(s)))
	if err != nil {
		return "", usagef("%q is not a node id: M, S or P and a number, such as M1", s)
	}
	return id, nil
}

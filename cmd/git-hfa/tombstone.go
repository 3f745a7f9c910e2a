package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type tombstoneOptions struct {
	dir    string
	target string
	reason string
	json   bool
}

// tombstoneResult is what "tombstone --json" prints.
type tombstoneResult struct {
	Target  string `json:"target"` // full chunk id or node id
	Path    string `json:"path"`   // slash path in the memory
	Already bool   `json:"already"`
}

func newTombstone(e *env) *cobra.Command {
	var opts tombstoneOptions
	cmd := &cobra.Command{
		Use: "tombstone [MEMORY_DIR] --id ID --reason WHY", Short: "Revoke a chunk, or archive a node",
		Long: `Revoke a chunk: it is never recalled again, but its file stays. Or archive a node: its chunks are only
named, and --unlock still opens them. A new file in tombstones/ says so; nothing is edited but the node's
row. git keeps what was ever committed: a secret in a chunk needs a new key, not a tombstone.`,
		Example: examples(e, `tombstone --id 7 --reason "wrong measurement"`, `tombstone --id S1 --reason "已完成，保留审计"`),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runTombstone(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.target, "id", "", "`ID` of a chunk (any unambiguous prefix) or of a node")
	f.StringVar(&opts.reason, "reason", "", "`WHY` it is revoked")
	f.BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runTombstone(ctx context.Context, e *env, opts tombstoneOptions) error {
	if opts.target == "" {
		return usagef("--id is missing")
	}
	if strings.TrimSpace(opts.reason) == "" {
		return usagef("--reason is missing")
	}
	m, err := e.find(ctx, opts.dir)
	if err != nil {
		return err
	}
	s, err := e.openWriter(ctx, m)
	if err != nil {
		return err
	}
	t, already, err := s.Tombstone(ctx, opts.target, opts.reason)
	if err != nil {
		return err
	}
	if !already {
		e.wrote = append(e.wrote, t.Path())
	}
	shown := t.Target
	if v := e.written(ctx, m, s); v != nil {
		if id, err := memory.ParseID(t.Target); err == nil {
			shown = access.ShortID(v.Source, id)
		}
		v.Close()
	}
	if opts.json {
		return e.printJSON(tombstoneResult{Target: t.Target, Path: cmp.Or(t.File, t.Path()), Already: already})
	}
	if already {
		e.printf("%s was tombstoned already\n", shown)
		return nil
	}
	e.printf("tombstoned %s\n", shown)
	return nil
}

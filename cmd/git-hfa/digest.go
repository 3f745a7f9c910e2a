package main

import (
	"context"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type digestOptions struct {
	rev  string // "" is the work tree
	json bool
}

// digestResult is what "digest --json" prints.
type digestResult struct {
	Digest memory.Digest `json:"digest"`
	Commit string        `json:"commit,omitempty"` // full hash; absent for the work tree
}

func newDigest(e *env) *cobra.Command {
	var opts digestOptions
	cmd := &cobra.Command{
		Use: "digest [REV]", Short: "Show the source digest of the work tree or of a commit",
		Long: `Show the source digest: SHA-256 over what sha256sum prints for every file that counts as truth. Every
recall carries it, so an answer can be traced to the state it came from. With REV the memory is read from
git, without a checkout.`,
		Example: examples(e, "digest", "digest HEAD~3"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				opts.rev = args[0]
			}
			return runDigest(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runDigest(ctx context.Context, e *env, opts digestOptions) error {
	var result digestResult
	if opts.rev == "" {
		err := e.withView(ctx, e.memoryDir, "", func(_ place.Memory, v *index.View) error {
			result.Digest = v.Digest
			return nil
		})
		if err != nil {
			return err
		}
	} else {
		m, err := e.locateAt(ctx, e.memoryDir, opts.rev)
		if err != nil {
			return err
		}
		if result, err = digestAt(ctx, e, m, opts.rev); err != nil {
			return err
		}
	}
	if opts.json {
		return e.printJSON(result)
	}
	e.printf("%s\n", result.Digest)
	return nil
}

// digestAt is the digest of the memory m as the commit rev has it.
func digestAt(ctx context.Context, e *env, m place.Memory, rev string) (digestResult, error) {
	if m.Path == "" {
		return digestResult{}, usagef("%s is not in a git work tree, so it has no revision %s", m.Dir, rev)
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return digestResult{}, err
	}
	defer repo.Close()
	fsys, commit, err := memoryAt(ctx, repo, m, rev)
	if err != nil {
		return digestResult{}, err
	}
	tree, err := memory.Load(fsys)
	if err != nil {
		return digestResult{}, atError(m, rev, err)
	}
	return digestResult{Digest: tree.Digest, Commit: commit}, nil
}

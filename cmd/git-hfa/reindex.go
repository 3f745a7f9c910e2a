package main

import (
	"context"
	"runtime/debug"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type reindexOptions struct {
	dir    string
	verify bool
	json   bool
}

// reindexResult is what "reindex --json" prints.
type reindexResult struct {
	Digest      memory.Digest `json:"digest,omitempty"` // of the memory; absent with --verify
	Chunks      int           `json:"chunks,omitempty"`
	Differences []string      `json:"differences,omitempty"` // with --verify: one line for each row that differs
	OK          bool          `json:"ok"`
}

func newReindex(e *env) *cobra.Command {
	var opts reindexOptions
	cmd := &cobra.Command{
		Use: "reindex [MEMORY_DIR]", Short: "Rebuild the index, or compare it with the truth",
		Long: `Rebuild every derived file from the truth. It is never needed for a right answer: a read that finds the
index old or broken goes on from the files themselves.

--verify rebuilds aside, compares row by row and writes nothing; a difference ends with exit code 4.`,
		Example: examples(e, "reindex", "reindex --verify"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runReindex(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&opts.verify, "verify", false, "compare only, write nothing")
	f.BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runReindex(ctx context.Context, e *env, opts reindexOptions) error {
	m, err := e.find(ctx, opts.dir)
	if err != nil {
		return err
	}
	if opts.verify {
		diffs, err := index.VerifyIndex(ctx, access.Answers(m))
		if err != nil {
			return err
		}
		return e.printDifferences(diffs, opts.json)
	}
	v, err := rebuild(ctx, m)
	if err != nil {
		return err
	}
	defer v.Close()
	e.showCommits(ctx, m, v)
	s, err := access.Store(m)
	if err == nil {
		err = access.WriteViews(ctx, s, v.Summaries)
	}
	if err != nil {
		return err
	}
	if opts.json {
		return e.printJSON(reindexResult{Digest: v.Digest, Chunks: v.Source.NumDocs(), OK: true})
	}
	e.printf("indexed %s\n", count(v.Source.NumDocs(), "chunk"))
	return nil
}

// rebuildMemory is what a rebuild keeps the garbage collector to, in bytes. It is no
// hard limit. 100,000 chunks of 700 bytes live in 165 MB, and the whole process then
// takes 256 MB instead of 380, in the same time; up to 50,000 nothing changes.
const rebuildMemory = 230 << 20

// rebuild builds every derived file from the truth and opens the result.
func rebuild(ctx context.Context, m place.Memory) (*index.View, error) {
	if old := debug.SetMemoryLimit(-1); old > rebuildMemory { // the user's GOMEMLIMIT may be less
		debug.SetMemoryLimit(rebuildMemory)
		defer debug.SetMemoryLimit(old)
	}
	v, err := index.Refresh(ctx, access.Answers(m), index.RefreshOptions{Full: true})
	if err != nil {
		return nil, err
	}
	v.Close()
	return index.Open(ctx, access.Look(m))
}

// maxShownDifferences bounds the lines that "reindex --verify" prints for
// people; JSON has them all.
const maxShownDifferences = 20

func (e *env) printDifferences(diffs []string, asJSON bool) error {
	if asJSON {
		if err := e.printJSON(reindexResult{Differences: diffs, OK: len(diffs) == 0}); err != nil {
			return err
		}
	} else {
		for i, diff := range diffs {
			if i == maxShownDifferences {
				e.printf("... and %d more\n", len(diffs)-i)
				break
			}
			e.printf("%s\n", plain(diff))
		}
	}
	if len(diffs) > 0 {
		return withHint(checkf("the index differs from the truth in %s", count(len(diffs), "row")), "%s reindex", e.program)
	}
	if !asJSON {
		e.printf("the index fits the truth\n")
	}
	return nil
}

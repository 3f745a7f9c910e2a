package main

import (
	"context"
	"runtime/debug"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/spf13/cobra"
)

type logOptions struct {
	id   string // prefix of the chunk whose lineage is shown; "" shows all
	at   string // revision; "" is the work tree
	json bool
}

// Whether and how a commit is known.
const (
	knownCommit   = "committed"
	knownNot      = "uncommitted"
	knownShallow  = "shallow" // the clone is shallow, and the commit is older than what it has
	knownNothing  = "no-git"
	shortCommit   = 10 // digits of a commit as people are shown it
	notCommitted  = "not committed yet"
	beyondShallow = "older than this shallow clone"
)

func newLog(e *env) *cobra.Command {
	var opts logOptions
	cmd := &cobra.Command{
		Use: "log [ID]", Short: "Show which commit brought each decision, and what superseded it",
		Long: `Show for every chunk the commit that brought it, and draw which one superseded which. With ID: that chunk
and all that is tied to it by links. With --at: the chunks of a revision, and its history.

A chunk is brought by the commit in which its file appeared, on whichever branch. A merge brings only what none of its
parents had. A chunk that came again after a revert, or by a second branch, keeps its first commit; the others are named
too. What was walked once is kept in index/history.txt of the memory.`,
		Example: examples(e, "log", "log 7", "log --json", "log --at v1.0"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				opts.id = args[0]
			}
			return runLog(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().StringVar(&opts.at, "at", "", atUsage)
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runLog(ctx context.Context, e *env, opts logOptions) error {
	defer spareCollector()()
	m, err := e.findReading(ctx, e.memoryDir, opts.at)
	if err != nil {
		return err
	}
	walk := e.walkHistory(ctx, m, opts.at)
	r, err := e.openReading(ctx, m, opts.at, access.Look(m))
	if err != nil {
		return err
	}
	defer r.close()
	found := <-walk
	if found.err != nil {
		return found.err
	}
	if opts.at == "" {
		defer keepHistory(ctx, m, r.view, found.h) // after the answer is out
	}
	c, err := newChronicle(r.view, found.h)
	if err != nil {
		return err
	}
	shown := c.all()
	if opts.id != "" {
		if shown, err = c.familyOf(opts.id); err != nil {
			return err
		}
	}
	e.noteHistory(m, c, shown)
	if opts.json {
		e.printLogJSON(c, shown)
		return nil
	}
	if len(shown) == 0 {
		e.note("no chunks to show")
	}
	e.printLog(c, shown)
	return nil
}

// spareCollector lets a heap that is small and soon gone grow before it is collected, which takes a tenth of the time that
// log needs. The function that it gives puts that back.
func spareCollector() func() {
	percent := debug.SetGCPercent(sparePercent)
	limit := debug.SetMemoryLimit(spareLimit)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// Up to spareLimit, in bytes, the collector waits for five times what is in use; from there on it does as usual.
const (
	sparePercent = 400
	spareLimit   = 256 << 20
)

// noteHistory tells on standard error what the answer lacks.
func (e *env) noteHistory(m place.Memory, c *chronicle, shown []int) {
	switch {
	case m.Path == "":
		e.note("%s is in no git repository, so no chunk has a commit", e.relative(m.Dir))
	case c.history != nil && c.history.Shallow():
		n := 0
		for _, i := range shown {
			if known, _ := c.known(i); known == knownShallow {
				n++
			}
		}
		e.warn("this clone is shallow: %s came before the oldest commit it has; to see all, type: git fetch --unshallow", count(n, "chunk"))
	}
}

// knownOf tells how much is known of a commit. h is nil when nothing is; inGit tells why.
func knownOf(h *gitext.History, inGit bool, b gitext.Brought, ok bool) string {
	switch {
	case h == nil && !inGit:
		return knownNothing
	case ok && b.Shallow:
		return knownShallow
	case ok:
		return knownCommit
	}
	return knownNot
}

// short is a commit as people are shown it.
func short(commit string) string { return commit[:min(len(commit), shortCommit)] }

package main

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type statusOptions struct {
	dir  string
	at   string // revision; "" is the work tree
	json bool
}

// statusResult is what "status --json" prints.
type statusResult struct {
	Dir         string           `json:"dir"`          // absolute path of the memory
	Why         string           `json:"why"`          // the rule that found it
	At          string           `json:"at,omitempty"` // commit that is looked at; absent for the work tree
	Digest      memory.Digest    `json:"digest"`       // of the source files as they are now
	Fresh       bool             `json:"fresh"`        // the index on disk fits the digest
	Focus       *statusFocus     `json:"focus"`        // null when there is not exactly one ACTIVE main line
	Epoch       statusEpoch      `json:"epoch"`
	Counts      access.Counts    `json:"counts"`
	Uncommitted *int             `json:"uncommitted"` // files of the memory that git status shows; null outside git
	Budgets     statusBudgets    `json:"budgets"`
	Method      string           `json:"method"`      // how tokens are counted: o200k_base or heuristic_estimate
	Trust       string           `json:"trust"`       // what a recall uses: worktree, or committed, as HEAD's config.json says
	Transaction string           `json:"transaction"` // none, pending (a writer is at work) or failed
	Problems    []memory.Problem `json:"problems"`
}

type statusFocus struct {
	Node  memory.NodeID `json:"node"`
	Title string        `json:"title"`
	Path  string        `json:"path"`
}

type statusEpoch struct {
	Current int          `json:"current"` // the highest; new chunks go there
	Epochs  []epochState `json:"epochs"`
}

type epochState struct {
	Epoch  int    `json:"epoch"`
	Chunks int    `json:"chunks"`
	State  string `json:"state"` // OPEN, or SEALED when a higher epoch exists
}

// States of an epoch.
const (
	epochOpen   = "OPEN"
	epochSealed = "SEALED"
)

type statusBudgets struct {
	Router            int `json:"router"` // tokens
	Recall            int `json:"recall"` // tokens
	MaxTopicsPerEpoch int `json:"max_topics_per_epoch"`
}

func newStatus(e *env) *cobra.Command {
	var opts statusOptions
	cmd := &cobra.Command{
		Use: "status [MEMORY_DIR]", Short: "Show what is in the memory and whether it can be read",
		Long: `Show what is in the memory and whether it can be read. Problems that reading finds are listed; "verify"
checks more. What an agent hook captured lately is named where it may contradict an older decision. The exit code
is 0 with problems too, as long as the memory can be read at all.`,
		Example: examples(e, "status", "status --json", "status --at v1.0"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runStatus(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().StringVar(&opts.at, "at", "", atUsage)
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runStatus(ctx context.Context, e *env, opts statusOptions) error {
	m, err := e.findReading(ctx, opts.dir, opts.at)
	if err != nil {
		return err
	}
	if opts.at != "" {
		return statusAt(ctx, e, m, opts)
	}
	result := statusResult{Dir: m.Dir, Why: m.Why, Problems: []memory.Problem{}}
	var unreadable error
	if result.Transaction, unreadable = access.Unfinished(m); unreadable != nil {
		result.Problems = append(result.Problems, access.TransactionProblem(unreadable))
	}
	// What can be seen is shown even if reads are refused: this is where people look.
	open := access.Look(m)
	open.Readable = nil
	r, err := e.openReading(ctx, m, "", open)
	if err != nil {
		return err
	}
	defer r.close()
	v := r.view
	if err := fillStatus(&result, v); err != nil {
		return err
	}
	result.Fresh = access.Fresh(ctx, m, v)
	result.Uncommitted = uncommitted(ctx, e, m)
	result.Trust = e.trust(ctx, m)
	if opts.json {
		err = e.printJSON(result)
	} else {
		e.printStatus(m, result)
	}
	if err == nil {
		err = unreadable
	}
	return err
}

// statusAt is the status of a revision: nothing can be uncommitted or half written there.
func statusAt(ctx context.Context, e *env, m place.Memory, opts statusOptions) error {
	r, err := e.openReading(ctx, m, opts.at, access.Look(m))
	if err != nil {
		return err
	}
	defer r.close()
	result := statusResult{Dir: m.Dir, Why: m.Why, At: r.commit, Transaction: "none", Problems: []memory.Problem{}}
	if err := fillStatus(&result, r.view); err != nil {
		return err
	}
	result.Fresh = access.Fresh(ctx, m, r.view)
	result.Trust = e.trust(ctx, m)
	if opts.json {
		return e.printJSON(result)
	}
	e.printStatus(m, result)
	return nil
}

// fillStatus takes everything that the view knows.
func fillStatus(result *statusResult, v *index.View) error {
	result.Digest = v.Digest
	result.Budgets = statusBudgets{Router: v.Config.RouterTokenBudget, Recall: v.Config.RecallTokenBudget, MaxTopicsPerEpoch: v.Config.MaxTopicsPerEpoch}
	result.Method = "o200k_base"
	if v.Config.Tokenizer == "heuristic" {
		result.Method = "heuristic_estimate"
	}
	if n, err := v.Directory.Active(); err == nil {
		result.Focus = &statusFocus{Node: n.ID, Title: n.Note, Path: n.Path}
	}
	epochs := map[int]int{}
	counts, problems, err := access.Survey(v, func(doc index.Doc) error { epochs[doc.Epoch]++; return nil })
	if err != nil {
		return err
	}
	result.Counts = counts
	doubts, err := contradictions(v)
	if err != nil {
		return err
	}
	problems = append(problems, doubts...)
	result.Epoch = epochsOf(epochs)
	result.Problems = append(result.Problems, withoutRepeats(problems)...)
	return nil
}

// withoutRepeats drops problems of the same code, file and line.
func withoutRepeats(problems []memory.Problem) []memory.Problem {
	type key struct {
		code, path string
		line       int
	}
	seen := map[key]bool{}
	var out []memory.Problem
	for _, p := range problems {
		k := key{p.Code, p.Path, p.Line}
		if !seen[k] || p.Path == "" {
			out = append(out, p)
		}
		seen[k] = true
	}
	return out
}

// epochsOf lists epochs in order. SEALED is computed here, stored nowhere.
func epochsOf(chunks map[int]int) statusEpoch {
	out := statusEpoch{Current: 1, Epochs: []epochState{}}
	for epoch, n := range chunks {
		out.Current = max(out.Current, epoch)
		out.Epochs = append(out.Epochs, epochState{Epoch: epoch, Chunks: n, State: epochSealed})
	}
	slices.SortFunc(out.Epochs, func(a, b epochState) int { return cmp.Compare(a.Epoch, b.Epoch) })
	if n := len(out.Epochs); n > 0 {
		out.Epochs[n-1].State = epochOpen
	}
	return out
}

// uncommitted counts the memory's files that git status shows, nil outside git
// or when git cannot say.
func uncommitted(ctx context.Context, e *env, m place.Memory) *int {
	if m.Path == "" {
		return nil
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err == nil {
		defer repo.Close()
		var n int
		if n, err = repo.Uncommitted(ctx, m.Path); err == nil {
			return &n
		}
	}
	e.warn("git could not be asked what is uncommitted: %v", err)
	return nil
}

func (e *env) printStatus(m place.Memory, r statusResult) {
	line := func(name, value string) { e.printf("%-13s %s\n", name+":", plain(value)) }
	line("memory", e.relative(m.Dir)+" ("+r.Why+")")
	if r.At != "" {
		line("revision", r.At)
	}
	line("digest", string(r.Digest))
	if r.At != "" {
		// The index is the work tree's.
	} else if r.Fresh {
		line("index", "fits the files")
	} else {
		line("index", "not up to date; answers come from the files, every read renews it")
	}
	if r.Focus != nil {
		line("focus", string(r.Focus.Node)+" "+r.Focus.Title)
	} else {
		line("focus", "none: there is not exactly one ACTIVE main line")
	}
	line("chunks", chunkCounts(r.Counts))
	open, sealed := 0, 0
	for _, epoch := range r.Epoch.Epochs {
		if epoch.State == epochSealed {
			sealed += epoch.Chunks
		} else {
			open += epoch.Chunks
		}
	}
	line("epoch", strconv.Itoa(r.Epoch.Current)+", "+epochOpen+", "+count(open, "chunk"))
	if n := len(r.Epoch.Epochs); n > 1 {
		line("sealed", count(n-1, "epoch")+", "+count(sealed, "chunk"))
	}
	line("nodes", strconv.Itoa(r.Counts.Nodes))
	if r.Uncommitted != nil {
		line("uncommitted", count(*r.Uncommitted, "file"))
	}
	line("budgets", "recall "+count(r.Budgets.Recall, "token")+", router "+count(r.Budgets.Router, "token")+", "+r.Method)
	if r.Trust == trustCommitted {
		line("trust", "committed: recall uses only what HEAD has")
	}
	if r.At == "" {
		line("transaction", r.Transaction)
	}
	if len(r.Problems) == 0 {
		line("problems", "none seen while reading")
		return
	}
	line("problems", strconv.Itoa(len(r.Problems)))
	for _, p := range r.Problems {
		e.printf("  %s: %s\n", p.Severity, plain(problemLine(e.here(p))))
	}
}

func chunkCounts(c access.Counts) string {
	parts := []string{strconv.Itoa(c.Living) + " living"}
	for _, part := range []struct {
		n    int
		name string
	}{{c.Superseded, "superseded"}, {c.Tombstoned, "tombstoned"}, {c.Edited, "edited"}} {
		if part.n > 0 {
			parts = append(parts, strconv.Itoa(part.n)+" "+part.name)
		}
	}
	return strings.Join(parts, ", ")
}

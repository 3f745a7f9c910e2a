package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type evalOptions struct {
	dir  string
	at   string // revision; "" is the work tree
	json bool

	builtin bool // the program's own sets, no memory of the caller's
}

func newEval(e *env) *cobra.Command {
	var opts evalOptions
	cmd := &cobra.Command{
		Use: "eval [MEMORY_DIR]", Short: "Ask the questions of eval.jsonl and check the answers",
		Long: `Ask the questions of eval.jsonl and check the answers. A row is {"query":"…","expect":["chunk_0007"]}: every chunk
of the list must be selected, in any order; others may come along. "expect":[] wants silence. Ids may be unambiguous prefixes.
A chunk that was superseded stands for the one that supersedes it. "unlock":"why" asks with the focus lock open.

With --builtin the program measures itself: prompts over three small memories that it brings along, and a thousand
replayed writes, retries, supersedes, tombstones and recalls against a plain model. No memory is needed.

verify runs the rows too (code eval-failed). What is asked here is not written to history/access.jsonl.`,
		Example: examples(e, "eval", "eval --json", "eval --builtin"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.builtin {
				if opts.json || opts.at != "" || len(args) > 0 {
					return usagef("--builtin goes with no memory and no other flag")
				}
				return runBuiltin(cmd.Context(), e)
			}
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runEval(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().StringVar(&opts.at, "at", "", "ask the memory as it is at `REV`")
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&opts.builtin, "builtin", false, "measure the program with its own memories")
	return cmd
}

func runEval(ctx context.Context, e *env, opts evalOptions) error {
	m, err := e.findReading(ctx, opts.dir, opts.at)
	if err != nil {
		return err
	}
	r, err := e.openReading(ctx, m, opts.at, access.Answers(m))
	if err != nil {
		return err
	}
	defer r.close()
	report, err := readRows(r.files)
	if err == nil {
		err = report.ask(ctx, r.view)
	}
	if err != nil {
		return err
	}
	if opts.json {
		err = e.printJSON(report)
	} else {
		e.printEval(report)
	}
	if err == nil && report.Wrong > 0 {
		err = withHint(checkf("%d of %s of %s failed", report.Wrong, count(len(report.Rows), "row"), evalFile),
			"correct the row, give the chunk a better hit word (a new chunk that supersedes it), or add a synonym to retrieval_aliases in config.json")
	}
	return err
}

// evaluate runs every row of eval.jsonl against the memory in fsys, which is opened only if there is one. workTree says that
// fsys is m.Dir, so that its index can be used.
func evaluate(ctx context.Context, m place.Memory, fsys fs.FS, workTree bool) (evalReport, error) {
	report, err := readRows(fsys)
	if err != nil || len(report.Rows) == 0 {
		return report, err
	}
	var v *index.View
	if workTree {
		v, err = index.Open(ctx, access.Answers(m))
	} else {
		v, err = index.OpenFS(fsys, index.Options{Dir: m.Dir})
	}
	if err != nil {
		return report, fmt.Errorf("open the memory for %s: %w", evalFile, err)
	}
	defer v.Close()
	return report, report.ask(ctx, v)
}

// readRows reads the rows of eval.jsonl. A memory without the file has none.
func readRows(fsys fs.FS) (evalReport, error) {
	report := evalReport{Rows: []evalRow{}}
	data, err := readEval(fsys)
	if errors.Is(err, fs.ErrNotExist) {
		return report, nil
	}
	if err != nil {
		return report, fmt.Errorf("read %s: %w", evalFile, err)
	}
	report.Rows = parseEval(string(data))
	return report, nil
}

// ask asks every row of a view and counts the answers.
func (report *evalReport) ask(ctx context.Context, v *index.View) error {
	judge, err := newEvalJudge(v)
	if err != nil {
		return err
	}
	for i := range report.Rows {
		row := &report.Rows[i]
		if row.bad == "" {
			if err := judge.row(ctx, row); err != nil {
				return fmt.Errorf("%s line %d: %w", evalFile, row.Line, err)
			}
		}
		if row.OK {
			report.Right++
		} else {
			report.Wrong++
		}
	}
	return nil
}

// readEval reads eval.jsonl, which must be a regular file: a link that came with a
// checkout may lead anywhere, and a pipe would be waited for.
func readEval(fsys fs.FS) ([]byte, error) {
	info, err := fs.Lstat(fsys, evalFile)
	if err == nil && !info.Mode().IsRegular() {
		err = &memory.FileError{Code: "not-a-file", Message: "this is no regular file, and links are not followed", Cure: "put the file itself there, or remove " + evalFile, Err: memory.ErrCorrupt}
	}
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(fsys, evalFile)
}

// printEval prints what went wrong, row by row, and the count.
func (e *env) printEval(report evalReport) {
	for _, row := range report.Rows {
		if row.OK {
			continue
		}
		e.printf("%s:%d: %s\n", evalFile, row.Line, plain(row.summary()))
		if row.bad != "" {
			continue
		}
		for _, reason := range row.Reasons {
			e.printf("    %s\n", plain(reason))
		}
	}
	if len(report.Rows) == 0 {
		e.note("there is no row in %s, so nothing was asked", evalFile)
		return
	}
	e.printf("%s: %d right, %d wrong\n", count(len(report.Rows), "row"), report.Right, report.Wrong)
}

// evalProblems are the rows that failed, as verify tells them.
func evalProblems(report evalReport) []memory.Problem {
	var problems []memory.Problem
	for _, row := range report.Rows {
		if row.OK {
			continue
		}
		p := memory.Problem{Code: "eval-failed", Severity: memory.SeverityError, Path: evalFile, Line: row.Line, Message: row.summary(), Cure: "git hfa eval tells why"}
		if row.bad != "" {
			p.Code, p.Cure = "eval-row", `write {"query":"…","expect":["chunk_0007"]}, or "expect":[] where nothing may be found`
		}
		problems = append(problems, p)
	}
	return problems
}

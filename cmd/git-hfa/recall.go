package main

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/index/audit"
	"github.com/spf13/cobra"
)

type recallOptions struct {
	dir      string
	query    string
	hasQuery bool   // false: the query is on standard input
	unlock   string // why locked nodes are opened; "" keeps the focus lock
	batch    string // path of a JSON Lines file, "-" for standard input
	at       string // revision; "" is the work tree
	explain  bool
	json     bool
}

func newRecall(e *env) *cobra.Command {
	var opts recallOptions
	cmd := &cobra.Command{
		Use: "recall [MEMORY_DIR] --query TEXT | recall WORDS...", Aliases: []string{"route"}, Short: "Get the right decision back, or nothing",
		Long: `Get the right decision back, or nothing. The question is --query, or the words of the command line, or
standard input (also with "-"). With --query the one positional is MEMORY_DIR.

What was found goes to standard output: at most two decisions within the token budget, fenced as
reference data, then hints at what was kept back. Nothing found: standard output stays empty and
standard error says so. The exit code is 0 in each case.

Chunks of other main lines, side branches and tombstoned nodes are kept back ("deferred"). --unlock opens
them for this one call; the reason is written to history/access.jsonl.

--at answers as the memory was at a revision, read from git without a checkout.

--batch reads rows {"qid","query"} and prints a line {"qid","selected","deferred","ranked","status"} for
each; the lists hold full ids.`,
		Example: examples(e, "recall what did we decide about timeouts", `recall --query "之前 GBK 乱码 怎么修的"`,
			`recall --query "--error-on-warnings" --json`, `recall "IDE 配置" --unlock "复核旧工具链方案"`, "recall --at v1.0 timeouts", "recall --batch questions.jsonl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.take(e, cmd, args); err != nil {
				return err
			}
			return runRecall(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.query, "query", "", "the question, `TEXT`")
	f.StringVar(&opts.unlock, "unlock", "", "open locked nodes for this call; `WHY` is written down")
	f.StringVar(&opts.batch, "batch", "", "answer every row of `FILE` (JSON Lines); \"-\" is standard input")
	f.StringVar(&opts.at, "at", "", "answer as the memory was at `REV`")
	f.BoolVar(&opts.explain, "explain", false, "show how every candidate was judged")
	f.BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

// take decides what the positionals are: the memory when a flag carries the
// question, else the question.
func (o *recallOptions) take(e *env, cmd *cobra.Command, args []string) (err error) {
	flags := cmd.Flags()
	if flags.Changed("unlock") && strings.TrimSpace(o.unlock) == "" {
		return usagef("--unlock wants a reason; it is written to history/access.jsonl")
	}
	o.hasQuery = flags.Changed("query")
	if o.hasQuery || o.batch != "" {
		if o.hasQuery && o.batch != "" {
			return usagef("--query and --batch exclude each other")
		}
		if len(args) > 1 {
			return usagef("with a flag that carries the question, the one positional is MEMORY_DIR; got %q", args)
		}
		if o.batch != "" && (o.json || o.explain || o.unlock != "") {
			return usagef("--batch goes without --json, --explain and --unlock: its output is JSON Lines already")
		}
		o.dir, err = e.memoryArg(args)
		return err
	}
	o.dir = e.memoryDir
	if len(args) == 0 || len(args) == 1 && args[0] == "-" {
		return nil
	}
	o.query, o.hasQuery = strings.Join(args, " "), true
	if !utf8.ValidString(o.query) {
		return usagef("the question: %w", encodingError(guessEncoding([]byte(o.query))))
	}
	return nil
}

func runRecall(ctx context.Context, e *env, opts recallOptions) error {
	m, err := e.findReading(ctx, opts.dir, opts.at)
	if err != nil {
		return err
	}
	if opts.batch != "" {
		return recallBatch(ctx, e, m, opts)
	}
	if !opts.hasQuery {
		if terminal(e.stdin) {
			return usagef("no question: give words, --query or standard input")
		}
		if opts.query, err = readText(e.stdin, "the question from standard input"); err != nil {
			return &usageError{err: err}
		}
	}
	r, err := e.openRecall(ctx, m, opts.at)
	if err != nil {
		return err
	}
	defer r.close()
	answer, err := r.view.Recall(ctx, index.Request{Query: opts.query, Unlock: opts.unlock, Explain: opts.explain})
	if err != nil {
		return err
	}
	known := e.knownHistory(ctx, m)
	fillCommits(answer, known)
	switch {
	case opts.json:
		err = e.printJSON(answer)
	case opts.explain:
		err = answer.Explain(e.stdout)
	default:
		e.printAnswer(answer)
		e.noteCommits(r.view, answer, known)
	}
	if s, openErr := access.Store(m); openErr == nil {
		audit.Recall(s, r.view.Config, answer, opts.unlock)
	}
	return err
}

// maxShownProblems bounds the warnings about bad files after a recall.
const maxShownProblems = 3

// printAnswer prints a recall for people: the text, then one line for each hint. A
// miss prints nothing to standard output, so that a pipe stays empty.
func (e *env) printAnswer(a *index.Answer) {
	hints := a.RouterText
	if a.RecallText != "" {
		// The first line names the active main line, which the text shows already.
		_, hints, _ = strings.Cut(hints, "\n")
	}
	e.printf("%s%s", a.RecallText, hints)
	for i, p := range a.Problems {
		if i == maxShownProblems {
			e.warn("and %d more; %s verify lists them", len(a.Problems)-i, e.program)
			break
		}
		e.warn("%s", problemLine(e.here(p)))
	}
	if a.RecallText == "" && hints == "" {
		e.note("nothing found")
	}
}

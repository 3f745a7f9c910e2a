package main

import (
	"context"
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

type addTopicOptions struct {
	dir           string
	title         string
	hitWords      []string // as given: each may hold several
	conclusion    string
	hasConclusion bool
	source        string
	node          string
	requestID     string
	supersedes    []string
	json          bool
}

func newAddTopic(e *env) *cobra.Command {
	var opts addTopicOptions
	cmd := &cobra.Command{
		Use: "add-topic [MEMORY_DIR]", Aliases: []string{"add"}, Short: "Write one decision",
		Long: `Write one decision. Hit words are the words that a later question will use: 1 to 8 of them, split at
"," "，" "、" ";" "；" and newline; a repeated --hit-words adds. Without --conclusion, or with "-", the
conclusion is read from standard input (UTF-8, or UTF-16 with a byte order mark).

With --request-id the call can be repeated: the same id and the same content write once; the same id and
other content is an error. --supersedes retires an older decision for good; its file stays as it is.`,
		Example: examples(e,
			`add-topic --title "编码修复" --hit-words "GBK乱码, 编码修复" --conclusion "使用 UTF-8 写入和解码。"`,
			`add-topic --title "Session timeout" --hit-words "session, timeout" --supersedes 7 --conclusion "20 minutes."`,
			`add-topic --title "Release rule" --hit-words release --request-id release-001 < rule.txt`),
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			opts.hasConclusion = cmd.Flags().Changed("conclusion")
			return runAddTopic(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.title, "title", "", "`TEXT` of at most 200 characters")
	f.StringArrayVar(&opts.hitWords, "hit-words", nil, "`WORDS` that find it, 1 to 8 of them; may be repeated")
	f.StringVar(&opts.conclusion, "conclusion", "", "the decision: `TEXT` of at most 4,000 characters; \"-\" reads standard input")
	f.StringVar(&opts.source, "source", "", "`WHERE` it comes from, such as chat:2026-05-11")
	f.StringVar(&opts.node, "node", "", "`NODE` it belongs to (default: the ACTIVE main line)")
	f.StringVar(&opts.requestID, "request-id", "", "`ID` of this request; the same one never writes twice")
	f.StringArrayVar(&opts.supersedes, "supersedes", nil, "`ID` of a chunk that this one supersedes; may be repeated")
	f.BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runAddTopic(ctx context.Context, e *env, opts addTopicOptions) error {
	if strings.TrimSpace(opts.title) == "" {
		return usagef("--title is missing")
	}
	words := access.SplitWords(opts.hitWords...)
	if len(words) == 0 {
		return withHint(usagef("--hit-words is missing: without one the decision is hard to find"),
			`add the words a later question will use: --hit-words "timeout, session"`)
	}
	var node memory.NodeID
	if opts.node != "" {
		var err error
		if node, err = parseNode(opts.node); err != nil {
			return err
		}
	}
	m, err := e.find(ctx, opts.dir)
	if err != nil {
		return err
	}
	if !opts.hasConclusion || opts.conclusion == "-" {
		if terminal(e.stdin) {
			return usagef("--conclusion is missing")
		}
		if opts.conclusion, err = readText(e.stdin, "the conclusion from standard input"); err != nil {
			return &usageError{err: err}
		}
		opts.conclusion = strings.TrimRight(opts.conclusion, "\r\n")
	}
	s, err := e.openWriter(ctx, m)
	if err != nil {
		return err
	}
	added, err := s.Add(ctx, store.Draft{
		Title: opts.title, HitWords: words, Conclusion: opts.conclusion, Source: opts.source,
		Node: node, RequestID: opts.requestID, Supersedes: opts.supersedes,
	})
	if err != nil {
		return err
	}
	e.wrote = append(e.wrote, added.Path)
	v := e.written(ctx, m, s)
	if v != nil {
		defer v.Close()
	}
	return e.printAdded(v, added, opts.json)
}

// printAdded tells what was written. v may be nil.
func (e *env) printAdded(v *index.View, added store.Added, asJSON bool) error {
	c := added.Chunk
	out, room, err := access.TopicOf(added, v)
	if err != nil {
		return err
	}
	var src index.Source
	if v != nil {
		src = v.Source
		if out.Tokens > room {
			out.Warnings = append(out.Warnings, access.TooBig(out.Tokens, room)+": this decision will only be named, never shown; split it, or shorten it and supersede it")
		}
	}
	for _, w := range out.Warnings {
		e.warn("%s", w)
	}
	if asJSON {
		return e.printJSON(out)
	}
	verb := "wrote"
	if added.Duplicate {
		verb = "was there already:"
	}
	e.printf("%s %s  %s\n", verb, access.ShortID(src, c.ID), plain(c.Title))
	for _, old := range c.Supersedes {
		e.printf("  supersedes %s\n", access.ShortID(src, old))
	}
	if added.NewEpoch {
		e.printf("  opened epoch %d\n", c.Epoch)
	}
	return nil
}

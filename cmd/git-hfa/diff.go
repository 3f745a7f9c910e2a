package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/spf13/cobra"
)

type diffOptions struct {
	from, to string // revisions; to is "" for the work tree
	base     bool   // A...B: from is the merge base of both
	format   string // one of diffFormats
	json     bool   // short for format json
}

func diffFormats() []string { return []string{formatText, formatMarkdown, formatJSON} }

func newDiff(e *env) *cobra.Command {
	var opts diffOptions
	cmd := &cobra.Command{
		Use: "diff [A..B | A...B | A [B]]", Short: "Show what was decided between two revisions",
		Long: `Show what was decided between two revisions: new chunks and what they supersede, tombstones, nodes, the focus and
config.json. Without B it is the work tree, without A it is HEAD. With three dots A is the merge base of both, as for
git diff: what the branch B decided since it left A.

A memory that was moved is followed. It only grows, so nothing is removed when B follows A. Where it does not, "only in
A" tells the rest. A side without a memory counts as an empty one.`,
		Example: examples(e, "diff", "diff v1.0..v2.0", "diff main...topic --format markdown", "diff HEAD~5 --json"),
		Args:    cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.take(args); err != nil {
				return err
			}
			return runDiff(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.format, "format", formatText, "`FORMAT`: "+strings.Join(diffFormats(), ", "))
	f.BoolVar(&opts.json, "json", false, "print JSON, as --format json")
	return cmd
}

// take reads the revisions out of the positionals and settles the format.
func (o *diffOptions) take(args []string) error {
	if o.json {
		if o.format != formatText && o.format != formatJSON {
			return usagef("--json and --format %s exclude each other", o.format)
		}
		o.format = formatJSON
	}
	if !slices.Contains(diffFormats(), o.format) {
		return usagef("--format %q is unknown: take %s", o.format, strings.Join(diffFormats(), ", "))
	}
	o.from = "HEAD"
	switch len(args) {
	case 2:
		o.from, o.to = args[0], args[1]
		if o.from == "" || o.to == "" || strings.Contains(o.from+" "+o.to, "..") {
			return usagef("A..B is one argument, or A and B are two; got %q", args)
		}
	case 1:
		a, b, dots := strings.Cut(args[0], "..")
		if b, o.base = strings.CutPrefix(b, "."); !dots {
			if args[0] == "" {
				return usagef("the revision is empty")
			}
			o.from = args[0]
			return nil
		}
		o.from, o.to = a, b
		if o.from == "" {
			o.from = "HEAD"
		}
		if o.to == "" {
			o.to = "HEAD"
		}
	}
	return nil
}

func runDiff(ctx context.Context, e *env, opts diffOptions) error {
	m, err := e.locateDiff(ctx, opts)
	if err == nil && m.Path == "" {
		err = usagef("%s is not in a git work tree, so it has no revisions", m.Dir)
	}
	if err != nil {
		return err
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return err
	}
	defer repo.Close()
	a, b, err := e.diffSides(ctx, repo, m, opts)
	if err != nil {
		return err
	}
	if a.tree == nil && b.tree == nil {
		return noMemoryIn(m, "neither side has a memory")
	}
	d := gitext.Difference(a.tree, b.tree)
	switch opts.format {
	case formatJSON:
		return e.printJSON(diffJSONOf(a, b, &d))
	case formatMarkdown:
		e.printf("%s", diffMarkdown(cmp.Or(b.Path, a.Path), a, b, &d))
	default:
		e.printDiff(a, b, &d)
	}
	return nil
}

// locateDiff finds the memory. Without a work tree the newer revision says where it is.
func (e *env) locateDiff(ctx context.Context, opts diffOptions) (place.Memory, error) {
	if opts.to == "" {
		return e.locate(e.memoryDir)
	}
	return e.locateAt(ctx, e.memoryDir, opts.to)
}

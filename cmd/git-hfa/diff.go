package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
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

A memory only grows, so nothing is removed when B follows A. Where it does not, "only in A" tells the rest. A side
without a memory counts as an empty one.`,
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

// diffSide is one of two states.
type diffSide struct {
	Rev    string        `json:"rev"`    // as it was asked for; "" is the work tree
	Commit string        `json:"commit"` // full id; "" for the work tree
	Digest memory.Digest `json:"digest"` // "" when it has no memory

	tree *memory.Tree // nil when it has no memory
}

func runDiff(ctx context.Context, e *env, opts diffOptions) error {
	m, err := e.locateDiff(opts)
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
	from := opts.from
	if opts.base {
		bases, err := repo.MergeBases(ctx, opts.from, opts.to)
		if err != nil {
			return err
		}
		from = bases[0]
	}
	a, err := sideAt(ctx, repo, m, from)
	if err != nil {
		return err
	}
	a.Rev = opts.from
	b := diffSide{}
	if opts.to == "" {
		b, err = e.sideOfWorkTree(ctx, m)
	} else {
		b, err = sideAt(ctx, repo, m, opts.to)
	}
	if err != nil {
		return err
	}
	if a.tree == nil && b.tree == nil {
		return withHint(&markedError{fmt.Errorf("neither side has a memory in %s", m.Path), store.ErrNoMemory},
			"git log -- %s/config.json shows when it began", place.ShellQuote(m.Path))
	}
	d := gitext.Difference(a.tree, b.tree)
	switch opts.format {
	case formatJSON:
		return e.printJSON(diffJSONOf(a, b, &d))
	case formatMarkdown:
		e.printf("%s", diffMarkdown(m, a, b, &d))
	default:
		e.printDiff(a, b, &d)
	}
	return nil
}

// locateDiff finds the memory. Without a work tree the newer revision says where it is.
func (e *env) locateDiff(opts diffOptions) (place.Memory, error) {
	if opts.to == "" {
		return e.locate(e.memoryDir)
	}
	return e.locateAt(e.memoryDir, opts.to)
}

// sideAt reads the memory of a revision; one without a memory has no tree.
func sideAt(ctx context.Context, repo *gitext.Repo, m place.Memory, rev string) (diffSide, error) {
	commit, err := repo.Resolve(ctx, rev)
	if err != nil {
		return diffSide{}, revisionError(err)
	}
	tree, err := repo.Load(ctx, commit, m.Path)
	side := diffSide{Rev: rev, Commit: commit, tree: tree}
	if errors.Is(err, fs.ErrNotExist) {
		side.tree = nil
		return side, nil
	}
	if err != nil {
		return side, err
	}
	side.Digest = tree.Digest
	return side, nil
}

// sideOfWorkTree reads the memory as it is now.
func (e *env) sideOfWorkTree(ctx context.Context, m place.Memory) (diffSide, error) {
	fsys, done, err := e.sparseFiles(ctx, m)
	if err != nil {
		return diffSide{}, err
	}
	if fsys == nil {
		fsys, done = os.DirFS(m.Dir), func() {}
	}
	defer done()
	tree, err := memory.Load(fsys)
	if errors.Is(err, fs.ErrNotExist) {
		return diffSide{}, nil
	}
	if err != nil {
		return diffSide{}, fmt.Errorf("read %s: %w", describe(m), err)
	}
	return diffSide{Digest: tree.Digest, tree: tree}, nil
}

// name is a side as people are shown it.
func (s *diffSide) name() string {
	switch {
	case s.Commit == "":
		return "the work tree"
	case strings.HasPrefix(s.Commit, s.Rev):
		return short(s.Commit)
	}
	return s.Rev + " (" + short(s.Commit) + ")"
}

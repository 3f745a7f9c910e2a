package main

import (
	"context"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type nodeAddOptions struct {
	dir      string
	id       string
	title    string
	hitWords []string
	json     bool
}

type nodeListOptions struct {
	dir  string
	json bool
}

// nodeRow is one node as "node add" and "node list" print it in JSON.
type nodeRow struct {
	ID       memory.NodeID `json:"id"`
	State    memory.State  `json:"state"`
	Title    string        `json:"title"`
	Path     string        `json:"path"` // of its document, in the memory
	HitWords []string      `json:"hit_words"`
	Reason   string        `json:"reason,omitempty"` // why it was tombstoned
}

func newNode(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "node add|list", Short: "Add or list nodes: main lines, side branches, profiles",
		Long: `Nodes are the rows of directory.md: main lines (M1, M2, ...), side branches (S1, ...) and user profiles
(P1, ...). Each has a document. Exactly one main line is ACTIVE.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("say add or list")
			}
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(newNodeAdd(e), newNodeList(e))
	return cmd
}

func newNodeAdd(e *env) *cobra.Command {
	var opts nodeAddOptions
	cmd := &cobra.Command{
		Use: "add [MEMORY_DIR] ID", Short: "Add a node with its document",
		Long: `Add a node: M, S or P and a number. Its hit words name the node's subject in a question. A new main line
is PAUSED; "focus" makes it the ACTIVE one.`,
		Example: examples(e, `node add S1 --title "旧工具链" --hit-words "IDE 配置"`, `node add M2 --title "Rewrite" --hit-words "rewrite, v2"`),
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			opts.id = args[len(args)-1]
			if opts.dir, err = e.memoryArg(args[:len(args)-1]); err != nil {
				return err
			}
			return runNodeAdd(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.title, "title", "", "`TEXT` that names it")
	f.StringArrayVar(&opts.hitWords, "hit-words", nil, "`WORDS` of the subject, split as in add-topic; may be repeated")
	f.BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runNodeAdd(ctx context.Context, e *env, opts nodeAddOptions) error {
	id, err := parseNode(opts.id)
	if err != nil {
		return err
	}
	if strings.TrimSpace(opts.title) == "" {
		return usagef("--title is missing")
	}
	m, err := e.find(ctx, opts.dir)
	if err != nil {
		return err
	}
	s, err := e.openWriter(ctx, m)
	if err != nil {
		return err
	}
	n, err := s.AddNode(ctx, memory.Node{ID: id, HitWords: access.SplitWords(opts.hitWords...), Note: opts.title})
	if err != nil {
		return err
	}
	if v := e.written(ctx, m, s); v != nil {
		v.Close()
	}
	if opts.json {
		return e.printJSON(rowOf(n, nil))
	}
	e.printf("added %s (%s), document %s\n", n.ID, n.State, plain(n.Path))
	return nil
}

func newNodeList(e *env) *cobra.Command {
	var opts nodeListOptions
	cmd := &cobra.Command{
		Use: "list [MEMORY_DIR]", Short: "List the nodes",
		Example: examples(e, "node list", "node list --json"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return e.withView(cmd.Context(), opts.dir, "", func(_ place.Memory, v *index.View) error { return runNodeList(e, v, opts) })
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runNodeList(e *env, v *index.View, opts nodeListOptions) error {
	rows := []nodeRow{}
	table := [][]string{}
	for _, n := range v.Directory.Nodes() {
		row := rowOf(n, v.Tombstones)
		rows = append(rows, row)
		table = append(table, []string{string(row.ID), string(row.State), row.Title, strings.Join(row.HitWords, ", "), row.Path})
	}
	if opts.json {
		return e.printJSON(rows)
	}
	e.printTable(table)
	return nil
}

// rowOf joins a row of the directory with the node's tombstone: the record in
// tombstones/ decides, the row may lag behind after a merge.
func rowOf(n memory.Node, tombstones map[string]memory.Tombstone) nodeRow {
	row := nodeRow{ID: n.ID, State: n.State, Title: n.Note, Path: n.Path, HitWords: append([]string{}, n.HitWords...)}
	if t, ok := tombstones[string(n.ID)]; ok {
		row.State, row.Reason = memory.Tombstoned, t.Reason
	}
	return row
}

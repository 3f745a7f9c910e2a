package main

import (
	"context"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

type listOptions struct {
	dir  string
	node string
	all  bool
	at   string // revision; "" is the work tree
	json bool
}

// States of a chunk in list, show and export.
const (
	stateLiving     = "living"
	stateSuperseded = "superseded"
	stateTombstoned = "tombstoned"
)

// listRow is one chunk as "list --json" prints it.
type listRow struct {
	ID           memory.ID     `json:"id"`
	Node         memory.NodeID `json:"node"`
	Epoch        int           `json:"epoch"`
	Topic        int           `json:"topic"`
	Title        string        `json:"title"`
	CreatedAt    string        `json:"created_at"`
	State        string        `json:"state"` // living, superseded or tombstoned
	Supersedes   []memory.ID   `json:"supersedes"`
	SupersededBy []memory.ID   `json:"superseded_by"`
	Edited       bool          `json:"edited"`
	Path         string        `json:"path"`   // slash path in the memory
	Commit       *string       `json:"commit"` // that brought it; null when that is not known without a walk
}

func newList(e *env) *cobra.Command {
	var opts listOptions
	cmd := &cobra.Command{
		Use: "list [MEMORY_DIR]", Short: "List the chunks",
		Long: `List the living chunks in the order of their numbers; with --all the superseded and tombstoned ones too. The
commit that brought a chunk is shown when "log" has looked for it and history was not rewritten since.`,
		Example: examples(e, "list", "list --node S1", "list --all --json", "list --at v1.0"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runList(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.node, "node", "", "only chunks of this `NODE`")
	f.StringVar(&opts.at, "at", "", atUsage)
	f.BoolVar(&opts.all, "all", false, "superseded and tombstoned chunks too")
	f.BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runList(ctx context.Context, e *env, opts listOptions) error {
	var node memory.NodeID
	if opts.node != "" {
		var err error
		if node, err = parseNode(opts.node); err != nil {
			return err
		}
	}
	return e.withView(ctx, opts.dir, opts.at, func(m place.Memory, v *index.View) error {
		return e.listChunks(v, e.knownHistory(ctx, m), node, opts)
	})
}

// listChunks prints the chunks of a view, those of one node or ("") of all.
func (e *env) listChunks(v *index.View, known *gitext.History, node memory.NodeID, opts listOptions) error {
	rows := []listRow{}
	for i := range v.Source.NumDocs() {
		row, err := listRowOf(v, i)
		if err != nil {
			return err
		}
		row.Commit = commitID(known, row.ID)
		if (node == "" || row.Node == node) && (opts.all || row.State == stateLiving) {
			rows = append(rows, row)
		}
	}
	if node != "" {
		if _, ok := v.Directory.Node(node); !ok && len(rows) == 0 {
			return &store.UnknownNodeError{Node: node}
		}
	}
	if opts.json {
		return e.printJSON(rows)
	}
	if len(rows) == 0 {
		e.note("no chunks to list")
	}
	var table [][]string
	for _, row := range rows {
		cells := []string{access.ShortID(v.Source, row.ID), string(row.Node), day(row.CreatedAt)}
		if known != nil {
			commit := ""
			if row.Commit != nil {
				commit = short(*row.Commit)
			}
			cells = append(cells, commit)
		}
		table = append(table, append(cells, row.Title+listMark(v.Source, row)))
	}
	e.printTable(table)
	return nil
}

// listRowOf describes document i of v.
func listRowOf(v *index.View, i int) (listRow, error) {
	doc, err := v.Source.Doc(i)
	if err != nil {
		return listRow{}, err
	}
	row := listRow{
		ID: doc.ID, Node: doc.Node, Epoch: doc.Epoch, Topic: doc.Topic, Title: doc.Title, CreatedAt: doc.CreatedAt,
		State: stateLiving, Supersedes: append([]memory.ID{}, doc.Supersedes...), SupersededBy: []memory.ID{}, Edited: doc.Edited, Path: doc.Path,
	}
	for _, j := range v.Source.Successors(i) {
		newer, err := v.Source.Doc(j)
		if err != nil {
			return listRow{}, err
		}
		row.SupersededBy = append(row.SupersededBy, newer.ID)
		row.State = stateSuperseded
	}
	if doc.Tombstoned {
		row.State = stateTombstoned
	}
	return row, nil
}

// listMark says after a title why a chunk is not recalled, or that it was edited.
func listMark(src index.Source, row listRow) string {
	mark := ""
	switch row.State {
	case stateTombstoned:
		mark = "  [tombstoned]"
	case stateSuperseded:
		mark = "  [superseded by " + idList(src, row.SupersededBy) + "]"
	}
	if row.Edited {
		mark += "  [edited]"
	}
	return mark
}

// idList joins ids as a person is shown them.
func idList(src index.Source, ids []memory.ID) string {
	out := ""
	for i, id := range ids {
		if i > 0 {
			out += ", "
		}
		out += access.ShortID(src, id)
	}
	return out
}

// day is the date of an RFC 3339 time.
func day(at string) string {
	if len(at) >= 10 {
		return at[:10]
	}
	return at
}

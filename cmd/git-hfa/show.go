package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

type showOptions struct {
	id   string
	at   string // revision; "" is the work tree
	json bool
}

// shownChunk is what "show --json" prints: the chunk's file as it is, and what
// the rest of the memory says about it.
type shownChunk struct {
	listRow
	NodeState memory.State    `json:"node_state"`
	Chunk     jsontext.Value  `json:"chunk"` // content of the file in canonical form
	Tombstone *shownTombstone `json:"tombstone"`
}

type shownTombstone struct {
	Reason    string `json:"reason"`
	CreatedAt string `json:"created_at"`
}

func newShow(e *env) *cobra.Command {
	var opts showOptions
	cmd := &cobra.Command{
		Use: "show ID", Short: "Show one chunk, and what superseded it",
		Long: `Show one chunk with all its fields, superseded and tombstoned ones too. ID is any unambiguous prefix.
The commit that brought it is shown when "log" has looked for it and history was not rewritten since.`,
		Example: examples(e, "show 7", "show chunk_0007-k3 --json", "show 7 --at HEAD~3"),
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return runShow(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().StringVar(&opts.at, "at", "", atUsage)
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runShow(ctx context.Context, e *env, opts showOptions) error {
	return e.withView(ctx, e.memoryDir, opts.at, func(m place.Memory, v *index.View) error {
		return e.showChunk(v, e.knownHistory(ctx, m), opts)
	})
}

func (e *env) showChunk(v *index.View, known *gitext.History, opts showOptions) error {
	i, err := resolve(v, opts.id)
	if _, bad := memory.ParseNodeID(opts.id); bad == nil && errors.Is(err, memory.ErrNotFound) {
		return withHint(fmt.Errorf("%s is a node, and show is for chunks: %w", opts.id, err), "%s list --node %s", e.program, opts.id)
	}
	if err != nil {
		return err
	}
	row, err := listRowOf(v, i)
	if err != nil {
		return err
	}
	c, err := v.Chunk(i)
	if err != nil {
		return err
	}
	brought := commitOf(known, row.ID)
	if brought != nil {
		row.Commit = &brought.ID
	}
	if opts.json {
		return e.printJSON(shownOf(v, row, c))
	}
	e.printChunk(v, row, c, brought)
	return nil
}

func shownOf(v *index.View, row listRow, c memory.Chunk) shownChunk {
	out := shownChunk{listRow: row, NodeState: nodeState(v, row.Node), Chunk: jsontext.Value(c.Encode())}
	if t, ok := v.Tombstones[string(row.ID)]; ok {
		out.Tombstone = &shownTombstone{Reason: t.Reason, CreatedAt: t.CreatedAt}
	}
	return out
}

// nodeState is the state of a node, the tombstone records taken into account;
// "" for a node that the directory does not have.
func nodeState(v *index.View, id memory.NodeID) memory.State {
	n, ok := v.Directory.Node(id)
	if !ok {
		return ""
	}
	return rowOf(n, v.Tombstones).State
}

func (e *env) printChunk(v *index.View, row listRow, c memory.Chunk, brought *gitext.Commit) {
	line := func(name, value string) {
		if value != "" {
			e.printf("%-14s %s\n", name+":", plain(value))
		}
	}
	e.printf("%s  %s\n", row.ID, plain(c.Title))
	node := string(row.Node)
	if state := nodeState(v, row.Node); state != "" {
		node += " (" + string(state) + ")"
	}
	line("node", node)
	line("state", row.State)
	line("superseded by", idList(v.Source, row.SupersededBy))
	line("supersedes", idList(v.Source, row.Supersedes))
	if t, ok := v.Tombstones[string(row.ID)]; ok {
		line("tombstoned", t.Reason+" ("+day(t.CreatedAt)+")")
	}
	if row.Edited {
		line("edited", "by hand: the content does not fit the tag of the id")
	}
	line("created", c.CreatedAt)
	if brought != nil {
		line("commit", fmt.Sprintf("%s  %s  %s  %s", short(brought.ID), day(brought.Date), brought.Author, brought.Subject))
	}
	line("source", c.Source)
	line("request id", c.RequestID)
	line("hit words", strings.Join(c.HitWords, ", "))
	for _, extra := range c.Extra {
		line(extra.Key, string(extra.Value))
	}
	line("file", path.Join(e.memoryHere(), row.Path))
	e.printf("\n")
	for text := range strings.Lines(c.Conclusion) {
		e.printf("%s\n", plain(text))
	}
}

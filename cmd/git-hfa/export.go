package main

import (
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

type exportOptions struct {
	dir string
	all bool
}

func newExport(e *env) *cobra.Command {
	var opts exportOptions
	cmd := &cobra.Command{
		Use: "export [MEMORY_DIR]", Short: "Print every decision as a row that import reads",
		Long: `Print every decision as a row that import reads: JSON Lines in the order of the numbers, ids as the names.
Superseded chunks are there with the links that retire them. A tombstone has no row: what only a tombstone
keeps from being recalled is left out, since an import would revive it; --all prints it too. A link to a
chunk that is not in this tree is left out. Standard error says what was left out.`,
		Example: "  " + e.program + " export > decisions.jsonl",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return e.withView(cmd.Context(), opts.dir, "", func(_ place.Memory, v *index.View) error { return runExport(e, v, opts) })
		},
	}
	cmd.Flags().BoolVar(&opts.all, "all", false, "tombstoned chunks too")
	return cmd
}

func runExport(e *env, v *index.View, opts exportOptions) error {
	keep, err := exported(v.Source, opts.all)
	if err != nil {
		return err
	}
	revoked, links := 0, 0
	for i := range v.Source.NumDocs() {
		if !keep[i] {
			revoked++
			continue
		}
		c, err := v.Chunk(i)
		if err != nil {
			return err
		}
		links += dropMissing(v, &c)
		e.printf("%s\n", exportRow(c))
	}
	if revoked > 0 {
		e.note("left out %s; --all prints them", count(revoked, "tombstoned chunk"))
	}
	if links > 0 {
		e.note("left out %s to chunks that are not in this tree", count(links, "link"))
	}
	for _, p := range v.Problems {
		e.warn("%s", problemLine(e.here(p)))
	}
	return nil
}

// exported says for each document whether its row may be printed without being
// revived by an import: it is living, or a printed row supersedes it.
func exported(src index.Source, all bool) ([]bool, error) {
	keep := make([]bool, src.NumDocs())
	var open []int // printed, but their predecessors were not looked at yet
	for i := range keep {
		doc, err := src.Doc(i)
		if err != nil {
			return nil, err
		}
		if all || !doc.Tombstoned && len(src.Successors(i)) == 0 {
			keep[i] = true
			open = append(open, i)
		}
	}
	for len(open) > 0 {
		doc, err := src.Doc(open[len(open)-1])
		open = open[:len(open)-1]
		if err != nil {
			return nil, err
		}
		for _, old := range doc.Supersedes {
			if i, ok := src.Lookup(old); ok && !keep[i] {
				keep[i] = true
				open = append(open, i)
			}
		}
	}
	return keep, nil
}

// dropMissing takes the links out whose target is not in the tree, since import
// refuses them, and returns how many.
func dropMissing(v *index.View, c *memory.Chunk) int {
	var kept []memory.ID
	for _, old := range c.Supersedes {
		if _, ok := v.Source.Lookup(old); ok {
			kept = append(kept, old)
		}
	}
	missing := len(c.Supersedes) - len(kept)
	c.Supersedes = kept
	return missing
}

// exportRow writes a chunk as a row of an import, keys in the order of a chunk's
// file. What the program computes (schema, epoch, topic) is not in it.
func exportRow(c memory.Chunk) jsontext.Value {
	ids := make([]string, 0, len(c.Supersedes))
	for _, id := range c.Supersedes {
		ids = append(ids, string(id))
	}
	b := []byte{'{'}
	b = appendText(b, "id", string(c.ID))
	b = appendText(b, "node", string(c.Node))
	b = appendText(b, "title", c.Title)
	b = appendList(b, "hit_words", c.HitWords)
	b = appendText(b, "conclusion", c.Conclusion)
	b = appendText(b, "source", c.Source)
	b = appendText(b, "request_id", c.RequestID)
	b = appendList(b, "supersedes", ids)
	b = appendText(b, "created_at", c.CreatedAt)
	for _, extra := range c.Extra {
		value := extra.Value.Clone()
		if err := value.Compact(); err != nil {
			value = extra.Value
		}
		b = append(appendKey(b, extra.Key), value...)
	}
	return append(b, '}')
}

func appendKey(b []byte, key string) []byte {
	if len(b) > 1 {
		b = append(b, ',')
	}
	b, _ = jsontext.AppendQuote(b, key)
	return append(b, ':')
}

// appendText adds a member unless it is empty.
func appendText(b []byte, key, value string) []byte {
	if value == "" {
		return b
	}
	b, _ = jsontext.AppendQuote(appendKey(b, key), value)
	return b
}

func appendList(b []byte, key string, values []string) []byte {
	if len(values) == 0 {
		return b
	}
	b = append(appendKey(b, key), '[')
	for i, value := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsontext.AppendQuote(b, value)
	}
	return append(b, ']')
}

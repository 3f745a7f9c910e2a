package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type logOptions struct {
	id   string // prefix of the chunk whose lineage is shown; "" shows all
	json bool
}

// Whether and how a commit is known.
const (
	knownCommit   = "committed"
	knownNot      = "uncommitted"
	knownShallow  = "shallow" // the clone is shallow, and the commit is older than what it has
	knownNothing  = "no-git"
	shortCommit   = 10 // digits of a commit as people are shown it
	notCommitted  = "not committed yet"
	beyondShallow = "older than this shallow clone"
)

// logRow is one chunk as "log --json" prints it.
type logRow struct {
	ID            memory.ID     `json:"id"`
	Title         string        `json:"title"`
	State         string        `json:"state"`  // living, superseded or tombstoned
	Commit        *string       `json:"commit"` // that brought it, a full id; null when it is not known
	Author        *string       `json:"author"`
	Date          *string       `json:"date"` // author date, RFC 3339
	Subject       *string       `json:"subject"`
	Known         string        `json:"known"` // committed, uncommitted, shallow or no-git
	Also          []string      `json:"also"`  // other commits that brought it, oldest first
	Supersedes    []logEdge     `json:"supersedes"`
	SupersededBy  []logEdge     `json:"superseded_by"`
	ConflictsWith []memory.ID   `json:"conflicts_with"` // other heads of a forked decision
	Tombstone     *logTombstone `json:"tombstone"`
}

// logEdge is one link. Its commit is the one that brought the superseding chunk.
type logEdge struct {
	ID     memory.ID `json:"id"`
	Commit *string   `json:"commit"`
	Other  *string   `json:"id_commit"` // that brought the chunk ID
}

type logTombstone struct {
	Reason string  `json:"reason"`
	Commit *string `json:"commit"`
}

func newLog(e *env) *cobra.Command {
	var opts logOptions
	cmd := &cobra.Command{
		Use: "log [ID]", Short: "Show which commit brought each decision, and what superseded it",
		Long: `Show for every chunk the commit that brought it, and draw which one superseded which. With ID: that chunk
and all that is tied to it by links.

A chunk is brought by the commit in which its file appeared, on whichever branch. A merge brings only what none of its
parents had. A chunk that came again after a revert, or by a second branch, keeps its first commit; the others are named
too. What was walked once is kept in index/history.txt of the memory.`,
		Example: examples(e, "log", "log 7", "log --json"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				opts.id = args[0]
			}
			return runLog(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runLog(ctx context.Context, e *env, opts logOptions) error {
	m, err := e.findReading(e.memoryDir, "")
	if err != nil {
		return err
	}
	walk := e.walkHistory(ctx, m)
	r, err := e.openReading(ctx, m, "", snapshotOptions(m))
	if err != nil {
		return err
	}
	defer r.close()
	found := <-walk
	if found.err != nil {
		return found.err
	}
	h := found.h
	defer keepHistory(ctx, m, r.view, h) // after the answer is out
	rows, err := logRows(r.view, h)
	if err != nil {
		return err
	}
	links := newLineage(rows)
	if opts.id != "" {
		if rows, err = ofFamily(rows, links, r.view, opts.id); err != nil {
			return err
		}
	}
	e.noteHistory(m, h, rows)
	if opts.json {
		return e.printJSON(rows)
	}
	e.printLog(r.view, rows, links)
	return nil
}

// logRows describes every chunk, newest number first.
func logRows(v *index.View, h *gitext.History) ([]logRow, error) {
	rows := []logRow{}
	for i := range v.Source.NumDocs() {
		listed, err := listRowOf(v, i)
		if err != nil {
			return nil, err
		}
		rows = append(rows, logRowOf(v, listed, h))
	}
	slices.Reverse(rows)
	return rows, markForks(v, rows)
}

// markForks tells every head of a forked decision, which no tombstone has decided, of the others.
func markForks(v *index.View, rows []logRow) error {
	chunks, err := v.Links()
	if err != nil {
		return err
	}
	others := map[memory.ID][]memory.ID{}
	for _, fork := range memory.NewLineage(chunks).Forks() {
		heads := slices.DeleteFunc(fork.Heads, func(id memory.ID) bool { _, revoked := v.Tombstones[string(id)]; return revoked })
		for _, id := range heads {
			for _, other := range heads {
				if other != id && !slices.Contains(others[id], other) {
					others[id] = append(others[id], other)
				}
			}
		}
	}
	for i := range rows {
		rows[i].ConflictsWith = append(rows[i].ConflictsWith, others[rows[i].ID]...)
	}
	return nil
}

func logRowOf(v *index.View, listed listRow, h *gitext.History) logRow {
	row := logRow{ID: listed.ID, Title: listed.Title, State: listed.State, Known: knownNot, Also: []string{}, Supersedes: []logEdge{}, SupersededBy: []logEdge{}, ConflictsWith: []memory.ID{}}
	if h == nil && v.Top == "" {
		row.Known = knownNothing
	}
	if h != nil {
		if b, ok := h.Chunk(row.ID); ok && b.Shallow {
			row.Known = knownShallow
		} else if ok {
			c := b.First
			row.Known, row.Commit, row.Author, row.Date, row.Subject = knownCommit, &c.ID, &c.Author, &c.Date, &c.Subject
			for _, c := range b.Also {
				row.Also = append(row.Also, c.ID)
			}
		}
	}
	for _, old := range listed.Supersedes {
		row.Supersedes = append(row.Supersedes, logEdge{ID: old, Commit: row.Commit, Other: commitID(h, old)})
	}
	for _, newer := range listed.SupersededBy {
		commit := commitID(h, newer)
		row.SupersededBy = append(row.SupersededBy, logEdge{ID: newer, Commit: commit, Other: commit})
	}
	if t, ok := v.Tombstones[string(row.ID)]; ok {
		row.Tombstone = &logTombstone{Reason: t.Reason}
		if h != nil {
			if b, ok := h.Tombstone(string(row.ID)); ok && !b.Shallow {
				row.Tombstone.Commit = &b.First.ID
			}
		}
	}
	return row
}

// ofFamily keeps the chunk that a person means and what is tied to it, that chunk first.
func ofFamily(rows []logRow, links lineage, v *index.View, prefix string) ([]logRow, error) {
	i, err := resolve(v, prefix)
	if err != nil {
		return nil, err
	}
	doc, err := v.Source.Doc(i)
	if err != nil {
		return nil, err
	}
	byID := map[memory.ID]logRow{}
	for _, row := range rows {
		byID[row.ID] = row
	}
	var kept []logRow
	for _, id := range links.family(doc.ID) {
		kept = append(kept, byID[id])
	}
	return kept, nil
}

// noteHistory tells on standard error what the answer lacks.
func (e *env) noteHistory(m place.Memory, h *gitext.History, rows []logRow) {
	switch {
	case m.Path == "":
		e.note("%s is in no git repository, so no chunk has a commit", e.relative(m.Dir))
	case h != nil && h.Shallow():
		n := 0
		for _, row := range rows {
			if row.Known == knownShallow {
				n++
			}
		}
		e.warn("this clone is shallow: %s came before the oldest commit it has; to see all, type: git fetch --unshallow", count(n, "chunk"))
	}
}

// printLog draws the chunks: families of links one after the other, the one with the newest chunk first.
func (e *env) printLog(v *index.View, rows []logRow, links lineage) {
	if len(rows) == 0 {
		e.note("no chunks to show")
	}
	byID := map[memory.ID]*logRow{}
	for i := range rows {
		byID[rows[i].ID] = &rows[i]
	}
	done := map[memory.ID]bool{}
	var out strings.Builder // one write: there may be thousands of lines
	for i := range rows {
		if done[rows[i].ID] {
			continue
		}
		var r rails
		for _, id := range links.order(links.family(rows[i].ID)) {
			done[id] = true
			d := r.step(id, links.olds[id])
			for _, line := range d.before {
				out.WriteString(line + "\n")
			}
			out.WriteString(d.star + plain(logHead(v, byID[id])) + "\n")
			for _, line := range logLines(v, byID[id]) {
				out.WriteString(d.below + "  " + plain(line) + "\n")
			}
			for _, line := range d.after {
				out.WriteString(line + "\n")
			}
		}
	}
	e.printf("%s", out.String())
}

func logHead(v *index.View, row *logRow) string {
	head := shortID(v.Source, row.ID) + "  " + row.Title
	switch {
	case row.State == stateTombstoned:
		head += "  [tombstoned]"
	case len(row.SupersededBy) > 1:
		var ids []string
		for _, edge := range row.SupersededBy {
			ids = append(ids, shortID(v.Source, edge.ID))
		}
		head += "  [superseded by " + strings.Join(ids, " and ") + "]"
	case row.State == stateSuperseded:
		head += "  [superseded]"
	}
	if len(row.ConflictsWith) > 0 {
		head += "  [in conflict with " + idList(v.Source, row.ConflictsWith) + "]"
	}
	return head
}

// logLines tell the commit of a chunk and that of each link.
func logLines(v *index.View, row *logRow) []string {
	var lines []string
	switch row.Known {
	case knownCommit:
		line := fmt.Sprintf("%s  %s  %s  %s", short(*row.Commit), day(*row.Date), *row.Author, *row.Subject)
		lines = append(lines, line)
	case knownShallow:
		lines = append(lines, beyondShallow)
	case knownNot:
		lines = append(lines, notCommitted)
	}
	if len(row.Also) > 0 {
		var also []string
		for _, id := range row.Also {
			also = append(also, short(id))
		}
		lines = append(lines, "came again with "+strings.Join(also, ", "))
	}
	for _, edge := range row.Supersedes {
		line := "supersedes " + shortID(v.Source, edge.ID)
		if edge.Other != nil {
			line += " of " + short(*edge.Other)
		} else if _, ok := v.Source.Lookup(edge.ID); !ok {
			line += ", which is not here"
		}
		lines = append(lines, line)
	}
	if t := row.Tombstone; t != nil {
		line := "tombstoned: " + t.Reason
		if t.Commit != nil {
			line += " (" + short(*t.Commit) + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

// short is a commit as people are shown it.
func short(commit string) string { return commit[:min(len(commit), shortCommit)] }

package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type driftOptions struct {
	dir  string
	json bool
}

// driftRow is one living chunk with files that are not what they were, as "drift --json" prints it.
type driftRow struct {
	ID     memory.ID   `json:"id"`
	Title  string      `json:"title"`
	Commit string      `json:"commit"` // that brought it
	Date   string      `json:"date"`
	Paths  []driftPath `json:"paths"`
}

type driftPath struct {
	Path    string  `json:"path"`    // as the chunk names it
	State   string  `json:"state"`   // deleted, renamed or changed
	To      string  `json:"to"`      // what a renamed file is now, or was when it was deleted after that; "" otherwise
	Commits int     `json:"commits"` // that touched it since the chunk's commit
	Last    *string `json:"last"`    // the last of them; null when it is gone from the work tree alone
}

// States of a path, the gravest first.
const (
	driftDeleted = "deleted"
	driftRenamed = "renamed"
	driftChanged = "changed"
)

func newDrift(e *env) *cobra.Command {
	var opts driftOptions
	cmd := &cobra.Command{
		Use: "drift [MEMORY_DIR]", Short: "Show decisions whose files went or changed since",
		Long: `Show the living decisions that name files which were deleted, renamed or changed since the commit that brought the
decision, with the number of commits that did so. Deleted and renamed files come first: such a decision may need a new
one that supersedes it. A decision that is not committed yet has nothing to be compared with.

A memory in a submodule speaks of the files of the superproject. There a decision counts from the commit that first
recorded one of the submodule with the decision in its history.`,
		Example: examples(e, "drift", "drift --json"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runDrift(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runDrift(ctx context.Context, e *env, opts driftOptions) error {
	m, err := e.findReading(ctx, opts.dir, "")
	if err != nil {
		return err
	}
	if m.Path == "" {
		return usagef("%s is in no git repository, so no commit tells when its decisions were made", m.Dir)
	}
	walk := e.walkHistory(ctx, m, "")
	r, err := e.openReading(ctx, m, "", access.Look(m))
	if err != nil {
		return err
	}
	defer r.close()
	found := <-walk
	if found.err != nil {
		return found.err
	}
	defer keepHistory(ctx, m, r.view, found.h)
	rows := []driftRow{}
	if found.h != nil {
		work, err := e.workRepo(m)
		if err != nil {
			return err
		}
		defer work.Close()
		d := drifting{ctx: ctx, e: e, memory: m, work: work, view: r.view, history: found.h}
		if rows, err = d.rows(); err != nil {
			return err
		}
		if found.h.Shallow() || work.Shallow() {
			e.warn("this clone is shallow: decisions and changes before its oldest commit are not looked at; to see all, type: git fetch --unshallow")
		}
	}
	if opts.json {
		return e.printJSON(rows)
	}
	e.printDrift(r.view, rows)
	return nil
}

// drifting looks for files that changed.
type drifting struct {
	ctx     context.Context
	e       *env
	memory  place.Memory
	work    *gitext.Repo
	view    *index.View
	history *gitext.History

	changes  map[string][]gitext.PathChange
	ancestry *gitext.Ancestry
}

// namedChunk is a living, committed chunk with what it names.
type namedChunk struct {
	row   driftRow
	words []string
	since string // the commit of the work that had the decision: of the row, but for a memory in a submodule
}

func (d *drifting) rows() ([]driftRow, error) {
	rows := []driftRow{}
	chunks, words, err := d.named()
	if err != nil || len(words) == 0 {
		return rows, err
	}
	if d.changes, err = d.work.PathChanges(d.ctx, words); err != nil {
		return nil, err
	}
	if len(d.changes) == 0 {
		return rows, nil
	}
	if d.ancestry, err = d.work.Ancestry(d.ctx); err != nil {
		return nil, err
	}
	if d.memory.Work != d.memory.Place.Top {
		if chunks, err = d.recorded(chunks); err != nil {
			return nil, err
		}
	}
	// One commit after the other: what is behind it is found once.
	slices.SortStableFunc(chunks, func(a, b namedChunk) int { return cmp.Compare(a.since, b.since) })
	for _, c := range chunks {
		for _, word := range c.words {
			p, err := d.path(c.since, word)
			if err != nil {
				return nil, err
			}
			if p != nil {
				c.row.Paths = append(c.row.Paths, *p)
			}
		}
		if len(c.row.Paths) > 0 {
			slices.SortStableFunc(c.row.Paths, comparePaths)
			rows = append(rows, c.row)
		}
	}
	slices.SortStableFunc(rows, func(a, b driftRow) int {
		return cmp.Or(comparePaths(a.Paths[0], b.Paths[0]), memory.CompareIDs(a.ID, b.ID))
	})
	return rows, nil
}

// named lists the living chunks whose commit is known, and all that they name.
func (d *drifting) named() (chunks []namedChunk, words []string, err error) {
	seen := map[string]bool{}
	for i := range d.view.Source.NumDocs() {
		listed, err := listRowOf(d.view, i)
		if err != nil {
			return nil, nil, err
		}
		brought := commitOf(d.history, listed.ID)
		if listed.State != stateLiving || brought == nil {
			continue
		}
		c, err := d.view.Chunk(i)
		if err != nil {
			return nil, nil, err
		}
		named := namedChunk{row: driftRow{ID: c.ID, Title: c.Title, Commit: brought.ID, Date: brought.Date}, words: namedPaths(&c), since: brought.ID}
		if len(named.words) == 0 {
			continue
		}
		chunks = append(chunks, named)
		for _, word := range named.words {
			if !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return chunks, words, nil
}

// recorded finds for the decisions of a memory in a submodule since when the superproject has them. Those that it does not
// have yet are left out.
func (d *drifting) recorded(chunks []namedChunk) ([]namedChunk, error) {
	name, err := filepath.Rel(d.memory.Work, d.memory.Place.Top)
	if err != nil {
		return nil, err
	}
	pins, err := d.work.Pins(d.ctx, filepath.ToSlash(name))
	if err != nil {
		return nil, err
	}
	inner, err := gitext.Open(d.memory.Place, gitext.KeepEnv(d.e.getenv))
	if err != nil {
		return nil, err
	}
	defer inner.Close()
	ancestry, err := inner.Ancestry(d.ctx)
	if err != nil {
		return nil, err
	}
	since := map[string]string{} // by commit of the submodule
	for _, pin := range slices.Backward(pins) {
		for i := range chunks {
			commit := chunks[i].row.Commit
			if _, ok := since[commit]; !ok && ancestry.Behind(commit, pin.Target) {
				since[commit] = pin.Commit
			}
		}
	}
	all := len(chunks)
	chunks = slices.DeleteFunc(chunks, func(c namedChunk) bool { return since[c.row.Commit] == "" })
	if left := all - len(chunks); left > 0 {
		d.e.note("%s not compared: no commit of the superproject records %s with them", count(left, "decision"), filepath.ToSlash(name))
	}
	for i := range chunks {
		chunks[i].since = since[chunks[i].row.Commit]
	}
	return chunks, nil
}

// path tells what became of a file since a commit, nil for nothing, and for what was no file of the work.
func (d *drifting) path(since, name string) (*driftPath, error) {
	changes := d.changes[name]
	if len(changes) == 0 {
		return nil, nil
	}
	var after []gitext.PathChange
	for _, change := range changes {
		if !d.ancestry.Behind(change.Commit, since) {
			after = append(after, change)
		}
	}
	p := &driftPath{Path: name, State: driftChanged, Commits: len(after)}
	if len(after) > 0 {
		last := after[0].Commit
		p.Last = &last
	}
	if inWorkTree(d.work, name) {
		if len(after) == 0 {
			return nil, nil
		}
		return p, nil
	}
	p.State = driftDeleted
	gone := slices.IndexFunc(after, func(c gitext.PathChange) bool { return c.Status == 'D' })
	if gone < 0 {
		// Gone before the decision was made, or taken out of the work tree and not committed.
		if changes[0].Status == 'D' {
			return nil, nil
		}
		hidden, err := d.work.Hidden(d.ctx, ".")
		if err != nil || hidden[name] {
			return nil, err
		}
		return p, nil
	}
	to, deleted, err := d.follow(after[gone].Commit, name)
	if err != nil {
		return nil, err
	}
	if p.To = to; to != "" && !deleted {
		p.State = driftRenamed
	}
	return p, nil
}

// maxRenames bounds how often a file is followed.
const maxRenames = 8

// follow finds what became of a file that a commit took away: the name it has now, or the last one it had.
func (d *drifting) follow(commit, name string) (to string, deleted bool, err error) {
	for range maxRenames {
		next, err := d.work.RenamedTo(d.ctx, commit, name)
		if err != nil || next == "" {
			return to, true, err
		}
		if to = next; inWorkTree(d.work, to) {
			return to, false, nil
		}
		changes, err := d.work.PathChanges(d.ctx, []string{to})
		if err != nil {
			return "", false, err
		}
		gone := slices.IndexFunc(changes[to], func(c gitext.PathChange) bool { return c.Status == 'D' })
		if gone < 0 {
			return to, false, nil
		}
		commit, name = changes[to][gone].Commit, to
	}
	return to, true, nil
}

// comparePaths puts the gravest first, then what changed most.
func comparePaths(a, b driftPath) int {
	grave := func(p driftPath) int {
		return slices.Index([]string{driftDeleted, driftRenamed, driftChanged}, p.State)
	}
	return cmp.Or(cmp.Compare(grave(a), grave(b)), cmp.Compare(b.Commits, a.Commits), cmp.Compare(a.Path, b.Path))
}

func (e *env) printDrift(v *index.View, rows []driftRow) {
	if len(rows) == 0 {
		e.note("no living decision names a file that went or changed since")
	}
	for _, row := range rows {
		e.printf("%s  %s  (%s, %s)\n", access.ShortID(v.Source, row.ID), plain(row.Title), short(row.Commit), day(row.Date))
		for _, p := range row.Paths {
			e.printf("    %s\n", plain(driftLine(p)))
		}
	}
}

func driftLine(p driftPath) string {
	by := ""
	if p.Last != nil {
		by = fmt.Sprintf(", %s, last %s", count(p.Commits, "commit"), short(*p.Last))
	}
	switch {
	case p.State == driftRenamed:
		return p.Path + "  renamed to " + p.To + by
	case p.State == driftDeleted && p.To != "":
		return p.Path + "  deleted, last as " + p.To + by
	case p.State == driftDeleted && p.Last == nil:
		return p.Path + "  deleted, not committed"
	}
	return p.Path + "  " + p.State + by
}

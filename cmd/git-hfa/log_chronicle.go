package main

import (
	"slices"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
)

// chronicle is what log tells from: every chunk of a view, what ties them, and how they came. Nearly all of a large memory
// are chunks that nothing is tied to, so little is kept for each of them.
type chronicle struct {
	view    *index.View
	docs    []index.Outline // in the order of their ids
	history *gitext.History // nil: no commit is known
	told    *gitext.Told    // what it tells of docs
	links   lineage
	// conflicts are the other heads of a forked decision.
	conflicts map[memory.ID][]memory.ID
}

func newChronicle(v *index.View, h *gitext.History) (*chronicle, error) {
	docs, err := v.Outlines()
	if err != nil {
		return nil, err
	}
	c := &chronicle{view: v, docs: docs, history: h, links: newLineage(docs)}
	if h != nil {
		c.told = h.Tell(len(docs), func(i int) memory.ID { return docs[i].ID })
	}
	c.markForks()
	return c, nil
}

// markForks tells every head of a forked decision, which no tombstone has decided, of the others.
func (c *chronicle) markForks() {
	forked := false
	for _, newer := range c.links.news {
		forked = forked || len(newer) > 1
	}
	for _, n := range c.links.missing {
		forked = forked || n > 1
	}
	if !forked {
		return
	}
	var tied []memory.StoredChunk // what supersedes nothing, and is not superseded, is in no fork
	for i := range c.docs {
		if d := &c.docs[i]; len(d.Supersedes) > 0 || len(c.links.news[i]) > 0 {
			tied = append(tied, memory.StoredChunk{Chunk: memory.Chunk{ID: d.ID, Supersedes: d.Supersedes}})
		}
	}
	c.conflicts = map[memory.ID][]memory.ID{}
	for _, fork := range memory.NewLineage(tied).Forks() {
		heads := slices.DeleteFunc(fork.Heads, func(id memory.ID) bool { _, revoked := c.view.Tombstones[string(id)]; return revoked })
		for _, id := range heads {
			for _, other := range heads {
				if other != id && !slices.Contains(c.conflicts[id], other) {
					c.conflicts[id] = append(c.conflicts[id], other)
				}
			}
		}
	}
}

// all gives every document, newest number first.
func (c *chronicle) all() []int {
	shown := make([]int, len(c.docs))
	for i := range shown {
		shown[i] = len(shown) - 1 - i
	}
	return shown
}

// familyOf gives the chunk that a person means and what is tied to it, that chunk first.
func (c *chronicle) familyOf(prefix string) ([]int, error) {
	i, err := resolve(c.view, prefix)
	if err != nil {
		return nil, err
	}
	return c.links.family(firstTwin(c.docs, i), make([]bool, len(c.docs))), nil
}

// known tells how much is known of what brought document i, and what did.
func (c *chronicle) known(i int) (string, gitext.Brought) {
	var b gitext.Brought
	ok := false
	if c.told != nil {
		b, ok = c.told.Chunk(i)
	}
	return knownOf(c.history, c.view.Top != "", b, ok), b
}

// commit is what brought document i, "" when that is not known for sure.
func (c *chronicle) commit(i int) string {
	if known, b := c.known(i); known == knownCommit {
		return b.First.ID
	}
	return ""
}

// logRow is one chunk as log tells of it.
type logRow struct {
	ID            memory.ID
	Title         string
	State         string         // living, superseded or tombstoned
	Known         string         // committed, uncommitted, shallow or no-git
	Brought       gitext.Brought // meaningful when committed
	Supersedes    []logEdge
	SupersededBy  []logEdge
	ConflictsWith []memory.ID // other heads of a forked decision
	Tombstone     *logTombstone
}

// logEdge is one link. Its commit is the one that brought the superseding chunk; "" when that is not known.
type logEdge struct {
	ID     memory.ID
	Doc    int // -1: it is not here
	Commit string
	Other  string // that brought the chunk ID
}

type logTombstone struct {
	Reason string
	Commit string
}

// also are the other commits that brought it.
func (r *logRow) also() []gitext.Commit {
	if r.Known != knownCommit {
		return nil
	}
	return r.Brought.Also
}

// row describes document i.
func (c *chronicle) row(i int) logRow {
	d, first := &c.docs[i], firstTwin(c.docs, i)
	row := logRow{ID: d.ID, Title: d.Title, State: stateLiving, ConflictsWith: c.conflicts[d.ID]}
	row.Known, row.Brought = c.known(i)
	for _, id := range d.Supersedes {
		edge := logEdge{ID: id, Doc: firstDoc(c.docs, id)}
		if row.Known == knownCommit {
			edge.Commit = row.Brought.First.ID
		}
		if edge.Doc >= 0 {
			edge.Other = c.commit(edge.Doc)
		}
		row.Supersedes = append(row.Supersedes, edge)
	}
	for _, newer := range slices.Backward(c.links.news[first]) {
		commit := c.commit(newer)
		row.SupersededBy = append(row.SupersededBy, logEdge{ID: c.docs[newer].ID, Doc: newer, Commit: commit, Other: commit})
		row.State = stateSuperseded
	}
	if d.Tombstoned {
		row.State = stateTombstoned
	}
	if len(c.view.Tombstones) == 0 {
		return row
	}
	if t, ok := c.view.Tombstones[string(d.ID)]; ok {
		row.Tombstone = &logTombstone{Reason: t.Reason}
		if c.history != nil {
			if b, ok := c.history.Tombstone(string(d.ID)); ok && !b.Shallow {
				row.Tombstone.Commit = b.First.ID
			}
		}
	}
	return row
}

// shortID is the id of document i as a person is shown it: the number alone as long as no other chunk has it.
func (c *chronicle) shortID(i int) string {
	id := c.docs[i].ID.Short()
	if i > 0 && c.docs[i-1].ID.Short() == id || i+1 < len(c.docs) && c.docs[i+1].ID.Short() == id {
		return string(c.docs[i].ID)
	}
	return id
}

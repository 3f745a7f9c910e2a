package memory

import "slices"

// Lineage knows which chunk supersedes which. It follows ids alone, so it
// also knows of a chunk that is not in the tree but was superseded in it.
type Lineage struct {
	chunks     []StoredChunk
	present    map[ID]bool
	successors map[ID][]ID // sorted, each once; never the chunk itself
}

// Fork is one decision that was superseded in two ways: two or more living ends
// lead back to Old, and no chunk supersedes them all.
type Fork struct {
	Old   ID
	Heads []ID // by number, then id
}

// NewLineage reads the supersedes links of the chunks. A link of a chunk to
// itself is no link.
func NewLineage(chunks []StoredChunk) *Lineage {
	l := &Lineage{chunks: chunks, present: make(map[ID]bool, len(chunks)), successors: map[ID][]ID{}}
	for i := range chunks {
		c := &chunks[i]
		l.present[c.ID] = true
		for _, old := range c.Supersedes {
			if old != c.ID {
				l.successors[old] = append(l.successors[old], c.ID)
			}
		}
	}
	for _, list := range l.successors {
		slices.SortFunc(list, CompareIDs)
	}
	for old, list := range l.successors {
		l.successors[old] = slices.Compact(list)
	}
	return l
}

// Retired tells whether any chunk supersedes this one, also one that was
// superseded or tombstoned itself: a decision once superseded never returns.
func (l *Lineage) Retired(id ID) bool { return len(l.successors[id]) > 0 }

// Heads gives the living ends of the chains that begin at id: chunks that
// nothing supersedes, by number, then id. A living chunk is its own head. A
// chain that runs into a cycle has no end, so the result may be empty.
func (l *Lineage) Heads(id ID) []ID {
	var heads []ID
	seen := map[ID]bool{id: true}
	for todo := []ID{id}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !l.Retired(next) && l.present[next] {
			heads = append(heads, next)
		}
		for _, s := range l.successors[next] {
			if !seen[s] {
				seen[s] = true
				todo = append(todo, s)
			}
		}
	}
	slices.SortFunc(heads, CompareIDs)
	return heads
}

// Forks gives every forked decision, by Old. Where a chain forks late, the
// fork is told of the chunk at which the ways part and not of those before it:
//
//	0001 <- 0002 <- 0003     a fork of 0002 with the heads 0003 and 0004
//	             <- 0004
//
//	0001 <- 0002 <- 0004     none: 0004 ends it
//	     <- 0003 <-
func (l *Lineage) Forks() []Fork {
	var forks []Fork
	for old, successors := range l.successors {
		if len(successors) < 2 {
			continue
		}
		heads := l.Heads(old)
		if len(heads) < 2 {
			continue
		}
		later := slices.ContainsFunc(successors, func(s ID) bool { return slices.Equal(l.Heads(s), heads) })
		if !later {
			forks = append(forks, Fork{Old: old, Heads: heads})
		}
	}
	slices.SortFunc(forks, func(a, b Fork) int { return CompareIDs(a.Old, b.Old) })
	return forks
}

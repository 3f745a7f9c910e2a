package main

import (
	"slices"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// importSame finds the rows of an import that the memory has already under no request id, as it is with what export prints:
// written again they would be second decisions that say the same.
type importSame struct {
	rows     []store.Row
	byRef    map[string]int // rows
	chunks   map[memory.ID]*memory.Chunk
	inForce  map[string][]*memory.Chunk // by title and conclusion
	found    []memory.ID                // for each row the chunk that says it, "" for none
	visiting map[int]bool
}

// alreadyThere gives for each row the chunk of the memory that it repeats, "" where there is none: the one that has the row's
// name as its id and says what the row says, else one that says it and is in force. Saying the same is what a request id
// promises ([memory.Chunk.Differences]), with what the row supersedes being there in the same way. Rows with a request id of
// their own are left to the store.
func alreadyThere(tree *memory.Tree, rows []store.Row) []memory.ID {
	s := &importSame{rows: rows, byRef: map[string]int{}, chunks: map[memory.ID]*memory.Chunk{}, inForce: map[string][]*memory.Chunk{},
		found: make([]memory.ID, len(rows)), visiting: map[int]bool{}}
	retired := map[memory.ID]bool{}
	for i := range tree.Tombstones {
		if id, ok := tree.Tombstones[i].Chunk(); ok {
			retired[id] = true
		}
	}
	for i := range tree.Chunks {
		for _, old := range tree.Chunks[i].Supersedes {
			retired[old] = true
		}
	}
	for i := range tree.Chunks {
		c := &tree.Chunks[i].Chunk
		s.chunks[c.ID] = c
		if !retired[c.ID] {
			s.inForce[saying(c.Title, c.Conclusion)] = append(s.inForce[saying(c.Title, c.Conclusion)], c)
		}
	}
	superseded := map[string]bool{}
	for i, row := range rows {
		s.byRef[row.Ref] = i
		for _, target := range row.Draft.Supersedes {
			superseded[target] = true
		}
	}
	for i, row := range rows {
		if c := s.chunks[memory.ID(row.Ref)]; c != nil {
			s.take(i, c)
		}
	}
	// The ends of chains first: they take along what they supersede, which is in force no more.
	for _, ends := range []bool{true, false} {
		for i, row := range rows {
			for _, c := range s.inForce[saying(row.Draft.Title, row.Draft.Conclusion)] {
				if s.found[i] == "" && superseded[row.Ref] != ends {
					s.take(i, c)
				}
			}
		}
	}
	return s.found
}

func saying(title, conclusion string) string { return title + "\n" + conclusion }

// take notes that a chunk says what a row says, if it does, and the same of all that they supersede.
func (s *importSame) take(i int, c *memory.Chunk) {
	if s.rows[i].Draft.RequestID != "" || s.found[i] != "" {
		return
	}
	if pairs, ok := s.match(i, c, nil); ok {
		for j, id := range pairs {
			if s.rows[j].Draft.RequestID == "" && s.found[j] == "" {
				s.found[j] = id
			}
		}
	}
}

// match compares a row with a chunk, and what they supersede. It adds to the pairs: the id of the chunk for each row.
func (s *importSame) match(i int, c *memory.Chunk, pairs map[int]memory.ID) (map[int]memory.ID, bool) {
	d := s.rows[i].Draft
	again := memory.Chunk{Title: d.Title, HitWords: d.HitWords, Conclusion: d.Conclusion, Source: d.Source, Node: d.Node, Supersedes: c.Supersedes}
	if again.Node == "" {
		again.Node = c.Node
	}
	if s.visiting[i] || len(c.Differences(&again)) > 0 {
		return nil, false
	}
	s.visiting[i] = true
	defer delete(s.visiting, i)
	all := map[int]memory.ID{i: c.ID}
	for j, id := range pairs {
		all[j] = id
	}
	var left []memory.ID // a link that leads nowhere is in no export
	for _, old := range c.Supersedes {
		if s.chunks[old] != nil && !slices.Contains(left, old) {
			left = append(left, old)
		}
	}
	for _, target := range slices.Compact(slices.Sorted(slices.Values(d.Supersedes))) {
		var ok bool
		if left, all, ok = s.matchTarget(target, left, all); !ok {
			return nil, false
		}
	}
	return all, len(left) == 0
}

// matchTarget finds among the chunks that are left the one that a row supersedes, and takes it out.
func (s *importSame) matchTarget(target string, left []memory.ID, pairs map[int]memory.ID) ([]memory.ID, map[int]memory.ID, bool) {
	without := func(id memory.ID) []memory.ID {
		return slices.DeleteFunc(slices.Clone(left), func(other memory.ID) bool { return other == id })
	}
	j, isRow := s.byRef[target]
	if !isRow {
		id, err := memory.Resolve(target, left)
		return without(id), pairs, err == nil
	}
	candidates := left
	if slices.Contains(left, memory.ID(target)) {
		candidates = append([]memory.ID{memory.ID(target)}, left...)
	}
	for _, id := range candidates {
		if more, ok := s.match(j, s.chunks[id], pairs); ok {
			return without(id), more, true
		}
	}
	return left, pairs, false
}

// freshRows are the rows that were not found, with the ids of the found ones for their names.
func freshRows(rows []store.Row, found []memory.ID) []store.Row {
	ids := map[string]string{}
	for i, row := range rows {
		if found[i] != "" {
			ids[row.Ref] = string(found[i])
		}
	}
	var fresh []store.Row
	for i, row := range rows {
		if found[i] != "" {
			continue
		}
		row.Draft.Supersedes = slices.Clone(row.Draft.Supersedes)
		for k, target := range row.Draft.Supersedes {
			if id := ids[target]; id != "" {
				row.Draft.Supersedes[k] = id
			}
		}
		fresh = append(fresh, row)
	}
	return fresh
}

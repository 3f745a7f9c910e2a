package main

import (
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// lineage is which chunk supersedes which, as log draws it.
type lineage struct {
	olds map[memory.ID][]memory.ID // chunk -> what it supersedes, of what is there
	news map[memory.ID][]memory.ID // chunk -> what supersedes it
}

func newLineage(rows []logRow) lineage {
	l := lineage{olds: map[memory.ID][]memory.ID{}, news: map[memory.ID][]memory.ID{}}
	there := map[memory.ID]bool{}
	for _, row := range rows {
		there[row.ID] = true
	}
	for _, row := range rows {
		for _, edge := range row.Supersedes {
			if there[edge.ID] && edge.ID != row.ID && !slices.Contains(l.olds[row.ID], edge.ID) {
				l.olds[row.ID] = append(l.olds[row.ID], edge.ID)
				l.news[edge.ID] = append(l.news[edge.ID], row.ID)
			}
		}
	}
	return l
}

// family gives every chunk that is tied to id by links, id first.
func (l lineage) family(id memory.ID) []memory.ID {
	seen := map[memory.ID]bool{id: true}
	all := []memory.ID{id}
	for i := 0; i < len(all); i++ {
		for _, next := range append(slices.Clone(l.news[all[i]]), l.olds[all[i]]...) {
			if !seen[next] {
				seen[next] = true
				all = append(all, next)
			}
		}
	}
	return all
}

// order sorts a family so that what supersedes stands above what it supersedes, newest number first where links leave the
// choice. Links that run in a circle, which verify reports, are cut where they must be.
func (l lineage) order(family []memory.ID) []memory.ID {
	waiting := map[memory.ID]int{}
	for _, id := range family {
		waiting[id] = len(l.news[id])
	}
	left := slices.Clone(family)
	slices.SortFunc(left, func(a, b memory.ID) int { return memory.CompareIDs(b, a) })
	var out []memory.ID
	for len(left) > 0 {
		i := max(0, slices.IndexFunc(left, func(id memory.ID) bool { return waiting[id] <= 0 }))
		id := left[i]
		left = slices.Delete(left, i, i+1)
		out = append(out, id)
		for _, old := range l.olds[id] {
			waiting[old]--
		}
	}
	return out
}

// rails draws the lines beside a family, as git log --graph does beside commits. A lane is a link on its way down to the
// chunk it names:
//
//   - chunk_0005           chunk_0005 supersedes two
//     |\
//     | * chunk_0004
//   - | chunk_0003         3 and 4 supersede 2: a fork that 5 ended
//     |/
//   - chunk_0002
type rails struct {
	lanes []memory.ID
}

// drawn is what stands beside one chunk.
type drawn struct {
	before []string // lines above it, in which lanes meet
	star   string   // its own line
	below  string   // what goes before the other lines of its text
	after  []string // lines below it, in which lanes part
}

// step draws the next chunk, which supersedes olds.
func (r *rails) step(id memory.ID, olds []memory.ID) drawn {
	var d drawn
	at := slices.Index(r.lanes, id)
	if at < 0 {
		at = len(r.lanes)
		r.lanes = append(r.lanes, id)
	}
	for {
		other := lastIndex(r.lanes, id)
		if other == at {
			break
		}
		d.before = append(d.before, r.meet(lastIndex(r.lanes[:other], id), other))
		r.lanes = slices.Delete(r.lanes, other, other+1)
	}
	d.star = r.row(at, '*')
	var next []memory.ID
	for _, old := range olds {
		if !slices.Contains(next, old) {
			next = append(next, old)
		}
	}
	switch len(next) {
	case 0:
		d.below = r.row(at, ' ')
		if at < len(r.lanes)-1 {
			d.after = append(d.after, r.close(at))
		}
		r.lanes = slices.Delete(r.lanes, at, at+1)
	default:
		d.below = r.row(at, '|')
		r.lanes[at] = next[0]
		for _, old := range next[1:] {
			d.after = append(d.after, r.part(at))
			r.lanes = slices.Insert(r.lanes, at+1, old)
		}
		// The lane beside is the last link; the order of links is kept from left to right.
		slices.Reverse(r.lanes[at+1 : at+len(next)])
	}
	return d
}

func lastIndex(lanes []memory.ID, id memory.ID) int {
	for i := len(lanes) - 1; i >= 0; i-- {
		if lanes[i] == id {
			return i
		}
	}
	return -1
}

// row is all lanes, with a sign of its own for one.
func (r *rails) row(at int, sign byte) string {
	line := []byte(strings.Repeat("| ", len(r.lanes)))
	line[2*at] = sign
	return string(line)
}

// meet is the line in which lane from goes over to lane to, and those beyond come one nearer.
func (r *rails) meet(to, from int) string {
	line := []byte(strings.Repeat("| ", from) + strings.Repeat(" ", 2*(len(r.lanes)-from)))
	line[2*from-1] = '/'
	for i := to + 1; i < from; i++ {
		line[2*i-1] = '_'
	}
	for i := from + 1; i < len(r.lanes); i++ {
		line[2*i-1] = '/'
	}
	return strings.TrimRight(string(line), " ")
}

// part is the line in which a lane begins beside lane at, and those beyond go one farther.
func (r *rails) part(at int) string {
	return strings.TrimRight(strings.Repeat("| ", at)+"|\\"+strings.Repeat(" \\", len(r.lanes)-at-1), " ")
}

// close is the line in which lane at ends, and those beyond come one nearer.
func (r *rails) close(at int) string {
	return strings.Repeat("| ", at) + strings.Repeat(" /", len(r.lanes)-at-1)
}

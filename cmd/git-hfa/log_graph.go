package main

import (
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
)

// lineage is which chunk supersedes which, by the numbers of their documents. Of two files with one id the first stands for
// both. A chunk does not supersede itself.
type lineage struct {
	olds [][]int // chunk -> what it supersedes, of what is there
	news [][]int // chunk -> what supersedes it, newest first
	// missing counts, by the id of what is not there, the chunks that supersede it.
	missing map[memory.ID]int
}

// newLineage reads the links of all documents, which are in the order of their ids.
func newLineage(docs []index.Outline) lineage {
	l := lineage{olds: make([][]int, len(docs)), news: make([][]int, len(docs)), missing: map[memory.ID]int{}}
	for i := range slices.Backward(docs) {
		for _, id := range docs[i].Supersedes {
			newer, older := firstTwin(docs, i), firstDoc(docs, id)
			switch {
			case older < 0:
				l.missing[id]++
			case older != newer && !slices.Contains(l.olds[newer], older):
				l.olds[newer] = append(l.olds[newer], older)
				l.news[older] = append(l.news[older], newer)
			}
		}
	}
	return l
}

// firstDoc finds the first document of an id, -1 when there is none. As a rule its number tells where it is.
func firstDoc(docs []index.Outline, id memory.ID) int {
	i := id.Number() - 1
	if i < 0 || i >= len(docs) || docs[i].ID != id {
		var ok bool
		i, ok = slices.BinarySearchFunc(docs, id, func(d index.Outline, id memory.ID) int { return memory.CompareIDs(d.ID, id) })
		if !ok {
			return -1
		}
	}
	return firstTwin(docs, i)
}

// firstTwin is document i, or the first of several files with its id.
func firstTwin(docs []index.Outline, i int) int {
	for i > 0 && docs[i-1].ID == docs[i].ID {
		i--
	}
	return i
}

// family gives every chunk that is tied to one by links, that one first. It marks them in seen, which has a place for each
// document.
func (l lineage) family(chunk int, seen []bool) []int {
	all := []int{chunk}
	seen[chunk] = true
	for i := 0; i < len(all); i++ {
		for _, tied := range [2][]int{l.news[all[i]], l.olds[all[i]]} {
			for _, next := range tied {
				if !seen[next] {
					seen[next] = true
					all = append(all, next)
				}
			}
		}
	}
	return all
}

// order sorts a family so that what supersedes stands above what it supersedes, newest number first where links leave the
// choice. Links that run in a circle, which verify reports, are cut where they must be.
func (l lineage) order(family []int) []int {
	newestFirst := func(a, b int) int { return b - a }
	left := slices.Clone(family)
	slices.SortFunc(left, newestFirst)
	const placed = -1
	waiting := make([]int, len(left)) // for how many that supersede it
	for i, chunk := range left {
		waiting[i] = len(l.news[chunk])
	}
	out := make([]int, 0, len(left))
	for first := 0; len(out) < len(left); {
		if waiting[first] == placed {
			first++
			continue
		}
		i := first + max(0, slices.Index(waiting[first:], 0))
		waiting[i] = placed
		out = append(out, left[i])
		for _, old := range l.olds[left[i]] {
			if k, _ := slices.BinarySearchFunc(left, old, newestFirst); waiting[k] > 0 {
				waiting[k]--
			}
		}
	}
	return out
}

// rails draws the lines beside a family, as git log --graph does beside commits. A lane is a link on its way down to the
// chunk it names:
//
//	  lanes
//	* chunk_0005           chunk_0005 supersedes two
//	|\
//	| * chunk_0004
//	* | chunk_0003         3 and 4 supersede 2: a fork that 5 ended
//	|/
//	* chunk_0002
type rails struct {
	lanes []int
}

// drawn is what stands beside one chunk.
type drawn struct {
	before []string // lines above it, in which lanes meet
	star   string   // its own line
	below  string   // what goes before the other lines of its text
	after  []string // lines below it, in which lanes part
}

// step draws the next chunk, which supersedes olds.
func (r *rails) step(chunk int, olds []int) drawn {
	var d drawn
	at := slices.Index(r.lanes, chunk)
	if at < 0 {
		at = len(r.lanes)
		r.lanes = append(r.lanes, chunk)
	}
	for {
		other := lastIndex(r.lanes, chunk)
		if other == at {
			break
		}
		d.before = append(d.before, r.meet(lastIndex(r.lanes[:other], chunk), other))
		r.lanes = slices.Delete(r.lanes, other, other+1)
	}
	d.star = r.row(at, '*')
	var next []int
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

func lastIndex(lanes []int, chunk int) int {
	for i := len(lanes) - 1; i >= 0; i-- {
		if lanes[i] == chunk {
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

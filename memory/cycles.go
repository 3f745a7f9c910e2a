package memory

import "slices"

// Cycles gives each set of chunks that supersede each other in a ring, which
// only an edit by hand can make: a tag fixes what it links to. The ids of a set
// are sorted; a chunk that names itself is a set of one.
func (l *Lineage) Cycles() [][]ID {
	var cycles [][]ID
	for i := range l.chunks {
		c := &l.chunks[i]
		if slices.Contains(c.Supersedes, c.ID) {
			cycles = append(cycles, []ID{c.ID})
		}
	}
	w := cycleWalk{l: l, order: map[ID]int{}, low: map[ID]int{}, open: map[ID]bool{}}
	for i := range l.chunks {
		if id := l.chunks[i].ID; w.order[id] == 0 {
			w.walk(id)
		}
	}
	cycles = append(cycles, w.cycles...)
	slices.SortFunc(cycles, func(a, b []ID) int { return CompareIDs(a[0], b[0]) })
	return cycles
}

// cycleWalk finds strongly connected components: R. Tarjan, "Depth-first
// search and linear graph algorithms", SIAM J. Comput. 1 (1972). The stack of
// calls is a slice, since a chain may be as long as the memory.
type cycleWalk struct {
	l      *Lineage
	order  map[ID]int // when a chunk was first seen, from 1
	low    map[ID]int // the earliest chunk still open that it reaches
	open   map[ID]bool
	stack  []ID
	cycles [][]ID
}

type cycleFrame struct {
	id   ID
	next int // index of the next successor to visit
}

func (w *cycleWalk) enter(id ID) cycleFrame {
	w.order[id] = len(w.order) + 1
	w.low[id] = w.order[id]
	w.open[id] = true
	w.stack = append(w.stack, id)
	return cycleFrame{id: id}
}

func (w *cycleWalk) walk(root ID) {
	frames := []cycleFrame{w.enter(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		successors := w.l.successors[f.id]
		if f.next < len(successors) {
			s := successors[f.next]
			f.next++
			if w.order[s] == 0 {
				frames = append(frames, w.enter(s))
			} else if w.open[s] {
				w.low[f.id] = min(w.low[f.id], w.order[s])
			}
			continue
		}
		w.leave(f.id)
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			parent := frames[len(frames)-1].id
			w.low[parent] = min(w.low[parent], w.low[f.id])
		}
	}
}

// leave closes the component of which id was seen first.
func (w *cycleWalk) leave(id ID) {
	if w.low[id] != w.order[id] {
		return
	}
	at := len(w.stack) - 1
	for w.stack[at] != id {
		at--
	}
	component := slices.Clone(w.stack[at:])
	w.stack = w.stack[:at]
	for _, member := range component {
		w.open[member] = false
	}
	if len(component) > 1 {
		slices.SortFunc(component, CompareIDs)
		w.cycles = append(w.cycles, component)
	}
}

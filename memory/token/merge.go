package token

// scanLimit is the length in bytes up to which a piece is merged by scanning an array. Longer pieces would cost quadratic
// time and go through a heap. Measured: the two ways cost the same between 100 and 200 bytes.
const scanLimit = 128

// countPiece returns the number of tokens of one piece of the pre-tokenizer. The piece must not be empty.
func countPiece(piece string) int {
	switch {
	case len(piece) == 1:
		return 1
	case len(piece) <= scanLimit:
		return countByScan(piece)
	default:
		return countByHeap(piece)
	}
}

// countByScan merges the pair of lowest rank, the leftmost of equals, until no pair merges. It needs no heap memory.
func countByScan(piece string) int {
	var ids, merges [scanLimit]uint32 // merges[i]: what ids[i] and ids[i+1] make
	n := len(piece)
	ids[0] = byteID(piece[0])
	for i := 1; i < n; i++ {
		ids[i] = byteID(piece[i])
		merges[i-1] = mergeOf(ids[i-1], ids[i])
	}
	for n > 1 {
		at, best := 0, uint32(noToken)
		for i, m := range merges[:n-1] {
			if m < best {
				at, best = i, m
			}
		}
		if best == noToken {
			break
		}
		ids[at] = best
		copy(ids[at+1:n-1], ids[at+2:n])
		if at+2 < n {
			copy(merges[at:n-2], merges[at+1:n-1])
			merges[at] = mergeOf(best, ids[at+1])
		}
		if at > 0 {
			merges[at-1] = mergeOf(ids[at-1], best)
		}
		n--
	}
	return n
}

// countByHeap does what countByScan does in n log n time.
func countByHeap(piece string) int {
	l := newPartList(piece)
	tokens := len(piece)
	for {
		at, ok := l.pop()
		if !ok {
			return tokens
		}
		l.merge(at)
		tokens--
	}
}

// part is a token of a long piece, in a list linked by index. A part that was merged into its left neighbour has merge noToken.
type part struct {
	id         uint32
	merge      uint32 // what this part and the next make, or noToken
	prev, next int32  // -1 at either end
}

// partList is a long piece while it is merged.
type partList struct {
	parts []part // by the offset of their first byte
	heap  []uint64
}

// A heap key orders by rank, then by position. A position needs 31 bits: see maxPiece.
const positionBits = 31

func newPartList(piece string) *partList {
	l := &partList{parts: make([]part, len(piece)), heap: make([]uint64, 0, len(piece))}
	for i := range l.parts {
		l.parts[i] = part{id: byteID(piece[i]), merge: noToken, prev: int32(i) - 1, next: int32(i) + 1}
	}
	l.parts[len(piece)-1].next = -1
	for i := range len(piece) - 1 {
		if m := mergeOf(l.parts[i].id, l.parts[i+1].id); m != noToken {
			l.parts[i].merge = m
			l.heap = append(l.heap, uint64(m)<<positionBits|uint64(i))
		}
	}
	for i := len(l.heap)/2 - 1; i >= 0; i-- {
		l.down(i)
	}
	return l
}

// merge joins the part at offset at with its right neighbour.
func (l *partList) merge(at int32) {
	p := &l.parts[at]
	gone := &l.parts[p.next]
	p.id = p.merge
	p.next = gone.next
	gone.merge = noToken
	if p.next >= 0 {
		l.parts[p.next].prev = at
	}
	l.renew(at)
	if p.prev >= 0 {
		l.renew(p.prev)
	}
}

// renew looks up what the part at offset at and its right neighbour make, and queues it.
func (l *partList) renew(at int32) {
	p := &l.parts[at]
	p.merge = noToken
	if p.next < 0 {
		return
	}
	p.merge = mergeOf(p.id, l.parts[p.next].id)
	if p.merge != noToken {
		l.push(uint64(p.merge)<<positionBits | uint64(at))
	}
}

// pop returns the offset of the next part to merge with its right neighbour. Keys that no longer hold are dropped: a part
// whose pair changed has another merge by then, since one position never queues the same merge for two different pairs
// that are both alive.
func (l *partList) pop() (at int32, ok bool) {
	for len(l.heap) > 0 {
		key := l.heap[0]
		last := len(l.heap) - 1
		l.heap[0] = l.heap[last]
		l.heap = l.heap[:last]
		l.down(0)
		at := int32(key & (1<<positionBits - 1))
		if l.parts[at].merge == uint32(key>>positionBits) {
			return at, true
		}
	}
	return 0, false
}

func (l *partList) push(key uint64) {
	l.heap = append(l.heap, key)
	i := len(l.heap) - 1
	for i > 0 && l.heap[(i-1)/2] > key {
		l.heap[i] = l.heap[(i-1)/2]
		i = (i - 1) / 2
	}
	l.heap[i] = key
}

func (l *partList) down(i int) {
	n := len(l.heap)
	if i >= n {
		return
	}
	key := l.heap[i]
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && l.heap[child+1] < l.heap[child] {
			child++
		}
		if l.heap[child] >= key {
			break
		}
		l.heap[i] = l.heap[child]
		i = child
	}
	l.heap[i] = key
}

package token

import "slices"

// scanLimit is the length in bytes up to which a piece is merged by scanning an array. Longer pieces would cost quadratic
// time and go through a heap. Measured: both ways cost the same at 60 to 90 bytes, for letters as for Chinese.
const scanLimit = 64

// merger counts the tokens of pieces. It keeps the memory that long pieces need from one to the next.
type merger struct {
	parts []part   // by the offset of their first byte
	heap  []uint64 // keys: the rank above positionBits, the offset of the left part below
}

// part is a token of a long piece, in a list linked by offset. One that went into its left neighbour keeps merge at noToken.
type part struct {
	id, merge  uint32 // merge is what this part and the next make, or noToken
	prev, next int    // -1 at either end
}

// positionBits is what a key leaves for the offset: an id takes the other 18 bits.
const positionBits = 46

// count returns the number of tokens of one piece of the pre-tokenizer, which is not empty.
func (m *merger) count(piece string) int {
	switch {
	case len(piece) == 1:
		return 1
	case len(piece) <= scanLimit:
		return countByScan(piece)
	default:
		return m.countByHeap(piece)
	}
}

// countByScan merges the pair of lowest rank, the leftmost of equals, until no pair merges. It needs no heap memory.
func countByScan(piece string) int {
	var ids, merges [scanLimit]uint32 // merges[i] is what ids[i] and ids[i+1] make
	n := len(piece)
	ids[0] = byteID(piece[0])
	for i := 1; i < n; i++ {
		ids[i] = byteID(piece[i])
		merges[i-1] = mergeOf(ids[i-1], ids[i])
	}
	for n > 1 {
		at, best := 0, uint32(noToken)
		for i, id := range merges[:n-1] {
			if id < best {
				at, best = i, id
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

// countByHeap does what countByScan does, for a piece of any length of two bytes or more, in n log n time.
func (m *merger) countByHeap(piece string) int {
	m.load(piece)
	tokens := len(piece)
	for {
		at, ok := m.pop()
		if !ok {
			return tokens
		}
		m.join(at)
		tokens--
	}
}

// load makes every byte of piece a part and queues the pairs that merge.
func (m *merger) load(piece string) {
	m.parts = slices.Grow(m.parts[:0], len(piece))
	m.heap = slices.Grow(m.heap[:0], len(piece))
	for i := range len(piece) {
		m.parts = append(m.parts, part{id: byteID(piece[i]), merge: noToken, prev: i - 1, next: i + 1})
	}
	last := len(piece) - 1
	m.parts[last].next = -1
	for i := range last {
		if id := mergeOf(m.parts[i].id, m.parts[i+1].id); id != noToken {
			m.parts[i].merge = id
			m.heap = append(m.heap, key(id, i))
		}
	}
	for i := len(m.heap)/2 - 1; i >= 0; i-- {
		m.down(i)
	}
}

// join merges the part at offset at with its right neighbour.
func (m *merger) join(at int) {
	left := &m.parts[at]
	right := &m.parts[left.next]
	left.id, left.next = left.merge, right.next
	right.merge = noToken
	if left.next >= 0 {
		m.parts[left.next].prev = at
	}
	m.renew(at)
	if left.prev >= 0 {
		m.renew(left.prev)
	}
}

// renew looks up what the part at offset at and its right neighbour make, and queues it.
func (m *merger) renew(at int) {
	left := &m.parts[at]
	left.merge = noToken
	if left.next < 0 {
		return
	}
	left.merge = mergeOf(left.id, m.parts[left.next].id)
	if left.merge != noToken {
		m.push(key(left.merge, at))
	}
}

// pop returns the offset of the next part to join with its right neighbour; ok is false if there is none.
//
// Keys that no longer hold are dropped. They show: a token is made by one pair alone, so a part with another pair has another
// merge.
func (m *merger) pop() (at int, ok bool) {
	for len(m.heap) > 0 {
		top, last := m.heap[0], len(m.heap)-1
		m.heap[0] = m.heap[last]
		m.heap = m.heap[:last]
		if last > 0 {
			m.down(0)
		}
		at := int(top & (1<<positionBits - 1))
		if m.parts[at].merge == uint32(top>>positionBits) {
			return at, true
		}
	}
	return 0, false
}

// key orders by rank, then from left to right.
func key(id uint32, at int) uint64 { return uint64(id)<<positionBits | uint64(at) }

func (m *merger) push(key uint64) {
	m.heap = append(m.heap, key)
	i := len(m.heap) - 1
	for i > 0 && m.heap[(i-1)/2] > key {
		m.heap[i] = m.heap[(i-1)/2]
		i = (i - 1) / 2
	}
	m.heap[i] = key
}

// down lets the key at i sink to its place.
func (m *merger) down(i int) {
	key := m.heap[i]
	for {
		child := 2*i + 1
		if child >= len(m.heap) {
			break
		}
		if child+1 < len(m.heap) && m.heap[child+1] < m.heap[child] {
			child++
		}
		if m.heap[child] >= key {
			break
		}
		m.heap[i] = m.heap[child]
		i = child
	}
	m.heap[i] = key
}

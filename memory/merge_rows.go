package memory

import (
	"slices"
	"strconv"
	"strings"
)

// rows merges every row and brings the rows into order.
func (m *directoryMerge) rows() {
	m.result = map[NodeID]rowVersion{}
	ids := slices.Concat(m.base.order, m.ours.order, m.theirs.order)
	slices.SortFunc(ids, compareNodeIDs)
	ids = slices.Compact(ids)
	for _, id := range ids {
		if r, ok := m.row(id); ok {
			m.result[id] = r
		}
	}
	m.ordered = m.order(ids)
}

// row merges the row of one node; ok is false when it is gone.
func (m *directoryMerge) row(id NodeID) (merged rowVersion, ok bool) {
	b, inBase := m.base.rows[id]
	o, inOurs := m.ours.rows[id]
	t, inTheirs := m.theirs.rows[id]
	kept, keeper := o, Ours
	if !inOurs {
		kept, keeper = t, Theirs
	}
	switch {
	case inOurs && inTheirs:
		return m.both(id, b, o, t, inBase), true
	case !inBase:
		return kept, true
	case !inOurs && !inTheirs, sameCells(b, kept):
		return rowVersion{}, false // removed, and left alone by the other
	case m.take == NoSide:
		m.conflict(ConflictRow, id, "", o.line, t.line)
	}
	return kept, m.take == keeper
}

func (m *directoryMerge) conflict(code string, id NodeID, field, ours, theirs string) {
	m.conflicts = append(m.conflicts, MergeConflict{Code: code, Node: id, Field: field, Ours: ours, Theirs: theirs})
}

// sameCells tells whether two rows say the same, whatever their layout.
func sameCells(a, b rowVersion) bool {
	return a.table == b.table && slices.Equal(cellTexts(a.line), cellTexts(b.line))
}

// both merges a row that both versions have: the whole line when one of them
// left it alone, else cell by cell.
func (m *directoryMerge) both(id NodeID, b, o, t rowVersion, inBase bool) rowVersion {
	place := func(r rowVersion) string { return strconv.Itoa(r.table) + "|" + r.line }
	if merged, ok := mergeValue(place(b), place(o), place(t), inBase); ok {
		if merged == place(o) {
			return o
		}
		return t
	}
	if o.table != t.table || inBase && b.table != o.table {
		switch m.take {
		case Ours:
			return o
		case Theirs:
			return t
		}
		m.conflict(ConflictRow, id, "", o.line, t.line)
		return o
	}
	table := m.ours.tables[o.table]
	ours, theirs := cellTexts(o.line), cellTexts(t.line)
	base := make([]string, table.width)
	if inBase {
		base = cellTexts(b.line)
	}
	cells := make([]string, table.width)
	for i := range cells {
		c := cellMerge{id: id, column: slices.Index(table.columns[:], i), index: i, hasBase: inBase}
		cells[i] = m.cell(c, base[i], ours[i], theirs[i])
	}
	merged := rowVersion{line: writeRow(cells), table: o.table}
	var err error
	if merged.node, err = table.readRow(merged.line, 0); err != nil {
		m.conflict(ConflictRow, id, "", o.line, t.line)
	}
	return merged
}

// cellMerge says which cell is merged. column is one of the column constants,
// -1 for a column of one's own.
type cellMerge struct {
	id            NodeID
	column, index int
	hasBase       bool
}

// cell merges one cell. Cells that mean the same in another layout are equal.
func (m *directoryMerge) cell(c cellMerge, base, ours, theirs string) string {
	if merged, ok := mergeValue(base, ours, theirs, c.hasBase); ok {
		return merged
	}
	b, o, t := c.meaning(base), c.meaning(ours), c.meaning(theirs)
	switch {
	case o == t:
		return c.text(o)
	case c.hasBase && o == b:
		return theirs
	case c.hasBase && t == b:
		return ours
	case c.column == columnState && (o == string(Tombstoned) || t == string(Tombstoned)):
		return string(Tombstoned)
	case c.column == columnState && !c.hasBase && o == string(c.firstState()):
		return theirs
	case c.column == columnState && !c.hasBase && t == string(c.firstState()):
		return ours
	case c.column == columnHitWords:
		if !c.hasBase {
			base = ""
		}
		return encodeWords(mergeSet(decodeWords(base), decodeWords(ours), decodeWords(theirs)))
	case m.take == Ours:
		return ours
	case m.take == Theirs:
		return theirs
	}
	m.conflict(ConflictCell, c.id, c.field(), o, t)
	return ours
}

// firstState is the state in which a node is added: what differs from it was
// changed since.
func (c cellMerge) firstState() State {
	if c.id.Kind() == MainLine {
		return Paused
	}
	return Active
}

// meaning is what a cell says, whatever its layout.
func (c cellMerge) meaning(cell string) string {
	switch c.column {
	case columnID:
		return unmark(cell)
	case columnState:
		return string(readState(unmark(cell)))
	case columnPath:
		return unlink(decodeCell(cell))
	case columnHitWords:
		return encodeWords(decodeWords(cell))
	}
	return decodeCell(cell)
}

// text writes a meaning into a cell.
func (c cellMerge) text(meaning string) string {
	switch c.column {
	case columnID, columnState, columnHitWords:
		return meaning
	}
	return encodeCell(meaning, false)
}

func (c cellMerge) field() string {
	switch c.column {
	case columnPath:
		return "path"
	case columnState:
		return "status"
	case columnNote:
		return "note"
	}
	return "column " + strconv.Itoa(c.index+1)
}

// cellTexts gives the cells of a row as they are written, without the space
// around them.
func cellTexts(line string) []string {
	spans := splitCells(line)
	cells := make([]string, len(spans))
	for i, span := range spans {
		cells[i] = strings.Trim(line[span[0]:span[1]], " \t")
	}
	return cells
}

func writeRow(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }

// order gives the order of the rows: the given one, with each row that is not in it where it sorts.
func (m *directoryMerge) order(ids []NodeID) []NodeID {
	order := slices.Clone(m.givenOrder())
	order = slices.DeleteFunc(order, func(id NodeID) bool { _, ok := m.result[id]; return !ok })
	for _, id := range ids {
		if _, ok := m.result[id]; !ok || slices.Contains(order, id) {
			continue
		}
		behind := func(other NodeID) bool {
			return m.result[other].table == m.result[id].table && compareNodeIDs(other, id) > 0
		}
		at := slices.IndexFunc(order, behind)
		if at < 0 {
			at = len(order)
		}
		order = slices.Insert(order, at, id)
	}
	return order
}

// givenOrder is the order that people gave the rows. A move wins over no move, whatever rows the other side added or removed.
// Of two moves the one nearer to the order of ids wins, so that several branches give one result in whatever order they are
// merged; the old order would let the branch merged last win.
func (m *directoryMerge) givenOrder() []NodeID {
	if slices.Equal(m.ours.order, m.theirs.order) {
		return m.ours.order
	}
	if !m.hasBase {
		return nil
	}
	base, ours, theirs := m.shared(m.base.order), m.shared(m.ours.order), m.shared(m.theirs.order)
	oursMoved, theirsMoved := !slices.Equal(ours, base), !slices.Equal(theirs, base)
	oursAdded, theirsAdded := m.adds(m.ours), m.adds(m.theirs)
	switch {
	case oursMoved && theirsMoved:
		if slices.CompareFunc(theirs, ours, compareNodeIDs) < 0 {
			return theirs
		}
		return ours
	case oursMoved, !theirsMoved && oursAdded && !theirsAdded:
		return m.ours.order
	case theirsMoved, theirsAdded && !oursAdded:
		return m.theirs.order
	}
	return m.base.order
}

// shared leaves of an order the rows that all three versions have: only of these can be said that they were moved.
func (m *directoryMerge) shared(order []NodeID) []NodeID {
	return slices.DeleteFunc(slices.Clone(order), func(id NodeID) bool {
		_, inBase := m.base.rows[id]
		_, inOurs := m.ours.rows[id]
		_, inTheirs := m.theirs.rows[id]
		return !inBase || !inOurs || !inTheirs
	})
}

// adds reports whether a version has a row that the base has not.
func (m *directoryMerge) adds(v version) bool {
	return slices.ContainsFunc(v.order, func(id NodeID) bool { _, ok := m.base.rows[id]; return !ok })
}

package memory

import (
	"slices"
	"strings"
)

// MergeDirectory merges two versions of directory.md that come from base, by
// node and by cell: a change wins over no change; of two changes of a state
// TOMBSTONED wins, since a state only grows; hit words are a set. All else that
// was changed in two ways is a conflict, so is a main line that both versions
// switched. Text around the tables is merged only when it is equal or one version
// left it alone. base may be empty or unreadable, as the base of a criss-cross
// merge can be: then nothing counts as removed, and cells must be equal.
//
// The result is the same when ours and theirs change places, and it is the
// other version's bytes when one version is the base. With conflicts, merged is
// nil.
func MergeDirectory(base, ours, theirs []byte) (merged []byte, conflicts []MergeConflict) {
	return SettleDirectory(base, ours, theirs, NoSide)
}

// SettleDirectory is MergeDirectory in which one side settles what is in
// conflict; the rest is merged. What it cannot settle stays a conflict: a version
// that cannot be read, columns that changed, and a main line that the other side
// has tombstoned.
func SettleDirectory(base, ours, theirs []byte, take Side) (merged []byte, conflicts []MergeConflict) {
	if merged, done := mergeWhole(base, ours, theirs); done {
		return merged, nil
	}
	m := directoryMerge{take: take}
	var errOurs, errTheirs error
	m.ours, errOurs = readVersion(ours)
	m.theirs, errTheirs = readVersion(theirs)
	if conflicts := unreadable(errOurs, errTheirs); conflicts != nil {
		return nil, conflicts
	}
	if b, err := readVersion(base); err == nil { // what cannot be read proves nothing, as if there were none
		m.base, m.hasBase = b, true
	}
	if !m.tables() {
		return nil, m.conflicts
	}
	m.text()
	m.rows()
	m.mainLine()
	if len(m.conflicts) > 0 {
		return nil, m.conflicts
	}
	merged = m.encode()
	if !m.holds(merged) {
		// A text that one version changed hides rows: an unclosed comment, say.
		return nil, []MergeConflict{{Code: ConflictText}}
	}
	return merged, nil
}

// version is one directory.md taken apart:
//
//	text[0]    all lines down to the |---| row of the first table
//	rows       of the first table
//	text[1]    all lines down to the |---| row of the second table, or to the end
//
// Line ends and the byte-order mark are kept apart, so that they merge on their
// own.
type version struct {
	bom, crlf bool
	text      []string
	tables    []nodeTable
	rows      map[NodeID]rowVersion
	order     []NodeID // as the rows stand in the file
}

type rowVersion struct {
	node  Node
	table int
	line  string // without its end
}

func readVersion(data []byte) (version, error) {
	v := version{rows: map[NodeID]rowVersion{}}
	text := string(data)
	text, v.bom = strings.CutPrefix(text, bom)
	first, _, _ := strings.Cut(text, "\n")
	v.crlf = strings.HasSuffix(first, "\r")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	d, err := ParseDirectory([]byte(text))
	if err != nil {
		return version{}, err
	}
	from := 0
	for _, t := range d.tables {
		delimiter := t.last
		for !isDelimiterRow(strings.TrimRight(d.lines[delimiter], "\n")) {
			delimiter--
		}
		v.text = append(v.text, strings.Join(d.lines[from:delimiter+1], ""))
		v.tables = append(v.tables, nodeTable{columns: t.columns, width: t.width})
		from = t.last + 1
	}
	v.text = append(v.text, strings.Join(d.lines[from:], ""))
	for _, r := range d.rows {
		line := strings.TrimRight(d.lines[r.line], "\n")
		v.rows[r.node.ID] = rowVersion{node: r.node, table: r.table, line: line}
		v.order = append(v.order, r.node.ID)
	}
	return v, nil
}

// directoryMerge is one merge at work.
type directoryMerge struct {
	base, ours, theirs version
	hasBase            bool
	take               Side
	conflicts          []MergeConflict

	merged  []string              // text
	result  map[NodeID]rowVersion // rows; line holds the merged row
	ordered []NodeID
}

// tables checks that rows mean the same in all versions.
func (m *directoryMerge) tables() bool {
	same := slices.Equal(m.ours.tables, m.theirs.tables)
	if m.hasBase {
		same = same && slices.Equal(m.ours.tables, m.base.tables)
	}
	if !same {
		a, b := firstDifference(strings.Join(m.ours.text, "\n"), strings.Join(m.theirs.text, "\n"))
		m.conflicts = append(m.conflicts, MergeConflict{Code: ConflictTable, Ours: a, Theirs: b})
	}
	return same
}

func (m *directoryMerge) text() {
	for i := range m.ours.text {
		base := ""
		if m.hasBase {
			base = m.base.text[i]
		}
		ours, theirs := m.ours.text[i], m.theirs.text[i]
		text, ok := mergeValue(base, ours, theirs, m.hasBase)
		switch {
		case ok:
		case m.take == Ours:
			text = ours
		case m.take == Theirs:
			text = theirs
		default:
			a, b := firstDifference(ours, theirs)
			m.conflicts = append(m.conflicts, MergeConflict{Code: ConflictText, Ours: a, Theirs: b})
		}
		m.merged = append(m.merged, text)
	}
}

// mainLine finds main lines that contradict each other only together. What one
// version has alone is its own fault, and verify tells of it.
func (m *directoryMerge) mainLine() {
	for _, c := range m.conflicts {
		if c.Node.Kind() == MainLine && (c.Code == ConflictRow || c.Field == "status") {
			return // its state is open, so nothing can be said about them together
		}
	}
	ours, theirs, merged := activeLines(m.ours.rows), activeLines(m.theirs.rows), activeLines(m.result)
	if len(merged) == 1 || slices.Equal(merged, ours) || slices.Equal(merged, theirs) {
		return
	}
	wanted := ours
	if m.take == Theirs {
		wanted = theirs
	}
	if m.take == NoSide || !m.focus(wanted) {
		m.conflicts = append(m.conflicts, MergeConflict{Code: ConflictMainLine, Field: "status", Ours: joinNodes(ours), Theirs: joinNodes(theirs)})
	}
}

// focus makes exactly the wanted main lines ACTIVE; false, and nothing done,
// when one of them is gone or was tombstoned by the other side.
func (m *directoryMerge) focus(wanted []NodeID) bool {
	for _, id := range wanted {
		if r, ok := m.result[id]; !ok || r.node.State == Tombstoned {
			return false
		}
	}
	for id, r := range m.result {
		state := r.node.State
		switch {
		case id.Kind() != MainLine:
		case slices.Contains(wanted, id):
			state = Active
		case state == Active:
			state = Paused
		}
		if state != r.node.State {
			m.result[id] = m.withState(r, state)
		}
	}
	return true
}

func (m *directoryMerge) withState(r rowVersion, state State) rowVersion {
	cells := cellTexts(r.line)
	cells[m.ours.tables[r.table].columns[columnState]] = string(state)
	r.line, r.node.State = writeRow(cells), state
	return r
}

// activeLines gives the main lines that are ACTIVE, by number.
func activeLines(rows map[NodeID]rowVersion) []NodeID {
	var active []NodeID
	for id, r := range rows {
		if id.Kind() == MainLine && r.node.State == Active {
			active = append(active, id)
		}
	}
	slices.SortFunc(active, compareNodeIDs)
	return active
}

func joinNodes(ids []NodeID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = string(id)
	}
	return strings.Join(names, " and ")
}

// encode puts text and rows together again.
func (m *directoryMerge) encode() []byte {
	var b strings.Builder
	for i, text := range m.merged {
		b.WriteString(text)
		for _, id := range m.ordered {
			if r := m.result[id]; r.table == i {
				b.WriteString(r.line + "\n")
			}
		}
	}
	text := b.String()
	// Only without a base can these be undecided: then the plain form.
	if mergeFlag(m.hasBase, m.base.crlf, m.ours.crlf, m.theirs.crlf) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if mergeFlag(m.hasBase, m.base.bom, m.ours.bom, m.theirs.bom) {
		text = bom + text
	}
	return []byte(text)
}

func mergeFlag(hasBase, base, ours, theirs bool) bool {
	merged, _ := mergeValue(base, ours, theirs, hasBase)
	return merged
}

// holds reads the result and looks for every row.
func (m *directoryMerge) holds(merged []byte) bool {
	d, err := ParseDirectory(merged)
	if err != nil || len(d.rows) != len(m.result) {
		return false
	}
	for id := range m.result {
		if d.row(id) == nil {
			return false
		}
	}
	return true
}

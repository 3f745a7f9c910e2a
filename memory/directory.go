package memory

import (
	"fmt"
	"slices"
	"strings"
)

// Directory is directory.md: a Markdown table of nodes between any other
// text. It keeps the text it was read from; an edit changes the bytes of one
// row alone.
type Directory struct {
	lines  []string // each with its line end; the first with its BOM
	tables []nodeTable
	rows   []nodeRow // in file order
}

// nodeTable is one table whose headings name nodes. Most directories have
// one; a person may keep one for each kind.
type nodeTable struct {
	columns [numColumns]int // index of the cell, -1 when there is none
	width   int             // cells in a row
	last    int             // line of the last row, or of the |---| row
}

type nodeRow struct {
	node  Node
	line  int // index into lines
	table int
}

// The columns of a table of nodes.
const (
	columnID = iota
	columnPath
	columnState
	columnHitWords
	columnNote
	numColumns
)

// NewDirectory gives a directory without nodes. lang "zh" asks for Chinese
// text, anything else for English.
func NewDirectory(lang string) *Directory {
	text := `# Directory

One node a row: main lines M1, M2 …, side branches S1 …, profile P1 …
Status is ACTIVE, PAUSED or TOMBSTONED; exactly one main line is ACTIVE.

| ID | Path | Status | Hit words | Note |
|---|---|---|---|---|
`
	if lang == "zh" {
		text = `# 目录

每行一个节点：主线 M1、M2 …，支线 S1 …，画像 P1 …
状态为 ACTIVE（进行中）、PAUSED（暂停）或 TOMBSTONED（归档）；只能有一条 ACTIVE 主线。

| 编号 | 路径 | 状态 | 命中词 | 备注 |
|---|---|---|---|---|
`
	}
	d := &Directory{lines: slices.Collect(strings.Lines(text))}
	d.tables = []nodeTable{{columns: [numColumns]int{0, 1, 2, 3, 4}, width: numColumns, last: len(d.lines) - 1}}
	return d
}

// Nodes gives every node: main lines, side branches, profiles, each by
// number.
func (d *Directory) Nodes() []Node {
	nodes := make([]Node, len(d.rows))
	for i, r := range d.rows {
		nodes[i] = r.node.clone()
	}
	slices.SortFunc(nodes, func(a, b Node) int { return compareNodeIDs(a.ID, b.ID) })
	return nodes
}

// Node gives the node of that id.
func (d *Directory) Node(id NodeID) (Node, bool) {
	if r := d.row(id); r != nil {
		return r.node.clone(), true
	}
	return Node{}, false
}

func (n Node) clone() Node {
	n.HitWords = slices.Clone(n.HitWords)
	return n
}

func (d *Directory) row(id NodeID) *nodeRow {
	for i := range d.rows {
		if d.rows[i].node.ID == id {
			return &d.rows[i]
		}
	}
	return nil
}

// line gives the line of a node in the file, from 1; 0 when it has none.
func (d *Directory) line(id NodeID) int {
	if r := d.row(id); r != nil {
		return r.line + 1
	}
	return 0
}

// Active gives the one ACTIVE main line. The error wraps [ErrMainLine], names
// the main lines it is about, and what to type.
func (d *Directory) Active() (Node, error) {
	active, paused, _ := d.mainLines()
	cure := d.mainLineCure()
	switch {
	case len(active) == 1:
		return active[0], nil
	case len(active) > 1:
		return Node{}, &MainLineError{joinNodes(idsOf(active)) + " in directory.md are ACTIVE; keep one: " + cure, cure}
	case len(paused) > 0:
		return Node{}, &MainLineError{"none of " + joinIDs(idsOf(paused)) + " in directory.md is ACTIVE; choose one: " + cure, cure}
	}
	return Node{}, &MainLineError{"directory.md has no main line; add one: " + cure, cure}
}

// MainLineProblem says what [Directory.Active] complains of, nil when all is well.
func (d *Directory) MainLineProblem() *Problem {
	_, err := d.Active()
	if err == nil {
		return nil
	}
	p := &Problem{Code: "no-main-line", Severity: SeverityError, Path: DirectoryPath, Message: err.Error(), Cure: d.mainLineCure()}
	if active, _, _ := d.mainLines(); len(active) > 1 {
		p.Code, p.Line = "many-main-lines", d.line(active[0].ID)
	}
	return p
}

// mainLines gives the main lines that are in use, by number, and the number that
// the next new one has. One that is TOMBSTONED cannot have the focus again.
func (d *Directory) mainLines() (active, paused []Node, next int) {
	next = 1
	for _, n := range d.Nodes() {
		if n.ID.Kind() != MainLine {
			continue
		}
		next = n.ID.number() + 1
		switch n.State {
		case Active:
			active = append(active, n)
		case Paused:
			paused = append(paused, n)
		}
	}
	return active, paused, next
}

// mainLineCure is what to type for exactly one ACTIVE main line.
func (d *Directory) mainLineCure() string {
	active, paused, next := d.mainLines()
	if inUse := slices.Concat(active, paused); len(inUse) > 0 {
		return "git hfa focus " + string(inUse[0].ID)
	}
	return fmt.Sprintf("git hfa node add M%d --title TITLE", next)
}

func idsOf(nodes []Node) []NodeID {
	ids := make([]NodeID, len(nodes))
	for i, n := range nodes {
		ids[i] = n.ID
	}
	return ids
}

// Put writes a node: over its row, of which only the cells that change are
// touched, or as a new row before the first row that sorts behind it. Rows of
// others keep every byte and their place. Line breaks and pipes are escaped,
// hit words trimmed, bad UTF-8 becomes U+FFFD. A value for which the table has
// no column is not written. A node whose id is malformed is not put.
func (d *Directory) Put(n Node) {
	if _, err := ParseNodeID(string(n.ID)); err != nil {
		return
	}
	if r := d.row(n.ID); r != nil {
		d.replace(r, n)
		return
	}
	d.insert(n)
}

func (d *Directory) replace(r *nodeRow, n Node) {
	t := d.tables[r.table]
	line := d.lines[r.line]
	cells := splitCells(line)
	set := func(column int, cell string) {
		i := t.columns[column]
		if i < 0 {
			return
		}
		before, after := line[:cells[i][0]], line[cells[i][1]:]
		// An empty cell at the edge of a row without outer pipes would be lost.
		if !hasPipe(before) {
			before += "|"
		}
		if !hasPipe(after) {
			after = "|" + after
		}
		line = before + " " + cell + " " + after
		cells = splitCells(line)
	}
	if n.Path != r.node.Path {
		set(columnPath, encodeCell(n.Path, false))
	}
	if n.State != r.node.State {
		set(columnState, string(n.State))
	}
	if !slices.Equal(n.HitWords, r.node.HitWords) {
		set(columnHitWords, encodeWords(n.HitWords))
	}
	if n.Note != r.node.Note {
		set(columnNote, encodeCell(n.Note, false))
	}
	if line != d.lines[r.line] {
		d.lines[r.line] = line
		if read, err := t.readRow(line, r.line+1); err == nil {
			r.node = read
		}
	}
}

func (d *Directory) insert(n Node) {
	at, table := d.place(n.ID)
	t := d.tables[table]
	cells := make([]string, t.width)
	set := func(column int, cell string) {
		if i := t.columns[column]; i >= 0 {
			cells[i] = cell
		}
	}
	set(columnID, string(n.ID))
	set(columnPath, encodeCell(n.Path, false))
	set(columnState, string(n.State))
	set(columnHitWords, encodeWords(n.HitWords))
	set(columnNote, encodeCell(n.Note, false))

	eol := "\n"
	if strings.HasSuffix(d.lines[t.last-1], "\r\n") { // a line above always ends in one
		eol = "\r\n"
	}
	if above := &d.lines[at-1]; !strings.HasSuffix(*above, "\n") {
		*above += eol
	}
	line := "| " + strings.Join(cells, " | ") + " |" + eol
	d.lines = slices.Insert(d.lines, at, line)
	for i := range d.rows {
		if d.rows[i].line >= at {
			d.rows[i].line++
		}
	}
	for i := range d.tables {
		if d.tables[i].last >= at || i == table {
			d.tables[i].last++
		}
	}
	node, err := t.readRow(line, at+1)
	if err != nil { // a state that is none: keep what was asked for
		node = n.clone()
	}
	d.rows = append(d.rows, nodeRow{node: node, line: at, table: table})
	slices.SortFunc(d.rows, func(a, b nodeRow) int { return a.line - b.line })
}

// place gives the line at which a new node's row belongs, and its table: the
// last one with a row of its kind, else the first.
func (d *Directory) place(id NodeID) (line, table int) {
	for _, r := range d.rows {
		if r.node.ID.Kind() == id.Kind() {
			table = r.table
		}
	}
	for _, r := range d.rows {
		if r.table == table && compareNodeIDs(r.node.ID, id) > 0 {
			return r.line, table
		}
	}
	return d.tables[table].last + 1, table
}

// Encode gives the text with all edits.
func (d *Directory) Encode() []byte { return []byte(strings.Join(d.lines, "")) }

package memory

import (
	"fmt"
	"slices"
	"strings"
)

const cureTable = "correct the row in directory.md: | ID | Path | Status | Hit words | Note |"

// ParseDirectory reads directory.md. Tables whose headings name an id, a path
// and a status, in English or Chinese, hold nodes; hit words and note may be
// missing, columns of one's own are kept. Other text, code and comments are
// stepped over and kept, so are BOM and CRLF.
//
// A row with too few or too many cells, an id or status that is none, an id
// that stands twice, or a row that an empty line cuts off from its table is an
// error that names the line. The error is a *[FileError] and wraps
// [ErrCorrupt].
func ParseDirectory(data []byte) (*Directory, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	if line := conflictLine(data); line > 0 {
		return nil, corrupt("conflict-markers", line, "unresolved merge conflict (<<<<<<<, =======, >>>>>>>)",
			"keep one row for each node, remove the markers, then git add FILE")
	}
	d := &Directory{lines: slices.Collect(strings.Lines(string(data)))}
	var skip skipper
	for i := 0; i < len(d.lines); i++ {
		line := trimLine(d.lines[i], i)
		if skip.line(line) {
			continue
		}
		if err := d.checkOutside(line, i+1); err != nil {
			return nil, err
		}
		if !hasPipe(line) {
			continue
		}
		next, err := d.parseTable(i)
		if err != nil {
			return nil, err
		}
		i = next - 1
	}
	if len(d.tables) == 0 {
		return nil, corrupt("bad-directory", 0, "there is no table of nodes", "add the heading | ID | Path | Status | Hit words | Note | and a |---|---|---|---|---| row, or git restore -- FILE")
	}
	return d, d.checkTwice()
}

// trimLine takes the line end off, and the BOM off the first line.
func trimLine(line string, index int) string {
	if index == 0 {
		line = strings.TrimPrefix(line, bom)
	}
	return strings.TrimRight(line, "\r\n")
}

// parseTable reads the table that begins at line start, if it is one of
// nodes, and gives the line behind it.
func (d *Directory) parseTable(start int) (next int, err error) {
	heading := trimLine(d.lines[start], start)
	t := nodeTable{columns: readHeadings(heading), width: len(splitCells(heading))}
	ofNodes := t.columns[columnID] >= 0 && t.columns[columnPath] >= 0 && t.columns[columnState] >= 0
	second := ""
	if start+1 < len(d.lines) {
		second = trimLine(d.lines[start+1], start+1)
	}
	if !isDelimiterRow(second) {
		if ofNodes {
			return 0, corrupt("bad-directory", start+2, "below the headings a row |---|---| must stand", "insert it")
		}
		return start + 1, nil
	}
	if ofNodes && len(splitCells(second)) != t.width {
		return 0, corrupt("bad-directory", start+2, fmt.Sprintf("the |---| row has %d cells, the heading has %d", len(splitCells(second)), t.width), "give both the same number")
	}
	t.last = start + 1
	next = start + 2
	for ; next < len(d.lines); next++ {
		if line := trimLine(d.lines[next], next); !hasPipe(line) || opensSkipped(line) {
			break
		}
		if !ofNodes {
			continue
		}
		t.last = next
		node, err := t.readRow(d.lines[next], next+1)
		if err != nil {
			return 0, err
		}
		if node.ID != "" {
			d.rows = append(d.rows, nodeRow{node: node, line: next, table: len(d.tables)})
		}
	}
	if ofNodes {
		d.tables = append(d.tables, t)
	}
	return next, nil
}

// readRow reads one row; a row of empty cells gives a node without id.
func (t *nodeTable) readRow(line string, number int) (Node, error) {
	spans := splitCells(line)
	if len(spans) != t.width {
		return Node{}, corrupt("bad-directory", number, fmt.Sprintf("the row has %d cells, the heading has %d (write a pipe in a text as \\|)", len(spans), t.width), cureTable)
	}
	cell := func(column int) string {
		i := t.columns[column]
		if i < 0 {
			return ""
		}
		return strings.Trim(line[spans[i][0]:spans[i][1]], " \t")
	}
	id := unmark(cell(columnID))
	if id == "" && strings.Trim(line, "| \t\r\n") == "" {
		return Node{}, nil
	}
	var n Node
	var err error
	if n.ID, err = ParseNodeID(id); err != nil {
		return Node{}, corrupt("bad-directory", number, fmt.Sprintf("%q is not a node id: M, S or P and a number, such as M1", id), cureTable)
	}
	state := unmark(cell(columnState))
	if n.State = readState(state); n.State == "" {
		return Node{}, corrupt("bad-directory", number, fmt.Sprintf("the status of %s is %q; it must be ACTIVE, PAUSED or TOMBSTONED", id, state), cureTable)
	}
	n.Path = unlink(decodeCell(cell(columnPath)))
	n.HitWords = decodeWords(cell(columnHitWords))
	n.Note = decodeCell(cell(columnNote))
	return n, nil
}

// checkOutside refuses a row of a node behind the end of its table: in
// Markdown an empty line, a comment or any text ends a table, and what is cut
// off must not be lost without a word. A full-width pipe, as a Chinese keyboard
// types it, counts here only.
func (d *Directory) checkOutside(line string, number int) error {
	row := strings.ReplaceAll(line, "｜", "|")
	spans := splitCells(row)
	for _, t := range d.tables {
		if len(spans) != t.width {
			continue
		}
		span := spans[t.columns[columnID]]
		id, err := ParseNodeID(unmark(strings.Trim(row[span[0]:span[1]], " \t")))
		if err == nil {
			return corrupt("bad-directory", number, "the row of "+string(id)+" stands outside of the table, which ended above it",
				"move it up to the other rows, with plain pipes (|) and no empty line or text between rows")
		}
	}
	return nil
}

// checkTwice refuses a directory in which an id has two rows, as a merge
// with "union" leaves it: which of them is true, only a person can say.
func (d *Directory) checkTwice() error {
	seen := make(map[NodeID]int, len(d.rows))
	for _, r := range d.rows {
		if first, twice := seen[r.node.ID]; twice {
			return corrupt("duplicate-id", r.line+1, fmt.Sprintf("%s stands in lines %d and %d of directory.md", r.node.ID, first+1, r.line+1), "keep the row of "+string(r.node.ID)+" that is true and remove the other")
		}
		seen[r.node.ID] = r.line
	}
	return nil
}

// readHeadings finds the columns of a table of nodes. A title is preferred
// to a note when a table has both.
func readHeadings(line string) (columns [numColumns]int) {
	for i := range columns {
		columns[i] = -1
	}
	title := false
	for i, span := range splitCells(line) {
		name := strings.ToLower(unmark(strings.Trim(line[span[0]:span[1]], " \t")))
		column, isTitle := headingColumn(name)
		if column < 0 || columns[column] >= 0 && (!isTitle || title) {
			continue
		}
		columns[column] = i
		title = title || isTitle
	}
	return columns
}

func headingColumn(name string) (column int, title bool) {
	switch name {
	case "id", "node", "node id", "编号", "节点", "节点id", "节点 id", "节点编号":
		return columnID, false
	case "path", "file", "document", "路径", "文件", "文档":
		return columnPath, false
	case "status", "state", "状态":
		return columnState, false
	case "hit words", "hit_words", "hitwords", "hit word", "keywords", "命中词", "关键词", "触发词":
		return columnHitWords, false
	case "title", "标题", "名称":
		return columnNote, true
	case "note", "notes", "description", "备注", "说明", "描述":
		return columnNote, false
	}
	return -1, false
}

func readState(word string) State {
	switch strings.ToUpper(word) {
	case "ACTIVE", "活跃", "激活", "进行中":
		return Active
	case "PAUSED", "暂停", "已暂停":
		return Paused
	case "TOMBSTONED", "TOMBSTONE", "ARCHIVED", "归档", "墓碑", "已归档":
		return Tombstoned
	}
	return ""
}

// isDelimiterRow: cells of hyphens with optional colons, |:---|---:|.
func isDelimiterRow(line string) bool {
	if !hasPipe(line) {
		return false
	}
	for _, span := range splitCells(line) {
		cell := strings.Trim(line[span[0]:span[1]], " \t")
		cell = strings.TrimSuffix(strings.TrimPrefix(cell, ":"), ":")
		if cell == "" || strings.Trim(cell, "-") != "" {
			return false
		}
	}
	return true
}

// unmark takes bold and code marks off: **M1**, `M1`.
func unmark(cell string) string { return strings.Trim(cell, "*` ") }

// unlink gives the target of [text](target) and takes code marks off.
func unlink(cell string) string {
	if len(cell) > 2 && cell[0] == '`' && cell[len(cell)-1] == '`' {
		return cell[1 : len(cell)-1]
	}
	if _, target, ok := strings.Cut(cell, "]("); ok && cell[0] == '[' && strings.HasSuffix(target, ")") {
		return strings.TrimSuffix(target, ")")
	}
	return cell
}

// skipper steps over fenced code and HTML comments: a table in them is an
// example, not the directory.
type skipper struct {
	fence   string
	comment bool
}

// line tells whether the line is inside, or opens or closes one.
func (s *skipper) line(line string) bool {
	text := strings.TrimLeft(line, " ")
	switch {
	case s.fence != "":
		if strings.HasPrefix(text, s.fence) && strings.Trim(text, s.fence[:1]+" \t") == "" {
			s.fence = ""
		}
		return true
	case s.comment:
		s.comment = !strings.Contains(line, "-->")
		return true
	case !opensSkipped(line):
		return false
	case text[0] == '<':
		s.comment = !strings.Contains(text, "-->")
	default:
		s.fence = text[:len(text)-len(strings.TrimLeft(text, text[:1]))]
	}
	return true
}

// opensSkipped tells whether fenced code or an HTML comment begins with the
// line.
func opensSkipped(line string) bool {
	text := strings.TrimLeft(line, " ")
	return strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") || strings.HasPrefix(text, "<!--")
}

package redact

import "strings"

// The rows that are read under the heading of a table, and the bytes of its longest cell.
const (
	rowsMost = 32
	cellMost = 32
)

// column finds the values under the heading of a table whose cell holds the name t.s[at:end] of
// class c: cells stand between "|", tabs or commas.
func column(t *text, at, end int, c class) {
	s := t.s
	start, stop := t.lineStart(at), t.lineEnd(end)
	sep := separator(s[start:at], s[end:stop])
	if sep == 0 || stop >= len(s) || stop-start > 4*nameMax {
		return
	}
	place := strings.Count(s[start:at], string(sep))
	seps := strings.Count(s[start:stop], string(sep))
	if cell := cellAt(s[start:stop], sep, place); end-at > len(cell) || len(cell) > cellMost || strings.ContainsAny(cell, "=:(") || sep == ',' && strings.Contains(s[start:stop], " ") {
		return
	}
	for row, n := stop, 0; row < len(s) && n < rowsMost; n++ {
		from := row + max(1, hasAny(s[row:], `\n`))
		row = t.lineEnd(from)
		if strings.Count(s[from:row], string(sep)) != seps {
			return
		}
		cell := cellAt(s[from:row], sep, place)
		for skipped := 0; skipped < place; from++ {
			if s[from] == sep {
				skipped++
			}
		}
		v := valueAt(t, skipBlanks(s, from), true)
		if text := s[v.start:v.end]; v.end <= row && len(cell)-len(text) <= 4 && (likely(text, c) || c == password && classify(text).digits > 0 && secret(text, c, quoted)) {
			t.also(v.span)
		}
	}
}

// separator is what parts the cells of a heading, before and after the name in it, or 0.
func separator(before, after string) byte {
	lead, rest := strings.TrimRight(before, " *`\""), strings.TrimLeft(after, " *`\"\r")
	for _, sep := range [...]byte{'|', '\t', ','} {
		left, right := strings.HasSuffix(lead, string(sep)), rest != "" && rest[0] == sep
		if (left || lead == "") && (right || rest == "") && (left || right) {
			return sep
		}
	}
	return 0
}

// cellAt returns the cell of a line by its place, without the blanks round it.
func cellAt(line string, sep byte, place int) string {
	for ; place > 0; place-- {
		line = line[strings.IndexByte(line, sep)+1:]
	}
	if k := strings.IndexByte(line, sep); k >= 0 {
		line = line[:k]
	}
	return strings.TrimSpace(line)
}

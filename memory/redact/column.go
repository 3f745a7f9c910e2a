package redact

import "strings"

// The rows that are read under the heading of a table, and the bytes of its longest heading.
const (
	rowsMost = 32
	cellMost = 32
)

// column finds the values under the heading of a table whose cell holds the name t.s[at:end] of
// class c. Cells stand between "|", tabs, commas, semicolons or two blanks.
func column(t *text, at, end int, c class) {
	s := t.s
	start, stop := t.lineStart(at), t.lineEnd(end)
	if stop >= len(s) || stop-start > 4*nameMax {
		return
	}
	indent := start
	if start = skipBlanks(s, start); start > indent && (s[start] == '"' || s[start] == '\'') {
		return // a list in a program
	}
	at = cellStart(s, start, at)
	heading := s[start:stop]
	sep := separator(s[start:at], s[end:stop])
	if sep == "" || strings.ContainsAny(heading, "=:(") || (sep == "," || sep == ";") && strings.Contains(heading, sep+" ") {
		return
	}
	place, cells := 0, 0
	for rest, more := heading, true; more; cells++ {
		if len(heading)-len(rest) <= at-start {
			place = cells
		}
		_, rest, more = cutCell(rest, sep)
	}
	for row, n := stop, 0; row < len(s) && n < rowsMost; n++ {
		from := row + max(1, hasAny(s[row:], `\n`))
		row = t.lineEnd(from)
		if from = skipBlanks(s, from); from >= row {
			return
		}
		if strings.Trim(s[from:row], " -+|:=\r") == "" && row > from {
			continue // a rule between the rows
		}
		if heading[0] == '"' && s[from] != '"' && strings.ContainsAny(s[from:row], "(:= ") || !cellSecret(t, from, row, sep, place, cells, c) {
			return
		}
	}
}

// cellStart returns where the words of a cell begin that end before the name at s[at]: "API " of API key, 初始 of 初始密码.
func cellStart(s string, start, at int) int {
	k := at
	for k > start && at-k < cellMost && (isAlnum(s[k-1]) || s[k-1] >= 0x80 || s[k-1] == ' ' && k-1 > start && (isAlnum(s[k-2]) || s[k-2] >= 0x80)) {
		k--
	}
	if hasAny(s[k:], "，", "；", "：", "｜") > 0 || strings.ContainsAny(s[k:at], "，。；：") {
		return at
	}
	return k
}

// cellSecret adds the secret of one row of a table, t.s[from:row]. It reports whether the row has as many
// cells as the heading.
func cellSecret(t *text, from, row int, sep string, place, cells int, c class) bool {
	s, at, n := t.s, from, 0
	for rest, more := s[from:row], true; more; n++ {
		if n == place {
			at = row - len(rest)
		}
		_, rest, more = cutCell(rest, sep)
	}
	if n != cells {
		return false
	}
	cell, _, _ := cutCell(s[at:row], sep)
	v := valueAt(t, skipBlanks(s, at), true)
	if width := at + len(s[at:row]) - len(strings.TrimLeft(s[at:row], " ")) + len(cell); !v.quoted && v.end > width {
		v.end, v.stop = width, width // of a cell, whatever it ends with
	}
	if pass := afterUser(t, v.start); !pass.none() && pass.end <= row {
		v.span = pass // root / x
	}
	text := s[v.start:v.end]
	if sep == "," && strings.HasPrefix(s[at:], " ") || strings.Contains(cell, "=") && !v.quoted {
		return false // a sentence, or settings
	}
	if v.end <= row && len(text) <= len(cell) && (apt(text, c) || c == token && secret(text, c, loose) || c == anyKey && machine(text, classify(text), 16)) {
		t.also(v.span)
	}
	return true
}

// separator is what parts the cells of a heading, before and after the name in it, or nothing.
func separator(before, after string) string {
	lead, rest := strings.TrimRight(before, "*`\""), strings.TrimLeft(after, "*`\"")
	rest = strings.TrimSuffix(rest, "\r")
	for _, sep := range [...]string{"|", "\t", ",", ";", "  "} {
		l, r := lead, rest
		if sep != "  " && sep != "\t" {
			l, r = strings.TrimRight(l, " *`\""), strings.TrimLeft(r, " *`\"")
		}
		left, right := strings.HasSuffix(l, sep), strings.HasPrefix(r, sep)
		if (left || l == "" || endsAny(l, "/", "账号/")) && (right || r == "") && (left || right) {
			return sep
		}
	}
	return ""
}

// cutCell cuts the first cell off a line.
func cutCell(line, sep string) (cell, rest string, more bool) {
	cell, rest, more = strings.Cut(line, sep)
	if sep == "  " {
		if rest = strings.TrimLeft(rest, " "); rest == "" {
			more = false
		}
	}
	return strings.TrimSpace(cell), rest, more
}

package memory

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A cell of a Markdown table holds any text on one line:
//
//	\\  \|   a backslash, a pipe; before any other character a backslash
//	         stands for itself, as in a path of Windows
//	&#N;     a control character, a space at either end, the "&" of a text
//	         that would be read as such an entity, a separator inside a hit word

// splitCells gives the byte ranges of a row's cells in line, without the
// pipes. A pipe at either end of the row is no separator.
func splitCells(line string) [][2]int {
	end := len(strings.TrimRight(line, " \t\r\n"))
	start := end - len(strings.TrimLeft(line[:end], " \t"))
	if start < end && line[start] == '|' {
		start++
	}
	var cells [][2]int
	for i := start; i < end; i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, [2]int{start, i})
			start = i + 1
		}
	}
	if start < end {
		cells = append(cells, [2]int{start, end})
	}
	return cells
}

// hasPipe tells whether a line has an unescaped pipe.
func hasPipe(line string) bool {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			return true
		}
	}
	return false
}

// isSeparator: what stands between two hit words.
func isSeparator(r rune) bool {
	switch r {
	case ',', ';', '，', '；', '、':
		return true
	}
	return false
}

// encodeCell writes text into a cell; words asks for separators to be
// written as entities.
func encodeCell(text string, words bool) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\\' || r == '|':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20, r == 0x7f,
			r == ' ' && (i == 0 || i == len(text)-1),
			r == '&' && strings.HasPrefix(text[i:], "&#"),
			words && isSeparator(r):
			b.WriteString("&#" + strconv.Itoa(int(r)) + ";")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// decodeCell reads what encodeCell or a person wrote.
func decodeCell(cell string) string {
	cell = strings.Trim(cell, " \t")
	if !strings.ContainsAny(cell, `\&`) {
		return cell
	}
	var b strings.Builder
	for i := 0; i < len(cell); {
		if cell[i] == '\\' && i+1 < len(cell) && (cell[i+1] == '\\' || cell[i+1] == '|') {
			b.WriteByte(cell[i+1])
			i += 2
			continue
		}
		if r, size := entity(cell[i:]); size > 0 {
			b.WriteRune(r)
			i += size
			continue
		}
		b.WriteByte(cell[i])
		i++
	}
	return b.String()
}

// entity reads "&#N;" at the start of s, for the characters encodeCell
// writes so. size is 0 for anything else, which stands for itself.
func entity(s string) (r rune, size int) {
	rest, ok := strings.CutPrefix(s, "&#")
	if !ok {
		return 0, 0
	}
	digits, _, ok := strings.Cut(rest, ";")
	if !ok || !isDigits(digits) || len(digits) > 5 {
		return 0, 0
	}
	n, _ := strconv.Atoi(digits)
	r = rune(n)
	if r <= ' ' || r == 0x7f || r == '&' || isSeparator(r) {
		return r, len("&#;") + len(digits)
	}
	return 0, 0
}

// encodeWords writes hit words into a cell: trimmed, empty ones left out.
func encodeWords(words []string) string {
	list := make([]string, 0, len(words))
	for _, w := range words {
		if w = strings.TrimSpace(w); w != "" {
			list = append(list, encodeCell(w, true))
		}
	}
	return strings.Join(list, ", ")
}

// decodeWords splits a cell at its separators.
func decodeWords(cell string) []string {
	var words []string
	add := func(w string) {
		if w = strings.TrimSpace(decodeCell(strings.TrimSpace(w))); w != "" {
			words = append(words, w)
		}
	}
	start := 0
	for i := 0; i < len(cell); {
		if _, size := entity(cell[i:]); size > 0 {
			i += size
			continue
		}
		r, size := utf8.DecodeRuneInString(cell[i:])
		if isSeparator(r) {
			add(cell[start:i])
			start = i + size
		}
		i += size
	}
	add(cell[start:])
	return words
}

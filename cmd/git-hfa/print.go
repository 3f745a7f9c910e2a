package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"golang.org/x/text/width"
)

// printJSON prints v as one line of JSON. Angle brackets and ampersands stay as
// they are: the reader is a program or a person, never a web page.
func (e *env) printJSON(v any) error {
	text, err := encodeJSON(v)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	e.printf("%s", text)
	return nil
}

// encodeJSON gives v as one line, with the newline at its end.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// columnGap is the space between the columns of a table, in cells.
const columnGap = 2

// printTable prints rows of cells in columns, a Chinese character two cells
// wide. Cells are made safe for a terminal; the last column is not padded.
func (e *env) printTable(rows [][]string) { e.printRows("", rows) }

// printRows is printTable with every row behind an indent.
func (e *env) printRows(indent string, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			row[i] = plain(cell)
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cellWidth(row[i]))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		b.WriteString(indent)
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-cellWidth(cell)+columnGap))
			}
		}
		e.printf("%s\n", strings.TrimRight(b.String(), " "))
	}
}

// cellWidth is how many terminal cells a text takes (Unicode Standard Annex #11).
func cellWidth(s string) int {
	n := 0
	for _, r := range s {
		n++
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}

// terminal reports whether stream, a reader or a writer, is a terminal with a
// person in front of it.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// count writes a number with its noun: "1 chunk", "2 chunks".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

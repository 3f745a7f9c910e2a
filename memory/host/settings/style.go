package settings

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// style is how a file is laid out.
type style struct {
	newline string
	unit    string // one step of indentation
	oneLine bool   // a file without a line break between its brackets
	spaced  bool   // a one-line file with blanks behind its commas
}

func styleOf(text []byte) style {
	s := style{newline: "\n", unit: "  "}
	if bytes.Contains(text, []byte("\r\n")) {
		s.newline = "\r\n"
	}
	body := bytes.TrimSpace(text)
	s.oneLine = len(body) > 2 && !bytes.ContainsRune(body, '\n')
	s.spaced = bytes.Contains(body, []byte(", "))
	if root, err := parse(text); err == nil && len(root.items) > 0 && bytes.ContainsRune(text[root.start:root.items[0].start], '\n') {
		if unit := indentAt(text, root.items[0].start); unit != "" && len(unit) <= 8 {
			s.unit = unit
		}
	}
	return s
}

// gap is what stands behind a comma between items of one line.
func (s style) gap() string {
	if s.oneLine && !s.spaced {
		return ""
	}
	return " "
}

// pretty lays a compact value out below the given indentation.
func (s style) pretty(value, indent string) string {
	if s.oneLine {
		return value
	}
	v := jsontext.Value(value)
	if v.Indent(jsontext.WithIndentPrefix(indent), jsontext.WithIndent(s.unit)) != nil {
		return value
	}
	return strings.ReplaceAll(strings.TrimPrefix(string(v), indent), "\n", s.newline)
}

// indentAt gives the white space that the line of a position begins with.
func indentAt(text []byte, pos int) string {
	line := text[bytes.LastIndexByte(text[:pos], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

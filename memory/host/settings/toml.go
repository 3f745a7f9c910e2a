package settings

import (
	"bytes"
	"errors"
	"strings"
)

// ErrTOML: the text is no TOML that this package can follow.
var ErrTOML = errors.New("a bracket or string is not closed")

// statement is a key with its value, or the header of a table: text[start:end], the line break included.
type statement struct {
	start, end int
	header     bool
	name       string // of the key or the table, without white space and quotes
}

// statements cuts TOML into its statements; comments and empty lines are between them. Arrays and strings over several
// lines are one statement.
func statements(text []byte) ([]statement, error) {
	var out []statement
	for pos := 0; pos < len(text); {
		line := text[pos:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end+1]
		}
		trimmed := strings.TrimSpace(strings.TrimPrefix(string(line), "\ufeff"))
		if trimmed == "" || trimmed[0] == '#' {
			pos += len(line)
			continue
		}
		s := statement{start: pos, header: trimmed[0] == '['}
		if s.header {
			s.name, _, _ = strings.Cut(strings.TrimLeft(trimmed, "["), "]")
			s.end = pos + len(line)
		} else {
			s.name, _, _ = strings.Cut(trimmed, "=")
			var ok bool
			if s.end, ok = endOfValue(text, pos); !ok {
				return nil, ErrTOML
			}
		}
		s.name = strings.NewReplacer(" ", "", "\t", "", `"`, "", "'", "").Replace(s.name)
		out = append(out, s)
		pos = s.end
	}
	return out, nil
}

// endOfValue finds the end of the line in which the statement at pos is complete.
func endOfValue(text []byte, pos int) (int, bool) {
	depth := 0
	for pos < len(text) {
		switch c := text[pos]; c {
		case '"', '\'':
			end := endOfString(text, pos, c)
			if end < 0 {
				return 0, false
			}
			pos = end
			continue
		case '#':
			if end := bytes.IndexByte(text[pos:], '\n'); end >= 0 {
				pos += end
				continue
			}
			return len(text), depth == 0
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '\n':
			if depth <= 0 {
				return pos + 1, true
			}
		}
		pos++
	}
	return len(text), depth == 0
}

// endOfString finds the position behind a string, -1 when it is not closed.
func endOfString(text []byte, pos int, quote byte) int {
	fence := []byte{quote, quote, quote}
	if bytes.HasPrefix(text[pos:], fence) {
		for i := pos + 3; i < len(text); i++ {
			if quote == '"' && text[i] == '\\' {
				i++
			} else if bytes.HasPrefix(text[i:], fence) {
				return i + 3
			}
		}
		return -1
	}
	for i := pos + 1; i < len(text) && text[i] != '\n'; i++ {
		if quote == '"' && text[i] == '\\' {
			i++
		} else if text[i] == quote {
			return i + 1
		}
	}
	return -1
}

// Key gives the statement of a key that stands before every table, "" when there is none.
func Key(text []byte, name string) (string, error) {
	list, err := statements(text)
	for _, s := range list {
		if s.header {
			break
		}
		if s.name == name {
			return string(text[s.start:s.end]), err
		}
	}
	return "", err
}

// Table gives the text of a table, header included, "" when there is none.
func Table(text []byte, name string) (string, error) {
	list, err := statements(text)
	for i, s := range list {
		if s.header && s.name == name {
			return string(text[s.start:tableEnd(list, i)]), err
		}
	}
	return "", err
}

// tableEnd finds the end of the last statement of the table whose header is list[i].
func tableEnd(list []statement, i int) int {
	for i+1 < len(list) && !list[i+1].header {
		i++
	}
	return list[i].end
}

// AddKey puts a line with a key in front of everything, where it belongs to no table.
func AddKey(text []byte, line string) ([]byte, error) {
	if _, err := statements(text); err != nil {
		return nil, err
	}
	at := 0
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		at = len("\ufeff")
	}
	return splice(text, at, at, line+lineBreak(text)), nil
}

// AddTable puts a table behind everything, after an empty line.
func AddTable(text []byte, table string) ([]byte, error) {
	if _, err := statements(text); err != nil {
		return nil, err
	}
	nl := lineBreak(text)
	gap := ""
	if len(text) > 0 {
		gap = nl
		if !bytes.HasSuffix(text, []byte("\n")) {
			gap += nl
		}
	}
	return splice(text, len(text), len(text), gap+strings.ReplaceAll(table, "\n", nl)+nl), nil
}

// RemoveStatement takes out a text that Key or Table gave, with the empty line that AddTable put before it.
func RemoveStatement(text []byte, statement string) []byte {
	i := bytes.Index(text, []byte(statement))
	if statement == "" || i < 0 {
		return text
	}
	from := i
	if strings.HasPrefix(strings.TrimSpace(statement), "[") {
		nl := lineBreak(text)
		if bytes.HasSuffix(text[:from], []byte(nl+nl)) || from == len(nl) && bytes.HasPrefix(text, []byte(nl)) {
			from -= len(nl)
		}
	}
	return splice(text, from, i+len(statement), "")
}

func lineBreak(text []byte) string {
	if bytes.Contains(text, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

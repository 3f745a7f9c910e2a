package settings

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrShape: something else stands where an edit expects an object or an array.
var ErrShape = errors.New("something else is there")

// Get gives the raw value at a path: names of members, and "#2" for the third element of an array.
func Get(text []byte, path []string) ([]byte, bool) {
	root, err := parse(text)
	if err != nil {
		return nil, false
	}
	n := root.at(path)
	if n == nil {
		return nil, false
	}
	return text[n.start:n.end], true
}

// Elements gives the raw elements of the array at a path, nil when there is none.
func Elements(text []byte, path []string) [][]byte {
	root, err := parse(text)
	if err != nil {
		return nil
	}
	n := root.at(path)
	if n == nil || n.kind != '[' {
		return nil
	}
	out := make([][]byte, len(n.items))
	for i, it := range n.items {
		out[i] = text[it.value.start:it.value.end]
	}
	return out
}

// Same tells whether two raw values are the same JSON, white space and comments aside.
func Same(a, b []byte) bool {
	return bytes.Equal(compact(a), compact(b))
}

// compact takes white space and comments out of a raw value; nil when it is none.
func compact(raw []byte) []byte {
	root, err := parse(raw)
	if err != nil {
		return nil
	}
	var out []byte
	var write func(n *node)
	write = func(n *node) {
		if n.kind == 'v' {
			out = append(out, raw[n.start:n.end]...)
			return
		}
		out = append(out, n.kind)
		for _, it := range n.items {
			if n.kind == '{' {
				out = append(out, quoted(it.name)+":"...)
			}
			write(it.value)
			out = append(out, ',')
		}
		out = append(out, n.kind+2) // the closing bracket, in ASCII
	}
	write(root)
	return out
}

// Append adds a value, given as compact JSON, at the end of the array at a path. What is missing of the path is made.
func Append(text []byte, path []string, value string) ([]byte, error) {
	root, err := parse(text)
	if err != nil {
		return nil, err
	}
	if n := root.at(path); n != nil {
		if n.kind != '[' {
			return nil, fmt.Errorf("%s: %w", strings.Join(path, "."), ErrShape)
		}
		return insert(text, n, "", value)
	}
	return put(text, root, path, "["+value+"]")
}

// Set gives the member at a path a value, given as compact JSON. What is missing of the path is made.
func Set(text []byte, path []string, value string) ([]byte, error) {
	root, err := parse(text)
	if err != nil {
		return nil, err
	}
	n := root.at(path)
	if n == nil {
		return put(text, root, path, value)
	}
	s := styleOf(text)
	return splice(text, n.start, n.end, s.pretty(value, indentAt(text, n.start))), nil
}

// put makes a member whose path is missing from some point on.
func put(text []byte, root *node, path []string, value string) ([]byte, error) {
	known := len(path) - 1
	for root.at(path[:known]) == nil {
		known--
	}
	at := root.at(path[:known])
	if at.kind != '{' {
		return nil, fmt.Errorf("%s: %w", strings.Join(path[:known], "."), ErrShape)
	}
	for i := len(path) - 1; i > known; i-- {
		value = "{" + quoted(path[i]) + ":" + value + "}"
	}
	return insert(text, at, path[known], value)
}

func quoted(s string) string {
	b, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// insert adds an item at the end of a container.
func insert(text []byte, n *node, name, value string) ([]byte, error) {
	s := styleOf(text)
	write := func(indent string, compact bool) string {
		body := value
		if !compact {
			body = s.pretty(value, indent)
		}
		if name == "" {
			return body
		}
		if compact {
			return quoted(name) + ":" + body
		}
		return quoted(name) + ": " + body
	}
	inside := text[n.start+1 : n.end-1]
	if len(n.items) == 0 {
		if s.oneLine {
			return splice(text, n.start+1, n.start+1, write("", true)), nil
		}
		outer := indentAt(text, n.start)
		at := n.start + 1 + len(bytes.TrimRight(inside, " \t\r\n")) // behind a comment
		return splice(text, at, n.end-1, s.newline+outer+s.unit+write(outer+s.unit, false)+s.newline+outer), nil
	}
	last := n.items[len(n.items)-1].value.end
	if !bytes.ContainsRune(text[n.start:n.items[0].start], '\n') { // items stand in the line of the bracket
		if comma := commaAt(text, last, n.end); comma >= 0 {
			return splice(text, comma+1, comma+1, s.gap()+write("", true)), nil
		}
		return splice(text, last, last, ","+s.gap()+write("", true)), nil
	}
	indent := indentAt(text, n.items[len(n.items)-1].start)
	line := s.newline + indent + write(indent, false)
	if comma := commaAt(text, last, n.end); comma >= 0 {
		return splice(text, lineEnd(text, comma+1, n.end-1), -1, line+","), nil
	}
	text = splice(text, last, last, ",")
	return splice(text, lineEnd(text, last+1, n.end), -1, line), nil
}

// lineEnd gives where the comments that follow in a line end, so that they stay with what they stand behind.
func lineEnd(text []byte, from, limit int) int {
	p := &parser{text: text[:limit], pos: from}
	for p.pos < limit {
		switch {
		case text[p.pos] == ' ' || text[p.pos] == '\t':
			p.pos++
		case bytes.HasPrefix(text[p.pos:limit], []byte("//")):
			end := bytes.IndexAny(text[p.pos:limit], "\r\n")
			if end < 0 {
				return from
			}
			return p.pos + end
		default:
			return from
		}
	}
	return from
}

// commaAt finds the comma behind an item, -1 when there is none before limit.
func commaAt(text []byte, from, limit int) int {
	p := &parser{text: text[:limit], pos: from}
	if p.space() != nil || p.pos >= limit || text[p.pos] != ',' {
		return -1
	}
	return p.pos
}

// Remove takes out the elements of the array at a path that ours picks, or the member itself when it is no array and ours
// picks it. Objects and arrays on the path that become empty go with it. n is how many were taken out.
func Remove(text []byte, path []string, ours func(raw []byte) bool) (out []byte, n int, err error) {
	for {
		root, err := parse(text)
		if err != nil {
			return nil, n, err
		}
		at := root.at(path)
		if at == nil {
			return text, n, nil
		}
		i := -1
		if at.kind == '[' {
			for k, it := range at.items {
				if i < 0 && ours(text[it.value.start:it.value.end]) {
					i = k
				}
			}
		} else if ours(text[at.start:at.end]) {
			return prune(text, path, n+1)
		}
		switch {
		case i < 0:
			return text, n, nil
		case len(at.items) == 1:
			return prune(text, path, n+1)
		}
		if text, err = removeItem(text, at, i); err != nil {
			return nil, n, err
		}
		n++
	}
}

// prune takes out the member at a path, and what holds nothing else above it.
func prune(text []byte, path []string, n int) ([]byte, int, error) {
	root, err := parse(text)
	if err != nil {
		return nil, n, err
	}
	for len(path) > 1 && len(root.at(path[:len(path)-1]).items) == 1 {
		path = path[:len(path)-1]
	}
	parent := root.at(path[:len(path)-1])
	text, err = removeItem(text, parent, parent.find(path[len(path)-1]))
	return text, n, err
}

// removeItem takes an item out of its container, with the comma and the white space that belong to it.
func removeItem(text []byte, n *node, i int) ([]byte, error) {
	start, end := n.items[i].start, n.items[i].value.end
	before := n.start + 1
	if i > 0 {
		before = n.items[i-1].value.end
	}
	from := before + len(bytes.TrimRight(text[before:start], " \t\r\n"))
	comma := commaAt(text, end, n.end)
	var out []byte
	switch {
	case len(n.items) == 1:
		if comma >= 0 {
			end = comma + 1
		}
		if rest := text[end : n.end-1]; len(bytes.TrimSpace(rest)) == 0 {
			end = n.end - 1
		}
		out = splice(text, from, end, "")
		if from > before { // a comment is left, perhaps one that ends with its line
			out = splice(text, from, end, styleOf(text).newline+indentAt(text, n.start))
		}
	case comma >= 0 && i == 0:
		next := comma + 1
		next += len(text[next:n.end]) - len(bytes.TrimLeft(text[next:n.end], " \t\r\n"))
		out = splice(text, start, next, "")
	case comma >= 0:
		out = splice(text, from, comma+1, "")
	default:
		out = splice(text, from, end, "")
		if c := commaAt(out, before, len(out)); c >= 0 {
			out = splice(out, c, c+1, "")
		}
	}
	if _, err := parse(out); err != nil {
		return nil, fmt.Errorf("cannot be taken out without harm: %w", err)
	}
	return out, nil
}

// splice replaces text[from:to]; to < 0 inserts.
func splice(text []byte, from, to int, with string) []byte {
	if to < 0 {
		to = from
	}
	out := make([]byte, 0, len(text)+len(with))
	out = append(out, text[:from]...)
	out = append(out, with...)
	return append(out, text[to:]...)
}

package settings

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// node is a value in the text: text[start:end].
type node struct {
	kind       byte // '{', '[', or 'v' for anything else
	start, end int
	items      []item
}

// item is a member of an object or an element of an array, from its name to the end of its value.
type item struct {
	name  string // "" in an array
	start int
	value *node
}

// maxDepth bounds nesting, so that a hostile file cannot exhaust the stack.
const maxDepth = 200

type parser struct {
	text  []byte
	pos   int
	depth int
}

// parse reads JSON that may have comments, trailing commas and a byte order mark. The text of nothing but white space is
// an error; callers begin with "{}".
func parse(text []byte) (*node, error) {
	p := &parser{text: text}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		p.pos = len("\ufeff")
	}
	root, err := p.value()
	if err != nil {
		return nil, err
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.pos < len(text) {
		return nil, p.fail("there is text behind the end")
	}
	return root, nil
}

func (p *parser) fail(what string) error {
	return fmt.Errorf("line %d: %s", 1+bytes.Count(p.text[:min(p.pos, len(p.text))], []byte("\n")), what)
}

// space skips white space and comments.
func (p *parser) space() error {
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r':
			p.pos++
		case bytes.HasPrefix(rest, []byte("//")):
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			p.pos += end
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return p.fail("a comment is not closed")
			}
			p.pos += end + 4
		default:
			return nil
		}
	}
	return nil
}

func (p *parser) value() (*node, error) {
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.pos == len(p.text) {
		return nil, p.fail("a value is missing")
	}
	switch c := p.text[p.pos]; c {
	case '{', '[':
		if p.depth++; p.depth > maxDepth {
			return nil, p.fail("nested too deeply")
		}
		defer func() { p.depth-- }()
		return p.container(c)
	case '"':
		start := p.pos
		if _, err := p.str(); err != nil {
			return nil, err
		}
		return &node{kind: 'v', start: start, end: p.pos}, nil
	}
	start := p.pos
	for p.pos < len(p.text) && bytes.IndexByte([]byte("+-._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), p.text[p.pos]) >= 0 {
		p.pos++
	}
	if !jsontext.Value(p.text[start:p.pos]).IsValid() {
		return nil, p.fail("this is no JSON value")
	}
	return &node{kind: 'v', start: start, end: p.pos}, nil
}

func (p *parser) container(open byte) (*node, error) {
	n := &node{kind: open, start: p.pos}
	closing := byte('}')
	if open == '[' {
		closing = ']'
	}
	p.pos++
	for comma := true; ; {
		if err := p.space(); err != nil {
			return nil, err
		}
		switch {
		case p.pos == len(p.text):
			return nil, p.fail("a bracket is not closed")
		case p.text[p.pos] == closing:
			p.pos++
			n.end = p.pos
			return n, nil
		case p.text[p.pos] == ',' && !comma:
			comma = true
			p.pos++
			continue
		case !comma:
			return nil, p.fail("a comma is missing")
		}
		it := item{start: p.pos}
		if open == '{' {
			var err error
			if it.name, err = p.str(); err != nil {
				return nil, err
			}
			if err := p.space(); err != nil {
				return nil, err
			}
			if p.pos == len(p.text) || p.text[p.pos] != ':' {
				return nil, p.fail("a colon is missing")
			}
			p.pos++
		}
		var err error
		if it.value, err = p.value(); err != nil {
			return nil, err
		}
		n.items = append(n.items, it)
		comma = false
	}
}

// str reads a string and gives its text.
func (p *parser) str() (string, error) {
	if p.pos == len(p.text) || p.text[p.pos] != '"' {
		return "", p.fail("a name in quotes is missing")
	}
	for end := p.pos + 1; end < len(p.text); end++ {
		switch p.text[end] {
		case '\\':
			end++
		case '\n':
			return "", p.fail("a string is not closed")
		case '"':
			text, err := jsontext.AppendUnquote(nil, p.text[p.pos:end+1])
			if err != nil {
				return "", p.fail("a string is not valid")
			}
			p.pos = end + 1
			return string(text), nil
		}
	}
	return "", p.fail("a string is not closed")
}

// at follows a path from n; nil when it leads nowhere. A name stands for a member, of several the last one, and
// "#2" for the third element of an array.
func (n *node) at(path []string) *node {
	for _, name := range path {
		i := n.find(name)
		if i < 0 {
			return nil
		}
		n = n.items[i].value
	}
	return n
}

// find gives the index of an item by the name it has in a path, -1 when there is none.
func (n *node) find(name string) int {
	if n.kind == '[' {
		digits, ok := strings.CutPrefix(name, "#")
		i, err := strconv.Atoi(digits)
		if !ok || err != nil || i < 0 || i >= len(n.items) {
			return -1
		}
		return i
	}
	for i := len(n.items) - 1; i >= 0; i-- {
		if n.items[i].name == name {
			return i
		}
	}
	return -1
}

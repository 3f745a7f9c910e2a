package memory

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// compact asks for the form without white space; a level from 0 asks for the
// indented one, two spaces a level.
const compact = -1

// canonical appends the one form of a JSON value: keys sorted bytewise at
// every level, strings with as few escapes as can be, numbers as written.
// Indented, an array that holds no object and no array stands on one line.
func canonical(dst []byte, value jsontext.Value, level int) ([]byte, error) {
	c := canonicalizer{dec: jsontext.NewDecoder(bytes.NewBuffer(value))}
	return c.value(dst, level)
}

type canonicalizer struct{ dec *jsontext.Decoder }

func (c *canonicalizer) value(dst []byte, level int) ([]byte, error) {
	tok, err := c.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if c.dec.StackDepth() > maxDepth {
		return nil, errors.New("more than 64 objects and lists inside each other")
	}
	switch tok.Kind() {
	case '{':
		return c.object(dst, level)
	case '[':
		return c.array(dst, level)
	case '"':
		return appendString(dst, tok.String()), nil
	}
	return append(dst, tok.String()...), nil
}

func (c *canonicalizer) object(dst []byte, level int) ([]byte, error) {
	type member struct {
		name string
		text []byte
	}
	var members []member
	for c.dec.PeekKind() != '}' {
		tok, err := c.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := tok.String()
		text := append(appendString(nil, name), ':')
		if level != compact {
			text = append(text, ' ')
		}
		if text, err = c.value(text, deeper(level)); err != nil {
			return nil, err
		}
		members = append(members, member{name, text})
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	texts := make([][]byte, len(members))
	for i, m := range members {
		texts[i] = m.text
	}
	_, err := c.dec.ReadToken()
	return join(dst, '{', '}', texts, level, level != compact), err
}

func (c *canonicalizer) array(dst []byte, level int) ([]byte, error) {
	var texts [][]byte
	nested := false
	for c.dec.PeekKind() != ']' {
		if kind := c.dec.PeekKind(); kind == '{' || kind == '[' {
			nested = true
		}
		text, err := c.value(nil, deeper(level))
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	_, err := c.dec.ReadToken()
	return join(dst, '[', ']', texts, level, level != compact && nested), err
}

func deeper(level int) int {
	if level == compact {
		return compact
	}
	return level + 1
}

// join puts the elements between the brackets: on lines of their own, or on
// one line with ", " (compact: ",") between them.
func join(dst []byte, left, right byte, texts [][]byte, level int, lines bool) []byte {
	dst = append(dst, left)
	for i, text := range texts {
		switch {
		case i > 0 && (lines || level == compact):
			dst = append(dst, ',')
		case i > 0:
			dst = append(dst, ", "...)
		}
		if lines {
			dst = appendNewline(dst, level+1)
		}
		dst = append(dst, text...)
	}
	if lines && len(texts) > 0 {
		dst = appendNewline(dst, level)
	}
	return append(dst, right)
}

func appendNewline(dst []byte, level int) []byte {
	dst = append(dst, '\n')
	for range level {
		dst = append(dst, "  "...)
	}
	return dst
}

// appendString writes a JSON string: only the quotation mark, the backslash
// and U+0000 to U+001F are escaped, these as \b \t \n \f \r or \u00xx. Bad
// UTF-8 becomes U+FFFD, since a file must never be unreadable; Check refuses it
// earlier.
func appendString(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}

// appendStrings writes a list of strings on one line.
func appendStrings[T ~string](dst []byte, list []T, level int) []byte {
	texts := make([][]byte, len(list))
	for i, s := range list {
		texts[i] = appendString(nil, string(s))
	}
	return join(dst, '[', ']', texts, level, false)
}

// objectWriter writes an object with one key a line.
type objectWriter struct {
	buf   []byte
	level int // compact, or 0
	any   bool
}

func (w *objectWriter) key(name string) {
	if w.any {
		w.buf = append(w.buf, ',')
	} else {
		w.buf = append(w.buf, '{')
	}
	w.any = true
	if w.level != compact {
		w.buf = appendNewline(w.buf, w.level+1)
	}
	w.buf = append(appendString(w.buf, name), ':')
	if w.level != compact {
		w.buf = append(w.buf, ' ')
	}
}

func (w *objectWriter) raw(m Member) {
	w.key(m.Key)
	start := len(w.buf)
	buf, err := canonical(w.buf, m.Value, deeper(w.level))
	if err != nil {
		// Check refuses such a member; a file must stay readable all the same.
		buf = append(w.buf[:start], "null"...)
	}
	w.buf = buf
}

// end closes the object; the indented form ends in a newline.
func (w *objectWriter) end() []byte {
	if !w.any {
		w.buf = append(w.buf, '{')
	} else if w.level != compact {
		w.buf = appendNewline(w.buf, w.level)
	}
	w.buf = append(w.buf, '}')
	if w.level != compact {
		w.buf = append(w.buf, '\n')
	}
	return w.buf
}

// sortMembers gives the members sorted bytewise by key, without those known
// takes for its own and without a second one of the same key.
func sortMembers(extra []Member, known func(string) bool) []Member {
	if len(extra) == 0 {
		return nil
	}
	sorted := slices.Clone(extra)
	slices.SortStableFunc(sorted, func(a, b Member) int { return strings.Compare(a.Key, b.Key) })
	sorted = slices.CompactFunc(sorted, func(a, b Member) bool { return a.Key == b.Key })
	return slices.DeleteFunc(sorted, func(m Member) bool { return known(m.Key) })
}

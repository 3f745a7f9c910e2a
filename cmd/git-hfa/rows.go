package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/go-json-experiment/json/jsontext"
)

// parseRows reads the rows of an import: one JSON object a line, empty lines
// skipped. file names the source in errors, which are usage errors with a line.
func parseRows(file, text string) ([]store.Row, error) {
	var rows []store.Row
	seen := map[string]int{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		row, err := parseRow([]byte(line))
		if err != nil {
			return nil, usagef("%s line %d: %w", file, n, err)
		}
		if first := seen[row.Ref]; first != 0 {
			return nil, usagef("%s line %d: id %q was used in line %d already", file, n, row.Ref, first)
		}
		seen[row.Ref] = n
		row.Line = n
		rows = append(rows, row)
	}
	return rows, nil
}

// parseRow reads one row. Keys with a meaning have to be of its type; the others
// are kept as they are. Keys that the program computes are refused, because a
// file that sets them expects something that cannot be promised.
func parseRow(line []byte) (store.Row, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(line))
	if dec.PeekKind() != '{' {
		return store.Row{}, errors.New("not a JSON object")
	}
	if _, err := dec.ReadToken(); err != nil {
		return store.Row{}, syntaxError(err)
	}
	var row store.Row
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return row, syntaxError(err)
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return row, syntaxError(err)
		}
		if err := takeMember(&row, key, value.Clone()); err != nil {
			return row, fmt.Errorf("%s: %w", key, err)
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return row, syntaxError(err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return row, errors.New("more than one JSON value")
	}
	if row.Ref == "" {
		return row, errors.New("id is missing")
	}
	return row, nil
}

func takeMember(row *store.Row, key string, value jsontext.Value) (err error) {
	d := &row.Draft
	switch key {
	case "id":
		row.Ref, err = rowText(value)
	case "title":
		d.Title, err = rowText(value)
	case "hit_words":
		if d.HitWords, err = rowList(value); err == nil && value.Kind() == '"' {
			d.HitWords = access.SplitWords(d.HitWords...)
		}
	case "conclusion":
		d.Conclusion, err = rowText(value)
	case "source":
		d.Source, err = rowText(value)
	case "request_id":
		d.RequestID, err = rowText(value)
	case "node":
		var node string
		if node, err = rowText(value); err == nil && node != "" {
			d.Node, err = parseNode(node)
		}
	case "supersedes":
		d.Supersedes, err = rowList(value)
	case "created_at":
		d.CreatedAt, err = rowText(value)
	case "schema", "epoch", "topic":
		err = errors.New("is set by the program, take the key out")
	default:
		d.Extra = append(d.Extra, memory.Member{Key: key, Value: value})
	}
	return err
}

// rowText reads a string; null is "".
func rowText(value jsontext.Value) (string, error) {
	switch value.Kind() {
	case 'n':
		return "", nil
	case '"':
		text, err := jsontext.AppendUnquote(nil, value)
		return string(text), err
	}
	return "", errors.New("must be a string")
}

// rowList reads a list of strings; one string stands for a list of one, null
// and "" for none.
func rowList(value jsontext.Value) ([]string, error) {
	if value.Kind() != '[' {
		text, err := rowText(value)
		if err != nil || text == "" {
			if err != nil {
				err = errors.New("must be a list of strings")
			}
			return nil, err
		}
		return []string{text}, nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(value))
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	var list []string
	for dec.PeekKind() != ']' {
		item, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		if item.Kind() != '"' {
			return nil, errors.New("must be a list of strings")
		}
		list = append(list, item.String())
	}
	return list, nil
}

// syntaxError says what is wrong with a line of JSON without the offsets of the
// decoder's stream, which mean nothing to a person.
func syntaxError(err error) error {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("the JSON object is cut")
		}
		return fmt.Errorf("bad JSON at byte %d: %w", syntactic.ByteOffset+1, syntactic.Err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("the JSON object is cut")
	}
	return err
}

package main

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// members gives the members of a JSON object, as far as it is one.
func members(object jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		dec := jsontext.NewDecoder(bytes.NewReader(object))
		if dec.PeekKind() != '{' {
			return
		}
		if _, err := dec.ReadToken(); err != nil {
			return
		}
		for dec.PeekKind() == '"' {
			name, err := dec.ReadToken()
			if err != nil {
				return
			}
			key := name.String()
			value, err := dec.ReadValue()
			if err != nil || !yield(key, value) {
				return
			}
		}
	}
}

// elements gives the elements of a JSON array, as far as it is one.
func elements(array jsontext.Value) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		dec := jsontext.NewDecoder(bytes.NewReader(array))
		if dec.PeekKind() != '[' {
			return
		}
		if _, err := dec.ReadToken(); err != nil {
			return
		}
		for dec.PeekKind() != ']' {
			value, err := dec.ReadValue()
			if err != nil || !yield(value.Clone()) {
				return
			}
		}
	}
}

// stringOf is the text of a JSON string, "" for any other value.
func stringOf(v jsontext.Value) string {
	if v.Kind() != '"' {
		return ""
	}
	text, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return ""
	}
	return string(text)
}

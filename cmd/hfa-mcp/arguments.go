package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// arguments reads the arguments of a call into a struct, strictly: names exact, none
// twice, text that is Unicode. An unknown name is an error only if known says so: a write
// must not lose a misspelt "supersedes", a read may pass over what it does not need.
func arguments(req *mcp.CallToolRequest, into any, known bool) error {
	raw := req.Params.Arguments
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	err := json.Unmarshal(raw, into, json.RejectUnknownMembers(known))
	if err == nil {
		return nil
	}
	var wrong *json.SemanticError
	var broken *jsontext.SyntacticError
	switch {
	case errors.As(err, &wrong) && errors.Is(err, json.ErrUnknownName):
		return fmt.Errorf("there is no argument %q", argument(wrong.JSONPointer))
	case errors.As(err, &wrong) && wrong.JSONPointer == "":
		return fmt.Errorf("the arguments are to be one JSON object, not %s", kindName(wrong.JSONKind))
	case errors.As(err, &wrong):
		return fmt.Errorf("argument %q is %s, which does not fit", argument(wrong.JSONPointer), kindName(wrong.JSONKind))
	case errors.As(err, &broken):
		return fmt.Errorf("argument %q is no valid JSON text: %w", argument(broken.JSONPointer), broken.Err)
	}
	return fmt.Errorf("read the arguments: %w", err)
}

// argument is the first name of a pointer into the arguments.
func argument(p jsontext.Pointer) string {
	for name := range p.Tokens() {
		return name
	}
	return ""
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "something else"
}

// words is a list of strings. Models also write it as one string with commas.
type words []string

// maxList is how many bytes of one string are read as a list.
const maxList = 1 << 14

// UnmarshalJSONFrom reads an array of strings, a string or null.
func (w *words) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '"' {
		return json.UnmarshalDecode(dec, (*[]string)(w))
	}
	var s string
	if err := json.UnmarshalDecode(dec, &s); err != nil {
		return err
	}
	if len(s) > maxList {
		*w = words{s} // a log, say: no list, and too long for a word
		return nil
	}
	*w = access.SplitWords(s)
	return nil
}

// filled gives the words that are not blank.
func (w words) filled() []string {
	var out []string
	for _, s := range w {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// tooLong is an error for a text that is longer than a limit in code points. It costs nothing, so it comes before anything
// that looks at each character.
func tooLong(name, text string, limit int) error {
	if len(text) <= limit {
		return nil
	}
	if n := utf8.RuneCountInString(text); n > limit {
		return &memory.LimitError{Key: name, Unit: "characters", Have: n, Max: limit}
	}
	return nil
}

package host

import (
	"bytes"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// fields are the members of one JSON object. Values are raw; the last of several members with one name counts.
type fields map[string]jsontext.Value

// parseObject reads the first JSON value of data, which has to be an object. Byte order marks in front and text behind
// are let pass; bad UTF-8 and lone surrogates in strings become U+FFFD.
func parseObject(data []byte) (fields, error) {
	bom := []byte("\ufeff")
	for bytes.HasPrefix(data, bom) {
		data = data[len(bom):]
	}
	dec := lenient(data)
	if dec.PeekKind() != '{' {
		return nil, ErrPayload
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, ErrPayload
	}
	f := fields{}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, ErrPayload
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return nil, ErrPayload
		}
		f[key] = value.Clone()
	}
	if token, err := dec.ReadToken(); err != nil || token.Kind() != '}' {
		return nil, ErrPayload
	}
	return f, nil
}

func lenient(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// str gives the first of the named members that is a string with something in it.
func (f fields) str(names ...string) string {
	for _, name := range names {
		if s, _ := stringOf(f[name]); s != "" {
			return s
		}
	}
	return ""
}

// stringOf gives the text of a JSON string.
func stringOf(v jsontext.Value) (string, bool) {
	if v.Kind() != '"' {
		return "", false
	}
	token, err := lenient(v).ReadToken()
	if err != nil {
		return "", false
	}
	return strings.ToValidUTF8(token.String(), "\ufffd"), true
}

func (f fields) has(name string) bool {
	_, ok := f[name]
	return ok
}

func (f fields) yes(name string) bool { return f[name].Kind() == 't' }

// object gives a member that is an object; of anything else an empty one.
func (f fields) object(name string) fields {
	if f[name].Kind() != '{' {
		return fields{}
	}
	o, err := parseObject(f[name])
	if err != nil {
		return fields{}
	}
	return o
}

// list gives the elements of a member that is an array, raw.
func (f fields) list(name string) []jsontext.Value {
	if f[name].Kind() != '[' {
		return nil
	}
	dec := lenient(f[name])
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	var out []jsontext.Value
	for dec.PeekKind() != ']' {
		v, err := dec.ReadValue()
		if err != nil {
			return nil
		}
		out = append(out, v.Clone())
	}
	return out
}

// firstString gives the first string of an array.
func (f fields) firstString(name string) string {
	for _, v := range f.list(name) {
		if s, ok := stringOf(v); ok && s != "" {
			return s
		}
	}
	return ""
}

// number gives a member that is a number as it is written, "" for anything else.
func (f fields) number(name string) string {
	if f[name].Kind() != '0' {
		return ""
	}
	return string(f[name])
}

// time gives a moment written as RFC 3339 or as milliseconds since 1970, the zero time for anything else.
func (f fields) time(name string) time.Time {
	if s := f.str(name); s != "" {
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			return time.Time{}
		}
		return t
	}
	ms := int64(0)
	for _, c := range []byte(f.number(name)) {
		if c < '0' || c > '9' || ms > 1<<52 {
			return time.Time{}
		}
		ms = ms*10 + int64(c-'0')
	}
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// textParts joins the texts of a message's content: a string, or an array of parts of which those of this type
// count.
func (f fields) textParts(name, partType string) string {
	if s, ok := stringOf(f[name]); ok {
		return s
	}
	var texts []string
	for _, raw := range f.list(name) {
		if raw.Kind() != '{' {
			continue
		}
		part, err := parseObject(raw)
		if err != nil || part.str("type") != partType {
			continue
		}
		if s := part.str("text"); s != "" {
			texts = append(texts, s)
		}
	}
	return strings.Join(texts, "\n")
}

// anyPart says whether an array holds an object of this type.
func (f fields) anyPart(name, partType string) bool {
	for _, raw := range f.list(name) {
		if part, err := parseObject(raw); err == nil && part.str("type") == partType {
			return true
		}
	}
	return false
}

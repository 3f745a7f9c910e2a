package distill

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory/redact"
	"github.com/go-json-experiment/json/jsontext"
)

// DecisionField reads the "decision" field of a host: a text, an object with the keys
// of a capture block, or a list of these. null, an empty text and one that says
// that nothing is decided ("pending", "暂无") give nothing.
// Secrets are taken out.
func DecisionField(raw []byte, o Options) ([]Draft, []*Refusal) {
	if o.Mode == "" {
		o.Mode = Auto
	}
	if o.Mode != Auto && o.Mode != Structured {
		return nil, nil
	}
	if len(raw) == 0 {
		return nil, nil
	}
	forms, refused := readJSON(string(raw))
	f := found{any: true}
	if refused != nil {
		f.refused = append(f.refused, refused)
	}
	for _, form := range forms {
		form.redact()
		if form.title == "" && len(form.hitWords) == 0 {
			if !strings.ContainsFunc(form.conclusion, unicode.IsSpace) && isASCII(form.conclusion) {
				continue // "approve", "block": a host's verdict on a call, not a decision in words
			}
			d := scan(clean(form.conclusion))
			if inner := d.blocks(); inner.any {
				f.forms, f.refused = append(f.forms, inner.forms...), append(f.refused, inner.refused...)
				continue
			}
			if text, ok := cutDecision(form.conclusion); ok {
				form.conclusion = text
			}
		}
		if !isEmpty(form.conclusion) && !isTentative(form.conclusion) {
			f.forms = append(f.forms, form)
		}
	}
	return f.finish(o)
}

// redact takes secrets out of every text of the form.
func (f *form) redact() {
	for _, text := range []*string{&f.title, &f.conclusion, &f.node, &f.requestID} {
		*text = redact.Text(*text)
	}
	for _, texts := range [][]string{f.hitWords, f.supersedes} {
		for i := range texts {
			texts[i] = redact.Text(texts[i])
		}
	}
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// maxJSONDepth bounds lists within lists.
const maxJSONDepth = 8

// readJSON reads one value: a record, a text, or a list of records.
func readJSON(data string) ([]form, *Refusal) {
	dec := jsontext.NewDecoder(strings.NewReader(data))
	forms, err := readRecords(dec, 0)
	if err == nil {
		if _, err = dec.ReadToken(); err == io.EOF {
			return forms, nil
		}
		if err == nil {
			err = fmt.Errorf("there is text behind the end of the value")
		}
	}
	return nil, &Refusal{"", fmt.Sprintf("the JSON of a capture block cannot be read: %v", err),
		"write each key once, with a text or a list of texts"}
}

func readRecords(dec *jsontext.Decoder, depth int) ([]form, error) {
	switch dec.PeekKind() {
	case '{':
		f, err := readRecord(dec)
		return []form{f}, err
	case '"':
		text, err := readText(dec)
		return []form{{conclusion: strings.TrimSpace(text)}}, err
	case '[':
		if depth == maxJSONDepth {
			return nil, fmt.Errorf("lists nest deeper than %d", maxJSONDepth)
		}
		var all []form
		if _, err := dec.ReadToken(); err != nil {
			return nil, err
		}
		for dec.PeekKind() != ']' {
			forms, err := readRecords(dec, depth+1)
			if err != nil {
				return nil, err
			}
			all = append(all, forms...)
		}
		_, err := dec.ReadToken()
		return all, err
	}
	return nil, dec.SkipValue()
}

// readRecord reads an object. Unknown keys are skipped.
func readRecord(dec *jsontext.Decoder) (form, error) {
	var f form
	var seen uint8
	if _, err := dec.ReadToken(); err != nil {
		return f, err
	}
	for dec.PeekKind() != '}' {
		key, err := readText(dec)
		if err != nil {
			return f, err
		}
		which := fieldOf(key)
		if which == noField {
			if err := dec.SkipValue(); err != nil {
				return f, err
			}
			continue
		}
		if seen&(1<<which) != 0 {
			return f, fmt.Errorf("%q stands twice", key)
		}
		seen |= 1 << which
		texts, isList, err := readTexts(dec)
		if err != nil {
			return f, err
		}
		switch {
		case isList && which == fieldHitWords:
			f.hitWords = texts
		case isList && which == fieldSupersedes:
			f.supersedes = texts
		default:
			f.set(which, strings.Join(texts, "\n"))
		}
	}
	_, err := dec.ReadToken()
	return f, err
}

// readTexts reads a text or a list of texts. Numbers are taken as they are written
// (a hit word 413); other values are left out.
func readTexts(dec *jsontext.Decoder) (texts []string, isList bool, err error) {
	if dec.PeekKind() != '[' {
		text, err := readText(dec)
		return []string{text}, false, err
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, true, err
	}
	for dec.PeekKind() != ']' {
		text, err := readText(dec)
		if err != nil {
			return nil, true, err
		}
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
	}
	_, err = dec.ReadToken()
	return texts, true, err
}

func readText(dec *jsontext.Decoder) (string, error) {
	switch dec.PeekKind() {
	case '"', '0':
		tok, err := dec.ReadToken()
		return tok.String(), err
	}
	return "", dec.SkipValue()
}

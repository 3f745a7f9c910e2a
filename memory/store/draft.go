package store

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/unicode/norm"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// Draft is a chunk before it is written. Texts are UTF-8. They are stored as they
// are given (NFC stays NFC, NFD stays NFD), except: secrets are replaced; a line
// ends in LF; white space at the end of a text is dropped; title, hit words, source
// and request id are one line each; an empty or repeated hit word is dropped.
type Draft struct {
	Title      string
	HitWords   []string
	Conclusion string
	Source     string
	Node       memory.NodeID // "": the ACTIVE main line
	RequestID  string        // "": none
	Supersedes []string      // ids or unambiguous prefixes; in an import also refs
	CreatedAt  string        // RFC 3339, or a date, month or year; "": now
	Extra      []memory.Member
}

// cleaned is a draft that is fit to be stored, but for what only the tree knows:
// chunk has no id, epoch, topic and supersedes yet.
type cleaned struct {
	chunk    memory.Chunk
	targets  []string // supersedes as given, each once
	redacted bool
}

// clean is where secrets are taken out of a chunk, before anything is compared,
// hashed or written. Every way to write a chunk leads through it.
func (d *Draft) clean(now string) (cleaned, error) {
	c := cleaner{}
	rest := []string{c.fold("source", d.Source), c.fold("request id", d.RequestID)}
	for _, word := range d.HitWords {
		rest = append(rest, c.fold("hit word", word))
	}
	texts := c.record(c.fold("title", d.Title), c.tidy("conclusion", d.Conclusion), rest)
	chunk := memory.Chunk{
		Schema: memory.Schema, Node: d.Node,
		Title: texts[0], Conclusion: texts[1], Source: texts[2], RequestID: texts[3],
		HitWords: hitWords(texts[4:]), Extra: c.extra(d.Extra), CreatedAt: now,
	}
	if c.err == nil && d.CreatedAt != "" {
		var whole bool
		if chunk.CreatedAt, whole, c.err = parseTime(d.CreatedAt); c.err == nil && !whole {
			chunk.Extra = keepGiven(chunk.Extra, c.line("created_at", d.CreatedAt))
		}
	}
	out := cleaned{chunk: chunk, redacted: c.redacted}
	for _, target := range d.Supersedes {
		if target = strings.TrimSpace(target); !slices.Contains(out.targets, target) {
			out.targets = append(out.targets, target)
		}
	}
	switch {
	case c.err != nil:
		return cleaned{}, c.err
	case chunk.Title == "":
		return cleaned{}, refuse("a chunk needs a title")
	case chunk.Conclusion == "":
		return cleaned{}, refuse("a chunk needs a conclusion")
	}
	return out, nil
}

// cleaner remembers the first error and whether anything was replaced.
type cleaner struct {
	redacted bool
	err      error
}

// hitWords gives each word once. One that was a secret finds nothing: it goes, unless no other is left.
func hitWords(texts []string) []string {
	var words []string
	for _, word := range texts {
		if word != "" && word != redact.Mark && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) == 0 && slices.Contains(texts, redact.Mark) {
		return []string{redact.Mark}
	}
	return words
}

// record takes the secrets out of the texts of a chunk.
func (c *cleaner) record(title, conclusion string, rest []string) []string {
	texts, changed := redact.Record(title, conclusion, rest...)
	c.redacted = c.redacted || changed
	return texts
}

// line is a folded text without secrets.
func (c *cleaner) line(field, s string) string { return c.redact(c.fold(field, s)) }

// fold makes a text one line, before secrets are looked for: folding can bring a
// name and its value together.
func (c *cleaner) fold(field, s string) string {
	lines := strings.FieldsFunc(c.tidy(field, s), func(r rune) bool { return r == '\n' })
	return strings.TrimSpace(strings.Join(lines, " "))
}

func (c *cleaner) tidy(field, s string) string {
	if !utf8.ValidString(s) && c.err == nil {
		c.err = refuse("the %s is not UTF-8", field)
	}
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	return strings.TrimLeft(strings.TrimRightFunc(s, unicode.IsSpace), "\n")
}

func (c *cleaner) redact(s string) string {
	out := redact.Text(s)
	c.redacted = c.redacted || out != s
	return out
}

// extra takes secrets out of every string of the unknown keys, names included.
func (c *cleaner) extra(members []memory.Member) []memory.Member {
	if len(members) == 0 {
		return nil
	}
	out := make([]memory.Member, 0, len(members))
	for _, m := range members {
		value, err := c.value(m.Key, m.Value)
		if err != nil && c.err == nil {
			c.err = refuse("the value of %q is not JSON: %w", m.Key, err)
		}
		out = append(out, memory.Member{Key: c.redact(m.Key), Value: value})
	}
	slices.SortFunc(out, func(a, b memory.Member) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// value takes secrets out of the JSON value of key. A value without any stays as it
// was given, byte for byte.
func (c *cleaner) value(key string, v jsontext.Value) (jsontext.Value, error) {
	inner := cleaner{}
	var b strings.Builder
	enc := jsontext.NewEncoder(&b)
	dec := jsontext.NewDecoder(strings.NewReader(string(v)))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return v, err
		}
		if token.Kind() == '"' {
			s := token.String()
			clean := inner.redact(s)
			if kind, n := dec.StackIndex(dec.StackDepth()); kind == '{' && n%2 == 1 {
				key = s // the name of a member
			} else if assigned := key + `: "` + s + `"`; clean == s && redact.Text(assigned) != assigned {
				// A password looks like one only beside its name.
				clean, inner.redacted = redact.Mark, true
			}
			token = jsontext.String(clean)
		}
		if err := enc.WriteToken(token); err != nil {
			return v, err
		}
		if dec.StackDepth() == 0 {
			break
		}
	}
	out := jsontext.Value(strings.TrimSpace(b.String()))
	if !inner.redacted {
		out = v
	}
	// What only the whole shows, such as a secret cut into an array, goes as a whole.
	if len(redact.Find(string(out))) > 0 {
		inner.redacted = true
		out = jsontext.Value(`"` + redact.Mark + `"`)
	}
	c.redacted = c.redacted || inner.redacted
	return out, nil
}

// givenTime is the unknown key that keeps a created_at of which only the beginning
// could be read.
const givenTime = "created_at_given"

// parseTime reads RFC 3339, with a blank for the T too, a date, a month or a year; what
// is left open is the first moment of it, in UTC. Old records hold dates that no
// calendar has (2014-19-19). They must not stop an import, so as much of them counts
// as makes sense, the year at least; whole is false then.
func parseTime(s string) (t string, whole bool, err error) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05", time.DateTime, time.DateOnly, "2006-01", "2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC().Format(memory.TimeFormat), true, nil
		}
	}
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if len(s) <= len(layout) || s[4] != '-' {
			continue
		}
		if t, err := time.Parse(layout, s[:len(layout)]); err == nil {
			return t.UTC().Format(memory.TimeFormat), false, nil
		}
	}
	return "", false, refuse("created_at %q is no time: write 2006-01-02T15:04:05Z or 2006-01-02", s)
}

func keepGiven(extra []memory.Member, given string) []memory.Member {
	if slices.ContainsFunc(extra, func(m memory.Member) bool { return m.Key == givenTime }) {
		return extra
	}
	quoted, err := jsontext.AppendQuote(nil, given)
	if err != nil {
		return extra // not UTF-8, which the caller has refused
	}
	return append(extra, memory.Member{Key: givenTime, Value: quoted})
}

// differing names the keys in which a repeated request differs from the chunk it
// first made. A node that was left open fits any: the ACTIVE main line may have
// changed since.
func differing(first *memory.Chunk, again memory.Chunk) []string {
	if again.Node == "" {
		again.Node = first.Node
	}
	return first.Differences(&again)
}

func nfc(s string) string { return norm.NFC.String(s) }

func wordSet(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = nfc(word)
	}
	return sortedSet(out)
}

func sortedSet[T ~string](items []T) []T {
	out := slices.Clone(items)
	slices.Sort(out)
	return slices.Compact(out)
}

// contentHash is a tag of what a request id promises. targets stand for the
// supersedes.
func contentHash(c *memory.Chunk, targets []string) string {
	var input []byte
	part := func(items ...string) {
		input = binary.BigEndian.AppendUint32(input, uint32(len(items)))
		for _, item := range items {
			input = binary.BigEndian.AppendUint32(input, uint32(len(item)))
			input = append(input, item...)
		}
	}
	part(nfc(c.Title), nfc(c.Conclusion), nfc(c.Source), string(c.Node))
	part(wordSet(c.HitWords)...)
	part(sortedSet(targets)...)
	return memory.ContentTag(input)
}

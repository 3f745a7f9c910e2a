package memory

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/unicode/norm"
)

// Schema is the number that chunks, config and tombstones written by this
// program carry.
//
//	1  content tag in the id, supersedes as a list (HFA 2.2 wrote no schema)
const Schema = 1

// crockford is Crockford's base32 alphabet in lower case,
// https://www.crockford.com/base32.html: no i, l, o, u.
const crockford = "0123456789abcdefghjkmnpqrstvwxyz"

// Chunk is one decision. It is written once and never changed.
type Chunk struct {
	Schema     int // 0: a file of HFA 2.2, which has no such key
	ID         ID
	Epoch      int // from 1
	Topic      int // position in its epoch, from 1; for display
	Node       NodeID
	Title      string
	HitWords   []string
	Conclusion string
	Source     string
	RequestID  string
	Supersedes []ID
	CreatedAt  string   // RFC 3339 in UTC with milliseconds
	Extra      []Member // keys this program does not know, sorted bytewise
}

// Member is one key of a JSON object with its raw value.
type Member struct {
	Key   string
	Value jsontext.Value
}

// Encode gives the canonical bytes of the chunk's file; see the package text
// for the format. What ParseChunk accepted encodes to the same content.
func (c *Chunk) Encode() []byte {
	w := objectWriter{buf: make([]byte, 0, 512+len(c.Conclusion))}
	if c.Schema != 0 {
		w.key("schema")
		w.buf = strconv.AppendInt(w.buf, int64(c.Schema), 10)
	}
	w.key("id")
	w.buf = appendString(w.buf, string(c.ID))
	for key := keyEpoch; key < numKeys; key++ {
		c.writeKey(&w, key)
	}
	for _, m := range sortMembers(c.Extra, isChunkKey) {
		w.raw(m)
	}
	return w.end()
}

// writeKey writes one known key but schema and id. In the compact form, the
// tag input, both lists are left out when empty; in a file they are always
// there, so that a reader need not ask.
func (c *Chunk) writeKey(w *objectWriter, key int) {
	text := func(name, value string) {
		w.key(name)
		w.buf = appendString(w.buf, value)
	}
	number := func(name string, value int) {
		w.key(name)
		w.buf = strconv.AppendInt(w.buf, int64(value), 10)
	}
	switch key {
	case keySchema:
		if c.Schema != 0 {
			number("schema", c.Schema)
		}
	case keyEpoch:
		number("epoch", c.Epoch)
	case keyTopic:
		number("topic", c.Topic)
	case keyNode:
		text("node", string(c.Node))
	case keyTitle:
		text("title", c.Title)
	case keyHitWords:
		if len(c.HitWords) > 0 || w.level != compact {
			w.key("hit_words")
			w.buf = appendStrings(w.buf, c.HitWords, w.level)
		}
	case keyConclusion:
		text("conclusion", c.Conclusion)
	case keySource:
		if c.Source != "" {
			text("source", c.Source)
		}
	case keyRequestID:
		if c.RequestID != "" {
			text("request_id", c.RequestID)
		}
	case keySupersedes:
		if len(c.Supersedes) > 0 || w.level != compact {
			w.key("supersedes")
			w.buf = appendStrings(w.buf, c.Supersedes, w.level)
		}
	case keyCreatedAt:
		if c.CreatedAt != "" {
			text("created_at", c.CreatedAt)
		}
	}
}

// tagInput gives the bytes the tag is made of: the object without id, in the
// compact canonical form.
func (c *Chunk) tagInput() []byte {
	w := objectWriter{level: compact, buf: make([]byte, 0, 512+len(c.Conclusion))}
	extra := sortMembers(c.Extra, isChunkKey)
	before := func(name string) {
		for len(extra) > 0 && extra[0].Key < name {
			w.raw(extra[0])
			extra = extra[1:]
		}
	}
	for _, name := range []string{
		"conclusion", "created_at", "epoch", "hit_words", "node", "request_id",
		"schema", "source", "supersedes", "title", "topic",
	} {
		before(name)
		c.writeKey(&w, keyNumber(name))
	}
	for _, m := range extra {
		w.raw(m)
	}
	return w.end()
}

// ComputeTag gives the tag that fits the content: 8 characters for the first
// 40 bits of the SHA-256 over the tag input.
func (c *Chunk) ComputeTag() string { return ContentTag(c.tagInput()) }

// ContentTag gives 8 digits of Crockford's base32 for the first 40 bits of the
// SHA-256 of input, most significant first.
func ContentTag(input []byte) string {
	sum := sha256.Sum256(input)
	bits := binary.BigEndian.Uint64(sum[:8])
	var tag [tagLength]byte
	for i := range tag {
		tag[i] = crockford[bits>>(64-5*(i+1))&31]
	}
	return string(tag[:])
}

// Seal makes the chunk's id of number and tag. A chunk without schema gets
// today's. Call it last: the tag fits the content of this moment.
func (c *Chunk) Seal(number int) {
	if c.Schema == 0 {
		c.Schema = Schema
	}
	c.ID = newID(number, c.ComputeTag())
}

// Edited tells whether the content was changed after the id was made. An
// untagged id says nothing: false.
func (c *Chunk) Edited() bool {
	tag := c.ID.Tag()
	return tag != "" && tag != c.ComputeTag()
}

// Differences names the keys in which two chunks say something else, in file
// order; none when they say the same, as a request id promises: title,
// conclusion, source and node are equal, hit words and supersedes hold the same
// elements, all after NFC. Time, number, epoch, topic and unknown keys are no
// part of it.
func (c *Chunk) Differences(o *Chunk) []string {
	var keys []string
	add := func(key string, same bool) {
		if !same {
			keys = append(keys, key)
		}
	}
	add("node", c.Node == o.Node)
	add("title", sameText(c.Title, o.Title))
	add("hit_words", slices.Equal(textSet(c.HitWords), textSet(o.HitWords)))
	add("conclusion", sameText(c.Conclusion, o.Conclusion))
	add("source", sameText(c.Source, o.Source))
	add("supersedes", slices.Equal(textSet(c.Supersedes), textSet(o.Supersedes)))
	return keys
}

func sameText(a, b string) bool { return a == b || norm.NFC.String(a) == norm.NFC.String(b) }

// textSet gives the elements after NFC, each once, sorted.
func textSet[T ~string](list []T) []string {
	set := make([]string, len(list))
	for i, s := range list {
		set[i] = norm.NFC.String(string(s))
	}
	slices.Sort(set)
	return slices.Compact(set)
}

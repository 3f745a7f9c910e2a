package memory

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Tombstone revokes one chunk or archives one node. It is written once.
type Tombstone struct {
	Schema    int    // 0: read from tombstones.jsonl of HFA 2.2
	Target    string // a chunk's full id or a node's id
	Reason    string
	CreatedAt string // RFC 3339 in UTC with milliseconds
	Extra     []Member
	File      string // only in a Tree: the file it was read from, which [Tombstone.Path] need not be
}

// Node gives the node that is archived; ok is false for a chunk's tombstone.
func (t *Tombstone) Node() (id NodeID, ok bool) {
	id, err := ParseNodeID(t.Target)
	return id, err == nil
}

// Chunk gives the chunk that is revoked; ok is false for a node's tombstone.
func (t *Tombstone) Chunk() (id ID, ok bool) {
	id, err := ParseID(t.Target)
	return id, err == nil
}

// Path gives the place of the record: "tombstones/TARGET-TAG.json", the
// target in lower case and the tag made of the whole record as a chunk's is.
// The name depends on the content alone, so two clones that revoke the same
// thing never touch the same file.
func (t *Tombstone) Path() string {
	tag := ContentTag(t.encode(compact))
	return TombstonesDir + "/" + strings.ToLower(t.Target) + "-" + tag + ".json"
}

// Encode gives the canonical bytes of the record's file.
func (t *Tombstone) Encode() []byte { return t.encode(0) }

func (t *Tombstone) encode(level int) []byte {
	members := []Member{
		{"target", appendString(nil, t.Target)},
		{"reason", appendString(nil, t.Reason)},
		{"created_at", appendString(nil, t.CreatedAt)},
	}
	if t.Schema != 0 {
		members = slices.Insert(members, 0, Member{"schema", strconv.AppendInt(nil, int64(t.Schema), 10)})
	}
	members = append(members, sortMembers(t.Extra, isTombstoneKey)...)
	if level == compact {
		slices.SortFunc(members, func(a, b Member) int { return strings.Compare(a.Key, b.Key) })
	}
	w := objectWriter{level: level}
	for _, m := range members {
		w.raw(m)
	}
	return w.end()
}

func isTombstoneKey(key string) bool {
	switch key {
	case "schema", "target", "reason", "created_at":
		return true
	}
	return false
}

// ParseTombstone reads one record, as leniently about layout and as strictly
// about content as [ParseChunk]. schema, target, reason and created_at must be
// there. The error is a *[FileError].
func ParseTombstone(data []byte) (Tombstone, error) {
	var r jsonReader
	var t Tombstone
	seen := 0
	err := r.readObject(data, func(key string) (err error) {
		if isTombstoneKey(key) {
			seen++
		}
		switch key {
		case "schema":
			if t.Schema, err = r.readInt(key, 1, maxInt); t.Schema > Schema {
				return errNewer(t.Schema)
			}
		case "target":
			if t.Target, err = r.readString(key); err == nil {
				err = r.checkTarget(t.Target)
			}
		case "reason":
			t.Reason, err = r.readString(key)
		case "created_at":
			t.CreatedAt, err = r.readString(key)
		default:
			var value jsontext.Value
			value, err = r.readRaw(key)
			t.Extra = append(t.Extra, Member{key, value})
		}
		return err
	})
	if err == nil && seen < 4 {
		err = corrupt("missing-key", 0, "a tombstone needs schema, target, reason and created_at", cureRestore)
	}
	if err != nil {
		if newer := newerSchema(data); newer != nil {
			err = newer
		}
		return Tombstone{}, err
	}
	t.Extra = sortMembers(t.Extra, isTombstoneKey)
	return t, nil
}

func (r *jsonReader) checkTarget(target string) error {
	_, chunkErr := ParseID(target)
	_, nodeErr := ParseNodeID(target)
	if chunkErr == nil || nodeErr == nil {
		return nil
	}
	return corrupt("wrong-type", r.line(), "the target "+strconv.Quote(target)+" is neither a chunk id nor a node id", "correct the value by hand")
}

// ParseLegacyTombstones reads tombstones.jsonl of HFA 2.2, one object a line.
// The target is the first of "target", "chunk_id", "id" and "node" that holds
// the id of a chunk or node, the time the first of "created_at",
// "tombstoned_at", "timestamp", "time" and "ts" that is given. A line that cannot
// be read spoils no other: what could be read is returned together with the
// joined errors, each a *[FileError] with its line. Of several records for one
// target the first stays.
func ParseLegacyTombstones(data []byte) ([]Tombstone, error) {
	var tombstones []Tombstone
	var errs []error
	seen := map[string]bool{}
	number := 0
	for line := range strings.Lines(string(trimBOM(data))) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		t, err := parseLegacyTombstone(line)
		if err != nil {
			var fe *FileError
			if errors.As(err, &fe) {
				fe.Line = number
			}
			errs = append(errs, err)
			continue
		}
		if !seen[t.Target] {
			seen[t.Target] = true
			tombstones = append(tombstones, t)
		}
	}
	return tombstones, errors.Join(errs...)
}

// parseLegacyTombstone: beside its target a record may tell its own name and
// the node that a chunk belongs to, so the order of the keys in the file says
// nothing.
func parseLegacyTombstone(line string) (Tombstone, error) {
	var r jsonReader
	var t Tombstone
	err := r.readObject([]byte(line), func(key string) error {
		value, err := r.readRaw(key)
		t.Extra = append(t.Extra, Member{key, value})
		return err
	})
	if err != nil {
		return t, err
	}
	isTarget := func(s string) bool { return r.checkTarget(s) == nil }
	t.Target = takeText(&t.Extra, isTarget, "target", "chunk_id", "id", "node")
	if t.Target == "" {
		return t, corrupt("missing-key", 1, "the record names neither a chunk nor a node", "correct the line by hand")
	}
	isGiven := func(s string) bool { return s != "" }
	t.Reason = takeText(&t.Extra, isGiven, "reason")
	t.CreatedAt = takeText(&t.Extra, isGiven, "created_at", "tombstoned_at", "timestamp", "time", "ts")
	t.Extra = sortMembers(t.Extra, func(string) bool { return false })
	return t, nil
}

// takeText takes the first of the keys that holds a string which is good out
// of members; "" when there is none.
func takeText(members *[]Member, good func(string) bool, keys ...string) string {
	for _, key := range keys {
		i := slices.IndexFunc(*members, func(m Member) bool { return m.Key == key })
		if i < 0 || (*members)[i].Value.Kind() != '"' {
			continue
		}
		text, err := jsontext.AppendUnquote(nil, (*members)[i].Value)
		if err == nil && good(string(text)) {
			*members = slices.Delete(*members, i, i+1)
			return string(text)
		}
	}
	return ""
}

// compareTombstones orders by target, then time, then reason.
func compareTombstones(a, b Tombstone) int {
	return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.Reason, b.Reason))
}

// Check tells whether the record may be written: a target that is an id, a
// reason of at most 500 characters in UTF-8, created_at in [TimeFormat].
func (t *Tombstone) Check() error {
	if _, ok := t.Chunk(); !ok {
		if _, ok := t.Node(); !ok {
			return fmt.Errorf("the target %q is neither a chunk id nor a node id", t.Target)
		}
	}
	if t.Reason == "" {
		return errors.New("a tombstone needs a reason")
	}
	if err := checkLength("reason", t.Reason, MaxReason); err != nil {
		return err
	}
	return checkTime(t.CreatedAt)
}

package gitext

import (
	"bytes"
	"slices"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/go-json-experiment/json/jsontext"
)

// Diff is a [Delta] with what a pull request never shows, since nothing is taken from a memory: two states that do not
// follow one another differ in both directions.
type Diff struct {
	Delta
	Removed  []memory.StoredChunk // chunks that only the first state has, by number, then id
	Edited   []memory.StoredChunk // chunks of the second state that have other content in the first, by number, then id
	Revived  []memory.Tombstone   // records that only the first state has
	Before   memory.NodeID        // the focus, "" where there is not exactly one
	After    memory.NodeID
	Settings []Setting // keys of config.json that say something else, in its order
}

// Setting is one key before and after; nil stands for none.
type Setting struct {
	Key           string
	Before, After jsontext.Value
}

// Empty reports two states that say the same.
func (d *Diff) Empty() bool {
	return d.Delta.Empty() && len(d.Removed) == 0 && len(d.Edited) == 0 && len(d.Revived) == 0 && d.Before == d.After
}

// Difference compares two states of a memory. A nil one is an empty memory.
func Difference(before, after *memory.Tree) Diff {
	if after == nil && before == nil {
		return Diff{}
	}
	if after == nil {
		after = emptyTree(before)
	}
	if before == nil {
		before = emptyTree(after)
	}
	d := Diff{Delta: Compare(before, after), Before: focus(before), After: focus(after), Settings: settings(before.Config, after.Config)}
	back := Compare(after, before)
	d.Removed, d.Revived = back.Added, back.Tombstoned
	was := map[memory.ID]*memory.Chunk{}
	for i := range before.Chunks {
		was[before.Chunks[i].ID] = &before.Chunks[i].Chunk
	}
	for i := range after.Chunks {
		c := &after.Chunks[i]
		if old, ok := was[c.ID]; ok && !bytes.Equal(old.Encode(), c.Encode()) {
			d.Edited = append(d.Edited, *c)
		}
	}
	return d
}

// emptyTree is a memory without anything in it, with the settings of like.
func emptyTree(like *memory.Tree) *memory.Tree {
	return &memory.Tree{Directory: memory.NewDirectory(like.Config.Lang), Config: like.Config}
}

// focus is the one ACTIVE main line, "" without one.
func focus(t *memory.Tree) memory.NodeID {
	n, err := t.Directory.Active()
	if err != nil {
		return ""
	}
	return n.ID
}

// settings compares the canonical forms key by key, so that a default that was written out is no change.
func settings(before, after memory.Config) []Setting {
	old, keys := members(before)
	now, more := members(after)
	for _, key := range more {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	var out []Setting
	for _, key := range keys {
		if !bytes.Equal(old[key], now[key]) {
			out = append(out, Setting{Key: key, Before: old[key], After: now[key]})
		}
	}
	return out
}

// members takes a configuration apart: compact values by key, and the keys in their order. The bytes are our own, so
// reading them does not fail.
func members(c memory.Config) (values map[string]jsontext.Value, keys []string) {
	values = map[string]jsontext.Value{}
	dec := jsontext.NewDecoder(bytes.NewReader(c.Encode()))
	if _, err := dec.ReadToken(); err != nil {
		return values, nil
	}
	for dec.PeekKind() == '"' {
		key, err := dec.ReadToken()
		if err != nil {
			break
		}
		name := key.String()
		value, err := dec.ReadValue()
		if err != nil {
			break
		}
		value = value.Clone()
		if value.Compact() != nil {
			break
		}
		values[name], keys = value, append(keys, name)
	}
	return values, keys
}

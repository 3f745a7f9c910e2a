package gitext

import (
	"slices"

	"github.com/git-hfa/git-hfa/memory"
)

// Delta is what changed between two states of a memory, as people ask for it.
type Delta struct {
	Added      []memory.StoredChunk // new chunks, by number, then id
	Superseded []Superseded         // links that the new chunks bring
	Tombstoned []memory.Tombstone   // new records, of chunks and nodes
	Nodes      []NodeChange         // rows of directory.md, by id
	Config     bool                 // config.json says something else
}

// Superseded is one link: By retires Old. OldTitle is "" when Old is in neither state.
type Superseded struct {
	Old, By  memory.ID
	OldTitle string
}

// NodeChange is one row before and after; the zero Node stands for none.
type NodeChange struct{ Before, After memory.Node }

// Empty reports a Delta without anything in it.
func (d Delta) Empty() bool {
	return len(d.Added) == 0 && len(d.Superseded) == 0 && len(d.Tombstoned) == 0 && len(d.Nodes) == 0 && !d.Config
}

// Compare lists what now has that base has not. A nil base is an empty memory.
func Compare(base, now *memory.Tree) Delta {
	if base == nil {
		base = &memory.Tree{Directory: memory.NewDirectory(now.Config.Lang), Config: now.Config}
	}
	var d Delta
	was := map[memory.ID]bool{}
	titles := map[memory.ID]string{}
	for i := range base.Chunks {
		c := &base.Chunks[i]
		was[c.ID], titles[c.ID] = true, c.Title
	}
	for i := range now.Chunks {
		titles[now.Chunks[i].ID] = now.Chunks[i].Title
	}
	for i := range now.Chunks {
		c := &now.Chunks[i]
		if was[c.ID] {
			continue
		}
		d.Added = append(d.Added, *c)
		for _, old := range c.Supersedes {
			d.Superseded = append(d.Superseded, Superseded{Old: old, By: c.ID, OldTitle: titles[old]})
		}
	}
	d.Tombstoned = newTombstones(base.Tombstones, now.Tombstones)
	d.Nodes = changedNodes(base.Directory, now.Directory)
	d.Config = string(base.Config.Encode()) != string(now.Config.Encode())
	return d
}

func newTombstones(base, now []memory.Tombstone) []memory.Tombstone {
	was := map[string]bool{}
	for i := range base {
		was[base[i].Target] = true
	}
	var fresh []memory.Tombstone
	for i := range now {
		if t := now[i].Target; !was[t] {
			was[t] = true
			fresh = append(fresh, now[i])
		}
	}
	return fresh
}

func changedNodes(base, now *memory.Directory) []NodeChange {
	var changes []NodeChange
	for _, after := range now.Nodes() {
		before, ok := base.Node(after.ID)
		if !ok || before.Path != after.Path || before.State != after.State || before.Note != after.Note || !slices.Equal(before.HitWords, after.HitWords) {
			changes = append(changes, NodeChange{before, after})
		}
	}
	for _, before := range base.Nodes() {
		if _, ok := now.Node(before.ID); !ok {
			changes = append(changes, NodeChange{Before: before})
		}
	}
	return changes
}

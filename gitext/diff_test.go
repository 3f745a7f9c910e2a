package gitext

import (
	"testing"

	"github.com/git-hfa/git-hfa/memory"
)

func stateOf(t *testing.T, config, directory string, chunks ...memory.Chunk) *memory.Tree {
	t.Helper()
	c, err := memory.ParseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	d, err := memory.ParseDirectory([]byte("| ID | Path | Status | Hit words | Note |\n|---|---|---|---|---|\n" + directory))
	if err != nil {
		t.Fatal(err)
	}
	tree := &memory.Tree{Config: c, Directory: d}
	for _, c := range chunks {
		tree.Chunks = append(tree.Chunks, memory.StoredChunk{Chunk: c})
	}
	return tree
}

func TestDifferenceGoesBothWays(t *testing.T) {
	one := memory.Chunk{Schema: 1, ID: "chunk_0001-00000001", Title: "one"}
	edited := one
	edited.Title = "one, edited"
	two := memory.Chunk{Schema: 1, ID: "chunk_0002-00000002", Title: "two", Supersedes: []memory.ID{one.ID}}
	three := memory.Chunk{Schema: 1, ID: "chunk_0003-00000003", Title: "three"}
	a := stateOf(t, `{}`, "| M1 | main/m1.md | ACTIVE | | x |\n", one, three)
	b := stateOf(t, `{"recall_token_budget":300,"x":[1, 2]}`, "| M1 | main/m1.md | PAUSED | | x |\n| M2 | main/m2.md | ACTIVE | | y |\n", edited, two)
	a.Tombstones = []memory.Tombstone{{Target: "chunk_0003-00000003"}}
	b.Tombstones = []memory.Tombstone{{Target: "S1"}}
	d := Difference(a, b)
	if len(d.Added) != 1 || d.Added[0].ID != two.ID || len(d.Superseded) != 1 || d.Superseded[0] != (Superseded{one.ID, two.ID, "one, edited"}) {
		t.Errorf("added %v, superseded %v", d.Added, d.Superseded)
	}
	if len(d.Removed) != 1 || d.Removed[0].ID != three.ID || len(d.Edited) != 1 || d.Edited[0].ID != one.ID {
		t.Errorf("removed %v, edited %v", d.Removed, d.Edited)
	}
	if len(d.Tombstoned) != 1 || d.Tombstoned[0].Target != "S1" || len(d.Revived) != 1 || d.Revived[0].Target != "chunk_0003-00000003" {
		t.Errorf("tombstoned %v, revived %v", d.Tombstoned, d.Revived)
	}
	if d.Before != "M1" || d.After != "M2" || len(d.Nodes) != 2 {
		t.Errorf("focus %s to %s, nodes %v", d.Before, d.After, d.Nodes)
	}
	if len(d.Settings) != 2 || d.Settings[0].Key != "recall_token_budget" || string(d.Settings[0].Before) != "600" || string(d.Settings[0].After) != "300" ||
		d.Settings[1].Key != "x" || d.Settings[1].Before != nil || string(d.Settings[1].After) != "[1,2]" {
		t.Errorf("settings %v", d.Settings)
	}
	if same := Difference(b, b); !same.Empty() {
		t.Errorf("a state differs from itself: %+v", same)
	}
	if d := Difference(nil, b); len(d.Added) != 2 || len(d.Removed) != 0 || d.Config {
		t.Errorf("from nothing: %+v", d)
	}
	if d := Difference(a, nil); len(d.Added) != 0 || len(d.Removed) != 2 || len(d.Revived) != 1 {
		t.Errorf("to nothing: %+v", d)
	}
	// A default that is written out is no change.
	if d := Difference(a, stateOf(t, `{"recall_token_budget":600}`, "| M1 | main/m1.md | ACTIVE | | x |\n", one, three)); len(d.Settings) != 0 {
		t.Errorf("settings %v", d.Settings)
	}
}

package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/faultfs"
)

// modelChunk is what a chunk must be, as simply as it can be said.
type modelChunk struct {
	id         memory.ID
	title      string
	request    string
	node       memory.NodeID
	supersedes []memory.ID
	retired    bool
	tombstoned bool
}

// model holds a Store against a few maps.
type model struct {
	t      *testing.T
	mem    *faultfs.Mem
	s      *Store
	chunks []*modelChunk
	nodes  map[memory.NodeID]memory.State
	bytes  map[string]string // of every chunk and tombstone ever seen
	serial int
}

func newModel(t *testing.T) *model {
	mem := newMemory(t, 3)
	return &model{t: t, mem: mem, s: open(t, mem), bytes: map[string]string{}, nodes: map[memory.NodeID]memory.State{"M1": memory.Active, "P1": memory.Active}}
}

func (m *model) active() memory.NodeID {
	for id, state := range m.nodes {
		if id.Kind() == memory.MainLine && state == memory.Active {
			return id
		}
	}
	return ""
}

// target draws a chunk that may be superseded, and whether it may.
func (m *model) target(t *rapid.T) *modelChunk {
	if len(m.chunks) == 0 || rapid.Bool().Draw(t, "fresh decision") {
		return nil
	}
	return rapid.SampledFrom(m.chunks).Draw(t, "target")
}

func (m *model) add(t *rapid.T) {
	m.serial++
	d := Draft{
		Title:      fmt.Sprint("title ", rapid.IntRange(0, 3).Draw(t, "title")),
		Conclusion: "c",
		RequestID:  rapid.SampledFrom([]string{"", "", "r1", "r2", "r3"}).Draw(t, "request"),
		Node:       rapid.SampledFrom([]memory.NodeID{"", "", "M1", "P1", "S1"}).Draw(t, "node"),
	}
	target := m.target(t)
	if target != nil {
		d.Supersedes = []string{target.id.Short()}
	}
	added, err := m.s.Add(t.Context(), d)

	for _, c := range m.chunks {
		if d.RequestID == "" || c.request != d.RequestID {
			continue
		}
		same := c.title == d.Title && (d.Node == "" || d.Node == c.node) && len(d.Supersedes) == len(c.supersedes) &&
			(target == nil || slices.Equal(c.supersedes, []memory.ID{target.id}))
		switch {
		case same && (err != nil || !added.Duplicate || added.Chunk.ID != c.id):
			t.Fatalf("repeated request: %+v, %v", added, err)
		case !same && !errors.Is(err, ErrRequestConflict):
			t.Fatalf("conflicting request: %v", err)
		}
		return
	}
	state, known := m.nodes[d.Node]
	bad := target != nil && (target.retired || target.tombstoned) || d.Node != "" && (!known || state == memory.Tombstoned)
	if bad != errors.Is(err, ErrRefused) || !bad && err != nil {
		t.Fatalf("draft %+v: %v", d, err)
	}
	if bad {
		return
	}
	if d.Node == "" {
		d.Node = m.active()
	}
	c := &modelChunk{id: added.Chunk.ID, title: d.Title, request: d.RequestID, node: d.Node}
	if target != nil {
		target.retired = true
		c.supersedes = []memory.ID{target.id}
	}
	m.chunks = append(m.chunks, c)
}

func (m *model) imports(t *rapid.T) {
	m.serial++
	n := rapid.IntRange(1, 5).Draw(t, "rows")
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = Row{Ref: fmt.Sprint(i), Line: i + 1, Draft: Draft{Title: fmt.Sprint("import ", m.serial), Conclusion: fmt.Sprint(i)}}
		if i > 0 && rapid.Bool().Draw(t, "linked") {
			rows[i].Draft.Supersedes = []string{fmt.Sprint(i - 1)}
		}
	}
	for range 2 {
		got, err := m.s.Import(t.Context(), rows, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got[0].Duplicate {
			continue
		}
		for i := range got {
			c := &modelChunk{id: got[i].ID, title: rows[i].Draft.Title, node: m.active()}
			if rows[i].Draft.Supersedes != nil {
				c.supersedes = []memory.ID{got[i-1].ID}
				m.chunks[len(m.chunks)-1].retired = true
			}
			m.chunks = append(m.chunks, c)
		}
	}
}

func (m *model) tombstone(t *rapid.T) {
	if len(m.chunks) == 0 {
		t.Skip("no chunk yet")
	}
	c := rapid.SampledFrom(m.chunks).Draw(t, "chunk")
	_, already, err := m.s.Tombstone(t.Context(), string(c.id), "wrong")
	if err != nil || already != c.tombstoned {
		t.Fatalf("%s: already %v, %v", c.id, already, err)
	}
	c.tombstoned = true
}

func (m *model) node(t *rapid.T) {
	id := rapid.SampledFrom([]memory.NodeID{"M2", "M3", "S1"}).Draw(t, "id")
	_, taken := m.nodes[id]
	_, err := m.s.AddNode(t.Context(), memory.Node{ID: id, Note: "a | b"})
	if taken != errors.Is(err, ErrRefused) || !taken && err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	if !taken {
		m.nodes[id] = memory.Active
		if id.Kind() == memory.MainLine {
			m.nodes[id] = memory.Paused
		}
	}
}

func (m *model) focus(t *rapid.T) {
	id := rapid.SampledFrom([]memory.NodeID{"M1", "M2", "M3"}).Draw(t, "id")
	state, known := m.nodes[id]
	good := known && state != memory.Tombstoned
	if err := m.s.Focus(t.Context(), id); good != (err == nil) {
		t.Fatalf("%s: %v", id, err)
	}
	if good {
		m.nodes[m.active()] = memory.Paused
		m.nodes[id] = memory.Active
	}
}

func (m *model) tombstoneNode(t *rapid.T) {
	id := rapid.SampledFrom([]memory.NodeID{"M1", "M2", "M3", "S1"}).Draw(t, "id")
	state, known := m.nodes[id]
	good := known && id != m.active()
	_, already, err := m.s.Tombstone(t.Context(), string(id), "over")
	if good != (err == nil) || good && already != (state == memory.Tombstoned) {
		t.Fatalf("%s: already %v, %v", id, already, err)
	}
	if good {
		m.nodes[id] = memory.Tombstoned
	}
}

// crash stops a write at any operation, loses what was not synced, and opens again.
func (m *model) crash(t *rapid.T) {
	before := truth(m.mem)
	m.serial++
	rows := []Row{{Ref: "x", Line: 1, Draft: Draft{Title: fmt.Sprint("crash ", m.serial), Conclusion: "x"}}, {Ref: "y", Line: 2, Draft: Draft{Title: fmt.Sprint("crash ", m.serial), Conclusion: "y"}}}
	fault := &faultfs.Fault{FS: m.mem, Root: testDir, FailAt: rapid.IntRange(0, 90).Draw(t, "operation"), Dead: true}
	var acknowledged []Imported
	if s, err := Open(options(fault)); err == nil {
		acknowledged, _ = s.Import(t.Context(), rows, nil)
	}
	m.mem = m.mem.Crash(func() bool { return rapid.Bool().Draw(t, "kept") })
	m.s = open(m.t, m.mem)
	if _, err := m.s.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	var there []memory.ID
	for p, data := range truth(m.mem) {
		if _, old := before[p]; !old && strings.HasPrefix(p, memory.ChunksDir) {
			c, err := memory.ParseChunk([]byte(data))
			if err != nil {
				t.Fatal(err)
			}
			there = append(there, c.ID)
		}
	}
	if len(there) != 0 && len(there) != 2 || len(acknowledged) > 0 && len(there) == 0 {
		t.Fatalf("%d of 2 chunks are there, %d were acknowledged", len(there), len(acknowledged))
	}
	for _, id := range there {
		m.chunks = append(m.chunks, &modelChunk{id: id, title: fmt.Sprint("crash ", m.serial), node: m.active()})
	}
}

// check holds the whole memory against the model.
func (m *model) check(t *rapid.T) {
	tree := check(m.t, truth(m.mem))
	if len(tree.Chunks) != len(m.chunks) {
		t.Fatalf("%d chunks, not %d", len(tree.Chunks), len(m.chunks))
	}
	stored := map[memory.ID]memory.StoredChunk{}
	for _, c := range tree.Chunks {
		stored[c.ID] = c
	}
	numbers := map[int]bool{}
	for _, want := range m.chunks {
		c, ok := stored[want.id]
		if !ok || c.Title != want.title || c.Node != want.node || !slices.Equal(c.Supersedes, want.supersedes) || numbers[c.ID.Number()] {
			t.Fatalf("%+v is stored as %+v", want, c.Chunk)
		}
		numbers[c.ID.Number()] = true
	}
	states := map[memory.NodeID]memory.State{}
	for _, node := range tree.Directory.Nodes() {
		states[node.ID] = node.State
	}
	if !maps.Equal(states, m.nodes) {
		t.Fatalf("nodes are %v, not %v", states, m.nodes)
	}
	now := truth(m.mem)
	for p, data := range m.bytes {
		if now[p] != data {
			t.Fatalf("%s changed", p)
		}
	}
	for p, data := range now {
		if strings.HasPrefix(p, memory.ChunksDir) || strings.HasPrefix(p, memory.TombstonesDir) || strings.HasSuffix(p, "framework.md") {
			m.bytes[p] = data
		}
	}
}

func TestStoreAgainstModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(t)
		rt.Repeat(map[string]func(*rapid.T){
			"add":            m.add,
			"import":         m.imports,
			"tombstone":      m.tombstone,
			"node":           m.node,
			"focus":          m.focus,
			"tombstone node": m.tombstoneNode,
			"crash":          m.crash,
			"reopen":         func(*rapid.T) { m.s = open(m.t, m.mem) },
			"":               m.check,
		})
	})
}

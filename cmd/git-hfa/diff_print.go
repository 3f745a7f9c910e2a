package main

import (
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/go-json-experiment/json/jsontext"
)

// diffJSON is what "diff --json" prints. Lists are never null.
type diffJSON struct {
	From       diffSide        `json:"from"`
	To         diffSide        `json:"to"`
	Added      []diffChunk     `json:"added"`
	Superseded []diffLink      `json:"superseded"`
	Tombstoned []diffTombstone `json:"tombstoned"`
	Nodes      []diffNode      `json:"nodes"`
	Focus      *diffFocus      `json:"focus"` // null when it stayed
	Config     []diffSetting   `json:"config"`
	Removed    []diffChunk     `json:"removed"` // only in the first state
	Edited     []diffChunk     `json:"edited"`  // in both, with other content
	Revived    []diffTombstone `json:"revived"` // tombstoned only in the first state
}

type diffChunk struct {
	ID         memory.ID     `json:"id"`
	Node       memory.NodeID `json:"node"`
	Title      string        `json:"title"`
	Path       string        `json:"path"`
	Supersedes []memory.ID   `json:"supersedes"`
}

type diffLink struct {
	ID    memory.ID `json:"id"`
	By    memory.ID `json:"by"`
	Title string    `json:"title"` // of ID; "" when it is in neither state
}

type diffTombstone struct {
	Target    string `json:"target"`
	Reason    string `json:"reason"`
	CreatedAt string `json:"created_at"`
}

type diffNode struct {
	ID     memory.NodeID `json:"id"`
	Before *diffRow      `json:"before"` // null for a new row
	After  *diffRow      `json:"after"`  // null for one that is gone
}

type diffRow struct {
	Path     string       `json:"path"`
	State    memory.State `json:"state"`
	Title    string       `json:"title"`
	HitWords []string     `json:"hit_words"`
}

type diffFocus struct {
	Before memory.NodeID `json:"before"` // "" where there is not exactly one ACTIVE main line
	After  memory.NodeID `json:"after"`
}

type diffSetting struct {
	Key    string         `json:"key"`
	Before jsontext.Value `json:"before"`
	After  jsontext.Value `json:"after"`
}

func diffJSONOf(a, b diffSide, d *gitext.Diff) diffJSON {
	out := diffJSON{
		From: a, To: b, Added: diffChunks(d.Added), Superseded: []diffLink{}, Tombstoned: diffTombstones(d.Tombstoned), Nodes: []diffNode{},
		Config: []diffSetting{}, Removed: diffChunks(d.Removed), Edited: diffChunks(d.Edited), Revived: diffTombstones(d.Revived),
	}
	for _, s := range d.Superseded {
		out.Superseded = append(out.Superseded, diffLink{s.Old, s.By, s.OldTitle})
	}
	for _, n := range d.Nodes {
		change := diffNode{ID: n.After.ID, Before: diffRowOf(n.Before), After: diffRowOf(n.After)}
		if change.After == nil {
			change.ID = n.Before.ID
		}
		out.Nodes = append(out.Nodes, change)
	}
	if d.Before != d.After {
		out.Focus = &diffFocus{d.Before, d.After}
	}
	for _, s := range d.Settings {
		out.Config = append(out.Config, diffSetting{s.Key, orNull(s.Before), orNull(s.After)})
	}
	return out
}

func orNull(v jsontext.Value) jsontext.Value {
	if v == nil {
		return jsontext.Value("null")
	}
	return v
}

func diffRowOf(n memory.Node) *diffRow {
	if n.ID == "" {
		return nil
	}
	return &diffRow{Path: n.Path, State: n.State, Title: n.Note, HitWords: append([]string{}, n.HitWords...)}
}

func diffChunks(chunks []memory.StoredChunk) []diffChunk {
	out := []diffChunk{}
	for i := range chunks {
		c := &chunks[i]
		out = append(out, diffChunk{ID: c.ID, Node: c.Node, Title: c.Title, Path: c.Path, Supersedes: append([]memory.ID{}, c.Supersedes...)})
	}
	return out
}

func diffTombstones(tombstones []memory.Tombstone) []diffTombstone {
	out := []diffTombstone{}
	for i := range tombstones {
		t := &tombstones[i]
		out = append(out, diffTombstone{t.Target, t.Reason, t.CreatedAt})
	}
	return out
}

// shownIDs shortens ids that are unambiguous in both states together.
type shownIDs struct{ byNumber map[int]memory.ID }

func newShownIDs(sides ...diffSide) shownIDs {
	s := shownIDs{map[int]memory.ID{}}
	for _, side := range sides {
		if side.tree == nil {
			continue
		}
		for i := range side.tree.Chunks {
			id := side.tree.Chunks[i].ID
			if other, taken := s.byNumber[id.Number()]; taken && other != id {
				id = ""
			}
			s.byNumber[side.tree.Chunks[i].ID.Number()] = id
		}
	}
	return s
}

func (s shownIDs) of(id memory.ID) string {
	if s.byNumber[id.Number()] == id {
		return id.Short()
	}
	return string(id)
}

// printDiff prints a section for each kind of change, nothing where there is none.
func (e *env) printDiff(a, b diffSide, d *gitext.Diff) {
	if d.Empty() {
		e.note("nothing was decided between %s and %s", a.name(), b.name())
		return
	}
	ids := newShownIDs(a, b)
	links := map[memory.ID][]gitext.Superseded{}
	for _, s := range d.Superseded {
		links[s.By] = append(links[s.By], s)
	}
	chunks := func(name string, list []memory.StoredChunk) {
		for i := range list {
			c := &list[i]
			e.printf("%s  %s  %s  %s\n", name, ids.of(c.ID), c.Node, plain(c.Title))
			for _, s := range links[c.ID] {
				e.printf("      supersedes %s\n", plain(strings.TrimSpace(ids.of(s.Old)+"  "+s.OldTitle)))
			}
		}
	}
	records := func(name string, list []memory.Tombstone) {
		for i := range list {
			target := list[i].Target
			if id, ok := list[i].Chunk(); ok {
				target = ids.of(id)
			}
			e.printf("%s  %s  %s\n", name, target, plain(list[i].Reason))
		}
	}
	chunks("added", d.Added)
	records("tombstoned", d.Tombstoned)
	for _, n := range d.Nodes {
		e.printf("node  %s\n", plain(nodeLine(n, func(s string) string { return s })))
	}
	if d.Before != d.After {
		e.printf("focus  %s\n", focusLine(d))
	}
	for _, s := range d.Settings {
		e.printf("config  %s\n", plain(settingLine(s)))
	}
	links = nil // told above
	chunks("edited", d.Edited)
	chunks("only in A", d.Removed)
	records("tombstoned only in A", d.Revived)
}

func focusLine(d *gitext.Diff) string {
	return orWord(string(d.Before), "none") + " → " + orWord(string(d.After), "none")
}

func settingLine(s gitext.Setting) string {
	return s.Key + " " + orWord(string(s.Before), "(none)") + " → " + orWord(string(s.After), "(none)")
}

func orWord(s, word string) string {
	if s == "" {
		return word
	}
	return s
}

// diffMarkdown is the view for a job summary or a pull request.
func diffMarkdown(where string, a, b diffSide, d *gitext.Diff) string {
	var out strings.Builder
	fmt.Fprintf(&out, "## Decisions in `%s`\n\n", strings.ReplaceAll(plain(where), "`", "'"))
	fmt.Fprintf(&out, "From %s to %s.\n\n", markdown(a.name()), markdown(b.name()))
	delta := d.Delta
	delta.Config = false // its keys are told below
	if !delta.Empty() || d.Empty() {
		markdownDelta(&out, &delta, true)
	}
	var more []string
	if d.Before != d.After {
		more = append(more, "Focus: "+markdown(focusLine(d)))
	}
	for _, s := range d.Settings {
		more = append(more, "`config.json`: "+markdown(settingLine(s)))
	}
	for i := range d.Edited {
		more = append(more, fmt.Sprintf("Edited: `%s` %s", d.Edited[i].ID, markdown(d.Edited[i].Title)))
	}
	for i := range d.Removed {
		more = append(more, fmt.Sprintf("Only in %s: `%s` %s", markdown(a.name()), d.Removed[i].ID, markdown(d.Removed[i].Title)))
	}
	for i := range d.Revived {
		more = append(more, fmt.Sprintf("Tombstoned only in %s: `%s` %s", markdown(a.name()), d.Revived[i].Target, markdown(d.Revived[i].Reason)))
	}
	for i, line := range more {
		if i == maxMarkdown {
			fmt.Fprintf(&out, "- … and %d more\n", len(more)-i)
			break
		}
		out.WriteString("- " + line + "\n")
	}
	return out.String()
}

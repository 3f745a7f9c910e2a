package memory

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// links makes chunks of "2>1 3>1": 2 supersedes 1, 3 supersedes 1. "4" alone
// is a chunk without links.
func links(text string) []StoredChunk {
	byNumber := map[int]*StoredChunk{}
	get := func(n int) *StoredChunk {
		if byNumber[n] == nil {
			byNumber[n] = &StoredChunk{Chunk: Chunk{ID: newID(n, "")}}
		}
		return byNumber[n]
	}
	for field := range strings.FieldsSeq(text) {
		var newer, older int
		if n, _ := fmt.Sscanf(field, "%d>%d", &newer, &older); n < 2 {
			get(newer)
			continue
		}
		get(newer).Supersedes = append(get(newer).Supersedes, newID(older, ""))
		if !strings.HasSuffix(field, "!") { // "2>1!": 1 is not in the tree
			get(older)
		}
	}
	var chunks []StoredChunk
	for _, c := range byNumber {
		chunks = append(chunks, *c)
	}
	slices.SortFunc(chunks, compareStored)
	return chunks
}

func numbers(ids []ID) string {
	var b strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&b, "%d ", id.Number())
	}
	return strings.TrimSpace(b.String())
}

func TestLineage(t *testing.T) {
	for _, test := range []struct{ name, links, retired, headsOf1, forks, cycles string }{
		{"alone", "1", "", "1", "", ""},
		{"chain", "2>1 3>2", "1 2", "3", "", ""},
		{"fork", "2>1 3>1", "1", "2 3", "1: 2 3", ""},
		{"fork with one side grown", "2>1 3>1 4>3", "1 3", "2 4", "1: 2 4", ""},
		{"late fork", "2>1 3>2 4>2", "1 2", "3 4", "2: 3 4", ""},
		{"diamond", "2>1 3>1 4>2 4>3", "1 2 3", "4", "", ""},
		{"one side takes the other in", "2>1 3>1 3>2", "1 2", "3", "", ""},
		{"fork in a fork", "2>1 3>1 4>2 5>2", "1 2", "3 4 5", "1: 3 4 5; 2: 4 5", ""},
		{"two parents", "3>1 3>2", "1 2", "3", "", ""},
		{"target not here", "2>1!", "1", "2", "", ""},
		{"fork of a target not here", "2>1! 3>1!", "1", "2 3", "1: 2 3", ""},
		{"named twice", "2>1 2>1", "1", "2", "", ""},
		{"itself", "1>1", "", "1", "", "1"},
		{"ring", "2>1 1>2", "1 2", "", "", "1 2"},
		{"ring with a way out", "2>1 1>2 3>2", "1 2", "3", "", "1 2"},
		{"two rings", "2>1 1>2 4>3 5>4 3>5", "1 2 3 4 5", "", "", "1 2; 3 4 5"},
	} {
		l := NewLineage(links(test.links))
		var retired []ID
		for i := range 9 {
			if id := newID(i, ""); l.Retired(id) {
				retired = append(retired, id)
			}
		}
		var forks, cycles []string
		for _, f := range l.Forks() {
			forks = append(forks, fmt.Sprintf("%d: %s", f.Old.Number(), numbers(f.Heads)))
		}
		for _, ring := range l.Cycles() {
			cycles = append(cycles, numbers(ring))
		}
		got := []string{numbers(retired), numbers(l.Heads(newID(1, ""))), strings.Join(forks, "; "), strings.Join(cycles, "; ")}
		if want := []string{test.retired, test.headsOf1, test.forks, test.cycles}; !slices.Equal(got, want) {
			t.Errorf("%s (%s): %q, want %q", test.name, test.links, got, want)
		}
	}
}

func TestLineageOfAnyLinksEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 8
		var chunks []StoredChunk
		for i := range n {
			c := StoredChunk{Chunk: Chunk{ID: newID(i, "")}}
			for _, j := range rapid.SliceOfN(rapid.IntRange(0, n+1), 0, 3).Draw(t, "links") {
				c.Supersedes = append(c.Supersedes, newID(j, ""))
			}
			chunks = append(chunks, c)
		}
		l := NewLineage(chunks)
		// Reachability by the plain method, as the oracle for rings.
		var reach [n + 2][n + 2]bool
		for _, c := range chunks {
			for _, old := range c.Supersedes {
				if old != c.ID {
					reach[old.Number()][c.ID.Number()] = true
				}
			}
		}
		for k := range reach {
			for i := range reach {
				for j := range reach {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		inRing := map[ID]bool{}
		for _, ring := range l.Cycles() {
			for _, id := range ring {
				inRing[id] = inRing[id] || len(ring) > 1
			}
		}
		for i := range n {
			id := newID(i, "")
			if inRing[id] != reach[i][i] {
				t.Fatalf("%s in a ring: %v, want %v", id, inRing[id], reach[i][i])
			}
			for _, head := range l.Heads(id) {
				if l.Retired(head) || head != id && !reach[i][head.Number()] {
					t.Fatalf("%s is no living end of %s", head, id)
				}
			}
		}
		for _, fork := range l.Forks() {
			if len(fork.Heads) < 2 || !l.Retired(fork.Old) {
				t.Fatalf("%+v is no fork", fork)
			}
		}
	})
}

func TestALongChainIsFollowedToItsEnd(t *testing.T) {
	const n = 50_000
	chunks := make([]StoredChunk, n)
	for i := range chunks {
		chunks[i].ID = newID(i+1, "")
		if i > 0 {
			chunks[i].Supersedes = []ID{newID(i, "")}
		}
	}
	l := NewLineage(chunks)
	if heads := l.Heads(newID(1, "")); numbers(heads) != fmt.Sprint(n) || len(l.Cycles()) > 0 || len(l.Forks()) > 0 {
		t.Errorf("heads %v", heads)
	}
}

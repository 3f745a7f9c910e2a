package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/vfs"
)

func chain() []Row {
	return []Row{
		{Ref: "a", Line: 1, Draft: Draft{Title: "a", Conclusion: "one", CreatedAt: "2020-01-01"}},
		{Ref: "b", Line: 2, Draft: Draft{Title: "b", Conclusion: "two", Supersedes: []string{"c", "a"}, Node: "P1"}},
		{Ref: "c", Line: 3, Draft: Draft{Title: "c", Conclusion: "three"}},
		{Line: 4, Draft: Draft{Title: "d", Conclusion: "four", RequestID: "own"}},
	}
}

func TestImportKeepsOrderLinksAndTimes(t *testing.T) {
	mem := newMemory(t, 3)
	s := open(t, mem)
	mustAdd(t, s, draft(1))
	var calls []int
	got, err := s.Import(t.Context(), chain(), func(done, total int) {
		if total != 4 {
			t.Errorf("total is %d", total)
		}
		calls = append(calls, done)
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(calls) || calls[len(calls)-1] != 4 {
		t.Errorf("progress was %v", calls)
	}
	tree := check(t, truth(mem))
	chunk := map[string]memory.Chunk{}
	for _, c := range tree.Chunks {
		chunk[c.Title] = c.Chunk
	}
	for i, title := range []string{"a", "b", "c", "d"} {
		if c := chunk[title]; c.ID != got[i].ID || c.ID.Number() != i+2 || got[i].Duplicate {
			t.Errorf("%s became %s, reported as %+v", title, c.ID, got[i])
		}
	}
	if b := chunk["b"]; !slices.Equal(b.Supersedes, []memory.ID{chunk["c"].ID, chunk["a"].ID}) || b.Node != "P1" || b.Epoch != 1 || chunk["c"].Epoch != 2 {
		t.Errorf("got %+v", b)
	}
	if chunk["a"].CreatedAt != "2020-01-01T00:00:00.000Z" || !strings.HasPrefix(chunk["a"].RequestID, "import:a:") || chunk["d"].RequestID != "own" {
		t.Errorf("got %+v", chunk["a"])
	}
}

func TestImportAgainAddsNothing(t *testing.T) {
	mem := newMemory(t, 3)
	s := open(t, mem)
	first, err := s.Import(t.Context(), chain(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Tombstone(t.Context(), string(first[1].ID), "wrong"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddNode(t.Context(), memory.Node{ID: "M2"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Focus(t.Context(), "M2"); err != nil {
		t.Fatal(err)
	}
	before := truth(mem)
	again, err := s.Import(t.Context(), chain(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range again {
		if again[i].ID != first[i].ID || !again[i].Duplicate {
			t.Errorf("row %d: %+v after %+v", i, again[i], first[i])
		}
	}
	if !maps.Equal(before, truth(mem)) {
		t.Errorf("something was written:\n%s", differences(before, truth(mem)))
	}
	// A longer file adds what is new, linked to what is there.
	longer := append(chain(), Row{Ref: "e", Line: 5, Draft: Draft{Title: "e", Conclusion: "five", Supersedes: []string{string(first[2].ID), "e2"}}},
		Row{Ref: "e2", Line: 6, Draft: Draft{Title: "e2", Conclusion: "five"}})
	if _, err := s.Import(t.Context(), longer, nil); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "line 5") {
		t.Errorf("a superseded chunk is superseded once more: %v", err)
	}
	longer[4].Draft.Supersedes = []string{"e2"}
	got, err := s.Import(t.Context(), longer, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got[3].ID != first[3].ID || got[4].Duplicate || got[5].Duplicate {
		t.Errorf("got %+v", got)
	}
}

func TestImportIsRefusedWhole(t *testing.T) {
	row := func(line int, ref string, supersedes ...string) Row {
		return Row{Ref: ref, Line: line, Draft: Draft{Title: ref, Conclusion: ref, Supersedes: supersedes}}
	}
	with := func(r Row, change func(*Draft)) Row { change(&r.Draft); return r }
	mem := newMemory(t, 3)
	s := open(t, mem)
	mustAdd(t, s, Draft{Title: "there", Conclusion: "x", RequestID: "taken"})
	before := truth(mem)
	for name, c := range map[string]struct {
		rows []Row
		say  []string
	}{
		"ref twice":           {[]Row{row(1, "a"), row(3, "a")}, []string{"1", "3"}},
		"circle":              {[]Row{row(1, "a", "c"), row(2, "b"), row(5, "c", "a")}, []string{"1", "5"}},
		"itself":              {[]Row{row(4, "a", "a")}, []string{"line 4", "itself"}},
		"unknown ref":         {[]Row{row(1, "a"), row(2, "b", "1")}, []string{"line 2", `"1"`}},
		"unknown id":          {[]Row{row(2, "b", "chunk_0099")}, []string{"line 2", "chunk_0099"}},
		"two supersede one":   {[]Row{row(1, "a"), row(2, "b", "a"), row(3, "c", "a")}, []string{"line 2", "line 3"}},
		"no conclusion":       {[]Row{row(1, "a"), with(row(7, "b"), func(d *Draft) { d.Conclusion = "" })}, []string{"line 7"}},
		"too long":            {[]Row{row(1, "a"), with(row(7, "b"), func(d *Draft) { d.Conclusion = strings.Repeat("x", 4001) })}, []string{"line 7", "4000"}},
		"bad node":            {[]Row{with(row(7, "b"), func(d *Draft) { d.Node = "S9" })}, []string{"line 7", "S9"}},
		"request id on disk":  {[]Row{with(row(7, "b"), func(d *Draft) { d.RequestID = "taken" })}, []string{"line 7", "chunk_0001"}},
		"request id in file":  {[]Row{with(row(6, "a"), func(d *Draft) { d.RequestID = "r" }), with(row(7, "b"), func(d *Draft) { d.RequestID = "r" })}, []string{"line 7", "line 6"}},
		"number of a control": {[]Row{with(row(7, "b"), func(d *Draft) { d.CreatedAt = "x" })}, []string{"line 7"}},
	} {
		_, err := s.Import(t.Context(), c.rows, nil)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, say := range c.say {
			if !strings.Contains(err.Error(), say) {
				t.Errorf("%s: %q does not say %q", name, err, say)
			}
		}
		if !maps.Equal(before, truth(mem)) {
			t.Fatalf("%s: something was written", name)
		}
	}
}

func TestImportOfOneRequestTwiceInAFile(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	d := Draft{Title: "a", Conclusion: "a", RequestID: "r"}
	got, err := s.Import(t.Context(), []Row{{Ref: "x", Line: 1, Draft: d}, {Ref: "y", Line: 2, Draft: d}, {Ref: "z", Line: 3, Draft: Draft{Title: "z", Conclusion: "z", Supersedes: []string{"y"}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Duplicate || !got[1].Duplicate || got[0].ID != got[1].ID {
		t.Errorf("got %+v", got)
	}
	if tree := check(t, truth(mem)); len(tree.Chunks) != 2 || tree.Chunks[1].Supersedes[0] != got[0].ID {
		t.Errorf("got %d chunks", len(tree.Chunks))
	}
}

// 3,510 rows are what the largest public set has. The bound is loose, for slow disks;
// it holds down a road that is quadratic.
func TestImportOfThousandsTakesSeconds(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 3,510 files")
	}
	dir := t.TempDir()
	opts := Options{Dir: dir + "/memory", Counter: dir + "/counter"}
	if err := Init(t.Context(), opts, InitOptions{}); err != nil {
		t.Fatal(err)
	}
	s, err := Open(opts)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]Row, 3510)
	for i := range rows {
		rows[i] = Row{Ref: fmt.Sprint("row-", i), Line: i + 1, Draft: Draft{Title: fmt.Sprint("title ", i), Conclusion: strings.Repeat("在歐洲，梵語的學術研究。", 20)}}
		if i%50 == 49 {
			rows[i].Draft.Supersedes = []string{fmt.Sprint("row-", i-1)}
		}
	}
	for _, again := range []bool{false, true} {
		start := time.Now()
		got, err := s.Import(t.Context(), rows, nil)
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		t.Logf("again %v: %v", again, took)
		if took > 30*time.Second {
			t.Errorf("took %v", took)
		}
		if got[0].Duplicate != again || got[3509].ID.Number() != 3510 {
			t.Errorf("got %+v", got[3509])
		}
	}
	n, err := folder{vfs.OS{}, s.dir}.names()
	if err != nil || len(n.chunks) != 3510 {
		t.Errorf("%d chunks, %v", len(n.chunks), err)
	}
}

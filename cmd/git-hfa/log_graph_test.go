package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"pgregory.net/rapid"
)

// draw prints a whole world of links, each chunk by its number.
func draw(t testing.TB, links map[int][]int) string {
	t.Helper()
	var rows []index.Outline
	for n := range 99 {
		olds, ok := links[n]
		if !ok {
			continue
		}
		row := index.Outline{ID: chunkID(n)}
		for _, old := range olds {
			row.Supersedes = append(row.Supersedes, chunkID(old))
		}
		rows = append(rows, row)
	}
	l := newLineage(rows)
	seen := make([]bool, len(rows))
	done := map[int]bool{}
	var b strings.Builder
	for i := range slices.Backward(rows) {
		if seen[i] {
			continue
		}
		var r rails
		for _, i := range l.order(l.family(i, seen)) {
			if done[i] {
				t.Fatalf("%s is drawn twice", rows[i].ID)
			}
			done[i] = true
			d := r.step(i, l.olds[i])
			for _, line := range append(append(d.before, d.star+fmt.Sprint(rows[i].ID.Number())), d.after...) {
				b.WriteString(line + "\n")
			}
		}
	}
	if len(done) != len(rows) {
		t.Fatalf("%d of %d chunks are drawn", len(done), len(rows))
	}
	return b.String()
}

func chunkID(n int) memory.ID { return memory.ID(fmt.Sprintf("chunk_%04d", n)) }

func TestLogDrawsChainsAndForks(t *testing.T) {
	tests := []struct {
		name  string
		links map[int][]int
		want  string
	}{
		{"alone", map[int][]int{1: nil, 2: nil}, "* 2\n* 1\n"},
		{"chain", map[int][]int{1: nil, 2: {1}, 3: {2}}, "* 3\n* 2\n* 1\n"},
		{"fork", map[int][]int{1: nil, 2: {1}, 3: {1}}, "* 3\n| * 2\n|/\n* 1\n"},
		{"three ways", map[int][]int{1: nil, 2: {1}, 3: {1}, 4: {1}}, "* 4\n| * 3\n| | * 2\n| |/\n|/\n* 1\n"},
		{"fork that ended", map[int][]int{1: nil, 2: {1}, 3: {1}, 4: {2, 3}}, "* 4\n|\\\n| * 3\n* | 2\n|/\n* 1\n"},
		{"two old ones", map[int][]int{1: nil, 2: nil, 3: {1, 2}}, "* 3\n|\\\n| * 2\n* 1\n"},
		{"the left lane ends first", map[int][]int{1: nil, 2: nil, 3: {2, 1}}, "* 3\n|\\\n* | 2\n /\n* 1\n"},
		{"a lane goes far over", map[int][]int{1: nil, 2: nil, 3: {1}, 4: {2}, 5: {1}, 6: {4, 5}}, "* 6\n|\\\n| * 5\n* | 4\n| | * 3\n* | | 2\n / /\n|/\n* 1\n"},
		{"missing target", map[int][]int{2: {1}}, "* 2\n"},
		{"itself", map[int][]int{2: {2}}, "* 2\n"},
		{"circle", map[int][]int{1: {2}, 2: {1}}, "* 2\n* 1\n"},
	}
	for _, tt := range tests {
		got := strings.ReplaceAll(draw(t, tt.links), " \n", "\n")
		if got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// Whatever the links are, every chunk is drawn once, above all it supersedes when there is no circle.
func TestLogDrawsEveryChunkOnceAboveWhatItSupersedes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "chunks")
		links := map[int][]int{}
		for i := 1; i <= n; i++ {
			links[i] = nil
			if i > 1 {
				links[i] = rapid.SliceOfN(rapid.IntRange(1, i-1), 0, 3).Draw(rt, "supersedes")
			}
		}
		at := map[string]int{}
		for i, line := range strings.Split(draw(t, links), "\n") {
			if strings.Contains(line, "*") {
				at[line[strings.LastIndexByte(line, ' ')+1:]] = i
			}
			if strings.ContainsAny(line, "\\") && strings.ContainsAny(line, "/") {
				rt.Fatalf("a line goes both ways: %q", line)
			}
		}
		for newer, olds := range links {
			for _, old := range olds {
				if at[fmt.Sprint(newer)] > at[fmt.Sprint(old)] {
					rt.Fatalf("%d stands above %d, which supersedes it", old, newer)
				}
			}
		}
	})
}

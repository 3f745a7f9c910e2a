package memory

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A move of one side stays, whatever rows the other side adds or removes.
func TestMergeKeepsAMoveBesideOtherRows(t *testing.T) {
	row := func(id string) string { return "| " + id + " | main/m.md | PAUSED | | " + id + " |\n" }
	text := func(ids ...string) string {
		b := head + "| M1 | main/m.md | ACTIVE | | One |\n"
		for _, id := range ids {
			b += row(id)
		}
		return b
	}
	for _, test := range []struct{ name, base, ours, theirs, want string }{
		{"added", "M2 S1 S2", "M2 S2 S1", "M2 S1 S2 S3", "M2 S2 S1 S3"},
		{"added where it does not sort", "M2 S1 S2", "M2 S2 S1", "S3 M2 S1 S2", "M2 S2 S1 S3"},
		{"removed", "M2 S1 S2", "M2 S2 S1", "S1 S2", "S2 S1"},
		{"two moves", "M2 S1 S2", "S2 M2 S1", "M2 S2 S1", "M2 S2 S1"},
	} {
		of := func(ids string) []byte { return []byte(text(strings.Fields(ids)...)) }
		for _, sides := range [][2]string{{test.ours, test.theirs}, {test.theirs, test.ours}} {
			merged, conflicts := MergeDirectory(of(test.base), of(sides[0]), of(sides[1]))
			if conflicts != nil || string(merged) != string(of(test.want)) {
				t.Errorf("%s: %v\n%s", test.name, conflicts, merged)
			}
		}
	}
}

// Three branches from one base, merged in each of the six orders: the same bytes, or a conflict in each of them. (A row that one
// branch removes and another moves is left out: once it is gone, nothing tells that it was moved.)
func TestMergeOfThreeBranchesDoesNotDependOnTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		version := func(name string, changed bool) []byte {
			ids := []string{"M1", "M2", "S1", "S2", "P1"}
			if changed && rapid.Bool().Draw(t, name+" moves") {
				ids = rapid.Permutation(ids).Draw(t, name+" order")
			}
			for _, id := range []string{"S3", "S4"} {
				if changed && rapid.Bool().Draw(t, name+" adds "+id) {
					ids = slices.Insert(ids, rapid.IntRange(0, len(ids)).Draw(t, name+" at"), id)
				}
			}
			b := head
			for _, id := range ids {
				state, words, note := "PAUSED", "a, b", "N"
				if id == "M1" {
					state = "ACTIVE"
				}
				if changed && id != "M1" && rapid.IntRange(0, 5).Draw(t, name+" changes "+id) == 0 {
					state = rapid.SampledFrom([]string{"PAUSED", "TOMBSTONED"}).Draw(t, name+" state")
					words = rapid.SampledFrom([]string{"a, b", "b", "a, b, c", "d, b"}).Draw(t, name+" words")
					note = rapid.SampledFrom([]string{"N", "N", "O"}).Draw(t, name+" note")
				}
				b += fmt.Sprintf("| %s | main/m.md | %s | %s | %s |\n", id, state, words, note)
			}
			return []byte(b)
		}
		base := version("base", false)
		branches := [][]byte{version("a", true), version("b", true), version("c", true)}
		results := map[string]string{}
		for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			merged, conflicts := MergeDirectory(base, branches[order[0]], branches[order[1]])
			if conflicts == nil {
				merged, conflicts = MergeDirectory(base, merged, branches[order[2]])
			}
			result := string(merged)
			if conflicts != nil {
				result = "conflict"
			}
			results[result] = fmt.Sprint(order)
		}
		if len(results) != 1 {
			for text, order := range results {
				t.Logf("%s:\n%s", order, text)
			}
			t.Fatalf("the order of merging counts; base:\n%s\nbranches:\n%s", base, branches)
		}
	})
}

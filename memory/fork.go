package memory

import "slices"

// ForkProblems gives one error for every forked decision that still is one:
// two or more of its heads are not tombstoned. The cure is the line that ends
// it. path gives a chunk's file, "" when it is not known.
func ForkProblems(l *Lineage, tombstones []Tombstone, path func(ID) string) []Problem {
	revoked := map[ID]bool{}
	for i := range tombstones {
		if id, ok := tombstones[i].Chunk(); ok {
			revoked[id] = true
		}
	}
	var problems []Problem
	for _, fork := range l.Forks() {
		heads := slices.DeleteFunc(slices.Clone(fork.Heads), func(id ID) bool { return revoked[id] })
		if len(heads) < 2 {
			continue // a tombstone has decided
		}
		supersede := ""
		for _, id := range heads {
			supersede += " --supersedes " + string(id)
		}
		problems = append(problems, Problem{
			Code: "fork", Severity: SeverityError, Path: path(heads[0]),
			Message: string(fork.Old) + " was superseded in several ways: " + joinIDs(heads) + " are in conflict",
			Cure:    "decide, and supersede them all: git hfa add-topic" + supersede + " …",
		})
	}
	return problems
}

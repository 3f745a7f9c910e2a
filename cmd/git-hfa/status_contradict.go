package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/distill"
)

// contradictChunks bounds what status looks at: the newest chunks that an agent hook captured, each beside what shares most of its
// terms. What is older was shown before.
const contradictChunks = 16

// capturedID begins the request id that hfa-hook gives a draft whose answer has none.
const capturedID = "hook-"

// contradictions warns of living chunks that a hook captured and that say something else than a living chunk about the same
// thing: the hook stores such a one, for it may be news, and leaves it to people which of the two holds.
func contradictions(v *index.View) ([]memory.Problem, error) {
	captured, err := newestCaptured(v)
	if err != nil {
		return nil, err
	}
	type pair [2]memory.ID
	seen := map[pair]bool{}
	var problems []memory.Problem
	for _, one := range captured {
		others, err := contradicted(v, one)
		if err != nil {
			return nil, err
		}
		for _, other := range others {
			older, newer := other, one.doc
			if older.ID.Number() > newer.ID.Number() {
				older, newer = newer, older
			}
			if p := (pair{older.ID, newer.ID}); !seen[p] {
				seen[p] = true
				problems = append(problems, contradictionProblem(older, newer))
			}
		}
	}
	return problems, nil
}

func contradictionProblem(older, newer index.Doc) memory.Problem {
	return memory.Problem{Code: "contradiction", Severity: memory.SeverityWarning, Path: newer.Path,
		Message: "\"" + newer.Title + "\" was captured from an answer and may contradict " + older.ID.Short() + ", \"" + older.Title + "\"",
		Cure:    "decide, and supersede them both: git hfa add-topic --supersedes " + string(older.ID) + " --supersedes " + string(newer.ID) + " …; if both hold, leave them"}
}

// numbered is a document and its number in the source.
type numbered struct {
	i   int
	doc index.Doc
}

// newestCaptured gives the living chunks that a hook captured, the newest first.
func newestCaptured(v *index.View) ([]numbered, error) {
	var docs []numbered
	for i := range v.Source.NumDocs() {
		doc, err := v.Source.Doc(i)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(doc.RequestID, capturedID) && lives(v, i, doc) {
			docs = append(docs, numbered{i, doc})
		}
	}
	slices.SortFunc(docs, func(a, b numbered) int {
		return cmp.Or(b.doc.ID.Number()-a.doc.ID.Number(), cmp.Compare(a.doc.ID, b.doc.ID))
	})
	return docs[:min(len(docs), contradictChunks)], nil
}

// contradicted gives the living chunks that a captured one may contradict.
func contradicted(v *index.View, captured numbered) ([]index.Doc, error) {
	chunk, err := v.Chunk(captured.i)
	if err != nil {
		return nil, nil // it changed under our eyes, or is a bad file: a problem of its own
	}
	text := distill.Text{Title: chunk.Title, Conclusion: chunk.Conclusion}
	near, err := likely(v.Source, captureDraft{Title: chunk.Title, Conclusion: chunk.Conclusion})
	if err != nil {
		return nil, err
	}
	var out []index.Doc
	for _, j := range near {
		doc, err := v.Source.Doc(j)
		if err != nil {
			return nil, err
		}
		if j == captured.i || !lives(v, j, doc) {
			continue
		}
		other, err := v.Chunk(j)
		if err != nil {
			continue
		}
		if distill.Same(text, distill.Text{Title: other.Title, Conclusion: other.Conclusion}) == distill.Contradiction {
			out = append(out, doc)
		}
	}
	return out, nil
}

// lives tells whether a chunk is neither superseded nor tombstoned.
func lives(v *index.View, i int, doc index.Doc) bool {
	_, dead := v.Tombstones[string(doc.ID)]
	return !dead && !doc.Tombstoned && len(v.Source.Successors(i)) == 0
}

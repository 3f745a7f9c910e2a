package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/distill"
	"github.com/git-hfa/git-hfa/memory/store"
)

// Bounds of the search for what a draft repeats: so many of its rarest terms, and so many of the chunks that share most
// of them.
const (
	sameTerms  = 24
	sameChunks = 12
)

// look holds a draft against the memory as it is. It puts those links and the node that lead somewhere into out: one that
// does not is a slip of the model, and the decision is worth keeping without. A draft that replaces nothing may be
// said already: then the result is the id of the chunk that says it.
func (e *env) look(ctx context.Context, o index.Options, d captureDraft, out *store.Draft) (said memory.ID, err error) {
	o.Readable = nil // the store recovers before it writes
	v, err := index.Open(ctx, o)
	if err != nil {
		return "", err
	}
	defer v.Close()
	for _, prefix := range d.Supersedes {
		if _, err := resolve(v, prefix); err == nil {
			out.Supersedes = append(out.Supersedes, prefix)
		}
	}
	if node, err := memory.ParseNodeID(d.Node); err == nil {
		if _, there := v.Directory.Node(node); there {
			out.Node = node
		}
	}
	if len(out.Supersedes) > 0 {
		return "", nil
	}
	return alreadySaid(v, d)
}

// alreadySaid gives the id of a living chunk that says what the draft says, "" when none does.
func alreadySaid(v *index.View, d captureDraft) (memory.ID, error) {
	docs, err := likely(v.Source, d)
	if err != nil {
		return "", err
	}
	text := distill.Text{Title: d.Title, Conclusion: d.Conclusion}
	for _, i := range docs {
		doc, err := v.Source.Doc(i)
		if err != nil {
			return "", err
		}
		if _, dead := v.Tombstones[string(doc.ID)]; dead || doc.Tombstoned || len(v.Source.Successors(i)) > 0 {
			continue // what was revoked may be decided again
		}
		if doc.RequestID != "" && (doc.RequestID == d.RequestID || doc.RequestID == d.FallbackID) {
			continue // this very draft, told again: the store knows it
		}
		chunk, err := v.Chunk(i)
		if err != nil {
			continue // it changed under our eyes, or is a bad file: a problem of its own
		}
		if distill.Same(text, distill.Text{Title: chunk.Title, Conclusion: chunk.Conclusion}) == distill.Duplicate {
			return doc.ID, nil
		}
	}
	return "", nil
}

// likely gives the documents that share most of the draft's rarest terms, most first.
func likely(src index.Source, d captureDraft) ([]int, error) {
	type term struct {
		text string
		df   int
	}
	var terms []term
	for _, t := range query.Cut(d.Title + "\n" + d.Conclusion) {
		df, err := src.DF(t)
		if err != nil {
			return nil, err
		}
		if df > 0 {
			terms = append(terms, term{t, df})
		}
	}
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(a.df, b.df) })
	shared := map[int]int{}
	for _, t := range terms[:min(len(terms), sameTerms)] {
		postings, err := src.Postings(t.text)
		if err != nil {
			return nil, err
		}
		for _, p := range postings {
			shared[p.Doc]++
		}
	}
	docs := make([]int, 0, len(shared))
	for doc := range shared {
		docs = append(docs, doc)
	}
	slices.SortFunc(docs, func(a, b int) int { return cmp.Or(shared[b]-shared[a], b-a) })
	return docs[:min(len(docs), sameChunks)], nil
}

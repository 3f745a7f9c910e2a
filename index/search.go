package index

import (
	"cmp"
	"slices"

	"github.com/git-hfa/git-hfa/index/rank"
)

// candidate is a living document with its evidence.
type candidate struct {
	doc      int
	info     Doc
	matches  []docMatch // by unit, once each
	hitWords []docHitWord
	result   rank.Result
}

type docMatch struct {
	rank.Match
	alt   int    // alternative of the unit that was found, -1: the term itself
	where Field  // fields of the document that Via names; Fields has those of the whole chain
	typed string // the word that was found when the prompt has it with a typing error, else ""
}

type docHitWord struct {
	hitWord
	via  int  // superseded document that carries it, -1: the document itself
	node bool // of the document's L0 row
}

// order judges the documents with the most mass and sorts them, best first. Those that
// a tombstone names are left out.
func (e *evidence) order(dead func(Doc) bool) ([]candidate, error) {
	cands := e.collect(e.heaviest())
	kept := cands[:0]
	for _, c := range cands {
		info, err := e.src.Doc(c.doc)
		if err != nil {
			return nil, err
		}
		if dead(info) {
			continue
		}
		c.info = info
		e.addRows(&c)
		e.addWritten(&c)
		e.addMistyped(&c)
		kept = append(kept, c)
	}
	cands = kept
	in := rank.Input{Docs: e.src.NumDocs(), Units: e.units}
	age := ages(cands)
	subject := subjects(cands)
	for i, c := range cands {
		rc := rank.Candidate{Doc: c.doc, Order: age[i], TitleLen: len(c.info.Title), Subject: subject[c.info.Title]}
		for _, m := range c.matches {
			rc.Matches = append(rc.Matches, m.Match)
		}
		for _, w := range c.hitWords {
			rc.HitWords = append(rc.HitWords, rank.HitWord{Units: e.unitsIn(w.from, w.to), DF: len(w.docs), Share: w.share()})
		}
		in.Candidates = append(in.Candidates, rc)
	}
	out := make([]candidate, 0, len(cands))
	for _, r := range rank.Order(in) {
		c := cands[r.Candidate]
		c.result = r
		out = append(out, c)
	}
	return out, nil
}

// subjects numbers the titles that several candidates have, from 1.
func subjects(cands []candidate) map[string]int {
	count := make(map[string]int, len(cands))
	number := make(map[string]int)
	for _, c := range cands {
		if count[c.info.Title]++; count[c.info.Title] == 2 {
			number[c.info.Title] = len(number) + 1
		}
	}
	return number
}

// heaviest gives the living documents with the most mass of what was asked, at
// most depth of them, ascending. What a chain of superseded documents has counts
// for its ends.
func (e *evidence) heaviest() []int {
	n := e.src.NumDocs()
	mass := make([]int32, n)
	var touched []int
	add := func(doc, gain int) {
		if mass[doc] == 0 {
			touched = append(touched, doc)
		}
		mass[doc] += int32(min(gain, 1<<20))
	}
	credit := func(doc, gain int) {
		heads := e.living(doc)
		if heads == nil {
			add(doc, gain)
			return
		}
		for _, h := range heads {
			add(h, gain)
		}
	}
	for _, l := range e.lists {
		w := rank.UnitWeight(n, e.units[l.unit])
		for _, p := range l.posts {
			credit(p.Doc, 1+rank.Gain(w, rank.Match{Fields: uint8(p.Fields), Share: l.share}))
		}
	}
	for _, h := range e.hitWords {
		w := rank.Weight(n, len(h.docs), 0)
		for _, d := range h.docs {
			credit(d, 1+w)
		}
	}
	heavier := func(a, b int) int { return cmp.Or(cmp.Compare(mass[b], mass[a]), cmp.Compare(a, b)) }
	var best []int
	for _, d := range touched {
		if len(best) == depth && heavier(d, best[depth-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, d, heavier)
		best = slices.Insert(best, at, d)
		best = best[:min(len(best), depth)]
	}
	slices.Sort(best)
	return best
}

// collect fills in the evidence of some living documents.
func (e *evidence) collect(docs []int) []candidate {
	cands := make([]candidate, len(docs))
	at := make(map[int]int, len(docs))
	for i, d := range docs {
		cands[i].doc = d
		at[d] = i
	}
	each := func(doc int, f func(c *candidate, via int)) {
		heads := e.living(doc)
		if heads == nil {
			if i, ok := at[doc]; ok {
				f(&cands[i], -1)
			}
			return
		}
		for _, h := range heads {
			if i, ok := at[h]; ok {
				f(&cands[i], doc)
			}
		}
	}
	for _, l := range e.lists {
		for _, p := range l.posts {
			each(p.Doc, func(c *candidate, via int) {
				c.addMatch(docMatch{Match: rank.Match{Unit: l.unit, Fields: uint8(p.Fields), Share: l.share, Via: via}, alt: l.alt, where: p.Fields})
			})
		}
	}
	for _, h := range e.hitWords {
		for _, d := range h.docs {
			each(d, func(c *candidate, via int) { c.addHitWord(docHitWord{hitWord: h, via: via}) })
		}
	}
	return cands
}

// addMatch keeps the better of two matches of one unit: the higher share, then
// the document's own before that of one it supersedes.
func (c *candidate) addMatch(m docMatch) {
	n := len(c.matches)
	if n == 0 || c.matches[n-1].Unit != m.Unit {
		c.matches = append(c.matches, m)
		return
	}
	old := &c.matches[n-1]
	switch {
	case m.Share > old.Share, m.Share == old.Share && m.Via < 0 && old.Via >= 0:
		m.Fields |= old.Fields
		*old = m
	case m.Share == old.Share:
		old.Fields |= m.Fields
		if m.Via == old.Via {
			old.where |= m.where
		}
	}
}

// addHitWord keeps the longest of hit words that lie inside each other.
func (c *candidate) addHitWord(w docHitWord) {
	for i, o := range c.hitWords {
		switch {
		case o.from <= w.from && w.to <= o.to:
			if o.from == w.from && o.to == w.to && o.via >= 0 && w.via < 0 && !w.node {
				c.hitWords[i] = w
			}
			return
		case w.from <= o.from && o.to <= w.to && !w.node:
			c.hitWords[i] = w
			return
		}
	}
	c.hitWords = append(c.hitWords, w)
}

// addRows counts a hit word of an L0 row for the chunks of its node.
func (e *evidence) addRows(c *candidate) {
	for _, w := range e.nodes {
		if w.node == c.info.Node {
			c.addHitWord(docHitWord{hitWord: hitWord{from: w.from, to: w.to}, via: -1, node: true})
		}
	}
}

// addWritten counts the units inside an exact hit word as found. They are terms of the chunk, but for a
// name that the chunk writes in two: "pep484" for "PEP 484".
func (e *evidence) addWritten(c *candidate) {
	n := len(c.matches)
	for _, w := range c.hitWords {
		if w.inner || w.node || w.alt != nil {
			continue
		}
		for _, i := range e.unitsIn(w.from, w.to) {
			if e.units[i].DF == 0 && !e.units[i].Loose {
				c.matches = append(c.matches, docMatch{Match: rank.Match{Unit: i, Fields: rank.HitWords, Share: 100, Via: w.via}, alt: -1, where: FieldHitWords})
			}
		}
	}
	if len(c.matches) > n {
		slices.SortFunc(c.matches, func(a, b docMatch) int { return a.Unit - b.Unit })
	}
}

// addMistyped looks in the title of a candidate for the words of the prompt that the memory does
// not have, with one typing error. Other words must have brought the candidate here: the
// vocabulary is not searched, which would cost more than all the rest.
func (e *evidence) addMistyped(c *candidate) {
	n := len(c.matches)
	for _, i := range e.unknown {
		if slices.ContainsFunc(c.matches, func(m docMatch) bool { return m.Unit == i }) {
			continue
		}
		if w := e.q.Units[i].Mistyped(c.info.Title); w != "" {
			c.matches = append(c.matches, docMatch{Match: rank.Match{Unit: i, Fields: rank.Title, Share: typoShare, Via: -1}, alt: -1, where: FieldTitle, typed: w})
		}
	}
	if len(c.matches) > n {
		slices.SortFunc(c.matches, func(a, b docMatch) int { return a.Unit - b.Unit })
	}
}

// share is what a hit word counts, in percent of one that stands in the prompt as such.
func (w docHitWord) share() int {
	switch {
	case w.inner, w.node:
		return 50
	case w.alt != nil:
		return synonymShare
	}
	return 100
}

// unitsIn gives the units that lie inside atoms [from, to).
func (e *evidence) unitsIn(from, to int) []int {
	var out []int
	for i, u := range e.q.Units {
		if from <= u.First && u.Last < to {
			out = append(out, i)
		}
	}
	return out
}

// ages numbers candidates by their time of writing, the newest first; equal times
// have equal numbers.
func ages(cands []candidate) []int {
	times := make([]string, len(cands))
	for i, c := range cands {
		times[i] = c.info.CreatedAt
	}
	slices.Sort(times)
	times = slices.Compact(times)
	out := make([]int, len(cands))
	for i, c := range cands {
		at, _ := slices.BinarySearch(times, c.info.CreatedAt)
		out[i] = len(times) - at
	}
	return out
}

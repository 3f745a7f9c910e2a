package index

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/index/rank"
	"github.com/git-hfa/git-hfa/memory"
)

// Bounds of one search.
const (
	// depth is how many documents are judged: those with the most mass of what was
	// asked. Two can be chosen, so a document that is far behind in mass has no
	// way to the front.
	depth = 48
	// A term in more documents than commonDocs and than one in commonShare of all is
	// left out when the prompt has at least enoughRarer rarer ones: its postings cost
	// the most and tell the least.
	commonDocs  = 64
	commonShare = 6
	enoughRarer = 2
	// synonymShare is what another word of the same meaning counts, in percent of the
	// word itself.
	synonymShare = 75
	// typoShare is the same for a word with a typing error, and maxUnknown how many words that
	// the memory does not have are taken for such: a prompt with more of them is about
	// something else.
	typoShare  = 60
	maxUnknown = 4
)

// evidence is what a prompt asks and what of it the memory has.
type evidence struct {
	src Source
	q   query.Query
	df  map[string]int

	units    []rank.Unit // one for each q.Units
	unknown  []int       // units that no document has and that may be mistyped
	lists    []unitList
	hitWords []hitWord
	heads    map[int][]int // living heads of superseded documents, remembered

	l0        map[string][]memory.NodeID // key of a hit word of L0 -> its nodes
	l0Longest int                        // code points of the longest of them
	nodes     []nodeWord                 // L0 hit words in the prompt
}

// unitList is the postings of one term, or of one alternative, of a unit.
type unitList struct {
	unit  int
	alt   int // index into the unit's Alts, -1: the term itself
	share int // percent
	posts []Posting
}

// hitWord is an exact hit word of documents that stands in the prompt.
type hitWord struct {
	key      string
	from, to int        // atoms of the prompt
	docs     []int      // documents that carry it
	inner    bool       // found inside a longer identifier
	alt      *query.Alt // the prompt has another word for it
}

// nodeWord is a hit word of an L0 row that stands in the prompt.
type nodeWord struct {
	node     memory.NodeID
	from, to int
}

// gather collects the evidence: exact hit words of L0 and L1 first, then the
// postings of the terms.
func gather(src Source, q query.Query, nodes []memory.Node) (*evidence, error) {
	e := &evidence{src: src, q: q, df: map[string]int{}, heads: map[int][]int{}, l0: map[string][]memory.NodeID{}}
	if len(q.Atoms) == 0 {
		return e, nil
	}
	for _, n := range nodes {
		for _, w := range n.HitWords {
			if key := query.Key(w); key != "" && !slices.Contains(e.l0[key], n.ID) {
				e.l0[key] = append(e.l0[key], n.ID)
				e.l0Longest = max(e.l0Longest, utf8.RuneCountInString(key))
			}
		}
	}
	for _, t := range q.Terms() {
		n, err := src.DF(t)
		if err != nil {
			return nil, err
		}
		e.df[t] = n
	}
	if err := e.findHitWords(); err != nil {
		return nil, err
	}
	if err := e.findOtherWords(); err != nil {
		return nil, err
	}
	return e, e.findTerms()
}

// findHitWords looks up every run of neighbouring atoms that can be a hit word.
// A run is asked of the chunks only while the memory has each of its atoms and
// pairs, so that a long prompt costs few look-ups.
func (e *evidence) findHitWords() error {
	limit := max(e.src.MaxHitWord(), e.l0Longest)
	for from, a := range e.q.Atoms {
		for _, key := range a.Inner {
			if err := e.lookUp(key, from, from+1, true, e.df[a.Term] > 0 || utf8.RuneCountInString(key) > 3); err != nil {
				return err
			}
		}
		size, known := 0, true
		for to := from + 1; to <= len(e.q.Atoms); to++ {
			last := e.q.Atoms[to-1]
			size += utf8.RuneCountInString(last.Text)
			known = known && e.df[last.Term] > 0 && (to-1 == from || last.Pair == "" || e.df[last.Pair] > 0)
			// "pep563" need not be a term where "PEP 563" is a hit word.
			named := to == from+1 && last.Latin && strings.ContainsAny(last.Text, "0123456789")
			if to-1 > from && last.Gap || size > limit || !known && !named && len(e.l0) == 0 {
				break
			}
			if err := e.lookUp(e.q.Window(from, to), from, to, false, known || named); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *evidence) lookUp(key string, from, to int, inner, known bool) error {
	for _, n := range e.l0[key] {
		e.nodes = append(e.nodes, nodeWord{node: n, from: from, to: to})
	}
	if !known {
		return nil
	}
	docs, err := e.src.HitWord(key)
	if err != nil {
		return err
	}
	if len(docs) > 0 {
		e.hitWords = append(e.hitWords, hitWord{key: key, from: from, to: to, docs: docs, inner: inner})
	}
	return nil
}

// findOtherWords looks up hit words for which the prompt has a synonym or an alias.
func (e *evidence) findOtherWords() error {
	asked := map[string]bool{}
	for _, u := range e.q.Units {
		for k := range u.Alts {
			a := &u.Alts[k]
			if asked[a.Word] || e.altDF(*a) == 0 {
				continue
			}
			asked[a.Word] = true
			docs, err := e.src.HitWord(query.Key(a.Word))
			if err != nil {
				return err
			}
			if len(docs) > 0 {
				e.hitWords = append(e.hitWords, hitWord{key: query.Key(a.Word), from: u.First, to: u.Last + 1, docs: docs, alt: a})
			}
		}
	}
	return nil
}

// findTerms makes the units that package rank judges and fetches their postings.
func (e *evidence) findTerms() error {
	common := max(commonDocs, e.src.NumDocs()/commonShare)
	rarer := 0
	e.units = make([]rank.Unit, len(e.q.Units))
	for i, u := range e.q.Units {
		df := e.df[u.Term]
		for _, a := range u.Alts {
			df = max(df, e.altDF(a))
		}
		e.units[i] = rank.Unit{DF: df, Class: uint8(u.Common), Pair: u.Kind == query.Pair, Loose: u.Loose, Strong: u.Kind == query.Identifier,
			Short: len(u.Term) <= 3, First: u.First, Last: u.Last}
		if df > 0 && df <= common && !u.Loose {
			rarer++
		}
		if df == 0 && u.Kind == query.Word && u.Common == query.Rare && !u.Loose {
			e.unknown = append(e.unknown, i)
		}
	}
	if len(e.unknown) > maxUnknown {
		e.unknown = nil
	}
	e.bridges()
	for i, u := range e.q.Units {
		if rarer >= enoughRarer && e.units[i].DF > common {
			e.units[i].Loose = true // it is not looked up, so it can't be missed
			continue
		}
		if err := e.fetch(i, u); err != nil {
			return err
		}
	}
	return nil
}

func (e *evidence) fetch(i int, u query.Unit) error {
	if e.df[u.Term] > 0 {
		posts, err := e.src.Postings(u.Term)
		if err != nil {
			return err
		}
		e.lists = append(e.lists, unitList{unit: i, alt: -1, share: 100, posts: posts})
	}
	for k, a := range u.Alts {
		if e.altDF(a) == 0 {
			continue
		}
		posts, err := e.allOf(a.Terms)
		if err != nil {
			return err
		}
		e.lists = append(e.lists, unitList{unit: i, alt: k, share: synonymShare, posts: posts})
	}
	return nil
}

func (e *evidence) altDF(a query.Alt) int {
	df := e.df[a.Terms[0]]
	for _, t := range a.Terms[1:] {
		df = min(df, e.df[t])
	}
	return df
}

// bridges frees the pairs that only join two words: in 缓存雪崩 the memory knows 缓存
// and 雪崩, and 存雪 is no word. A pair that is nowhere, between two that the
// memory has, is not missed.
func (e *evidence) bridges() {
	known := func(i, first, last int) bool {
		return i >= 0 && i < len(e.units) && e.units[i].Pair && e.units[i].DF > 0 && e.units[i].First == first && e.units[i].Last == last
	}
	for i := range e.units {
		u := &e.units[i]
		if u.Pair && u.DF == 0 && known(i-1, u.First-1, u.First) && known(i+1, u.Last, u.Last+1) {
			u.Loose = true
		}
	}
}

// allOf gives the documents that have every one of the terms. A field counts when
// all of them are in it, or any field when they are spread.
func (e *evidence) allOf(terms []string) ([]Posting, error) {
	out, err := e.src.Postings(terms[0])
	if err != nil || len(terms) == 1 {
		return out, err
	}
	out = slices.Clone(out)
	for _, t := range terms[1:] {
		posts, err := e.src.Postings(t)
		if err != nil {
			return nil, err
		}
		kept, k := out[:0], 0
		for _, p := range out {
			for k < len(posts) && posts[k].Doc < p.Doc {
				k++
			}
			if k == len(posts) || posts[k].Doc != p.Doc {
				continue
			}
			if both := p.Fields & posts[k].Fields; both != 0 {
				p.Fields = both
			} else {
				p.Fields |= posts[k].Fields
			}
			kept = append(kept, p)
		}
		out = kept
	}
	return out, nil
}

// living gives the documents that stand for doc today: doc itself when nothing
// supersedes it, else the living ends of its chain. An end may be tombstoned: that
// is looked at when the best are read.
func (e *evidence) living(doc int) []int {
	next := e.src.Successors(doc)
	if len(next) == 0 {
		return nil
	}
	if heads, ok := e.heads[doc]; ok {
		return heads
	}
	heads := []int{}
	seen := map[int]bool{doc: true}
	for queue := next; len(queue) > 0; {
		i := queue[0]
		queue = queue[1:]
		if seen[i] {
			continue
		}
		seen[i] = true
		if next := e.src.Successors(i); len(next) > 0 {
			queue = append(slices.Clone(next), queue...)
		} else {
			heads = append(heads, i)
		}
	}
	slices.Sort(heads)
	e.heads[doc] = heads
	return heads
}

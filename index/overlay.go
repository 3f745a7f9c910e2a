package index

import (
	"slices"
	"sort"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// overlay is a base source with some documents taken away and others laid over it, renumbered so
// that it equals a source built from scratch.
//
//	base     0 1 2 3 4        gone  = [1]
//	kept     0 . 1 2 3        rank of each kept document
//	added        a     b      pos   = [1 4]
//	merged   0   1 2 3 4 5    = 0 a 2 3 b 4
type overlay struct {
	base       store
	gone       []int // documents of base that are no more, ascending
	add        store // new and changed documents
	pos        []int // merged number of each added document, ascending
	tombstones map[string]memory.Tombstone
	records    recorder // of add
}

var _ store = (*overlay)(nil)

// newOverlay lays add over base without the documents gone (ascending).
func newOverlay(base store, gone []int, add store, tombstones map[string]memory.Tombstone) (*overlay, error) {
	o := &overlay{base: base, gone: gone, add: add, tombstones: tombstones, records: recordsOf(add)}
	for i := range add.NumDocs() {
		at, err := o.rankOf(i)
		if err != nil {
			return nil, err
		}
		o.pos = append(o.pos, at+i)
	}
	return o, nil
}

// rankOf counts the kept documents that stand before an added one.
func (o *overlay) rankOf(added int) (int, error) {
	id := o.add.docID(added)
	at := sort.Search(o.base.NumDocs(), func(i int) bool { return memory.CompareIDs(o.base.docID(i), id) >= 0 })
	// One id in two files: the paths decide.
	for at < o.base.NumDocs() && o.base.docID(at) == id {
		mine, err := o.add.Doc(added)
		if err != nil {
			return 0, err
		}
		other, err := o.base.Doc(at)
		if err != nil {
			return 0, err
		}
		if other.Path >= mine.Path {
			break
		}
		at++
	}
	return at - sort.SearchInts(o.gone, at), nil
}

// fromBase gives the merged number of a base document that is not gone.
func (o *overlay) fromBase(b int) int {
	rank := b - sort.SearchInts(o.gone, b)
	return rank + sort.Search(len(o.pos), func(j int) bool { return o.pos[j]-j > rank })
}

// locate gives the place of a merged number: in add, or else in base.
func (o *overlay) locate(i int) (n int, added bool) {
	j, found := slices.BinarySearch(o.pos, i)
	if found {
		return j, true
	}
	rank := i - j
	return rank + sort.Search(len(o.gone), func(k int) bool { return o.gone[k]-k > rank }), false
}

func (o *overlay) NumDocs() int { return o.base.NumDocs() - len(o.gone) + o.add.NumDocs() }

func (o *overlay) Doc(i int) (Doc, error) {
	n, added := o.locate(i)
	if added {
		return o.add.Doc(n)
	}
	d, err := o.base.Doc(n)
	_, d.Tombstoned = o.tombstones[string(d.ID)]
	return d, err
}

func (o *overlay) DF(term string) (int, error) {
	if len(o.gone) > 0 {
		posts, err := o.Postings(term)
		return len(posts), err
	}
	df, err := o.base.DF(term)
	if err != nil {
		return 0, err
	}
	added, err := o.add.DF(term)
	return df + added, err
}

func (o *overlay) Postings(term string) ([]Posting, error) { return o.find(kindTerm, term) }

func (o *overlay) HitWord(key string) ([]int, error) {
	posts, err := o.find(kindHitWord, key)
	return docsOf(posts), err
}

func (o *overlay) MaxHitWord() int { return max(o.base.MaxHitWord(), o.add.MaxHitWord()) }

func (o *overlay) Successors(i int) []int {
	// The table of superseded ids is checked when a snapshot is opened; reading it can't fail.
	posts, _ := o.find(kindSupersedes, string(o.docID(i)))
	return successors(posts, i)
}

func (o *overlay) docID(i int) memory.ID {
	n, added := o.locate(i)
	if added {
		return o.add.docID(n)
	}
	return o.base.docID(n)
}

func (o *overlay) SameNumber(id memory.ID) bool {
	lo, hi := numberRange(o.NumDocs(), o.docID, id.Number())
	return hi-lo > 1
}

func (o *overlay) Lookup(id memory.ID) (int, bool) {
	return lookup(o.NumDocs(), o.docID, id)
}

// lookup finds the first of n sorted documents with an id.
func lookup(n int, docID func(i int) memory.ID, id memory.ID) (int, bool) {
	i := sort.Search(n, func(i int) bool { return memory.CompareIDs(docID(i), id) >= 0 })
	return i, i < n && docID(i) == id
}

func (o *overlay) ByRequestID(requestID string) ([]int, error) {
	posts, err := o.find(kindRequest, requestID)
	return docsOf(posts), err
}

func (o *overlay) find(k kind, key string) ([]Posting, error) {
	posts, err := o.base.find(k, key)
	if err != nil {
		return nil, err
	}
	added, err := o.add.find(k, key)
	if err != nil {
		return nil, err
	}
	return o.merge(nil, posts, added), nil
}

// merge renumbers the postings of one key in both parts and appends them to out. All lists ascend, so
// one pass is enough.
func (o *overlay) merge(out, base, added []Posting) []Posting {
	if len(base)+len(added) == 0 {
		return out
	}
	out = slices.Grow(out, len(base)+len(added))
	gone, before, a := 0, 0, 0
	for _, p := range base {
		for gone < len(o.gone) && o.gone[gone] < p.Doc {
			gone++
		}
		if gone < len(o.gone) && o.gone[gone] == p.Doc {
			continue
		}
		rank := p.Doc - gone
		for before < len(o.pos) && o.pos[before]-before <= rank {
			before++
		}
		n := rank + before
		for ; a < len(added) && o.pos[added[a].Doc] < n; a++ {
			out = append(out, Posting{Doc: o.pos[added[a].Doc], Fields: added[a].Fields})
		}
		out = append(out, Posting{Doc: n, Fields: p.Fields})
	}
	for ; a < len(added); a++ {
		out = append(out, Posting{Doc: o.pos[added[a].Doc], Fields: added[a].Fields})
	}
	return out
}

// each walks both tables at once.
func (o *overlay) each(k kind, yield func(string, []Posting) error) error {
	var keys []string
	lists := make(map[string][]Posting)
	err := o.add.each(k, func(key string, posts []Posting) error {
		key = strings.Clone(key)
		keys, lists[key] = append(keys, key), slices.Clone(posts)
		return nil
	})
	if err != nil {
		return err
	}
	var merged []Posting
	emit := func(key string, base []Posting) error {
		var added []Posting
		if len(keys) > 0 && keys[0] == key {
			added, keys = lists[key], keys[1:]
		}
		merged = o.merge(merged[:0], base, added)
		if len(merged) == 0 {
			return nil
		}
		return yield(key, merged)
	}
	err = o.base.each(k, func(key string, posts []Posting) error {
		for len(keys) > 0 && keys[0] < key {
			if err := emit(keys[0], nil); err != nil {
				return err
			}
		}
		return emit(key, posts)
	})
	for err == nil && len(keys) > 0 {
		err = emit(keys[0], nil)
	}
	return err
}

func (o *overlay) hitWords(i int) ([]string, error) {
	n, added := o.locate(i)
	if added {
		return o.add.hitWords(n)
	}
	return o.base.hitWords(n)
}

// addedRecord gives the terms and hit words of document i if it is an added one.
func (o *overlay) addedRecord(i int) (Record, bool, error) {
	n, added := o.locate(i)
	if !added {
		return Record{}, false, nil
	}
	r, err := o.records.Record(n)
	return r, true, err
}

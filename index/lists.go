package index

import (
	"slices"
	"sort"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// kind names one of the four tables that lead from a word to documents.
type kind int

const (
	kindTerm       kind = iota // index term -> documents, with fields
	kindHitWord                // query.Key of a hit word -> documents
	kindRequest                // request id -> documents
	kindSupersedes             // id of a superseded chunk -> documents that supersede it
	numKinds
)

// store is a Source that can be walked as a whole: what a snapshot can be written from.
type store interface {
	Source
	// find lists the documents of one key, ascending.
	find(k kind, key string) ([]Posting, error)
	// each walks one table in the bytewise order of its keys. The postings are only valid during the call.
	each(k kind, yield func(key string, posts []Posting) error) error
	// docID gives the id of document i and can't fail.
	docID(i int) memory.ID
	// hitWords gives the hit words of document i as they were written.
	hitWords(i int) ([]string, error)
}

// lists is one table in memory: sorted keys, each with its documents.
type lists struct {
	keys   []string
	starts []uint32 // len(keys)+1; the postings of key i are posts[starts[i]:starts[i+1]]
	posts  []uint32 // document<<3 | fields
	byDoc  [][]uint32
}

// fieldBits is the room for a Field in a packed posting. Documents then fit 29 bits.
const (
	fieldBits = 3
	fieldMask = 1<<fieldBits - 1
)

func (l *lists) find(key string) []Posting {
	i := sort.SearchStrings(l.keys, key)
	if i == len(l.keys) || l.keys[i] != key {
		return nil
	}
	return unpack(l.posts[l.starts[i]:l.starts[i+1]], nil)
}

func (l *lists) df(key string) int {
	i := sort.SearchStrings(l.keys, key)
	if i == len(l.keys) || l.keys[i] != key {
		return 0
	}
	return int(l.starts[i+1] - l.starts[i])
}

func (l *lists) each(yield func(key string, posts []Posting) error) error {
	var buf []Posting
	for i, key := range l.keys {
		buf = unpack(l.posts[l.starts[i]:l.starts[i+1]], buf[:0])
		if err := yield(key, buf); err != nil {
			return err
		}
	}
	return nil
}

// terms gives the keys of document i, sorted, with their fields.
func (l *lists) terms(i int) []FieldTerm {
	out := make([]FieldTerm, len(l.byDoc[i]))
	for j, ref := range l.byDoc[i] {
		out[j] = FieldTerm{Term: l.keys[ref>>fieldBits], Fields: Field(ref & fieldMask)}
	}
	return out
}

func unpack(packed []uint32, out []Posting) []Posting {
	out = slices.Grow(out, len(packed))
	for _, p := range packed {
		out = append(out, Posting{Doc: int(p >> fieldBits), Fields: Field(p & fieldMask)})
	}
	return out
}

// docsOf drops the fields.
func docsOf(posts []Posting) []int {
	if len(posts) == 0 {
		return nil
	}
	out := make([]int, len(posts))
	for i, p := range posts {
		out[i] = p.Doc
	}
	return out
}

// listBuilder collects keys document by document; every key is kept once, as a small number.
type listBuilder struct {
	ids   map[string]uint32
	keys  []string
	byDoc [][]uint32 // number of the key<<3 | fields
	room  []uint32   // from which the slices of byDoc are cut
	total int
}

// maxRoom bounds what is made ready for documents to come, in postings.
const maxRoom = 1 << 14

// addDoc opens the next document, which has n keys.
func (b *listBuilder) addDoc(n int) {
	var refs []uint32
	if n > 0 {
		if len(b.room) < n {
			b.room = make([]uint32, max(n, min(b.total, maxRoom)))
		}
		refs, b.room = b.room[:0:n], b.room[n:]
	}
	b.byDoc = append(b.byDoc, refs)
}

// add gives the last document a key. It must not have it yet.
func (b *listBuilder) add(key string, fields Field) {
	id, ok := b.ids[key]
	if !ok {
		if b.ids == nil {
			b.ids = make(map[string]uint32)
		}
		// A copy, because key is often a part of a whole text.
		key = strings.Clone(key)
		id = uint32(len(b.keys))
		b.keys = append(b.keys, key)
		b.ids[key] = id
	}
	last := &b.byDoc[len(b.byDoc)-1]
	*last = append(*last, id<<fieldBits|uint32(fields))
	b.total++
}

// finish sorts the keys and turns documents round. order gives the old number of each document. The
// builder is used up.
func (b *listBuilder) finish(order []int) *lists {
	b.ids = nil
	perm := make([]int, len(b.keys))
	for i := range perm {
		perm[i] = i
	}
	slices.SortFunc(perm, func(x, y int) int { return strings.Compare(b.keys[x], b.keys[y]) })
	rank := make([]uint32, len(perm))
	for i, old := range perm {
		rank[old] = uint32(i)
	}
	l := &lists{keys: b.keys, byDoc: b.byDoc, starts: make([]uint32, len(perm)+1), posts: make([]uint32, b.total)}
	permute(l.keys, perm)
	permute(l.byDoc, order)
	for _, refs := range l.byDoc {
		for j, ref := range refs {
			refs[j] = rank[ref>>fieldBits]<<fieldBits | ref&fieldMask
			l.starts[rank[ref>>fieldBits]+1]++
		}
		slices.Sort(refs)
	}
	for i := range perm {
		l.starts[i+1] += l.starts[i]
	}
	next := slices.Clone(l.starts)
	for doc, refs := range l.byDoc {
		for _, ref := range refs {
			key := ref >> fieldBits
			l.posts[next[key]] = uint32(doc)<<fieldBits | ref&fieldMask
			next[key]++
		}
	}
	return l
}

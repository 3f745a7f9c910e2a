package index

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/token"
)

// memSource holds documents and postings in memory. It is the plain form that the other sources are
// held to.
type memSource struct {
	docs   []Doc
	hits   [][]string // by document: hit words as written
	tables [numKinds]*lists
	maxKey int

	mu     sync.Mutex
	blocks []string // by document: the block whose tokens are not yet counted, "" when they are
}

var _ store = (*memSource)(nil)

func (m *memSource) NumDocs() int { return len(m.docs) }

func (m *memSource) Doc(i int) (Doc, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if block := m.blocks[i]; block != "" {
		m.docs[i].Tokens = token.Count(block)
		m.blocks[i] = ""
	}
	return m.docs[i], nil
}

func (m *memSource) DF(term string) (int, error) { return m.tables[kindTerm].df(term), nil }

func (m *memSource) Postings(term string) ([]Posting, error) {
	return m.tables[kindTerm].find(term), nil
}

func (m *memSource) HitWord(key string) ([]int, error) {
	return docsOf(m.tables[kindHitWord].find(key)), nil
}

func (m *memSource) MaxHitWord() int { return m.maxKey }

func (m *memSource) Successors(i int) []int {
	return successors(m.tables[kindSupersedes].find(string(m.docs[i].ID)), i)
}

// successors drops a document that names itself: such a file was made by hand, and a chunk cannot
// retire itself.
func successors(posts []Posting, i int) []int {
	return docsOf(slices.DeleteFunc(posts, func(p Posting) bool { return p.Doc == i }))
}

func (m *memSource) SameNumber(id memory.ID) bool {
	lo, hi := numberRange(len(m.docs), m.docID, id.Number())
	return hi-lo > 1
}

// numberRange finds the documents [lo, hi) with a chunk number among n sorted ones.
func numberRange(n int, id func(i int) memory.ID, number int) (lo, hi int) {
	lo = sort.Search(n, func(i int) bool { return id(i).Number() >= number })
	hi = lo
	for hi < n && id(hi).Number() == number {
		hi++
	}
	return lo, hi
}

func (m *memSource) Lookup(id memory.ID) (int, bool) {
	return lookup(len(m.docs), m.docID, id)
}

func (m *memSource) ByRequestID(requestID string) ([]int, error) {
	return docsOf(m.tables[kindRequest].find(requestID)), nil
}

func (m *memSource) find(k kind, key string) ([]Posting, error) { return m.tables[k].find(key), nil }

func (m *memSource) each(k kind, yield func(string, []Posting) error) error {
	return m.tables[k].each(yield)
}

func (m *memSource) docID(i int) memory.ID { return m.docs[i].ID }

func (m *memSource) hitWords(i int) ([]string, error) { return m.hits[i], nil }

// Record gives the terms and hit words of document i.
func (m *memSource) Record(i int) (Record, error) {
	r := Record{Terms: m.tables[kindTerm].terms(i), HitWords: m.hits[i]}
	for _, t := range m.tables[kindHitWord].terms(i) {
		r.Keys = append(r.Keys, t.Term)
	}
	return r, nil
}

// compareDocs is the order of documents: equal ids in two files go by path.
func compareDocs(a, b *Doc) int {
	return cmp.Or(memory.CompareIDs(a.ID, b.ID), strings.Compare(a.Path, b.Path))
}

// cutChunk is one chunk, cut into what the index keeps. Cutting is the expensive part of a build and
// knows nothing of other chunks, so workers can do it.
type cutChunk struct {
	doc   Doc
	terms []FieldTerm // in order of first occurrence
	hits  []string
	keys  []string
	block string // "" when doc.Tokens is counted
}

// cut makes the index record of a chunk. With count, tokens are counted now and the text is dropped;
// otherwise when they are first asked for, because a reader rarely needs them and they cost most.
func cut(c *memory.StoredChunk, count bool) cutChunk {
	out := cutChunk{doc: Doc{
		ID: idWithin(c.Path, c.ID), Path: c.Path, Sum: c.Sum, Node: c.Node, Epoch: c.Epoch, Topic: c.Topic,
		Title: c.Title, CreatedAt: c.CreatedAt, RequestID: c.RequestID, Edited: c.Edited(),
	}, hits: slices.Clone(c.HitWords)}
	for _, id := range c.Supersedes {
		if !slices.Contains(out.doc.Supersedes, id) {
			out.doc.Supersedes = append(out.doc.Supersedes, memory.ID(strings.Clone(string(id))))
		}
	}
	out.letGo()
	at := make(map[string]int, 64)
	add := func(text string, field Field) {
		for _, term := range query.Cut(text) {
			i, ok := at[term]
			if !ok {
				i = len(out.terms)
				at[term] = i
				out.terms = append(out.terms, FieldTerm{Term: term})
			}
			out.terms[i].Fields |= field
		}
	}
	add(c.Title, FieldTitle)
	for _, word := range c.HitWords {
		add(word, FieldHitWords)
		if key := query.Key(word); key != "" && !slices.Contains(out.keys, key) {
			out.keys = append(out.keys, key)
		}
	}
	add(c.Conclusion, FieldConclusion)
	block := c.Block(c.ID.Short())
	if count {
		out.doc.Tokens = token.Count(block)
	} else {
		out.block = block
	}
	return out
}

// idWithin gives the id as a part of the path, which nearly always ends in it.
func idWithin(path string, id memory.ID) memory.ID {
	stem := strings.TrimSuffix(path, ".json")
	if rest, ok := strings.CutSuffix(stem, string(id)); ok {
		return memory.ID(stem[len(rest):])
	}
	return memory.ID(strings.Clone(string(id)))
}

// letGo copies what is kept of the text of the chunk, all of it into one string: a large memory is
// very many of them.
func (c *cutChunk) letGo() {
	node := string(c.doc.Node)
	kept := append(make([]*string, 0, 16), &node, &c.doc.Title, &c.doc.CreatedAt, &c.doc.RequestID)
	for i := range c.hits {
		kept = append(kept, &c.hits[i])
	}
	var text strings.Builder
	size := 0
	for _, s := range kept {
		size += len(*s)
	}
	text.Grow(size)
	for _, s := range kept {
		text.WriteString(*s)
	}
	rest := text.String()
	for _, s := range kept {
		*s, rest = rest[:len(*s)], rest[len(*s):]
	}
	c.doc.Node = memory.NodeID(node)
}

// memBuilder collects cut chunks in any order.
type memBuilder struct {
	docs   []Doc
	hits   [][]string
	blocks []string
	tables [numKinds]listBuilder
	maxKey int
}

// grow makes room for n more chunks.
func (b *memBuilder) grow(n int) {
	b.docs, b.hits, b.blocks = slices.Grow(b.docs, n), slices.Grow(b.hits, n), slices.Grow(b.blocks, n)
	for k := range b.tables {
		b.tables[k].byDoc = slices.Grow(b.tables[k].byDoc, n)
	}
}

func (b *memBuilder) add(c cutChunk) {
	b.docs = append(b.docs, c.doc)
	b.hits = append(b.hits, c.hits)
	b.blocks = append(b.blocks, c.block)
	requests := 0
	if c.doc.RequestID != "" {
		requests = 1
	}
	b.tables[kindTerm].addDoc(len(c.terms))
	b.tables[kindHitWord].addDoc(len(c.keys))
	b.tables[kindRequest].addDoc(requests)
	b.tables[kindSupersedes].addDoc(len(c.doc.Supersedes))
	for _, t := range c.terms {
		b.tables[kindTerm].add(t.Term, t.Fields)
	}
	for _, key := range c.keys {
		b.tables[kindHitWord].add(key, 0)
		b.maxKey = max(b.maxKey, utf8.RuneCountInString(key))
	}
	if requests > 0 {
		b.tables[kindRequest].add(c.doc.RequestID, 0)
	}
	for _, id := range c.doc.Supersedes {
		b.tables[kindSupersedes].add(string(id), 0)
	}
}

// finish puts the documents in order. tombstones tells which are revoked.
func (b *memBuilder) finish(tombstones map[string]memory.Tombstone) *memSource {
	order := make([]int, len(b.docs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return compareDocs(&b.docs[x], &b.docs[y]) })
	m := &memSource{maxKey: b.maxKey, docs: b.docs, hits: b.hits, blocks: b.blocks}
	permute(m.docs, order)
	permute(m.hits, order)
	permute(m.blocks, order)
	for i := range m.docs {
		_, m.docs[i].Tombstoned = tombstones[string(m.docs[i].ID)]
	}
	for k := range b.tables {
		m.tables[k] = b.tables[k].finish(order)
	}
	*b = memBuilder{} // a large memory is a large map
	return m
}

// permute puts into place i what was at order[i], without a second slice.
func permute[T any](s []T, order []int) {
	done := make([]bool, len(s))
	for i := range s {
		if done[i] || order[i] == i {
			continue
		}
		first := s[i]
		for to := i; ; to = order[to] {
			done[to] = true
			if order[to] == i {
				s[to] = first
				break
			}
			s[to] = s[order[to]]
		}
	}
}

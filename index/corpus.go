package index

import (
	"sync"

	"github.com/git-hfa/git-hfa/memory"
)

// FieldTerm is one index term of a chunk and the fields it occurs in.
type FieldTerm struct {
	Term   string
	Fields Field
}

// Record is what the index keeps of the text of one chunk.
type Record struct {
	Terms    []FieldTerm // sorted by term, each once
	HitWords []string    // as written in the chunk
	Keys     []string    // query.Key of the hit words, sorted, each once, none empty
}

// Corpus is everything that the index derives from one state of a memory. It is what an [Engine]
// stores. A Corpus does not change.
type Corpus struct {
	Digest     memory.Digest
	Config     memory.Config
	Directory  *memory.Directory
	Tombstones map[string]memory.Tombstone // by target; of several the earliest. Extra is not kept
	Problems   []memory.Problem            // as in View

	source  store
	records recorder
	stats   func() []StatRecord
}

// recorder gives the text record of one document.
type recorder interface {
	Record(i int) (Record, error)
}

// NumDocs is the number of documents. They are in the order of every Source.
func (c *Corpus) NumDocs() int { return c.source.NumDocs() }

// Doc describes document i.
func (c *Corpus) Doc(i int) (Doc, error) { return c.source.Doc(i) }

// Record gives the terms and hit words of document i. The first call for a document that came out of a
// snapshot turns the whole snapshot round (100 ms at 100,000 chunks), so ask only for what is needed:
// an incremental update compares Doc's Path, Sum and Tombstoned first.
func (c *Corpus) Record(i int) (Record, error) { return c.records.Record(i) }

// Stats lists the stat records of all truth files and folders, folder by folder. It is empty for a
// corpus that was not made by Refresh.
func (c *Corpus) Stats() []StatRecord { return c.stats() }

// Source is the corpus as a source, without any engine.
func (c *Corpus) Source() Source { return c.source }

// recordsOf gives the records of a store, the cheapest way there is.
func recordsOf(s store) recorder {
	if m, ok := s.(*memSource); ok {
		return m
	}
	return &inverted{store: s}
}

// inverted turns the postings of a store round, once, when the first record is asked for.
type inverted struct {
	store store
	once  sync.Once
	err   error
	terms *turned
	keys  *turned
}

// turned is a table by document.
type turned struct {
	keys  []string
	byDoc [][]uint32 // number of the key << 3 | fields, ascending
}

// turn keeps the postings for which keep holds.
func turn(s store, k kind, keep func(Posting) bool) (*turned, error) {
	t := &turned{byDoc: make([][]uint32, s.NumDocs())}
	err := s.each(k, func(key string, posts []Posting) error {
		for _, p := range posts {
			if !keep(p) {
				continue
			}
			t.byDoc[p.Doc] = append(t.byDoc[p.Doc], uint32(len(t.keys))<<fieldBits|uint32(p.Fields))
		}
		t.keys = append(t.keys, key)
		return nil
	})
	return t, err
}

func (r *inverted) Record(i int) (Record, error) {
	if o, ok := r.store.(*overlay); ok {
		if rec, added, err := o.addedRecord(i); added || err != nil {
			return rec, err
		}
	}
	r.once.Do(func() {
		all := func(Posting) bool { return true }
		if r.terms, r.err = turn(r.store, kindTerm, all); r.err == nil {
			r.keys, r.err = turn(r.store, kindHitWord, all)
		}
	})
	if r.err != nil {
		return Record{}, r.err
	}
	words, err := r.store.hitWords(i)
	rec := Record{HitWords: words, Terms: make([]FieldTerm, 0, len(r.terms.byDoc[i]))}
	for _, ref := range r.terms.byDoc[i] {
		rec.Terms = append(rec.Terms, FieldTerm{Term: r.terms.keys[ref>>fieldBits], Fields: Field(ref & fieldMask)})
	}
	for _, ref := range r.keys.byDoc[i] {
		rec.Keys = append(rec.Keys, r.keys.keys[ref>>fieldBits])
	}
	return rec, err
}

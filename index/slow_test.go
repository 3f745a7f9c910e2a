package index

import (
	"crypto/sha256"
	"slices"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/token"
)

// slowSource is the plainest Source there is: chunks in a slice, maps, and scans.
type slowSource struct {
	chunks []memory.Chunk
	docs   []Doc
	terms  map[string][]Posting
	keys   map[string][]int
	succ   map[memory.ID][]int
	maxKey int
}

// newSlowSource indexes chunks; dead names the tombstoned ones.
func newSlowSource(chunks []memory.Chunk, dead ...memory.ID) *slowSource {
	s := &slowSource{terms: map[string][]Posting{}, keys: map[string][]int{}, succ: map[memory.ID][]int{}}
	s.chunks = slices.Clone(chunks)
	slices.SortFunc(s.chunks, func(a, b memory.Chunk) int {
		if d := a.ID.Number() - b.ID.Number(); d != 0 {
			return d
		}
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	for i, c := range s.chunks {
		s.docs = append(s.docs, Doc{ID: c.ID, Path: memory.ChunkPath(c.Epoch, c.ID), Sum: sha256.Sum256(c.Encode()), Node: c.Node, Epoch: c.Epoch, Topic: c.Topic, Title: c.Title, CreatedAt: c.CreatedAt,
			RequestID: c.RequestID, Supersedes: c.Supersedes, Tombstoned: slices.Contains(dead, c.ID), Edited: c.Edited(), Tokens: -1})
		for _, o := range c.Supersedes {
			if o == c.ID {
				continue
			}
			s.succ[o] = append(s.succ[o], i)
		}
		s.addField(i, FieldTitle, c.Title)
		s.addField(i, FieldConclusion, c.Conclusion)
		for _, w := range c.HitWords {
			s.addField(i, FieldHitWords, w)
			if k := query.Key(w); k != "" && !slices.Contains(s.keys[k], i) {
				s.keys[k] = append(s.keys[k], i)
				s.maxKey = max(s.maxKey, utf8.RuneCountInString(k))
			}
		}
	}
	return s
}

func (s *slowSource) addField(doc int, f Field, text string) {
	for _, t := range query.Cut(text) {
		p := s.terms[t]
		if n := len(p); n > 0 && p[n-1].Doc == doc {
			p[n-1].Fields |= f
			continue
		}
		s.terms[t] = append(p, Posting{doc, f})
	}
}

func (s *slowSource) NumDocs() int { return len(s.docs) }

func (s *slowSource) Doc(i int) (Doc, error) {
	if s.docs[i].Tokens < 0 {
		c := s.chunks[i]
		s.docs[i].Tokens = token.Count(c.Block(c.ID.Short()))
	}
	return s.docs[i], nil
}
func (s *slowSource) DF(t string) (int, error)             { return len(s.terms[t]), nil }
func (s *slowSource) Postings(t string) ([]Posting, error) { return s.terms[t], nil }
func (s *slowSource) HitWord(k string) ([]int, error)      { return s.keys[k], nil }
func (s *slowSource) MaxHitWord() int                      { return s.maxKey }
func (s *slowSource) Successors(i int) []int               { return s.succ[s.docs[i].ID] }
func (s *slowSource) SameNumber(id memory.ID) bool {
	n := 0
	for _, d := range s.docs {
		if d.ID.Number() == id.Number() {
			n++
		}
	}
	return n > 1
}
func (s *slowSource) Lookup(id memory.ID) (int, bool) {
	for i, d := range s.docs {
		if d.ID == id {
			return i, true
		}
	}
	return 0, false
}
func (s *slowSource) ByRequestID(r string) ([]int, error) {
	var out []int
	for i, d := range s.docs {
		if r != "" && d.RequestID == r {
			out = append(out, i)
		}
	}
	return out, nil
}

var _ Source = (*slowSource)(nil)

package index

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/git-hfa/git-hfa/memory"
)

// guarded is a source on a derived file. When damage shows in the middle of a query, it reads the truth
// and goes on from there: documents keep their numbers, because the order follows from the truth.
type guarded struct {
	current atomic.Pointer[Source]
	mu      sync.Mutex
	rebuild func() (Source, error) // from the truth, of the same digest; nil once it was done
	failed  error
}

func guard(s Source, rebuild func() (Source, error)) *guarded {
	g := &guarded{rebuild: rebuild}
	g.current.Store(&s)
	return g
}

func (g *guarded) source() Source { return *g.current.Load() }

// recover replaces the damaged source.
func (g *guarded) recover() (Source, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.rebuild != nil {
		s, err := g.rebuild()
		if err == nil {
			g.current.Store(&s)
		}
		g.failed, g.rebuild = err, nil
	}
	return g.source(), g.failed
}

// ask calls f, and once more after damage showed.
func ask[T any](g *guarded, f func(Source) (T, error)) (T, error) {
	v, err := f(g.source())
	if !errors.Is(err, ErrStale) {
		return v, err
	}
	s, err := g.recover()
	if err != nil {
		var zero T
		return zero, err
	}
	return f(s)
}

func (g *guarded) NumDocs() int { return g.source().NumDocs() }

func (g *guarded) Doc(i int) (Doc, error) {
	return ask(g, func(s Source) (Doc, error) { return s.Doc(i) })
}

func (g *guarded) DF(term string) (int, error) {
	return ask(g, func(s Source) (int, error) { return s.DF(term) })
}

func (g *guarded) Postings(term string) ([]Posting, error) {
	return ask(g, func(s Source) ([]Posting, error) { return s.Postings(term) })
}

func (g *guarded) HitWord(key string) ([]int, error) {
	return ask(g, func(s Source) ([]int, error) { return s.HitWord(key) })
}

func (g *guarded) MaxHitWord() int { return g.source().MaxHitWord() }

func (g *guarded) Successors(i int) []int { return g.source().Successors(i) }

func (g *guarded) SameNumber(id memory.ID) bool { return g.source().SameNumber(id) }

func (g *guarded) Lookup(id memory.ID) (int, bool) { return g.source().Lookup(id) }

func (g *guarded) ByRequestID(requestID string) ([]int, error) {
	return ask(g, func(s Source) ([]int, error) { return s.ByRequestID(requestID) })
}

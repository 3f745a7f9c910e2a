package main

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"pgregory.net/rapid"
)

// idSource is a source that has ids alone and counts how many it is asked for.
type idSource struct {
	index.Source
	ids   []memory.ID
	asked int
}

func (s *idSource) NumDocs() int { return len(s.ids) }

func (s *idSource) Doc(i int) (index.Doc, error) {
	s.asked++
	return index.Doc{ID: s.ids[i]}, nil
}

func (s *idSource) Lookup(id memory.ID) (int, bool) {
	i := slices.Index(s.ids, id)
	return i, i >= 0
}

func TestAnIDIsResolvedAsAmongAllOfThem(t *testing.T) {
	ids := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) memory.ID {
		id := fmt.Sprintf("chunk_%04d", rapid.SampledFrom([]int{1, 2, 7, 10, 100, 1000, 10000, 10001}).Draw(t, "number"))
		if tag := rapid.SampledFrom([]string{"", "k3f9qz7m", "k3aaaaaa", "zzzzzzzz"}).Draw(t, "tag"); tag != "" {
			id += "-" + tag
		}
		return memory.ID(id)
	}), func(id memory.ID) memory.ID { return id })
	prefixes := rapid.StringMatching(`( ?(chunk_)?(0{0,3}(1|2|7|10|100|1000|1000[01]))?(-(k3?|k3f9qz7m|z|zzzzzzzz))?)|chunk|x|S1`)
	rapid.Check(t, func(t *rapid.T) {
		src := &idSource{ids: ids.Draw(t, "ids")}
		slices.SortFunc(src.ids, memory.CompareIDs)
		prefix := prefixes.Draw(t, "prefix")
		want, wantErr := memory.Resolve(prefix, src.ids)
		i, err := resolve(&index.View{Source: src}, prefix)
		var ambiguous, wantAmbiguous *memory.AmbiguousError
		switch {
		case errors.As(wantErr, &wantAmbiguous):
			if !errors.As(err, &ambiguous) || !slices.Equal(ambiguous.Candidates, wantAmbiguous.Candidates) {
				t.Fatalf("%q: %v, want %v", prefix, err, wantErr)
			}
		case wantErr != nil:
			if !errors.Is(err, memory.ErrNotFound) {
				t.Fatalf("%q: %v, want %v", prefix, err, wantErr)
			}
		case err != nil || src.ids[i] != want:
			t.Fatalf("%q: %d, %v; want %s", prefix, i, err, want)
		}
	})
}

func TestANumberIsFoundWithoutAWalkOverAllChunks(t *testing.T) {
	src := &idSource{}
	for n := range 4096 {
		src.ids = append(src.ids, memory.ID(fmt.Sprintf("chunk_%04d-k3f9qz7m", n+1)))
	}
	for prefix, most := range map[string]int{"chunk_0007-k3f9qz7m": 0, "7": 30, "4096-k3": 30, "chunk_1000": 30} {
		src.asked = 0
		if _, err := resolve(&index.View{Source: src}, prefix); err != nil || src.asked > most {
			t.Errorf("%q: %d documents were read, %v", prefix, src.asked, err)
		}
	}
}

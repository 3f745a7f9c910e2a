package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"pgregory.net/rapid"
)

func TestPermutePutsEveryValueInItsPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Perm(n)
		got := make([]int, n)
		for i := range got {
			got[i] = i
		}
		permute(got, order)
		if !slices.Equal(got, order) {
			t.Fatalf("%v, want %v", got, order)
		}
	})
}

func TestWhatIsKeptOfAChunkIsEqualAndNoPartOfItsFile(t *testing.T) {
	for _, path := range []string{"chunks/epoch_01/chunk_0007-k3f9qz7m.json", "chunks/epoch_01/chunk_0008.json", "x"} {
		c := memory.StoredChunk{Path: path, Chunk: memory.Chunk{
			ID: "chunk_0007-k3f9qz7m", Node: "M1", Title: "Encoding", HitWords: []string{"UTF-8", "", "乱码"}, Conclusion: "Write UTF-8.",
			RequestID: "r", CreatedAt: "2026-05-11T08:30:00.000Z", Supersedes: []memory.ID{"chunk_0001", "chunk_0002", "chunk_0001"},
		}}
		got := cut(&c, true)
		d := got.doc
		if d.ID != c.ID || d.Path != path || d.Node != c.Node || d.Title != c.Title || d.RequestID != c.RequestID || d.CreatedAt != c.CreatedAt {
			t.Errorf("%+v", d)
		}
		if !slices.Equal(got.hits, c.HitWords) || !slices.Equal(d.Supersedes, []memory.ID{"chunk_0001", "chunk_0002"}) {
			t.Errorf("%q, %q", got.hits, d.Supersedes)
		}
		if c.HitWords[0] != "UTF-8" {
			t.Error("the chunk itself was changed")
		}
	}
}

package evalset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// Replayed counts the operations of a replay.
type Replayed struct {
	Writes, Retries, Supersedes, Tombstones, Recalls int
}

// Total is the number of operations.
func (r Replayed) Total() int {
	return r.Writes + r.Retries + r.Supersedes + r.Tombstones + r.Recalls
}

// String prints the counts in one line.
func (r Replayed) String() string {
	return fmt.Sprintf("%d operations: %d writes, %d retries, %d supersedes, %d tombstones, %d recalls", r.Total(), r.Writes, r.Retries, r.Supersedes, r.Tombstones, r.Recalls)
}

// told is what the model knows of one chunk: the plainest account of a memory that there is.
type told struct {
	id      memory.ID
	word    string // its one hit word, which no other chunk has
	draft   store.Draft
	next    int // number of the chunk that supersedes it, -1: none
	revoked bool
}

// replay is a memory and the model of it, side by side.
type replay struct {
	dir    string
	st     *store.Store
	rnd    *rand.Rand
	chunks []told
	done   Replayed
}

// Replay does n operations on a memory of its own in dir, an empty or missing folder, and holds every
// answer against the model. Operations are drawn from seed, so a failure can be repeated. The error
// says at which operation memory and model part.
func Replay(ctx context.Context, dir string, n int, seed uint64) (Replayed, error) {
	r := &replay{dir: dir, rnd: rand.New(rand.NewPCG(seed, 0))}
	at := time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	opts := store.Options{Dir: dir, Now: func() time.Time { at = at.Add(time.Second); return at }}
	if err := store.Init(ctx, opts, store.InitOptions{}); err != nil {
		return r.done, err
	}
	var err error
	if r.st, err = store.Open(opts); err != nil {
		return r.done, err
	}
	for step := range n {
		if err := r.step(ctx); err != nil {
			return r.done, fmt.Errorf("operation %d: %w", step+1, err)
		}
	}
	return r.done, nil
}

func (r *replay) step(ctx context.Context) error {
	kind := r.rnd.IntN(10)
	living := r.living()
	if len(living) == 0 {
		kind = 0
	}
	switch kind {
	case 0, 1:
		r.done.Writes++
		return r.write(ctx, -1)
	case 2:
		r.done.Retries++
		return r.retry(ctx, r.rnd.IntN(len(r.chunks)))
	case 3:
		r.done.Supersedes++
		return r.write(ctx, living[r.rnd.IntN(len(living))])
	case 4:
		r.done.Tombstones++
		i := living[r.rnd.IntN(len(living))]
		_, _, err := r.st.Tombstone(ctx, string(r.chunks[i].id), "replayed")
		r.chunks[i].revoked = true
		return err
	}
	r.done.Recalls++
	return r.recall(ctx, r.rnd.IntN(len(r.chunks)))
}

// living lists the chunks that may be told.
func (r *replay) living() []int {
	var out []int
	for i, c := range r.chunks {
		if c.next < 0 && !c.revoked {
			out = append(out, i)
		}
	}
	return out
}

// write adds a chunk, which supersedes old unless that is negative.
func (r *replay) write(ctx context.Context, old int) error {
	c := told{word: word(len(r.chunks)), next: -1}
	c.draft = store.Draft{Title: "About " + c.word, HitWords: []string{c.word}, Conclusion: "It is decided how " + c.word + " is done.", Source: "replay", RequestID: "request-" + c.word}
	if old >= 0 {
		c.draft.Supersedes = []string{string(r.chunks[old].id)}
	}
	added, err := r.st.Add(ctx, c.draft)
	if err != nil {
		return err
	}
	if added.Duplicate {
		return fmt.Errorf("%s was taken for a retry", c.word)
	}
	c.id = added.Chunk.ID
	for _, o := range r.chunks {
		if o.id == c.id || o.id.Number() == c.id.Number() {
			return fmt.Errorf("%s was given twice", c.id)
		}
	}
	if old >= 0 {
		r.chunks[old].next = len(r.chunks)
	}
	r.chunks = append(r.chunks, c)
	return nil
}

// retry sends a request again: nothing may be written, whatever became of the chunk since.
func (r *replay) retry(ctx context.Context, i int) error {
	added, err := r.st.Add(ctx, r.chunks[i].draft)
	if err != nil {
		return err
	}
	if !added.Duplicate || added.Chunk.ID != r.chunks[i].id {
		return fmt.Errorf("a retry of %s wrote %s", r.chunks[i].id, added.Chunk.ID)
	}
	return nil
}

// recall asks for a chunk by its word. The living end of its chain must be told and nothing
// else; nothing at all when that end was revoked.
func (r *replay) recall(ctx context.Context, i int) error {
	want := i
	for r.chunks[want].next >= 0 {
		want = r.chunks[want].next
	}
	v, err := index.Open(ctx, index.Options{Dir: r.dir})
	if err != nil {
		return err
	}
	defer v.Close()
	a, err := v.Recall(ctx, index.Request{Query: "what did we say about " + r.chunks[i].word + "?"})
	if err != nil {
		return err
	}
	index.Heal(ctx, index.Options{Dir: r.dir}, v)
	switch {
	case r.chunks[want].revoked && a.Status != index.StatusMiss:
		return fmt.Errorf("%s speaks for %s, whose chain was revoked", a.Selected[0].ID, r.chunks[i].id)
	case !r.chunks[want].revoked && (len(a.Selected) != 1 || a.Selected[0].ID != r.chunks[want].id):
		return fmt.Errorf("%s was asked for, %s must answer; told: %d chunks, status %s", r.chunks[i].id, r.chunks[want].id, len(a.Selected), a.Status)
	}
	return nil
}

// word makes the n-th made-up word: four syllables, no two words alike but for one.
func word(n int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	const syllables = len(consonants) * len(vowels)
	b := make([]byte, 0, 8)
	sum := 0
	for range 3 {
		s := n % syllables
		sum += s
		n /= syllables
		b = append(b, consonants[s/len(vowels)], vowels[s%len(vowels)])
	}
	s := sum * 11 % syllables // a check: words that differ in one syllable differ in two
	return string(append(b, consonants[s/len(vowels)], vowels[s%len(vowels)]))
}

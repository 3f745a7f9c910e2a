package indextest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
)

// Tree is a memory on disk that a test writes to, without locks or transactions.
type Tree struct {
	Dir    string
	next   int
	random *rand.Rand
}

// NewTree makes an empty memory with one ACTIVE main line in a folder of the test.
func NewTree(t testing.TB) *Tree {
	t.Helper()
	tree := &Tree{Dir: t.TempDir(), next: 1, random: rand.New(rand.NewPCG(1, 2))}
	config := memory.DefaultConfig()
	directory := memory.NewDirectory("en")
	directory.Put(memory.Node{ID: "M1", Path: "main/M1.md", State: memory.Active, HitWords: []string{"main"}, Note: "Main"})
	directory.Put(memory.Node{ID: "S1", Path: "branches/S1.md", State: memory.Paused, HitWords: []string{"side"}, Note: "Side"})
	tree.Write(t, memory.ConfigPath, config.Encode())
	tree.Write(t, memory.DirectoryPath, directory.Encode())
	tree.Write(t, "main/M1.md", []byte("# Main\n"))
	tree.Write(t, "branches/S1.md", []byte("# Side\n"))
	return tree
}

// Write puts a file into the memory.
func (tr *Tree) Write(t testing.TB, path string, data []byte) {
	t.Helper()
	native := tr.Native(path)
	if err := os.MkdirAll(filepath.Dir(native), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(native, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Remove takes a file away.
func (tr *Tree) Remove(t testing.TB, path string) {
	t.Helper()
	if err := os.Remove(tr.Native(path)); err != nil {
		t.Fatal(err)
	}
}

// Native is the path of a file of the memory as the system has it.
func (tr *Tree) Native(path string) string { return filepath.Join(tr.Dir, filepath.FromSlash(path)) }

// Add writes a chunk with the next number, 50 chunks an epoch, and gives it with its path.
func (tr *Tree) Add(t testing.TB, c memory.Chunk) memory.StoredChunk {
	t.Helper()
	s := tr.Make(c)
	tr.Write(t, s.Path, s.Chunk.Encode())
	return s
}

// Make completes a chunk as Add does and writes nothing.
func (tr *Tree) Make(c memory.Chunk) memory.StoredChunk {
	n := tr.next
	tr.next++
	c.Schema = memory.Schema
	c.Epoch, c.Topic = (n-1)/50+1, (n-1)%50+1
	if c.Node == "" {
		c.Node = "M1"
	}
	if c.CreatedAt == "" {
		c.CreatedAt = fmt.Sprintf("2026-05-11T08:%02d:%02d.000Z", n/60%60, n%60)
	}
	c.Seal(n)
	return memory.StoredChunk{Chunk: c, Path: memory.ChunkPath(c.Epoch, c.ID)}
}

// Tombstone revokes a chunk or a node.
func (tr *Tree) Tombstone(t testing.TB, target, reason string) memory.Tombstone {
	t.Helper()
	tomb := memory.Tombstone{Schema: memory.Schema, Target: target, Reason: reason, CreatedAt: "2026-06-01T00:00:00.000Z"}
	tr.Write(t, tomb.Path(), tomb.Encode())
	return tomb
}

// Random makes the content of a chunk of about size bytes: English and Chinese words of a skewed
// distribution, with identifiers and numbers among them. One tree gives the same sequence in every run.
func (tr *Tree) Random(size int) memory.Chunk {
	words := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(tr.word())
		}
		return b.String()
	}
	c := memory.Chunk{Title: words(24), Conclusion: words(size), Source: "chat:2026-05-11"}
	for range 1 + tr.random.IntN(4) {
		c.HitWords = append(c.HitWords, words(8))
	}
	if tr.random.IntN(4) == 0 {
		c.RequestID = fmt.Sprintf("request-%d", tr.random.IntN(1<<30))
	}
	return c
}

// word picks a word: rank r comes up about 1/r as often as the first.
func (tr *Tree) word() string {
	const vocabulary = 20000
	rank := int(float64(vocabulary) * skew(tr.random.Float64()))
	switch rank % 5 {
	case 0:
		return string(rune(0x4e00+rank%2000)) + string(rune(0x4e00+rank*7%3000))
	case 1:
		return fmt.Sprintf("cfg_%d.retryCount", rank)
	default:
		return syllables(rank)
	}
}

// skew maps [0, 1) onto itself so that small values are far more frequent.
func skew(x float64) float64 { return x * x * x * x * x }

func syllables(n int) string {
	const list = "baderofikumosatelinopuragevihojuxyzewa"
	var b strings.Builder
	for n += 19; n > 0; n /= 19 {
		b.WriteString(list[2*(n%19) : 2*(n%19)+2])
	}
	return b.String()
}

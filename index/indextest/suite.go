package indextest

import (
	"bytes"
	"errors"
	"os"
	"path"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/token"
)

// Build makes the source under test of a memory on disk.
type Build func(t *testing.T, tree *Tree) index.Source

// Run holds a source to the rules on several memories.
func Run(t *testing.T, build Build) {
	for _, c := range cases() {
		t.Run(c.name, func(t *testing.T) {
			tree := NewTree(t)
			c.fill(t, tree)
			Check(t, build(t, tree), tree)
		})
	}
}

type treeCase struct {
	name string
	fill func(t *testing.T, tree *Tree)
}

func cases() []treeCase {
	return []treeCase{
		{"no chunk", func(*testing.T, *Tree) {}},
		{"one chunk", func(t *testing.T, tree *Tree) {
			tree.Add(t, memory.Chunk{Title: "编码修复", HitWords: []string{"GBK乱码", "编码修复"}, Conclusion: "使用 UTF-8 写入和解码。", RequestID: "r1"})
		}},
		{"superseded, revoked, twice requested", func(t *testing.T, tree *Tree) {
			a := tree.Add(t, memory.Chunk{Title: "Timeout is 30 s", HitWords: []string{"timeout"}, Conclusion: "Use 30 s.", RequestID: "same"})
			b := tree.Add(t, memory.Chunk{Title: "Timeout is 60 s", HitWords: []string{"Timeout", "time-out"}, Conclusion: "Use 60 s.", Supersedes: []memory.ID{a.ID}, RequestID: "same"})
			tree.Add(t, memory.Chunk{Title: "Timeout is 90 s", HitWords: []string{"timeout"}, Conclusion: "Use 90 s.", Supersedes: []memory.ID{a.ID, b.ID, "chunk_0999-00000000"}})
			tree.Tombstone(t, string(b.ID), "wrong")
			tree.Tombstone(t, "S1", "done")
		}},
		{"one number twice", func(t *testing.T, tree *Tree) {
			tree.Add(t, memory.Chunk{Title: "First", HitWords: []string{"alpha"}, Conclusion: "One."})
			tree.next = 1
			tree.Add(t, memory.Chunk{Title: "Second", HitWords: []string{"alpha"}, Conclusion: "Two."})
			tree.Add(t, memory.Chunk{Title: "Third", HitWords: []string{"beta"}, Conclusion: "Three."})
		}},
		{"bad files between good ones", func(t *testing.T, tree *Tree) {
			tree.Add(t, memory.Chunk{Title: "First", HitWords: []string{"alpha"}, Conclusion: "One."})
			tree.Write(t, "chunks/epoch_01/chunk_0050-00000000.json", []byte("{"))
			tree.Write(t, "chunks/epoch_01/README.md", []byte("no chunk"))
			tree.Write(t, "chunks/chunk_0002.json", []byte(`{"id":"chunk_0002","title":"Old","conclusion":"Untagged.","hit_words":["old"]}`))
		}},
		{"odd but usable files", func(t *testing.T, tree *Tree) {
			a := tree.Add(t, memory.Chunk{Title: "First", HitWords: []string{"alpha", "!!!", "Alpha"}, Conclusion: "One."})
			b := tree.Add(t, memory.Chunk{Title: "BOM", HitWords: []string{"beta"}, Conclusion: "Two."})
			tree.Write(t, b.Path, append([]byte("\ufeff"), bytes.ReplaceAll(b.Chunk.Encode(), []byte("\n"), []byte("\r\n"))...))
			tree.Write(t, "chunks/"+path.Base(a.Path), a.Chunk.Encode()) // one id in two files
			tree.Write(t, "chunks/epoch_09/deep/"+path.Base(b.Path), b.Chunk.Encode())
			tree.Write(t, "chunks/chunk_0009.json", []byte(`{"id":"chunk_0009","title":"Ring","conclusion":"Names itself.","supersedes":"chunk_0009"}`))
			c := tree.Add(t, memory.Chunk{Title: "Revoked", HitWords: []string{"gamma"}, Conclusion: "Three."})
			tomb := tree.Tombstone(t, string(c.ID), "x")
			tree.Write(t, tomb.Path(), []byte("{")) // a damaged record stays in force
			tree.Write(t, "tombstones/sub/ignored.json", []byte("{"))
			tree.Write(t, memory.LegacyTombstonesPath, []byte("{\n"))
		}},
		{"many chunks", func(t *testing.T, tree *Tree) {
			for range 120 {
				tree.Add(t, tree.Random(300))
			}
		}},
	}
}

// Check compares a source of the memory with a plain scan of its chunks.
func Check(t *testing.T, got index.Source, tree *Tree) {
	t.Helper()
	want := scanTree(t, tree)
	if got.NumDocs() != len(want.docs) {
		t.Fatalf("NumDocs = %d, want %d", got.NumDocs(), len(want.docs))
	}
	want.checkDocs(t, got)
	want.checkPostings(t, got)
	want.checkHitWords(t, got)
	want.checkRequests(t, got)
}

// plain is the slow truth.
type plain struct {
	docs     []index.Doc
	postings map[string][]index.Posting
	hits     map[string][]int
	requests map[string][]int
	maxKey   int
}

func scanTree(t *testing.T, tree *Tree) *plain {
	t.Helper()
	loaded, err := memory.Load(os.DirFS(tree.Dir))
	if err != nil {
		t.Fatal(err)
	}
	revoked := make(map[string]bool)
	for _, tomb := range loaded.Tombstones {
		revoked[tomb.Target] = true
	}
	p := &plain{postings: map[string][]index.Posting{}, hits: map[string][]int{}, requests: map[string][]int{}}
	for i, c := range loaded.Chunks {
		p.docs = append(p.docs, index.Doc{
			ID: c.ID, Path: c.Path, Sum: c.Sum, Node: c.Node, Epoch: c.Epoch, Topic: c.Topic, Title: c.Title, CreatedAt: c.CreatedAt,
			RequestID: c.RequestID, Supersedes: slices.Clone(c.Supersedes), Tombstoned: revoked[string(c.ID)], Edited: c.Edited(),
			Tokens: token.Count(c.Block(c.ID.Short())),
		})
		fields := make(map[string]index.Field)
		for _, term := range query.Cut(c.Title) {
			fields[term] |= index.FieldTitle
		}
		for _, word := range c.HitWords {
			for _, term := range query.Cut(word) {
				fields[term] |= index.FieldHitWords
			}
			if key := query.Key(word); key != "" {
				p.maxKey = max(p.maxKey, utf8.RuneCountInString(key))
				if !slices.Contains(p.hits[key], i) {
					p.hits[key] = append(p.hits[key], i)
				}
			}
		}
		for _, term := range query.Cut(c.Conclusion) {
			fields[term] |= index.FieldConclusion
		}
		for term, f := range fields {
			p.postings[term] = append(p.postings[term], index.Posting{Doc: i, Fields: f})
		}
		if c.RequestID != "" {
			p.requests[c.RequestID] = append(p.requests[c.RequestID], i)
		}
	}
	return p
}

func (p *plain) checkDocs(t *testing.T, got index.Source) {
	t.Helper()
	numbers := make(map[int]int)
	for _, d := range p.docs {
		numbers[d.ID.Number()]++
	}
	for i, want := range p.docs {
		d, err := got.Doc(i)
		if err != nil {
			t.Fatalf("Doc(%d): %v", i, err)
		}
		if len(d.Supersedes) == 0 && len(want.Supersedes) == 0 {
			d.Supersedes, want.Supersedes = nil, nil
		}
		if !reflect.DeepEqual(d, want) {
			t.Errorf("Doc(%d)\n got %+v\nwant %+v", i, d, want)
		}
		var successors []int
		for j, other := range p.docs {
			if j != i && slices.Contains(other.Supersedes, want.ID) {
				successors = append(successors, j)
			}
		}
		if s := got.Successors(i); !slices.Equal(s, successors) {
			t.Errorf("Successors(%d) = %v, want %v", i, s, successors)
		}
		if same := got.SameNumber(want.ID); same != (numbers[want.ID.Number()] > 1) {
			t.Errorf("SameNumber(%s) = %v", want.ID, same)
		}
		n, ok := got.Lookup(want.ID)
		first := slices.IndexFunc(p.docs, func(d index.Doc) bool { return d.ID == want.ID })
		if !ok || n != first {
			t.Errorf("Lookup(%s) = %d, %v, want %d", want.ID, n, ok, first)
		}
	}
	for _, id := range []memory.ID{"chunk_0000", "chunk_0001", "chunk_99999", "chunk_0001-zzzzzzzz"} {
		if _, ok := got.Lookup(id); ok != slices.ContainsFunc(p.docs, func(d index.Doc) bool { return d.ID == id }) {
			t.Errorf("Lookup(%s) = %v", id, ok)
		}
	}
}

func (p *plain) checkPostings(t *testing.T, got index.Source) {
	t.Helper()
	for term, want := range p.postings {
		posts, err := got.Postings(term)
		if err != nil || !slices.Equal(posts, want) {
			t.Errorf("Postings(%q) = %v, %v, want %v", term, posts, err, want)
		}
		if df, err := got.DF(term); err != nil || df != len(want) {
			t.Errorf("DF(%q) = %d, %v, want %d", term, df, err, len(want))
		}
	}
	for _, term := range []string{"", "nosuchterm", "\x00", "~", "龘龘", `"`, "a OR b", "NEAR("} {
		if p.postings[term] != nil {
			continue
		}
		posts, err := got.Postings(term)
		df, err2 := got.DF(term)
		if len(posts) != 0 || df != 0 || errors.Join(err, err2) != nil {
			t.Errorf("unknown term %q: %v, %d, %v", term, posts, df, errors.Join(err, err2))
		}
	}
}

func (p *plain) checkHitWords(t *testing.T, got index.Source) {
	t.Helper()
	for key, want := range p.hits {
		if docs, err := got.HitWord(key); err != nil || !slices.Equal(docs, want) {
			t.Errorf("HitWord(%q) = %v, %v, want %v", key, docs, err, want)
		}
	}
	if docs, err := got.HitWord("no such hit word"); len(docs) != 0 || err != nil {
		t.Errorf("unknown hit word: %v, %v", docs, err)
	}
	if n := got.MaxHitWord(); n < p.maxKey {
		t.Errorf("MaxHitWord = %d, the longest key has %d", n, p.maxKey)
	}
}

func (p *plain) checkRequests(t *testing.T, got index.Source) {
	t.Helper()
	for id, want := range p.requests {
		if docs, err := got.ByRequestID(id); err != nil || !slices.Equal(docs, want) {
			t.Errorf("ByRequestID(%q) = %v, %v, want %v", id, docs, err, want)
		}
	}
	for _, id := range []string{"", "none"} {
		if docs, err := got.ByRequestID(id); len(docs) != 0 || err != nil {
			t.Errorf("ByRequestID(%q) = %v, %v", id, docs, err)
		}
	}
}

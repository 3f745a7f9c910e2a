package index_test

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/indextest"
	"github.com/git-hfa/git-hfa/memory"
)

// update is the flag -update: write golden files instead of comparing with them.
var update = sync.OnceValue(func() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
})

func init() {
	if flag.Lookup("update") == nil {
		flag.Bool("update", false, "write golden files instead of comparing with them")
	}
}

func golden(t *testing.T, name string, have []byte) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if update() {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, have, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")), have) {
		t.Errorf("%s differs; -update writes it:\n%s", file, have)
	}
}

// storyTree has two epochs, a chain, a fork, a revoked chunk, one number twice and an edited chunk.
func storyTree(t testing.TB, lang string) *indextest.Tree {
	t.Helper()
	tree := indextest.NewTree(t)
	config := memory.DefaultConfig()
	config.Lang = lang
	config.RetrievalAliases = [][]string{{"mojibake", "tofu"}}
	tree.Write(t, memory.ConfigPath, config.Encode())
	a := tree.Add(t, memory.Chunk{Title: "编码修复", HitWords: []string{"GBK乱码", "编码修复"}, Conclusion: "使用 UTF-8 写入和解码。", Source: "chat:2026-05-11", RequestID: "r1"})
	b := tree.Add(t, memory.Chunk{Title: "Timeout is 30 s", HitWords: []string{"timeout <30s> & more"}, Conclusion: "Use 30 s.\nNot less.", Supersedes: []memory.ID{a.ID}})
	tree.Add(t, memory.Chunk{Title: "Timeout is 60 s", HitWords: []string{"timeout"}, Conclusion: "Use 60 s.", Supersedes: []memory.ID{b.ID}})
	tree.Add(t, memory.Chunk{Title: "Timeout is 90 s", HitWords: []string{"timeout"}, Conclusion: "Use 90 s.", Supersedes: []memory.ID{b.ID}, Node: "S1"})
	twin := tree.Make(memory.Chunk{Title: "A twin", HitWords: []string{"mojibake"}, Conclusion: "Same number.\n<!-- no -->\n```"})
	twin.Chunk.Seal(4)
	tree.Write(t, memory.ChunkPath(1, twin.ID), twin.Chunk.Encode())
	gone := tree.Add(t, memory.Chunk{Title: "Wrong", HitWords: []string{"wrong"}, Conclusion: "Never true."})
	tree.Tombstone(t, string(gone.ID), "it was\nnever | true")
	edited := tree.Add(t, memory.Chunk{Title: "Before", HitWords: []string{"edit"}, Conclusion: "Before."})
	edited.Chunk.Title = "After"
	tree.Write(t, edited.Path, edited.Chunk.Encode())
	last := tree.Make(memory.Chunk{Title: "New epoch", HitWords: []string{"epoch"}, Conclusion: "Opened."})
	last.Epoch, last.Topic = 2, 1
	last.Chunk.Seal(8)
	tree.Write(t, memory.ChunkPath(2, last.ID), last.Chunk.Encode())
	return tree
}

func TestSummariesShowEveryChunkAndWhatBecameOfIt(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		v := mustOpen(t, storyTree(t, lang), nil)
		files, err := v.Summaries()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			golden(t, lang+"/"+strings.ReplaceAll(f.Path, "/", "_"), f.Data)
		}
		if len(files) != 2 {
			t.Errorf("%d files", len(files))
		}
	}
}

func TestOnlySummariesThatShowAnOldStateAreStale(t *testing.T) {
	tree := storyTree(t, "en")
	stale := func() []index.File {
		t.Helper()
		files, err := mustOpen(t, tree, nil).StaleSummaries()
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	write := func(files []index.File) {
		for _, f := range files {
			tree.Write(t, f.Path, append([]byte("<!-- a mark of the writer -->\n"), f.Data...))
		}
	}
	if files := stale(); len(files) != 2 {
		t.Fatalf("%d files of 2 epochs", len(files))
	} else {
		write(files)
	}
	if files := stale(); len(files) != 0 {
		t.Fatalf("%d files after writing all", len(files))
	}
	c := tree.Make(memory.Chunk{Title: "Another", HitWords: []string{"x"}, Conclusion: "y"})
	c.Epoch = 2
	c.Chunk.Seal(9)
	tree.Write(t, memory.ChunkPath(2, c.ID), c.Chunk.Encode())
	if files := stale(); len(files) != 1 || files[0].Path != "history/epoch_02/summaries.md" {
		t.Fatalf("after adding to epoch 2: %d files", len(files))
	} else {
		write(files)
	}
	tree.Tombstone(t, firstChunk(t, tree)[len("chunks/epoch_01/"):][:len("chunk_0001-00000000")], "wrong")
	if files := stale(); len(files) != 1 || files[0].Path != "history/epoch_01/summaries.md" {
		t.Errorf("after revoking in epoch 1: %d files", len(files))
	}
}

// A commit that became known does not make a summary stale; one that is gone does, and what is written then shows the new
// one, or none.
func TestSummariesWithACommitThatIsGoneAreStale(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		tree := storyTree(t, lang)
		commits := map[memory.ID]string{} // as the history has them now
		there := false                    // all summaries are
		look := func() *index.View {
			v := mustOpen(t, tree, nil)
			v.Commit = func(id memory.ID) (string, string) { return commits[id], "2026-01-02" }
			v.Outdated = func(id string) bool { return !slices.Contains(slices.Collect(maps.Values(commits)), id) }
			return v
		}
		write := func() (paths []string, text string) {
			t.Helper()
			v := look()
			files, err := v.StaleSummaries()
			if err != nil {
				t.Fatal(err)
			}
			outdated, err := v.OutdatedSummaries()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				tree.Write(t, f.Path, f.Data)
				paths, text = append(paths, f.Path), text+string(f.Data)
			}
			if there && !reflect.DeepEqual(outdated, files) {
				t.Errorf("%s: %d files are outdated, and %v stale", lang, len(outdated), paths)
			}
			there = true
			return paths, text
		}
		first := memory.ID(firstChunk(t, tree)[len("chunks/epoch_01/"):][:len("chunk_0001-00000000")])
		write()
		commits[first] = "9f8e7d6"
		if paths, _ := write(); paths != nil {
			t.Errorf("%s: a commit became known, and %v are stale", lang, paths)
		}
		tree.Remove(t, "history/epoch_01/summaries.md")
		there = false
		if _, text := write(); !strings.Contains(text, "9f8e7d6 2026-01-02\n") {
			t.Errorf("%s: the commit is not shown:\n%s", lang, text)
		}
		commits[first] = "0123456"
		if paths, text := write(); len(paths) != 1 || !strings.Contains(text, "0123456 2026-01-02\n") || strings.Contains(text, "9f8e7d6") {
			t.Errorf("%s: history was rewritten, and %v show\n%s", lang, paths, text)
		}
		delete(commits, first)
		if paths, text := write(); len(paths) != 1 || strings.Contains(text, "0123456") {
			t.Errorf("%s: the commit is gone, and %v show\n%s", lang, paths, text)
		}
		if paths, _ := write(); paths != nil {
			t.Errorf("%s: %v are stale for ever", lang, paths)
		}
	}
}

func TestReadableFilesAreWholeAndSorted(t *testing.T) {
	tree := storyTree(t, "zh")
	mustRefresh(t, tree, nil, false)
	for _, name := range []string{"search.json", "hitwords.json", "projects.json"} {
		data, err := os.ReadFile(tree.Native("index/" + name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(loadDigest(t, tree.Dir))) {
			t.Errorf("%s does not carry the digest", name)
		}
		golden(t, name, data)
	}
}

func TestReadableFilesOfALargeMemoryComeWithAFullRefresh(t *testing.T) {
	tree := indextest.NewTree(t)
	for range 1001 {
		tree.Add(t, memory.Chunk{Title: "t", HitWords: []string{"h"}, Conclusion: "c"})
	}
	mustRefresh(t, tree, nil, false)
	if _, err := os.Stat(tree.Native("index/search.json")); err == nil {
		t.Error("written by an ordinary refresh")
	}
	mustRefresh(t, tree, nil, true)
	data, err := os.ReadFile(tree.Native("index/search.json"))
	if err != nil || bytes.Count(data, []byte(`"title"`)) != 1001 {
		t.Errorf("not whole: %v", err)
	}
}

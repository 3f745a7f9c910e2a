package index

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"pgregory.net/rapid"
)

// vocabulary has words that meet often, so that small memories have ties, chains and near misses.
var vocabulary = strings.Split("cache queue retry deploy canary maxOpenConns max_open_conns v2.1.6 src/app/main.go GBK E1042 "+
	"timeout 超时 部署 缓存 雪崩 缓存雪崩 备份 回滚 灰度 索引 慢查询 的 数据 1369年", " ")

func drawWords(t *rapid.T, label string, most int) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, most).Draw(t, label), " ")
}

// drawMemory makes a memory with chains, tombstones, side branches and profile chunks.
func drawMemory(t *rapid.T) *testMemory {
	var notes []note
	for i := range rapid.IntRange(1, 14).Draw(t, "chunks") {
		n := note{title: drawWords(t, "title", 3), words: strings.ReplaceAll(drawWords(t, "hit words", 2), " ", ","), conclusion: drawWords(t, "conclusion", 8)}
		n.node = memory.NodeID(rapid.SampledFrom([]string{"M1", "M1", "M1", "M2", "S1", "P1"}).Draw(t, "node"))
		n.created = "2026-0" + rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "month") + "-02T03:04:05.000Z"
		if i > 0 && rapid.IntRange(0, 3).Draw(t, "supersede") == 0 {
			n.supersedes = []int{rapid.IntRange(1, i).Draw(t, "old")}
		}
		notes = append(notes, n)
	}
	m := newMemory(notes...)
	m.nodes = append(m.nodes, memory.Node{ID: "M2", Path: "main/M2.md", State: memory.Paused, Note: "Other"},
		memory.Node{ID: "S1", Path: "branches/S1.md", State: memory.Paused, HitWords: []string{"慢查询", "queue"}, Note: "Side"})
	for _, n := range m.nodes {
		m.files[n.Path] = "# " + n.Note + "\n"
	}
	for i := range m.chunks {
		if rapid.IntRange(0, 6).Draw(t, "revoke") == 0 {
			tomb := memory.Tombstone{Schema: 1, Target: string(m.chunks[i].ID), Reason: "wrong", CreatedAt: "2026-05-01T00:00:00.000Z"}
			m.dead = append(m.dead, m.chunks[i].ID)
			m.tombs[tomb.Target] = tomb
			m.files[tomb.Path()] = string(tomb.Encode())
		}
	}
	return m
}

// written gives the memory as files.
func (m *testMemory) written() map[string]string {
	files := map[string]string{memory.ConfigPath: string(m.config.Encode())}
	dir := memory.NewDirectory("en")
	for _, n := range m.nodes {
		dir.Put(n)
	}
	files[memory.DirectoryPath] = string(dir.Encode())
	for path, text := range m.files {
		files[path] = text
	}
	for i := range m.chunks {
		files[memory.ChunkPath(m.chunks[i].Epoch, m.chunks[i].ID)] = string(m.chunks[i].Encode())
	}
	return files
}

// answer is an answer without what names the state of the files.
func answer(t interface{ Fatal(...any) }, v *View, r Request) []byte {
	a, err := v.Recall(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	a.SourceDigest, a.Problems = "", nil
	out, err := json.MarshalIndent(struct {
		*Answer
		Ranked []memory.ID
	}{a, a.Ranked}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A plain matcher that scans maps, the files in memory, the files on disk and the snapshot give the
// same answers byte for byte, in whatever order the files were written.
func TestAnswersEqualThoseOfAPlainMatcher(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := drawMemory(rt)
		files := m.written()
		fsys := fstest.MapFS{}
		dir, err := os.MkdirTemp(t.TempDir(), "memory")
		if err != nil {
			rt.Fatal(err)
		}
		paths := make([]string, 0, len(files))
		for path, text := range files {
			fsys[path] = &fstest.MapFile{Data: []byte(text)}
			paths = append(paths, path)
		}
		slices.Sort(paths)
		for _, path := range rapid.Permutation(paths).Draw(rt, "order") {
			native := filepath.Join(dir, filepath.FromSlash(path))
			if err := os.MkdirAll(filepath.Dir(native), 0o777); err != nil {
				rt.Fatal(err)
			}
			if err := os.WriteFile(native, []byte(files[path]), 0o666); err != nil {
				rt.Fatal(err)
			}
		}
		views := map[string]*View{}
		if views["files in memory"], err = OpenFS(fsys, Options{}); err != nil {
			rt.Fatal(err)
		}
		if views["files on disk"], err = Open(context.Background(), Options{Dir: dir}); err != nil {
			rt.Fatal(err)
		}
		if views["snapshot"], err = Refresh(context.Background(), Options{Dir: dir}, RefreshOptions{}); err != nil {
			rt.Fatal(err)
		}
		for range 4 {
			r := Request{Query: drawWords(rt, "prompt", 6), Unlock: rapid.SampledFrom([]string{"", "audit"}).Draw(rt, "unlock")}
			want := answer(rt, m.view(), r)
			for name, v := range views {
				if got := answer(rt, v, r); !bytes.Equal(got, want) {
					rt.Fatalf("%q from %s:\n%s\nplain matcher:\n%s", r.Query, name, got, want)
				}
			}
		}
		for _, v := range views {
			v.Close()
		}
	})
}

// What an answer says it matched stands in the chunk, or in the one it names.
func TestWhatAnAnswerSaysItMatchedIsThere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := drawMemory(rt)
		byID := map[memory.ID]*memory.Chunk{}
		for i := range m.chunks {
			byID[m.chunks[i].ID] = &m.chunks[i]
		}
		a, err := m.view().Recall(context.Background(), Request{Query: drawWords(rt, "prompt", 6)})
		if err != nil {
			rt.Fatal(err)
		}
		for _, s := range a.Selected {
			for _, match := range s.Match {
				c := byID[s.ID]
				if match.Via != "" {
					c = byID[memory.ID(match.Via)]
				}
				text := map[string]string{"title": c.Title, "conclusion": c.Conclusion, "hit_words": strings.Join(c.HitWords, "\n")}[match.Field]
				there := query.Cut(text)
				for _, term := range query.Cut(match.Term) {
					if match.Kind != "hit_word" && !slices.Contains(there, term) {
						rt.Fatalf("%s: %+v is not in %q", s.ID, match, text)
					}
				}
				if match.Kind == "hit_word" && !slices.ContainsFunc(c.HitWords, func(w string) bool {
					return query.Key(w) == query.Key(match.Term) || strings.Contains(query.Key(match.Term), query.Key(w))
				}) {
					rt.Fatalf("%s: %+v is not among %q", s.ID, match, c.HitWords)
				}
			}
		}
	})
}

func TestSupersededAndRevokedChunksNeverShow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := drawMemory(rt)
		hidden := map[memory.ID]bool{}
		for i := range m.chunks {
			for _, old := range m.chunks[i].Supersedes {
				hidden[old] = true
			}
		}
		for _, id := range m.dead {
			hidden[id] = true
		}
		a, err := m.view().Recall(context.Background(), Request{Query: drawWords(rt, "prompt", 6), Unlock: "audit"})
		if err != nil {
			rt.Fatal(err)
		}
		for _, s := range a.Selected {
			if hidden[s.ID] {
				rt.Fatalf("%s is told", s.ID)
			}
		}
		for _, d := range a.Deferred {
			if hidden[d.ID] {
				rt.Fatalf("%s is deferred", d.ID)
			}
		}
		for _, id := range a.Ranked {
			if hidden[id] {
				rt.Fatalf("%s is ranked", id)
			}
		}
	})
}

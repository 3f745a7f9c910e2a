package memory

import (
	"fmt"
	"testing"
	"testing/fstest"
)

// benchTree makes a memory of n sealed chunks in epochs of 50.
func benchTree(n int) fstest.MapFS {
	config := DefaultConfig()
	directory := NewDirectory("en")
	directory.Put(Node{ID: "M1", Path: "main/m1.md", State: Active, Note: "Main line"})
	fsys := fstest.MapFS{
		ConfigPath:    {Data: config.Encode()},
		DirectoryPath: {Data: directory.Encode()},
		"main/m1.md":  {Data: []byte("# M1\n")},
	}
	for i := range n {
		c := Chunk{
			Epoch: 1 + i/50, Topic: 1 + i%50, Node: "M1",
			Title:      fmt.Sprintf("编码修复 %d: write as UTF-8", i),
			HitWords:   []string{"GBK乱码", fmt.Sprintf("encoding-%d", i)},
			Conclusion: "使用 UTF-8 写入和解码。 Every writer opens its files as UTF-8 and says so; readers refuse what is not.\nSee docs/format.md.",
			Source:     "chat:2026-05-11",
			CreatedAt:  "2026-05-11T08:30:00.123Z",
		}
		c.Seal(i + 1)
		fsys[ChunkPath(c.Epoch, c.ID)] = &fstest.MapFile{Data: c.Encode()}
	}
	return fsys
}

func BenchmarkLoad(b *testing.B) {
	const chunks = 1000
	fsys := newFlatFS(benchTree(chunks))
	b.ReportAllocs()
	for b.Loop() {
		tree, err := Load(fsys)
		if err != nil || len(tree.Chunks) != chunks {
			b.Fatal(err, len(tree.Chunks))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunks, "ns/chunk")
}

func BenchmarkVerify(b *testing.B) {
	const chunks = 1000
	tree, err := Load(newFlatFS(benchTree(chunks)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if problems := Verify(tree); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunks, "ns/chunk")
}

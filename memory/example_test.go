package memory_test

import (
	"fmt"

	"github.com/git-hfa/git-hfa/memory"
)

func Example() {
	c := memory.Chunk{
		Epoch: 1, Topic: 7, Node: "M1",
		Title:      "编码修复",
		HitWords:   []string{"GBK乱码", "编码修复"},
		Conclusion: "使用 UTF-8 写入和解码。",
		Source:     "chat:2026-05-11",
		RequestID:  "release-rule-001",
		Supersedes: []memory.ID{"chunk_0002-p0v8d1xa"},
		CreatedAt:  "2026-05-11T08:30:00.123Z",
	}
	c.Seal(7)
	fmt.Print(string(c.Encode()))
	fmt.Print(c.Block(c.ID.Short()))
	// Output:
	// {
	//   "schema": 1,
	//   "id": "chunk_0007-bj7r7eyk",
	//   "epoch": 1,
	//   "topic": 7,
	//   "node": "M1",
	//   "title": "编码修复",
	//   "hit_words": ["GBK乱码", "编码修复"],
	//   "conclusion": "使用 UTF-8 写入和解码。",
	//   "source": "chat:2026-05-11",
	//   "request_id": "release-rule-001",
	//   "supersedes": ["chunk_0002-p0v8d1xa"],
	//   "created_at": "2026-05-11T08:30:00.123Z"
	// }
	// ## chunk_0007 编码修复
	// [M1 · 2026-05-11 · chat:2026-05-11]
	// > 使用 UTF-8 写入和解码。
}

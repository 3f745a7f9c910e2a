// Package memory reads and writes the truth of a memory: chunks, the
// directory, the configuration and tombstones. It knows the formats and what
// must hold between the files. It knows neither git nor SQL, opens no file to
// write and takes no lock: that is package store's. The text below draws the
// formats; docs/format.md is the law.
//
//	tree, err := memory.Load(os.DirFS("memory"))
//	if err != nil { … }             // no memory here, or one of a newer program
//	for _, p := range memory.Verify(tree) { … }
//
//	c := memory.Chunk{Epoch: 1, Topic: 7, Node: "M1", Title: …, Conclusion: …, CreatedAt: …}
//	if err := c.Check(); err != nil { … }
//	c.Seal(7)                       // number and content give the id
//	data := c.Encode()              // for the file memory.ChunkPath(1, c.ID)
//
// # Chunk file
//
// One decision, UTF-8 without BOM, lines end in LF, the last one too:
//
//	{
//	  "schema": 1,
//	  "id": "chunk_0007-bj7r7eyk",
//	  "epoch": 1,
//	  "topic": 7,
//	  "node": "M1",
//	  "title": "编码修复",
//	  "hit_words": ["GBK乱码", "编码修复"],
//	  "conclusion": "使用 UTF-8 写入和解码。",
//	  "source": "chat:2026-05-11",
//	  "request_id": "release-rule-001",
//	  "supersedes": ["chunk_0002-p0v8d1xa"],
//	  "created_at": "2026-05-11T08:30:00.123Z"
//	}
//
// The keys stand in this order. hit_words and supersedes are always written,
// as lists; source and request_id are left out when empty. Keys that this
// program does not know are kept and follow, sorted bytewise. Each level is
// indented by two spaces; an object has a key a line; a list stands on one line,
// unless it holds a list or an object, then it has an element a line; empty
// ones are {} and []. Keys of an unknown object are sorted bytewise too.
// Numbers stay as written.
//
// In a string only the quotation mark, the backslash and U+0000 to U+001F are
// escaped: as \" \\ \b \t \n \f \r where there is a short form, else as \u00xx
// with small hexadecimal digits. All else is literal: < > & Chinese, emoji,
// U+007F, U+2028. So content has exactly one form.
//
// # Tag
//
// The tag is what stands behind "-" in the id. Its input is the object without
// id, in the same form without white space, with all keys, known and unknown,
// sorted bytewise; hit_words and supersedes are left out when empty, as are
// source and request_id. The input of the example is one line:
//
//	{"conclusion":"使用 UTF-8 写入和解码。","created_at":"2026-05-11T08:30:00.123Z",
//	"epoch":1,"hit_words":["GBK乱码","编码修复"],"node":"M1","request_id":"release-rule-001",
//	"schema":1,"source":"chat:2026-05-11","supersedes":["chunk_0002-p0v8d1xa"],
//	"title":"编码修复","topic":7}
//
// The first 40 bits of the SHA-256 of its bytes, most significant first, are
// written as 8 digits of Crockford's base32 in lower case,
// 0123456789abcdefghjkmnpqrstvwxyz. Layout, order of keys and the way a string
// is escaped are no part of the input. No Unicode normalisation takes place.
//
// # Reading
//
// Layout may be any: BOM, CRLF, indent, order. Content is held strictly, see
// [ParseChunk]. A file without "schema" is of HFA 2.2: untagged id,
// supersedes as a string or a list, most keys optional. It is read, and never
// written anew.
//
// # Directory
//
// directory.md is a Markdown table between any other text:
//
//	| ID | Path | Status | Hit words | Note |
//	|---|---|---|---|---|
//	| M1 | main/m1.md | ACTIVE | encoding, 编码 | Release 2 |
//
// A pipe and a backslash in a cell are written \| and \\; a control character, a
// space at either end and a separator inside a hit word as &#N; with the
// decimal number. Between hit words stands one of , ， 、 ; ；. See
// [ParseDirectory].
//
// # Configuration
//
// config.json; {} is valid and stands for:
//
//	{
//	  "schema": 1,
//	  "lang": "en",
//	  "max_topics_per_epoch": 50,
//	  "router_token_budget": 600,
//	  "recall_token_budget": 600,
//	  "retrieval_aliases": [],
//	  "tokenizer": "o200k_base",
//	  "distill": "auto",
//	  "trust": "worktree",
//	  "audit": "hits"
//	}
//
// # Tombstone
//
// tombstones/s1-4vw52yam.json. The name is the target in lower case and the
// tag of the whole object, made as a chunk's:
//
//	{
//	  "schema": 1,
//	  "target": "S1",
//	  "reason": "已完成，保留审计",
//	  "created_at": "2026-05-11T08:30:00.123Z"
//	}
//
// # Source digest
//
// See [SourceDigest]. Its files are config.json, directory.md, every JSON file
// below chunks/ and directly in tombstones/, tombstones.jsonl and the document
// of the active main line, good or bad, but no symbolic link.
//
// # Problems
//
// The codes of [Problem] are stable:
//
//	empty-file truncated bad-json too-deep too-large duplicate-key missing-key
//	wrong-type lone-surrogate not-utf8 zero-byte conflict-markers lfs-pointer
//	newer-schema unreadable not-a-file not-a-folder symlink stray-file layout
//	wrong-name wrong-folder edited untagged too-long bad-value
//	duplicate-id request-id-twice missing-target supersede-cycle fork
//	bad-directory no-main-line many-main-lines missing-document unknown-node
//	tombstone-target tombstone-row secret
package memory

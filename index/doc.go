// Package index answers questions about a memory without reading it whole.
//
// Everything here is derived from the text files of the memory and may be deleted at any time. The
// smallest use opens a view that is proven fresh, and asks it:
//
//	view, err := index.Open(ctx, index.Options{Dir: "memory"})
//	if err != nil {
//		return err
//	}
//	defer view.Close()
//	answer, err := view.Recall(ctx, index.Request{Query: "GBK mojibake"})
//
// # Layers
//
//	truth files --scan--> what changed --> Corpus --> Source <-- View <-- Recall
//	                                        |   ^
//	                          index/recall.idx  index/fts.sqlite (package fts)
//
// A [Source] is one consistent set of chunks with their postings. Four stores implement it and give
// the same answers: memory (built from a [Corpus]), the snapshot recall.idx, the overlay of changed
// files on a snapshot, and SQLite FTS5 in package fts. Package indextest holds all of them to one suite.
//
// # Freshness
//
// The index keeps a stat record of each truth file and of each folder, as git's own index does: size,
// modification time, change time, inode and device. [Open] stats everything, reads and hashes only
// what differs, and lays it over the snapshot. So an answer never comes from an old state, and no
// read takes a lock or writes a file. See scan.go for the rule and racy.go for files that changed
// in the same tick in which they were read.
//
// The trust boundary is the one of git's index: a change of content that keeps size, inode, mtime
// and ctime stays unseen. Only somebody who sets the clock of the machine back can make one.
//
// # The snapshot
//
// recall.idx holds all that a recall needs. Numbers are little endian; a varint is the one of encoding/binary.
//
//	+--------------------------------------------------------------------+
//	| body: magic, then the sections one after the other                  |
//	+--------------------------------------------------------------------+
//	| block table: CRC-32C of every 4096 bytes of the body, uint32 each   |
//	+--------------------------------------------------------------------+
//	| foot, 512 bytes: version, sizes, digest, place of each section,     |
//	| CRC-32C of the block table, CRC-32C of the foot                     |
//	+--------------------------------------------------------------------+
//
// Nothing is used before the checksum of its block was compared, and nothing is read that is not
// used: a query on 10,000 chunks touches the stat records and some dozen blocks. So any damage is
// found where it matters, without hashing the whole file. The file is read with pread and not mapped,
// because a mapped file that is cut by somebody else kills the process.
//
// The sections, in this order:
//
//	meta      config.json and directory.md as bytes, tombstones, problems of single files
//	folders   folder records of the stat cache
//	records   file records of the stat cache, 48 bytes each (see statCache)
//	names     the names they point to
//	ids       ids of all documents: numDocs+1 offsets uint32, then the text
//	edges     superseded id -> documents that supersede it
//	delta     empty in recall.idx; see below
//	docs      one record a document, then numDocs+1 offsets uint32
//	sums      SHA-256 and document number + 1 (uint32, 0 = none) of each file
//	lists     postings                            \
//	pages     sorted keys with df and place        > for terms, hit words and request ids
//	index     first key and length of each page   /
//
// The first seven are read and checked on opening; the methods of Source that can't fail use only these. The
// inner forms are drawn where they are read: statcache.go, snaptable.go.
//
// A memory of more than 256 chunks does not write recall.idx anew for every chunk. What came since stands in
// index/recall.delta, a snapshot of the same form: its stat records, hashes and meta are those of the
// whole memory, its documents are only the new ones, and delta names the recall.idx it belongs to and the
// documents of it that are gone.
//
// # Other derived files
//
// index/search.json, hitwords.json and projects.json are for people (see readable.go); they may lag behind and
// show it by their source_digest. index/.lock is held while somebody refreshes. index/.gitignore makes git
// ignore the whole folder. All of them are replaced whole, so that a reader sees the old file or the new one.
package index

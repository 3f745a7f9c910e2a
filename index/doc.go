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
package index

// Package fts keeps a corpus in SQLite with FTS5, as index/fts.sqlite: the full index that other tools can open.
//
//	engine := fts.New()
//	view, err := index.Refresh(ctx, index.Options{Dir: dir, Engine: engine}, index.RefreshOptions{})
//
// FTS5 only finds here. The lexer of package query makes the terms, each is one FTS token, and postings come out of an
// fts5vocab table by equality with a bound term: no text of a user ever reaches MATCH syntax, and bm25(), whose scores do not
// carry over from one memory to another, is not used. What is found is the same as in every other [index.Source].
//
// # Tables
//
//	meta         key, value: schema and query version, source digest, longest hit word key
//	chunks       one row a document; ord is its number in the Source, id the rowid of its FTS row
//	chunks_fts   FTS5, contentless: columns title, hit_words, conclusion hold the terms, separated by spaces
//	chunks_vocab fts5vocab over chunks_fts: term, doc, col
//	chunk_terms  the terms of a document with their fields, for taking a row out again
//	term_df      term, document frequency
//	hit_words    key, document, the word as written
//	supersedes   document, the id it retires
//	nodes        the rows of directory.md
//	roster       what the documents were made from, in blocks, for a fast comparison
//	stat_cache   stat records by folder, for use when recall.idx is missing
//
// # Trust
//
// Beside the database lies fts.stamp with what stat says of it. A database that does not fit its stamp was touched by
// something else (or cut short, or copied) and counts as stale: it is never answered from, and the next refresh builds it anew.
// An update in place runs in one transaction with a rollback journal; a full build goes to a file of its own that is
// renamed over the old one.
package fts

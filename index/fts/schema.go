package fts

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/query"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// schemaVersion grows with every change of the tables. A database of another version is built anew.
//
//	1  first form
const schemaVersion = 1

const (
	databaseFile = index.FTSPath
	stampFile    = index.Dir + "/fts.stamp"
)

// The tokenizer must keep each term whole: "ascii" splits at ASCII characters that are neither letters nor digits, so the three
// that terms hold (see package query) are named.
const createTables = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks(
  id INTEGER PRIMARY KEY AUTOINCREMENT, ord INTEGER NOT NULL, chunk_id TEXT NOT NULL, path TEXT NOT NULL UNIQUE, sum BLOB NOT NULL,
  number INTEGER NOT NULL, node TEXT NOT NULL, epoch INTEGER NOT NULL, topic INTEGER NOT NULL, title TEXT NOT NULL,
  created_at TEXT NOT NULL, request_id TEXT NOT NULL, tombstoned INTEGER NOT NULL, edited INTEGER NOT NULL, tokens INTEGER NOT NULL);
CREATE INDEX chunks_ord ON chunks(ord);
CREATE INDEX chunks_chunk_id ON chunks(chunk_id);
CREATE INDEX chunks_number ON chunks(number);
CREATE INDEX chunks_request_id ON chunks(request_id) WHERE request_id <> '';
CREATE VIRTUAL TABLE chunks_fts USING fts5(title, hit_words, conclusion,
  content='', contentless_delete=1, detail=column, tokenize="ascii tokenchars '.+#'");
CREATE VIRTUAL TABLE chunks_vocab USING fts5vocab(chunks_fts, 'instance');
CREATE TABLE chunk_terms(chunk INTEGER PRIMARY KEY, terms TEXT NOT NULL);
CREATE TABLE term_df(term TEXT PRIMARY KEY, df INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE hit_words(key TEXT NOT NULL, chunk INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY(key, chunk, word)) WITHOUT ROWID;
CREATE INDEX hit_words_chunk ON hit_words(chunk);
CREATE TABLE supersedes(chunk INTEGER NOT NULL, pos INTEGER NOT NULL, target TEXT NOT NULL, PRIMARY KEY(chunk, pos)) WITHOUT ROWID;
CREATE INDEX supersedes_target ON supersedes(target);
CREATE TABLE nodes(id TEXT PRIMARY KEY, path TEXT NOT NULL, state TEXT NOT NULL, hit_words TEXT NOT NULL, note TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE roster(block INTEGER PRIMARY KEY, rows BLOB NOT NULL);
CREATE TABLE stat_cache(folder TEXT PRIMARY KEY, records BLOB NOT NULL) WITHOUT ROWID;
`

// The keys of meta.
const (
	metaSchema     = "schema"
	metaQuery      = "query"
	metaDigest     = "source_digest"
	metaMaxHitWord = "max_hit_word"
)

// connect opens the database of a memory for one connection. mode is "ro", "rw" or "rwc".
func connect(path, mode string) (*sql.DB, error) {
	path, err := filepath.Abs(path) // a URI has no relative path
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	if len(u.Path) > 0 && u.Path[0] != '/' {
		u.Path = "/" + u.Path // C:/… on Windows
	}
	u.RawQuery = url.Values{"mode": {mode}, "_pragma": {"busy_timeout(5000)", "temp_store(2)"}}.Encode()
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// readMeta gives what meta holds, or an error when the tables are of another version.
func readMeta(ctx context.Context, q querier) (map[string]string, error) {
	rows, err := q.QueryContext(ctx, `SELECT key, value FROM meta`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	meta := make(map[string]string, 4)
	for rows.Next() {
		var key, value string
		if err := rows.Scan(&key, &value); err != nil {
			return nil, err
		}
		meta[key] = value
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if meta[metaSchema] != strconv.Itoa(schemaVersion) || meta[metaQuery] != strconv.Itoa(query.Version) {
		return nil, fmt.Errorf("tables of version %q with terms of version %q", meta[metaSchema], meta[metaQuery])
	}
	return meta, nil
}

// querier is a database, a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row
}

// each calls scan for every row of a query.
func each(ctx context.Context, q querier, text string, args []any, scan func(*sql.Rows) error) error {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

package fts

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"path/filepath"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
)

// Engine keeps corpora in SQLite. It has no state; use New.
type Engine struct{}

var _ index.Engine = Engine{}

// New gives the engine.
func New() index.Engine { return Engine{} }

// Open gives the stored corpus of the memory in dir if it is the one of this digest, else an error that wraps
// [index.ErrStale]. The source reads in one transaction, so it stays the same until it is closed.
func (Engine) Open(ctx context.Context, dir string, digest memory.Digest) (index.Source, io.Closer, error) {
	db, tx, meta, err := begin(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	closer := closeAll{tx: tx, db: db}
	if meta[metaDigest] != string(digest) {
		closer.Close()
		return nil, nil, fmt.Errorf("%s is of another state of the memory: %w", databaseFile, index.ErrStale)
	}
	s, err := newSource(ctx, tx, meta)
	if err != nil {
		closer.Close()
		return nil, nil, stale(err)
	}
	return s, closer, nil
}

// begin opens the database for reading in one transaction, if it can be trusted.
func begin(ctx context.Context, dir string) (*sql.DB, *sql.Tx, map[string]string, error) {
	if err := stamped(dir); err != nil {
		return nil, nil, nil, stale(err)
	}
	db, err := connect(filepath.Join(dir, filepath.FromSlash(databaseFile)), "ro")
	if err != nil {
		return nil, nil, nil, stale(err)
	}
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		db.Close()
		return nil, nil, nil, stale(err)
	}
	meta, err := readMeta(ctx, tx)
	if err == nil {
		// The lock is held now: a writer that was at work in between has left another stamp, or none.
		err = stamped(dir)
	}
	if err != nil {
		closeAll{tx: tx, db: db}.Close()
		return nil, nil, nil, stale(err)
	}
	return db, tx, meta, nil
}

// closeAll ends a reading transaction and its connection.
type closeAll struct {
	tx *sql.Tx
	db *sql.DB
}

func (c closeAll) Close() error {
	c.tx.Rollback() // ends a transaction that only read
	return c.db.Close()
}

// stale marks any trouble with the database: it is derived, so the cure is always the same.
func stale(err error) error {
	return fmt.Errorf("read %s: %w: %w", databaseFile, index.ErrStale, err)
}

// StatRecords gives the stat records of the last update, sorted by path.
func (Engine) StatRecords(ctx context.Context, dir string) ([]index.StatRecord, error) {
	db, tx, _, err := begin(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer closeAll{tx: tx, db: db}.Close()
	records, err := readStats(ctx, tx)
	if err != nil {
		return nil, stale(err)
	}
	return records, nil
}

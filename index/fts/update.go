package fts

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"

	"github.com/git-hfa/git-hfa/index"
)

// Forget takes away the stamp, without which nobody trusts the database.
func (Engine) Forget(dir string) error { return dropStamp(dir) }

// Update makes the database hold want. What is stored of documents that did not change stays; a database that is missing,
// damaged, of another version, or that differs in most documents is built anew beside it and renamed over it.
func (Engine) Update(ctx context.Context, dir string, want *index.Corpus) error {
	path := filepath.Join(dir, filepath.FromSlash(databaseFile))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("create the folder of %s: %w", databaseFile, err)
	}
	docs, err := originsOf(want)
	if err != nil {
		return err
	}
	if stamped(dir) == nil {
		done, err := amend(ctx, dir, path, want, docs)
		if done {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return build(ctx, dir, path, want, docs)
}

// originsOf gives what each document of the corpus was made from.
func originsOf(want *index.Corpus) ([]rosterRow, error) {
	docs := make([]rosterRow, want.NumDocs())
	for i := range docs {
		d, err := want.Doc(i)
		if err != nil {
			return nil, err
		}
		docs[i] = rosterRow{origin: originOf(&d), tombstoned: d.Tombstoned}
	}
	return docs, nil
}

// amendAlways is the number of documents up to which a database is changed in place, however small it is.
const amendAlways = 64

// amend changes what differs in the database. done is false when it must be built anew.
func amend(ctx context.Context, dir, path string, want *index.Corpus, docs []rosterRow) (done bool, err error) {
	db, err := connect(path, "rw")
	if err != nil {
		return false, err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	if _, err := readMeta(ctx, tx); err != nil {
		return false, err
	}
	have, blocks, err := readRoster(ctx, tx)
	if err != nil {
		return false, err
	}
	p := compare(have, docs)
	if changed := len(p.gone) + len(p.added); changed > amendAlways && changed > len(docs)/4 {
		return false, nil // most of the work of a build, and no smaller file
	}
	if err := dropStamp(dir); err != nil {
		return true, fmt.Errorf("update %s: %w", databaseFile, err)
	}
	w := newWriter(ctx, tx, want)
	if err := p.apply(w, docs); err != nil {
		return false, err
	}
	if err := writeRoster(ctx, tx, docs, blocks); err != nil {
		return false, err
	}
	if err := w.rest(len(p.gone) > 0); err != nil {
		return false, err
	}
	w.close()
	if err := tx.Commit(); err != nil {
		return false, err
	}
	if err := db.Close(); err != nil {
		return false, err
	}
	return true, writeStamp(dir)
}

// plan is the difference between the stored documents and the wanted ones.
type plan struct {
	gone  []int64 // rows to take out
	added []int   // documents to put in
	moved []int   // documents whose number or tombstone changed
}

// compare also fills in the rows of the documents that stay.
func compare(have, docs []rosterRow) plan {
	var p plan
	at := 0
	for at < len(have) && at < len(docs) && have[at].origin == docs[at].origin {
		p.keep(have, docs, at, at)
		at++
	}
	// Beyond the common start a document may be anywhere: a merge brings numbers in between.
	left := make(map[origin][]int, len(have)-at)
	for i := at; i < len(have); i++ {
		left[have[i].origin] = append(left[have[i].origin], i)
	}
	for i := at; i < len(docs); i++ {
		rows := left[docs[i].origin]
		if len(rows) == 0 {
			p.added = append(p.added, i)
			continue
		}
		p.keep(have, docs, rows[0], i)
		left[docs[i].origin] = rows[1:]
	}
	for i := at; i < len(have); i++ {
		if rows := left[have[i].origin]; len(rows) > 0 && rows[0] == i {
			p.gone = append(p.gone, have[i].id)
			left[have[i].origin] = rows[1:]
		}
	}
	return p
}

func (p *plan) keep(have, docs []rosterRow, from, to int) {
	docs[to].id = have[from].id
	if from != to || have[from].tombstoned != docs[to].tombstoned {
		p.moved = append(p.moved, to)
	}
}

// apply changes the rows of documents, and fills the new rows into docs.
func (p *plan) apply(w *writer, docs []rosterRow) error {
	for _, id := range p.gone {
		if err := w.remove(id); err != nil {
			return err
		}
	}
	for _, i := range p.moved {
		if err := w.exec(`UPDATE chunks SET ord = ?, tombstoned = ? WHERE id = ?`, i, docs[i].tombstoned, docs[i].id); err != nil {
			return err
		}
	}
	for _, i := range p.added {
		id, err := w.insert(i)
		if err != nil {
			return err
		}
		docs[i].id = id
	}
	return w.countTerms()
}

// build writes a new database and puts it in place.
func build(ctx context.Context, dir, path string, want *index.Corpus, docs []rosterRow) error {
	temp := path + ".tmp"
	if err := removeDatabase(temp); err != nil {
		return fmt.Errorf("build %s: %w", databaseFile, err)
	}
	if err := fill(ctx, temp, want, docs); err != nil {
		removeDatabase(temp)
		return fmt.Errorf("build %s: %w", databaseFile, err)
	}
	if err := dropStamp(dir); err != nil {
		return fmt.Errorf("replace %s: %w", databaseFile, err)
	}
	// A journal of the old database must not be played into the new one.
	if err := removeDatabase(path); err != nil {
		return fmt.Errorf("replace %s: %w", databaseFile, err)
	}
	if err := os.Rename(temp, path); err != nil {
		return fmt.Errorf("replace %s: %w", databaseFile, err)
	}
	return writeStamp(dir)
}

// removeDatabase removes a database with what SQLite may have left beside it.
func removeDatabase(path string) error {
	for _, suffix := range []string{"-journal", "-wal", "-shm", ""} {
		if err := os.Remove(path + suffix); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

func fill(ctx context.Context, path string, want *index.Corpus, docs []rosterRow) error {
	db, err := connect(path, "rwc")
	if err != nil {
		return err
	}
	defer db.Close()
	// Nobody reads this file before it is renamed, and a crash leaves it behind unread: no journal is needed.
	for _, pragma := range []string{`PRAGMA journal_mode = OFF`, `PRAGMA synchronous = OFF`} {
		if _, err := db.ExecContext(ctx, pragma); err != nil {
			return err
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, createTables); err != nil {
		return err
	}
	p := plan{added: make([]int, len(docs))}
	for i := range docs {
		p.added[i] = i
	}
	w := newWriter(ctx, tx, want)
	if err := p.apply(w, docs); err != nil {
		return err
	}
	if err := writeRoster(ctx, tx, docs, nil); err != nil {
		return err
	}
	if err := w.rest(true); err != nil {
		return err
	}
	w.close()
	if err := commit(tx, db); err != nil {
		return err
	}
	return syncFile(path)
}

func commit(tx *sql.Tx, db *sql.DB) error {
	if err := tx.Commit(); err != nil {
		return err
	}
	return db.Close()
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

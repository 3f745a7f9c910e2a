package fts

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/query"
)

// writer puts documents into the tables and takes them out, within one transaction.
type writer struct {
	ctx   context.Context
	tx    *sql.Tx
	want  *index.Corpus
	stmts map[string]*sql.Stmt
	df    map[string]int // change of document frequency by term
	long  int            // code points of the longest hit word key that was put in
}

func newWriter(ctx context.Context, tx *sql.Tx, want *index.Corpus) *writer {
	return &writer{ctx: ctx, tx: tx, want: want, stmts: make(map[string]*sql.Stmt), df: make(map[string]int)}
}

func (w *writer) close() {
	for _, st := range w.stmts {
		st.Close()
	}
	clear(w.stmts)
}

func (w *writer) stmt(text string) (*sql.Stmt, error) {
	if st, ok := w.stmts[text]; ok {
		return st, nil
	}
	st, err := w.tx.PrepareContext(w.ctx, text)
	if err == nil {
		w.stmts[text] = st
	}
	return st, err
}

func (w *writer) exec(text string, args ...any) error {
	st, err := w.stmt(text)
	if err != nil {
		return err
	}
	_, err = st.ExecContext(w.ctx, args...)
	return err
}

// insert puts document i in and gives its row.
func (w *writer) insert(i int) (int64, error) {
	d, err := w.want.Doc(i)
	if err != nil {
		return 0, err
	}
	rec, err := w.want.Record(i)
	if err != nil {
		return 0, err
	}
	st, err := w.stmt(`INSERT INTO chunks(ord, chunk_id, path, sum, number, node, epoch, topic, title, created_at, request_id,
  tombstoned, edited, tokens) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return 0, err
	}
	res, err := st.ExecContext(w.ctx, i, string(d.ID), d.Path, d.Sum[:], d.ID.Number(), string(d.Node), d.Epoch, d.Topic, d.Title,
		d.CreatedAt, d.RequestID, d.Tombstoned, d.Edited, d.Tokens)
	if err != nil {
		return 0, err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return 0, err
	}
	for pos, target := range d.Supersedes {
		if err := w.exec(`INSERT INTO supersedes(chunk, pos, target) VALUES(?, ?, ?)`, id, pos, string(target)); err != nil {
			return 0, err
		}
	}
	return id, w.insertText(id, &rec)
}

func (w *writer) insertText(id int64, rec *index.Record) error {
	var text [len(columns)]strings.Builder
	var terms strings.Builder
	for _, t := range rec.Terms {
		for c := range columns {
			if t.Fields&columns[c].field != 0 {
				text[c].WriteString(t.Term)
				text[c].WriteByte(' ')
			}
		}
		terms.WriteByte('0' + byte(t.Fields)) // at most 7
		terms.WriteByte(' ')
		terms.WriteString(t.Term)
		terms.WriteByte('\n')
		w.df[t.Term]++
	}
	err := w.exec(`INSERT INTO chunks_fts(rowid, title, hit_words, conclusion) VALUES(?, ?, ?, ?)`,
		id, text[0].String(), text[1].String(), text[2].String())
	if err != nil {
		return err
	}
	if err := w.exec(`INSERT INTO chunk_terms(chunk, terms) VALUES(?, ?)`, id, terms.String()); err != nil {
		return err
	}
	for _, word := range rec.HitWords {
		key := query.Key(word)
		if key == "" {
			continue
		}
		if err := w.exec(`INSERT OR IGNORE INTO hit_words(key, chunk, word) VALUES(?, ?, ?)`, key, id, word); err != nil {
			return err
		}
		w.long = max(w.long, utf8.RuneCountInString(key))
	}
	return nil
}

// remove takes a row out of every table.
func (w *writer) remove(id int64) error {
	st, err := w.stmt(`SELECT terms FROM chunk_terms WHERE chunk = ?`)
	if err != nil {
		return err
	}
	var terms string
	if err := st.QueryRowContext(w.ctx, id).Scan(&terms); err != nil {
		return err
	}
	for line := range strings.Lines(terms) {
		_, term, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok {
			return fmt.Errorf("terms of row %d: bad line", id)
		}
		w.df[term]--
	}
	for _, text := range []string{
		`DELETE FROM chunks_fts WHERE rowid = ?`, `DELETE FROM chunk_terms WHERE chunk = ?`, `DELETE FROM hit_words WHERE chunk = ?`,
		`DELETE FROM supersedes WHERE chunk = ?`, `DELETE FROM chunks WHERE id = ?`,
	} {
		if err := w.exec(text, id); err != nil {
			return err
		}
	}
	return nil
}

// countTerms brings term_df up to date with the documents that came and went.
func (w *writer) countTerms() error {
	for term, change := range w.df {
		if change == 0 {
			continue
		}
		err := w.exec(`INSERT INTO term_df(term, df) VALUES(?, ?) ON CONFLICT(term) DO UPDATE SET df = df + excluded.df`, term, change)
		if err != nil {
			return err
		}
		if change < 0 {
			if err := w.exec(`DELETE FROM term_df WHERE term = ? AND df <= 0`, term); err != nil {
				return err
			}
		}
	}
	clear(w.df)
	return nil
}

// rest writes what does not hang on single documents. recount looks for the longest key among all: the one that was it may be gone.
func (w *writer) rest(recount bool) error {
	long := w.long
	if !recount {
		var old string
		if err := w.tx.QueryRowContext(w.ctx, `SELECT value FROM meta WHERE key = ?`, metaMaxHitWord).Scan(&old); err != nil {
			return err
		}
		n, err := strconv.Atoi(old)
		if err != nil {
			return err
		}
		long = max(long, n)
	} else if err := w.tx.QueryRowContext(w.ctx, `SELECT coalesce(max(length(key)), 0) FROM hit_words`).Scan(&long); err != nil {
		return err
	}
	for key, value := range map[string]string{
		metaSchema: strconv.Itoa(schemaVersion), metaQuery: strconv.Itoa(query.Version),
		metaDigest: string(w.want.Digest), metaMaxHitWord: strconv.Itoa(long),
	} {
		if err := w.exec(`INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)`, key, value); err != nil {
			return err
		}
	}
	if err := w.nodes(); err != nil {
		return err
	}
	return writeStats(w.ctx, w.tx, w.want.Stats())
}

func (w *writer) nodes() error {
	if err := w.exec(`DELETE FROM nodes`); err != nil {
		return err
	}
	if w.want.Directory == nil {
		return nil
	}
	for _, n := range w.want.Directory.Nodes() {
		err := w.exec(`INSERT INTO nodes(id, path, state, hit_words, note) VALUES(?, ?, ?, ?, ?)`,
			string(n.ID), n.Path, string(n.State), strings.Join(n.HitWords, "\n"), n.Note)
		if err != nil {
			return err
		}
	}
	return nil
}

package fts

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
)

// source reads one state of the database. Its methods without an error keep the first trouble; from then on every method
// that can tell gives ErrStale, so a damaged database ends in a fallback and not in a wrong answer.
type source struct {
	ctx    context.Context // of Open: a source lives no longer than the call that opened it
	tx     *sql.Tx
	n      int
	maxKey int

	mu      sync.Mutex
	broken  error
	queries map[string]*sql.Stmt
}

const docColumns = `SELECT c.chunk_id, c.path, c.sum, c.node, c.epoch, c.topic, c.title, c.created_at, c.request_id,
  c.tombstoned, c.edited, c.tokens,
  (SELECT group_concat(target, ' ') FROM (SELECT target FROM supersedes WHERE chunk = c.id ORDER BY pos)) FROM chunks c`

// The vocabulary table is the outer loop: walked the other way round, every chunk would be probed (a query planner did that to
// another program, 338 ms instead of one; a test asserts the plan).
const (
	docQuery        = docColumns + ` WHERE c.ord = ?`
	dfQuery         = `SELECT df FROM term_df WHERE term = ?`
	postingsQuery   = `SELECT c.ord, v.col FROM chunks_vocab v CROSS JOIN chunks c ON c.id = v.doc WHERE v.term = ?`
	hitWordQuery    = `SELECT DISTINCT c.ord FROM hit_words h CROSS JOIN chunks c ON c.id = h.chunk WHERE h.key = ? ORDER BY c.ord`
	successorsQuery = `SELECT DISTINCT n.ord FROM chunks o CROSS JOIN supersedes s ON s.target = o.chunk_id
  CROSS JOIN chunks n ON n.id = s.chunk WHERE o.ord = ?1 AND n.ord <> ?1 ORDER BY n.ord`
	sameNumberQuery = `SELECT count(*) FROM (SELECT 1 FROM chunks WHERE number = ? LIMIT 2)`
	lookupQuery     = `SELECT ord FROM chunks WHERE chunk_id = ? ORDER BY ord LIMIT 1`
	requestQuery    = `SELECT ord FROM chunks WHERE request_id = ? AND request_id <> '' ORDER BY ord`
)

func newSource(ctx context.Context, tx *sql.Tx, meta map[string]string) (*source, error) {
	s := &source{ctx: ctx, tx: tx, queries: make(map[string]*sql.Stmt)}
	var err error
	if s.maxKey, err = strconv.Atoi(meta[metaMaxHitWord]); err != nil {
		return nil, fmt.Errorf("%s in meta: %w", metaMaxHitWord, err)
	}
	return s, tx.QueryRowContext(ctx, `SELECT count(*) FROM chunks`).Scan(&s.n)
}

// prepare gives the statement of a query, compiled once.
func (s *source) prepare(text string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return nil, s.broken
	}
	st, ok := s.queries[text]
	if !ok {
		var err error
		if st, err = s.tx.PrepareContext(s.ctx, text); err != nil {
			return nil, stale(err)
		}
		s.queries[text] = st
	}
	return st, nil
}

// each runs a query and calls scan for every row. Any trouble is ErrStale.
func (s *source) each(text string, arg any, scan func(*sql.Rows) error) error {
	st, err := s.prepare(text)
	if err != nil {
		return err
	}
	rows, err := st.QueryContext(s.ctx, arg)
	if err != nil {
		return s.tell(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return s.tell(err)
		}
	}
	return s.tell(rows.Err())
}

// tell passes the end of the caller's time on as it is, and marks everything else as stale.
func (s *source) tell(err error) error {
	if err == nil || s.ctx.Err() != nil {
		return cmp.Or(s.ctx.Err(), err)
	}
	return stale(err)
}

// ords collects the document numbers of a query, in its order.
func (s *source) ords(text string, arg any) ([]int, error) {
	var out []int
	err := s.each(text, arg, func(rows *sql.Rows) error {
		var ord int
		if err := rows.Scan(&ord); err != nil {
			return err
		}
		if ord < 0 || ord >= s.n {
			return fmt.Errorf("document %d of %d", ord, s.n)
		}
		out = append(out, ord)
		return nil
	})
	return out, err
}

// keep remembers trouble in a method that cannot tell.
func (s *source) keep(err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken == nil {
		s.broken = err
	}
}

func (s *source) NumDocs() int { return s.n }

func (s *source) MaxHitWord() int { return s.maxKey }

func (s *source) Doc(i int) (index.Doc, error) {
	var d index.Doc
	found := false
	err := s.each(docQuery, i, func(rows *sql.Rows) error {
		found = true
		var sum []byte
		var supersedes sql.NullString
		err := rows.Scan(&d.ID, &d.Path, &sum, &d.Node, &d.Epoch, &d.Topic, &d.Title, &d.CreatedAt, &d.RequestID,
			&d.Tombstoned, &d.Edited, &d.Tokens, &supersedes)
		if err != nil {
			return err
		}
		if len(sum) != len(d.Sum) {
			return fmt.Errorf("hash of %s has %d bytes", d.Path, len(sum))
		}
		copy(d.Sum[:], sum)
		for _, id := range strings.Fields(supersedes.String) {
			d.Supersedes = append(d.Supersedes, memory.ID(id))
		}
		return nil
	})
	if err == nil && !found {
		err = stale(fmt.Errorf("no document %d", i))
	}
	return d, err
}

func (s *source) DF(term string) (int, error) {
	df := 0
	err := s.each(dfQuery, term, func(rows *sql.Rows) error { return rows.Scan(&df) })
	return df, err
}

func (s *source) Postings(term string) ([]index.Posting, error) {
	var out []index.Posting
	err := s.each(postingsQuery, term, func(rows *sql.Rows) error {
		var p index.Posting
		var column string
		if err := rows.Scan(&p.Doc, &column); err != nil {
			return err
		}
		if p.Doc < 0 || p.Doc >= s.n {
			return fmt.Errorf("posting of document %d of %d", p.Doc, s.n)
		}
		p.Fields = fieldOf(column)
		if p.Fields == 0 {
			return fmt.Errorf("posting in column %q", column)
		}
		out = append(out, p)
		return nil
	})
	return gather(out), err
}

// gather brings postings into the order of documents, and those of one document together.
func gather(posts []index.Posting) []index.Posting {
	slices.SortStableFunc(posts, func(a, b index.Posting) int { return a.Doc - b.Doc })
	n := 0
	for i, p := range posts {
		if i > 0 && posts[n-1].Doc == p.Doc {
			posts[n-1].Fields |= p.Fields
			continue
		}
		posts[n] = p
		n++
	}
	return posts[:n]
}

func (s *source) HitWord(key string) ([]int, error) { return s.ords(hitWordQuery, key) }

func (s *source) Successors(i int) []int {
	out, err := s.ords(successorsQuery, i)
	s.keep(err)
	return out
}

// SameNumber answers true when in doubt: the full id is always right.
func (s *source) SameNumber(id memory.ID) bool {
	n := 2
	s.keep(s.each(sameNumberQuery, id.Number(), func(rows *sql.Rows) error { return rows.Scan(&n) }))
	return n > 1
}

func (s *source) Lookup(id memory.ID) (int, bool) {
	out, err := s.ords(lookupQuery, string(id))
	s.keep(err)
	if err != nil || len(out) == 0 {
		return 0, false
	}
	return out[0], true
}

func (s *source) ByRequestID(requestID string) ([]int, error) {
	if requestID == "" {
		return nil, nil
	}
	return s.ords(requestQuery, requestID)
}

// The columns of chunks_fts in their order, and their fields.
var columns = [3]struct {
	name  string
	field index.Field
}{{"title", index.FieldTitle}, {"hit_words", index.FieldHitWords}, {"conclusion", index.FieldConclusion}}

func fieldOf(column string) index.Field {
	for _, c := range columns {
		if c.name == column {
			return c.field
		}
	}
	return 0
}

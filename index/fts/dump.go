package fts

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/query"
)

// A dump is what a database holds, a line a row, in a form that does not depend on the order in which documents came in:
//
//	chunk <document as a list of quoted values>
//	hit   <key> <chunk> <word>
//	meta  <key> <value>
//	node  <values>
//	term  <term> <document frequency> <SHA-256 over the postings>
//
// Stat records are left out: they describe the files of this machine, not the memory.

// Dump gives the lines of the stored database, sorted.
func (Engine) Dump(ctx context.Context, dir string) (iter.Seq2[string, error], error) {
	db, tx, meta, err := begin(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer closeAll{tx: tx, db: db}.Close()
	s, err := newSource(ctx, tx, meta)
	if err != nil {
		return nil, stale(err)
	}
	lines := []string{}
	for _, part := range []func(*source, *[]string) error{dumpChunks, dumpHitWords, dumpNodes, dumpTerms} {
		if err := part(s, &lines); err != nil {
			return nil, stale(err)
		}
	}
	for _, key := range []string{metaDigest, metaMaxHitWord} {
		lines = append(lines, line("meta", key, meta[key]))
	}
	return sorted(lines), nil
}

// DumpCorpus gives the lines that Dump gives after Update(want).
func (Engine) DumpCorpus(want *index.Corpus) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		lines, err := corpusLines(want)
		if err != nil {
			yield("", err)
			return
		}
		sorted(lines)(yield)
	}
}

func sorted(lines []string) iter.Seq2[string, error] {
	slices.Sort(lines)
	return func(yield func(string, error) bool) {
		for _, l := range lines {
			if !yield(l, nil) {
				return
			}
		}
	}
}

func line(kind string, values ...string) string {
	var b strings.Builder
	b.WriteString(kind)
	for _, v := range values {
		b.WriteByte(' ')
		b.WriteString(strconv.Quote(v))
	}
	return b.String()
}

func chunkLine(i int, d *index.Doc) string {
	supersedes := make([]string, len(d.Supersedes))
	for k, id := range d.Supersedes {
		supersedes[k] = string(id)
	}
	return line("chunk", string(d.ID), strconv.Itoa(i), d.Path, hex.EncodeToString(d.Sum[:]), string(d.Node), strconv.Itoa(d.Epoch),
		strconv.Itoa(d.Topic), d.Title, d.CreatedAt, d.RequestID, strings.Join(supersedes, " "), strconv.FormatBool(d.Tombstoned),
		strconv.FormatBool(d.Edited), strconv.Itoa(d.Tokens))
}

// termHash collects the postings of one term; equal postings in equal order give equal sums.
type termHash struct {
	df int
	b  []byte
}

func (t *termHash) add(ord int, fields index.Field) {
	t.df++
	t.b = fmt.Appendf(t.b, "%d:%d ", ord, fields)
}

func (t *termHash) line(term string) string {
	sum := sha256.Sum256(t.b)
	return line("term", term, strconv.Itoa(t.df), hex.EncodeToString(sum[:]))
}

func corpusLines(want *index.Corpus) ([]string, error) {
	lines := []string{line("meta", metaDigest, string(want.Digest))}
	terms := make(map[string]*termHash)
	for i := range want.NumDocs() {
		d, err := want.Doc(i)
		if err != nil {
			return nil, err
		}
		rec, err := want.Record(i)
		if err != nil {
			return nil, err
		}
		lines = append(lines, chunkLine(i, &d))
		words := make(map[string]bool, len(rec.HitWords))
		for _, word := range rec.HitWords {
			if key := query.Key(word); key != "" && !words[word] {
				words[word] = true
				lines = append(lines, line("hit", key, string(d.ID), strconv.Itoa(i), word))
			}
		}
		for _, t := range rec.Terms {
			h := terms[t.Term]
			if h == nil {
				h = &termHash{}
				terms[t.Term] = h
			}
			h.add(i, t.Fields)
		}
	}
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		lines = append(lines, terms[term].line(term))
	}
	if want.Directory != nil {
		for _, n := range want.Directory.Nodes() {
			lines = append(lines, line("node", string(n.ID), n.Path, string(n.State), strings.Join(n.HitWords, "\n"), n.Note))
		}
	}
	return append(lines, line("meta", metaMaxHitWord, strconv.Itoa(want.Source().MaxHitWord()))), nil
}

func dumpChunks(s *source, lines *[]string) error {
	for i := range s.n {
		d, err := s.Doc(i)
		if err != nil {
			return err
		}
		*lines = append(*lines, chunkLine(i, &d))
	}
	return nil
}

func dumpHitWords(s *source, lines *[]string) error {
	text := `SELECT h.key, c.chunk_id, c.ord, h.word FROM hit_words h LEFT JOIN chunks c ON c.id = h.chunk`
	return each(s.ctx, s.tx, text, nil, func(rows *sql.Rows) error {
		var key, word string
		var id, ord sql.NullString
		if err := rows.Scan(&key, &id, &ord, &word); err != nil {
			return err
		}
		*lines = append(*lines, line("hit", key, id.String, ord.String, word))
		return nil
	})
}

func dumpNodes(s *source, lines *[]string) error {
	return each(s.ctx, s.tx, `SELECT id, path, state, hit_words, note FROM nodes`, nil, func(rows *sql.Rows) error {
		values := make([]string, 5)
		if err := rows.Scan(&values[0], &values[1], &values[2], &values[3], &values[4]); err != nil {
			return err
		}
		*lines = append(*lines, line("node", values...))
		return nil
	})
}

// dumpTerms holds the postings against term_df: where they disagree the line shows the frequency of the table.
func dumpTerms(s *source, lines *[]string) error {
	dfs := make(map[string]int)
	err := each(s.ctx, s.tx, `SELECT term, df FROM term_df`, nil, func(rows *sql.Rows) error {
		var term string
		var df int
		if err := rows.Scan(&term, &df); err != nil {
			return err
		}
		dfs[term] = df
		return nil
	})
	if err != nil {
		return err
	}
	err = s.eachTerm(func(term string, posts []index.Posting) {
		h := termHash{}
		for _, p := range posts {
			h.add(p.Doc, p.Fields)
		}
		h.df = dfs[term]
		delete(dfs, term)
		*lines = append(*lines, h.line(term))
	})
	for term, df := range dfs {
		*lines = append(*lines, line("term", term, strconv.Itoa(df), "no postings"))
	}
	return err
}

// eachTerm walks the vocabulary term by term. A posting whose chunk is not there has document -1.
func (s *source) eachTerm(yield func(term string, posts []index.Posting)) error {
	ords := make(map[int64]int, s.n)
	err := each(s.ctx, s.tx, `SELECT id, ord FROM chunks`, nil, func(rows *sql.Rows) error {
		var id int64
		var ord int
		if err := rows.Scan(&id, &ord); err != nil {
			return err
		}
		ords[id] = ord
		return nil
	})
	if err != nil {
		return err
	}
	var current string
	var posts []index.Posting
	flush := func() {
		if len(posts) > 0 {
			yield(current, gather(posts))
			posts = posts[:0]
		}
	}
	err = each(s.ctx, s.tx, `SELECT term, doc, col FROM chunks_vocab`, nil, func(rows *sql.Rows) error {
		var term, column string
		var id int64
		if err := rows.Scan(&term, &id, &column); err != nil {
			return err
		}
		if term != current {
			flush()
			current = term
		}
		ord, ok := ords[id]
		if !ok {
			ord = -1
		}
		posts = append(posts, index.Posting{Doc: ord, Fields: fieldOf(column)})
		return nil
	})
	flush()
	return err
}

package store

import (
	"context"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// Added is what Add did.
type Added struct {
	Chunk     memory.Chunk
	Path      string // of the chunk's file, relative to the memory
	Duplicate bool   // the request id was used before for this content: Chunk is what it made then
	Redacted  bool   // a secret was taken out
	NewEpoch  bool   // the epoch was full, the chunk opened the next
}

// Add writes one chunk. The same request id with the same content writes nothing and
// returns the chunk that it made at first, also when that was tombstoned or
// superseded since.
//
// Errors: a *RequestConflictError (ErrRequestConflict) when the request id was used
// for other content; ErrRefused, with memory.ErrNotFound or a *memory.AmbiguousError
// where a name leads nowhere or to several, when the draft makes no sense; ErrLocked;
// ErrRecovery. Nothing was written then.
func (s *Store) Add(ctx context.Context, d Draft) (Added, error) {
	c, err := d.clean(s.now())
	if err != nil {
		return Added{}, err
	}
	w, err := s.begin(ctx)
	if err != nil {
		return Added{}, err
	}
	defer w.end()
	r := &row{cleaned: c}
	b := &batch{session: w, rows: []*row{r}}
	if err := b.run(ctx, nil); err != nil {
		return Added{}, err
	}
	if r.first != nil {
		return Added{Chunk: r.first.Chunk, Path: r.first.Path, Duplicate: true, Redacted: r.redacted}, nil
	}
	return Added{
		Chunk:    r.chunk,
		Path:     memory.ChunkPath(r.chunk.Epoch, r.id),
		Redacted: r.redacted,
		NewEpoch: r.chunk.Epoch > b.epoch,
	}, nil
}

// Row is one chunk of an import.
type Row struct {
	Ref   string // the row's own name in its file; other rows may supersede it; "": none
	Line  int    // in its file, from 1, for messages
	Draft Draft  // Supersedes: refs of any rows of the file, or ids that say chunk_
}

// Imported says what became of a row.
type Imported struct {
	Ref       string
	ID        memory.ID
	Duplicate bool // it was there already
}

// Import writes many chunks, all or none, in one transaction. Numbers follow the
// order of the rows. A row without a request id gets one made of its ref and its
// content, so that importing a file again adds nothing. progress, if not nil, is
// called now and then with rows done and rows in all.
//
// Errors are those of Add, and name the line; a ref that stands twice and rows that
// supersede each other in a circle are ErrRefused.
func (s *Store) Import(ctx context.Context, rows []Row, progress func(done, total int)) ([]Imported, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	cleanRows, err := s.cleanRows(rows)
	if err != nil {
		return nil, err
	}
	w, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer w.end()
	b := &batch{session: w, rows: cleanRows, imported: true}
	report := progress
	if progress != nil {
		report = func(done, total int) { progress(done*len(rows)/total, len(rows)) }
	}
	if err := b.run(ctx, report); err != nil {
		return nil, err
	}
	out := make([]Imported, len(rows))
	for i, r := range b.rows {
		out[i] = Imported{Ref: rows[i].Ref, ID: r.id, Duplicate: r.duplicate}
	}
	return out, nil
}

// cleanRows makes rows fit to be stored and links those that name each other.
func (s *Store) cleanRows(rows []Row) ([]*row, error) {
	now := s.now()
	out := make([]*row, len(rows))
	byRef := make(map[string]*row, len(rows))
	for i, in := range rows {
		c, err := in.Draft.clean(now)
		if err != nil {
			return nil, atLine(in.Line, err)
		}
		out[i] = &row{cleaned: c, ref: strings.TrimSpace(in.Ref), line: in.Line, byRef: byRef}
		ref := out[i].ref
		if ref == "" {
			continue
		}
		if other := byRef[ref]; other != nil {
			return nil, refuse("lines %d and %d have the same id %q", other.line, in.Line, ref)
		}
		byRef[ref] = out[i]
	}
	for _, r := range out {
		for _, target := range r.targets {
			if to := byRef[target]; to != nil {
				r.needs = append(r.needs, to)
			}
		}
	}
	return out, nil
}

package access

import (
	"context"
	"errors"
	"fmt"

	"github.com/git-hfa/git-hfa/gitext/kept"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/fts"
	"github.com/git-hfa/git-hfa/memory/store"
)

// Look gives the options for a look at the chunks of m themselves. They leave the database out: walking over every chunk
// asks it once for each, which took 38 ms at 1,000 chunks.
func Look(m place.Memory) index.Options {
	top := ""
	if m.Place.InGit {
		top = m.Work // paths in a decision are those of the tree it speaks about
	}
	return index.Options{Dir: m.Dir, Top: top, Readable: func() error { return store.CheckReadable(nil, m.Dir) }}
}

// Answers gives the options with which m is searched and its index kept up to date.
func Answers(m place.Memory) index.Options {
	opts := Look(m)
	opts.Engine = fts.New()
	return opts
}

// Store opens m for writing. The error is [store.ErrNoMemory] when there is none.
func Store(m place.Memory) (*store.Store, error) {
	return store.Open(store.Options{Dir: m.Dir, Counter: m.Counter, Lookup: index.Asker{Options: Look(m)}})
}

// Fresh reports whether the database of m on disk is of the view's digest. View.Stale says less: it is also true when only
// time stamps have to be written again.
func Fresh(ctx context.Context, m place.Memory, v *index.View) bool {
	opts := Answers(m)
	_, closer, err := opts.Engine.Open(ctx, opts.Dir, v.Digest)
	if err != nil {
		return false
	}
	closer.Close()
	return true
}

// Wrote brings index and readable views up to date after a write through s of the files at paths, slash paths in the memory.
// show, which may be nil, is called before the views are written, and may give the view more to show in them.
//
// What fails here is told and no error: the write is safe, and the next read answers right without the index. The view is
// nil if it could not be opened, and is the caller's to close.
func Wrote(ctx context.Context, m place.Memory, s *store.Store, paths []string, show func(*index.View)) (v *index.View, failed []error) {
	if err := kept.Keep(m, paths...); err != nil {
		failed = append(failed, fmt.Errorf("the write is done, but there is no copy to rescue if this work tree is removed: %w", err))
	}
	v, err := index.Refresh(ctx, Answers(m), index.RefreshOptions{})
	if err != nil {
		failed = append(failed, fmt.Errorf("the write is done, but the index could not be brought up to date: %w", err))
		opened, openErr := index.Open(ctx, Look(m))
		if openErr != nil {
			return nil, append(failed, openErr)
		}
		v = opened
	}
	if show != nil {
		show(v)
	}
	if err := WriteViews(ctx, s, v.StaleSummaries); err != nil {
		failed = append(failed, fmt.Errorf("the write is done, but summaries.md could not be written: %w", err))
	}
	return v, failed
}

// WriteViews writes what summaries renders: view.Summaries for every epoch, or view.StaleSummaries for those that a write
// has outdated.
func WriteViews(ctx context.Context, s *store.Store, summaries func() ([]index.File, error)) error {
	files, err := summaries()
	if err != nil {
		return err
	}
	views := make([]store.View, 0, len(files))
	for _, f := range files {
		views = append(views, store.View{Path: f.Path, Data: f.Data})
	}
	return s.WriteViews(ctx, views)
}

// Unfinished looks for a transaction that an earlier writer left. state is "none", "pending" (a writer is at work, or the
// next one finishes it) or "failed", and then err says why.
func Unfinished(m place.Memory) (state string, err error) {
	if err := store.CheckReadable(nil, m.Dir); err != nil {
		return "failed", err
	}
	if s, err := Store(m); err == nil {
		if pending, err := s.Pending(); err == nil && pending {
			return "pending", nil
		}
	}
	return "none", nil
}

// IsMemory reports whether there is a memory, also one whose beginning was interrupted: the store finishes that.
func IsMemory(m place.Memory) bool {
	_, err := store.Open(store.Options{Dir: m.Dir})
	return !errors.Is(err, store.ErrNoMemory)
}

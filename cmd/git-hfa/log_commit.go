package main

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
)

// walked is a walk under way.
type walked struct {
	h   *gitext.History
	err error
}

// walkHistory begins to walk the history of a revision, of HEAD with "", for the memory m, while the caller does something
// else. What it finds is nil outside git, and before the first commit.
func (e *env) walkHistory(ctx context.Context, m place.Memory, at string) <-chan walked {
	out := make(chan walked, 1)
	if m.Path == "" {
		out <- walked{}
		return out
	}
	go func() {
		repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
		if err != nil {
			out <- walked{nil, err}
			return
		}
		defer repo.Close()
		h, err := historyAt(ctx, repo, m, at)
		if errors.Is(err, gitext.ErrUnborn) && at == "" {
			h, err = nil, nil
		}
		out <- walked{h, err}
	}()
	return out
}

func historyAt(ctx context.Context, repo *gitext.Repo, m place.Memory, at string) (*gitext.History, error) {
	if at == "" {
		return repo.History(ctx, m.Path, historyFile(m))
	}
	commit, err := repo.Resolve(ctx, at)
	if err != nil {
		return nil, err
	}
	return repo.HistoryOf(ctx, commit, m.Path, historyFile(m))
}

// keepHistory lets the next walk begin where this one ended.
func keepHistory(ctx context.Context, m place.Memory, v *index.View, h *gitext.History) {
	if h != nil {
		index.Heal(ctx, access.Answers(m), v) // makes the folder that it is kept in
		h.Keep(historyFile(m))
	}
}

// knownHistory is what is known of the history without a walk, nil when that is nothing. No recall waits for more.
func (e *env) knownHistory(ctx context.Context, m place.Memory) *gitext.History {
	if m.Path == "" {
		return nil
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return nil
	}
	defer repo.Close()
	return repo.CachedHistory(ctx, m.Path, historyFile(m))
}

func historyFile(m place.Memory) string {
	return filepath.Join(m.Dir, filepath.FromSlash(gitext.HistoryPath))
}

// commitOf is the commit that brought a chunk, nil when that is not known for sure. h may be nil.
func commitOf(h *gitext.History, id memory.ID) *gitext.Commit {
	if h == nil {
		return nil
	}
	if b, ok := h.Chunk(id); ok && !b.Shallow {
		return &b.First
	}
	return nil
}

// commitID is commitOf as JSON has it.
func commitID(h *gitext.History, id memory.ID) *string {
	if c := commitOf(h, id); c != nil {
		return &c.ID
	}
	return nil
}

// fillCommits puts the commits that are known into a recall's answer.
func fillCommits(a *index.Answer, known *gitext.History) {
	for i := range a.Selected {
		s := &a.Selected[i]
		s.Commit = commitID(known, s.ID)
		for j := range s.Supersedes {
			s.Supersedes[j].Commit = s.Commit // a link came with the chunk that holds it
		}
	}
}

// noteCommits tells people where the decisions of a recall come from. It goes to standard error: standard output is the
// text for a model, within its budget.
func (e *env) noteCommits(v *index.View, a *index.Answer, known *gitext.History) {
	for _, s := range a.Selected {
		if c := commitOf(known, s.ID); c != nil {
			e.note("%s came with %s (%s, %s): %s", access.ShortID(v.Source, s.ID), short(c.ID), day(c.Date), c.Author, c.Subject)
		}
	}
}

// showCommits lets the summaries of v show the commits that are known, and none that history has no more. Nothing is looked
// for before it is asked for.
func (e *env) showCommits(ctx context.Context, m place.Memory, v *index.View) {
	var h *gitext.History
	known := sync.OnceFunc(func() { h = e.knownHistory(ctx, m) })
	v.Commit = func(id memory.ID) (string, string) {
		known()
		c := commitOf(h, id)
		if c == nil {
			return "", ""
		}
		return short(c.ID), day(c.Date)
	}
	commits := sync.OnceValue(func() map[string]bool {
		if known(); h == nil {
			// What is shown may be right though nothing proves it: when HEAD went far, for instance.
			if h = e.walkShortly(ctx, m); h == nil {
				return nil
			}
		}
		return h.Commits(shortCommit)
	})
	v.Outdated = func(id string) bool { return !commits()[id] }
}

// walkLimit is how long a hook or a write may walk.
const walkLimit = 200 * time.Millisecond

// walkAfter lets reads show the commits of what a hook saw coming, before anybody asks log. It is best effort: a first walk
// over a long history does not fit into a hook, and log does it then. When commits were rewritten, summaries stop showing
// the old ones.
func (e *env) walkAfter(ctx context.Context, h hookCall, v *index.View) {
	if found := e.walkShortly(ctx, h.memory); found == nil || !found.Anew {
		return
	}
	e.showCommits(ctx, h.memory, v)
	if s, err := access.Store(h.memory); err == nil {
		_ = access.WriteViews(ctx, s, v.OutdatedSummaries) // or the next write does it
	}
}

// walkShortly walks the history of HEAD and keeps it, unless that takes too long.
func (e *env) walkShortly(ctx context.Context, m place.Memory) *gitext.History {
	ctx, cancel := context.WithTimeout(ctx, walkLimit*testOnlyPatience)
	defer cancel()
	found := <-e.walkHistory(ctx, m, "")
	if found.h != nil {
		found.h.Keep(historyFile(m))
	}
	return found.h
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// locate says where the memory of this call is or would be. dir is what the
// command line names, "" for none. Nothing is created or opened.
func (e *env) locate(dir string) (place.Memory, error) {
	m, err := place.Locate(e.cwd, dir, e.getenv)
	if err == nil {
		e.foundDir = m.Dir
	}
	return m, err
}

// find is [env.locate] for commands that need a memory: none there is an error
// that is store.ErrNoMemory.
func (e *env) find(ctx context.Context, dir string) (place.Memory, error) {
	m, err := e.locate(dir)
	if err != nil {
		return m, err
	}
	// Open, and not IsMemory: an init that was interrupted is finished by the next call.
	if _, err := access.Store(m); errors.Is(err, store.ErrNoMemory) {
		if hidden := e.refuseHidden(ctx, m); hidden != nil {
			return m, &markedError{hidden, err}
		}
		if missing := missingHalf(m.Dir); missing != "" {
			return m, withHint(&markedError{fmt.Errorf("the memory %s is not whole: %s is missing", m.Dir, missing), err}, "git restore -- %s", e.inMemory(missing))
		}
		none := &markedError{fmt.Errorf("there is no memory in %s", m.Dir), err}
		if other := e.memoryElsewhere(context.Background(), m); other != "" {
			return m, withHint(none, "git has one in %s; to use it: %s init %s", other, e.program, place.ShellQuote(e.relative(filepath.Join(m.Place.Top, filepath.FromSlash(other)))))
		}
		return m, withHint(none, "%s init%s", e.program, initArgument(e, m))
	}
	return m, nil
}

// memoryElsewhere is the one memory that git has where nothing leads to, as when .hfaconfig was lost: to start another one
// beside it is not what is wanted. It is a slash path from the top, "" for none and for several.
func (e *env) memoryElsewhere(ctx context.Context, m place.Memory) string {
	if m.Why != place.ByDefault && m.Why != place.ByConfig || m.Path == "" {
		return ""
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return ""
	}
	defer repo.Close()
	found, err := repo.TrackedMemories(ctx)
	if err != nil || len(found) != 1 || !store.IsMemory(filepath.Join(m.Place.Top, filepath.FromSlash(found[0]))) {
		return ""
	}
	return found[0]
}

// missingHalf names the file that a memory in dir has lost, one of the two by which
// it is known. It is "" for a folder that does not look like a memory at all.
func missingHalf(dir string) string {
	missing := ""
	if _, err := os.Stat(filepath.Join(dir, memory.ChunksDir)); err != nil {
		return ""
	}
	for _, name := range []string{memory.ConfigPath, memory.DirectoryPath} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			if missing != "" {
				return ""
			}
			missing = name
		}
	}
	return missing
}

// initArgument is what "init" needs to make the memory that was looked for.
func initArgument(e *env, m place.Memory) string {
	if m.Why == place.ByDefault {
		return ""
	}
	return " " + place.ShellQuote(e.relative(m.Dir))
}

// closeView ends a read: what it found stale is brought up to date, if nobody else
// is at it and the folder can be written.
func closeView(ctx context.Context, m place.Memory, v *index.View) {
	index.Heal(ctx, access.Answers(m), v)
	v.Close()
}

// withView opens the memory in dir, as the revision at or ("") the work tree has it, and
// shows it to do. What was found stale is brought up to date after.
func (e *env) withView(ctx context.Context, dir, at string, do func(m place.Memory, v *index.View) error) error {
	m, err := e.findReading(ctx, dir, at)
	if err != nil {
		return err
	}
	r, err := e.openReading(ctx, m, at, access.Look(m))
	if err != nil {
		return err
	}
	defer r.close()
	return do(m, r.view)
}

// written brings index and readable views up to date after a write. What fails here is a warning. The view is nil if it
// could not be opened.
func (e *env) written(ctx context.Context, m place.Memory, s *store.Store) *index.View {
	v, failed := access.Wrote(ctx, m, s, e.wrote, func(v *index.View) { e.showCommits(ctx, m, v) })
	for _, err := range failed {
		e.warn("%v", err)
	}
	return v
}

// resolve finds the document that a person means by an id or a prefix of one. A full
// id is looked up, and a number is searched for in the order of the documents; only
// for the beginning of an id all of them are read.
func resolve(v *index.View, prefix string) (int, error) {
	if i, ok := v.Source.Lookup(memory.ID(strings.TrimSpace(prefix))); ok {
		return i, nil
	}
	if number, ok := memory.PrefixNumber(prefix); ok {
		lo, err := firstOf(v.Source, number)
		if err != nil {
			return 0, err
		}
		hi, err := firstOf(v.Source, number+1)
		if err != nil {
			return 0, err
		}
		if i, err := resolveAmong(v.Source, prefix, lo, hi); !errors.Is(err, memory.ErrNotFound) {
			return i, err
		}
	}
	return resolveAmong(v.Source, prefix, 0, v.Source.NumDocs())
}

// firstOf finds the first document with this number or a higher one.
func firstOf(src index.Source, number int) (int, error) {
	var failed error
	i := sort.Search(src.NumDocs(), func(i int) bool {
		doc, err := src.Doc(i)
		failed = cmp.Or(failed, err)
		return doc.ID.Number() >= number
	})
	return i, failed
}

// resolveAmong is [memory.Resolve] among the documents [lo, hi).
func resolveAmong(src index.Source, prefix string, lo, hi int) (int, error) {
	ids := make([]memory.ID, 0, hi-lo)
	for i := lo; i < hi; i++ {
		doc, err := src.Doc(i)
		if err != nil {
			return 0, err
		}
		ids = append(ids, doc.ID)
	}
	id, err := memory.Resolve(prefix, ids)
	if err != nil {
		return 0, err
	}
	return lo + slices.Index(ids, id), nil
}

package gitext

import (
	"context"
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// HistoryPath is where a memory keeps its [History], a slash path in the memory. It is derived: without it the next
// walk goes over everything again.
const HistoryPath = memory.IndexDir + "/history.txt"

// Commit is one commit as a history tells of it.
type Commit struct {
	ID      string // full id in hexadecimal
	Date    string // author date, RFC 3339 with the author's own time zone
	Author  string // name
	Subject string // first paragraph of the message as one line
}

// Brought says by which commit a file of a memory came.
type Brought struct {
	// First is the commit that added the file, of several the one that git log prints last.
	First Commit
	// Also are the other commits that added it, oldest first: it came back after it had gone (revert), or came by
	// another branch as well (cherry-pick, squash, rebase of something that was merged).
	Also []Commit
	// Shallow: First is the edge of a shallow clone. The file came with it or with an earlier commit.
	Shallow bool
}

// History knows which commit brought each chunk and each tombstone of a memory, in the history of one commit. It holds
// what git would say itself:
//
//	git log --full-history -m --diff-filter=A -- memory/chunks
//
// less the merges of which any parent had the file already. So a file is brought by the commit in which it appeared, on
// whichever branch that was; by a merge only when no parent had it; by a squash or rebased commit where that is all that
// this history has. A memory that was moved to another folder is followed: the commit that moved it brought nothing.
type History struct {
	Tip string // the commit whose history this is
	// Anew: all of it was walked. Nothing was kept, or what was does not hold any more, so commits that somebody was shown
	// may be gone.
	Anew bool

	set     *historySet
	shallow map[string]bool // commits whose parents are not in this clone
	walked  bool            // it is not what the cache had
}

// History walks the history of HEAD and returns what it brought to the memory. memoryPath is as for [Repo.FS].
//
// cache is a file that [History.Keep] wrote, "" for none. With one that fits only the commits since are walked; one of a
// history that was rewritten, or of a clone that got deeper or whose objects are replaced by others, is passed over.
//
// Errors: ErrUnborn when nothing is committed, ErrMissingObject in a clone without the trees of old commits (one made
// with --filter=tree:0), and those of [Repo.Resolve].
func (r *Repo) History(ctx context.Context, memoryPath, cache string) (*History, error) {
	tip := place.Head(r.place)
	if tip == "" {
		var err error
		if tip, err = r.Resolve(ctx, "HEAD"); err != nil {
			return nil, err
		}
	}
	return r.HistoryOf(ctx, tip, memoryPath, cache)
}

// HistoryOf is [Repo.History] for another commit, a full id. What it finds is not worth keeping, unless the next question is
// about that commit too.
func (r *Repo) HistoryOf(ctx context.Context, tip, memoryPath, cache string) (*History, error) {
	g, err := r.graph(ctx)
	if err != nil {
		return nil, err
	}
	h := &History{Tip: tip, shallow: g.edge}
	name := historyName{path: memoryPath, graph: g.key}
	old := readHistory(cache, name)
	if old != nil && old.tip == tip {
		h.set = old
		return h, nil
	}
	if h.set, h.Anew, err = r.extend(ctx, old, tip, memoryPath); err != nil {
		return nil, fmt.Errorf("walk the history of %s: %w", memoryPath, err)
	}
	h.set.name, h.walked = name, true
	return h, nil
}

// Keep writes what a walk found to a file, for the next one. It is a matter of speed: what the file has already is not
// written again, and a folder that is missing or cannot be written to is no error.
func (h *History) Keep(cache string) {
	if h.walked {
		writeHistory(cache, h.set)
	}
}

// maxBehind bounds the commits between HEAD and the tip of a cached history that are read to prove it still holds.
const maxBehind = 64

// CachedHistory returns what an earlier [Repo.History] left in cache, without a walk and without starting git. It is nil
// unless HEAD still has that history behind it, which is proven by reading at most 64 commits. Chunks that came
// since are not in it.
func (r *Repo) CachedHistory(ctx context.Context, memoryPath, cache string) *History {
	if cache == "" || !plainFile(cache) { // no need to look at anything else
		return nil
	}
	head := place.Head(r.place)
	if head == "" {
		return nil
	}
	g, err := r.graph(ctx)
	if err != nil {
		return nil
	}
	old := readHistory(cache, historyName{path: memoryPath, graph: g.key})
	// The parents that a commit names prove nothing where others are made up.
	if old == nil || head != old.tip && (g.made || !r.reaches(ctx, head, old.tip)) {
		return nil
	}
	return &History{Tip: old.tip, set: old, shallow: g.edge}
}

// Chunk tells what brought a chunk; false when no commit did.
func (h *History) Chunk(id memory.ID) (Brought, bool) { return h.brought(string(id)) }

// Told is what a history tells of many chunks.
type Told struct {
	history *History
	places  []int
}

// Tell looks n chunks up at once, in a fraction of the time that [History.Chunk] takes for each of them if they are in the
// order of [memory.CompareIDs].
func (h *History) Tell(n int, id func(i int) memory.ID) *Told {
	return &Told{h, h.set.places(n, func(i int) string { return string(id(i)) })}
}

// Chunk tells what brought chunk i; false when no commit did.
func (t *Told) Chunk(i int) (Brought, bool) {
	if t.places[i] < 0 {
		return Brought{}, false
	}
	return t.history.marked(t.history.set.at(t.places[i])), true
}

// Tombstone tells what brought the first record that revokes a chunk or closes a node; false when no commit did.
func (h *History) Tombstone(target string) (Brought, bool) {
	return h.brought(tombstoneKey + target)
}

// Commits gives every commit that brought something, by the first digits of its id.
func (h *History) Commits(digits int) map[string]bool {
	short := map[string]bool{}
	for s := h.set; s != nil; s = s.more {
		for line := range strings.Lines(s.commits) {
			short[line[:min(digits, len(line))]] = true
		}
	}
	return short
}

// Shallow reports a history that is cut off: older commits are not in this clone.
func (h *History) Shallow() bool { return len(h.shallow) > 0 }

func (h *History) brought(key string) (Brought, bool) {
	b, ok := h.set.find(key)
	return h.marked(b), ok
}

// marked says of what came at the edge of a shallow clone that it did.
func (h *History) marked(b Brought) Brought {
	b.Shallow = len(h.shallow) > 0 && h.shallow[b.First.ID]
	return b
}

// tombstoneKey stands before the target of a tombstone where a chunk has its id.
const tombstoneKey = "!"

// historyKey is the name under which a file of the memory is remembered, "" for a file that is no chunk and no tombstone.
// name is a slash path in the memory.
func historyKey(name string) string {
	switch first, _, _ := strings.Cut(name, "/"); first {
	case memory.ChunksDir:
		stem, ok := strings.CutSuffix(name[strings.LastIndexByte(name, '/')+1:], ".json")
		if _, err := memory.ParseID(stem); ok && err == nil {
			return stem
		}
	case memory.TombstonesDir:
		if target := memory.TombstoneTarget(name); target != "" {
			return tombstoneKey + target
		}
	}
	return ""
}

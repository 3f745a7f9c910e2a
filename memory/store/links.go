package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// order sorts the rows so that each comes after those it needs, and otherwise keeps
// their order. A cycle is an error that names its lines.
func (b *batch) order() ([]*row, error) {
	const visiting, visited = 1, 2
	state := make(map[*row]int, len(b.rows))
	order := make([]*row, 0, len(b.rows))
	var path []*row
	var visit func(r *row) error
	visit = func(r *row) error {
		switch state[r] {
		case visited:
			return nil
		case visiting:
			return cycleError(path[slices.Index(path, r):])
		}
		state[r] = visiting
		path = append(path, r)
		for _, need := range r.needs {
			if err := visit(need); err != nil {
				return err
			}
		}
		path = path[:len(path)-1]
		state[r] = visited
		order = append(order, r)
		return nil
	}
	for _, r := range b.rows {
		if err := visit(r); err != nil {
			return nil, err
		}
	}
	return order, nil
}

func cycleError(cycle []*row) error {
	if len(cycle) == 1 {
		return atLine(cycle[0].line, refuse("%q supersedes itself", cycle[0].ref))
	}
	lines := make([]string, len(cycle))
	for i, r := range cycle {
		lines[i] = fmt.Sprint(r.line)
	}
	return refuse("the rows at lines %s supersede each other in a circle", strings.Join(lines, ", "))
}

// deriveRequests makes the request ids of an import: "import:<ref>:<hash>", where the
// hash covers what a request id promises, with the hashes of the rows it supersedes
// in the place of their ids. So the same file adds nothing a second time, whatever
// numbers its rows got and whichever main line is ACTIVE by then.
func (b *batch) deriveRequests(order []*row) {
	if !b.imported {
		return
	}
	for _, r := range order {
		targets := make([]string, len(r.targets))
		for i, target := range r.targets {
			if to := r.byRef[target]; to != nil {
				targets[i] = "ref:" + target + ":" + to.hash
			} else if id, err := b.resolve(target); err == nil {
				targets[i] = "id:" + string(id)
			} else {
				targets[i] = "id:" + target
			}
		}
		r.hash = contentHash(&r.chunk, targets)
		if r.chunk.RequestID != "" {
			continue
		}
		r.derived = true
		r.chunk.RequestID = "import:" + redact.Text(r.ref) + ":" + r.hash
		// A ref that is too long, or that only looks like a secret together with the
		// hash, goes into the hash instead.
		if len(r.chunk.RequestID) > memory.MaxRequestID || redact.Text(r.chunk.RequestID) != r.chunk.RequestID {
			r.chunk.RequestID = "import::" + contentHash(&r.chunk, append(targets, "own:"+r.ref))
		}
	}
}

// resolve finds the chunk on disk that a target means. Of an import's targets only
// whole ids and prefixes that say chunk_ are taken: a bare number is the file's own
// name for a row, and must not hit a chunk by chance.
func (b *batch) resolve(target string) (memory.ID, error) {
	if b.imported && !strings.HasPrefix(target, "chunk_") {
		return "", refuse("supersedes %q: no row of the file has this id: %w", target, memory.ErrNotFound)
	}
	id, err := b.names.resolve(target)
	if err != nil {
		return "", refuse("supersedes %q: %w", target, err)
	}
	return id, nil
}

// targetsOf gives the full ids that r supersedes, each once, in the order given.
func (b *batch) targetsOf(r *row) ([]memory.ID, error) {
	var ids []memory.ID
	for _, target := range r.targets {
		var id memory.ID
		if to := r.byRef[target]; to != nil {
			id = to.id
		} else {
			var err error
			if id, err = b.resolve(target); err != nil {
				return nil, err
			}
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// likelyTargets gives the ids that r supersedes for a comparison with a chunk of the
// same request id. What was an unambiguous prefix at first may have become ambiguous
// by a merge, so a prefix that fits the chunk's own links means those.
func (b *batch) likelyTargets(r *row, first *memory.Chunk) []memory.ID {
	var ids []memory.ID
	for _, target := range r.targets {
		id, err := memory.Resolve(target, first.Supersedes)
		if to := r.byRef[target]; to != nil {
			if id, err = to.id, nil; id == "" && to.first != nil {
				id = to.first.ID
			}
		}
		if err != nil {
			if id, err = b.resolve(target); err != nil {
				id = memory.ID(target)
			}
		}
		ids = append(ids, id)
	}
	return ids
}

// checkLinks refuses links of new chunks that would revive or fork a decision: to a
// tombstoned chunk, and to one whose successor lives and is not superseded along.
func (b *batch) checkLinks(ctx context.Context, fresh []*row) error {
	var linking []*row
	for _, r := range fresh {
		if len(r.chunk.Supersedes) == 0 {
			continue
		}
		linking = append(linking, r)
		for _, id := range r.chunk.Supersedes {
			if b.names.path(id) == "" {
				continue // a row of this batch
			}
			record, err := b.tombstoneOf(b.names, string(id))
			if err != nil {
				return err
			}
			if record != nil {
				return atLine(r.line, refuse("%s is tombstoned, so there is nothing to supersede: write the new decision without supersedes", id))
			}
		}
	}
	if len(linking) == 0 {
		return nil
	}
	chunks, err := b.relatives(ctx, linking)
	if err != nil {
		return err
	}
	chunks = slices.Clone(chunks)
	for _, r := range linking {
		chunks = append(chunks, memory.StoredChunk{Chunk: r.chunk, Path: memory.ChunkPath(r.chunk.Epoch, r.id)})
	}
	for _, fork := range memory.NewLineage(chunks).Forks() {
		if err := b.forkError(fork, linking); err != nil {
			return err
		}
	}
	return nil
}

// forkError is nil for a fork that was there before this batch.
func (b *batch) forkError(fork memory.Fork, linking []*row) error {
	for _, r := range slices.Backward(linking) {
		if !slices.Contains(fork.Heads, r.id) || !slices.Contains(r.chunk.Supersedes, fork.Old) {
			continue
		}
		var others []string
		for _, head := range fork.Heads {
			if head != r.id {
				others = append(others, string(head))
			}
		}
		for _, other := range linking {
			if other != r && slices.Contains(fork.Heads, other.id) {
				return atLine(r.line, refuse("the row at line %d supersedes the same chunk: let one of the two supersede the other", other.line))
			}
		}
		return atLine(r.line, refuse("%s was superseded already, by %s: supersede that one instead, or both", fork.Old, strings.Join(others, ", ")))
	}
	return nil
}

// relatives gives the chunks that say how far the targets of the rows are superseded
// already: the targets and all that follow from them. Without a lookup that knows
// successors it gives every chunk.
func (b *batch) relatives(ctx context.Context, linking []*row) ([]memory.StoredChunk, error) {
	successors, ok := b.opts.Lookup.(SuccessorLookup)
	if !ok || b.all != nil {
		return b.readAll()
	}
	var found []memory.StoredChunk
	var paths []string
	for _, r := range linking {
		for _, id := range r.chunk.Supersedes {
			if p := b.names.path(id); p != "" {
				paths = append(paths, p)
			}
		}
	}
	seen := map[string]bool{}
	for len(paths) > 0 {
		p := paths[0]
		paths = paths[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		chunk, ok, err := b.readChunk(splitPath(p))
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		found = append(found, chunk)
		next, err := successors.Successors(ctx, chunk.ID)
		if err != nil {
			return b.readAll()
		}
		paths = append(paths, next...)
	}
	return found, nil
}

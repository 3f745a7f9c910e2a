package gitext

import (
	"context"
	"fmt"
	"path"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// stagedUnmerged finds directory.md and config.json that were marked as resolved with the conflict markers still in them, as
// "git add -A" in a stopped merge does. Git keeps the sides of such a path in its index until the next commit, so the
// conflict can be had back.
func (r *Repo) stagedUnmerged(ctx context.Context, memoryPath string) ([]Resolution, error) {
	out, err := r.run(ctx, "ls-files", "--resolve-undo", "-z", "--full-name", "--",
		path.Join(memoryPath, memory.ConfigPath), path.Join(memoryPath, memory.DirectoryPath))
	if err != nil {
		return nil, fmt.Errorf("ask git for conflicts that were resolved: %w", err)
	}
	var found []Resolution
	last := ""
	for _, record := range splitNul(out) { // one for each side
		s, err := parseStage(record)
		if err != nil {
			return nil, err
		}
		if s.path == last {
			continue
		}
		last = s.path
		data, err := r.run(ctx, "cat-file", "blob", ":0:"+s.path)
		if err != nil || conflictLine(data) == 0 {
			continue // in conflict again, or removed: told elsewhere
		}
		found = append(found, Resolution{Path: below(memoryPath, s.path),
			Why:  "it was staged with the conflict markers still in it",
			Cure: "git checkout --merge -- " + place.ShellQuote(s.path) + ", then git hfa resolve"})
	}
	return found, nil
}

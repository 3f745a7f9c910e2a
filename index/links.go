package index

import (
	"maps"
	"slices"

	"github.com/git-hfa/git-hfa/memory"
)

// Links gives, in the order of the documents, what memory.NewLineage needs to know of every chunk: id, path and
// supersedes.
func (v *View) Links() ([]memory.StoredChunk, error) {
	chunks := make([]memory.StoredChunk, v.Source.NumDocs())
	for i := range chunks {
		d, err := v.Source.Doc(i)
		if err != nil {
			return nil, err
		}
		chunks[i].ID, chunks[i].Path, chunks[i].Supersedes = d.ID, d.Path, d.Supersedes
	}
	return chunks, nil
}

// ForkProblems gives what memory.ForkProblems tells of the view: one error for each forked decision that no
// tombstone has decided.
func (v *View) ForkProblems() ([]memory.Problem, error) {
	chunks, err := v.Links()
	if err != nil {
		return nil, err
	}
	paths := make(map[memory.ID]string, len(chunks))
	for i := range chunks {
		paths[chunks[i].ID] = chunks[i].Path
	}
	revoked := slices.Collect(maps.Values(v.Tombstones))
	return memory.ForkProblems(memory.NewLineage(chunks), revoked, func(id memory.ID) string { return paths[id] }), nil
}

package index

import (
	"context"
	"fmt"

	"github.com/git-hfa/git-hfa/memory"
)

// Asker answers what a write asks about other chunks, so that it does not read every file: it is the
// RequestLookup and SuccessorLookup of memory/store. The view is opened anew for each question: the store asks
// under its lock, and what another writer did a moment ago counts.
type Asker struct {
	Options Options // Readable is not asked: the store has recovered before
}

// ByRequestID gives the paths of the chunks that were written with this request id.
func (a Asker) ByRequestID(ctx context.Context, requestID string) ([]string, error) {
	return a.paths(ctx, func(src Source) ([]int, error) { return src.ByRequestID(requestID) })
}

// Successors gives the paths of the chunks that supersede id.
func (a Asker) Successors(ctx context.Context, id memory.ID) ([]string, error) {
	return a.paths(ctx, func(src Source) ([]int, error) {
		if i, ok := src.Lookup(id); ok {
			return src.Successors(i), nil
		}
		return nil, nil
	})
}

func (a Asker) paths(ctx context.Context, ask func(Source) ([]int, error)) ([]string, error) {
	o := a.Options
	o.Readable = nil
	v, err := Open(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("ask the index: %w", err)
	}
	defer v.Close()
	docs, err := ask(v.Source)
	if err != nil {
		return nil, fmt.Errorf("ask the index: %w", err)
	}
	var paths []string
	for _, i := range docs {
		d, err := v.Source.Doc(i)
		if err != nil {
			return nil, fmt.Errorf("ask the index: %w", err)
		}
		paths = append(paths, d.Path)
	}
	return paths, nil
}

package gitext

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// Trust finds out what a recall may use: "trust" in config.json as HEAD has it. What was found is kept for the next call
// (place.ReadTrust), so that git and the files of HEAD are asked once for each commit; where nothing can be kept, they
// are asked each time. Without a commit, and where HEAD has no memory or a config.json that cannot be read, nothing is
// demanded. Errors: those of [Repo.Resolve] but ErrUnborn, and ErrMissingObject.
func (r *Repo) Trust(ctx context.Context, m place.Memory) (place.Trust, error) {
	if t, known := place.ReadTrust(m); known {
		return t, nil
	}
	commit := place.Head(r.place)
	if commit == "" {
		var err error
		if commit, err = r.Resolve(ctx, "HEAD"); errors.Is(err, ErrUnborn) {
			return place.Trust{}, nil
		} else if err != nil {
			return place.Trust{}, err
		}
	}
	t, err := r.trustAt(ctx, m, commit)
	if err != nil {
		return place.Trust{}, fmt.Errorf("look whom %s trusts: %w", memory.ConfigPath, err)
	}
	_ = place.WriteTrust(m, t) // a matter of speed
	return t, nil
}

func (r *Repo) trustAt(ctx context.Context, m place.Memory, commit string) (place.Trust, error) {
	t := place.Trust{Commit: commit}
	folder, err := r.folder(ctx, commit, commit, m.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return t, err
	}
	t.Tree = folder.root
	if old, ok := place.StoredTrust(m); ok && old.Tree == t.Tree {
		old.Commit = commit // a commit of code alone
		return old, nil
	}
	data, err := fs.ReadFile(folder, memory.ConfigPath)
	if broken := folder.failure(); broken != nil {
		return t, broken
	}
	if err != nil {
		return t, nil
	}
	config, err := memory.ParseConfig(data)
	if t.Committed = err == nil && config.Trust == "committed"; !t.Committed {
		return t, nil
	}
	tree, err := r.Load(ctx, commit, m.Path)
	if err != nil {
		return t, err
	}
	t.Digest = string(tree.Digest)
	return t, nil
}

// TrustedFS is the memory that a Trust speaks of, as [Repo.FS] gives it, but git is not started: in a partial clone objects
// may be missing, which is told when they are read.
func (r *Repo) TrustedFS(ctx context.Context, m place.Memory, t place.Trust) (fs.FS, error) {
	return r.folder(ctx, t.Commit, "HEAD", m.Path)
}

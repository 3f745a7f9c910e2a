package gitext

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// graph is what decides about the history that git shows, beside the commits themselves: where a shallow clone ends
// (gitrepository-layout(5), shallow), which parents are made up (info/grafts) and which objects are replaced (git-replace(1)).
type graph struct {
	edge map[string]bool // commits that had parents which are not in this clone
	// made says that a commit may have other parents than its object names.
	made bool
	// key changes with any of it; "" when there is nothing.
	key string
}

// graph reads all of it. In a clone that has nothing of the kind these are three files that are not there, and packed-refs.
func (r *Repo) graph(ctx context.Context) (graph, error) {
	shallow, err := r.commonFile("shallow")
	if err != nil {
		return graph{}, err
	}
	grafts, err := r.commonFile("info/grafts")
	if err != nil {
		return graph{}, err
	}
	replaced, err := r.replaced(ctx)
	if err != nil {
		return graph{}, fmt.Errorf("read which objects are replaced: %w", err)
	}
	if len(shallow)+len(grafts)+len(replaced) == 0 {
		return graph{}, nil
	}
	g := graph{made: len(grafts)+len(replaced) > 0}
	if len(shallow) > 0 {
		g.edge = map[string]bool{}
		for id := range strings.FieldsSeq(string(shallow)) {
			g.edge[id] = true
		}
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %s\n%d %s\n", len(shallow), shallow, len(grafts), grafts)
	for _, name := range sortedKeys(replaced) {
		fmt.Fprintf(sum, "%s %s\n", name, replaced[name])
	}
	g.key = hex.EncodeToString(sum.Sum(nil))
	return g, nil
}

// Shallow reports a clone whose older commits are missing.
func (r *Repo) Shallow() bool {
	data, err := r.commonFile("shallow")
	return err == nil && len(data) > 0
}

// commonFile reads a file of the common git folder; none is as good as an empty one.
func (r *Repo) commonFile(name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(r.place.CommonDir, filepath.FromSlash(name)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("read what git makes of the history: %w", err)
	}
	return data, nil
}

// replaced gives the references of git replace with the objects they stand for, by name. It is empty where git does not
// look at them.
func (r *Repo) replaced(ctx context.Context) (map[string]string, error) {
	base := strings.TrimSuffix(envValue(r.env, "GIT_REPLACE_REF_BASE"), "/")
	if base == "" {
		base = "refs/replace"
	}
	if envValue(r.env, "GIT_NO_REPLACE_OBJECTS") != "" {
		return nil, nil
	}
	refs, err := r.refsBelow(ctx, base)
	if err != nil || len(refs) == 0 {
		return nil, err
	}
	if c, err := place.ReadConfig(filepath.Join(r.place.CommonDir, "config")); err == nil {
		if s, ok := c.Get("core.usereplacerefs"); ok {
			if on, err := s.Bool(); err == nil && !on {
				return nil, nil
			}
		}
	}
	return refs, nil
}

// refsBelow lists references with their objects. It reads git's files (gitrepository-layout(5), git-pack-refs(1)) and starts git
// only where references are kept in tables.
func (r *Repo) refsBelow(ctx context.Context, base string) (map[string]string, error) {
	refs := map[string]string{}
	note := func(id, name string) {
		if name = strings.TrimPrefix(name, base+"/"); validID(id) && name != "" {
			refs[name] = id
		}
	}
	if _, err := os.Stat(filepath.Join(r.place.CommonDir, "reftable")); err == nil {
		out, err := r.run(ctx, "for-each-ref", "--format=%(objectname) %(refname)", base+"/")
		for line := range strings.Lines(string(out)) {
			id, name, _ := strings.Cut(strings.TrimSpace(line), " ")
			note(id, name)
		}
		return refs, err
	}
	packed, err := r.commonFile("packed-refs")
	if err != nil {
		return nil, err
	}
	if text := string(packed); strings.Contains(text, " "+base+"/") {
		for line := range strings.Lines(text) {
			if id, name, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(name, base+"/") {
				note(id, name)
			}
		}
	}
	root := filepath.Join(r.place.CommonDir, filepath.FromSlash(base))
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // of all, or of one that was packed meanwhile
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if data, err := os.ReadFile(file); err == nil {
			note(strings.TrimSpace(string(data)), path.Join(base, filepath.ToSlash(rel)))
		}
		return nil
	})
	return refs, err
}

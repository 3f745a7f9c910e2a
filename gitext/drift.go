package gitext

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
)

// PathChange is one commit that touched a file.
type PathChange struct {
	Commit string
	Status byte // A, M, D or T, as git diff-tree has it
}

// maxPathspecs is how many paths are handed to git. It holds each file of each tree against all of them, so beyond it is
// quicker to let it list everything.
const maxPathspecs = 100

// PathChanges lists for each of the files the commits of HEAD's history that touched it, newest first. Files that no commit
// touched are left out. names are slash paths from the top. Renames count as a deletion and an addition.
func (r *Repo) PathChanges(ctx context.Context, names []string) (map[string][]PathChange, error) {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var paths []string
	if len(names) <= maxPathspecs {
		paths = names
	}
	changes := map[string][]PathChange{}
	err := r.rawLog(ctx, nil, paths, func(commit string, words []string, name string) error {
		if wanted[name] {
			changes[name] = append(changes[name], PathChange{commit, words[len(words)-1][0]})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ask git which commits touched files: %w", err)
	}
	return changes, nil
}

// Pin is a commit of a superproject that records at which commit a submodule is.
type Pin struct {
	Commit string
	Target string // the commit of the submodule
}

// Pins lists the commits of HEAD's history that recorded another commit of a submodule, newest first. name is its slash path
// from the top. It is empty for what is no submodule.
func (r *Repo) Pins(ctx context.Context, name string) ([]Pin, error) {
	var pins []Pin
	err := r.rawLog(ctx, []string{"--ignore-submodules=none"}, []string{name}, func(commit string, words []string, file string) error {
		parents := (len(words) - 3) / 2
		if words[parents] == gitlinkMode && file == name {
			pins = append(pins, Pin{commit, words[2*parents+1]})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ask git what was recorded of the submodule %s: %w", name, err)
	}
	return pins, nil
}

// rawLog calls do for each change that the commits of HEAD's history made to the paths, to all when there are none, newest commit
// first. words are those of git's line without its colons: OLD… NEW IDS… ID STATUS, with as many OLD and IDS as there are parents.
func (r *Repo) rawLog(ctx context.Context, options, paths []string, do func(commit string, words []string, name string) error) error {
	args := []string{"log", "--full-history", "-c", "--raw", "-z", "--no-abbrev", "--no-renames",
		"--no-follow", "--no-relative", "--no-color", "--no-notes", "--no-decorate", "--format=%x01%H"}
	out, err := r.run(ctx, slices.Concat(args, options, []string{"HEAD", "--"}, paths)...)
	if err != nil {
		return err
	}
	commit := ""
	for len(out) > 0 {
		var field []byte
		field, out, _ = bytes.Cut(out, []byte{0})
		field = bytes.TrimLeft(field, "\n")
		switch {
		case len(field) == 0:
		case field[0] == commitMark:
			commit = string(field[1:])
		case field[0] == ':':
			var name []byte
			name, out, _ = bytes.Cut(out, []byte{0})
			words := strings.Fields(strings.TrimLeft(string(field), ":"))
			if len(words) < 5 || len(words)%2 == 0 {
				return fmt.Errorf("git log printed %q where a change was expected", field)
			}
			if err := do(commit, words, string(name)); err != nil {
				return err
			}
		default:
			return fmt.Errorf("git log printed %q where a commit or a change was expected", field)
		}
	}
	return nil
}

// gitlinkMode is the mode of a submodule in a tree, as git prints it.
const gitlinkMode = "160000"

// RenamedTo finds what a file became in the commit that took it away, "" when it was deleted.
func (r *Repo) RenamedTo(ctx context.Context, commit, name string) (string, error) {
	find := func(similarity string) ([]byte, error) {
		return r.run(ctx, "diff-tree", "-r", "-m", "--root", "--no-commit-id", similarity, "--diff-filter=R", "--name-status", "-z", commit)
	}
	out, err := find("--find-renames")
	if err != nil {
		if out, err = find("--find-renames=100%"); err != nil { // a partial clone lacks contents
			return "", fmt.Errorf("ask git what became of %s: %w", name, err)
		}
	}
	fields := splitNul(out)
	for i := 0; i+2 < len(fields); i += 3 {
		if fields[i+1] == name {
			return fields[i+2], nil
		}
	}
	return "", nil
}

// Ancestry knows which commits are behind which, for the history of HEAD.
type Ancestry struct {
	number  map[string]int
	parents [][]int

	of   string // the commit that seen speaks of
	seen []bool
}

// Ancestry reads the history of HEAD, commits alone.
func (r *Repo) Ancestry(ctx context.Context) (*Ancestry, error) {
	out, err := r.run(ctx, "rev-list", "--parents", "HEAD")
	if err != nil {
		return nil, fmt.Errorf("ask git for the history: %w", err)
	}
	a := &Ancestry{number: map[string]int{}}
	number := func(id string) int {
		n, ok := a.number[id]
		if !ok {
			n = len(a.parents)
			a.number[id], a.parents = n, append(a.parents, nil)
		}
		return n
	}
	for line := range strings.Lines(string(out)) {
		ids := strings.Fields(line)
		if len(ids) == 0 {
			continue
		}
		n := number(ids[0])
		for _, id := range ids[1:] {
			p := number(id)
			a.parents[n] = append(a.parents[n], p)
		}
	}
	return a, nil
}

// Behind reports whether old is commit itself or an ancestor of it. Asking about one commit after the other is quick.
func (a *Ancestry) Behind(old, commit string) bool {
	start, ok := a.number[commit]
	n, known := a.number[old]
	if !ok || !known {
		return false
	}
	if a.of != commit {
		a.of, a.seen = commit, slices.Repeat([]bool{false}, len(a.parents))
		a.seen[start] = true
		for todo := []int{start}; len(todo) > 0; {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, p := range a.parents[at] {
				if !a.seen[p] {
					a.seen[p] = true
					todo = append(todo, p)
				}
			}
		}
	}
	return a.seen[n]
}

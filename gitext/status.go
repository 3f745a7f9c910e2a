package gitext

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// Uncommitted counts the files of the memory that "git status" shows: changed, new or deleted against HEAD, staged or not.
// Derived and local files do not count, tracked or not. memoryPath is as for [Repo.FS]. place.ErrNoWorkTree where there is
// none.
func (r *Repo) Uncommitted(ctx context.Context, memoryPath string) (int, error) {
	memoryPath, err := r.inWorkTree(memoryPath)
	if err != nil {
		return 0, err
	}
	out, err := r.run(ctx, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all",
		"--", memoryPath)
	if err != nil {
		return 0, fmt.Errorf("ask git what is not committed: %w", err)
	}
	n := 0
	for _, record := range splitNul(out) {
		// XY SP PATH, two letters of state each.
		if len(record) > 3 && !Derived(below(memoryPath, record[3:])) {
			n++
		}
	}
	return n, nil
}

// TrackedDerived lists the derived and local files that git tracks though it should not, as slash paths relative to the
// memory, sorted bytewise. It reads the index, not the work tree.
func (r *Repo) TrackedDerived(ctx context.Context, memoryPath string) ([]string, error) {
	memoryPath, err := r.inWorkTree(memoryPath)
	if err != nil {
		return nil, err
	}
	args := []string{"ls-files", "-z", "--"}
	// Only where derived files can be: a memory may have very many chunks.
	for _, name := range []string{memory.IndexDir, memory.HistoryDir, memory.LockPath, memory.TransactionPath, memory.StagingDir} {
		args = append(args, path.Join(memoryPath, name))
	}
	out, err := r.run(ctx, args...)
	if err != nil {
		return nil, fmt.Errorf("ask git what is tracked: %w", err)
	}
	var found []string
	for _, name := range splitNul(out) {
		if name = below(memoryPath, name); Derived(name) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil // a path in conflict is listed once a stage
}

// Derived reports whether a slash path relative to a memory names a file that is rebuilt or belongs to one clone, and so
// must not be tracked: index/, history/*/summaries.md, history/access.jsonl with its older parts, and what writers leave
// while they work.
func Derived(name string) bool {
	first, rest, nested := strings.Cut(name, "/")
	switch first {
	case memory.IndexDir, memory.StagingDir:
		return nested
	case memory.LockPath, memory.TransactionPath:
		return !nested
	case memory.HistoryDir:
		ok, _ := path.Match("*/summaries.md", rest)
		return ok || strings.HasPrefix(rest, "access.jsonl") && !strings.Contains(rest, "/")
	}
	return false
}

// inWorkTree checks a memory's path for commands that need a work tree and returns it clean.
func (r *Repo) inWorkTree(memoryPath string) (string, error) {
	if r.place.Top == "" {
		return "", fmt.Errorf("%w: %s", place.ErrNoWorkTree, r.place.GitDir)
	}
	memoryPath = path.Clean(memoryPath)
	if memoryPath != "." && (path.IsAbs(memoryPath) || strings.HasPrefix(memoryPath, "../") || memoryPath == "..") {
		return "", fmt.Errorf("%q is no path in the repository", memoryPath)
	}
	return memoryPath, nil
}

// below makes a path from the top of the work tree relative to the memory.
func below(memoryPath, name string) string {
	if memoryPath == "." {
		return name
	}
	return strings.TrimPrefix(name, memoryPath+"/")
}

// splitNul splits the output of a command with -z.
func splitNul(out []byte) []string {
	out = bytes.TrimSuffix(out, []byte{0})
	if len(out) == 0 {
		return nil
	}
	return strings.Split(string(out), "\x00")
}

// Tracks reports whether the index has a path, a slash path from the top, or anything below it.
func (r *Repo) Tracks(ctx context.Context, name string) (bool, error) {
	out, err := r.run(ctx, "ls-files", "-z", "--full-name", "--", name)
	if err != nil {
		return false, fmt.Errorf("ask git whether it tracks %s: %w", name, err)
	}
	return len(out) > 0, nil
}

// TrackedMemories lists the folders in the index that are memories by their two files, as sorted slash paths from the top.
func (r *Repo) TrackedMemories(ctx context.Context) ([]string, error) {
	out, err := r.run(ctx, "--no-literal-pathspecs", "ls-files", "-z", "--full-name", "--", ":(top,glob)**/"+memory.ConfigPath, ":(top,glob)**/"+memory.DirectoryPath)
	if err != nil {
		return nil, fmt.Errorf("ask git for memories: %w", err)
	}
	has := map[string]int{}
	for _, name := range slices.Compact(splitNul(out)) { // in a conflict a file is listed once a stage
		has[path.Dir(name)]++
	}
	maps.DeleteFunc(has, func(_ string, n int) bool { return n < 2 })
	return sortedKeys(has), nil
}

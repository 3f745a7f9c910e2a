package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// ErrNoLine says that a file does not have the line, or that git does not know the file.
var ErrNoLine = errors.New("no such line")

// LastTouch returns the commit that last touched a line, as git blame says for the file in the work tree; "" when the line
// is not committed. name is a slash path from the top, line counts from 1. ErrNoLine when there is none, ErrMissingObject in
// a clone that lacks an older content of the file.
func (r *Repo) LastTouch(ctx context.Context, name string, line int) (commit string, err error) {
	out, err := r.run(ctx, "blame", "--porcelain", "-L", fmt.Sprintf("%d,%d", line, line), "--", name)
	if failed, ok := errors.AsType[*CommandError](err); ok {
		return "", fmt.Errorf("%w: %s", ErrNoLine, firstLine(failed.Stderr))
	}
	if err != nil {
		return "", fmt.Errorf("ask git who touched %s:%d: %w", name, line, err)
	}
	id, _, _ := strings.Cut(string(out), " ")
	if !validID(id) {
		return "", fmt.Errorf("git blame printed %q where a commit was expected", id)
	}
	if strings.Trim(id, "0") == "" {
		return "", nil
	}
	return id, nil
}

// FormerNames lists the names that a file had before, newest first, without the one it has now. Renames are found as git
// log --follow finds them; in a clone without old contents only those that changed nothing else.
func (r *Repo) FormerNames(ctx context.Context, name string) ([]string, error) {
	find := func(similarity string) ([]byte, error) {
		return r.run(ctx, "log", "--follow", similarity, "--diff-filter=R", "--name-status", "-z", "--format=", "--no-color",
			"--no-relative", "--", name)
	}
	out, err := find("--find-renames")
	if errors.Is(err, ErrMissingObject) {
		out, err = find("--find-renames=100%")
	}
	if err != nil {
		return nil, fmt.Errorf("ask git for the former names of %s: %w", name, err)
	}
	var names []string
	fields := strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 })
	for i := 0; i+2 < len(fields); i += 3 { // R<similarity>, old name, new name
		if old := fields[i+1]; old != name && !slices.Contains(names, old) {
			names = append(names, old)
		}
	}
	return names, nil
}

// OnlyOne reports whether the index has exactly one file of this base name.
func (r *Repo) OnlyOne(ctx context.Context, base string) (bool, error) {
	out, err := r.run(ctx, "ls-files", "-z")
	if err != nil {
		return false, fmt.Errorf("ask git which files it tracks: %w", err)
	}
	n := 0
	for name := range bytes.SplitSeq(out, []byte{0}) {
		if path.Base(string(name)) == base {
			n++
		}
	}
	return n == 1, nil
}

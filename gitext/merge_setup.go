package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// The merge driver's name in git's configuration and attributes.
const driverName = "hfa"

// The lines around ours in info/attributes.
const (
	driverBegin = "# >>> git hfa setup merge >>>\n"
	driverEnd   = "# <<< git hfa setup merge --remove <<<\n"
)

// driverSettings is what git is told about the driver. The made-up base of a criss-cross merge is merged as text: where
// that has markers it is no base, and nobody's half of a contradiction becomes the base of the other.
func driverSettings() [][2]string {
	return [][2]string{
		{"merge." + driverName + ".name", "directory.md and config.json of a git hfa memory"},
		{"merge." + driverName + ".driver", "git hfa merge-driver %O %A %B %P"},
		{"merge." + driverName + ".recursive", "text"},
	}
}

// InstallMergeDriver tells this clone to merge directory.md and config.json of a memory with "git hfa merge-driver": in
// its configuration and in info/attributes, both outside of what is tracked. Once is the same as twice.
func (r *Repo) InstallMergeDriver(ctx context.Context, memoryPath string) error {
	memoryPath, err := r.inWorkTree(memoryPath)
	if err != nil {
		return err
	}
	for _, s := range driverSettings() {
		if _, err := r.run(ctx, "config", "--local", s[0], s[1]); err != nil {
			return fmt.Errorf("configure the merge driver: %w", err)
		}
	}
	return r.editAttributes(func(lines []string) []string {
		for _, name := range []string{memory.DirectoryPath, memory.ConfigPath} {
			line := attributePattern("/"+path.Join(memoryPath, name)) + " merge=" + driverName + "\n"
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
		return lines
	})
}

// RemoveMergeDriver takes everything out again that InstallMergeDriver wrote. Other lines keep every byte.
func (r *Repo) RemoveMergeDriver(ctx context.Context) error {
	for _, s := range driverSettings() {
		_, err := r.run(ctx, "config", "--local", "--unset-all", s[0])
		// git config ends with 5 when there is no such key.
		if failed, ok := errors.AsType[*CommandError](err); err != nil && !(ok && failed.Code == 5) {
			return fmt.Errorf("configure the merge driver: %w", err)
		}
	}
	return r.editAttributes(func([]string) []string { return nil })
}

// editAttributes changes our lines of info/attributes. They stand first, so that what a person writes there wins, and so
// that taking them out leaves the rest as it was.
func (r *Repo) editAttributes(edit func(lines []string) []string) error {
	file := filepath.Join(r.place.CommonDir, "info", "attributes")
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %s: %w", file, err)
	}
	var lines []string
	rest := text
	if ours, after, found := bytes.Cut(bytes.TrimPrefix(text, []byte(driverBegin)), []byte(driverEnd)); found && bytes.HasPrefix(text, []byte(driverBegin)) {
		for line := range bytes.Lines(ours) {
			lines = append(lines, string(line))
		}
		rest = after
	}
	result := rest
	if lines = edit(lines); len(lines) > 0 {
		result = slices.Concat([]byte(driverBegin), []byte(strings.Join(lines, "")), []byte(driverEnd), rest)
	}
	switch {
	case bytes.Equal(result, text):
		return nil
	case len(result) == 0:
		err = os.Remove(file)
	default:
		if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
			err = place.ReplaceFile(file, result, 0)
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// attributePattern writes a path as a pattern that fits nothing else: the signs of a pattern get a backslash, and a
// pattern with white space is quoted as C does it (gitattributes(5)).
func attributePattern(name string) string {
	pattern := strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(name)
	if strings.ContainsAny(pattern, " \t\"\\") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`).Replace(pattern) + `"`
	}
	return pattern
}

// MainBranch names the branch that others merge into: the one that origin's HEAD points to, else the one checked out.
// ErrUnknownRevision when there is neither.
func (r *Repo) MainBranch(ctx context.Context) (string, error) {
	if out, err := r.run(ctx, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"); err == nil {
		if branch, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "refs/remotes/origin/"); ok {
			return branch, nil
		}
	}
	out, err := r.run(ctx, "symbolic-ref", "--quiet", "HEAD")
	if branch, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "refs/heads/"); err == nil && ok {
		return branch, nil
	}
	return "", fmt.Errorf("%w: no branch is checked out, and origin names no main branch", ErrUnknownRevision)
}

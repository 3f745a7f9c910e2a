package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// leftByGit reports whether a file of the work tree is what git leaves of a conflict, so that it may be overwritten: one of
// the sides, or exactly the text with markers that git makes of the stages. That a text has markers in it says nothing: a
// person may have settled one place of two. name is the file's slash path from the top.
func (r *Repo) leftByGit(ctx context.Context, name string, now []byte, c Conflict) (bool, error) {
	text := string(unixLines(now))
	if text == string(unixLines(c.Ours)) || text == string(unixLines(c.Theirs)) {
		return true, nil
	}
	if !markerLine.MatchString(text) {
		return false, nil
	}
	scratch, err := os.MkdirTemp("", "git-hfa-resolve-")
	if err != nil {
		return false, fmt.Errorf("resolve %s: %w", name, err)
	}
	defer os.RemoveAll(scratch)
	want := withoutLabels(text)
	for _, style := range conflictStyles(text) {
		for _, anew := range []func(context.Context, string, string, string, Conflict) ([]byte, error){r.checkedOut, r.mergedAnew} {
			made, err := anew(ctx, scratch, style, name, c)
			if _, ok := errors.AsType[*CommandError](err); ok {
				continue // an older git does not know the style: then it did not make the text so
			}
			if err != nil {
				return false, fmt.Errorf("resolve %s: %w", name, err)
			}
			if withoutLabels(string(unixLines(made))) == want {
				return true, nil
			}
		}
	}
	return false, nil
}

// conflictStyles are the values of merge.conflictStyle that may have made a text.
func conflictStyles(text string) []string {
	if baseLine.MatchString(text) {
		return []string{"diff3", "zdiff3"}
	}
	return []string{"merge"}
}

// A line of markers is of seven signs or as many as the attribute conflict-marker-size says. Behind it stands the name of a
// side, which says how the merge was called and not what is in it.
var (
	markerLine = regexp.MustCompile(`(?m)^<{7,}( .*)?$`)
	baseLine   = regexp.MustCompile(`(?m)^\|{7,}( .*)?$`)
	labelled   = regexp.MustCompile(`(?m)^(?:(<{7}|\|{7}|>{7})[<|>]*(?: .*)?|(={7})=*)$`)
)

func withoutLabels(text string) string { return labelled.ReplaceAllString(text, "$1$2") }

// checkedOut makes what "git checkout --merge" does of the conflict, with the attributes of the repository. Index and work
// tree are copies, so nothing is touched.
func (r *Repo) checkedOut(ctx context.Context, scratch, style, name string, _ Conflict) ([]byte, error) {
	index := envValue(r.env, "GIT_INDEX_FILE")
	switch {
	case index == "":
		index = filepath.Join(r.place.GitDir, "index")
	case !filepath.IsAbs(index):
		index = filepath.Join(r.place.Top, index)
	}
	data, err := os.ReadFile(index)
	if err != nil {
		return nil, err
	}
	tree := filepath.Join(scratch, "checkout-"+style)
	if err := os.MkdirAll(tree, 0o777); err != nil {
		return nil, err
	}
	copied := filepath.Join(scratch, "index")
	if err := os.WriteFile(copied, data, 0o600); err != nil {
		return nil, err
	}
	env := append(r.env[:len(r.env):len(r.env)], "GIT_DIR="+r.place.GitDir, "GIT_WORK_TREE="+tree, "GIT_INDEX_FILE="+copied)
	if err := r.runIn(ctx, tree, env, "", "checkout", "--quiet", "--conflict="+style, "--", name); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(tree, filepath.FromSlash(name)))
}

// mergedAnew makes what a merge does of the three texts, in a repository of its own: merge, rebase and cherry-pick compare
// lines in another way (ort: histogram) than checkout does, and no command shows that for three files alone.
func (r *Repo) mergedAnew(ctx context.Context, scratch, style, _ string, c Conflict) ([]byte, error) {
	const file = "file"
	dir := filepath.Join(scratch, "merge-"+style)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	env := commandEnv(os.Environ(), place.Place{}, nil)
	git := func(input string, args ...string) error {
		return r.runIn(ctx, dir, env, input, append([]string{"-c", "user.name=-", "-c", "user.email=-", "-c", "rerere.enabled=false", "-c", "gc.auto=0",
			"-c", "maintenance.auto=false", "-c", "merge.verifySignatures=false", "-c", "merge.renames=false", "-c", "merge.conflictStyle=" + style}, args...)...)
	}
	var history strings.Builder
	for i, text := range [][]byte{c.Base, c.Ours, c.Theirs} {
		fmt.Fprintf(&history, "commit refs/heads/%s\nmark :%d\ncommitter - <-> %d +0000\ndata 0\n", []string{"base", "ours", "theirs"}[i], i+1, i)
		if i > 0 {
			history.WriteString("from :1\n")
		}
		if text != nil {
			fmt.Fprintf(&history, "M 100644 inline %s\ndata %d\n%s\n", file, len(text), text)
		}
	}
	if err := git("", "init", "--quiet", "--template="); err != nil {
		return nil, err
	}
	if err := git(history.String(), "fast-import", "--quiet"); err != nil {
		return nil, err
	}
	if err := git("", "checkout", "--quiet", "ours"); err != nil {
		return nil, err
	}
	var failed *CommandError
	if err := git("", "merge", "--quiet", "--no-commit", "--no-ff", "theirs"); err != nil && (!errors.As(err, &failed) || failed.Code != 1) {
		return nil, err // 1 is a conflict
	}
	return os.ReadFile(filepath.Join(dir, file))
}

// runIn runs git in another folder with another environment. No hook runs, whatever the configuration says.
func (r *Repo) runIn(ctx context.Context, dir string, env []string, input string, args ...string) error {
	args = append([]string{"-c", "core.hooksPath=" + filepath.Join(dir, ".git", "none")}, args...)
	cmd := r.command(ctx, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, env, strings.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return r.commandError(ctx, args, err, stderr.String())
	}
	return nil
}

package gitext

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// folderKind says whose a hooks folder is.
type folderKind int

const (
	folderOwn     folderKind = iota // of this repository, not tracked
	folderHusky                     // of husky, which runs .husky/NAME
	folderTracked                   // of the team: the files are in commits
	folderShared                    // outside: other repositories use it too
	folderOff                       // none, and there cannot be one: git runs no hooks
)

// hookFolder is where git looks for hooks in one work tree.
type hookFolder struct {
	dir   string // absolute, as git says it
	write string // where hooks are written: dir, but for husky its folder
	kind  folderKind
	// private: only this work tree has this folder.
	private bool
	// scope says where core.hooksPath is set (local, worktree, global, system, command), "" when it is not.
	scope string
	// Of folderOff: what it is, and what to do to have hooks.
	off, offCure string
}

// hookFolder asks git and finds out whose the folder is.
func (r *Repo) hookFolder(ctx context.Context) (hookFolder, error) {
	if !r.place.InGit {
		return r.globalHookFolder(ctx)
	}
	scope, value := r.hooksPath(ctx)
	out, err := r.run(ctx, "rev-parse", "--path-format=absolute", "--git-path", "hooks")
	if _, failed := errors.AsType[*CommandError](err); failed && scope != "" { // nothing, or a file on the way: not even git can say where that is
		f := hookFolder{dir: value, kind: folderOff, scope: scope}
		f.off, f.offCure = r.offReason(f, place.ShellQuote(value))
		return f, nil
	}
	if err != nil {
		return hookFolder{}, fmt.Errorf("ask git where its hooks are: %w", err)
	}
	// git before 2.31 repeats the option it does not know, and answers relative to where it runs.
	text := strings.TrimSuffix(strings.TrimPrefix(string(out), "--path-format=absolute\n"), "\n")
	dir := filepath.FromSlash(strings.TrimSuffix(text, "\r"))
	if !filepath.IsAbs(dir) && dir != filepath.FromSlash(nullDevice) { // which Windows does not know
		dir = filepath.Join(r.dir(), dir)
	}
	f := hookFolder{dir: dir, write: dir, scope: scope}
	if noFolder(dir) {
		f.kind = folderOff
		f.off, f.offCure = r.offReason(f, dir)
		return f, nil
	}
	return r.classifyFolder(ctx, f)
}

// nullDevice is what people set core.hooksPath to when they want no hooks, on every system.
const nullDevice = "/dev/null"

// noFolder reports whether a path is no folder, and cannot become one because something else is in the way.
func noFolder(dir string) bool {
	if dir == filepath.FromSlash(nullDevice) || strings.EqualFold(dir, os.DevNull) {
		return true
	}
	for {
		info, err := os.Stat(dir)
		if err == nil {
			return !info.IsDir()
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return false
		}
		dir = parent
	}
}

// offReason says why git runs no hooks, and what to do to have them.
func (r *Repo) offReason(f hookFolder, what string) (reason, cure string) {
	if f.scope == "" {
		return what + " is no folder, so git runs no hooks here", "once it is moved away, type: git hfa hooks install"
	}
	text := "core.hooksPath (" + f.scope + ") is " + what + ", which is no folder, so git runs no hooks here"
	switch f.scope {
	case "local", "worktree":
		return text, "to have them, type: git config --" + f.scope + " --unset-all core.hooksPath && git hfa hooks install"
	case "command":
		return text + "; it was set for this one command", "to have hooks, leave it out"
	}
	return text, "to have them in this repository, type: git config core.hooksPath " +
		place.ShellQuote(filepath.ToSlash(filepath.Join(r.place.CommonDir, "hooks"))) + " && git hfa hooks install"
}

// hooksPath returns core.hooksPath and the scope in which it is set; the scope is "" when it is not.
func (r *Repo) hooksPath(ctx context.Context) (scope, value string) {
	out, err := r.run(ctx, "config", "--show-scope", "-z", "--get", "core.hooksPath")
	if err != nil {
		return "", ""
	}
	scope, value, _ = strings.Cut(string(out), "\x00")
	return scope, strings.TrimSuffix(value, "\x00")
}

// globalHookFolder is the folder that core.hooksPath names for all repositories of the user.
func (r *Repo) globalHookFolder(ctx context.Context) (hookFolder, error) {
	out, err := r.run(ctx, "config", "--global", "--type=path", "--get", "core.hooksPath")
	dir := filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))
	if _, failed := errors.AsType[*CommandError](err); failed || err == nil && !filepath.IsAbs(dir) {
		return hookFolder{}, hinted("install in each repository: git hfa hooks install",
			"%w: this git has no hooks for all repositories at once (2.54 has), and core.hooksPath names no folder for them", ErrHooksRefused)
	}
	f := hookFolder{dir: dir, write: dir, kind: folderShared, scope: "global"}
	if err == nil && noFolder(dir) {
		f.kind, f.off = folderOff, "core.hooksPath (global) is "+dir+", which is no folder, so git runs no hooks"
		f.offCure = "to have them, type: git config --global --unset-all core.hooksPath"
	}
	return f, err
}

func (r *Repo) classifyFolder(ctx context.Context, f hookFolder) (hookFolder, error) {
	dir := place.Resolve(f.dir)
	if place.Within(r.place.CommonDir, dir) {
		f.private = r.place.GitDir != r.place.CommonDir && place.Within(r.place.GitDir, dir)
		return f, nil
	}
	tops, err := r.workTrees(ctx)
	if err != nil {
		return f, err
	}
	for _, top := range tops {
		if top = place.Resolve(top); !place.Within(top, dir) {
			continue
		}
		f.private = top == r.place.Top
		if husky, ok := huskyFolder(dir); ok {
			f.kind, f.write = folderHusky, husky
			return f, nil
		}
		owner := r
		if top != r.place.Top {
			if owner, err = openTop(top); err != nil {
				return f, err
			}
			defer owner.Close()
		}
		rel, err := filepath.Rel(top, dir)
		if err != nil {
			return f, err
		}
		tracked, err := owner.run(ctx, "ls-files", "-z", "--", filepath.ToSlash(rel))
		if err != nil {
			return f, fmt.Errorf("ask git whether %s is tracked: %w", dir, err)
		}
		if len(tracked) > 0 {
			f.kind = folderTracked
		}
		return f, nil
	}
	f.kind = folderShared
	return f, nil
}

// huskyFolder returns the folder with the scripts that husky runs: core.hooksPath is ".husky" up to version 8 and
// ".husky/_", which is made anew at each install, from version 9 on.
func huskyFolder(dir string) (string, bool) {
	if filepath.Base(dir) == "_" {
		dir = filepath.Dir(dir)
	}
	return dir, filepath.Base(dir) == ".husky"
}

// allows tells why hooks cannot be installed into the folder; nil when they can.
func (r *Repo) allows(f hookFolder, o HookOptions) error {
	switch {
	case f.kind == folderOff:
		return hinted(f.offCure, "%w: %s", ErrHooksRefused, f.off)
	case o.Mode == HooksWorktree && !f.private:
		return hinted("for all of them, type: git hfa hooks install",
			"%w: all work trees have their hooks in %s, and this git cannot tell them apart (2.54 can)", ErrHooksRefused, f.dir)
	case f.kind == folderShared && o.Mode != HooksGlobal && !o.Force:
		what := "core.hooksPath (" + f.scope + ") names " + f.dir + ", which"
		if f.scope == "" { // a link
			what = filepath.Join(r.place.CommonDir, "hooks") + " is a link to " + f.dir + ", which"
		}
		return hinted("to write there all the same, type: git hfa hooks install --force; to see what to add by hand: git hfa hooks install --manual",
			"%w: %s lies outside this repository, so others may use it", ErrHooksRefused, what)
	}
	return nil
}

// workTrees lists the tops of all work trees of the repository that are there, this one first.
func (r *Repo) workTrees(ctx context.Context) ([]string, error) {
	var tops []string
	if r.place.Top != "" {
		tops = append(tops, r.place.Top)
	}
	out, err := r.run(ctx, "worktree", "list", "--porcelain")
	if err != nil {
		return nil, fmt.Errorf("ask git for its work trees: %w", err)
	}
	// Without -z, which git has since 2.36 only: a path with a line break in it is not found, as it would be anyway.
	for record := range strings.SplitSeq(string(out), "\n\n") {
		lines := strings.Split(record, "\n")
		top, ok := strings.CutPrefix(lines[0], "worktree ")
		if !ok || len(lines) > 1 && lines[1] == "bare" {
			continue
		}
		top = filepath.FromSlash(strings.TrimSuffix(top, "\r"))
		// In a submodule, and with a separate git folder, git lists that folder in the place of the main work tree.
		if info, err := os.Stat(top); err != nil || !info.IsDir() || place.Resolve(top) == r.place.Top || place.Resolve(top) == r.place.CommonDir {
			continue
		}
		tops = append(tops, top)
	}
	return tops, nil
}

// openTop opens the repository of another work tree; what the environment says about this one does not hold there.
func openTop(top string) (*Repo, error) {
	p, err := place.Find(top, nil)
	if err != nil {
		return nil, err
	}
	return Open(p)
}

package place

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Place is where a folder stands in git's eyes. All paths are absolute and real (symbolic links resolved).
type Place struct {
	// Top is the top of the work tree. "" when there is none: in a bare repository, or inside a git folder. Outside git
	// it is the folder that was asked for.
	Top string
	// GitDir is the git folder of this work tree, CommonDir the one that all work trees of the clone share. Both are ""
	// outside git; they differ in a linked worktree.
	GitDir, CommonDir string
	// Bare: the repository has no work tree.
	Bare bool
	// InGit: a repository was found.
	InGit bool
	// Explicit: the environment named the git folder or the work tree, so git has to be told the same.
	Explicit bool
}

// Env looks an environment variable up, as os.Getenv does: "" when it is not set.
type Env = func(name string) string

// WithoutGit hides every GIT_ variable. A program that a git hook may have started, and that means the repository it
// stands in, looks through it.
func WithoutGit(env Env) Env {
	return func(name string) string {
		if env == nil || strings.HasPrefix(name, "GIT_") {
			return ""
		}
		return env(name)
	}
}

// Find tells where dir stands, as git would. No repository is no error: InGit is false then. Errors are a folder that
// cannot be read, a ".git" file or a configuration file that git would refuse too, and a GIT_DIR that names no repository.
//
// env may be nil: then GIT_ variables are ignored.
func Find(dir string, env Env) (Place, error) {
	if env == nil {
		env = func(string) string { return "" }
	}
	start, err := realPath(dir)
	if err != nil {
		return Place{}, fmt.Errorf("find the repository: %w", err)
	}
	f := finder{env: env, start: start}
	if named := env("GIT_DIR"); named != "" {
		return f.named(named)
	}
	p, err := f.walk()
	if err != nil {
		return Place{}, err
	}
	if !p.InGit {
		p.Top = start
	}
	return p, nil
}

// finder is one call of Find.
type finder struct {
	env   Env
	start string // absolute, real
}

// named handles GIT_DIR.
func (f *finder) named(name string) (Place, error) {
	dir := absFrom(f.start, name)
	if info, err := os.Stat(dir); err == nil && info.Mode().IsRegular() {
		target, err := readGitFile(dir)
		if err != nil {
			return Place{}, err
		}
		dir = target
	}
	p, ok := f.gitDir(dir)
	if !ok {
		return Place{}, fmt.Errorf("GIT_DIR is %s, which is not a git repository", name)
	}
	p.Explicit = true
	// Without a work tree named anywhere, git takes the current folder.
	return f.workTree(p, f.start)
}

// walk looks in start and in every folder above it. At each level ".git" comes first, then the folder itself: that is a
// bare repository, or the inside of a git folder.
func (f *finder) walk() (Place, error) {
	ceiling := f.ceiling()
	device, checkDevice := deviceOf(f.start)
	if truth(f.env("GIT_DISCOVERY_ACROSS_FILESYSTEM")) {
		checkDevice = false
	}
	for dir := f.start; ; {
		dot := filepath.Join(dir, ".git")
		info, err := os.Stat(dot)
		switch {
		case err != nil:
		case info.IsDir():
			if p, ok := f.gitDir(dot); ok {
				return f.workTree(p, dir)
			}
		case info.Mode().IsRegular():
			target, err := readGitFile(dot)
			if err != nil {
				return Place{}, err
			}
			p, ok := f.gitDir(target)
			if !ok {
				return Place{}, fmt.Errorf("%s names %s, which is not a git repository", dot, target)
			}
			return f.workTree(p, dir)
		}
		if p, ok := f.gitDir(dir); ok {
			return f.workTree(p, "")
		}
		parent := filepath.Dir(dir)
		if parent == dir || dir == ceiling {
			return Place{}, nil
		}
		if checkDevice {
			if d, ok := deviceOf(parent); ok && d != device {
				return Place{}, nil
			}
		}
		dir = parent
	}
}

// ceiling returns the topmost folder that may be searched, "" when nothing bounds the walk. git may not go up *into* a
// folder of GIT_CEILING_DIRECTORIES, but the folder it starts in is always searched. After an empty entry names are
// taken as they are, without resolving links.
func (f *finder) ceiling() string {
	best, resolve := "", true
	for _, name := range filepath.SplitList(f.env("GIT_CEILING_DIRECTORIES")) {
		if name == "" {
			resolve = false
			continue
		}
		if !filepath.IsAbs(name) {
			continue
		}
		name = filepath.Clean(name)
		if resolve {
			if real, err := filepath.EvalSymlinks(name); err == nil {
				name = real
			}
		}
		if name == f.start || !Within(name, f.start) || len(name) < len(best) {
			continue
		}
		best = name
	}
	if best == "" {
		return ""
	}
	rel, err := filepath.Rel(best, f.start)
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
	return filepath.Join(best, first)
}

// gitDir reports whether dir is a git folder, by the test git makes: a HEAD that is well formed, objects and refs.
func (f *finder) gitDir(dir string) (Place, bool) {
	if !validHead(filepath.Join(dir, "HEAD")) {
		return Place{}, false
	}
	common := dir
	if name := f.env("GIT_COMMON_DIR"); name != "" {
		common = absFrom(f.start, name)
	} else if data, err := readSmall(filepath.Join(dir, "commondir"), maxGitFile); err == nil {
		common = absFrom(dir, trimLine(string(data)))
	}
	objects := filepath.Join(common, "objects")
	if name := f.env("GIT_OBJECT_DIRECTORY"); name != "" {
		objects = absFrom(f.start, name)
	}
	if !isDir(objects) || !isDir(filepath.Join(common, "refs")) {
		return Place{}, false
	}
	real, err := realPath(dir)
	if err != nil {
		return Place{}, false
	}
	realCommon, err := realPath(common)
	if err != nil {
		return Place{}, false
	}
	return Place{GitDir: real, CommonDir: realCommon, InGit: true}, true
}

// workTree fills Top and Bare. The order is git's: GIT_WORK_TREE, core.bare, core.worktree, then top, the folder that
// the search ended in ("" for a git folder found from inside).
func (f *finder) workTree(p Place, top string) (Place, error) {
	c, err := readCore(p)
	if err != nil {
		return Place{}, err
	}
	switch name := f.env("GIT_WORK_TREE"); {
	case name != "":
		p.Explicit = true
		top = absFrom(f.start, name)
	case c.bare == yes:
		p.Bare = true
		return p, nil
	case c.tree != "":
		top = absFrom(p.GitDir, c.tree)
	case top == "":
		p.Bare = c.bare != no && c.sharedBare != no
		return p, nil
	}
	// A work tree that is not there yet is no error in git either.
	if p.Top, err = realPath(top); errors.Is(err, fs.ErrNotExist) {
		p.Top, err = top, nil
	}
	return p, err
}

type tristate int

const (
	unset tristate = iota
	no
	yes
)

// core is what the configuration says about the work tree.
type core struct {
	bare tristate
	tree string
	// sharedBare is core.bare of the shared file. A linked worktree does not obey it, but the inside of its git folder is
	// bare only when the clone is.
	sharedBare tristate
}

// readCore reads core.bare and core.worktree. A linked worktree takes nothing from the shared file but what
// config.worktree repeats for it, when the extension is on; that is git's rule.
func readCore(p Place) (core, error) {
	shared, err := ReadConfig(filepath.Join(p.CommonDir, "config"))
	if errors.Is(err, fs.ErrNotExist) {
		return core{}, nil
	}
	if err != nil {
		return core{}, fmt.Errorf("read git's configuration: %w", err)
	}
	var c core
	if c.sharedBare, err = shared.flag("core.bare"); err != nil {
		return core{}, err
	}
	perTree, err := shared.flag("extensions.worktreeconfig")
	if err != nil {
		return core{}, err
	}
	if perTree != yes && p.GitDir != p.CommonDir {
		return c, nil
	}
	c.bare = c.sharedBare
	if s, ok := shared.Get("core.worktree"); ok {
		c.tree = s.Value
	}
	if perTree != yes {
		return c, nil
	}
	own, err := ReadConfig(filepath.Join(p.GitDir, "config.worktree"))
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return core{}, fmt.Errorf("read git's configuration: %w", err)
	}
	if s, ok := own.Get("core.worktree"); ok {
		c.tree = s.Value
	}
	if b, err := own.flag("core.bare"); err != nil {
		return core{}, err
	} else if b != unset {
		c.bare = b
	}
	return c, nil
}

// flag reads a boolean that may be absent.
func (c *Config) flag(key string) (tristate, error) {
	s, ok := c.Get(key)
	if !ok {
		return unset, nil
	}
	b, err := s.Bool()
	if err != nil {
		return unset, fmt.Errorf("%s: %w", c.File, err)
	}
	if b {
		return yes, nil
	}
	return no, nil
}

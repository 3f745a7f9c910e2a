package place

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Memory says where a memory is, or would be created: nothing has to exist yet.
type Memory struct {
	// Dir is the memory folder, absolute and real.
	Dir string
	// Place is the repository that holds Dir. For a memory in a submodule that is the submodule. Outside git its Top is
	// the current folder, or for a memory named by the caller or the environment the folder that holds Dir.
	Place Place
	// Work is the top of the work tree the memory speaks about: Place.Top, but for a memory in a submodule the
	// superproject that the search began in.
	Work string
	// Path is Dir as a slash path relative to Place.Top ("." for the top itself); in a bare repository relative to the
	// repository folder. "" outside git, and for a Dir that is not inside the work tree.
	Path string
	// Counter is the file that holds the last chunk number given in this clone for this memory:
	// CommonDir/hfa/<first 16 hex digits of SHA-256 of Path>.counter. "" when there is no Path, and in a bare repository.
	Counter string
	// Why is the rule that found it: one of the By constants.
	Why string
}

// The rules of Locate, in their order.
const (
	ByArgument    = "argument"
	ByEnvironment = "HFA_MEMORY_DIR"
	ByConfig      = HFAConfig
	ByDefault     = "default"
)

// DefaultDir is the memory's name at the top of the work tree when nothing names another.
const DefaultDir = "memory"

// ErrNoWorkTree: the memory was to be found through the work tree, and there is none (a bare repository, or a folder
// inside ".git").
var ErrNoWorkTree = errors.New("no work tree here")

// Locate finds the memory that belongs to the folder cwd. The order: explicit (an argument or flag, "" for none),
// HFA_MEMORY_DIR, ".hfaconfig" at the top of the work tree, the folder "memory" there. The first two are relative to cwd
// and may lie anywhere; the last two never lead out of the work tree, not through a symbolic link either. Outside git
// cwd counts as the top.
//
// env may be nil. Errors: ErrNoWorkTree, a *ConfigError for an .hfaconfig that cannot be used, and those of [Find].
func Locate(cwd, explicit string, env Env) (Memory, error) {
	if env == nil {
		env = func(string) string { return "" }
	}
	if explicit != "" {
		return named(cwd, explicit, ByArgument, env)
	}
	if dir := env("HFA_MEMORY_DIR"); dir != "" {
		return named(cwd, dir, ByEnvironment, env)
	}
	p, err := Find(cwd, env)
	if err != nil {
		return Memory{}, err
	}
	if p.Top == "" {
		return Memory{}, fmt.Errorf("%w: %s is a git folder", ErrNoWorkTree, cwd)
	}
	m := Memory{Place: p, Work: p.Top, Why: ByConfig}
	dir, err := readHFAConfig(p.Top, p.GitDir, p.CommonDir)
	if err != nil {
		return Memory{}, err
	}
	if dir == "" {
		dir, m.Why = DefaultDir, ByDefault
		if err := inside(p.Top, dir, p.GitDir, p.CommonDir); err != nil {
			return Memory{}, fmt.Errorf("the folder %s: %w; if it is meant, name it with --memory-dir", dir, err)
		}
	}
	if m.Dir, err = realPrefix(filepath.Join(p.Top, filepath.FromSlash(dir))); err != nil {
		return Memory{}, fmt.Errorf("find the memory: %w", err)
	}
	if m.Place, err = nested(p, m.Dir, env); err != nil {
		return Memory{}, err
	}
	m.fill()
	return m, nil
}

// named locates a memory that the caller or the environment named.
func named(cwd, name, why string, env Env) (Memory, error) {
	base, err := realPath(cwd)
	if err != nil {
		return Memory{}, fmt.Errorf("find the memory: %w", err)
	}
	dir, err := realPrefix(absFrom(base, name))
	if err != nil {
		return Memory{}, fmt.Errorf("find the memory %s: %w", name, err)
	}
	p, err := holder(base, dir, env)
	if err != nil {
		return Memory{}, err
	}
	if !p.InGit {
		p.Top = filepath.Dir(dir)
	}
	m := Memory{Dir: dir, Place: p, Work: p.Top, Why: why}
	m.fill()
	return m, nil
}

// holder finds the repository that holds dir. GIT_DIR and GIT_WORK_TREE speak of the repository of cwd: a hook of one
// repository may be told to use the memory of another.
func holder(cwd, dir string, env Env) (Place, error) {
	if env("GIT_DIR") != "" || env("GIT_WORK_TREE") != "" {
		p, err := Find(cwd, env)
		if err != nil {
			return Place{}, err
		}
		if p.Top != "" && Within(p.Top, dir) {
			return nested(p, dir, env)
		}
		env = WithoutGit(env)
	}
	return Find(existing(dir), env)
}

// nested finds a repository between the top and the memory: a submodule.
func nested(p Place, dir string, env Env) (Place, error) {
	if !p.InGit {
		return p, nil
	}
	for at := dir; at != p.Top && Within(p.Top, at); at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err != nil {
			continue
		}
		inner, err := Find(at, WithoutGit(env))
		if err != nil {
			return Place{}, err
		}
		if inner.InGit && inner.Top != "" && Within(inner.Top, dir) {
			return inner, nil
		}
	}
	return p, nil
}

// fill derives Path and Counter from Dir and Place.
func (m *Memory) fill() {
	top := m.Place.Top
	if m.Place.Bare {
		top = m.Place.GitDir
	}
	if !m.Place.InGit || top == "" || !Within(top, m.Dir) {
		return
	}
	rel, err := filepath.Rel(top, m.Dir)
	if err != nil {
		return
	}
	m.Path = filepath.ToSlash(rel)
	if !m.Place.Bare {
		m.Counter = CounterPath(m.Place.CommonDir, m.Path)
	}
}

// CounterPath names the counter of a memory: commonDir is git's common folder, path the memory's slash path relative to
// the top of the work tree. All work trees of a clone share it.
func CounterPath(commonDir, path string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(commonDir, "hfa", hex.EncodeToString(sum[:8])+".counter")
}

// existing returns the deepest folder at or above dir that is there.
func existing(dir string) string {
	for !isDir(dir) {
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return dir
}

// inside checks that the slash path name, seen from top, stays in the work tree and out of git's own folders, links
// followed. name has passed localName.
func inside(top, name string, gitDirs ...string) error {
	realTop, err := realPath(top)
	if err != nil {
		return err
	}
	real, err := realPrefix(filepath.Join(realTop, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	if !Within(realTop, real) {
		return fmt.Errorf("a symbolic link leads out of the work tree, to %s", real)
	}
	for _, dir := range gitDirs {
		if dir == "" {
			continue
		}
		// In a bare clone with its work trees inside, the common folder holds the top: then it forbids nothing.
		if dir, err = realPath(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		} else if err == nil && Within(dir, real) && !Within(dir, realTop) {
			return fmt.Errorf("it lies in git's own folder %s", dir)
		}
	}
	return nil
}

// Package sibling finds the other programs of git-hfa, and prepares a call of git-hfa for a memory.
//
// hfa-hook and hfa-mcp link neither what reads git's objects nor, the hook, what writes truth; for that they start git-hfa:
//
//	cmd, err := sibling.GitHFA(ctx, m, "recall", "--json")
//	if err != nil {
//		return err
//	}
//	out, err := cmd.Output()
package sibling

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// ErrMissing: the program stands neither beside the one that runs nor on PATH. Its text goes behind the program's name.
var ErrMissing = errors.New("was not found beside this program or on PATH")

// Find gives the absolute path of a program by its name: beside the one that runs first, since they are installed
// together and a host may start its programs with another PATH, else on PATH. The error is [ErrMissing].
func Find(name string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return onPath(name)
	}
	dirs := []string{filepath.Dir(self)}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		dirs = append(dirs, filepath.Dir(real))
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, fileName(name))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return onPath(name)
}

// Stable is [Find] for a path that is written down. A package manager keeps a program behind a link that it moves from
// version to version, and the system names the program behind the link; so where PATH leads to the same program, the
// path that PATH has is the one.
func Stable(name string) (string, error) {
	found, err := Find(name)
	if err != nil {
		return "", err
	}
	return stable(found), nil
}

// Self gives the path of the program that runs as [Stable] would.
func Self() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	return stable(self), nil
}

func stable(found string) string {
	name := strings.TrimSuffix(filepath.Base(found), ".exe")
	if path, err := onPath(name); err == nil && same(path, found) {
		return path
	}
	return found
}

func onPath(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", ErrMissing
	}
	return path, nil
}

func same(one, other string) bool {
	a, err := os.Stat(one)
	if err != nil {
		return false
	}
	b, err := os.Stat(other)
	return err == nil && os.SameFile(a, b)
}

func fileName(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// GitHFA prepares a command of git-hfa for a memory, run where its work tree is and without git's variables: a git hook
// may have started the caller. When ctx is done the command is killed. The error is [ErrMissing].
func GitHFA(ctx context.Context, m place.Memory, args ...string) (*exec.Cmd, error) {
	path, err := Find("git-hfa")
	if err != nil {
		return nil, fmt.Errorf("git-hfa %w", err)
	}
	cmd := exec.CommandContext(ctx, path, append(args, "--memory-dir", m.Dir)...)
	cmd.Dir = m.Work
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	return cmd, nil
}

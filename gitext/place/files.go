package place

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxGitFile bounds ".git" files, "commondir" and HEAD, in bytes: each holds one path or name.
const maxGitFile = 64 << 10

// readGitFile reads a ".git" file: "gitdir: PATH", PATH relative to the folder of the file (gitrepository-layout(5)).
func readGitFile(file string) (string, error) {
	data, err := readSmall(file, maxGitFile)
	if err != nil {
		return "", fmt.Errorf("read the git file: %w", err)
	}
	name, ok := strings.CutPrefix(string(data), "gitdir: ")
	name = trimLine(name)
	if !ok || name == "" {
		return "", fmt.Errorf(`read %s: not a git file; it should say "gitdir: PATH"`, file)
	}
	return absFrom(filepath.Dir(file), name), nil
}

// validHead makes git's test of a HEAD: a symbolic link into refs/, "ref: refs/…", or an object id.
func validHead(file string) bool {
	info, err := os.Lstat(file)
	if err != nil {
		return false
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := os.Readlink(file)
		return err == nil && strings.HasPrefix(filepath.ToSlash(target), "refs/")
	}
	data, err := readSmall(file, maxGitFile)
	if err != nil {
		return false
	}
	if ref, ok := strings.CutPrefix(string(data), "ref:"); ok {
		return strings.HasPrefix(strings.TrimLeft(ref, " \t\r\n"), "refs/")
	}
	return hexDigits(string(data)) >= 40
}

// hexDigits counts the hexadecimal digits that s begins with.
func hexDigits(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool {
		return !('0' <= r && r <= '9' || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F')
	})
	if n < 0 {
		return len(s)
	}
	return n
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// trimLine takes the newline away that ends a one-line file.
func trimLine(s string) string { return strings.TrimRight(s, "\r\n") }

// absFrom makes a path absolute, seen from base.
func absFrom(base, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}

// realPath is the absolute path without symbolic links.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// realPrefix resolves the links of the part of an absolute path that exists and keeps the rest as it is.
func realPrefix(path string) (string, error) {
	rest := ""
	for dir := path; ; {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		// A link whose target is missing is not "absent": going on above it would hide where it leads.
		if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", fmt.Errorf("%s is a symbolic link to something that is not there", dir)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", err
		}
		rest, dir = filepath.Join(filepath.Base(dir), rest), parent
	}
}

// Resolve follows the links of as much of a path as there is, and keeps the rest as it is.
func Resolve(path string) string {
	rest := ""
	for at := filepath.Clean(path); ; {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		parent := filepath.Dir(at)
		if parent == at {
			return filepath.Clean(path)
		}
		at, rest = parent, filepath.Join(filepath.Base(at), rest)
	}
}

// Within reports whether path is dir or lies below it. Both are absolute and clean; nothing lies in "".
func Within(dir, path string) bool {
	if dir == "" {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

// truth reads an environment variable as git reads a boolean one.
func truth(value string) bool {
	b, err := Setting{Value: value}.Bool()
	return err == nil && b
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// casing finds what git has beside the memory, or beside a folder that it lies in, or beside .hfaconfig, under a name that
// differs in case alone: "Memory" beside "memory". memory.Load knows the names inside the memory only.
func (c *check) casing() error {
	if c.gone != nil || c.m.Path == "" {
		return nil
	}
	parts := strings.Split(path.Clean(c.m.Path), "/")
	if c.m.Path == "." {
		parts = nil
	}
	up := strings.Repeat("../", len(parts))
	if err := c.casingIn(".", up, place.HFAConfig, memory.SeverityError); err != nil {
		return err
	}
	for i, part := range parts {
		dir := path.Join(append([]string{"."}, parts[:i]...)...)
		severity := memory.SeverityError
		if i < len(parts)-1 { // the two become one, and most likely nothing in it has the name of the other's
			severity = memory.SeverityWarning
		}
		if err := c.casingIn(dir, up[3*i:], part, severity); err != nil {
			return err
		}
	}
	return nil
}

// casingIn looks at one folder, a slash path from the top; up leads there from the memory.
func (c *check) casingIn(dir, up, want string, severity memory.Severity) error {
	names, err := c.namesIn(dir)
	if errors.Is(err, fs.ErrNotExist) { // a memory behind a symbolic link, say
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for names that differ in case alone: %w", err)
	}
	for _, name := range names {
		if name == want || !strings.EqualFold(name, want) {
			continue
		}
		if c.opts.at == "" { // what git does not have meets nobody else
			repo, err := c.git()
			if err != nil {
				return err
			}
			if tracked, err := repo.Tracks(c.ctx, path.Join(dir, name)); err != nil || !tracked {
				continue
			}
		}
		c.add(memory.Problem{Code: "wrong-name", Severity: severity, Path: up + name,
			Cure:    "rename or remove it; what is of the memory belongs in " + want,
			Message: "the name differs from " + want + " in case alone: on macOS and Windows the two are one"})
	}
	return nil
}

// namesIn lists what is checked: a folder of the revision, else of the work tree.
func (c *check) namesIn(dir string) (names []string, err error) {
	if c.opts.at != "" {
		return c.repo.Names(c.ctx, c.result.At, dir)
	}
	entries, err := os.ReadDir(filepath.Join(c.m.Place.Top, filepath.FromSlash(dir)))
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, err
}

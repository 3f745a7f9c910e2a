package gitext

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// ErrNoMergeBase says that two revisions have no common ancestor in this clone.
var ErrNoMergeBase = errors.New("no common ancestor")

// MergeBases returns the full ids of the best common ancestors of two revisions, what "git diff A...B" compares with; a
// criss-cross history has several. ErrNoMergeBase when there is none here: unrelated histories, or a shallow clone.
func (r *Repo) MergeBases(ctx context.Context, a, b string) ([]string, error) {
	ids := make([]string, 2)
	for i, rev := range []string{a, b} {
		id, err := r.Resolve(ctx, rev)
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	out, err := r.run(ctx, "merge-base", "--all", ids[0], ids[1])
	if failed, ok := errors.AsType[*CommandError](err); ok && failed.Code == 1 && strings.TrimSpace(failed.Stderr) == "" {
		return nil, hinted("if the clone is shallow, type: git fetch --unshallow", "%w of %s and %s", ErrNoMergeBase, revName(a), revName(b))
	}
	if err != nil {
		return nil, fmt.Errorf("find the merge base of %s and %s: %w", revName(a), revName(b), err)
	}
	return strings.Fields(string(out)), nil
}

// Hidden lists the files of the memory that git tracks and a sparse checkout leaves out of the work tree, as slash paths
// relative to the memory. They are not deleted.
func (r *Repo) Hidden(ctx context.Context, memoryPath string) (map[string]bool, error) {
	memoryPath, err := r.inWorkTree(memoryPath)
	if err != nil {
		return nil, err
	}
	out, err := r.run(ctx, "ls-files", "-t", "-z", "--", memoryPath)
	if err != nil {
		return nil, fmt.Errorf("ask git what a sparse checkout hides: %w", err)
	}
	hidden := map[string]bool{}
	for _, record := range splitNul(out) {
		if name, ok := strings.CutPrefix(record, "S "); ok {
			hidden[below(memoryPath, name)] = true
		}
	}
	return hidden, nil
}

// Immutable holds a memory to an older state of it: every chunk, tombstone and framework.md of base must be in now, at
// the same path and with the same content. What people wrote below the marker of a framework.md is theirs. commit is
// base's, for the cures. The problems are errors with the codes
//
//	chunk-changed      chunk-renamed      chunk-removed
//	tombstone-changed  tombstone-renamed  tombstone-removed
//	framework-changed  framework-renamed  framework-removed
//
// and of the -changed ones a warning when only the layout (BOM, line ends, indent, order of keys) differs.
func Immutable(base, now fs.FS, commit string) ([]memory.Problem, error) {
	old, err := immutableFiles(base)
	if err != nil {
		return nil, fmt.Errorf("read the base: %w", err)
	}
	files, err := immutableFiles(now)
	if err != nil {
		return nil, err
	}
	moved := map[[sha256.Size]byte]string{} // files that were not in the base, by content
	for name, f := range files {
		if _, was := old[name]; !was {
			moved[f.sum] = name
		}
	}
	check := immutableCheck{commit: commit, now: files, moved: moved}
	for _, name := range sortedKeys(old) {
		if err := check.file(name, old[name], base, now); err != nil {
			return nil, err
		}
	}
	return check.problems, nil
}

// immutableFile is one file that is written once. kind is "chunk", "tombstone" or "framework".
type immutableFile struct {
	kind string
	sum  [sha256.Size]byte
}

// immutableFiles reads every file of a memory that is written once, by its path.
func immutableFiles(fsys fs.FS) (map[string]immutableFile, error) {
	files := map[string]immutableFile{}
	for _, root := range []string{memory.ChunksDir, memory.TombstonesDir, memory.LegacyTombstonesPath, "history"} {
		err := fs.WalkDir(fsys, root, func(name string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist) && name == root:
				return fs.SkipDir
			case err != nil:
				return err
			case !d.Type().IsRegular():
				return nil
			}
			kind := immutableKind(name)
			if kind == "" {
				return nil
			}
			data, err := fs.ReadFile(fsys, name)
			if errors.Is(err, ErrTooLarge) {
				return nil // memory.Load names it
			}
			files[name] = immutableFile{kind: kind, sum: sha256.Sum256(data)}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", root, err)
		}
	}
	return files, nil
}

func immutableKind(name string) string {
	parts := strings.Split(name, "/")
	switch {
	case parts[0] == memory.ChunksDir && memory.Counts(name):
		return "chunk"
	case (parts[0] == memory.TombstonesDir || name == memory.LegacyTombstonesPath) && memory.Counts(name):
		return "tombstone"
	case parts[0] == "history" && len(parts) == 3 && parts[2] == "framework.md":
		if epoch, ok := memory.ParseEpochName(parts[1]); ok && memory.FrameworkPath(epoch) == name {
			return "framework"
		}
	}
	return ""
}

type immutableCheck struct {
	commit   string
	now      map[string]immutableFile
	moved    map[[sha256.Size]byte]string
	problems []memory.Problem
}

func (c *immutableCheck) file(name string, old immutableFile, base, now fs.FS) error {
	current, there := c.now[name]
	switch {
	case there && current.sum == old.sum:
		return nil
	case !there:
		if to := c.renamed(name, old); to != "" {
			c.add(old.kind+"-renamed", memory.SeverityError, to, name+" of the base was renamed to this", "git mv "+to+" "+name)
			return nil
		}
		c.add(old.kind+"-removed", memory.SeverityError, name, "it is in the base and is gone; nothing is ever removed from a memory",
			c.restore(name)+"; to revoke a decision: git hfa tombstone")
		return nil
	}
	before, err := fs.ReadFile(base, name)
	if err != nil {
		return fmt.Errorf("read the base: %w", err)
	}
	after, err := fs.ReadFile(now, name)
	if err != nil {
		return err
	}
	switch severity := changed(old.kind, name, before, after); severity {
	case memory.SeverityError:
		cure := c.restore(name)
		if old.kind == "chunk" {
			cure += "; write the change as a new chunk: git hfa add-topic --supersedes ID …"
		}
		c.add(old.kind+"-changed", severity, name, "it is not what it is in the base; it is written once and never changed", cure)
	case memory.SeverityWarning:
		c.add(old.kind+"-changed", severity, name, "its layout is not that of the base, its content is the same", c.restore(name))
	}
	return nil
}

// renamed finds where a file went: the same bytes elsewhere, or a chunk of the same id in another folder.
func (c *immutableCheck) renamed(name string, old immutableFile) string {
	if to := c.moved[old.sum]; to != "" {
		return to
	}
	last := name[strings.LastIndexByte(name, '/')+1:]
	for _, to := range sortedKeys(c.now) {
		if old.kind == "chunk" && to != name && strings.HasSuffix(to, "/"+last) {
			return to
		}
	}
	return ""
}

func (c *immutableCheck) restore(name string) string {
	return "git checkout " + c.commit[:min(len(c.commit), 12)] + " -- " + name
}

func (c *immutableCheck) add(code string, severity memory.Severity, name, message, cure string) {
	c.problems = append(c.problems, memory.Problem{Code: code, Severity: severity, Path: name, Message: message, Cure: cure})
}

// changed judges two different texts of one file: an error when the content changed, a warning when the layout did, ""
// when all that changed is people's to change.
func changed(kind, name string, before, after []byte) memory.Severity {
	switch kind {
	case "framework":
		epoch, _ := memory.ParseEpochName(strings.Split(name, "/")[1])
		head := memory.Framework(epoch)
		if !bytes.HasPrefix(unixLines(before), head) || bytes.HasPrefix(unixLines(after), head) {
			return ""
		}
		return memory.SeverityError
	case "chunk":
		a, errA := memory.ParseChunk(before)
		b, errB := memory.ParseChunk(after)
		if errA == nil && errB == nil && a.ID == b.ID && bytes.Equal(a.Encode(), b.Encode()) {
			return memory.SeverityWarning
		}
	case "tombstone":
		if name == memory.LegacyTombstonesPath {
			return lostLines(before, after)
		}
		a, errA := memory.ParseTombstone(before)
		b, errB := memory.ParseTombstone(after)
		if errA == nil && errB == nil && bytes.Equal(a.Encode(), b.Encode()) {
			return memory.SeverityWarning
		}
	}
	return memory.SeverityError
}

// lostLines judges tombstones.jsonl of HFA 2.2, to which records were appended: each record must still be there.
func lostLines(before, after []byte) memory.Severity {
	left := map[string]bool{}
	for line := range bytes.Lines(after) {
		left[string(bytes.TrimSpace(line))] = true
	}
	for line := range bytes.Lines(before) {
		if !left[string(bytes.TrimSpace(line))] {
			return memory.SeverityError
		}
	}
	return ""
}

func unixLines(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) }

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

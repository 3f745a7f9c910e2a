package gitext

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// StagedPlace is where a memory lies in HEAD and where it will lie in the next commit.
type StagedPlace struct {
	// Before and After are slash paths from the top; "" where there is no memory.
	Before, After string
	// Problems say that the commit would take the memory away: nothing that reads a memory finds it afterwards. Each is of
	// SeverityError, with a path from the top.
	Problems []memory.Problem
	// Removed are the files that a memory lost on its way from Before to After. Where it stays in its place, StagedReport has
	// them.
	Removed RemovedFiles
}

// CheckStagedPlace finds out whether the next commit still has the memory that HEAD has. It goes by git's objects and by the
// index that git uses for this commit (see [Repo.CheckStaged]), never by the work tree: what was taken away is not there any
// more. fixed is the place of a memory that the caller or the environment named; "" asks the .hfaconfig of each side.
func (r *Repo) CheckStagedPlace(ctx context.Context, fixed string) (StagedPlace, error) {
	var p StagedPlace
	before, err := r.MemoryOf(ctx, "HEAD", fixed)
	if err != nil && !errors.Is(err, ErrUnborn) {
		return p, fmt.Errorf("look for the memory in HEAD: %w", err)
	}
	if before != nil && !before.Whole {
		before = nil // what HEAD does not have, this commit does not take away
	}
	if before != nil {
		p.Before = before.Path
	}
	next, err := r.stagedMemory(ctx, fixed)
	if err != nil {
		return p, err
	}
	if next.unusable == "" && next.config && next.directory {
		p.After = next.dir
	}
	switch {
	case before == nil:
	case p.After == "":
		p.Problems, err = r.taken(ctx, before, next)
	case p.After != p.Before:
		p.Removed, err = r.lostOnTheWay(ctx, before, p.After)
	}
	return p, err
}

// stagedMemory is what the index has where it says that the memory is.
type stagedMemory struct {
	dir               string // slash path from the top
	config, directory bool   // it has the two files that make a folder a memory
	unusable          string // why .hfaconfig names no place, "" when it does
}

func (r *Repo) stagedMemory(ctx context.Context, fixed string) (stagedMemory, error) {
	s := stagedMemory{dir: fixed}
	if fixed == "" {
		var err error
		if s.dir, s.unusable, err = r.stagedDir(ctx); err != nil || s.unusable != "" {
			return s, err
		}
	}
	for range maxLinks {
		config, directory := path.Join(s.dir, memory.ConfigPath), path.Join(s.dir, memory.DirectoryPath)
		// Not the folder itself: it may have very many files.
		entries, err := r.indexEntries(ctx, config, directory)
		if err != nil {
			return s, err
		}
		_, s.config = entries[config]
		_, s.directory = entries[directory]
		if s.config || s.directory || s.dir == "." {
			return s, nil
		}
		// A memory may be a symbolic link to a folder elsewhere in the tree.
		target, err := r.stagedLink(ctx, s.dir)
		if err != nil || target == "" {
			return s, err
		}
		s.dir = target
	}
	return s, nil
}

// stagedDir is where the .hfaconfig of the index puts the memory. unusable says why it names no place.
func (r *Repo) stagedDir(ctx context.Context) (dir, unusable string, err error) {
	entries, err := r.indexEntries(ctx, place.HFAConfig)
	if err != nil {
		return "", "", err
	}
	file, ok := entries[place.HFAConfig]
	if !ok {
		return place.DefaultDir, "", nil
	}
	if file.mode.kind() != modeFile {
		return "", "it is no regular file", nil
	}
	data, err := r.stagedBlob(ctx, file)
	if err != nil {
		return "", "", err
	}
	if dir, err = configuredDir(data); err != nil {
		return "", err.Error(), nil
	}
	return dir, "", nil
}

// stagedLink returns where the link leads that the index has at a path, "" when it has none there or one that leads out.
func (r *Repo) stagedLink(ctx context.Context, name string) (string, error) {
	entries, err := r.indexEntries(ctx, name)
	if err != nil || entries[name].mode.kind() != modeSymlink {
		return "", err
	}
	target, err := r.stagedBlob(ctx, entries[name])
	if err != nil {
		return "", err
	}
	if to := linkTarget(name, string(target)); fs.ValidPath(to) {
		return to, nil
	}
	return "", nil
}

func (r *Repo) stagedBlob(ctx context.Context, s stage) ([]byte, error) {
	r.db.renew() // it may be new since this process began
	data, err := r.db.read(ctx, s.id, blobObject)
	if err != nil {
		return nil, fmt.Errorf("read %s of the index: %w", s.path, err)
	}
	return data, nil
}

// indexEntries lists what the index has at or below some paths, by path. Of a conflict one stage is given.
func (r *Repo) indexEntries(ctx context.Context, paths ...string) (map[string]stage, error) {
	out, err := r.run(ctx, append([]string{"ls-files", "--stage", "-z", "--full-name", "--"}, paths...)...)
	if err != nil {
		return nil, fmt.Errorf("ask git what is in its index: %w", err)
	}
	entries := map[string]stage{}
	for _, record := range splitNul(out) {
		s, err := parseStage(record)
		if err != nil {
			return nil, err
		}
		entries[s.path] = s
	}
	return entries, nil
}

// taken says how a commit would leave no memory, with what to type for each thing that may be meant.
func (r *Repo) taken(ctx context.Context, before *CommitMemory, next stagedMemory) ([]memory.Problem, error) {
	held, err := before.Held()
	if err != nil {
		return nil, err
	}
	top, err := r.folder(ctx, before.Commit, before.Commit, ".")
	if err != nil {
		return nil, err
	}
	was := func(name string) string { e, _ := top.find(name, false); return e.id }
	p := memory.Problem{Code: CodeMemoryRemoved, Severity: memory.SeverityError, Path: before.Path,
		Message: "this commit takes the memory away, with " + held}
	moved := MoveCure + "; "
	file := path.Join(before.Path, memory.DirectoryPath)
	staged, err := r.indexEntries(ctx, place.HFAConfig, file)
	if err != nil {
		return nil, err
	}
	_, still := staged[file]
	switch {
	case next.config || next.directory:
		p.Path = path.Join(next.dir, memory.ConfigPath)
		if next.config {
			p.Path = path.Join(next.dir, memory.DirectoryPath)
		}
		p.Message = fmt.Sprintf("this commit takes it away, and without it %s is no memory: nothing finds its %s any more", next.dir, held)
		moved = ""
	case next.unusable != "" || still && next.dir != before.Path:
		why := "it is looked for in " + next.dir
		if p.Path = next.dir; next.unusable != "" {
			why = next.unusable
		}
		if staged[place.HFAConfig].id != was(place.HFAConfig) {
			p.Path = place.HFAConfig
		}
		p.Message = fmt.Sprintf("after this commit nothing finds the memory %s with its %s: %s", before.Path, held, why)
	}
	keep := "git checkout HEAD -- " + place.ShellQuote(p.Path)
	if was(p.Path) == "" {
		keep = "git rm --cached -- " + place.ShellQuote(p.Path)
		if next.config || next.directory {
			keep = "git add -- " + place.ShellQuote(p.Path)
		}
	}
	p.Cure = "to keep it: " + keep + "; " + moved + "to take it away all the same: git commit --no-verify"
	return []memory.Problem{p}, nil
}

// lostOnTheWay finds the files of a memory that the index does not have where the memory will be.
func (r *Repo) lostOnTheWay(ctx context.Context, before *CommitMemory, after string) (lost RemovedFiles, err error) {
	entries, err := r.indexEntries(ctx, after)
	if err != nil {
		return lost, err
	}
	there := map[string]bool{}
	for name := range entries {
		there[below(after, name)] = true
	}
	return before.lost(there)
}

// lost finds the files that are written once and that another state of the memory, of which all files are given, has not. A chunk
// or tombstone is known by the name of its file, wherever it lies there.
func (m *CommitMemory) lost(there map[string]bool) (lost RemovedFiles, err error) {
	names := map[string]bool{}
	for name := range there {
		if kind := immutableKind(name); kind != "" && kind != "framework" {
			names[path.Base(name)] = true
		}
	}
	err = m.files(".", func(name string) {
		if kind := immutableKind(name); kind != "" && !there[name] && (kind == "framework" || !names[path.Base(name)]) {
			lost.add(kind, path.Join(m.Path, name))
		}
	})
	return lost, err
}

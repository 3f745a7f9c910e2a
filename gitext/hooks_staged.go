package gitext

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// StagedReport is what a check of files on their way into a commit found.
type StagedReport struct {
	// Problems are sorted by path. Those of SeverityError are reasons to refuse the commit: a file of the memory that cannot
	// be read, was altered after it was written, holds conflict markers or a secret. All others are warnings.
	Problems []memory.Problem
	// Files is the number of files that were checked.
	Files int
	// NotStaged are chunks and tombstones in the work tree that the commit would leave out, as slash paths from the top.
	NotStaged []string
	// Removed are files that the commit takes away though they are written once, as slash paths from the top.
	Removed RemovedFiles
}

// Refuses reports whether the commit is not to be made.
func (s StagedReport) Refuses() bool {
	return slices.ContainsFunc(s.Problems, func(p memory.Problem) bool { return p.Severity == memory.SeverityError })
}

// change is one file of the memory that a commit brings.
type change struct {
	path   string // slash path from the top
	mode   string // six octal digits, as git writes them
	id     string // of the blob
	status byte   // A, M, T, D or U as in git-diff-index(1)
	before []string
}

// CheckStaged checks the files of the memory that the next commit changes against HEAD, with the bytes that are in the index:
// the one that git uses for this commit, which a hook is told in GIT_INDEX_FILE (see [KeepEnv]). others are the other
// parents of a merge. Nothing but the changed files is read. memoryPath is as for [Repo.FS].
func (r *Repo) CheckStaged(ctx context.Context, memoryPath string, others []string) (StagedReport, error) {
	memoryPath, err := r.inWorkTree(memoryPath)
	if err != nil {
		return StagedReport{}, err
	}
	changes, err := r.stagedChanges(ctx, memoryPath, "HEAD")
	if err != nil {
		return StagedReport{}, fmt.Errorf("ask git what is staged: %w", err)
	}
	for _, other := range others {
		if err := r.addParent(ctx, memoryPath, other, changes); err != nil {
			return StagedReport{}, err
		}
	}
	later, err := r.intendedToAdd(ctx, memoryPath)
	if err != nil {
		return StagedReport{}, err
	}
	changes = slices.DeleteFunc(changes, func(c change) bool { return slices.Contains(later, c.path) })
	report := StagedReport{Removed: removedFiles(memoryPath, changes)}
	report.Problems, report.Files, err = r.checkChanges(ctx, memoryPath, changes)
	if err != nil {
		return report, err
	}
	twice, err := r.stagedTwice(ctx, memoryPath, changes)
	if err != nil {
		return report, err
	}
	report.Problems = append(report.Problems, twice...)
	slices.SortStableFunc(report.Problems, func(a, b memory.Problem) int { return strings.Compare(a.Path, b.Path) })
	out, err := r.run(ctx, "ls-files", "-z", "--others", "--exclude-standard", "--",
		path.Join(memoryPath, memory.ChunksDir), path.Join(memoryPath, memory.TombstonesDir))
	if err != nil {
		return report, fmt.Errorf("ask git what is not staged: %w", err)
	}
	for _, name := range append(splitNul(out), later...) {
		if memory.Counts(below(memoryPath, name)) {
			report.NotStaged = append(report.NotStaged, name)
		}
	}
	slices.Sort(report.NotStaged)
	return report, nil
}

// stagedTwice finds new chunks that the index has in another folder too. To find the other one takes a look at all of them, which
// only a commit that brings chunks pays for.
func (r *Repo) stagedTwice(ctx context.Context, memoryPath string, changes []change) ([]memory.Problem, error) {
	added := map[string][]string{} // where the new ones are, by the name of the file
	for _, c := range changes {
		if name := below(memoryPath, c.path); c.status == 'A' && immutableKind(name) == "chunk" {
			added[path.Base(name)] = append(added[path.Base(name)], name)
		}
	}
	if len(added) == 0 {
		return nil, nil
	}
	out, err := r.run(ctx, "ls-files", "-z", "--", path.Join(memoryPath, memory.ChunksDir))
	if err != nil {
		return nil, fmt.Errorf("ask git which chunks there are: %w", err)
	}
	var problems []memory.Problem
	for _, file := range splitNul(out) {
		other := below(memoryPath, file)
		for _, name := range added[path.Base(other)] {
			// Of two new ones one is told, the later.
			if name == other || name < other && slices.Contains(added[path.Base(other)], other) {
				continue
			}
			problems = append(problems, memory.Problem{Code: "duplicate-id", Severity: memory.SeverityError, Path: name,
				Message: strings.TrimSuffix(path.Base(name), ".json") + " lies in " + other + " too",
				Cure:    "remove one of the two: git rm --cached -- " + place.ShellQuote(path.Join(memoryPath, name))})
		}
	}
	return problems, nil
}

// intendedToAdd lists the files of "git add -N": the index has their names with an empty blob, and the commit leaves them out.
func (r *Repo) intendedToAdd(ctx context.Context, memoryPath string) ([]string, error) {
	out, err := r.run(ctx, "diff-files", "-z", "--name-only", "--diff-filter=A", "--", memoryPath)
	if err != nil {
		return nil, fmt.Errorf("ask git what is to be added later: %w", err)
	}
	return splitNul(out), nil
}

// stagedChanges lists what the index changes against a commit; against nothing when HEAD has no commit yet.
func (r *Repo) stagedChanges(ctx context.Context, memoryPath, rev string) ([]change, error) {
	commit, err := r.Resolve(ctx, rev)
	if errors.Is(err, ErrUnborn) {
		return r.wholeIndex(ctx, memoryPath)
	}
	if err != nil {
		return nil, err
	}
	out, err := r.run(ctx, "diff-index", "--cached", "--raw", "--no-abbrev", "--no-renames", "-z", commit, "--", memoryPath)
	if err != nil {
		return nil, err
	}
	return parseRaw(splitNul(out))
}

// wholeIndex lists every file of the memory in the index as a new one.
func (r *Repo) wholeIndex(ctx context.Context, memoryPath string) ([]change, error) {
	out, err := r.run(ctx, "ls-files", "--stage", "-z", "--", memoryPath)
	if err != nil {
		return nil, err
	}
	var changes []change
	for _, record := range splitNul(out) {
		// MODE SP ID SP STAGE TAB PATH
		head, name, _ := strings.Cut(record, "\t")
		words := strings.Fields(head)
		if len(words) != 3 || name == "" {
			return nil, fmt.Errorf("git ls-files says %q", record)
		}
		c := change{path: name, mode: words[0], id: words[1], status: 'A'}
		if words[2] != "0" {
			c.status = 'U'
		}
		if n := len(changes); n > 0 && changes[n-1].path == name { // a conflict is listed once a stage
			continue
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// parseRaw reads the raw format of git-diff-index(1) with -z: ":MODE MODE ID ID STATUS" NUL PATH NUL.
func parseRaw(fields []string) ([]change, error) {
	var changes []change
	for i := 0; i+1 < len(fields); i += 2 {
		words := strings.Fields(strings.TrimPrefix(fields[i], ":"))
		if len(words) != 5 || !strings.HasPrefix(fields[i], ":") || words[4] == "" {
			return nil, fmt.Errorf("git says %q", fields[i])
		}
		c := change{path: fields[i+1], mode: words[1], id: words[3], status: words[4][0]}
		if strings.Trim(words[2], "0") != "" {
			c.before = []string{words[2]}
		}
		if n := len(changes); n > 0 && changes[n-1].path == c.path { // U, then how the stages differ
			if c.status == 'U' {
				changes[n-1].status = 'U'
			}
			continue
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// addParent gives every change what another parent has at its path.
func (r *Repo) addParent(ctx context.Context, memoryPath, parent string, changes []change) error {
	against, err := r.stagedChanges(ctx, memoryPath, parent)
	if err != nil {
		return fmt.Errorf("compare with the other side of the merge: %w", err)
	}
	before := map[string][]string{}
	for _, c := range against {
		before[c.path] = c.before
	}
	for i := range changes {
		changes[i].before = append(changes[i].before, before[changes[i].path]...)
	}
	return nil
}

// RemovedFiles are files that are written once and go all the same, by their kind. Paths are slash paths from the top.
type RemovedFiles struct{ Chunks, Tombstones, Frameworks []string }

func (r *RemovedFiles) some() bool { return len(r.Chunks)+len(r.Tombstones)+len(r.Frameworks) > 0 }

func (r *RemovedFiles) add(kind, file string) {
	switch kind {
	case "chunk":
		r.Chunks = append(r.Chunks, file)
	case "tombstone":
		r.Tombstones = append(r.Tombstones, file)
	case "framework":
		r.Frameworks = append(r.Frameworks, file)
	}
}

// removedFiles finds the files that go and whose name does not come back elsewhere. Every framework.md has the same name: of
// these each counts.
func removedFiles(memoryPath string, changes []change) RemovedFiles {
	stays := map[string]bool{}
	for _, c := range changes {
		if c.status != 'D' {
			stays[path.Base(c.path)] = true
		}
	}
	var removed RemovedFiles
	for _, c := range changes {
		kind := immutableKind(below(memoryPath, c.path))
		if c.status == 'D' && (kind == "framework" || !stays[path.Base(c.path)]) {
			removed.add(kind, c.path)
		}
	}
	return removed
}

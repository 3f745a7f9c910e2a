package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/githooks"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
)

// Moved is how the memory moved when git did something.
type Moved struct {
	// Skip: nothing changed, or git is in the middle of something. There is nothing to do.
	Skip bool
	// All: there was no memory before, or it cannot be told what changed.
	All bool
	// Part: git makes several commits and this is one of them. What it changed is to be told, and nothing else yet.
	Part bool
	// Changed are the files of the memory that came or changed, as slash paths in the memory. Those that went are not among
	// them.
	Changed map[string]bool
	// Removed are files that are written once and went, as slash paths from the top, unless that was told before the commit was
	// made, or another branch was checked out. Before is the commit that has them, a full id.
	Removed RemovedFiles
	Before  string
}

// MovedBy tells what a hook that runs after the fact has to look at. name is the hook, args what git gave it, getenv the
// environment of the hook, in which hook managers put what they take from the arguments. memoryPath is as for [Repo.FS].
func (r *Repo) MovedBy(ctx context.Context, memoryPath, name string, args []string, getenv func(string) string) (Moved, error) {
	memoryPath, err := r.inWorkTree(memoryPath)
	if err != nil {
		return Moved{}, err
	}
	step, err := r.stepOf(name, args, getenv)
	switch {
	case err != nil:
		return Moved{}, err
	case step.skip:
		return Moved{Skip: true}, nil
	case step.index:
		return r.movedIndex(ctx, memoryPath)
	}
	m, err := r.moved(ctx, memoryPath, step.before, step.after)
	if err == nil && step.switched || name == githooks.PostCommit && m.Removed.some() && r.madeByCommit(ctx) {
		m.Removed = RemovedFiles{}
	}
	m.Part = step.part
	m.Skip = m.Skip && !m.Removed.some()
	return m, err
}

// step is what git did when it called a hook after the fact: from one commit to another, or to what is in the index alone.
type step struct {
	before, after string
	index         bool
	skip          bool // files were taken out, or git is in the middle of something
	switched      bool // to another branch, which may well have less
	part          bool // one of several commits
}

// madeByCommit reports whether HEAD was made by "git commit", which asks pre-commit; cherry-pick and revert do not.
func (r *Repo) madeByCommit(ctx context.Context) bool {
	out, err := r.run(ctx, "log", "-g", "-1", "--format=%gs", "HEAD", "--")
	return err == nil && strings.HasPrefix(string(out), "commit")
}

func (r *Repo) stepOf(name string, args []string, getenv func(string) string) (step, error) {
	for _, state := range githooks.States(name) {
		if r.underWay(state) && !r.movesOnly(state) {
			return step{skip: true}, nil
		}
	}
	switch name {
	case githooks.PostCheckout:
		if len(args) == 0 { // the pre-commit framework
			args = []string{getenv("PRE_COMMIT_FROM_REF"), getenv("PRE_COMMIT_TO_REF"), getenv("PRE_COMMIT_CHECKOUT_TYPE")}
		}
		if len(args) < 3 || args[2] != "1" || args[0] == args[1] {
			return step{skip: true}, nil
		}
		return step{before: args[0], after: args[1], switched: !r.underWay("rebase-merge")}, nil
	case githooks.PostCommit:
		return step{before: "HEAD^", after: "HEAD", part: r.underWay("sequencer")}, nil
	case githooks.PostApplypatch:
		return step{before: "HEAD^", after: "HEAD", part: true}, nil
	case githooks.PostMerge:
		squash := len(args) > 0 && args[0] == "1" || len(args) == 0 && getenv("PRE_COMMIT_IS_SQUASH_MERGE") == "1"
		return step{before: "ORIG_HEAD", after: "HEAD", index: squash}, nil
	case githooks.PostRewrite:
		if len(args) > 0 && args[0] != "rebase" || len(args) == 0 && getenv("PRE_COMMIT_REWRITE_COMMAND") == "amend" {
			return step{skip: true}, nil
		}
		return step{before: r.headBeforeRebase(), after: "HEAD"}, nil
	}
	return step{}, fmt.Errorf("hook %s does not run after the fact", name)
}

// underWay reports whether git keeps a state, one of githooks.States.
func (r *Repo) underWay(state string) bool {
	_, err := os.Lstat(filepath.Join(r.place.GitDir, filepath.FromSlash(state)))
	return err == nil
}

// movesOnly reports whether a state is that of a rebase with nothing to pick: it only moves the branch, and is over.
func (r *Repo) movesOnly(state string) bool {
	done, err := os.ReadFile(filepath.Join(r.place.GitDir, filepath.FromSlash(state), "done"))
	words := strings.Fields(string(done))
	return err == nil && len(words) > 0 && words[0] == "noop"
}

// TakenBy finds the memory that git took away just now, for a hook whose work tree has none: nil when there was none before
// either. To switch to a branch without a memory takes nothing away. name, args and getenv are as for [Repo.MovedBy].
func (r *Repo) TakenBy(ctx context.Context, name string, args []string, getenv func(string) string) (*Taken, error) {
	step, err := r.stepOf(name, args, getenv)
	if err != nil || step.skip || step.index || name == githooks.PostCheckout {
		return nil, err
	}
	before, err := r.MemoryOf(ctx, step.before, "")
	if err != nil || before == nil || !before.Whole {
		if errors.Is(err, ErrUnknownRevision) || errors.Is(err, ErrUnborn) {
			err = nil
		}
		return nil, err
	}
	after, err := r.MemoryOf(ctx, step.after, "")
	if err != nil || after != nil && after.Whole {
		return nil, err
	}
	left, err := r.HasMemory(ctx, step.after, before.Path)
	if err != nil {
		return nil, err
	}
	return &Taken{CommitMemory: before, Hidden: left}, nil
}

// Taken is a memory that git took away.
type Taken struct {
	*CommitMemory
	// Hidden: all of it is still there, and only .hfaconfig does not lead to it any more.
	Hidden bool
}

// FindCure is what to type, at the top, when a memory is there and nothing leads to it: init writes .hfaconfig and touches
// nothing of it. path is a slash path from the top.
func FindCure(path string) string { return "git hfa init " + place.ShellQuote(path) }

// headBeforeRebase is the commit that a rebase began with. Its folder is there while post-rewrite runs.
func (r *Repo) headBeforeRebase() string {
	for _, dir := range []string{"rebase-merge", "rebase-apply"} {
		data, err := os.ReadFile(filepath.Join(r.place.GitDir, dir, "orig-head"))
		if id := strings.TrimSpace(string(data)); err == nil && validID(id) {
			return id
		}
	}
	return "ORIG_HEAD"
}

// moved compares the memory in two commits. A revision that is none, as the zeros before a clone, has no memory.
func (r *Repo) moved(ctx context.Context, memoryPath, before, after string) (Moved, error) {
	from, err := r.Resolve(ctx, before)
	if err != nil {
		if errors.Is(err, ErrUnknownRevision) || errors.Is(err, ErrUnborn) {
			return Moved{All: true}, nil
		}
		return Moved{}, err
	}
	to, err := r.Resolve(ctx, after)
	if err != nil {
		return Moved{}, err
	}
	out, err := r.run(ctx, "diff-tree", "-r", "--raw", "--no-abbrev", "--no-renames", "-z", from, to, "--", memoryPath)
	if err != nil {
		return Moved{}, fmt.Errorf("ask git what changed: %w", err)
	}
	m, changes, err := movedIn(memoryPath, out)
	if err != nil {
		return m, err
	}
	m.Before, m.Removed = from, removedFiles(memoryPath, changes)
	return m, r.lostByMove(ctx, memoryPath, &m, to)
}

// lostByMove adds what a memory lost that lay in another place before, as .hfaconfig says.
func (r *Repo) lostByMove(ctx context.Context, memoryPath string, m *Moved, to string) error {
	var config [2][]byte
	for i, commit := range []string{m.Before, to} {
		data, err := r.fileOf(ctx, commit, place.HFAConfig)
		if err != nil {
			return err
		}
		config[i] = data
	}
	if bytes.Equal(config[0], config[1]) {
		return nil
	}
	before, err := r.MemoryOf(ctx, m.Before, "")
	if err != nil || before == nil || before.Path == memoryPath {
		return err
	}
	after, err := r.memoryAt(ctx, to, memoryPath)
	if err != nil || after == nil {
		return err
	}
	there := map[string]bool{}
	if err := after.files(".", func(name string) { there[name] = true }); err != nil {
		return err
	}
	m.Removed, err = before.lost(there)
	return err
}

// movedIndex compares the index with HEAD: after a merge with --squash the result is there.
func (r *Repo) movedIndex(ctx context.Context, memoryPath string) (Moved, error) {
	out, err := r.run(ctx, "diff-index", "--cached", "--raw", "--no-abbrev", "--no-renames", "-z", "HEAD", "--", memoryPath)
	if err != nil {
		return Moved{}, fmt.Errorf("ask git what changed: %w", err)
	}
	m, _, err := movedIn(memoryPath, out) // what goes is told by pre-commit
	return m, err
}

func movedIn(memoryPath string, raw []byte) (Moved, []change, error) {
	changes, err := parseRaw(splitNul(raw))
	if err != nil {
		return Moved{}, nil, err
	}
	m := Moved{Skip: len(changes) == 0, Changed: map[string]bool{}}
	for _, c := range changes {
		if c.status != 'D' {
			m.Changed[below(memoryPath, c.path)] = true
		}
	}
	return m, changes, nil
}

// CheckMoved verifies a memory after git changed it. v is a fresh view of the work tree, so what changed was read and
// hashed. Problems are: every file that cannot be read or was edited, no single ACTIVE main line, forked decisions, and
// links of changed chunks that lead nowhere; then the truth files that git tracks and that are modified or missing in
// the work tree. New chunks are no fault.
func (r *Repo) CheckMoved(ctx context.Context, memoryPath string, v *index.View, m Moved) ([]memory.Problem, error) {
	problems, err := viewProblems(v, m)
	if err != nil {
		return nil, err
	}
	if m.Part && !m.All {
		return slices.DeleteFunc(problems, func(p memory.Problem) bool { return !m.Changed[p.Path] }), nil
	}
	memoryPath, err = r.inWorkTree(memoryPath)
	if err != nil {
		return problems, err
	}
	fields, err := r.differing(ctx, memoryPath)
	if err != nil {
		return problems, err
	}
	for i := 0; i+1 < len(fields); i += 2 {
		name := below(memoryPath, fields[i+1])
		if Derived(name) || slices.ContainsFunc(problems, func(p memory.Problem) bool { return p.Path == name }) {
			continue
		}
		p := memory.Problem{Code: "modified", Severity: memory.SeverityWarning, Path: name,
			Message: "the file differs from what git has", Cure: "git diff -- " + place.ShellQuote(fields[i+1])}
		switch fields[i][0] {
		case 'D':
			p.Code, p.Message, p.Cure = "missing", "git tracks this file, and it is gone", "git checkout -- "+place.ShellQuote(fields[i+1])
		case 'U':
			p.Code, p.Message = "conflict-markers", "the merge of this file is not finished"
		}
		problems = append(problems, p)
	}
	return problems, nil
}

// differing lists what differs between work tree and index, a status and a path each. "git diff" and not "git diff-files": it
// looks into files whose time stamp alone changed.
func (r *Repo) differing(ctx context.Context, memoryPath string) ([]string, error) {
	out, err := r.run(ctx, "diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=all", "--name-status", "-z", "--", memoryPath)
	if err != nil {
		return nil, fmt.Errorf("ask git what is modified: %w", err)
	}
	return splitNul(out), nil
}

// viewProblems finds what the index can tell.
func viewProblems(v *index.View, m Moved) ([]memory.Problem, error) {
	// A warning is told when git brings the file, and not each time after: line ends in a checkout with CRLF, say.
	problems := slices.DeleteFunc(slices.Clone(v.Problems), func(p memory.Problem) bool {
		return p.Severity == memory.SeverityWarning && p.Path != "" && !m.All && !m.Changed[p.Path]
	})
	for i := range v.Source.NumDocs() {
		doc, err := v.Source.Doc(i)
		if err != nil {
			return nil, err
		}
		if doc.Edited {
			problems = append(problems, memory.Problem{Code: "edited", Severity: memory.SeverityError, Path: doc.Path,
				Message: "the content was changed after the id was made", Cure: "git log -p -- " + doc.Path})
		}
		for _, old := range doc.Supersedes {
			if _, ok := v.Source.Lookup(old); !ok && (m.All || m.Changed[doc.Path]) {
				problems = append(problems, memory.Problem{Code: "missing-target", Severity: memory.SeverityWarning, Path: doc.Path,
					Message: string(doc.ID) + " supersedes " + string(old) + ", which is not in this tree", Cure: "bring it over as well"})
			}
		}
	}
	forks, err := v.ForkProblems()
	if err != nil {
		return nil, err
	}
	for _, p := range forks {
		p.Severity = memory.SeverityWarning // the merge is made; verify refuses it
		problems = append(problems, p)
	}
	return problems, nil
}

// MergeParents lists the commits that are being merged into HEAD, while "git merge" asks its pre-merge-commit hook: git has
// not written MERGE_HEAD yet then, and names them in variables GITHEAD_<id>.
func (r *Repo) MergeParents(environ []string) ([]string, error) {
	data, err := os.ReadFile(filepath.Join(r.place.GitDir, "MERGE_HEAD"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read what is merged: %w", err)
	}
	parents := strings.Fields(string(data))
	if len(parents) == 0 {
		for _, kv := range environ {
			name, _, _ := strings.Cut(kv, "=")
			if id, ok := strings.CutPrefix(name, "GITHEAD_"); ok {
				parents = append(parents, id)
			}
		}
	}
	parents = slices.DeleteFunc(parents, func(id string) bool { return !validID(id) })
	slices.Sort(parents)
	return slices.Compact(parents), nil
}

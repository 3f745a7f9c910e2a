package gitext

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
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
	// Changed are the files of the memory that came or changed, as slash paths in the memory. Those that went are not among
	// them.
	Changed map[string]bool
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
	return r.moved(ctx, memoryPath, step.before, step.after)
}

// step is what git did when it called a hook after the fact: from one commit to another, or to what is in the index alone.
type step struct {
	before, after string
	index         bool
	skip          bool // files were taken out, or git is in the middle of something
}

func (r *Repo) stepOf(name string, args []string, getenv func(string) string) (step, error) {
	for _, state := range githooks.States(name) {
		if _, err := os.Lstat(filepath.Join(r.place.GitDir, state)); err == nil {
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
		return step{before: args[0], after: args[1]}, nil
	case githooks.PostCommit:
		return step{before: "HEAD^", after: "HEAD"}, nil
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

// TakenBy finds the memory that git took away just now, for a hook whose work tree has none: nil when there was none before
// either. To switch to a branch without a memory takes nothing away. name, args and getenv are as for [Repo.MovedBy].
func (r *Repo) TakenBy(ctx context.Context, name string, args []string, getenv func(string) string) (*CommitMemory, error) {
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
	after, err := r.MemoryOf(ctx, step.after, before.Path)
	if err != nil || after != nil && after.Whole {
		return nil, err
	}
	return before, nil
}

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
	return movedIn(memoryPath, out)
}

// movedIndex compares the index with HEAD: after a merge with --squash the result is there.
func (r *Repo) movedIndex(ctx context.Context, memoryPath string) (Moved, error) {
	out, err := r.run(ctx, "diff-index", "--cached", "--raw", "--no-abbrev", "--no-renames", "-z", "HEAD", "--", memoryPath)
	if err != nil {
		return Moved{}, fmt.Errorf("ask git what changed: %w", err)
	}
	return movedIn(memoryPath, out)
}

func movedIn(memoryPath string, raw []byte) (Moved, error) {
	changes, err := parseRaw(splitNul(raw))
	if err != nil {
		return Moved{}, err
	}
	m := Moved{Skip: len(changes) == 0, Changed: map[string]bool{}}
	for _, c := range changes {
		if c.status != 'D' {
			m.Changed[below(memoryPath, c.path)] = true
		}
	}
	return m, nil
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
	memoryPath, err = r.inWorkTree(memoryPath)
	if err != nil {
		return problems, err
	}
	// "git diff" and not "git diff-files": it looks into files whose time stamp alone changed.
	out, err := r.run(ctx, "diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=all", "--name-status", "-z", "--", memoryPath)
	if err != nil {
		return problems, fmt.Errorf("ask git what is modified: %w", err)
	}
	fields := splitNul(out)
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

// Pushed is what a push brings to a remote.
type Pushed struct {
	Tips  []string // commits that refs are set to, full ids
	Known []string // commits that the remote has already, as far as they are here
	// Remote is the name of the remote, "" when it has none or is pushed to by its URL. What its tracking branches have is
	// known too.
	Remote string
}

// ParsePush reads what git writes to the standard input of pre-push: "<local ref> <local id> <remote ref> <remote id>" a line.
// remote is its name or URL. What is no commit (a tag of a file, say), or is deleted, brings none.
func (r *Repo) ParsePush(ctx context.Context, remote, refs string) (Pushed, error) {
	var p Pushed
	if remote != "" && !strings.ContainsAny(remote, `*?[\:`) {
		p.Remote = remote
	}
	var local, remoteIDs []string
	for line := range strings.Lines(refs) {
		if words := strings.Fields(line); len(words) == 4 {
			local, remoteIDs = append(local, words[1]), append(remoteIDs, words[3])
		}
	}
	var err error
	if p.Tips, err = r.commitsAmong(ctx, local); err != nil {
		return p, err
	}
	p.Known, err = r.commitsAmong(ctx, remoteIDs)
	return p, err
}

// commitsAmong returns the commits that some ids name, tags followed. Zeros, as git writes for a ref that comes or goes, what
// is not here and what is no commit are left out.
func (r *Repo) commitsAmong(ctx context.Context, ids []string) ([]string, error) {
	ids = slices.DeleteFunc(ids, func(id string) bool { return !validID(id) || strings.Trim(id, "0") == "" })
	if len(ids) == 0 {
		return nil, nil
	}
	out, err := r.runInput(ctx, strings.Join(ids, "\n")+"\n", "rev-list", "--no-walk", "--ignore-missing", "--stdin")
	if err != nil {
		return nil, fmt.Errorf("ask git which commits are pushed: %w", err)
	}
	return strings.Fields(string(out)), nil
}

// Places lists where the commits that refs are set to have the memory, or would have it, as slash paths from the top: it need
// not be in the work tree. fixed is as for [Repo.CheckStagedPlace].
func (r *Repo) Places(ctx context.Context, p Pushed, fixed string) ([]string, error) {
	if fixed != "" {
		return []string{fixed}, nil
	}
	var places []string
	for _, tip := range p.Tips {
		data, err := r.fileOf(ctx, tip, place.HFAConfig)
		if err != nil {
			return nil, err
		}
		dir, err := configuredDir(data)
		if err != nil {
			dir = place.DefaultDir
		}
		at, err := r.folderOf(ctx, tip, dir)
		if err != nil {
			return nil, err
		}
		if at != "" {
			dir = at
		}
		if !slices.Contains(places, dir) {
			places = append(places, dir)
		}
	}
	return places, nil
}

// CheckPush checks the files of the memory in all commits that a push brings to a remote. A file that only a commit in the
// middle has is checked too: the other side will have it as well.
func (r *Repo) CheckPush(ctx context.Context, memoryPath string, p Pushed) (StagedReport, error) {
	memoryPath, err := r.inWorkTree(memoryPath)
	if err != nil || len(p.Tips) == 0 {
		return StagedReport{}, err
	}
	args := []string{"log", "--format=", "--raw", "--no-abbrev", "--no-renames", "--diff-filter=AMT", "-m", "-z", "--stdin"}
	if p.Remote != "" {
		args = append(args, "--not", "--remotes="+p.Remote, "--not")
	}
	// Through standard input: a command line has no room for very many refs.
	var from strings.Builder
	for _, id := range p.Tips {
		from.WriteString(id + "\n")
	}
	for _, id := range p.Known {
		from.WriteString("^" + id + "\n")
	}
	out, err := r.runInput(ctx, from.String(), append(args, "--", memoryPath)...)
	if err != nil {
		return StagedReport{}, fmt.Errorf("ask git what is pushed: %w", err)
	}
	return r.checkRounds(ctx, memoryPath, out)
}

// checkRounds checks every version of every file once. A round has one version of each file.
func (r *Repo) checkRounds(ctx context.Context, memoryPath string, raw []byte) (StagedReport, error) {
	var fields []string
	for _, f := range splitNul(raw) {
		if f = strings.TrimLeft(f, "\n"); f != "" { // between commits
			fields = append(fields, f)
		}
	}
	seen := map[string]bool{}
	rounds := map[string]int{}
	var report StagedReport
	var queue [][]change
	for i := 0; i+1 < len(fields); i += 2 {
		one, err := parseRaw(fields[i : i+2])
		if err != nil {
			return report, err
		}
		c := one[0]
		if key := c.id + " " + c.path; seen[key] {
			continue
		} else {
			seen[key] = true
		}
		n := rounds[c.path]
		rounds[c.path]++
		if n == len(queue) {
			queue = append(queue, nil)
		}
		queue[n] = append(queue[n], c)
	}
	for _, changes := range queue {
		problems, n, err := r.checkChanges(ctx, memoryPath, changes)
		report.Problems = append(report.Problems, problems...)
		report.Files += n
		if err != nil {
			return report, err
		}
	}
	slices.SortStableFunc(report.Problems, func(a, b memory.Problem) int { return strings.Compare(path.Clean(a.Path), path.Clean(b.Path)) })
	return report, nil
}

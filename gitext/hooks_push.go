package gitext

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

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
	// A side whose merge left nothing of it is pushed as well (--full-history), and a merge may bring what no parent has.
	args := []string{"log", "--full-history", "--diff-merges=separate", "--format=", "--raw", "--no-abbrev", "--no-renames", "--no-relative",
		"--no-color", "--ignore-submodules=none", "--diff-filter=AMT", "-z", "--stdin"}
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

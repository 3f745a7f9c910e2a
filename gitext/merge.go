package gitext

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Operation is a command of git that stopped half-way, by the word one types to go on with it.
type Operation string

// The operations. Unmerged is a conflict of a command that keeps no state: stash pop, checkout --merge, read-tree -m.
const (
	NoOperation Operation = ""
	Merge       Operation = "merge"
	Rebase      Operation = "rebase"
	Am          Operation = "am"
	CherryPick  Operation = "cherry-pick"
	Revert      Operation = "revert"
	Unmerged    Operation = "unmerged"
)

// Continue is what to type when all conflicts are resolved.
func (o Operation) Continue() string {
	switch o {
	case NoOperation:
		return ""
	case Unmerged:
		return "git status (after a stash pop: git stash drop, once the result is right)"
	}
	return "git " + string(o) + " --continue"
}

// Stopped tells which operation is under way in this work tree. A rebase that stopped at a pick is a Rebase. Without
// any, the result is Unmerged when the index has conflicts, else NoOperation.
func (r *Repo) Stopped(ctx context.Context) (Operation, error) {
	// The folders of git am and of a rebase with the apply backend are the same one; "applying" tells them apart
	// (gitrepository-layout(5) knows none of these; they are what "git status" looks at, wt-status.c).
	for _, state := range []struct {
		path string
		is   Operation
	}{
		{"rebase-merge", Rebase}, {"rebase-apply/applying", Am}, {"rebase-apply", Rebase},
		{"MERGE_HEAD", Merge}, {"CHERRY_PICK_HEAD", CherryPick}, {"REVERT_HEAD", Revert},
	} {
		_, err := os.Lstat(filepath.Join(r.place.GitDir, filepath.FromSlash(state.path)))
		if err == nil {
			return state.is, nil
		}
		if !os.IsNotExist(err) {
			return NoOperation, fmt.Errorf("look for a stopped %s: %w", state.is, err)
		}
	}
	// With reftable these two are no files.
	for _, op := range []Operation{CherryPick, Revert} {
		name := map[Operation]string{CherryPick: "CHERRY_PICK_HEAD", Revert: "REVERT_HEAD"}[op]
		if _, err := r.run(ctx, "rev-parse", "--verify", "--quiet", name); err == nil {
			return op, nil
		}
	}
	// A pick that left no head behind: several commits, the stopped one already committed by hand.
	if todo, err := os.ReadFile(filepath.Join(r.place.GitDir, "sequencer", "todo")); err == nil {
		if strings.HasPrefix(string(todo), "revert ") {
			return Revert, nil
		}
		return CherryPick, nil
	}
	out, err := r.run(ctx, "ls-files", "-u", "-z")
	if err != nil {
		return NoOperation, fmt.Errorf("ask git for conflicts: %w", err)
	}
	if len(out) > 0 {
		return Unmerged, nil
	}
	return NoOperation, nil
}

// Labels names the two sides of a conflict by what git has of them: ours is the branch or commit that the work tree was
// on, theirs is what was being brought in. In a rebase ours is the branch rebased onto, and theirs the commit replayed.
func (r *Repo) Labels(ctx context.Context, op Operation) (ours, theirs string) {
	ours, theirs = "ours", "theirs"
	if name := r.headName(ctx); name != "" {
		ours += " (" + name + ")"
	}
	head := map[Operation]string{Merge: "MERGE_HEAD", Rebase: "REBASE_HEAD", CherryPick: "CHERRY_PICK_HEAD", Revert: "REVERT_HEAD"}[op]
	if head != "" {
		if subject := r.subject(ctx, head); subject != "" {
			what := ""
			if op == Revert {
				what = "without "
			}
			theirs += " (" + what + subject + ")"
		}
	}
	return ours, theirs
}

// headName is the branch, or in a rebase and on a detached HEAD the commit.
func (r *Repo) headName(ctx context.Context) string {
	if out, err := r.run(ctx, "symbolic-ref", "--quiet", "--short", "HEAD"); err == nil {
		return strings.TrimSpace(string(out))
	}
	return r.subject(ctx, "HEAD")
}

// subject is the short id and first line of a commit, "" when there is none.
func (r *Repo) subject(ctx context.Context, rev string) string {
	out, err := r.run(ctx, "log", "-1", "--no-show-signature", "--format=%h %s", rev, "--")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

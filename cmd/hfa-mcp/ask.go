package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/gitext/sibling"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/index/audit"
	"github.com/git-hfa/git-hfa/memory"
)

// askTime is how long git-hfa may take for an answer. It reads git's objects, of a large memory many.
const askTime = 20 * time.Second

// ask asks the memory, and has what came of it audited. Where the files of the work tree are not the whole of what
// counts, git-hfa is asked, which reads git's objects: a successor that a sparse checkout hides retires a chunk all the same.
func (s *server) ask(ctx context.Context, m place.Memory, q index.Request) (*index.Answer, error) {
	if m.Path != "" && m.Place.Sparse() {
		return askGitHFA(ctx, m, q)
	}
	v, err := index.Open(ctx, access.Answers(m))
	var bad *memory.FileError
	if errors.As(err, &bad) && bad.Code == "conflict-markers" && m.Path != "" { // in the middle of a merge: HEAD still answers
		if a, askErr := askGitHFA(ctx, m, q); askErr == nil {
			return a, nil
		}
	}
	if err != nil {
		return nil, err
	}
	defer s.done(m, v)
	if may, sure := place.TellsWorkTree(m, string(v.Digest), v.Config.Trust); !may || !sure {
		a, err := askGitHFA(ctx, m, q)
		if !may || !errors.Is(err, sibling.ErrMissing) {
			return a, err
		}
	}
	a, err := v.Recall(ctx, q)
	if err != nil {
		return nil, err
	}
	if st, err := access.Store(m); err == nil {
		audit.Recall(st, v.Config, a, q.Unlock)
	}
	return a, nil
}

// askGitHFA has "git-hfa recall" answer, which audits too.
func askGitHFA(ctx context.Context, m place.Memory, q index.Request) (*index.Answer, error) {
	args := []string{"recall", "--json"}
	if q.Unlock != "" {
		args = append(args, "--unlock="+q.Unlock)
	}
	out, err := runGitHFA(ctx, m, q.Query, args...)
	if err != nil {
		return nil, err
	}
	a := &index.Answer{}
	if err := json.Unmarshal(out, a); err != nil {
		return nil, fmt.Errorf("read the answer of git-hfa recall: %w", err)
	}
	if a.Status == "" {
		return nil, errors.New("read the answer of git-hfa recall: it has no status")
	}
	return a, nil
}

// refuseHidden is an error when a sparse checkout hides something that a writer must know: it would give a number and a
// request id again. git-hfa looks, for it refuses to capture then, and capturing nothing writes nothing.
func refuseHidden(ctx context.Context, m place.Memory) error {
	if m.Path == "" || !m.Place.Sparse() {
		return nil
	}
	_, err := runGitHFA(ctx, m, `{"drafts":[]}`, "capture")
	return err
}

// runGitHFA gives what a command of git-hfa prints.
func runGitHFA(ctx context.Context, m place.Memory, stdin string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	cmd, err := sibling.GitHFA(ctx, m, args...)
	if err != nil {
		return nil, withHint(fmt.Errorf("a sparse checkout or trust: committed needs what git has: %w", err), "install git-hfa beside hfa-mcp")
	}
	var out, problem bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &problem
	cmd.WaitDelay = time.Second // a git that it started may hold its streams
	if err := cmd.Run(); err != nil {
		what, hint := said(problem.String())
		return nil, withHint(fmt.Errorf("git-hfa %s: %s (%w)", args[0], what, err), "%s", hint)
	}
	return out.Bytes(), nil
}

// said gives the error and the hint that git-hfa printed, one a line behind its name.
func said(stderr string) (what, hint string) {
	hint = "git hfa doctor"
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if _, text, ok := strings.Cut(line, "hint: "); ok {
			hint = text
		} else if _, text, ok := strings.Cut(line, "error: "); ok {
			what = text
		}
	}
	return what, hint
}

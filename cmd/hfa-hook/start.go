package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/gitext/sibling"
	"github.com/go-json-experiment/json/jsontext"
)

// command prepares a command of git-hfa for a memory. It runs in a process group of its own and with no stream of ours, so that it
// comes to its end even if the host ends the hook before.
func (h *hook) command(m place.Memory, args ...string) (*exec.Cmd, error) {
	cmd, err := sibling.GitHFA(context.Background(), m, args...)
	if err != nil {
		return nil, err
	}
	detach(cmd)
	return cmd, nil
}

// capturing prepares "git-hfa capture".
func (h *hook) capturing(m place.Memory) (*exec.Cmd, error) {
	if h.opts.init {
		return h.command(m, "capture", "--init")
	}
	return h.command(m, "capture")
}

// runGitHFA has drafts written and waits for it, at most until ctx is done; the writer goes on then. With no drafts a
// transaction that was left unfinished is finished.
func (h *hook) runGitHFA(ctx context.Context, m place.Memory, drafts []draft) error {
	cmd, err := h.capturing(m)
	if err != nil {
		return err
	}
	input, err := encodeDrafts(h.turn.Host, drafts)
	if err != nil {
		return err
	}
	cmd.Stdin = bytes.NewReader(input)
	return wait(ctx, cmd)
}

// wait runs a command of git-hfa to its end, at most until ctx is done; the command goes on then.
func wait(ctx context.Context, cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start git-hfa: %w", err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("git-hfa %s: %w; see: git hfa doctor", cmd.Args[1], err)
		}
		return nil
	case <-ctx.Done():
		return errors.New("git-hfa is still at work; the answer did not wait for it")
	}
}

// startRefresh has the index brought up to date, and does not wait.
func (h *hook) startRefresh(m place.Memory) {
	cmd, err := h.capturing(m)
	if err != nil {
		return
	}
	if cmd.Start() == nil {
		_ = cmd.Process.Release()
	}
}

// encodeDrafts writes what "git-hfa capture" reads.
func encodeDrafts(source string, drafts []draft) ([]byte, error) {
	var b bytes.Buffer
	e := jsontext.NewEncoder(&b)
	w := func(tokens ...jsontext.Token) {
		for _, t := range tokens {
			_ = e.WriteToken(t) // a buffer does not fail; a wrong order shows in the last call
		}
	}
	str := jsontext.String
	list := func(name string, values []string) {
		w(str(name), jsontext.BeginArray)
		for _, v := range values {
			w(str(v))
		}
		w(jsontext.EndArray)
	}
	w(jsontext.BeginObject, str("source"), str(source), str("drafts"), jsontext.BeginArray)
	for _, d := range drafts {
		w(jsontext.BeginObject, str("title"), str(d.Title), str("conclusion"), str(d.Conclusion), str("node"), str(d.Node), str("request_id"), str(d.RequestID), str("fallback_id"), str(d.fallbackID))
		list("hit_words", d.HitWords)
		list("supersedes", d.Supersedes)
		w(jsontext.EndObject)
	}
	w(jsontext.EndArray)
	if err := e.WriteToken(jsontext.EndObject); err != nil {
		return nil, fmt.Errorf("encode drafts: %w", err)
	}
	return b.Bytes(), nil
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/go-json-experiment/json/jsontext"
)

// asked is what came of a question.
type asked struct {
	answer *index.Answer // nil: recall is switched off
	config memory.Config
	behind memory.Digest // of a memory whose index is to be brought up to date, "" for none
}

// ask asks the memory. Where the files of the work tree are not the whole of what counts, git-hfa is asked, which reads
// git's objects: this program links nothing that could. A successor that a sparse checkout hides retires a chunk all the same.
func (h *hook) ask(ctx context.Context, m place.Memory, prompt string) (asked, error) {
	if sparse(m) {
		config, err := h.config(m)
		if errors.Is(err, fs.ErrNotExist) {
			config, err = memory.DefaultConfig(), nil // hidden, too
		}
		if err != nil || switchedOff(m, config.Hooks, partRecall) {
			return asked{}, err
		}
		return h.askGitHFA(ctx, m, prompt, config)
	}
	v, err := h.open(ctx, m)
	if err != nil {
		return asked{}, err
	}
	defer v.Close()
	if switchedOff(m, v.Config.Hooks, partRecall) {
		return asked{}, nil
	}
	if may, sure := tells(m, v); !may || !sure {
		got, err := h.askGitHFA(ctx, m, prompt, v.Config)
		if !may || !errors.Is(err, errNoGitHFA) {
			return got, err
		}
	}
	a, err := v.Recall(ctx, index.Request{Query: prompt})
	out := asked{answer: a, config: v.Config}
	if v.Stale {
		out.behind = v.Digest
	}
	return out, err
}

// sparse tells whether git may hide a part of the memory from the work tree. Git writes the file for a sparse checkout and
// leaves it when that is switched off (git-sparse-checkout(1)), so then the configuration decides.
func sparse(m place.Memory) bool {
	if m.Path == "" {
		return false
	}
	if _, err := os.Stat(filepath.Join(m.Place.GitDir, "info", "sparse-checkout")); err != nil {
		return false
	}
	for _, file := range []string{filepath.Join(m.Place.GitDir, "config.worktree"), filepath.Join(m.Place.CommonDir, "config")} {
		c, err := place.ReadConfig(file)
		if err != nil {
			continue
		}
		if s, ok := c.Get("core.sparsecheckout"); ok {
			on, err := s.Bool()
			return err != nil || on
		}
	}
	return true // it may be switched on where we do not look
}

// tells reports whether a memory may be told as the work tree has it. Under "trust": "committed" it may while it is what
// HEAD has. Whom HEAD trusts is known without git but for the first question after a commit: then it is not sure.
func tells(m place.Memory, v *index.View) (may, sure bool) {
	if m.Path == "" {
		return true, true
	}
	t, known := place.ReadTrust(m)
	if known {
		return !t.Committed || t.Digest == string(v.Digest), true
	}
	t, _ = place.StoredTrust(m)
	// With no commit in sight there is none, or references are kept in a way that place does not read.
	return !t.Committed && v.Config.Trust != "committed", place.Head(m.Place) == ""
}

// askGitHFA has "git-hfa recall" answer. One that is late goes on alone: the next question finds what it found out.
func (h *hook) askGitHFA(ctx context.Context, m place.Memory, prompt string, config memory.Config) (asked, error) {
	cmd, err := h.command(m, "recall", "--json")
	if err != nil {
		return asked{}, err
	}
	var out bytes.Buffer
	cmd.Stdin, cmd.Stdout = strings.NewReader(prompt), &out
	if err := wait(ctx, cmd); err != nil {
		return asked{}, err
	}
	a, err := decodeAnswer(out.Bytes())
	if err != nil {
		return asked{}, fmt.Errorf("read the answer of git-hfa recall: %w", err)
	}
	return asked{answer: a, config: config}, nil
}

// decodeAnswer reads of the JSON form of an answer what compose uses.
func decodeAnswer(data []byte) (*index.Answer, error) {
	if !jsontext.Value(data).IsValid() {
		return nil, errors.New("it is no JSON")
	}
	a := &index.Answer{}
	texts := map[string]*string{"status": &a.Status, "router_text": &a.RouterText, "recall_text": &a.RecallText}
	for name, value := range members(data) {
		if text := texts[name]; text != nil {
			*text = stringOf(value)
			continue
		}
		switch name {
		case "selected":
			for c := range elements(value) {
				a.Selected = append(a.Selected, index.Selected{ID: memory.ID(idOf(c))})
			}
		case "deferred":
			for c := range elements(value) {
				a.Deferred = append(a.Deferred, index.Deferred{ID: memory.ID(idOf(c))})
			}
		case "profile_drift":
			for range elements(value) {
				a.ProfileDrift = append(a.ProfileDrift, index.Drift{})
			}
		}
	}
	if a.Status == "" {
		return nil, errors.New("it is no answer")
	}
	return a, nil
}

func idOf(object jsontext.Value) (id string) {
	for name, value := range members(object) {
		if name == "id" {
			id = stringOf(value)
		}
	}
	return id
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/gitext/sibling"
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
	if m.Path != "" && m.Place.Sparse() {
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
	if inConflict(err) && m.Path != "" {
		return h.askStopped(ctx, m, prompt, err)
	}
	if err != nil {
		return asked{}, err
	}
	defer v.Close()
	if switchedOff(m, v.Config.Hooks, partRecall) {
		return asked{}, nil
	}
	if may, sure := place.TellsWorkTree(m, string(v.Digest), v.Config.Trust); !may || !sure {
		got, err := h.askGitHFA(ctx, m, prompt, v.Config)
		if !may || !errors.Is(err, sibling.ErrMissing) {
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

// inConflict reports that directory.md or config.json holds both sides of a merge or rebase that has stopped.
func inConflict(err error) bool {
	var bad *memory.FileError
	return errors.As(err, &bad) && bad.Code == "conflict-markers"
}

// askStopped has git-hfa answer in the middle of a merge: it reads what HEAD has. stopped is the error where it cannot either.
func (h *hook) askStopped(ctx context.Context, m place.Memory, prompt string, stopped error) (asked, error) {
	config, err := h.config(m)
	if err != nil {
		config = memory.DefaultConfig() // it is the one in conflict
	}
	if switchedOff(m, config.Hooks, partRecall) {
		return asked{}, nil
	}
	got, err := h.askGitHFA(ctx, m, prompt, config)
	if err != nil {
		return asked{}, stopped
	}
	return got, nil
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

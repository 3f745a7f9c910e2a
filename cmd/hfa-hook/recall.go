package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/host"
)

// recall gives the text to put before the model, "" for nothing, and what is left to do when it is out.
func (h *hook) recall(ctx context.Context) (string, func()) {
	h.host.Complete(ctx, &h.turn)
	prompt := strings.TrimSpace(query.Strip(h.turn.Prompt))
	if prompt == "" {
		return "", nil
	}
	m, err := h.locate()
	if err != nil {
		return "", nil
	}
	s := h.session(m)
	if h.turn.Once && s.has(inputClaim(h.turn, prompt)) {
		return "", nil
	}
	got, err := h.ask(ctx, m, prompt)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // no memory is a miss, not a failure
			h.log.add("%s %s: %v", h.turn.Host, h.turn.Event, err)
		}
		return "", nil
	}
	a := got.answer
	if a == nil {
		return "", nil
	}
	text := compose(a, got.config, s)
	if text != "" && h.turn.Once && !s.claim(inputClaim(h.turn, prompt)) {
		text = ""
	}
	// Once for each state of the memory, and only where the index can be written.
	stale := got.behind != "" && s.create("heal-"+shortHash(string(got.behind))) == nil
	return text, func() {
		if text != "" {
			h.log.add("%s %s %s: %s", h.turn.Host, h.turn.Event, a.Status, strings.Join(s.claimed, " "))
		}
		s.sweep()
		if stale {
			h.startRefresh(m)
		}
	}
}

// inputClaim names the claim of one input of a person, for hosts that fire before every call of the model.
func inputClaim(t host.Turn, prompt string) string {
	if t.TurnID != "" {
		return "input-" + shortHash(t.TurnID)
	}
	return "input-" + shortHash("text\x00"+prompt)
}

// open gives a view of the memory that was proven fresh. A transaction that a writer left unfinished is finished by
// git-hfa first; while the writer is at work, the tree is read as it is.
func (h *hook) open(ctx context.Context, m place.Memory) (*index.View, error) {
	return index.Open(ctx, index.Options{Dir: m.Dir, Top: workTree(m), Readable: func() error {
		if _, err := os.Lstat(filepath.Join(m.Dir, memory.TransactionPath)); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return h.runGitHFA(ctx, m, nil)
	}})
}

// Bounds of what is injected at once.
const maxChars = 8000 // UTF-16 units; Claude Code cuts at 10,000 characters

// compose puts the text together: chunks that this session has not seen, and hints where they fit; with no chunk at
// all the hints alone. Every part is claimed before it is given out.
func compose(a *index.Answer, c memory.Config, s *session) string {
	var parts []string
	size := chars(memory.RecallHead + memory.RecallFoot)
	for i, block := range blocks(a.RecallText) {
		if size+chars(block) > maxChars || i >= len(a.Selected) {
			break
		}
		if s.claim(string(a.Selected[i].ID)) {
			parts, size = append(parts, block), size+chars(block)
		}
	}
	hints := hintLines(a)
	if len(hints) == 0 || len(a.Selected) > 0 && len(parts) == 0 {
		return fence(parts)
	}
	fitting := fit(parts, hints, c)
	if len(fitting) == 0 || !s.claim("hint-"+shortHash(strings.Join(hints, ""))) {
		return fence(parts)
	}
	return fence(append(parts, fitting...))
}

// fence puts parts between the lines that say what they are; "" when there are none.
func fence(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return memory.RecallHead + strings.Join(parts, "") + memory.RecallFoot
}

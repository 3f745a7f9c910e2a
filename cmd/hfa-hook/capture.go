package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/distill"
	"github.com/git-hfa/git-hfa/memory/host"
	"github.com/git-hfa/git-hfa/memory/redact"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// captureMargin is what is left of a capture's deadline to answer in.
	captureMargin = 200 * time.Millisecond
	// transcriptWait is how long the end of a turn is waited for in a transcript.
	transcriptWait = 1500 * time.Millisecond
)

// testOnlyTranscriptWait shortens transcriptWait; TestMain sets it.
var testOnlyTranscriptWait time.Duration

// capture draws from the answer of a turn what was decided, and has it written.
func (h *hook) capture(ctx context.Context) {
	wait := transcriptWait
	if testOnlyTranscriptWait > 0 {
		wait = testOnlyTranscriptWait
	}
	read, cancel := context.WithTimeout(ctx, wait)
	h.host.Complete(read, &h.turn)
	cancel()
	answer := strip(h.turn.Answer)
	if strings.TrimSpace(answer) == "" && len(h.turn.Decision) == 0 {
		return
	}
	m, err := h.locate()
	if err != nil {
		return
	}
	config, err := h.config(m)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			h.log.add("%s %s: %v", h.turn.Host, h.turn.Event, err)
		}
		return
	}
	if switchedOff(m, config.Hooks, partCapture) {
		return
	}
	drafts := h.drafts(answer, config)
	if len(drafts) == 0 {
		return
	}
	if err := h.runGitHFA(ctx, m, drafts); err != nil {
		h.log.add("%s %s: write %d decisions: %v", h.turn.Host, h.turn.Event, len(drafts), err)
		return
	}
	h.log.add("%s %s: captured %d", h.turn.Host, h.turn.Event, len(drafts))
}

// config reads the memory's configuration. Of a memory that is still to be made it is the default; the error
// is fs.ErrNotExist when there is none and none is to be made.
func (h *hook) config(m place.Memory) (memory.Config, error) {
	data, err := os.ReadFile(filepath.Join(m.Dir, memory.ConfigPath))
	if errors.Is(err, fs.ErrNotExist) && h.opts.init && m.Place.InGit {
		return memory.DefaultConfig(), nil
	}
	if err != nil {
		return memory.Config{}, err
	}
	return memory.ParseConfig(data)
}

// drafts distils an answer. Each draft gets a request id of its own, so that the same end of a turn, told twice, is
// written once.
func (h *hook) drafts(answer string, c memory.Config) []draft {
	o := distill.Options{Mode: c.Distill, Source: h.turn.Host, MaxTokens: c.RecallTokenBudget}
	read := answer
	if h.turn.Structured {
		read = blocksOf(answer)
	}
	drafts, refused := distill.Extract(read, o)
	for _, raw := range [][]byte{h.turn.Decision, decisionOf(answer)} {
		more, alsoRefused := distill.DecisionField(raw, o)
		drafts, refused = append(drafts, more...), append(refused, alsoRefused...)
	}
	for _, r := range refused {
		h.log.add("%s %s: not kept: %v", h.turn.Host, h.turn.Event, r)
	}
	base := requestBase(h.turn, answer)
	out := make([]draft, len(drafts))
	for i, d := range drafts {
		out[i] = draft{Draft: d, fallbackID: requestID(base, d)}
		if d.RequestID == "" {
			out[i].RequestID, out[i].fallbackID = out[i].fallbackID, ""
		}
	}
	return out
}

// draft is what is handed to the writer.
type draft struct {
	distill.Draft
	fallbackID string // for a draft whose answer gave a request id: the one to use when that stands for something else
}

// requestBase is what one end of a turn is known by: host, session, turn and what was answered. White space does not
// count, for hosts differ in it between events; secrets are out before anything is hashed.
func requestBase(t host.Turn, answer string) string {
	return strings.Join([]string{t.Host, t.SessionID, t.TurnID, strings.Join(strings.Fields(redact.Text(answer)), " ")}, "\x00")
}

// requestID names one draft of it. The draft's own words are in it, and not its place in the answer: an event that keeps
// structured results only counts others.
func requestID(base string, d distill.Draft) string {
	sum := sha256.Sum256([]byte(base + "\x00" + d.Title + "\x00" + d.Conclusion))
	return "hook-" + hex.EncodeToString(sum[:16])
}

// strip takes out of an answer what did not come from the model itself: what this program injected, and the wrappers of
// hosts. Some hosts escape the brackets of an injected text (Qwen Code 0.24), and a model repeats what it saw.
func strip(answer string) string {
	if strings.Contains(answer, "&lt;") {
		answer = strings.NewReplacer("&lt;hfa-", "<hfa-", "&lt;/hfa-", "</hfa-", "&lt;hook_context", "<hook_context", "&lt;/hook_context", "</hook_context").Replace(answer)
		answer = closeEscaped(answer)
	}
	return query.Strip(answer)
}

// closeEscaped gives the tags that strip has opened their closing bracket back.
func closeEscaped(s string) string {
	for _, tag := range []string{"<hfa-recall", "</hfa-recall", "<hook_context", "</hook_context"} {
		s = strings.ReplaceAll(s, tag+"&gt;", tag+">")
	}
	return s
}

// decisionOf gives the field "decision" of an answer that is one JSON object, nil for any other.
func decisionOf(answer string) (raw []byte) {
	answer = strings.TrimSpace(answer)
	if !strings.HasPrefix(answer, "{") || !jsontext.Value(answer).IsValid() {
		return nil
	}
	for name, value := range members(jsontext.Value(answer)) {
		if name == "decision" {
			raw = value.Clone()
		}
	}
	return raw
}

// blocksOf leaves of an answer the fenced hfa-memory blocks alone. In the middle of a turn nothing else is settled yet.
func blocksOf(answer string) string {
	var b strings.Builder
	fence := "" // of the block we are in
	for line := range strings.Lines(answer) {
		mark := strings.TrimSpace(line)
		run := mark[:len(mark)-len(strings.TrimLeft(mark, "`~"))]
		switch {
		case fence != "":
			b.WriteString(line)
			if mark == run && strings.HasPrefix(run, fence) {
				fence = ""
			}
		case len(run) >= 3 && strings.HasPrefix(strings.ToLower(strings.TrimSpace(mark[len(run):])), "hfa-memory"):
			fence = run
			b.WriteString(line)
		}
	}
	return b.String()
}

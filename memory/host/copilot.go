package host

import (
	"context"
	"time"
)

// copilot is the Copilot CLI. Events named in camelCase have payloads in camelCase; events named as Claude Code names them,
// also those of a .claude/settings.json that Copilot reads, have them in snake_case. Answers are flat in both.
type copilot struct{}

func (copilot) Name() string { return "copilot-cli" }

func (h copilot) Decode(payload []byte, event string) (Turn, error) {
	f, err := parseObject(payload)
	if err != nil {
		return Turn{}, err
	}
	t := Turn{
		Host: h.Name(), Event: event, SessionID: f.str("sessionId", "session_id"), Cwd: f.str("cwd"),
		TranscriptPath: f.str("transcriptPath", "transcript_path"), StopActive: f.yes("stop_hook_active"), at: f.time("timestamp"),
	}
	if own := f.str("hook_event_name"); own != "" {
		t.Event = own
	}
	if t.Event == "" {
		t.Event = copilotEvent(f)
	}
	switch t.Event {
	case "sessionStart", "SessionStart":
		// It carries the first prompt, and runs at the same time as userPromptSubmitted.
		if t.Prompt = f.str("initialPrompt", "initial_prompt"); t.Prompt != "" {
			t.Kind = Recall
		}
	case "userPromptSubmitted", "UserPromptSubmit":
		t.Kind, t.Prompt = Recall, f.str("prompt")
	case "agentStop", "Stop":
		t.Kind, t.Answer, t.Decision = Capture, f.str("last_assistant_message"), f["decision"]
	case "preCompact", "PreCompact":
		t.Kind = Compact
	}
	return t, nil
}

// copilotEvent tells the event of a payload that does not name it.
func copilotEvent(f fields) string {
	switch {
	case f.has("initialPrompt"):
		return "sessionStart"
	case f.has("prompt"):
		return "userPromptSubmitted"
	case f.has("stopReason"):
		return "agentStop"
	}
	return ""
}

func (copilot) Complete(ctx context.Context, t *Turn) {
	at := t.at
	completeAnswer(ctx, t, func(r *rows) (string, bool) { return copilotAnswer(r, at) })
}

// copilotLag is how much older than the event the end of its turn may be. A file whose last turn ended earlier has
// probably not got this one yet: it is written up to 100 ms after agentStop started (seen with 1.0.102).
const copilotLag = 5 * time.Second

// copilotAnswer finds the last answer in ~/.copilot/session-state/<session>/events.jsonl. It is complete when
// assistant.turn_end stands behind it.
func copilotAnswer(r *rows, at time.Time) (answer string, complete bool) {
	for r.next() {
		f, err := parseObject(r.row())
		if err != nil {
			continue
		}
		switch f.str("type") {
		case "assistant.turn_end":
			ended := f.time("timestamp")
			complete = complete || at.IsZero() || ended.IsZero() || at.Sub(ended) <= copilotLag
		case "assistant.message":
			if answer = f.object("data").str("content"); answer != "" {
				return answer, complete
			}
		case "user.message":
			return "", false
		}
	}
	return "", false
}

func (h copilot) Encode(event, text string) []byte {
	switch event {
	case "sessionStart", "SessionStart", "userPromptSubmitted", "UserPromptSubmit":
		if text != "" {
			return []byte(object("additionalContext", text) + "\n")
		}
	}
	return h.Neutral(event)
}

func (copilot) Neutral(string) []byte { return NoAnswer() }

func (copilot) Handlers() []Handler {
	return []Handler{
		{Event: "sessionStart", Timeout: 5 * time.Second},
		{Event: "userPromptSubmitted", Timeout: 5 * time.Second},
		{Event: "agentStop", Timeout: 15 * time.Second},
		{Event: "preCompact", Timeout: 5 * time.Second},
	}
}

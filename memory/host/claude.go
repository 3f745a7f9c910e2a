package host

import (
	"context"
	"time"
)

// claude is Claude Code. Payloads are flat, snake_case, and name their event.
type claude struct{}

func (claude) Name() string { return "claude-code" }

func (h claude) Decode(payload []byte, event string) (Turn, error) {
	f, err := parseObject(payload)
	if err != nil {
		return Turn{}, err
	}
	return claudeTurn(h.Name(), f, event), nil
}

// claudeTurn reads a payload of Claude Code or of a host that copied it.
func claudeTurn(name string, f fields, event string) Turn {
	t := Turn{
		Host: name, Event: event, SessionID: f.str("session_id"), TurnID: f.str("prompt_id", "turn_id"), Cwd: f.str("cwd"),
		TranscriptPath: f.str("transcript_path"), StopActive: f.yes("stop_hook_active"),
	}
	if own := f.str("hook_event_name"); own != "" {
		t.Event = own
	}
	switch t.Event {
	case "UserPromptSubmit":
		t.Kind, t.Prompt = Recall, f.str("prompt")
	case "Stop":
		t.Kind, t.Answer, t.Decision = Capture, f.str("last_assistant_message"), f["decision"]
	case "PreCompact", "PostCompact":
		t.Kind = Compact
	case "SessionStart":
		// "resume" goes on with the context it had.
		if source := f.str("source"); source == "compact" || source == "clear" {
			t.Kind = Compact
		}
	}
	return t
}

func (claude) Complete(ctx context.Context, t *Turn) { completeAnswer(ctx, t, claudeAnswer) }

// claudeAnswer finds the last answer in ~/.claude/projects/…/<session>.jsonl. One message may be spread over several
// rows of the same message id. Rows of subagents are side chains; a row of type user is the prompt unless it holds the result
// of a tool.
func claudeAnswer(r *rows) (answer string, complete bool) {
	id := ""
	for r.next() {
		f, err := parseObject(r.row())
		if err != nil || f.yes("isSidechain") || f.yes("isMeta") {
			continue
		}
		m := f.object("message")
		switch f.str("type") {
		case "assistant":
			text := m.textParts("content", "text")
			switch {
			case answer == "":
				answer, id = text, m.str("id")
			case id == "" || m.str("id") != id:
				return answer, true
			case text != "":
				answer = text + "\n" + answer
			}
		case "user":
			if !m.anyPart("content", "tool_result") {
				return answer, answer != ""
			}
		}
	}
	return answer, answer != ""
}

func (h claude) Encode(event, text string) []byte {
	if text == "" || event != "UserPromptSubmit" {
		return h.Neutral(event)
	}
	return nested(event, text)
}

func (claude) Neutral(string) []byte { return NoAnswer() }

func (claude) Handlers() []Handler {
	return []Handler{
		{Event: "UserPromptSubmit", Timeout: 5 * time.Second},
		{Event: "Stop", Timeout: 15 * time.Second},
		{Event: "SessionStart", Matcher: "compact|clear", Timeout: 5 * time.Second},
	}
}

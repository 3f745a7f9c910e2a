package host

import (
	"context"
	"time"
)

// codex is the Codex CLI. Its hooks are shaped like Claude Code's, but an answer with one unknown key is dropped whole. The
// notify program gets another payload, with names in kebab-case, as its last argument, and is expected to print nothing.
type codex struct{}

// Notify is the event of Codex's notify program, which its payload does not name.
const Notify = "notify"

func (codex) Name() string { return "codex" }

func (h codex) Decode(payload []byte, event string) (Turn, error) {
	f, err := parseObject(payload)
	if err != nil {
		return Turn{}, err
	}
	if event == Notify || f.has("thread-id") {
		t := Turn{Host: h.Name(), Event: Notify, SessionID: f.str("thread-id"), TurnID: f.str("turn-id"), Cwd: f.str("cwd")}
		if f.str("type") == "agent-turn-complete" {
			t.Kind, t.Answer = Capture, f.str("last-assistant-message")
		}
		return t, nil
	}
	return claudeTurn(h.Name(), f, event), nil
}

func (codex) Complete(ctx context.Context, t *Turn) { completeAnswer(ctx, t, codexAnswer) }

// codexAnswer finds the last answer in a rollout: a response_item of type message and role assistant.
func codexAnswer(r *rows) (answer string, complete bool) {
	for r.next() {
		f, err := parseObject(r.row())
		if err != nil {
			continue
		}
		p := f.object("payload")
		switch f.str("type") {
		case "response_item":
			if p.str("type") != "message" {
				continue
			}
			switch p.str("role") {
			case "assistant":
				if text := p.textParts("content", "output_text"); text != "" {
					return text, true
				}
			case "user":
				return "", false
			}
		case "event_msg":
			switch p.str("type") {
			case "task_started", "turn_started", "user_message":
				return "", false
			case "item_completed":
				if p.object("item").str("type") == "UserMessage" {
					return "", false
				}
			}
		}
	}
	return "", false
}

func (h codex) Encode(event, text string) []byte {
	if text == "" || event != "UserPromptSubmit" {
		return h.Neutral(event)
	}
	return nested(event, text)
}

func (codex) Neutral(event string) []byte {
	if event == Notify {
		return nil
	}
	return NoAnswer()
}

func (codex) Handlers() []Handler {
	return []Handler{
		{Event: "UserPromptSubmit", Timeout: 5 * time.Second},
		{Event: "Stop", Timeout: 15 * time.Second},
		{Event: "SessionStart", Matcher: "compact|clear", Timeout: 5 * time.Second},
	}
}

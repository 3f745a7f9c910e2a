package host

import (
	"context"
	"time"
)

// gemini is the Gemini CLI. In one-shot mode it puts the text of SessionStart, in <hook_context>, in front of the
// prompt. Its answers are in the payload, so no transcript is read.
type gemini struct{}

func (gemini) Name() string { return "gemini-cli" }

func (h gemini) Decode(payload []byte, event string) (Turn, error) {
	f, err := parseObject(payload)
	if err != nil {
		return Turn{}, err
	}
	t := Turn{
		Host: h.Name(), Event: event, SessionID: f.str("session_id"), Cwd: f.str("cwd"),
		TranscriptPath: f.str("transcript_path"), StopActive: f.yes("stop_hook_active"),
	}
	if own := f.str("hook_event_name"); own != "" {
		t.Event = own
	}
	switch t.Event {
	case "BeforeAgent":
		t.Kind, t.Prompt = Recall, f.str("prompt")
	case "AfterAgent":
		t.Kind, t.Prompt, t.Answer, t.Decision = Capture, f.str("prompt"), f.str("prompt_response"), f["decision"]
	case "PreCompress":
		t.Kind = Compact
	case "SessionStart":
		if f.str("source") == "clear" {
			t.Kind = Compact
		}
	}
	return t, nil
}

func (gemini) Complete(context.Context, *Turn) {}

func (h gemini) Encode(event, text string) []byte {
	if text == "" || event != "BeforeAgent" {
		return h.Neutral(event)
	}
	return nested(event, text)
}

func (gemini) Neutral(string) []byte { return NoAnswer() }

func (gemini) Handlers() []Handler {
	return []Handler{
		{Event: "BeforeAgent", Timeout: 5 * time.Second},
		{Event: "AfterAgent", Timeout: 15 * time.Second},
		{Event: "PreCompress", Timeout: 5 * time.Second},
	}
}

package host

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// antigravity is Antigravity. Its payloads name no event and hold no prompt; both come from elsewhere: the event
// from the command line, the prompt from the transcript. PreInvocation comes before every call of the model, so an input is
// told apart by the step_index of its row. Answers are decoded as strict protojson: one unknown key fails the turn
// (github.com/Emanuele-web04/synara/issues/1143).
type antigravity struct{}

func (antigravity) Name() string { return "antigravity" }

func (h antigravity) Decode(payload []byte, event string) (Turn, error) {
	f, err := parseObject(payload)
	if err != nil {
		return Turn{}, err
	}
	t := Turn{
		Host: h.Name(), Event: event, SessionID: f.str("conversationId"), Cwd: f.firstString("workspacePaths"), TranscriptPath: f.str("transcriptPath"),
	}
	if event == "" && f.has("terminationReason") {
		t.Event = "Stop"
	}
	switch t.Event {
	case "PreInvocation":
		t.Kind, t.Once = Recall, true
		// No public page knows this field; where it is, it is the prompt.
		t.Prompt = f.str("lastUserInput")
	case "PostInvocation":
		t.Kind, t.Structured, t.Decision = Capture, true, f["decision"]
	case "Stop":
		if f["fullyIdle"].Kind() != 'f' && f.str("error") == "" {
			t.Kind, t.Decision = Capture, f["decision"]
		}
	}
	return t, nil
}

func (antigravity) Complete(ctx context.Context, t *Turn) {
	path := t.TranscriptPath
	if filepath.Base(path) == "transcript.jsonl" { // long texts are cut in this one
		full := filepath.Join(filepath.Dir(path), "transcript_full.jsonl")
		if info, err := os.Stat(full); err == nil && info.Mode().IsRegular() {
			path = full
		}
	}
	switch {
	case path == "":
	case t.Kind == Recall && t.Prompt == "":
		// A prompt that is not there yet is not waited for: the person waits.
		if r, err := openRows(ctx, path); err == nil {
			t.Prompt, _, t.TurnID = antigravityTurn(r)
			r.close()
		}
	case t.Kind == Capture:
		waitForRows(ctx, path, func(r *rows) bool {
			_, t.Answer, t.TurnID = antigravityTurn(r)
			// A call of the model in the middle of a turn may well have no answer.
			return t.Answer != "" || t.Structured || len(t.Decision) > 0
		})
	}
}

// antigravityTurn reads the last turn of transcript_full.jsonl: the row of the person's input, and the model's last
// answer behind it.
func antigravityTurn(r *rows) (prompt, answer, step string) {
	for r.next() {
		f, err := parseObject(r.row())
		if err != nil {
			continue
		}
		switch f.str("type") {
		case "PLANNER_RESPONSE":
			if answer == "" && f.str("source") == "MODEL" {
				answer = f.str("content")
			}
		case "USER_INPUT":
			if f.str("source") == "USER_EXPLICIT" {
				return f.str("content"), answer, f.number("step_index")
			}
		}
	}
	return "", answer, ""
}

func (h antigravity) Encode(event, text string) []byte {
	if text == "" || event != "PreInvocation" {
		return h.Neutral(event)
	}
	return []byte(`{"injectSteps":[` + object("ephemeralMessage", text) + "]}\n")
}

func (antigravity) Neutral(string) []byte { return NoAnswer() }

func (antigravity) Handlers() []Handler {
	return []Handler{ // whole seconds: a fraction kills the file
		{Event: "PreInvocation", Timeout: 5 * time.Second},
		{Event: "PostInvocation", Timeout: 15 * time.Second},
		{Event: "Stop", Timeout: 15 * time.Second},
	}
}

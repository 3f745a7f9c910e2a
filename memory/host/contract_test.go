package host

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the golden sections of testdata/turns anew")

// nasty is a text with everything that an encoder can get wrong.
const nasty = "<hfa-recall>\n## chunk_0001 \"a\\b\" 导出链接\n> 72 h \t & <b> 👨‍👩‍👧 \u2028\n</hfa-recall>\n"

// contract is one file of testdata/turns: what a host sends, what is read of it, and the exact answers.
type contract struct {
	file, host, event   string
	payload, transcript []byte
	hasTranscript       bool
	golden              *txtar.Archive
}

func readContracts(t *testing.T) []contract {
	t.Helper()
	files, err := filepath.Glob("testdata/turns/*.txtar")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d contracts: %v", len(files), err)
	}
	var out []contract
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := contract{file: file, golden: a}
		for line := range strings.Lines(string(a.Comment)) {
			if v, ok := strings.CutPrefix(line, "host: "); ok {
				c.host = strings.TrimSpace(v)
			}
			if v, ok := strings.CutPrefix(line, "event:"); ok {
				c.event = strings.TrimSpace(v)
			}
		}
		for _, f := range a.Files {
			switch f.Name {
			case "payload.json":
				c.payload = f.Data
			case "transcript.jsonl":
				c.transcript, c.hasTranscript = f.Data, true
			}
		}
		out = append(out, c)
	}
	return out
}

// place writes the transcript of a contract and names it in the payload.
func (c *contract) place(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "transcript_full.jsonl")
	if c.hasTranscript {
		data := c.transcript
		if bytes.HasSuffix(data, []byte("turn_e\n")) { // a row that is half written has no newline
			data = data[:len(data)-1]
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	quoted, _ := json.Marshal(path)
	return bytes.ReplaceAll(c.payload, []byte(`"@TRANSCRIPT@"`), quoted)
}

func (c *contract) section(name string) string {
	for _, f := range c.golden.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// describe prints a turn as the golden sections have it.
func describe(t Turn) string {
	kind := map[Kind]string{Ignore: "ignore", Recall: "recall", Capture: "capture", Compact: "compact"}[t.Kind]
	out := fmt.Sprintf("%s %s: %s\nsession %q turn %q cwd %q\n", t.Host, t.Event, kind, t.SessionID, t.TurnID, t.Cwd)
	if t.StopActive || t.Structured || t.Once {
		out += fmt.Sprintf("stop active %v, structured %v, once %v\n", t.StopActive, t.Structured, t.Once)
	}
	if t.Prompt != "" {
		out += fmt.Sprintf("prompt %q\n", t.Prompt)
	}
	if t.Answer != "" {
		out += fmt.Sprintf("answer %q\n", t.Answer)
	}
	return out
}

func TestEveryHostReadsItsPayloadsAndAnswersExactly(t *testing.T) {
	for _, c := range readContracts(t) {
		t.Run(strings.TrimSuffix(filepath.Base(c.file), ".txtar"), func(t *testing.T) {
			payload := c.place(t)
			h := Pick(c.host, payload)
			if h == nil || h.Name() != c.host {
				t.Fatalf("picked %v", h)
			}
			turn, err := h.Decode(payload, c.event)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			h.Complete(ctx, &turn)
			got := map[string]string{
				"turn": describe(turn),
				"hit":  string(h.Encode(turn.Event, nasty)),
				"miss": string(h.Encode(turn.Event, "")),
			}
			if *update {
				for i, f := range c.golden.Files {
					if text, ok := got[f.Name]; ok {
						c.golden.Files[i].Data = []byte(text)
					}
				}
				if err := os.WriteFile(c.file, txtar.Format(c.golden), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for name, text := range got {
				if want := c.section(name); text != want {
					t.Errorf("%s:\n%s\nwant:\n%s", name, text, want)
				}
			}
			if neutral := string(h.Neutral(turn.Event)); neutral != got["miss"] {
				t.Errorf("neutral answer %q, miss %q", neutral, got["miss"])
			}
		})
	}
}

// textOf finds the injected text in an answer, by the host's own path, and says which keys the answer has.
func textOf(t *testing.T, answer []byte) (text string, keys []string) {
	t.Helper()
	var v any
	if err := json.Unmarshal(answer, &v); err != nil {
		t.Fatalf("%q: %v", answer, err)
	}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, inner := range v {
				walk(path+"."+k, inner)
			}
		case []any:
			for _, inner := range v {
				walk(path+"[]", inner)
			}
		case string:
			keys = append(keys, path)
			if strings.Contains(path, "Context") || strings.Contains(path, "Message") {
				text = v
			}
		}
	}
	walk("", v)
	return text, keys
}

func TestATextComesThroughAsItWas(t *testing.T) {
	for _, c := range readContracts(t) {
		h := Named(c.host)
		turn, err := h.Decode(c.payload, c.event)
		if err != nil {
			t.Fatal(err)
		}
		answer := h.Encode(turn.Event, nasty)
		if len(answer) == 0 || string(answer) == "{}\n" {
			continue
		}
		if text, _ := textOf(t, answer); text != nasty {
			t.Errorf("%s: %q", c.file, text)
		}
	}
}

func TestOnlyEventsWithAPromptCarryAText(t *testing.T) {
	for _, c := range readContracts(t) {
		h := Named(c.host)
		turn, err := h.Decode(c.payload, c.event)
		if err != nil {
			t.Fatal(err)
		}
		answer := strings.TrimSpace(string(h.Encode(turn.Event, nasty)))
		switch {
		case turn.Kind == Recall && (answer == "{}" || answer == ""):
			t.Errorf("%s: a recall that cannot answer", c.file)
		case turn.Kind == Capture && answer != "{}" && answer != "":
			t.Errorf("%s: a capture event answers %s", c.file, answer)
		}
	}
}

func TestNoAnswerHasAKeyThatBlocksOrRepeatsATurn(t *testing.T) {
	forbidden := []string{"decision", "continue", "followup_message", "userMessage", "toolCall", "terminationBehavior", "suppressOutput"}
	for _, c := range readContracts(t) {
		h := Named(c.host)
		for _, text := range []string{"", "text"} {
			for _, key := range forbidden {
				if answer := h.Encode(c.event, text); bytes.Contains(answer, []byte(`"`+key+`"`)) {
					t.Errorf("%s: %s", c.file, answer)
				}
			}
		}
	}
}

// The hosts are alike and not the same: an answer of one is no answer of another.
func TestNoHostAnswersInTheShapeOfAnother(t *testing.T) {
	shape := func(name string) string {
		switch name {
		case "codex", "claude-compatible", "qwen-code", "factory-droid":
			return "claude-code"
		}
		return name
	}
	for _, c := range readContracts(t) {
		own := string(Named(c.host).Encode(c.event, "text"))
		if strings.TrimSpace(own) == "{}" || own == "" {
			continue
		}
		for _, other := range Names() {
			if shape(other) == shape(c.host) {
				continue
			}
			if got := string(Named(other).Encode(c.event, "text")); got == own {
				t.Errorf("%s: %s answers %s too", c.file, other, got)
			}
		}
	}
}

func TestAnUnnamedHostIsToldByItsPayload(t *testing.T) {
	for _, c := range readContracts(t) {
		if strings.Contains(c.file, "nothing") || c.event == "" && c.host == "claude-code" {
			continue // too little in them
		}
		h := Pick("", c.payload)
		if h == nil {
			t.Errorf("%s: not told", c.file)
			continue
		}
		// What the host means is what counts: shapes that are answered alike may be taken for each other.
		want, err := Named(c.host).Decode(c.payload, c.event)
		if err != nil {
			t.Fatal(err)
		}
		got, err := h.Decode(c.payload, c.event)
		if err != nil || got.Kind != want.Kind || got.SessionID != want.SessionID || got.Prompt != want.Prompt ||
			!bytes.Equal(h.Encode(got.Event, "x"), Named(c.host).Encode(want.Event, "x")) {
			t.Errorf("%s: taken for %s: %+v, want %+v", c.file, h.Name(), got, want)
		}
	}
}

func TestAHostThatRunsTheHooksOfAnotherIsRecognised(t *testing.T) {
	tests := []struct{ named, payload, want string }{
		{"claude-code", `{"hook_event_name":"UserPromptSubmit","session_id":"s","timestamp":"2026-10-02T09:14:28Z","cwd":"/r","prompt":"p"}`, "copilot-cli"},
		{"claude-code", `{"hook_event_name":"Stop","session_id":"s","timestamp":"2026-10-02T09:14:28Z","cwd":"/r","transcript_path":"/h/.copilot/session-state/s/events.jsonl","stop_reason":"end_turn"}`, "copilot-cli"},
		{"claude-code", `{"sessionId":"s","timestamp":1,"cwd":"/r","prompt":"p"}`, "copilot-cli"},
		{"claude-code", `{"sessionId":"s","hookEventName":"UserPromptSubmit","cwd":"/r","prompt":"p"}`, ""},
		{"copilot-cli", `{"sessionId":"s","hookEventName":"UserPromptSubmit","cwd":"/r","prompt":"p"}`, ""},
		{"claude-code", `{"conversation_id":"c","cursor_version":"3","hook_event_name":"beforeSubmitPrompt","prompt":"p"}`, ""},
		{"claude-code", `{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/r","prompt":"p"}`, "claude-code"},
		{"claude-code", `not json`, "claude-code"},
		{"codex", `{"sessionId":"s","prompt":"p"}`, "codex"},
		{"no-such-host", `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"p"}`, ""},
		{"", `{}`, ""},
		{"", `[]`, ""},
	}
	for _, tt := range tests {
		got := ""
		if h := Pick(tt.named, []byte(tt.payload)); h != nil {
			got = h.Name()
		}
		if got != tt.want {
			t.Errorf("Pick(%q, %s) = %q, want %q", tt.named, tt.payload, got, tt.want)
		}
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory/host"
)

// large are texts that cost much when something looks at each place of them again.
func large() map[string]string {
	fill := func(pattern string, size int) string { return strings.Repeat(pattern, size/len(pattern)+1)[:size] }
	const kib, mib = 1 << 10, 1 << 20
	return map[string]string{
		"a prompt with a pasted log": asking + "\n" + fill("2026-01-02 ERROR api/export.go:42 timeout of the pool\n", mib),
		"one word":                   fill("a", mib),
		"Chinese without a stop":     strings.Repeat("导出链接有效期", mib/21),
		"names of secrets":           fill("sk=", 256*kib),
		"values of secrets":          fill("password: x token=y ", 256*kib),
		"decisions":                  fill("Decision: a.b/c=d\n", 256*kib),
		"blocks that do not end":     fill("```hfa-memory\ntitle: a\n", 256*kib),
		"fences that do not end":     fill("<hfa-recall>&lt;hook_context&gt;", 256*kib),
		"brackets":                   fill(`{"decision":[`, 256*kib),
	}
}

// within puts a text into a payload, for every prompt and answer in it.
func within(t *testing.T, payload, text string) string {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(payload), &v); err != nil {
		return payload // one that is broken on purpose
	}
	for _, name := range []string{"prompt", "initialPrompt", "lastUserInput", "last_assistant_message", "last-assistant-message", "prompt_response"} {
		if _, ok := v[name].(string); ok {
			v[name] = text
		}
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestLargeTextsAreAnsweredInTime(t *testing.T) {
	t.Setenv("PATH", tempDir(t)) // what is drawn from them is another matter
	top := repo(t)
	before := truth(t, top)
	for what, text := range large() {
		t.Run(what, func(t *testing.T) {
			for name, a := range turns(t) {
				hostName, event, payload, turn := given(t, a, top)
				capture := strings.Contains(turn, ": capture")
				if capture && name != "claude-code_Stop" {
					continue // the same answer of another host is read by the same code
				}
				deadline := host.RecallDeadline
				if capture {
					deadline = host.CaptureDeadline
				}
				start := time.Now()
				got := call(t, within(t, payload, text), "--host", hostName, "--event", event)
				if took := time.Since(start); took > deadline+slack {
					t.Errorf("%s took %v", name, took)
				}
				if got == "" && event == host.Notify {
					continue
				}
				if !json.Valid([]byte(got)) || strings.Count(got, "\n") != 1 || len(got) > 40_000 {
					t.Errorf("%s: %.200q", name, got)
				}
			}
		})
	}
	if !maps.Equal(before, truth(t, top)) {
		t.Error("a truth file changed")
	}
}

// 100 MB of a transcript are no reason to be late, wherever the turn stands in it and whatever else does.
func TestLongTranscriptsAreAnsweredInTime(t *testing.T) {
	t.Setenv("PATH", tempDir(t))
	top := repo(t)
	const length = 100 << 20
	shapes := map[string]func(f *os.File, rows []byte) error{
		"the turn at the end": func(f *os.File, rows []byte) error {
			_, err := f.WriteAt(append([]byte("\n"), rows...), length)
			return err
		},
		"the turn at the front": func(f *os.File, rows []byte) error {
			_, err := f.WriteAt([]byte("\n"), length)
			return writeAnd(f, rows, err)
		},
		"one row and nothing else": func(f *os.File, _ []byte) error { return f.Truncate(length) },
	}
	for shape, write := range shapes {
		t.Run(shape, func(t *testing.T) {
			tried := 0
			for name, a := range turns(t) {
				hostName, event, payload, turn := given(t, a, top)
				path := transcriptOf(payload)
				rows, err := os.ReadFile(path)
				if err != nil {
					continue
				}
				f, err := os.Create(path)
				if err == nil {
					err = write(f, rows)
				}
				if err != nil {
					t.Fatal(err)
				}
				f.Close()
				deadline := host.RecallDeadline
				if strings.Contains(turn, ": capture") {
					deadline = host.CaptureDeadline
				}
				tried++
				start := time.Now()
				got := call(t, payload, "--host", hostName, "--event", event)
				if took := time.Since(start); took > deadline+slack {
					t.Errorf("%s took %v", name, took)
				}
				if !json.Valid([]byte(got)) || strings.Count(got, "\n") != 1 {
					t.Errorf("%s: %.200q", name, got)
				}
				os.Remove(path)
			}
			if tried < 5 {
				t.Errorf("only %d payloads have a transcript", tried)
			}
		})
	}
}

func writeAnd(f *os.File, rows []byte, err error) error {
	if err == nil {
		_, err = f.WriteAt(append(bytes.TrimSuffix(rows, []byte("\n")), '\n'), 0)
	}
	return err
}

// transcriptOf is the path of the transcript that a payload names.
func transcriptOf(payload string) string {
	var v struct {
		Snake string `json:"transcript_path"`
		Camel string `json:"transcriptPath"`
	}
	_ = json.Unmarshal([]byte(payload), &v)
	return filepath.Clean(v.Snake + v.Camel)
}

// A host may write the payload and leave the pipe open.
func TestThePayloadEndsWithItsObject(t *testing.T) {
	top := repo(t)
	for _, text := range []string{prompting(top, "s1", asking), prompting(top, "s2", asking) + "\r\n", prompting(top, "s3", asking+" {\"a\":{}}"), prompting(top, "s4", asking+strings.Repeat(" } ", 100_000))} {
		in, out := io.Pipe()
		go func() {
			for _, part := range []int{1, 3, 7, len(text)} {
				part = min(part, len(text))
				io.WriteString(out, text[:part])
				text = text[part:]
			}
		}()
		start := time.Now()
		var answer bytes.Buffer
		run([]string{"--host", "claude-code"}, in, &answer, func(string) string { return "" })
		if !strings.Contains(answer.String(), "48 hours") {
			t.Errorf("after %v: %q", time.Since(start), answer.String())
		}
		out.Close()
	}
	// What is no object, or only its beginning, is waited for until the deadline.
	in, out := io.Pipe()
	go io.WriteString(out, `{"prompt":"}`)
	start := time.Now()
	var answer bytes.Buffer
	run([]string{"--host", "claude-code"}, in, &answer, func(string) string { return "" })
	if took := time.Since(start); answer.String() != "{}\n" || took > host.RecallDeadline+slack {
		t.Errorf("after %v: %q", took, answer.String())
	}
	out.Close()
}

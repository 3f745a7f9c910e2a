package host

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// backwards reads a file through rows.
func backwards(t interface{ Fatal(...any) }, path string) []string {
	r, err := openRows(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	var out []string
	for r.next() {
		out = append(out, string(r.row()))
	}
	return out
}

func TestRowsAreTheLinesOfTheFileFromItsEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(0, 6).Draw(t, "lines") {
			// Lengths around the size of a read are where a line is put together from pieces.
			n := rapid.SampledFrom([]int{0, 1, 17, firstRead - 1, firstRead, firstRead + 1, 3 * firstRead, 200_000}).Draw(t, "length")
			lines = append(lines, strings.Repeat(rapid.SampledFrom([]string{"a", "\x00", "\xff"}).Draw(t, "byte"), n))
		}
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(lines)
		if len(want) == 0 {
			want = []string{""}
		}
		slices.Reverse(want)
		if got := backwards(t, path); !slices.Equal(got, want) {
			t.Fatalf("%d lines, want %d", len(got), len(want))
		}
	})
}

func TestATranscriptThatIsNoFileIsNotRead(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "missing.jsonl"), os.DevNull, "\x00"} {
		if r, err := openRows(t.Context(), path); err == nil {
			r.close()
			t.Errorf("%q was opened", path)
		}
	}
}

const (
	asked  = `{"type":"user","isSidechain":false,"message":{"role":"user","content":"q"}}` + "\n"
	said   = `{"type":"assistant","isSidechain":false,"message":{"id":"m","role":"assistant","content":[{"type":"text","text":"Decision: x."}]}}` + "\n"
	before = `{"type":"assistant","isSidechain":false,"message":{"id":"o","role":"assistant","content":[{"type":"text","text":"Decision: old."}]}}` + "\n"
)

func answerIn(t *testing.T, transcript []byte, wait time.Duration) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.jsonl")
	if err := os.WriteFile(path, transcript, 0o666); err != nil {
		t.Fatal(err)
	}
	turn := Turn{Kind: Capture, TranscriptPath: path}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	claude{}.Complete(ctx, &turn)
	return turn.Answer
}

func TestTheAnswerIsThatOfTheLastTurnWhateverStandsAroundIt(t *testing.T) {
	gbk := "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"\xbb\xe1\xbb\xb0\"}}\n"
	tests := []struct{ name, transcript, want string }{
		{"plain", asked + before + asked + said, "Decision: x."},
		{"no newline at the end", asked + strings.TrimSuffix(said, "\n"), "Decision: x."},
		{"CRLF", strings.ReplaceAll(asked+said, "\n", "\r\n"), "Decision: x."},
		{"a row cut by a crash behind the answer", asked + said + `{"type":"assist`, "Decision: x."},
		{"cut in the middle of a character", asked + said + "{\"type\":\"user\",\"message\":{\"content\":\"\xe4\xbd", "Decision: x."},
		{"rows in another encoding", before + gbk + asked + said + gbk[:20] + "\n", "Decision: x."},
		{"rows that are no objects", asked + said + "null\n[1]\n\n\"x\"\n", "Decision: x."},
		{"a turn without answer", before + asked, ""},
		{"a prompt in another encoding ends the turn", before + gbk, ""},
		{"a meta row is no prompt", asked + said + `{"type":"user","isMeta":true,"message":{"content":"caveat"}}` + "\n", "Decision: x."},
		{"empty", "", ""},
		{"a huge row behind the answer", asked + said + `{"type":"user","message":{"content":[{"type":"tool_result","content":"` + strings.Repeat("x", 3<<20) + `"}]}}` + "\n", "Decision: x."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerIn(t, []byte(tt.transcript), 300*time.Millisecond); got != tt.want {
				t.Errorf("answer %q, want %q", got, tt.want)
			}
		})
	}
}

func TestALongTranscriptIsReadFromItsEndOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	const front = 100 << 20
	if _, err := f.WriteAt([]byte("\n"+asked+said), front); err != nil {
		t.Fatal(err)
	}
	f.Close()
	r, err := openRows(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	if answer, _ := claudeAnswer(r); answer != "Decision: x." || r.off < front-2*firstRead {
		t.Errorf("answer %q, read down to byte %d", answer, r.off)
	}
}

func TestATranscriptIsWaitedForUntilItHasTheTurn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	at := time.Date(2026, 10, 2, 9, 14, 31, 0, time.UTC)
	message := `{"type":"user.message","data":{"content":"q"}}` + "\n" + `{"type":"assistant.message","data":{"content":"Decision: x."}}` + "\n"
	go func() {
		time.Sleep(30 * time.Millisecond)
		os.WriteFile(path, []byte(message), 0o666)
		time.Sleep(30 * time.Millisecond)
		os.WriteFile(path, []byte(message+`{"type":"assistant.turn_end","timestamp":"2026-10-02T09:14:30.900Z"}`+"\n"), 0o666)
	}()
	turn := Turn{Kind: Capture, TranscriptPath: path, at: at}
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	copilot{}.Complete(ctx, &turn)
	if took := time.Since(start); turn.Answer != "Decision: x." || took < 55*time.Millisecond || took > 5*time.Second {
		t.Errorf("answer %q after %v", turn.Answer, took)
	}
}

func TestATranscriptIsReadAgainOnlyWhenItChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	if err := os.WriteFile(path, []byte(asked), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	reads := 0
	time.AfterFunc(10*transcriptPoll, func() { os.WriteFile(path, []byte(asked+said), 0o666) })
	waitForRows(ctx, path, func(r *rows) bool {
		reads++
		answer, _ := claudeAnswer(r)
		return answer != ""
	})
	// A file that is being written may be seen empty once.
	if ctx.Err() != nil || reads < 2 || reads > 3 {
		t.Errorf("read %d times, %v", reads, ctx.Err())
	}
}

func TestReadingEndsWithItsTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.jsonl")
	if err := os.WriteFile(path, bytes.Repeat([]byte("{}\n"), firstRead), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, err := openRows(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	if !r.next() {
		t.Fatal("no line")
	}
	cancel()
	lines := 0
	for r.next() {
		lines++
	}
	if lines >= firstRead-2 {
		t.Error("the whole file was read")
	}
}

func TestATurnThatEndedLongAgoIsWaitedOver(t *testing.T) {
	rowsOf := []byte(`{"type":"assistant.message","data":{"content":"Decision: old."}}` + "\n" + `{"type":"assistant.turn_end","timestamp":"2026-10-02T09:00:00Z"}` + "\n")
	path := filepath.Join(t.TempDir(), "events.jsonl")
	if err := os.WriteFile(path, rowsOf, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, age := range []time.Duration{time.Second, time.Minute} {
		r, err := openRows(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		_, complete := copilotAnswer(r, time.Date(2026, 10, 2, 9, 0, 0, 0, time.UTC).Add(age))
		r.close()
		if complete != (age == time.Second) {
			t.Errorf("%v after the turn: complete %v", age, complete)
		}
	}
}

func FuzzDecode(f *testing.F) {
	files, _ := filepath.Glob("testdata/turns/*.txtar")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if _, payload, ok := bytes.Cut(data, []byte("-- payload.json --\n")); ok {
			payload, _, _ = bytes.Cut(payload, []byte("\n-- "))
			f.Add(payload)
			f.Add(payload[:len(payload)/2])
		}
	}
	for _, s := range []string{"", "null", "[]", "{}", "\ufeff{}", `{"prompt":"\ud83d"}`, `{"a":1,"a":2}`, "{\"prompt\":\"\xff\"}", `{"prompt":{}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		for _, name := range Names() {
			h := Named(name)
			for _, handler := range h.Handlers() {
				turn, err := h.Decode(payload, handler.Event)
				if err != nil && turn.Kind != Ignore {
					t.Fatal("a payload that is no object asks for something")
				}
				if strings.ToValidUTF8(turn.Prompt+turn.Answer+turn.SessionID, "") != turn.Prompt+turn.Answer+turn.SessionID {
					t.Fatal("bad UTF-8 came through")
				}
				if turn.Kind != Recall && len(bytes.TrimSpace(h.Encode(turn.Event, "x"))) > 2 && turn.Event == handler.Event && turn.Event != "sessionStart" {
					t.Fatalf("%s %s carries a text", name, turn.Event)
				}
			}
		}
		Pick("", payload)
	})
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/distill"
	"github.com/git-hfa/git-hfa/memory/host"
)

func TestADecisionIsWrittenOnceHoweverOftenTheTurnEnds(t *testing.T) {
	withGitHFA(t)
	tests := []struct {
		name  string
		calls func(top string) [][]string // payload, then arguments
	}{
		{"the same payload twice", func(top string) [][]string {
			p := stopping(top, "s1", "t1", decided)
			return [][]string{{p, "claude-code"}, {p, "claude-code"}}
		}},
		{"white space differs", func(top string) [][]string {
			return [][]string{{stopping(top, "s1", "t1", decided), "claude-code"}, {stopping(top, "s1", "t1", "\n "+decided+"\n"), "claude-code"}}
		}},
		{"hook and notify of Codex", func(top string) [][]string {
			stop := payload("session_id", "s1", "turn_id", "t1", "cwd", top, "hook_event_name", "Stop", "model", "m", "last_assistant_message", decided)
			notify := payload("type", "agent-turn-complete", "thread-id", "s1", "turn-id", "t1", "cwd", top, "last-assistant-message", decided)
			return [][]string{{stop, "codex"}, {"", "codex", "notify", notify}}
		}},
		{"Copilot, which also runs the hooks of Claude Code", func(top string) [][]string {
			events := filepath.Join(top, ".git", "events.jsonl")
			writeFile(t, events, payload("type", "user.message", "data", map[string]any{"content": "q"})+"\n"+
				payload("type", "assistant.message", "data", map[string]any{"content": decided})+"\n"+`{"type":"assistant.turn_end"}`+"\n")
			return [][]string{
				{payload("sessionId", "s1", "timestamp", 1, "cwd", top, "transcriptPath", events, "stopReason", "end_turn"), "copilot-cli", "agentStop"},
				{payload("hook_event_name", "Stop", "session_id", "s1", "timestamp", "2026-10-02T09:14:31Z", "cwd", top, "transcript_path", events, "stop_reason", "end_turn"), "claude-code"},
			}
		}},
		{"PostInvocation and Stop of Antigravity", func(top string) [][]string {
			block := "Done.\n\n```hfa-memory\ntitle: Export links\nhit_words: export link\nconclusion: Export links expire after 72 hours.\n```\n"
			path := filepath.Join(top, ".git", "transcript_full.jsonl")
			writeFile(t, path, `{"step_index":3,"source":"USER_EXPLICIT","type":"USER_INPUT","content":"q"}`+"\n"+
				payload("step_index", 4, "source", "MODEL", "type", "PLANNER_RESPONSE", "content", block)+"\n")
			p := func(more ...any) string {
				return payload(append([]any{"conversationId", "c", "workspacePaths", []string{top}, "transcriptPath", path}, more...)...)
			}
			return [][]string{{p("invocationNum", 0), "antigravity", "PostInvocation"}, {p("fullyIdle", true, "error", "", "terminationReason", "NO_TOOL_CALL"), "antigravity", "Stop"}}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			top := emptyRepo(t)
			for _, c := range tt.calls(top) {
				if got := call(t, c[0], c[1:]...); got != "{}\n" && got != "" {
					t.Errorf("%s: %s", c[1], got)
				}
			}
			if n := chunkCount(t, top); n != 1 {
				t.Errorf("%d chunks\n%s", n, hookLog(top))
			}
		})
	}
}

func hookLog(top string) string {
	data, _ := os.ReadFile(filepath.Join(top, "memory", "index", "hook.log"))
	return string(data)
}

func TestEndsOfATurnThatFireTogetherWriteOneChunk(t *testing.T) {
	withGitHFA(t)
	top := emptyRepo(t)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			if got := callEnv(stopping(top, "s1", "t1", decided), func(string) string { return "" }, "claude-code"); got != "{}\n" {
				t.Errorf("%s", got)
			}
		})
	}
	wg.Wait()
	if n := chunkCount(t, top); n != 1 {
		t.Errorf("%d chunks\n%s", n, hookLog(top))
	}
}

func TestASecondDecisionOfASessionIsWrittenToo(t *testing.T) {
	withGitHFA(t)
	top := emptyRepo(t)
	call(t, stopping(top, "s1", "t1", decided), "claude-code")
	call(t, stopping(top, "s1", "t2", "Decision: import jobs run on `worker-2` with a timeout of 90 s."), "claude-code")
	if n := chunkCount(t, top); n != 2 {
		t.Errorf("%d chunks\n%s", n, hookLog(top))
	}
}

func TestWhatTheMemorySaidIsNotWrittenAgain(t *testing.T) {
	withGitHFA(t)
	top := repo(t)
	text := contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code"))
	escaped := strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(text)
	for i, answer := range []string{text, escaped, "The memory says:\n" + text, "Decision: " + kept} {
		call(t, stopping(top, "s1", "t"+string(rune('1'+i)), answer), "claude-code")
	}
	if n := chunkCount(t, top); n != 1 {
		t.Errorf("%d chunks", n)
	}
	call(t, stopping(top, "s1", "t9", text+"\n\n"+decided), "claude-code")
	if n := chunkCount(t, top); n != 2 {
		t.Errorf("the new decision behind the fence: %d chunks\n%s", n, hookLog(top))
	}
}

func TestASecretOfTheAnswerIsNowhere(t *testing.T) {
	withGitHFA(t)
	top := emptyRepo(t)
	secret := "gh" + "p_" + "R8t2Kq9Lw4Xz7Bv1Nc5Md3Hf6Jg0Pa8Se2Uy"
	call(t, stopping(top, "s1", "t1", "Decision: the nightly backup uploads with restic and the token "+secret+" from `deploy.sh`."), "claude-code")
	if n := chunkCount(t, top); n != 1 {
		t.Fatalf("%d chunks\n%s", n, hookLog(top))
	}
	err := filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), secret) {
			t.Errorf("the secret is in %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAMissingMemoryIsMadeOnlyWhereSetUpSaidSo(t *testing.T) {
	withGitHFA(t)
	top := bareTree(t)
	call(t, stopping(top, "s1", "t1", decided), "claude-code")
	call(t, prompting(top, "s1", asking), "--host", "claude-code", "--init")
	call(t, stopping(top, "s1", "t1", "Nothing was decided."), "claude-code", "--init")
	if _, err := os.Stat(filepath.Join(top, "memory")); !os.IsNotExist(err) {
		t.Fatalf("a memory was made: %v", err)
	}
	call(t, stopping(top, "s1", "t1", decided), "claude-code", "--init")
	if n := chunkCount(t, top); n != 1 {
		t.Errorf("%d chunks", n)
	}
	outside := tempDir(t)
	call(t, stopping(outside, "s1", "t1", decided), "claude-code", "--init")
	if _, err := os.Stat(filepath.Join(outside, "memory")); !os.IsNotExist(err) {
		t.Errorf("a memory was made outside any repository: %v", err)
	}
}

func TestCaptureThatIsOffWritesNothing(t *testing.T) {
	withGitHFA(t)
	for _, config := range []string{`{"hooks":{"capture":false}}`, `{"hooks":{"enabled":false}}`, `{"distill":"off"}`} {
		top := emptyRepo(t)
		writeFile(t, filepath.Join(top, "memory", "config.json"), config)
		call(t, stopping(top, "s1", "t1", decided), "claude-code")
		if n := chunkCount(t, top); n != 0 {
			t.Errorf("%s: %d chunks", config, n)
		}
	}
}

func TestALinkThatLeadsNowhereCostsTheLinkAlone(t *testing.T) {
	withGitHFA(t)
	top := emptyRepo(t)
	block := "```hfa-memory\ntitle: Export links\nhit_words: export link\nconclusion: Export links expire after 72 hours.\nsupersedes: chunk_0099\nnode: S7\nrequest_id: r1\n```\n"
	call(t, stopping(top, "s1", "t1", block), "claude-code")
	other := strings.NewReplacer("Export links", "Import jobs", "72 hours", "90 s").Replace(block) // the same request id, for something else
	call(t, stopping(top, "s1", "t2", other), "claude-code")
	call(t, stopping(top, "s1", "t2", other), "claude-code")
	if n := chunkCount(t, top); n != 2 {
		t.Errorf("%d chunks\n%s", n, hookLog(top))
	}
}

func TestWithoutTheWriterTheTurnEndsAllTheSame(t *testing.T) {
	t.Setenv("PATH", tempDir(t))
	top := emptyRepo(t)
	if got := call(t, stopping(top, "s1", "t1", decided), "claude-code"); got != "{}\n" {
		t.Errorf("%s", got)
	}
	os.Mkdir(filepath.Join(top, "memory", "index"), 0o777)
	call(t, stopping(top, "s1", "t1", decided), "claude-code")
	if !strings.Contains(hookLog(top), "git-hfa was not found") {
		t.Errorf("log: %q", hookLog(top))
	}
}

func TestRequestIDsTellTurnsApartAndNothingElse(t *testing.T) {
	turn := host.Turn{Host: "codex", SessionID: "s", TurnID: "t"}
	d := distill.Draft{Title: "a", Conclusion: "b"}
	id := func(t host.Turn, answer string, d distill.Draft) string { return requestID(requestBase(t, answer), d) }
	base := id(turn, "x  y\n", d)
	if id(turn, " x\ty", d) != base {
		t.Error("white space counts")
	}
	other := turn
	other.TurnID = "u"
	for what, got := range map[string]string{
		"turn": id(other, "x y", d), "answer": id(turn, "x z", d), "draft": id(turn, "x y", distill.Draft{Title: "a", Conclusion: "c"}),
		"host": id(host.Turn{Host: "claude-code", SessionID: "s", TurnID: "t"}, "x y", d),
	} {
		if got == base {
			t.Errorf("%s does not count", what)
		}
	}
}

func TestInTheMiddleOfATurnOnlyBlocksAndFieldsCount(t *testing.T) {
	h := &hook{turn: host.Turn{Host: "antigravity", Structured: true}, log: &logger{}}
	block := "~~~~ hfa-memory\ntitle: Export links\nhit_words: export link\nconclusion: Export links expire after 72 hours.\n~~~~\n"
	tests := map[string]int{
		decided:                       0,
		"Done.\n\n" + block + decided: 1,
		block + block:                 1,
		"```\n" + decided + "\n```":   0,
		`{"decision":"Export links expire after 72 hours, see api/export.go."}`: 1,
		`{"decision":null}`: 0,
		`{"decision":`:      0,
	}
	for answer, want := range tests {
		if got := h.drafts(answer, memory.DefaultConfig()); len(got) != want {
			t.Errorf("%q leaves %d drafts, want %d", answer, len(got), want)
		}
	}
}

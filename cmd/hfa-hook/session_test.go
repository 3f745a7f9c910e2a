package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory/store"
)

func TestTheSessionOfEachHostGetsItOnce(t *testing.T) {
	archives := turns(t)
	for _, name := range []string{"claude-code_UserPromptSubmit", "codex_UserPromptSubmit", "gemini-cli_BeforeAgent", "copilot-cli_userPromptSubmitted", "copilot-cli_sessionStart", "antigravity_PreInvocation", "claude-compatible_UserPromptSubmit"} {
		top := repo(t)
		hostName, event, text, _ := given(t, archives[name], top)
		first, second := call(t, text, hostName, event), call(t, text, hostName, event)
		if !strings.Contains(first, "48 hours") || second != "{}\n" {
			t.Errorf("%s: %s then %s", name, first, second)
		}
	}
}

func TestAChunkIsInjectedOnceASession(t *testing.T) {
	top := repo(t)
	ask := func(session string) bool {
		return contextOf(t, call(t, prompting(top, session, asking), "--host", "claude-code")) != ""
	}
	compact := payload("session_id", "s1", "cwd", top, "hook_event_name", "SessionStart", "source", "compact")
	steps := []struct {
		what string
		do   func() bool
		want bool
	}{
		{"first", func() bool { return ask("s1") }, true},
		{"again", func() bool { return ask("s1") }, false},
		{"another session", func() bool { return ask("s2") }, true},
		{"compacted", func() bool { return call(t, compact, "--host", "claude-code") == "{}\n" && ask("s1") }, true},
		{"the other session is as it was", func() bool { return ask("s2") }, false},
		{"no session", func() bool { return ask("") }, true},
		{"no session again", func() bool { return ask("") }, true},
	}
	for _, s := range steps {
		if got := s.do(); got != s.want {
			t.Errorf("%s: injected %v", s.what, got)
		}
	}
}

func TestASecondChunkOfASessionComesAlone(t *testing.T) {
	top := repo(t)
	if contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code")) == "" {
		t.Fatal("nothing injected")
	}
	addTo(t, top, store.Draft{Title: "Export link format", HitWords: []string{"export link"}, Conclusion: "An export link carries a signature.", Source: "test"})
	text := contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code"))
	if !strings.Contains(text, "signature") || strings.Contains(text, kept) {
		t.Errorf("%q", text)
	}
}

func TestHooksThatFireTogetherInjectOnce(t *testing.T) {
	top := repo(t)
	var mu sync.Mutex
	injected := 0
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			// Copilot CLI runs these two at the same time.
			text := payload("sessionId", "s1", "timestamp", 1, "cwd", top, "prompt", asking)
			event := "userPromptSubmitted"
			if i%2 == 0 {
				text, event = payload("sessionId", "s1", "timestamp", 1, "cwd", top, "initialPrompt", asking), "sessionStart"
			}
			if strings.Contains(callEnv(text, func(string) string { return "" }, "copilot-cli", event), "48 hours") {
				mu.Lock()
				injected++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if injected != 1 {
		t.Errorf("injected %d times", injected)
	}
}

func TestAntigravityGetsATextOnceForEachInput(t *testing.T) {
	top := repo(t)
	addTo(t, top, store.Draft{Title: "Release day", HitWords: []string{"release day"}, Conclusion: "Releases go out on Tuesdays.", Source: "test"})
	path := filepath.Join(tempDir(t), "transcript_full.jsonl")
	input := func(step, prompt string) string {
		return `{"step_index":` + step + `,"source":"USER_EXPLICIT","type":"USER_INPUT","content":"<USER_REQUEST>\n` + prompt + `\n</USER_REQUEST>"}` + "\n"
	}
	pre := func() string {
		return call(t, payload("conversationId", "c", "workspacePaths", []string{top}, "transcriptPath", path, "invocationNum", 0), "antigravity", "PreInvocation")
	}
	writeFile(t, path, input("0", asking))
	if got := pre(); !strings.HasPrefix(got, `{"injectSteps":[{"ephemeralMessage":"`) || !strings.Contains(got, "48 hours") || strings.Contains(got, "USER_REQUEST") {
		t.Errorf("first call: %s", got)
	}
	addTo(t, top, store.Draft{Title: "Export link owner", HitWords: []string{"export link"}, Conclusion: "Only owners make an export link.", Source: "test"})
	if got := pre(); got != "{}\n" {
		t.Errorf("second call of the same input: %s", got)
	}
	writeFile(t, path, input("0", asking)+input("4", "When is release day?"))
	if got := pre(); !strings.Contains(got, "Tuesdays") || strings.Contains(got, "48 hours") {
		t.Errorf("next input: %s", got)
	}
}

func TestASessionFolderThatCannotBeMadeOnlyTellsTwice(t *testing.T) {
	top := repo(t)
	index := filepath.Join(top, "memory", "index")
	os.Mkdir(index, 0o777)
	writeFile(t, filepath.Join(index, "session"), "a file is in the way")
	for range 2 {
		if contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code")) == "" {
			t.Error("nothing injected")
		}
	}
}

func TestOldSessionsAreSweptAway(t *testing.T) {
	top := repo(t)
	parent := filepath.Join(top, "memory", "index", "session")
	old := time.Now().Add(-sessionAge - time.Hour)
	hash := func(name string) string { return strings.Repeat(name, 16) }
	for _, name := range []string{"a", "b", "c", "not ours"} {
		dir := filepath.Join(parent, name)
		if len(name) == 1 {
			dir = filepath.Join(parent, hash(name))
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, "chunk_0001-aaaaaaaa"), "")
		if name != "c" {
			os.Chtimes(dir, old, old)
		}
	}
	call(t, prompting(top, "s1", asking), "--host", "claude-code")
	entries, err := os.ReadDir(parent)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if len(names) != 3 || !slices.Contains(names, hash("c")) || !slices.Contains(names, "not ours") {
		t.Errorf("left: %v", names)
	}
}

func TestTheLogIsBoundedAndHoldsNoSecret(t *testing.T) {
	dir := tempDir(t)
	if err := os.Mkdir(filepath.Join(dir, "index"), 0o777); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "index", "hook.log")
	l := &logger{dir: dir}
	secret := "gh" + "p_" + "R8t2Kq9Lw4Xz7Bv1Nc5Md3Hf6Jg0Pa8Se2Uy"
	l.add("failed: token %s\nsecond line", secret)
	l.write()
	data, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(data), secret) || strings.Count(string(data), "\n") != 1 {
		t.Fatalf("%q: %v", data, err)
	}
	writeFile(t, path, strings.Repeat("x", logSize))
	l.write()
	if info, err := os.Stat(path); err != nil || info.Size() > 2*logLine {
		t.Errorf("the log was not moved away: %v %v", info, err)
	}
}

func TestNothingIsWrittenOrClearedBehindALink(t *testing.T) {
	for _, link := range []string{"index", "index/session"} {
		top, elsewhere := repo(t), tempDir(t)
		path := filepath.Join(top, "memory", filepath.FromSlash(link))
		os.RemoveAll(path)
		os.MkdirAll(filepath.Dir(path), 0o777)
		if err := os.Symlink(elsewhere, path); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
		old := time.Now().Add(-2 * sessionAge)
		dir := filepath.Join(elsewhere, strings.Repeat("a", 16))
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(dir, old, old)
		if contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code")) == "" {
			t.Errorf("%s: nothing injected", link)
		}
		call(t, payload("session_id", "s1", "cwd", top, "hook_event_name", "PreCompact"), "--host", "claude-code")
		if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) != 1 {
			t.Errorf("%s: %d entries behind the link, %v", link, len(entries), err)
		}
	}
}

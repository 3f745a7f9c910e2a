package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/host"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/git-hfa/git-hfa/memory/token"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestAMatchingPromptGetsTheDecisionFencedOnce(t *testing.T) {
	top := repo(t)
	text := contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code"))
	if !strings.HasPrefix(text, memory.RecallHead) || !strings.HasSuffix(text, memory.RecallFoot) || strings.Count(text, kept) != 1 {
		t.Errorf("%q", text)
	}
	for _, prompt := range []string{unrelated, "", " \n", "<hook_context>export link</hook_context>", memory.RecallHead + asking + memory.RecallFoot} {
		if got := call(t, prompting(top, "s1", prompt), "--host", "claude-code"); got != "{}\n" {
			t.Errorf("%q: %s", prompt, got)
		}
	}
}

// turns reads the payloads of package host, for the same events through the whole program.
func turns(t *testing.T) map[string]*txtar.Archive {
	t.Helper()
	files, err := filepath.Glob("../../memory/host/testdata/turns/*.txtar")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d payloads: %v", len(files), err)
	}
	out := map[string]*txtar.Archive{}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(file), ".txtar")] = a
	}
	return out
}

// given is one payload of package host, put into a work tree.
func given(t *testing.T, a *txtar.Archive, top string) (hostName, event, text, golden string) {
	t.Helper()
	for line := range strings.Lines(string(a.Comment)) {
		if v, ok := strings.CutPrefix(line, "host:"); ok {
			hostName = strings.TrimSpace(v)
		}
		if v, ok := strings.CutPrefix(line, "event:"); ok {
			event = strings.TrimSpace(v)
		}
	}
	transcript := filepath.Join(t.TempDir(), "transcript_full.jsonl")
	quote := func(s string) string { q, _ := json.Marshal(s); return string(q) }
	for _, f := range a.Files {
		switch f.Name {
		case "payload.json":
			text = strings.NewReplacer(`"@TRANSCRIPT@"`, quote(transcript), `"/src/atlas"`, quote(top)).Replace(string(f.Data))
		case "transcript.jsonl":
			writeFile(t, transcript, string(f.Data))
		case "turn":
			golden = string(f.Data)
		}
	}
	return hostName, event, text, golden
}

func TestEveryHostGetsExactlyItsAnswer(t *testing.T) {
	miss, none, outside := emptyRepo(t), bareTree(t), t.TempDir()
	for name, a := range turns(t) {
		t.Run(name, func(t *testing.T) {
			// Their sessions are the same, so each has a memory of its own.
			for where, top := range map[string]string{"hit": repo(t), "miss": miss, "no memory": none, "no repository": outside} {
				if where != "hit" && where != "miss" && strings.Contains(name, "Stop") {
					continue // nothing can be written, and nothing else differs
				}
				hostName, event, text, turn := given(t, a, top)
				if strings.Contains(turn, ": capture") {
					text = strings.ReplaceAll(text, "Decision:", "Note") // what capture does has tests of its own
				}
				h := host.Named(hostName)
				got := call(t, text, "--host", hostName, "--event", event)
				positional := call(t, text, hostName, event)
				_, eventSaid, _ := strings.Cut(strings.SplitN(turn, ":", 2)[0], " ")
				want := string(h.Neutral(eventSaid))
				recalled := strings.Contains(turn, ": recall") && strings.Contains(turn, "prompt ") && strings.Contains(turn, "atlas")
				if where == "hit" && recalled {
					want = string(h.Encode(eventSaid, fence([]string{"## chunk_0001 Export links\n[M1 · " + today() + " · test]\n> " + kept + "\n[no longer there: api/export.go]\n"})))
				}
				if got != want {
					t.Errorf("%s: %s\nwant %s", where, got, want)
				}
				if positional != string(h.Neutral(eventSaid)) {
					t.Errorf("%s: a second time, with positional arguments: %s", where, positional)
				}
			}
		})
	}
}

func today() string { return time.Now().UTC().Format("2006-01-02") }

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
	path := filepath.Join(t.TempDir(), "transcript_full.jsonl")
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

func TestHintsAreToldOnceAndWithoutText(t *testing.T) {
	top := emptyRepo(t)
	s, err := store.Open(store.Options{Dir: filepath.Join(top, "memory")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1", Note: "Mobile app"}); err != nil {
		t.Fatal(err)
	}
	addTo(t, top, store.Draft{Title: "Push tokens", HitWords: []string{"push token"}, Conclusion: "Push tokens rotate monthly.", Node: "S1"})
	ask := func() string {
		return contextOf(t, call(t, prompting(top, "s1", "How often does a push token rotate?"), "--host", "claude-code"))
	}
	text := ask()
	if !strings.HasPrefix(text, memory.RecallHead) || !strings.Contains(text, "Push tokens") || !strings.Contains(text, "--unlock") || strings.Contains(text, "monthly") {
		t.Errorf("%q", text)
	}
	if again := ask(); again != "" {
		t.Errorf("told twice: %q", again)
	}
}

func TestWhatIsSwitchedOffSaysNothing(t *testing.T) {
	top := repo(t)
	p := prompting(top, "", asking)
	hits := func(getenv func(string) string) bool {
		return callEnv(p, getenv, "--host", "claude-code") != "{}\n"
	}
	off := func(name string) string {
		if name == "HFA_HOOKS" {
			return "0"
		}
		return ""
	}
	on := func(string) string { return "" }
	if hits(off) || !hits(on) {
		t.Error("HFA_HOOKS=0")
	}
	git := filepath.Join(top, ".git", "config")
	for value, want := range map[string]bool{"false": false, "off": false, "true": true, "nonsense": true} {
		writeFile(t, git, "[core]\n\tbare = false\n[hfa]\n\thooks = "+value+"\n")
		if hits(on) != want {
			t.Errorf("git config hfa.hooks %s", value)
		}
	}
	writeFile(t, git, "[core]\n\tbare = false\n")
	config := filepath.Join(top, "memory", "config.json")
	for hooks, want := range map[string]bool{`{"recall":false}`: false, `{"enabled":false}`: false, `{"capture":false}`: true, `{"recall":"no"}`: true, `{}`: true} {
		writeFile(t, config, `{"hooks":`+hooks+`}`)
		if hits(on) != want {
			t.Errorf("config hooks %s", hooks)
		}
	}
}

func TestAMemoryThatCannotBeReadIsAMiss(t *testing.T) {
	breakages := map[string]func(t *testing.T, dir string){
		"no config":    func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "config.json")) },
		"bad config":   func(t *testing.T, dir string) { writeFile(t, filepath.Join(dir, "config.json"), "{") },
		"newer":        func(t *testing.T, dir string) { writeFile(t, filepath.Join(dir, "config.json"), `{"schema":99}`) },
		"no main line": func(t *testing.T, dir string) { writeFile(t, filepath.Join(dir, "directory.md"), "# empty\n") },
		"memory is a file": func(t *testing.T, dir string) {
			os.RemoveAll(dir)
			writeFile(t, dir, "x")
		},
	}
	for name, do := range breakages {
		t.Run(name, func(t *testing.T) {
			top := repo(t)
			do(t, filepath.Join(top, "memory"))
			if got := call(t, prompting(top, "s1", asking), "--host", "claude-code"); got != "{}\n" {
				t.Errorf("%s", got)
			}
		})
	}
	if got := call(t, prompting(filepath.Join(t.TempDir(), "gone"), "s1", asking), "--host", "claude-code"); got != "{}\n" {
		t.Errorf("a folder that is gone: %s", got)
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

func TestTheMemoryDirBeatsThePayload(t *testing.T) {
	here, there := emptyRepo(t), repo(t)
	dir := filepath.Join(there, "memory")
	if contextOf(t, call(t, prompting(here, "s1", asking), "--host", "claude-code", "--memory-dir", dir)) == "" {
		t.Error("the memory that was named did not answer")
	}
	if contextOf(t, call(t, prompting(there, "s1", asking), "--host", "claude-code", "--memory-dir="+filepath.Join(here, "memory"))) != "" {
		t.Error("the payload's memory answered")
	}
}

func TestVariablesOfGitAreNotListenedTo(t *testing.T) {
	top, other := repo(t), emptyRepo(t)
	env := func(name string) string {
		switch name {
		case "GIT_DIR":
			return filepath.Join(other, ".git")
		case "GIT_WORK_TREE":
			return other
		}
		return ""
	}
	if contextOf(t, callEnv(prompting(top, "s1", asking), env, "--host", "claude-code")) == "" {
		t.Error("nothing injected")
	}
}

func TestAnInputThatNeverEndsIsAnsweredInTime(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	var out bytes.Buffer
	start := time.Now()
	run([]string{"--host", "claude-code"}, r, &out, func(string) string { return "" })
	if took := time.Since(start); out.String() != "{}\n" || took > host.RecallDeadline+time.Second {
		t.Errorf("%q after %v", out.String(), took)
	}
}

func TestAHugePromptIsAnsweredInTime(t *testing.T) {
	top := repo(t)
	prompt := asking + " 日志：" + strings.Repeat(`ERR ("x"* NEAR[1]) 错误:超时 <a&b> `, 40_000)
	start := time.Now()
	got := call(t, prompting(top, "s1", prompt), "--host", "claude-code")
	if contextOf(t, got) == "" || time.Since(start) > 5*host.RecallDeadline {
		t.Errorf("%d bytes of prompt: %.100q after %v", len(prompt), got, time.Since(start))
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
	dir := t.TempDir()
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
		top, elsewhere := repo(t), t.TempDir()
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

func TestAHintStandsBesideAChunkWhereItFits(t *testing.T) {
	for budget, want := range map[int]bool{600: true, 90: false} {
		top := repo(t)
		s, err := store.Open(store.Options{Dir: filepath.Join(top, "memory")})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1", Note: "Mobile app"}); err != nil {
			t.Fatal(err)
		}
		addTo(t, top, store.Draft{Title: "Export links of the mobile app", HitWords: []string{"export link"}, Conclusion: "They open in the app.", Node: "S1"})
		writeFile(t, filepath.Join(top, "memory", "config.json"), `{"recall_token_budget":`+strconv.Itoa(budget)+`}`)
		text := contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code"))
		if !strings.Contains(text, kept) || strings.Contains(text, "open in the app") || strings.Contains(text, "[ACTIVE]") {
			t.Errorf("budget %d: %q", budget, text)
		}
		if got := strings.Contains(text, "side_branch"); got != want || token.Count(text) > budget {
			t.Errorf("budget %d: hint %v, %d tokens: %q", budget, got, token.Count(text), text)
		}
	}
}

func TestNoMoreIsInjectedThanAHostTakesWhole(t *testing.T) {
	top := emptyRepo(t)
	writeFile(t, filepath.Join(top, "memory", "config.json"), `{"recall_token_budget":100000}`)
	addTo(t, top,
		store.Draft{Title: "Export link rules", HitWords: []string{"export link"}, Conclusion: strings.Repeat("first 😀 ", 490)},
		store.Draft{Title: "Export link rules too", HitWords: []string{"export link"}, Conclusion: strings.Repeat("second ✓ ", 440)})
	text := contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code"))
	if n := chars(text); n == 0 || n > maxChars || strings.Contains(text, "first") == strings.Contains(text, "second") {
		t.Errorf("%d characters", n)
	}
	if !strings.HasSuffix(text, memory.RecallFoot) {
		t.Errorf("cut: %q", text[len(text)-40:])
	}
}

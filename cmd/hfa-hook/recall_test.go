package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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
	transcript := filepath.Join(tempDir(t), "transcript_full.jsonl")
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
	miss, none, outside := emptyRepo(t), bareTree(t), tempDir(t)
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
	if got := call(t, prompting(filepath.Join(tempDir(t), "gone"), "s1", asking), "--host", "claude-code"); got != "{}\n" {
		t.Errorf("a folder that is gone: %s", got)
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
	if took := time.Since(start); out.String() != "{}\n" || took > host.RecallDeadline+slack {
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

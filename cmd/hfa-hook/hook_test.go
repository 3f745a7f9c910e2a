package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// TestMain makes the test binary the program itself when it is called by its name.
func TestMain(m *testing.M) {
	testOnlyTranscriptWait = time.Millisecond
	if filepath.Base(os.Args[0]) == "hfa-hook" {
		main()
	}
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// built is where git-hfa was built for the tests that write, once.
var built struct {
	once sync.Once
	dir  string
	err  error
}

// withGitHFA puts a fresh git-hfa on PATH.
func withGitHFA(t *testing.T) {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "hfa-hook-test"); built.err != nil {
			return
		}
		cmd := exec.Command("go", "build", "-o", built.dir+string(os.PathSeparator), "../git-hfa")
		if out, err := cmd.CombinedOutput(); err != nil {
			built.err = fmt.Errorf("build git-hfa: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	t.Setenv("PATH", built.dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

const (
	asking    = "How long does an export link stay valid?"
	unrelated = "Write a haiku about autumn rain."
	decided   = "Decision: export links expire after 72 hours, because the audit asked for it; see `api/export.go`."
	kept      = "Export links expire after 48 hours, set in `api/export.go`."
)

// repo makes a work tree with a memory of one chunk.
func repo(t *testing.T) string {
	t.Helper()
	top := emptyRepo(t)
	addTo(t, top, store.Draft{Title: "Export links", HitWords: []string{"export link", "导出链接"}, Conclusion: kept, Source: "test"})
	return top
}

// emptyRepo makes a work tree with a memory that has no chunk.
func emptyRepo(t *testing.T) string {
	t.Helper()
	top := bareTree(t)
	if err := store.Init(context.Background(), store.Options{Dir: filepath.Join(top, "memory")}, store.InitOptions{}); err != nil {
		t.Fatal(err)
	}
	return top
}

// bareTree makes a work tree without a memory.
func bareTree(t *testing.T) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(tempDir(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"objects", "refs"} {
		if err := os.MkdirAll(filepath.Join(top, ".git", dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(top, ".git", "HEAD"), "ref: refs/heads/main\n")
	writeFile(t, filepath.Join(top, ".git", "config"), "[core]\n\trepositoryformatversion = 0\n")
	return top
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func addTo(t *testing.T, top string, drafts ...store.Draft) []memory.ID {
	t.Helper()
	s, err := store.Open(store.Options{Dir: filepath.Join(top, "memory")})
	if err != nil {
		t.Fatal(err)
	}
	var ids []memory.ID
	for _, d := range drafts {
		added, err := s.Add(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, added.Chunk.ID)
	}
	return ids
}

// chunkCount counts the chunk files of the memory in a work tree.
func chunkCount(t *testing.T, top string) int {
	t.Helper()
	n := 0
	for path := range truth(t, top) {
		if strings.Contains(path, "chunk_") {
			n++
		}
	}
	return n
}

// truth reads every file of the memory that is not derived or local.
func truth(t *testing.T, top string) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := filepath.Join(top, "memory")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && (rel == "index" || rel == ".hfa-tx"):
			return filepath.SkipDir
		case d.IsDir() || strings.HasPrefix(rel, ".hfa") || strings.HasSuffix(rel, "summaries.md") || strings.HasPrefix(rel, "history/access"):
			return nil
		}
		data, err := os.ReadFile(path)
		files[rel] = string(data)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return files
}

// payload writes JSON; odd entries are names, even ones values.
func payload(pairs ...any) string {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	data, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// prompting is a prompt of Claude Code.
func prompting(top, session, prompt string) string {
	return payload("session_id", session, "cwd", top, "hook_event_name", "UserPromptSubmit", "permission_mode", "default", "prompt", prompt)
}

// stopping is the end of a turn of Claude Code.
func stopping(top, session, turn, answer string) string {
	return payload("session_id", session, "prompt_id", turn, "cwd", top, "hook_event_name", "Stop", "permission_mode", "default", "last_assistant_message", answer)
}

// call runs the hook in this process and gives what it printed.
func call(t testing.TB, stdin string, args ...string) string {
	t.Helper()
	return callEnv(stdin, func(string) string { return "" }, args...)
}

func callEnv(stdin string, getenv func(string) string, args ...string) string {
	var out bytes.Buffer
	run(args, strings.NewReader(stdin), &out, getenv)
	return out.String()
}

// contextOf is the text that an answer of Claude Code's shape injects, "" on a miss.
func contextOf(t testing.TB, answer string) string {
	t.Helper()
	var v struct {
		Hook struct {
			Event string `json:"hookEventName"`
			Text  string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		t.Fatalf("%q: %v", answer, err)
	}
	if v.Hook.Text == "" && answer != "{}\n" {
		t.Fatalf("neither a hit nor the neutral answer: %q", answer)
	}
	return v.Hook.Text
}

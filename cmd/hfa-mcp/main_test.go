package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory/store"
)

// TestMain makes the test binary the program itself when it is called by its name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "hfa-mcp" {
		main()
	}
	os.Exit(m.Run())
}

// program is a call of the real program in dir, with nothing of git or of a memory in
// its environment but env.
func program(t testing.TB, dir string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = append([]string{"hfa-mcp"}, args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "HFA_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// newMemory makes a repository with an empty memory and gives its top.
func newMemory(t testing.TB) string {
	t.Helper()
	top := newRepository(t)
	if err := store.Init(t.Context(), store.Options{Dir: filepath.Join(top, "memory")}, store.InitOptions{}); err != nil {
		t.Fatal(err)
	}
	return top
}

// newRepository makes what git takes for an empty repository.
func newRepository(t testing.TB) string {
	t.Helper()
	top := t.TempDir()
	for _, dir := range []string{"objects", "refs"} {
		if err := os.MkdirAll(filepath.Join(top, ".git", dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(top, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return top
}

// add writes a decision as the command line does.
func add(t testing.TB, top string, d store.Draft) store.Added {
	t.Helper()
	s, err := store.Open(store.Options{Dir: filepath.Join(top, "memory"), Counter: counter(t, top)})
	if err != nil {
		t.Fatal(err)
	}
	added, err := s.Add(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// files is the content of every file below dir, by slash path.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return out
}

// session speaks raw JSON-RPC with a program.
type session struct {
	t      testing.TB
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
	next   int
}

// open starts a program and shakes hands in the manner of revision 2025-06-18.
func open(t testing.TB, cmd *exec.Cmd) *session {
	t.Helper()
	s := &session{t: t, cmd: cmd, next: 1}
	var err error
	if s.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.out = bufio.NewReader(out)
	cmd.Stderr = &s.stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.in.Close(); cmd.Process.Kill(); cmd.Wait() })
	s.send(hello)
	s.answer()
	s.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return s
}

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}`

func (s *session) send(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, text+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

// reply is one line of the server.
type reply struct {
	Version string          `json:"jsonrpc"`
	ID      any             `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// result is what a tool gave.
type result struct {
	Content           []struct{ Type, Text string }
	Meta              map[string]json.RawMessage `json:"_meta"`
	StructuredContent json.RawMessage
	IsError           bool
}

// answer is the answer for programs.
func (r result) answer() json.RawMessage { return r.Meta[answerKey] }

func (r result) text() string {
	var b strings.Builder
	for _, c := range r.Content {
		b.WriteString(c.Text)
	}
	return b.String()
}

// answer reads the next line, which must be one object of JSON-RPC.
func (s *session) answer() reply {
	s.t.Helper()
	text, err := s.out.ReadBytes('\n')
	if err != nil {
		s.t.Fatalf("the server says nothing more: %v; stderr: %s", err, s.stderr.String())
	}
	return decodeReply(s.t, text)
}

func decodeReply(t testing.TB, text []byte) (r reply) {
	t.Helper()
	if err := json.Unmarshal(text, &r); err != nil || r.Version != "2.0" {
		t.Fatalf("standard output has a line that is no message: %.200q", text)
	}
	return r
}

// call calls a tool and waits for the result. arguments is JSON.
func (s *session) call(tool, arguments string) result {
	s.t.Helper()
	s.next++
	s.send(callOf(s.next, tool, arguments))
	r := s.answer()
	if r.Error != nil || fmt.Sprint(r.ID) != fmt.Sprint(s.next) {
		s.t.Fatalf("%s answers call %d with id %v and error %+v", tool, s.next, r.ID, r.Error)
	}
	return toolResult(s.t, r)
}

func toolResult(t testing.TB, r reply) (out result) {
	t.Helper()
	if err := json.Unmarshal(r.Result, &out); err != nil {
		t.Fatalf("%v in %s", err, r.Result)
	}
	return out
}

func callOf(id int, tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, arguments)
}

// close ends the input and waits for the program, which must end well and soon.
func (s *session) close() {
	s.t.Helper()
	s.in.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			s.t.Errorf("the server ends with %v; stderr: %s", err, s.stderr.String())
		}
	case <-time.After(10 * time.Second):
		s.t.Error("the server did not end with its input")
	}
}

// jsonOf writes a value as the arguments of a call.
func jsonOf(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// structuredOf reads the structured answer of a call that went well.
func answerOf[T any](t testing.TB, r result) (v T) {
	t.Helper()
	if r.IsError {
		t.Fatalf("the call failed: %s", r.text())
	}
	if len(r.StructuredContent) > 0 {
		t.Errorf("a host may show a model this beside the content: %s", r.StructuredContent)
	}
	if err := json.Unmarshal(r.answer(), &v); err != nil {
		t.Fatalf("%v in %s", err, r.answer())
	}
	return v
}

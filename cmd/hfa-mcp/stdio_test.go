package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/git-hfa/git-hfa/memory/token"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestToolListCostsAtMost700Tokens(t *testing.T) {
	s := open(t, program(t, t.TempDir(), nil))
	s.send(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	list := s.answer()
	var tools struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(list.Result, &tools); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
	}
	if got := strings.Join(names, " "); got != "memory_health recall_memory remember_decision" {
		t.Errorf("the tools are %s", got)
	}
	n := token.Count(string(list.Result))
	t.Logf("the tool list has %d tokens, the instructions %d", n, token.Count(instructions))
	if n > 700 {
		t.Errorf("the tool list has %d tokens, more than 700", n)
	}
}

func TestStandardOutputIsTheProtocolAlone(t *testing.T) {
	top := newMemory(t)
	add(t, top, store.Draft{Title: "A", HitWords: []string{"alpha"}, Conclusion: "A"})
	cut := add(t, top, store.Draft{Title: "B", HitWords: []string{"beta"}, Conclusion: "B"})
	if err := os.WriteFile(filepath.Join(top, "memory", filepath.FromSlash(cut.Path)), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := program(t, top, []string{"DEBUG=1", "HFA_DEBUG=1", "HFA_LOG=debug", "TERM=xterm-256color"})
	input := []string{hello, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		callOf(2, "recall_memory", `{"query":"alpha"}`), callOf(3, "remember_decision", `{"title":"C","hit_words":["gamma"],"conclusion":"c"}`),
		callOf(4, "memory_health", `{}`), callOf(5, "no_such_tool", `{}`)}
	cmd.Stdin = strings.NewReader(strings.Join(input, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	replies := map[string]reply{}
	for line := range bytes.Lines(out) {
		r := decodeReply(t, line)
		if _, twice := replies[fmt.Sprint(r.ID)]; twice {
			t.Errorf("id %v has two answers", r.ID)
		}
		replies[fmt.Sprint(r.ID)] = r
	}
	if len(replies) != 6 {
		t.Fatalf("%d answers for 6 requests:\n%s", len(replies), out)
	}
	if !strings.Contains(toolResult(t, replies["2"]).text(), "chunk_0001 A") {
		t.Errorf("recall gives %s", replies["2"].Result)
	}
	if got := answerOf[healthy](t, toolResult(t, replies["4"])); len(got.Problems) != 1 || got.Problems[0].Code != "truncated" ||
		got.Problems[0].Path != "memory/"+cut.Path || !strings.Contains(got.Problems[0].Cure, "git restore -- memory/chunks/") {
		t.Errorf("health does not name the cut chunk: %s", replies["4"].Result)
	}
	if replies["5"].Error == nil {
		t.Error("an unknown tool is no error")
	}
}

func TestDebugLogGoesToStandardErrorAndHoldsNoSecret(t *testing.T) {
	top := newMemory(t)
	secret := "gh" + "p_R8t2Kq9Lw4Xz7Bv1Nc5Md3Hf6Jg0Pa8Se2Uy"
	for _, env := range [][]string{nil, {"HFA_DEBUG=0"}, {"HFA_DEBUG=1"}} {
		s := open(t, program(t, top, env))
		s.call("recall_memory", jsonOf(t, map[string]string{"query": "token " + secret}))
		s.call("remember_decision", jsonOf(t, map[string]any{"title": "t", "hit_words": "x", "conclusion": "c", "supersedes": []string{secret}}))
		s.close()
		logged := s.stderr.String()
		if wanted := len(env) > 0 && env[0] == "HFA_DEBUG=1"; (logged != "") != wanted {
			t.Errorf("with %v standard error has %q", env, logged)
		}
		if strings.Contains(logged, secret) {
			t.Error("the secret is in the log")
		}
	}
}

func TestSDKClientOfEitherEraUsesTheTools(t *testing.T) {
	for _, revision := range []string{"2026-07-28", "2025-11-25", "2025-03-26"} {
		t.Run(revision, func(t *testing.T) {
			top := newMemory(t)
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, nil)
			cs, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: program(t, top, nil)}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
			if err != nil {
				t.Fatal(err)
			}
			defer cs.Close()
			list, err := cs.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) != 3 {
				t.Fatalf("%v, %v", list, err)
			}
			call := func(name string, arguments map[string]any) string {
				res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
				if err != nil || res.IsError {
					t.Fatalf("%s: %+v, %v", name, res, err)
				}
				return res.Content[0].(*mcp.TextContent).Text
			}
			call("remember_decision", map[string]any{"title": "Retries", "hit_words": []string{"retry"}, "conclusion": "Three retries."})
			if got := call("recall_memory", map[string]any{"query": "retry"}); !strings.Contains(got, "> Three retries.") {
				t.Errorf("recall gives %q", got)
			}
			if got := call("memory_health", nil); !strings.Contains(got, "1 living") {
				t.Errorf("health gives %q", got)
			}
		})
	}
}

func TestClientNamesTheWorkspaceWhenTheServerStartsElsewhere(t *testing.T) {
	top := newMemory(t)
	add(t, top, store.Draft{Title: "Retries", HitWords: []string{"retry"}, Conclusion: "Three retries."})
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, nil)
	for _, dir := range []string{t.TempDir(), top} {
		uri := url.URL{Scheme: "file", Path: slashed(dir)}
		//lint:ignore SA1019 the clients that still do it are what this is about
		client.AddRoots(&mcp.Root{URI: uri.String()})
	}
	cs, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: program(t, t.TempDir(), nil)}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	defer cs.Close()
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "recall_memory", Arguments: map[string]any{"query": "retry"}})
	if err != nil || res.IsError {
		t.Fatalf("%+v, %v", res, err)
	}
}

// slashed is a path as it stands in a file URI.
func slashed(dir string) string {
	if dir = filepath.ToSlash(dir); !strings.HasPrefix(dir, "/") {
		dir = "/" + dir
	}
	return dir
}

func TestHomeIsNoWorkspace(t *testing.T) {
	top := newMemory(t)
	s := open(t, program(t, top, []string{"HOME=" + top, "USERPROFILE=" + top}))
	if got := s.call("recall_memory", `{"query":"x"}`); !got.IsError || !strings.Contains(got.text(), "--memory-dir") {
		t.Errorf("a server that started in the home folder says %q", got.text())
	}
	s = open(t, program(t, top, []string{"HOME=" + top, "USERPROFILE=" + top}, "--memory-dir", "memory"))
	if got := s.call("recall_memory", `{"query":"x"}`); got.IsError {
		t.Errorf("a memory that is named is not taken: %q", got.text())
	}
}

func TestVariablesOfGitAreDropped(t *testing.T) {
	top, other := newMemory(t), newMemory(t)
	add(t, top, store.Draft{Title: "Here", HitWords: []string{"retry"}, Conclusion: "Here."})
	env := []string{"GIT_DIR=" + filepath.Join(other, ".git"), "GIT_WORK_TREE=" + other, "GIT_INDEX_FILE=" + filepath.Join(other, ".git", "index")}
	s := open(t, program(t, top, env))
	s.call("remember_decision", `{"title":"T","hit_words":["w"],"conclusion":"c"}`)
	if got := s.call("recall_memory", `{"query":"retry"}`); !strings.Contains(got.text(), "> Here.") {
		t.Errorf("recall gives %q", got.text())
	}
	if n := len(files(t, filepath.Join(other, "memory", "chunks"))); n != 0 {
		t.Errorf("%d chunks went to the repository of GIT_DIR", n)
	}
}

func TestEndOfInputComesAfterTheAnswers(t *testing.T) {
	top := newMemory(t)
	var input strings.Builder
	input.WriteString(hello + "\n")
	for i := range 12 {
		fmt.Fprintln(&input, callOf(i, "remember_decision", fmt.Sprintf(`{"title":"T%d","hit_words":["word%d"],"conclusion":"c"}`, i, i)))
	}
	input.WriteString(callOf(99, "memory_health", `{}`)) // without an end of line
	cmd := program(t, top, nil)
	cmd.Stdin = strings.NewReader(input.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(out, []byte("\n")); n != 14 {
		t.Errorf("%d answers for 14 requests:\n%s", n, out)
	}
	if n := len(files(t, filepath.Join(top, "memory", "chunks"))); n != 12 {
		t.Errorf("%d chunks for 12 writes", n)
	}
}

func TestEndOfInputEndsTheServerAtOnce(t *testing.T) {
	s := open(t, program(t, newMemory(t), nil))
	s.call("recall_memory", `{"query":"x"}`)
	// A subscription never gets an answer by itself.
	s.send(`{"jsonrpc":"2.0","id":"sub","method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"0"},"io.modelcontextprotocol/clientCapabilities":{}},"notifications":{}}}`)
	start := time.Now()
	s.close()
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("the server took %v to end", took)
	}
}

func TestServerSurvivesWhatIsNoMessage(t *testing.T) {
	s := open(t, program(t, newMemory(t), nil))
	bad := []string{`hello`, `{`, `[]`, `[1,{"jsonrpc":"2.0","id":"in","method":"ping"}]`, `{"jsonrpc":"1.0","id":"old","method":"ping"}`, `null`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		`{"jsonrpc":"2.0","id":"nowhere","result":{}}`, strings.Repeat(`[`, 5000), strings.Repeat("x", maxLine+10), "\x00\xff\xfe", "   "}
	for _, text := range bad {
		s.send(text)
		s.send(`{"jsonrpc":"2.0","id":"end","method":"ping"}`)
		for {
			r := s.answer()
			if r.ID == "end" {
				break
			}
			if r.Error == nil && r.ID != "in" {
				t.Errorf("%.60q is answered with %v", text, r)
			}
		}
	}
	s.close()
}

func TestOddArgumentsAreErrorsTheModelSees(t *testing.T) {
	top := newMemory(t)
	s := open(t, program(t, top, nil))
	before := files(t, filepath.Join(top, "memory", "chunks"))
	deep := strings.Repeat(`{"a":`, 500) + `1` + strings.Repeat(`}`, 500)
	for _, c := range []struct{ tool, arguments, says string }{
		{"recall_memory", `{}`, "query is missing"},
		{"recall_memory", `{"query":" "}`, "query is missing"},
		{"recall_memory", `{"query":7}`, `"query" is a number`},
		{"recall_memory", `[1]`, "one JSON object, not an array"},
		{"recall_memory", `"alpha"`, "one JSON object, not a string"},
		{"recall_memory", `null`, "query is missing"},
		{"recall_memory", `{"query":"a\ud800b"}`, `"query" is no valid JSON text`},
		{"recall_memory", `{"query":"a","query":"b"}`, `"query" is no valid JSON text`},
		{"recall_memory", `{"QUERY":"a"}`, "query is missing"},
		{"remember_decision", `{"title":"T","hit_words":["w"],"conclusion":"c","superseeds":["1"]}`, `no argument "superseeds"`},
		{"remember_decision", `{"title":"T","hit_words":[7],"conclusion":"c"}`, `"hit_words" is a number`},
		{"remember_decision", `{"title":"T","hit_words":` + deep + `,"conclusion":"c"}`, `"hit_words" is an object`},
		{"remember_decision", `{"title":"T","hit_words":["\n"],"conclusion":"c"}`, "hit_words is missing"},
		{"remember_decision", `{"title":"\n","hit_words":["w"],"conclusion":"c"}`, "title is missing"},
		{"remember_decision", `{"title":"T","hit_words":["w"]}`, "conclusion is missing"},
		{"remember_decision", `{"title":"T","hit_words":["w"],"conclusion":"c","node":"../x"}`, "no node id"},
		{"remember_decision", `{"title":"T","hit_words":["w"],"conclusion":"c","node":"S7"}`, "no node S7"},
		{"remember_decision", `{"title":"T","hit_words":["a","b","c","d","e","f","g","h","i"],"conclusion":"c"}`, "9 hit words"},
		{"remember_decision", `{"title":"` + strings.Repeat("长", 201) + `","hit_words":["w"],"conclusion":"c"}`, "title has 201 characters"},
	} {
		got := s.call(c.tool, c.arguments)
		if !got.IsError || !strings.Contains(got.text(), c.says) {
			t.Errorf("%s %.80s: isError %v, %q; want %q", c.tool, c.arguments, got.IsError, got.text(), c.says)
		}
		if strings.ContainsRune(got.text(), '\ufffd') {
			t.Errorf("%s %.80s: the answer holds U+FFFD: %q", c.tool, c.arguments, got.text())
		}
	}
	if after := files(t, filepath.Join(top, "memory", "chunks")); len(after) != len(before) {
		t.Errorf("a refused call wrote %d files", len(after)-len(before))
	}
}

func TestHugeArgumentsAreAnsweredInTime(t *testing.T) {
	top := newMemory(t)
	add(t, top, store.Draft{Title: "Log rotation", HitWords: []string{"日志轮转"}, Conclusion: "Keep 7 days."})
	s := open(t, program(t, top, nil))
	pasted := "日志轮转怎么配？\n" + strings.Repeat(`ERROR "x" (a*b) 超时 `, 60_000)
	start := time.Now()
	got := s.call("recall_memory", jsonOf(t, map[string]string{"query": pasted}))
	if !strings.Contains(got.text(), "Keep 7 days.") {
		t.Errorf("recall gives %.200q", got.text())
	}
	if len(got.answer()) > 10_000 {
		t.Errorf("the structured answer has %d bytes: it repeats the query", len(got.answer()))
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("a query of %d bytes took %v", len(pasted), took)
	}
	if got := s.call("remember_decision", jsonOf(t, map[string]any{"title": "T", "hit_words": []string{"w"}, "conclusion": pasted})); !got.IsError || !strings.Contains(got.text(), "split it") {
		t.Errorf("a conclusion of %d bytes: %.200q", len(pasted), got.text())
	}
}

func TestKilledServerLeavesNothingHalfDone(t *testing.T) {
	top := newMemory(t)
	for round := range 6 {
		s := open(t, program(t, top, nil))
		for i := range 8 {
			s.send(callOf(i, "remember_decision", fmt.Sprintf(`{"title":"R%d %d","hit_words":["round%dx%d"],"conclusion":"c"}`, round, i, round, i)))
		}
		time.Sleep(time.Duration(round*7) * time.Millisecond)
		s.cmd.Process.Kill()
		s.cmd.Wait()
	}
	s := open(t, program(t, top, nil))
	if got := s.call("remember_decision", `{"title":"After","hit_words":["afterwards"],"conclusion":"c"}`); got.IsError {
		t.Fatalf("after the kills: %s", got.text())
	}
	health := answerOf[healthy](t, s.call("memory_health", `{}`))
	if len(health.Problems) > 0 || health.Transaction != "none" || !health.Fresh {
		t.Errorf("after the kills: %+v", health)
	}
	if n := len(files(t, filepath.Join(top, "memory", "chunks"))); n != health.Counts.Chunks {
		t.Errorf("%d files, %d chunks", n, health.Counts.Chunks)
	}
}

func TestClosedOutputEndsTheServer(t *testing.T) {
	cmd := program(t, newMemory(t), nil)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(in, hello)
	if _, err := bufio.NewReader(out).ReadBytes('\n'); err != nil {
		t.Fatal(err)
	}
	out.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	for ctx.Err() == nil {
		fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		select {
		case <-ended:
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
	cmd.Process.Kill()
	t.Error("the server goes on though nobody reads it")
}

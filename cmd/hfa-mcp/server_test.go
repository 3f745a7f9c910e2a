package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"pgregory.net/rapid"
)

func quietServer(dir string) *server {
	return newServer(dir, "", func(string) string { return "" }, slog.New(slog.DiscardHandler))
}

func TestPanicInAToolIsAResultAndFreesItsPlace(t *testing.T) {
	var log bytes.Buffer
	s := newServer(t.TempDir(), "", func(string) string { return "" }, slog.New(slog.NewTextHandler(&log, nil)))
	places := make(chan struct{}, 1)
	req := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "broken"}}
	for range 3 {
		got, err := s.guard(places, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { panic("out of range") })(t.Context(), req)
		if err != nil || got == nil || !got.IsError {
			t.Fatalf("%+v, %v", got, err)
		}
		if text := got.Content[0].(*mcp.TextContent).Text; strings.Contains(text, "out of range") {
			t.Errorf("the model is shown the inside: %q", text)
		}
	}
	if !strings.Contains(log.String(), "out of range") {
		t.Error("the log does not say what happened")
	}
}

func TestCallThatIsCancelledWhileItWaitsDoesNothing(t *testing.T) {
	s := quietServer(t.TempDir())
	places := make(chan struct{}, 1)
	places <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	req := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "waiting"}}
	got, err := s.guard(places, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		t.Error("it ran")
		return nil, nil
	})(ctx, req)
	if err != nil || !got.IsError {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestCallThatOutlastsTheEndOfInputIsLeft(t *testing.T) {
	s := quietServer(t.TempDir())
	forever := make(chan struct{})
	defer close(forever)
	s.mcp.AddTool(&mcp.Tool{Name: "deaf", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-forever
		return nil, errors.New("too late")
	})
	conn := newLineConn(t.Context(), strings.NewReader(hello+"\n"+callOf(1, "deaf", `{}`)+"\n"), io.Discard)
	conn.drain, conn.grace = 50*time.Millisecond, 50*time.Millisecond
	ended := make(chan error, 1)
	go func() { ended <- s.run(conn) }()
	select {
	case <-conn.gaveUp:
	case err := <-ended:
		t.Errorf("the session ended with %v while a call was at work", err)
	case <-time.After(10 * time.Second):
		t.Error("the server waits for ever")
	}
}

func TestInterruptCountsAsEndOfInput(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	in, _ := io.Pipe() // never ends
	defer in.Close()
	s := quietServer(t.TempDir())
	ended := make(chan error, 1)
	go func() { ended <- s.run(newLineConn(ctx, in, io.Discard)) }()
	interrupt()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server goes on")
	}
}

// A slow reading in pieces of any size gives the lines of the text, those over the limit marked.
func TestReadLinesGivesEachLineOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.StringMatching(`[a-z{}" ]{0,12}`)).Draw(t, "lines")
		limit := rapid.IntRange(1, 8).Draw(t, "limit")
		end := rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		var want []string
		for i, l := range lines {
			whole := l
			if i < len(lines)-1 || end != "" {
				whole += "\n"
			}
			switch {
			case whole == "":
			case len(whole) > limit:
				want = append(want, "too long")
			default:
				want = append(want, whole)
			}
		}
		text := strings.Join(lines, "\n")
		if len(lines) > 0 {
			text += end
		}
		var got []string
		readLines(iotestReader{strings.NewReader(text)}, limit, func(l line) bool {
			if l.tooLong {
				got = append(got, "too long")
			} else {
				got = append(got, string(l.text))
			}
			return true
		})
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Fatalf("%q with limit %d gives %q, want %q", text, limit, got, want)
		}
	})
}

// iotestReader gives one byte at a time.
type iotestReader struct{ r io.Reader }

func (r iotestReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(1, len(p))]) }

// Whatever a client sends, the server answers the next request, in lines of JSON-RPC.
func FuzzInputNeverEndsTheServer(f *testing.F) {
	for _, seed := range []string{
		``, `hello`, `{`, `[]`, `[{}]`, `null`, `{"jsonrpc":"2.0"}`, `{"jsonrpc":"2.0","id":1,"method":""}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`,
		callOf(1, "recall_memory", `{"query":"x"}`), callOf(1, "remember_decision", `{"title":1}`), callOf(1, "memory_health", `[]`), callOf(1, "", `null`),
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`, `{"jsonrpc":"2.0","id":"end","result":{}}`, hello,
		`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
	} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		text := hello + "\n" + string(input) + "\n" + `{"jsonrpc":"2.0","id":"the end","method":"ping"}`
		if err := quietServer(dir).run(newLineConn(t.Context(), strings.NewReader(text), &out)); err != nil {
			t.Fatal(err)
		}
		answered := false
		for line := range bytes.Lines(out.Bytes()) {
			answered = decodeReply(t, line).ID == "the end" || answered
		}
		if !answered {
			t.Fatalf("after %q the server is silent: %s", input, out.Bytes())
		}
	})
}

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory/redact"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// readers is how many recalls and checks run at once. Each opens the files of the index.
const readers = 4

// healTime is how long the end of the process waits for an index that is being refreshed.
// Killing that is safe, finishing it spares the next reader the work.
const healTime = time.Second

// server is the three tools. It holds where to look for the memory and nothing of the
// memory itself.
type server struct {
	cwd       string    // absolute working directory of the process
	memoryDir string    // --memory-dir, "" for none
	env       place.Env // without git's own variables: a client may have been started by a git hook
	log       *slog.Logger
	mcp       *mcp.Server

	reading chan struct{}  // one place for each reader
	writing chan struct{}  // one place: writes of one server queue here, not at the lock, where they would run out of time
	healing sync.Mutex     // one refresh at a time is enough
	behind  sync.WaitGroup // refreshes behind answers
}

func newServer(cwd, memoryDir string, env place.Env, log *slog.Logger) *server {
	s := &server{
		cwd: cwd, memoryDir: memoryDir, env: env, log: log,
		reading: make(chan struct{}, readers), writing: make(chan struct{}, 1),
	}
	s.mcp = mcp.NewServer(
		&mcp.Implementation{Name: "hfa-mcp", Title: "git hfa", Version: version()},
		&mcp.ServerOptions{
			Instructions: instructions,
			Logger:       log,
			Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}, // the list never changes
		})
	s.mcp.AddTool(recallTool(), s.guard(s.reading, s.recall))
	s.mcp.AddTool(rememberTool(), s.guard(s.writing, s.remember))
	s.mcp.AddTool(healthTool(), s.guard(s.reading, s.health))
	return s
}

// run serves one session. Nil is the end of input.
func (s *server) run(conn mcp.Connection) error {
	return s.mcp.Run(context.Background(), transport{conn})
}

// transport hands out the one connection there is.
type transport struct{ conn mcp.Connection }

func (t transport) Connect(context.Context) (mcp.Connection, error) { return t.conn, nil }

// finish waits a moment for what goes on behind the answers.
func (s *server) finish() {
	done := make(chan struct{})
	go func() {
		s.behind.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(healTime):
	}
}

// tool answers one call. Its error becomes a result that says isError, with what to do next.
type tool func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error)

var errInside = errors.New("hfa-mcp failed inside; this is a fault of the program, the memory is whole")

// guard runs a tool when a place is free. An error and a panic are results, so that the
// model can act on them and the server goes on.
func (s *server) guard(places chan struct{}, f tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (result *mcp.CallToolResult, _ error) {
		start := time.Now()
		var err error
		defer func() {
			if p := recover(); p != nil {
				s.log.Error("panic", "tool", req.Params.Name, "value", redact.Text(fmt.Sprint(p)), "stack", string(debug.Stack()))
				err = errInside
			}
			if err != nil {
				result = failure(err)
			}
			s.logCall(req.Params.Name, time.Since(start), err)
		}()
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
		case <-ctx.Done():
			err = ctx.Err()
			return nil, nil
		}
		result, err = f(ctx, req)
		return result, nil
	}
}

// logCall says what was called, never with what.
func (s *server) logCall(name string, took time.Duration, err error) {
	if err != nil {
		s.log.Debug("call", "tool", name, "took", took, "error", redact.Text(brief(err)))
		return
	}
	s.log.Debug("call", "tool", name, "took", took)
}

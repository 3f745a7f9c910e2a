package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const (
	// maxLine bounds one message, in bytes. A prompt with a pasted log is a few.
	maxLine = 16 << 20
	// drainTime is how long calls may go on after the end of input: longer than a write
	// waits for another writer's lock.
	drainTime = 15 * time.Second
)

// lineConn carries one message of JSON-RPC a line. It is an [mcp.Connection] that differs
// from the one of the SDK where that ends a session:
//
//   - A line that is no message is answered with an error and the next one is read.
//   - A line that is too long is answered and skipped, not kept in memory.
//   - The members of a batch are taken one by one and answered one by one.
//   - The end of input is told only when every request has its answer. Else the SDK
//     cancels what is at work and drops the answers
//     (github.com/modelcontextprotocol/go-sdk/issues/1061).
type lineConn struct {
	out    io.Writer
	lines  <-chan line
	queue  []jsonrpc.Message // of a batch, not yet read; only Read touches it
	stop   <-chan struct{}   // closed: counts as the end of input
	gaveUp chan struct{}     // closed when calls outlast drain and grace

	mu      sync.Mutex // of out and pending
	pending map[jsonrpc.ID]struct{}
	settled chan struct{} // a hint that pending became empty

	closing sync.Once
	closed  chan struct{}

	drain, grace time.Duration
}

// line is one line of input without its end.
type line struct {
	text    []byte
	tooLong bool // text is not kept
}

func newLineConn(ctx context.Context, in io.Reader, out io.Writer) *lineConn {
	c := &lineConn{
		out: out, stop: ctx.Done(), gaveUp: make(chan struct{}),
		pending: map[jsonrpc.ID]struct{}{}, settled: make(chan struct{}, 1), closed: make(chan struct{}),
		drain: drainTime, grace: time.Second,
	}
	lines := make(chan line)
	c.lines = lines
	// A read of standard input cannot be broken off, so this may outlast the session; the
	// process ends then.
	go func() {
		defer close(lines)
		readLines(in, maxLine, func(l line) bool {
			select {
			case lines <- l:
				return true
			case <-c.closed:
				return false
			}
		})
	}()
	return c
}

// SessionID is empty: a stream is one session.
func (c *lineConn) SessionID() string { return "" }

// Close makes a waiting Read return.
func (c *lineConn) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return nil
}

// Read gives the next message, or io.EOF when the input has ended and all is answered.
func (c *lineConn) Read(context.Context) (jsonrpc.Message, error) {
	for len(c.queue) == 0 {
		select {
		case l, ok := <-c.lines:
			if !ok {
				return nil, c.end()
			}
			c.queue = c.accept(l)
		case <-c.stop:
			return nil, c.end()
		case <-c.closed:
			return nil, io.EOF
		}
	}
	msg := c.queue[0]
	c.queue = c.queue[1:]
	return msg, nil
}

// accept decodes a line. What is no message is answered here.
func (c *lineConn) accept(l line) []jsonrpc.Message {
	text := bytes.TrimSpace(bytes.TrimPrefix(l.text, []byte("\ufeff")))
	switch {
	case l.tooLong:
		c.refuse(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf("a message may have %d MiB", maxLine>>20))
		return nil
	case len(text) == 0:
		return nil
	case text[0] != '[':
		return c.decode(nil, text)
	}
	var batch []json.RawMessage
	if err := json.Unmarshal(text, &batch); err != nil {
		c.refuse(nil, jsonrpc.CodeParseError, "a line is not JSON")
		return nil
	}
	if len(batch) == 0 {
		c.refuse(nil, jsonrpc.CodeInvalidRequest, "a batch is empty")
	}
	var msgs []jsonrpc.Message
	for _, member := range batch {
		msgs = c.decode(msgs, member)
	}
	return msgs
}

// decode appends a message to msgs and notes the request that waits for an answer.
func (c *lineConn) decode(msgs []jsonrpc.Message, text []byte) []jsonrpc.Message {
	msg, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		code, message := int64(jsonrpc.CodeInvalidRequest), "a line is no message of JSON-RPC 2.0"
		if !json.Valid(text) {
			code, message = jsonrpc.CodeParseError, "a line is not JSON"
		}
		c.refuse(idOf(text), code, message)
		return msgs
	}
	// A subscription is answered when the client ends it, which it cannot do any more.
	if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() && req.Method != "subscriptions/listen" {
		c.mu.Lock()
		c.pending[req.ID] = struct{}{}
		c.mu.Unlock()
	}
	return append(msgs, msg)
}

// idOf is the id of a message that is wrong otherwise, nil when there is none to be seen.
func idOf(text []byte) any {
	var m struct {
		ID any `json:"id"`
	}
	_ = json.Unmarshal(text, &m)
	switch m.ID.(type) {
	case string, float64:
		return m.ID
	}
	return nil
}

// refuse answers what never became a message. The SDK cannot write an answer whose id is
// null, which JSON-RPC 2.0, section 5, asks for here.
func (c *lineConn) refuse(id any, code int64, message string) {
	data, err := json.Marshal(struct {
		Version string        `json:"jsonrpc"`
		ID      any           `json:"id"`
		Error   jsonrpc.Error `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: code, Message: message}})
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, _ = c.out.Write(append(data, '\n')) // a broken stream shows at the next answer
}

// Write writes one message as one line.
func (c *lineConn) Write(_ context.Context, msg jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = c.out.Write(append(data, '\n'))
	if resp, ok := msg.(*jsonrpc.Response); ok {
		delete(c.pending, resp.ID)
		if len(c.pending) == 0 {
			select {
			case c.settled <- struct{}{}:
			default:
			}
		}
	}
	if err != nil {
		return fmt.Errorf("write standard output: %w", err)
	}
	return nil
}

// end waits until every request is answered, at most c.drain, and gives io.EOF. Calls
// that do not even heed the cancelling which follows get c.grace more.
func (c *lineConn) end() error {
	late := time.NewTimer(c.drain)
	defer late.Stop()
	for {
		c.mu.Lock()
		waiting := len(c.pending)
		c.mu.Unlock()
		if waiting == 0 {
			return io.EOF
		}
		select {
		case <-c.settled:
		case <-c.closed:
			return io.EOF
		case <-late.C:
			time.AfterFunc(c.grace, func() { close(c.gaveUp) })
			return io.EOF
		}
	}
}

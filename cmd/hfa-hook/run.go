package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory/host"
	"github.com/go-json-experiment/json/jsontext"
)

// maxPayload bounds what is read of one payload, in bytes. Prompts carry pasted logs; more than this is cut and so
// is no JSON.
const maxPayload = 64 << 20

// hook is one call at work.
type hook struct {
	opts   options
	getenv func(string) string // without git's own variables
	cwd    string              // of the process

	host host.Host // nil: not known
	turn host.Turn
	log  *logger
}

// run answers one event. It returns when the answer is out and what had to follow is done.
func run(args []string, stdin io.Reader, stdout io.Writer, getenv func(string) string) {
	start := time.Now()
	h := &hook{opts: parseArgs(args), getenv: place.WithoutGit(getenv), log: &logger{}}
	h.cwd, _ = os.Getwd()
	if h.opts.printHooks {
		printHooks(stdout, h.opts)
		return
	}
	if h.getenv("HFA_HOOKS") == "0" {
		stdout.Write(h.neutral())
		return
	}

	kinds := make(chan host.Kind, 1)
	answers := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				h.log.add("%s", fmt.Sprint("internal error: ", p))
				a = answer{text: h.neutral()}
			}
			answers <- a
		}()
		a = h.answer(stdin, start, kinds)
	}()

	deadline := time.NewTimer(time.Until(start.Add(host.RecallDeadline)))
	for {
		select {
		case kind := <-kinds:
			if kind == host.Capture {
				deadline.Reset(time.Until(start.Add(host.CaptureDeadline)))
			}
		case a := <-answers:
			stdout.Write(a.text)
			if a.after != nil {
				a.after()
			}
			h.log.write()
			return
		case <-deadline.C:
			// The worker is left where it is; the process ends.
			stdout.Write(h.neutralNow())
			h.logLate()
			return
		}
	}
}

// logLate notes that the deadline passed. The disk may be what everything waits for, so it gets a moment only.
func (h *hook) logLate() {
	done := make(chan struct{})
	go func() {
		h.log.add("%s %s: not done in time", h.opts.host, h.opts.event)
		h.log.write()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(50 * time.Millisecond):
	}
}

// answer is what goes to the host, and what is done when it is out.
type answer struct {
	text  []byte
	after func()
}

// answer reads the payload and does what its event asks for.
func (h *hook) answer(stdin io.Reader, start time.Time, kinds chan<- host.Kind) answer {
	payload := []byte(h.opts.payload)
	if len(payload) == 0 {
		var err error
		if payload, err = readPayload(stdin); err != nil {
			return answer{text: h.neutral()}
		}
	}
	h.host = host.Pick(h.opts.host, payload)
	if h.host == nil {
		return answer{text: host.NoAnswer()}
	}
	var err error
	if h.turn, err = h.host.Decode(payload, h.opts.event); err != nil {
		return answer{text: h.neutral()}
	}
	kinds <- h.turn.Kind
	switch h.turn.Kind {
	case host.Recall:
		ctx, cancel := context.WithDeadline(context.Background(), start.Add(host.RecallDeadline))
		defer cancel()
		text, after := h.recall(ctx)
		return answer{h.host.Encode(h.turn.Event, text), after}
	case host.Capture:
		ctx, cancel := context.WithDeadline(context.Background(), start.Add(host.CaptureDeadline-captureMargin))
		defer cancel()
		h.capture(ctx)
	case host.Compact:
		h.forget()
	}
	return answer{text: h.host.Encode(h.turn.Event, "")}
}

// readPayload reads up to the end of one JSON object. A host may leave the pipe open behind it, and an end of input that
// never comes is not waited for.
func readPayload(stdin io.Reader) ([]byte, error) {
	in := io.LimitReader(stdin, maxPayload)
	buf := make([]byte, 0, 8<<10)
	for {
		n, err := in.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case err == io.EOF:
			return buf, nil
		case err != nil:
			return nil, err
		case n > 0 && isWhole(buf):
			return buf, nil
		}
		buf = slices.Grow(buf, len(buf)/2+512)
	}
}

// maxLooked bounds what isWhole looks at, in bytes: it may be asked after every 64 KiB.
const maxLooked = 1 << 20

// isWhole tells whether a payload has come to the end of its object.
func isWhole(payload []byte) bool {
	return len(payload) <= maxLooked && bytes.HasSuffix(bytes.TrimRight(payload, " \t\r\n"), []byte("}")) &&
		jsontext.Value(payload).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// neutral is the answer that changes nothing, as far as the host is known by now.
func (h *hook) neutral() []byte {
	switch {
	case h.host != nil && h.turn.Event != "":
		return h.host.Neutral(h.turn.Event)
	case h.host != nil:
		return h.host.Neutral(h.opts.event)
	}
	return h.neutralNow()
}

// neutralNow is the neutral answer by the command line alone: the worker may still be at work on the rest.
func (h *hook) neutralNow() []byte {
	if named := host.Named(h.opts.host); named != nil {
		return named.Neutral(h.opts.event)
	}
	return host.NoAnswer()
}

// locate finds the memory that the turn is about.
func (h *hook) locate() (place.Memory, error) {
	cwd := h.turn.Cwd
	if cwd == "" {
		cwd = h.cwd
	}
	if !filepath.IsAbs(cwd) {
		return place.Memory{}, fmt.Errorf("the working directory %q is not absolute", cwd)
	}
	m, err := place.Locate(cwd, h.opts.memoryDir, h.getenv)
	if err == nil {
		h.log.at(m.Dir)
	}
	return m, err
}

// workTree is the tree that the agent works in, which decisions speak of; "" outside git.
func workTree(m place.Memory) string {
	if m.Place.InGit {
		return m.Work
	}
	return ""
}

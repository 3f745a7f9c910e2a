package gitext

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// batch reads objects through one "git cat-file --batch" process, started with the first object.
//
//	we write   ID LF
//	git says   ID SP KIND SP SIZE LF CONTENT LF, or: ID SP "missing" LF
type batch struct {
	repo *Repo
	proc *batchProcess
}

type batchProcess struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr lockedBuffer
}

// read asks for one object. A process that died is started again once: it may have been the victim of something else.
func (b *batch) read(ctx context.Context, id string, want objectKind) ([]byte, error) {
	fresh := b.proc == nil
	data, err := b.ask(ctx, id, want)
	if _, dead := errors.AsType[*deadError](err); dead && !fresh && ctx.Err() == nil {
		data, err = b.ask(ctx, id, want)
	}
	return data, err
}

// deadError is a process that ended, or lost its step, in the middle of an answer.
type deadError struct{ cause error }

func (e *deadError) Error() string { return e.cause.Error() }
func (e *deadError) Unwrap() error { return e.cause }

func (b *batch) ask(ctx context.Context, id string, want objectKind) ([]byte, error) {
	if b.proc == nil {
		p, err := b.repo.startBatch()
		if err != nil {
			return nil, b.repo.commandError(ctx, []string{"cat-file"}, err, "")
		}
		b.proc = p
	}
	p := b.proc
	// A git that hangs is ended with the context; its pipe then reports the end.
	stop := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	data, err := p.object(id, want)
	killed := !stop()
	_, dead := errors.AsType[*deadError](err)
	if !killed && !dead {
		return data, err
	}
	b.proc = nil
	waitErr := p.end()
	switch {
	case killed && err == nil:
		return data, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("git cat-file: %w", context.Cause(ctx))
	case waitErr != nil:
		return nil, &deadError{b.repo.commandError(ctx, []string{"cat-file"}, waitErr, p.stderr.String())}
	}
	return nil, err
}

// startBatch starts the process without a context: it outlives the call that needed it first.
func (r *Repo) startBatch() (*batchProcess, error) {
	cmd := r.command(context.Background(), "cat-file", "--batch")
	p := &batchProcess{cmd: cmd}
	cmd.Stderr = &p.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReaderSize(out, 64<<10)
	return p, nil
}

func (p *batchProcess) object(id string, want objectKind) ([]byte, error) {
	if _, err := io.WriteString(p.in, id+"\n"); err != nil {
		return nil, &deadError{err}
	}
	line, err := p.out.ReadString('\n')
	if err != nil {
		return nil, &deadError{err}
	}
	words := strings.Fields(line)
	if len(words) == 2 && words[1] == "missing" {
		return nil, errObjectNotFound
	}
	if len(words) != 3 {
		return nil, &deadError{fmt.Errorf("git cat-file answered %q", line)}
	}
	size, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil || size < 0 {
		return nil, &deadError{fmt.Errorf("git cat-file answered %q", line)}
	}
	var refused error
	if words[1] != string(want) {
		refused = kindError(words[1], want)
	} else if size > maxObject {
		refused = fmt.Errorf("%w: %d bytes", ErrTooLarge, size)
	}
	if refused != nil {
		if _, err := io.CopyN(io.Discard, p.out, size+1); err != nil {
			return nil, &deadError{err}
		}
		return nil, refused
	}
	data := make([]byte, size+1) // the newline after it, too
	if _, err := io.ReadFull(p.out, data); err != nil {
		return nil, &deadError{err}
	}
	if data[size] != '\n' {
		return nil, &deadError{errors.New("git cat-file lost its step")}
	}
	return data[:size:size], nil
}

// end closes the pipe, which is git's sign to stop, and waits; a git that does not stop is killed.
func (p *batchProcess) end() error {
	closeErr := p.in.Close()
	kill := time.AfterFunc(killDelay, func() { _ = p.cmd.Process.Kill() })
	defer kill.Stop()
	if err := p.cmd.Wait(); err != nil {
		return err
	}
	return closeErr
}

func (b *batch) close() error {
	if b.proc == nil {
		return nil
	}
	p := b.proc
	b.proc = nil
	return p.end()
}

// lockedBuffer keeps what git says on standard error, at most 4 KiB of it; exec writes it from another goroutine.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if room := 4096 - l.buf.Len(); room > 0 {
		l.buf.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

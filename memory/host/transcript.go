package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// rows reads the lines of a transcript from its end, the last one first.
//
// Lines may be of any length up to maxRow. The bytes read ahead of the current line are kept; they double
// until the line's beginning is found, so a line is copied a bounded number of times.
type rows struct {
	ctx  context.Context // once it is done there are no more lines
	file *os.File
	info os.FileInfo // before the first read
	buf  []byte      // bytes [off, off+len) of the file, not yet given out
	off  int64
	line []byte
	done bool
}

const (
	firstRead = 64 << 10
	maxRow    = 256 << 20 // bytes; a longer line is no answer, and would fill the machine's memory
)

var errNotRegular = errors.New("the transcript is not a regular file")

// openRows opens a transcript, to be read until ctx is done. Only regular files are: a pipe would block, and a device would not end.
func openRows(ctx context.Context, path string) (*rows, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &rows{ctx: ctx, file: f, info: info, off: info.Size()}, nil
}

func (r *rows) close() { _ = r.file.Close() }

// next moves to the line before. It ends at the beginning of the file, and at whatever cannot be read.
func (r *rows) next() bool {
	if r.done {
		return false
	}
	searched := 0 // bytes at the end of buf that hold no newline
	for {
		if i := bytes.LastIndexByte(r.buf[:len(r.buf)-searched], '\n'); i >= 0 {
			r.line, r.buf = r.buf[i+1:], r.buf[:i]
			return true
		}
		if r.off == 0 {
			r.line, r.buf, r.done = r.buf, nil, true
			return true
		}
		searched = len(r.buf)
		if !r.more() {
			r.done = true
			return false
		}
	}
}

// more reads the bytes in front of buf, as many as buf has.
func (r *rows) more() bool {
	n := min(int64(max(firstRead, len(r.buf))), r.off)
	if int64(len(r.buf))+n > maxRow || r.ctx.Err() != nil {
		return false
	}
	buf := make([]byte, int(n)+len(r.buf))
	copy(buf[n:], r.buf)
	if _, err := r.file.ReadAt(buf[:n], r.off-n); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	r.buf, r.off = buf, r.off-n
	return true
}

// row gives the current line; it is valid until the next call of next.
func (r *rows) row() []byte { return r.line }

// transcriptPoll is how often a transcript is looked at while it is waited for.
const transcriptPoll = 20 * time.Millisecond

// waitForRows hands a transcript to read until it says that it found what it wants, or ctx is done.
// A transcript that did not change is not read again: it may have 100 MB without the end of the turn.
func waitForRows(ctx context.Context, path string, read func(*rows) bool) {
	var last os.FileInfo
	for {
		if r, err := openRows(ctx, path); err == nil {
			found := !unchanged(last, r.info) && read(r)
			last = r.info
			r.close()
			if found {
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(transcriptPoll):
		}
	}
}

func unchanged(last, now os.FileInfo) bool {
	return last != nil && os.SameFile(last, now) && last.Size() == now.Size() && last.ModTime().Equal(now.ModTime())
}

// completeAnswer fills in the answer of a Capture that has none. read gives the last turn's answer and whether the
// transcript has come to the turn's end.
func completeAnswer(ctx context.Context, t *Turn, read func(*rows) (string, bool)) {
	if t.Kind != Capture || t.Answer != "" || t.TranscriptPath == "" {
		return
	}
	waitForRows(ctx, t.TranscriptPath, func(r *rows) bool {
		answer, complete := read(r)
		t.Answer = answer
		return complete
	})
}

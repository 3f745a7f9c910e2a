package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/git-hfa/git-hfa/memory/redact"
)

// The log of the hooks lies among the derived files, so git ignores it and anybody may delete it.
const (
	logPath = "index/hook.log"
	logSize = 256 << 10 // bytes at which it is moved to hook.log.1
	logLine = 500       // bytes kept of one line
)

// logger collects lines until the answer is out. Where the memory has no index folder, nothing is logged.
type logger struct {
	mu    sync.Mutex
	dir   string // of the memory, "" when there is none
	lines []string
}

func (l *logger) at(dir string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dir = dir
}

func (l *logger) add(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

// write appends the lines, with secrets taken out. It is best effort.
func (l *logger) write() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dir == "" || len(l.lines) == 0 {
		return
	}
	path := filepath.Join(l.dir, filepath.FromSlash(logPath))
	if dir, err := os.Lstat(filepath.Dir(path)); err != nil || !dir.IsDir() {
		return // a link leads we do not know where
	}
	info, err := os.Lstat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return
	case err == nil && info.Size() >= logSize:
		_ = os.Rename(path, path+".1")
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return
	}
	defer f.Close()
	var b strings.Builder
	for _, line := range l.lines {
		line = redact.Text(strings.Join(strings.Fields(line), " "))
		if len(line) > logLine {
			line = strings.ToValidUTF8(line[:logLine], "") + "…"
		}
		b.WriteString(time.Now().UTC().Format(time.RFC3339) + " " + line + "\n")
	}
	_, _ = f.WriteString(b.String()) // one call: lines of several processes do not mix
}

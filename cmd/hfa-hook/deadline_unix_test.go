//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory/host"
)

func TestATakenLockKeepsNobodyWaiting(t *testing.T) {
	withGitHFA(t)
	top := repo(t)
	lock, err := os.OpenFile(filepath.Join(top, "memory", ".hfa.lock"), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if contextOf(t, call(t, prompting(top, "s1", asking), "--host", "claude-code")) == "" {
		t.Error("a reader needs no lock, and got nothing")
	}
	if took := time.Since(start); took > host.RecallDeadline+slack {
		t.Errorf("recall took %v", took)
	}
	start = time.Now()
	if got := call(t, stopping(top, "s1", "t1", decided), "claude-code"); got != "{}\n" {
		t.Errorf("%s", got)
	}
	if took := time.Since(start); took > host.CaptureDeadline+slack {
		t.Errorf("capture took %v", took)
	}
	// The writer that was started goes on by itself once the lock is free.
	lock.Close()
	waitForChunks(t, top, 2)
}

// waitForChunks waits for a writer that nobody waits for, until it has come to rest.
func waitForChunks(t *testing.T, top string, n int) {
	t.Helper()
	quiet, before := 0, ""
	for range 400 {
		time.Sleep(50 * time.Millisecond)
		now := ""
		filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
			if err == nil {
				if info, err := d.Info(); err == nil {
					now += path + info.ModTime().String()
				}
			}
			return nil
		})
		if quiet++; now != before {
			quiet = 0
		}
		if before = now; quiet >= 15 && chunkCount(t, top) == n {
			return
		}
	}
	t.Errorf("%d chunks after the lock was given back, want %d", chunkCount(t, top), n)
}

// A host reads its hook's output through pipes and goes on when they are closed: no child may hold them.
func TestTheWriterHoldsNoStreamOfTheHost(t *testing.T) {
	withGitHFA(t)
	top := emptyRepo(t)
	bin := filepath.Join(tempDir(t), "hfa-hook")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	lock, err := os.OpenFile(filepath.Join(top, "memory", ".hfa.lock"), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "--host", "claude-code")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(stdin, stopping(top, "s1", "t1", decided))
	stdin.Close()
	out, _ := io.ReadAll(stdout) // returns when the last holder of the pipe is gone
	noise, _ := io.ReadAll(stderr)
	if err := cmd.Wait(); err != nil || string(out) != "{}\n" || len(noise) > 0 {
		t.Errorf("%v: %q, on standard error %q", err, out, noise)
	}
	if took := time.Since(start); took > host.CaptureDeadline+slack {
		t.Errorf("the streams were open for %v", took)
	}
	lock.Close()
	waitForChunks(t, top, 1)
}

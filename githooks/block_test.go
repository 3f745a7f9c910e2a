package githooks

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
)

// TestOnlyFourBlocks: a git-hfa that was replaced, is broken or panics (2) is no reason to stop somebody's work, whichever way
// the hook calls it.
func TestOnlyFourBlocks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the hooks of this test are sh scripts")
	}
	for _, shell := range [][]string{{"sh"}, {"bash", "-eu", "-o", "pipefail"}} {
		if _, err := exec.LookPath(shell[0]); err != nil {
			continue
		}
		for _, name := range Names() {
			for what, script := range map[string]string{"section": Section(name), "paste": Paste(name)} {
				for _, code := range []int{0, 2, 4, 127} {
					want := 0
					if code == 4 && MayRefuse(name) {
						want = 1
					}
					if got := runHookText(t, shell, script, code); got != want {
						t.Errorf("%v: %s of %s with a git-hfa that ends with %d: %d, want %d", shell, what, name, code, got, want)
					}
				}
			}
		}
	}
}

// runHookText runs the lines of a hook with a git-hfa that ends with a code, and returns theirs.
func runHookText(t *testing.T, shell []string, script string, code int) int {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "git-hfa"), []byte("#!/bin/sh\nexit "+strconv.Itoa(code)+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(shell[0], append(shell[1:], "-c", script, "hook", "HEAD^", "HEAD", "1")...)
	cmd.Dir = dir
	// No repository: with a memory that the environment names every section asks git-hfa.
	cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "HFA_MEMORY_DIR=m", "GIT_CEILING_DIRECTORIES="+dir)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	return cmd.ProcessState.ExitCode()
}

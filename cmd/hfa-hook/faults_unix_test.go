//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/host"
)

// program makes the test binary the program itself, see TestMain, and gives its path.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self) // a link would lead where only the user who tests may look
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GORACE", "atexit_sleep_ms=0") // a test with the race detector would end a second later each time
	path := filepath.Join(tempDir(t), "hfa-hook")
	if err := os.WriteFile(path, data, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// fault is something that goes wrong around one call. shell starts the program, "$@".
type fault struct {
	name   string
	shell  string
	env    func(string) bool // the variables that are left, nil: all
	silent bool              // no answer can get out
}

const plainly = `exec "$@"`

// faults need nothing but a shell.
var faults = []fault{
	{name: "no fault", shell: plainly},
	{name: "no home", shell: plainly, env: func(v string) bool {
		return !strings.HasPrefix(v, "HOME=") && !strings.HasPrefix(v, "XDG_") && !strings.HasPrefix(v, "TMPDIR=")
	}},
	{name: "an empty environment", shell: plainly, env: func(v string) bool { return strings.HasPrefix(v, "GO") }},
	{name: "the current folder is gone", shell: `d=$(mktemp -d) && cd "$d" && rmdir "$d" && exec "$@"`},
	{name: "nothing can be written", shell: `ulimit -f 0; exec "$@"`},
	{name: "standard error is closed", shell: `exec "$@" 2>&-`},
	{name: "standard output is closed", shell: `exec "$@" >&-`, silent: true},
	{name: "all streams are closed", shell: `exec "$@" <&- >&- 2>&-`, silent: true},
	{name: "standard output is full", shell: `exec "$@" >/dev/full`, silent: true},
	{name: "a host that does not listen", shell: `{ "$@"; echo "ended with $?" >&2; } | :`, silent: true},
}

// calls runs the program on a payload under a fault.
func (f fault) calls(t *testing.T, program, payload string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	cmd := exec.Command("/bin/sh", append([]string{"-c", f.shell, "sh", program}, args...)...)
	cmd.Stdin = strings.NewReader(payload)
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	cmd.Env = os.Environ()
	if f.env != nil {
		cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return !f.env(v) })
	}
	err = cmd.Run()
	return out.String(), problem.String(), err
}

func TestEveryEventIsAnsweredWhateverGoesWrongAroundIt(t *testing.T) {
	bin := program(t)
	t.Setenv("PATH", tempDir(t)+":/usr/bin:/bin") // no git-hfa
	top := repo(t)
	before := truth(t, top)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			if _, err := os.Stat("/dev/full"); err != nil && strings.Contains(f.shell, "/dev/full") {
				t.Skip("this system has no /dev/full")
			}
			hits := 0
			for name, a := range turns(t) {
				hostName, event, text, turn := given(t, a, top)
				if strings.Contains(turn, ": capture") {
					text = strings.ReplaceAll(text, "Decision:", "Perhaps")
				}
				text = strings.ReplaceAll(text, `"session_id"`, `"former_id"`) // told again each time
				text = strings.ReplaceAll(text, `"sessionId"`, `"formerId"`)
				out, problem, err := f.calls(t, bin, text, "--host", hostName, "--event", event)
				if strings.Contains(f.shell, "ended with") {
					if problem != "ended with 0\n" {
						t.Errorf("%s: %q", name, problem)
					}
					continue
				}
				if err != nil || problem != "" {
					t.Errorf("%s: %v, on standard error %q", name, err, problem)
				}
				if strings.Contains(out, "<hfa-recall>") || strings.Contains(out, `\u003chfa-recall`) {
					hits++
				}
				if f.silent || hostName == "codex" && event == host.Notify {
					if out != "" {
						t.Errorf("%s: %q", name, out)
					}
					continue
				}
				var v map[string]any
				if json.Unmarshal([]byte(out), &v) != nil || v == nil || strings.Count(out, "\n") != 1 {
					t.Errorf("%s: %q", name, out)
				}
			}
			if hits == 0 && !f.silent {
				t.Error("no event was a hit: the memory was not reached")
			}
		})
	}
	if !maps.Equal(before, truth(t, top)) {
		t.Error("a truth file changed")
	}
}

// A disk may fill up at any byte. Then a decision is there, whole, or not, and the same end of a turn told again
// when there is room writes what is missing, once.
func TestAFullDiskLeavesAllOfADecisionOrNothing(t *testing.T) {
	withGitHFA(t)
	bin := program(t)
	for _, topics := range []int{50, 1} { // with 1 the decision opens an epoch: several files
		for _, blocks := range []int{0, 1, 2, 4, 8, 16, 32, 64} {
			t.Run(fmt.Sprintf("%d topics, %d blocks", topics, blocks), func(t *testing.T) {
				top := repo(t)
				writeFile(t, filepath.Join(top, "memory", "config.json"), fmt.Sprintf(`{"max_topics_per_epoch":%d}`, topics))
				before := truth(t, top)
				stop := stopping(top, "s1", "t1", decided)
				full := fault{shell: fmt.Sprintf(`ulimit -f %d; exec "$@"`, blocks)}
				if out, problem, err := full.calls(t, bin, stop, "--host", "claude-code"); out != "{}\n" || problem != "" || err != nil {
					t.Errorf("%q, %q, %v", out, problem, err)
				}
				checkWhole(t, before, truth(t, top))
				// What is told is the state before or the state after; nothing, while the second half waits for room.
				out, _, err := full.calls(t, bin, prompting(top, "s2", asking), "--host", "claude-code")
				if err != nil || !strings.Contains(out, "48 hours") && out != "{}\n" {
					t.Errorf("told %q, %v", out, err)
				}
				if out, _, err := (fault{shell: plainly}).calls(t, bin, stop, "--host", "claude-code"); out != "{}\n" || err != nil {
					t.Errorf("again: %q, %v", out, err)
				}
				checkWhole(t, before, truth(t, top))
				if n := chunkCount(t, top); n != 2 {
					t.Errorf("%d chunks\n%s", n, hookLog(top))
				}
				if got := contextOf(t, call(t, prompting(top, "s3", "Why did the audit want that export links expire?"), "claude-code")); !strings.Contains(got, "72 hours") {
					t.Errorf("told %q", got)
				}
			})
		}
	}
}

// checkWhole wants every file of before as it was, and of new ones nothing but whole chunks and what opens an epoch.
func checkWhole(t *testing.T, before, after map[string]string) {
	t.Helper()
	for path, text := range after {
		old, was := before[path]
		switch {
		case was && old != text:
			t.Errorf("%s changed to %q", path, text)
		case !was && strings.HasSuffix(path, "framework.md"):
			if text != string(memory.Framework(2)) {
				t.Errorf("%s is %q", path, text)
			}
		case !was:
			if stored, problem := memory.ReadSource(path, []byte(text)); problem != nil || stored.Edited() {
				t.Errorf("%s: %+v in %q", path, problem, text)
			}
		}
	}
	for path := range before {
		if _, is := after[path]; !is {
			t.Errorf("%s is gone", path)
		}
	}
}

// A memory that belongs to somebody else, or lies on a medium that is read only, is recalled from as any other.
func TestAMemoryThatCannotBeWrittenIsReadAllTheSame(t *testing.T) {
	withGitHFA(t)
	bin := program(t)
	top := repo(t)
	before := truth(t, top)
	attr := readOnly(t, top, filepath.Dir(bin), built.dir)
	hits := 0
	for name, a := range turns(t) {
		hostName, event, text, turn := given(t, a, top)
		cmd := exec.Command(bin, "--host", hostName, "--event", event)
		var out, problem bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = strings.NewReader(text), &out, &problem, attr
		if err := cmd.Run(); err != nil || problem.Len() > 0 {
			t.Errorf("%s: %v, on standard error %q", name, err, problem.String())
		}
		if strings.Contains(turn, asking) && strings.Contains(turn, ": recall") {
			if hits++; !strings.Contains(out.String(), "48 hours") {
				t.Errorf("%s: %q", name, out.String())
			}
		}
	}
	if hits < 5 {
		t.Errorf("only %d payloads ask for what is remembered", hits)
	}
	if !maps.Equal(before, truth(t, top)) {
		t.Error("a truth file changed")
	}
}

// readOnly takes the right to write from folders, and gives what a process needs that is to lack it. Root has every right, so
// its processes run as nobody.
func readOnly(t *testing.T, top string, others ...string) *syscall.SysProcAttr {
	t.Helper()
	for _, dir := range append(others, top) {
		for ; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
			_ = os.Chmod(dir, 0o755)
		}
	}
	each := func(mode fs.FileMode) {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.Type()&fs.ModeSymlink != 0 {
				return err
			}
			if d.IsDir() {
				return os.Chmod(path, mode|0o111)
			}
			return os.Chmod(path, mode)
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	each(0o444)
	t.Cleanup(func() { each(0o644) })
	if os.Geteuid() != 0 {
		return nil
	}
	const nobody = 65534
	attr := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	cmd := exec.Command("/bin/sh", "-c", `test -r "$1" && ! test -w "$1"`, "sh", filepath.Join(top, "memory", "config.json"))
	cmd.SysProcAttr = attr
	if err := cmd.Run(); err != nil {
		t.Skipf("no process without root's rights can be started here: %v", err)
	}
	return attr
}

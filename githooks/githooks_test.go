package githooks

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestScriptsAreAsReviewed(t *testing.T) {
	for _, name := range Names() {
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(Script(name)), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != Script(name) {
			t.Errorf("%s differs from %s; look at it, then: go test ./githooks -update", name, file)
		}
	}
}

// A section that was released stays known for ever: files with it are still upgraded and taken out.
func TestEachSectionOfThisVersionIsOnTheList(t *testing.T) {
	for _, name := range Names() {
		line := fmt.Sprintf("%s %d %s", sum(Section(name)), Version, name)
		if !strings.Contains(former, line+"\n") {
			t.Errorf("former.txt lacks this line; if Version %d was released, raise Version first:\n%s", Version, line)
		}
	}
	for i, line := range strings.Split(strings.TrimSuffix(former, "\n"), "\n") {
		if fields := strings.Fields(line); len(fields) != 3 || len(fields[0]) != 64 {
			t.Errorf("former.txt:%d: %q", i+1, line)
		}
	}
}

func TestSectionsHaveNothingLeftToFillIn(t *testing.T) {
	for _, name := range Names() {
		text := Script(name)
		if strings.Contains(strings.ReplaceAll(text, `"$@"`, ""), "@") || strings.Contains(text, "\r") || strings.Contains(text, "/bin/bash") {
			t.Errorf("%s:\n%s", name, text)
		}
		if !strings.HasSuffix(text, "\n") || strings.Count(text, "# >>> git-hfa ") != 1 || strings.Count(text, "# <<< git-hfa ") != 1 {
			t.Errorf("%s has no clear begin and end", name)
		}
	}
}

func TestEveryShellReadsTheSections(t *testing.T) {
	found := 0
	for _, shell := range []string{"sh", "dash", "bash", "busybox", "ksh", "mksh", "zsh", "yash"} {
		file, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		found++
		args := []string{"-n"}
		if shell == "busybox" {
			args = []string{"sh", "-n"}
		}
		for _, name := range Names() {
			cmd := exec.Command(file, args...)
			cmd.Stdin = strings.NewReader(Script(name))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %s: %v\n%s", shell, name, err, out)
			}
		}
	}
	if found == 0 {
		t.Skip("no shell here")
	}
}

func TestInsertPutsTheSectionBehindTheFirstLine(t *testing.T) {
	section := Section(PreCommit)
	for _, test := range []struct{ script, want string }{
		{"", Shebang + section},
		{"#!/bin/sh\nexec ./mine \"$@\"\n", "#!/bin/sh\n" + section + "exec ./mine \"$@\"\n"},
		{"#!/usr/bin/env bash\nset -e", "#!/usr/bin/env bash\n" + section + "set -e"},
		{"#! /usr/local/bin/dash -eu\n\n", "#! /usr/local/bin/dash -eu\n" + section + "\n"},
		{"#!/bin/sh", "#!/bin/sh\n" + strings.TrimSuffix(section, "\n")},
		{"#!C:\\Program\\sh.exe\n:\n", "#!C:\\Program\\sh.exe\n" + section + ":\n"},
		{"#!/bin/sh -\ntrue\n", "#!/bin/sh -\n" + section + "true\n"},
	} {
		got, err := Insert([]byte(test.script), PreCommit)
		if err != nil || string(got) != test.want {
			t.Errorf("%q: %v\n%s", test.script, err, got)
		}
		again, err := Insert(got, PreCommit)
		if err != nil || !bytes.Equal(again, got) {
			t.Errorf("%q: a second time: %v\n%s", test.script, err, again)
		}
		if Find(got, PreCommit) != Current || Find(got, PostMerge) != Absent {
			t.Errorf("%q: %s", test.script, Find(got, PreCommit))
		}
	}
	if got, err := InsertBare([]byte("npm test\n"), PreCommit); err != nil || string(got) != section+"npm test\n" {
		t.Errorf("without a first line: %v\n%s", err, got)
	}
}

func TestInsertRefusesWhatNoShellRuns(t *testing.T) {
	for script, why := range map[string]string{
		"#!/usr/bin/env python3\nprint(1)\n":  "python3",
		"#!/usr/bin/perl\n":                   "perl",
		"#!/bin/sh\r\necho\r\n":               "CRLF",
		"#!/usr/bin/env -S bash -e\n":         "env",
		"echo no first line\n":                "no #! line",
		"\xef\xbb\xbf#!/bin/sh\n":             "no #! line",
		"#!\n":                                "empty",
		"\x7fELF\x02\x00\n":                   "binary",
		"#!/bin/sh -c\n":                      "-c",
		"#!/bin/bash -euo pipefail\necho 1\n": "-euo",
		"#!/usr/bin/fish\n":                   "fish",
		"#!/bin/zsh\n":                        "zsh",
	} {
		if _, err := Insert([]byte(script), PreCommit); !errors.Is(err, ErrNotShell) || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", script, err, why)
		}
	}
}

func TestAnEditedSectionIsLeftAlone(t *testing.T) {
	good := "#!/bin/sh\n" + Section(PostMerge) + "mine\n"
	for what, script := range map[string]string{
		"a changed line":   strings.Replace(good, "HFA_HOOKS", "MY_HOOKS", 1),
		"no end":           strings.Replace(good, "# <<< git-hfa post-merge\n", "", 1),
		"no beginning":     strings.Replace(good, "# >>> git-hfa post-merge ", "# ", 1),
		"an added word":    strings.Replace(good, "# <<< git-hfa post-merge", "# <<< git-hfa post-merge x", 1),
		"two of them":      good + Section(PostMerge),
		"of another hook":  strings.Replace(good, "hooks run post-merge", "hooks run post-commit", 1),
		"with CRLF":        strings.ReplaceAll(good, "\n", "\r\n"),
		"of a later title": strings.Replace(good, "git-hfa post-merge 1,", "git-hfa post-merge 2,", 1),
	} {
		if state := Find([]byte(script), PostMerge); state != Edited {
			t.Errorf("%s: %s", what, state)
		}
		if _, err := Remove([]byte(script), PostMerge); !errors.Is(err, ErrEdited) {
			t.Errorf("%s: Remove: %v", what, err)
		}
		if _, err := Insert([]byte(script), PostMerge); !errors.Is(err, ErrEdited) {
			t.Errorf("%s: Insert: %v", what, err)
		}
	}
}

func TestOursIsOnlyWhatWeWrote(t *testing.T) {
	for _, name := range Names() {
		if !Ours([]byte(Script(name)), name) {
			t.Errorf("%s is not known", name)
		}
		for _, script := range []string{"", Shebang, Script(name) + "\n", Script(name) + "mine\n", "#!/bin/bash\n" + Section(name), Section(name)} {
			if Ours([]byte(script), name) {
				t.Errorf("%s: %q", name, script)
			}
		}
	}
}

func TestRemoveGivesBackEveryByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.SampledFrom([]string{"#!/bin/sh", "#!/usr/bin/env bash", "#!/bin/dash -e", "echo", ""}).Draw(t, "first")
		rest := rapid.SliceOf(rapid.SampledFrom([]string{"\n", "\r\n", "exit 0", "# >>> git-hfa", "# <<< git-hfa post-merge", "é", " ", "\t"})).Draw(t, "rest")
		script := []byte(first + strings.Join(rest, ""))
		names := rapid.Permutation(Names()).Draw(t, "names")[:2]
		text := script
		for _, name := range names {
			next, err := InsertBare(text, name)
			if err != nil {
				t.Skip(err) // the draw is no sh script, or has marks of ours
			}
			text = next
		}
		for i, name := range names {
			if i == 0 && len(script) == 0 {
				continue // a file that was empty is told apart by who keeps the original
			}
			back, err := Remove(text, name)
			if err != nil {
				t.Fatal(err)
			}
			text = back
		}
		if len(script) > 0 && !bytes.Equal(text, script) {
			t.Fatalf("got %q, want %q", text, script)
		}
	})
}

func FuzzRemoveUndoesInsert(f *testing.F) {
	for _, script := range []string{"", "#!/bin/sh", "#!/bin/sh\n", "#!/bin/bash\nexec x\n", "x\n", Script(PrePush), Script(PrePush) + "x", "# <<< git-hfa pre-push"} {
		f.Add([]byte(script))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		text, err := InsertBare(script, PrePush)
		if err != nil || len(script) == 0 {
			return
		}
		if Find(text, PrePush) != Current {
			t.Fatalf("inserted, and not found: %q", text)
		}
		back, err := Remove(text, PrePush)
		if err != nil {
			t.Fatal(err)
		}
		if Find(script, PrePush) == Absent && !bytes.Equal(back, script) {
			t.Fatalf("%q became %q", script, back)
		}
	})
}

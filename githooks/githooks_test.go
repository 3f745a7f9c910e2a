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

func TestADamagedSectionIsKnownAndTakenOut(t *testing.T) {
	const first, rest = "#!/bin/sh\n", "mine\n\tdone\n}\nfi\n"
	section := Section(PostMerge)
	lines := strings.SplitAfter(section, "\n")
	lines = lines[:len(lines)-1]
	half := len(lines) / 2
	good := first + section + rest
	for _, test := range []struct {
		what, script string
		lost         bool   // something that is not ours went too
		want         string // what Clean leaves, "" for first + rest
	}{
		{"a changed line", strings.Replace(good, "HFA_HOOKS", "MY_HOOKS", 1), true, ""},
		{"a line of somebody else in it", first + strings.Join(lines[:half], "") + "theirs\n" + strings.Join(lines[half:], "") + rest, true, ""},
		{"no end", strings.Replace(good, "# <<< git-hfa post-merge\n", "", 1), false, ""},
		{"no beginning", strings.Replace(good, lines[0], "", 1), false, ""},
		{"only the beginning", first + lines[0] + rest, false, ""},
		{"only the beginning, a bare one", first + "# >>> git-hfa post-merge\n" + rest, false, ""},
		{"only the end", first + lines[len(lines)-1] + rest, false, ""},
		{"an added word", strings.Replace(good, "# <<< git-hfa post-merge", "# <<< git-hfa post-merge x", 1), false, ""},
		{"two of them", first + section + section + rest, false, ""},
		{"two with something between", first + section + "theirs\n" + section + rest, false, first + "theirs\n" + rest},
		{"the beginning twice", first + lines[0] + section + rest, false, ""},
		{"the end twice", first + section + lines[len(lines)-1] + rest, false, ""},
		{"of another hook", strings.Replace(good, "hooks run post-merge", "hooks run post-commit", 1), true, ""},
		{"with CRLF", strings.ReplaceAll(good, "\n", "\r\n"), false, strings.ReplaceAll(first+rest, "\n", "\r\n")},
		{"of a later version", strings.Replace(good, "git-hfa post-merge 1,", "git-hfa post-merge 2,", 1), false, ""},
		{"cut in a line", first + strings.Join(lines[:half], "") + lines[half][:3], false, first},
		{"cut between lines", first + strings.Join(lines[:half], ""), false, first},
		{"a changed line and no end", first + lines[0] + lines[1] + "\techo x\n" + strings.Join(lines[3:len(lines)-1], "") + rest, true, ""},
		{"a changed line and no beginning", first + strings.Join(lines[1:half], "") + "\techo x\n" + strings.Join(lines[half+1:], "") + rest, true, ""},
		{"without a last line end", first + lines[0] + section[:len(section)-1], false, "#!/bin/sh"},
	} {
		script := []byte(test.script)
		if state := Find(script, PostMerge); state != Damaged {
			t.Errorf("%s: %s", test.what, state)
		}
		if _, err := Remove(script, PostMerge); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: Remove: %v", test.what, err)
		}
		if _, err := Insert(script, PostMerge); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: Insert: %v", test.what, err)
		}
		want := test.want
		if want == "" {
			want = first + rest
		}
		got, lost := Clean(script, PostMerge)
		if string(got) != want || lost != test.lost {
			t.Errorf("%s: lost %v, left %q", test.what, lost, got)
		}
	}
}

func TestCleanLeavesNothingOfOurs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := strings.SplitAfter(Section(PreCommit), "\n")
		pieces := append(lines, "mine\n", "exit 0\n", "\r\n", "}", Section(PreCommit), "# >>> git-hfa pre-commit", "# >>> git-hfa pre-commitx\n", "# <<< git-hfa pre-commit y\n")
		script := []byte("#!/bin/sh\n" + strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), ""))
		rest, _ := Clean(script, PreCommit)
		if state := Find(rest, PreCommit); state != Absent {
			t.Fatalf("%q leaves %q: %s", script, rest, state)
		}
		if Find(script, PreCommit) == Absent && !bytes.Equal(rest, script) {
			t.Fatalf("%q has nothing of ours and became %q", script, rest)
		}
		for _, mine := range []string{"mine\n", "exit 0\n"} {
			if !bytes.Contains(script, []byte("git-hfa pre-commit")) && bytes.Count(rest, []byte(mine)) != bytes.Count(script, []byte(mine)) {
				t.Fatalf("%q lost %q", script, mine)
			}
		}
	})
}

func TestReached(t *testing.T) {
	section := Section(PreCommit)
	for _, test := range []struct{ before, why string }{
		{"#!/bin/sh\n", ""}, {"#!/usr/bin/env bash\nset -e\n# exit\n", ""}, {"#!/bin/sh\nif a; then\n\texit 1\nfi\n", ""},
		{"#!/bin/sh\nexec 2>/dev/null\nexec >log\n", ""}, {"#!/bin/sh\nexit 0\n", "line 2 ends"}, {"#!/bin/sh\n\nexec ./other \"$@\"\n", "line 3 ends"},
		{"#!/bin/sh\nexit\n", "line 2 ends"}, {"#!/usr/bin/env python3\n", "run by python3"}, {"#!/bin/sh\r\n", "CRLF"}, {"", "no #! line"},
	} {
		err := Reached([]byte(test.before+section+"exit 0\n"), PreCommit, false)
		if (err == nil) != (test.why == "") || err != nil && !strings.Contains(err.Error(), test.why) {
			t.Errorf("%q: %v, want %q", test.before, err, test.why)
		}
	}
	if err := Reached([]byte(section), PreCommit, true); err != nil {
		t.Errorf("without a first line: %v", err)
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

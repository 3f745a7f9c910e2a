package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

var update = flag.Bool("update", false, "write the exit code table into docs/exit-codes.md")

const (
	exitDocs      = "../../docs/exit-codes.md"
	exitDocsBegin = "<!-- table of cmd/git-hfa/exit.go: go test ./cmd/git-hfa -run ExitCodes -update -->\n"
	exitDocsEnd   = "<!-- end of table -->\n"
)

// exitMarkdown is the table as docs/exit-codes.md holds it.
func exitMarkdown() string {
	var b strings.Builder
	b.WriteString("| code | meaning | what to type next |\n| --- | --- | --- |\n")
	for _, row := range exitTable() {
		hint := ""
		if row.hint != "" {
			hint = "`git hfa " + row.hint + "`"
		}
		fmt.Fprintf(&b, "| %d | %s | %s |\n", row.code, row.meaning, hint)
	}
	return b.String()
}

func TestExitCodesAreDocumentedAsTheyAre(t *testing.T) {
	data, err := os.ReadFile(exitDocs)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(strings.ReplaceAll(string(data), "\r\n", "\n"), exitDocsBegin)
	table, after, ended := strings.Cut(rest, exitDocsEnd)
	if !found || !ended {
		t.Fatalf("%s lacks the marks of the table", exitDocs)
	}
	if *update {
		if err := os.WriteFile(exitDocs, []byte(before+exitDocsBegin+exitMarkdown()+exitDocsEnd+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if table != exitMarkdown() {
		t.Errorf("%s has\n%swant\n%s", exitDocs, table, exitMarkdown())
	}
}

func TestEveryErrorHasItsExitCode(t *testing.T) {
	tests := []struct {
		err  error
		want exitCode
	}{
		{nil, exitOK},
		{errors.New("disk full"), exitFailure},
		{usagef("--title is missing"), exitUsage},
		{withHint(usagef("x"), "y"), exitUsage},
		{&memory.LimitError{Key: "title", Unit: "characters", Have: 201, Max: 200}, exitUsage},
		{store.ErrRefused, exitUsage},
		{store.ErrForeign, exitUsage},
		{&place.ConfigError{File: ".hfaconfig", Reason: "x"}, exitUsage},
		{fmt.Errorf("open: %w", store.ErrNoMemory), exitNoMemory},
		{place.ErrNoWorkTree, exitNoMemory},
		{withHint(checkf("verify found 1 error"), "y"), exitCheck},
		{&store.RequestConflictError{RequestID: "r"}, exitRequest},
		{fmt.Errorf("show: %w", memory.ErrNotFound), exitUnknownID},
		{fmt.Errorf("show: %w", &memory.AmbiguousError{Prefix: "7"}), exitUnknownID},
		{fmt.Errorf("add: %w", store.ErrLocked), exitLocked},
		{fmt.Errorf("read: %w", store.ErrRecovery), exitUnreadable},
		{fmt.Errorf("read config.json: %w", memory.ErrNewer), exitUnreadable},
		{fmt.Errorf("directory.md: %w", memory.ErrMainLine), exitUnreadable},
	}
	for _, tt := range tests {
		if got := exitOf(tt.err); got != tt.want {
			t.Errorf("exitOf(%v) = %d, want %d", tt.err, got, tt.want)
		}
	}
}

func TestEveryExitCodeHasOneRow(t *testing.T) {
	for i, row := range exitTable() {
		if int(row.code) != i || row.meaning == "" {
			t.Errorf("row %d is %+v", i, row)
		}
	}
}

func TestErrorsAreOneLineWithHints(t *testing.T) {
	var b strings.Builder
	e := &env{stderr: &b, program: "hfa"}
	e.printError(withHint(fmt.Errorf("read \x1b[31mred\x07.json: %w", errors.New("first\nsecond")), "try\nthis"))
	if got := b.String(); strings.ContainsAny(got, "\x1b\x07") || strings.Count(got, "\n") != 2 {
		t.Errorf("printed %q", got)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&gitext.HintError{Err: errors.New("not a git repository: /x"), Hint: "to make one, type: git init"}, "git-hfa: error: not a git repository: /x\ngit-hfa: hint: to make one, type: git init\n"},
		{errors.New("a; \"q\" has the wrong, type: x"), "git-hfa: error: a; \"q\" has the wrong, type: x\n"},
	} {
		b.Reset()
		e.printError(c.err)
		if got := b.String(); got != c.want {
			t.Errorf("%v is printed as %q", c.err, got)
		}
	}
	b.Reset()
	e.printError(store.ErrNoMemory)
	if got := b.String(); !strings.Contains(got, "git-hfa: hint: hfa init\n") {
		t.Errorf("printed %q", got)
	}
}

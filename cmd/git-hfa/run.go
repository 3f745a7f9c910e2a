package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// env is what one call of the program gets from the outside. Commands reach the
// outside through it alone, so a test can run the program as a function.
type env struct {
	stdin  io.Reader
	stdout *output
	stderr io.Writer
	getenv func(string) string
	cwd    string // absolute working directory

	// program is how the user calls us: "git hfa", or "hfa" through a link.
	// Hints are written with it, so that they can be typed as they stand.
	program string

	// memoryDir is the value of --memory-dir; "" when it was not given.
	memoryDir string

	// foundDir is the folder of the memory this call works on, for messages that
	// name a file in it; "" before it is known.
	foundDir string

	// wrote are the chunks and tombstones that this call wrote, as slash paths in the memory.
	wrote []string
}

// run executes one command line. args[0] is the name the program was called by.
// The answer goes to stdout, everything else to stderr. The result is the exit
// code of the process, one of [exitTable].
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	e := &env{stdin: stdin, stdout: &output{w: stdout}, stderr: stderr, getenv: getenv, program: "git hfa"}
	if len(args) == 0 {
		args = []string{"git-hfa"}
	}
	name := strings.TrimSuffix(filepath.Base(filepath.ToSlash(args[0])), ".exe")
	if name == "hfa" {
		e.program = "hfa"
	}
	err := e.execute(args[1:])
	if err == nil && e.stdout.err != nil {
		err = fmt.Errorf("write standard output: %w", e.stdout.err)
	}
	if err == nil {
		return int(exitOK)
	}
	e.printError(err)
	return int(exitOf(err))
}

// execute finds the command of args and runs it. An interrupt cancels the
// context, so that locks are released and staging is cleaned.
func (e *env) execute(args []string) error {
	cwd, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("find the current folder: %w", err)
	}
	e.cwd = cwd
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := newRoot(e)
	root.SetArgs(args)
	root.SetIn(e.stdin)
	root.SetOut(e.stdout)
	root.SetErr(e.stderr)
	return root.ExecuteContext(ctx)
}

// printError tells the user what went wrong and what to type next.
func (e *env) printError(err error) {
	// The hint says it better than the name of the sentinel at the end of the chain.
	message := strings.TrimSuffix(err.Error(), ": "+memory.ErrNotFound.Error())
	fmt.Fprintf(e.stderr, "git-hfa: error: %s\n", plain(message))
	for _, hint := range e.hints(err) {
		fmt.Fprintf(e.stderr, "git-hfa: hint: %s\n", plain(hint))
	}
}

// warn prints one line about something that did not stop the command.
func (e *env) warn(format string, args ...any) {
	fmt.Fprintf(e.stderr, "git-hfa: warning: %s\n", plain(fmt.Sprintf(format, withCures(args)...)))
}

// note prints one line for people on stderr, where it does not mix with an
// answer that a program reads.
func (e *env) note(format string, args ...any) {
	fmt.Fprintf(e.stderr, "git-hfa: %s\n", plain(fmt.Sprintf(format, withCures(args)...)))
}

// plain makes one line of foreign text safe for a terminal: titles, paths and
// messages may hold control characters that a stranger put into the repository.
func plain(s string) string {
	s = strings.TrimRight(s, "\n")
	return memory.Sanitize(strings.ReplaceAll(s, "\n", "; "))
}

// output is standard output that remembers its first failure, so that a full
// disk is an error of the command and not a cut answer with exit code 0.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

// printf writes to standard output; [run] reports a failure.
func (e *env) printf(format string, args ...any) { fmt.Fprintf(e.stdout, format, args...) }

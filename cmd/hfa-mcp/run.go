package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/mattn/go-isatty"
)

// Exit codes of this program.
const (
	exitOK      = 0 // end of input
	exitFailure = 1
	exitUsage   = 2
)

const usage = `hfa-mcp serves the memory of a repository to an MCP client, over standard input and output.

Usage: hfa-mcp [--memory-dir DIR]
       hfa-mcp --print-config [--memory-dir DIR] [HOST]

The memory is found in this order: --memory-dir, $HFA_MEMORY_DIR, .hfaconfig at the top of the work tree
of the current folder, memory/ there, the workspaces that the client names. HFA_DEBUG=1 logs to standard error.
"git hfa setup HOST" writes what --print-config HOST prints; without HOST it is the form that most clients read.

`

type options struct {
	memoryDir   string
	printConfig bool
	host        string // whose form is printed
	version     bool
}

// run is the program: args[0] is its name, the result its exit code. stdout carries the
// protocol and, without a client, what a flag asks for.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	opts, err := parseArgs(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		flagsOf(&options{}, stdout).PrintDefaults()
		return exitOK
	case err != nil:
		fmt.Fprintf(stderr, "hfa-mcp: error: %v\nhfa-mcp: hint: hfa-mcp -h\n", err)
		return exitUsage
	}
	cwd, err := os.Getwd()
	if err == nil {
		switch {
		case opts.version:
			_, err = fmt.Fprintln(stdout, "hfa-mcp", version())
		case opts.printConfig:
			err = printConfig(stdout, cwd, opts)
		default:
			if f, ok := stdin.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
				fmt.Fprintln(stderr, "hfa-mcp waits for an MCP client on standard input; hfa-mcp --print-config shows how to set one up")
			}
			err = serve(newServer(cwd, opts.memoryDir, place.WithoutGit(getenv), logger(stderr, getenv)), stdin, stdout)
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "hfa-mcp: error: %v\n", err)
		return exitFailure
	}
	return exitOK
}

func flagsOf(opts *options, out io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("hfa-mcp", flag.ContinueOnError)
	f.SetOutput(out)
	f.Usage = func() {}
	f.StringVar(&opts.memoryDir, "memory-dir", "", "use the memory in `DIR`")
	f.BoolVar(&opts.printConfig, "print-config", false, "print what to paste into the configuration of an MCP client")
	f.BoolVar(&opts.version, "version", false, "show the version of this program")
	return f
}

func parseArgs(args []string) (opts options, err error) {
	f := flagsOf(&opts, io.Discard)
	if err := f.Parse(args[min(1, len(args)):]); err != nil {
		return opts, err
	}
	rest := f.Args()
	if opts.printConfig && len(rest) > 0 {
		opts.host, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		return opts, fmt.Errorf("%q is no flag of hfa-mcp", rest[0])
	}
	return opts, nil
}

// serve answers until the input ends, or an interrupt, which counts as its end.
func serve(s *server, stdin io.Reader, stdout io.Writer) error {
	// Without this a client that closes its end of stdout or stderr would kill the process.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	conn := newLineConn(ctx, stdin, stdout)
	ended := make(chan error, 1)
	go func() { ended <- s.run(conn) }()
	var err error
	select {
	case err = <-ended:
	case <-conn.gaveUp:
		err = errors.New("calls were still at work when the input had ended; they were left")
	}
	s.finish()
	return err
}

// logger is silent unless HFA_DEBUG is set. Standard output is never written to.
func logger(stderr io.Writer, getenv func(string) string) *slog.Logger {
	switch getenv("HFA_DEBUG") {
	case "", "0", "false":
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// version is what the Go toolchain wrote into the binary.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// absolute is dir as seen from cwd.
func absolute(cwd, dir string) string {
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(cwd, dir)
}

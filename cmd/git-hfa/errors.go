package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// usageError is a command line that cannot be understood (exit code 2).
type usageError struct {
	err     error
	command string // path of the command, "git hfa recall"; "" if there is none
}

func (u *usageError) Error() string { return u.err.Error() }
func (u *usageError) Unwrap() error { return u.err }

// usagef makes a usageError without a command; the root adds the command.
func usagef(format string, args ...any) error {
	return &usageError{err: fmt.Errorf(format, args...)}
}

// errCheck marks a check that ran well and found something (exit code 4).
var errCheck = errors.New("check failed")

// checkf makes an error that wraps errCheck but does not print its name.
func checkf(format string, args ...any) error {
	return &markedError{error: fmt.Errorf(format, args...), mark: errCheck}
}

// markedError is an error that also counts as mark for errors.Is.
type markedError struct {
	error
	mark error
}

func (m *markedError) Unwrap() []error { return []error{m.error, m.mark} }

// hintError is an error with the next thing to type.
type hintError struct {
	error
	hint string
}

func (h *hintError) Unwrap() error { return h.error }

// withHint adds the next thing to type; nil stays nil.
func withHint(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return &hintError{error: err, hint: fmt.Sprintf(format, args...)}
}

// hints returns what to type after err: the hints that came with it, else the
// one of its exit code.
func (e *env) hints(err error) []string {
	var out []string
	var h *hintError
	for at := err; errors.As(at, &h); at = h.error {
		out = append(out, h.hint)
	}
	if len(out) > 0 {
		return out
	}
	var git *gitext.HintError
	if errors.As(err, &git) {
		return []string{git.Hint}
	}
	var file *memory.FileError
	if errors.As(err, &file) && file.Cure != "" {
		return []string{e.fileCure(err, file)}
	}
	var node *store.UnknownNodeError
	if errors.As(err, &node) {
		return []string{e.program + " node list"}
	}
	var document *store.NoDocumentError
	if errors.As(err, &document) {
		return []string{"write " + e.inMemory(document.Path) + ", or correct its path in " + e.inMemory(memory.DirectoryPath)}
	}
	var focus *memory.MainLineError
	if errors.As(err, &focus) {
		return []string{e.program + strings.TrimPrefix(focus.Cure, "git hfa")}
	}
	if errors.Is(err, memory.ErrMainLine) {
		return []string{"write the document, or correct its path in " + e.inMemory(memory.DirectoryPath)}
	}
	var u *usageError
	if errors.As(err, &u) && u.command != "" {
		return []string{u.command + " -h"}
	}
	if cure := systemCure(err); cure != "" {
		return []string{cure}
	}
	for _, row := range exitTable() {
		if row.code == exitOf(err) && row.hint != "" {
			return []string{e.program + " " + row.hint}
		}
	}
	return nil
}

// systemCure is what to do where the system refused: no command of this program makes
// room on a disk or gives a right. It is "" for any other error.
func systemCure(err error) string {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return "make room on the disk and type the same again; a write that was begun is then finished first"
	}
	var at *fs.PathError
	if !errors.As(err, &at) || !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return ""
	}
	return "see that you may read and write " + place.ShellQuote(at.Path)
}

// withCures puts behind each error what its hint says, for a line that no hint follows.
func withCures(args []any) []any {
	args = slices.Clone(args)
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = withCure(err)
		}
	}
	return args
}

func withCure(err error) string {
	var git *gitext.HintError
	switch {
	case !errors.As(err, &git):
		return err.Error()
	case strings.HasPrefix(git.Hint, "git "):
		return err.Error() + "; type: " + git.Hint
	}
	return err.Error() + "; " + git.Hint
}

// fileCure is the cure of a file without which nothing can be read.
func (e *env) fileCure(err error, file *memory.FileError) string {
	return e.here(vitalProblem(err, file)).Cure
}

// vitalProblem describes a file without which nothing can be read. One whose name is not known is described by the error around it.
func vitalProblem(err error, file *memory.FileError) memory.Problem {
	if file.Path == "" {
		return memory.Problem{Code: file.Code, Severity: memory.SeverityError, Line: file.Line, Message: err.Error(), Cure: file.Cure}
	}
	return memory.FileProblem(file.Path, file)
}

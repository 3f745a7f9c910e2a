package memory

import (
	"errors"
	"strconv"
	"strings"
)

var (
	// ErrCorrupt marks a truth file that cannot be read as what it should be.
	ErrCorrupt = errors.New("corrupt file")
	// ErrNotFound says that no chunk or node answers to the given name.
	ErrNotFound = errors.New("not found")
	// ErrNewer marks a file whose schema this program does not know yet.
	ErrNewer = errors.New("written by a newer git-hfa")
	// ErrMainLine says that the directory has no ACTIVE main line, or several.
	ErrMainLine = errors.New("not exactly one ACTIVE main line")
)

// MainLineError is [ErrMainLine] of a directory, with the command that ends it.
type MainLineError struct {
	Message string // which main lines it is about, and the command
	Cure    string // the command alone
}

// Error gives the message behind that of the sentinel.
func (e *MainLineError) Error() string { return ErrMainLine.Error() + ": " + e.Message }

// Unwrap gives the sentinel.
func (e *MainLineError) Unwrap() error { return ErrMainLine }

// FileError says why one file could not be read. Code is one of the stable
// words a [Problem] carries; Line counts from 1 and is 0 when the cause has
// no line. It unwraps to [ErrCorrupt] or [ErrNewer].
type FileError struct {
	Path    string // slash path in the memory; "" where only the caller knows it, see [InFile]
	Code    string
	Line    int
	Message string // what is wrong, lower case, no full stop
	Cure    string // what to type or do next; may be empty
	Err     error  // ErrCorrupt or ErrNewer
}

// Error gives the message with its line.
func (e *FileError) Error() string {
	if e.Line > 0 {
		return "line " + strconv.Itoa(e.Line) + ": " + e.Message
	}
	return e.Message
}

// Unwrap gives the sentinel.
func (e *FileError) Unwrap() error { return e.Err }

func corrupt(code string, line int, message, cure string) *FileError {
	return &FileError{Code: code, Line: line, Message: message, Cure: cure, Err: ErrCorrupt}
}

// InFile tells a [FileError] in err which file of the memory it is about,
// unless it knows. The text stays as it is.
func InFile(path string, err error) error {
	var fe *FileError
	if errors.As(err, &fe) && fe.Path == "" {
		fe.Path = path
	}
	return err
}

// FileProblem turns an error of a parser into a Problem of the file at path. The
// word FILE in a cure stands for the path.
func FileProblem(path string, err error) Problem {
	var fe *FileError
	if !errors.As(err, &fe) {
		return Problem{Code: "unreadable", Severity: SeverityError, Path: path, Message: err.Error(), Cure: "check that you may read it: ls -l " + path}
	}
	return Problem{Code: fe.Code, Severity: SeverityError, Path: path, Line: fe.Line, Message: fe.Message,
		Cure: strings.ReplaceAll(fe.Cure, "FILE", path)}
}

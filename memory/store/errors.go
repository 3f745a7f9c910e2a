package store

import (
	"errors"
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

var (
	// ErrNoMemory says that a folder holds no memory.
	ErrNoMemory = errors.New("no memory here: make one with git hfa init")
	// ErrExists says that Init found a memory. Nothing was touched.
	ErrExists = errors.New("there is a memory already")
	// ErrForeign says that Init found a folder with something else in it. Nothing
	// was touched.
	ErrForeign = errors.New("the folder holds something else: name another one, such as git hfa init docs/memory")
	// ErrLocked says that another writer did not give the lock back in time.
	ErrLocked = errors.New("another writer holds the lock")
	// ErrRecovery says that an unfinished transaction could not be finished. The
	// memory must not be read until it is repaired.
	ErrRecovery = errors.New("an unfinished write could not be finished")
	// ErrRequestConflict says that a request id was used for other content.
	ErrRequestConflict = errors.New("the request id was used for other content")
	// ErrRefused says that a write makes no sense as it was asked: an unknown or
	// tombstoned node, a target that is missing, tombstoned or superseded already,
	// text over a limit. Nothing was written.
	ErrRefused = errors.New("refused")
)

// RequestConflictError is ErrRequestConflict with what differs.
type RequestConflictError struct {
	RequestID string
	Existing  memory.ID // the chunk that has the request id
	Fields    []string  // keys of the fields that differ, as in the file
}

func (e *RequestConflictError) Error() string {
	return fmt.Sprintf("request id %q was used for %s, which has another %s: use a new request id for new content",
		e.RequestID, e.Existing, strings.Join(e.Fields, ", "))
}

// Is makes errors.Is(err, ErrRequestConflict) true.
func (e *RequestConflictError) Is(target error) bool { return target == ErrRequestConflict }

// UnknownNodeError says that directory.md has no such node. It is memory.ErrNotFound.
type UnknownNodeError struct{ Node memory.NodeID }

func (e *UnknownNodeError) Error() string { return fmt.Sprintf("there is no node %s", e.Node) }

// Is makes errors.Is(err, memory.ErrNotFound) true.
func (e *UnknownNodeError) Is(target error) bool { return target == memory.ErrNotFound }

// NoDocumentError says that the document of a node is missing. It is memory.ErrNotFound.
type NoDocumentError struct {
	Node memory.NodeID
	Path string // relative to the memory
}

func (e *NoDocumentError) Error() string {
	return fmt.Sprintf("the document of %s, %s, is missing", e.Node, e.Path)
}

// Is makes errors.Is(err, memory.ErrNotFound) true.
func (e *NoDocumentError) Is(target error) bool { return target == memory.ErrNotFound }

// refusal is an error that is ErrRefused without saying so in its text.
type refusal struct{ error }

func (r refusal) Is(target error) bool { return target == ErrRefused }
func (r refusal) Unwrap() error        { return r.error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

// atLine says which row of an import an error belongs to.
func atLine(line int, err error) error {
	if line == 0 {
		return err
	}
	return fmt.Errorf("line %d: %w", line, err)
}

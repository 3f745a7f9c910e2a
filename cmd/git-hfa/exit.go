package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// exitCode is what the process says to its caller.
type exitCode int

const (
	exitOK         exitCode = 0
	exitFailure    exitCode = 1
	exitUsage      exitCode = 2
	exitNoMemory   exitCode = 3
	exitCheck      exitCode = 4
	exitRequest    exitCode = 5
	exitUnknownID  exitCode = 6
	exitLocked     exitCode = 7
	exitUnreadable exitCode = 8
)

// exitRow is one line of the exit code table.
type exitRow struct {
	code    exitCode
	meaning string
	hint    string           // what to type next, after "git hfa "; "" if that depends on the error
	is      func(error) bool // whether an error has this code; nil: never asked
}

// exitTable is the one table of exit codes, in the order in which an error is
// held against it. The help of the program prints it and docs/exit-codes.md is
// held to it by a test.
func exitTable() []exitRow {
	return []exitRow{
		{exitOK, "success; for recall: hit, deferred and miss alike", "", nil},
		{exitFailure, "unexpected failure, such as a full disk or a folder that cannot be read", "", nil},
		{exitUsage, "wrong usage: unknown command or flag, a value that is missing, too long or refused", "-h", isUsage},
		{exitNoMemory, "no memory here", "init", isAny(store.ErrNoMemory, place.ErrNoWorkTree)},
		{exitCheck, "a check found something: verify, eval, resolve, reindex --verify, hooks status, doctor", "", isAny(errCheck)},
		{exitRequest, "the request id was already used for other content", "", isAny(store.ErrRequestConflict)},
		{exitUnknownID, "an id, node or revision was not found, or an id fits more than one chunk", "list --all", isUnknownID},
		{exitLocked, "another writer holds the lock", "doctor", isAny(store.ErrLocked, index.ErrLocked)},
		{exitUnreadable, "the memory cannot be read as it is: recovery failed, written by a newer version, or not exactly one ACTIVE main line", "doctor --repair",
			isAny(store.ErrRecovery, memory.ErrNewer, memory.ErrMainLine, memory.ErrCorrupt)},
	}
}

// exitOf returns the exit code of err.
func exitOf(err error) exitCode {
	if err == nil {
		return exitOK
	}
	for _, row := range exitTable() {
		if row.is != nil && row.is(err) {
			return row.code
		}
	}
	return exitFailure
}

// exitHelp is the table as the help of the program shows it.
func exitHelp() string {
	var b strings.Builder
	b.WriteString("Exit codes:\n")
	for _, row := range exitTable() {
		fmt.Fprintf(&b, "  %d  %s\n", row.code, row.meaning)
	}
	return b.String()
}

func isAny(targets ...error) func(error) bool {
	return func(err error) bool {
		for _, target := range targets {
			if errors.Is(err, target) {
				return true
			}
		}
		return false
	}
}

func isUsage(err error) bool {
	var u *usageError
	var limit *memory.LimitError
	var config *place.ConfigError
	if isUnknownID(err) {
		return false // the store refuses these too, and the id is what tells the caller more
	}
	return errors.As(err, &u) || errors.As(err, &limit) || errors.As(err, &config) || isAny(store.ErrRefused, store.ErrForeign, gitext.ErrNotRepository)(err)
}

func isUnknownID(err error) bool {
	var ambiguous *memory.AmbiguousError
	return errors.As(err, &ambiguous) || isAny(memory.ErrNotFound, gitext.ErrUnknownRevision, gitext.ErrUnborn)(err)
}

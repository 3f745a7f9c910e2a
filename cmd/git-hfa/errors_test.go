package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"
	"testing"

	"github.com/git-hfa/git-hfa/memory/store"
)

func TestHintsForWhatTheSystemRefuses(t *testing.T) {
	e := &env{program: "git hfa"}
	room := "make room on the disk and type the same again; a write that was begun is then finished first"
	for name, c := range map[string]struct {
		err  error
		hint string
	}{
		"full disk":             {fmt.Errorf("write x: %w", &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}), room},
		"full disk in recovery": {fmt.Errorf("%w: %w", store.ErrRecovery, &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}), room},
		"quota":                 {&fs.PathError{Op: "write", Path: "x", Err: syscall.EDQUOT}, room},
		"no right":              {fmt.Errorf("take the lock: %w", &fs.PathError{Op: "open", Path: "my memory/.hfa.lock", Err: fs.ErrPermission}), "see that you may read and write 'my memory/.hfa.lock'"},
		"read-only":             {&fs.PathError{Op: "open", Path: "/m", Err: syscall.EROFS}, "see that you may read and write /m"},
		"damaged transaction":   {fmt.Errorf("%w: %w", store.ErrRecovery, errors.New("bad bytes")), "git hfa doctor --repair"},
	} {
		if got := e.hints(c.err); !slices.Equal(got, []string{c.hint}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

func TestHintsOfErrors(t *testing.T) {
	e := &env{program: "git hfa"}
	room := "make room on the disk and type the same again; a write that was begun is then finished first"
	fileError := func(path string) error {
		err := &memory.FileError{Code: "bad-json", Message: "it names config.json", Cure: "git checkout -- FILE", Err: memory.ErrCorrupt}
		return fmt.Errorf("read it: %w", memory.InFile(path, err))
	}
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
		"of git":                {fmt.Errorf("look: %w", &gitext.HintError{Err: errors.New("x; to y, type: z"), Hint: "to make one, type: git init"}), "to make one, type: git init"},
		"only looks like one":   {errors.New("no such thing; to y, type: z"), ""},
		"a file by its path":    {fileError(memory.DirectoryPath), "git checkout -- " + memory.DirectoryPath},
		"a file of no name":     {fileError(""), "git checkout -- FILE"},
		"focus":                 {fmt.Errorf("x: git hfa y: %w", &memory.MainLineError{Message: "none: git hfa focus M1", Cure: "git hfa focus M1"}), "git hfa focus M1"},
	} {
		if got := e.hints(c.err); strings.Join(got, "|") != c.hint {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestALineThatNoHintFollowsHasIt: warnings and notes stand alone.
func TestALineThatNoHintFollowsHasIt(t *testing.T) {
	var out strings.Builder
	e := &env{program: "git hfa", stderr: &out}
	e.warn("git was asked: %v", fmt.Errorf("look: %w", &gitext.HintError{Err: errors.New("none"), Hint: "git log --all"}))
	e.note("%s: %v", "hook", &gitext.HintError{Err: errors.New("none"), Hint: "to make one, type: git init"})
	want := "git-hfa: warning: git was asked: look: none; type: git log --all\ngit-hfa: hook: none; to make one, type: git init\n"
	if out.String() != want {
		t.Errorf("%q", out.String())
	}
}

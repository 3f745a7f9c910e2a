package gitext

import (
	"errors"
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// The causes a caller may tell apart with errors.Is; many come with what to type next, a [HintError]. A folder without a work
// tree is place.ErrNoWorkTree; a path that a revision does not have is fs.ErrNotExist.
var (
	ErrNoGit           = errors.New("git was not found")
	ErrNotRepository   = errors.New("not a git repository")
	ErrUnsafe          = errors.New("git does not trust this repository")
	ErrUnborn          = errors.New("nothing is committed yet")
	ErrUnknownRevision = errors.New("unknown revision")
	ErrMissingObject   = errors.New("an object is not in this clone")
	ErrTooLarge        = errors.New("too large for a memory")
)

// HintError is an error with what to do next, which its text does not have.
type HintError struct {
	Err  error
	Hint string // a command to type, or a sentence with one: "to make one, type: git init"
}

func (h *HintError) Error() string { return h.Err.Error() }

// Unwrap gives the error itself.
func (h *HintError) Unwrap() error { return h.Err }

// hinted makes an error with a hint.
func hinted(hint, format string, args ...any) error {
	return &HintError{Err: fmt.Errorf(format, args...), Hint: hint}
}

// CommandError is a git command that failed for a reason we have no name for.
type CommandError struct {
	Args   []string
	Code   int    // exit code, -1 when killed
	Stderr string // as git wrote it, in English
}

func (e *CommandError) Error() string {
	text := fmt.Sprintf("git %s: exit code %d", e.Args[0], e.Code)
	if line := firstLine(e.Stderr); line != "" {
		text = fmt.Sprintf("git %s: %s", e.Args[0], line)
	}
	return text
}

// firstLine returns the line that tells most: the first "fatal:" or "error:", else the first one.
func firstLine(stderr string) string {
	for line := range strings.Lines(stderr) {
		for _, prefix := range []string{"fatal: ", "error: "} {
			if rest, ok := strings.CutPrefix(line, prefix); ok {
				return strings.TrimSpace(rest)
			}
		}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	return line
}

// classify gives a name to the failures that users meet. The texts are git's own, stable under LC_ALL=C; those of
// several git versions are known.
func (r *Repo) classify(e *CommandError) error {
	has := func(text string) bool { return strings.Contains(e.Stderr, text) }
	switch {
	case has("detected dubious ownership"), has("unsafe repository ("):
		return hinted("if you trust it, type: git config --global --add safe.directory "+place.ShellQuote(r.dir()),
			"%w: %s belongs to someone else", ErrUnsafe, r.dir())
	case has("safe.bareRepository"):
		return hinted("if you trust it, type: export GIT_DIR="+place.ShellQuote(r.place.GitDir),
			"%w: %s is a bare repository and safe.bareRepository is \"explicit\"", ErrUnsafe, r.dir())
	case has("from promisor remote"), has("transport '") && has("not allowed"):
		return r.missing("")
	case has("not a git repository"):
		return fmt.Errorf("%w: %s", ErrNotRepository, r.dir())
	}
	return e
}

// missing is the error for an object that is not here; id may be "".
func (r *Repo) missing(id string) error {
	what := ErrMissingObject.Error()
	if id != "" {
		what = id + " is not in this clone"
	}
	if r.partial() {
		return &HintError{&missingError{what + ", which is a partial one"}, "nothing is fetched on its own, type: git fetch --refetch --no-filter"}
	}
	return &HintError{&missingError{what}, "to look for damage, type: git fsck --connectivity-only"}
}

// missingError is ErrMissingObject with a text of its own.
type missingError struct{ text string }

func (e *missingError) Error() string        { return e.text }
func (e *missingError) Is(target error) bool { return target == ErrMissingObject }

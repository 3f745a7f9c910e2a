package gitext

import (
	"errors"
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// The causes a caller may tell apart with errors.Is. Messages say what to type next. A folder without a work tree is
// place.ErrNoWorkTree; a path that a revision does not have is fs.ErrNotExist.
var (
	ErrNoGit           = errors.New("git was not found")
	ErrNotRepository   = errors.New("not a git repository")
	ErrUnsafe          = errors.New("git does not trust this repository")
	ErrUnborn          = errors.New("nothing is committed yet")
	ErrUnknownRevision = errors.New("unknown revision")
	ErrMissingObject   = errors.New("an object is not in this clone")
	ErrTooLarge        = errors.New("too large for a memory")
)

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
		return fmt.Errorf("%w: %s belongs to someone else; if you trust it, type: git config --global --add safe.directory %s",
			ErrUnsafe, r.dir(), place.ShellQuote(r.dir()))
	case has("safe.bareRepository"):
		return fmt.Errorf("%w: %s is a bare repository and safe.bareRepository is \"explicit\"; if you trust it, type: export GIT_DIR=%s",
			ErrUnsafe, r.dir(), place.ShellQuote(r.place.GitDir))
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
		return &missingError{what + `, which is a partial one; nothing is fetched on its own, type: git fetch --refetch --no-filter`}
	}
	return &missingError{what + "; to look for damage, type: git fsck --connectivity-only"}
}

// missingError is ErrMissingObject with a text of its own.
type missingError struct{ text string }

func (e *missingError) Error() string        { return e.text }
func (e *missingError) Is(target error) bool { return target == ErrMissingObject }

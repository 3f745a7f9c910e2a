package gitext

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// Repo answers questions about one repository. It may be used by several goroutines. Close ends what it started.
type Repo struct {
	place place.Place
	env   []string // environment of every git command
	db    *database

	partialOnce func() bool
}

// Option changes how a Repo is opened.
type Option func(*options)

type options struct {
	env   place.Env
	index string // GIT_INDEX_FILE, kept wherever it is
	real  bool   // as RealObjects says
}

// KeepEnv obeys the variables that a caller of git may set on purpose: GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY,
// GIT_ALTERNATE_OBJECT_DIRECTORIES, GIT_COMMON_DIR, GIT_NO_REPLACE_OBJECTS, GIT_REPLACE_REF_BASE and settings given by
// "git -c" (GIT_CONFIG_COUNT, GIT_CONFIG_PARAMETERS). Those that name files are kept only when they speak of this
// repository. Without the option all of them are dropped; GIT_DIR and GIT_WORK_TREE are obeyed through the Place.
func KeepEnv(env place.Env) Option {
	return func(o *options) { o.env = env }
}

// KeepIndex obeys GIT_INDEX_FILE wherever that is. It is for hooks: git has set it for the command that runs them, or obeys it
// itself, and what is in another index is not what is committed.
func KeepIndex(env place.Env) Option {
	return func(o *options) { o.index = env("GIT_INDEX_FILE") }
}

// RealObjects looks past what "git replace" put in the place of others: a push sends the objects themselves.
func RealObjects() Option {
	return func(o *options) { o.real = true }
}

// initHint is for a place that is in no repository.
const initHint = "to make one, type: git init"

// Open makes a Repo for a place that is in git. It starts nothing and reads nothing yet; ErrNotRepository when the place is
// outside git.
func Open(p place.Place, opts ...Option) (*Repo, error) {
	if !p.InGit {
		return nil, hinted(initHint, "%w: %s", ErrNotRepository, p.Top)
	}
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	r := &Repo{place: p}
	r.env = commandEnv(os.Environ(), p, o.env)
	if o.index != "" {
		r.env = append(r.env, "GIT_INDEX_FILE="+o.index)
	}
	if o.real {
		r.env = append(r.env, "GIT_NO_REPLACE_OBJECTS=1")
	}
	r.partialOnce = sync.OnceValue(r.isPartial)
	r.db = &database{repo: r}
	return r, nil
}

// Close ends the process and closes the files that reading objects needed. The Repo can be used again.
func (r *Repo) Close() error { return r.db.close() }

// Place returns what the Repo was opened for.
func (r *Repo) Place() place.Place { return r.place }

// dir is where git commands run: the top of the work tree, else the git folder. git finds the repository from there by
// itself, so that its ownership check runs; with GIT_DIR set it would trust any.
func (r *Repo) dir() string {
	if r.place.Top != "" {
		return r.place.Top
	}
	return r.place.GitDir
}

// Resolve returns the full id of the commit that rev names: a branch, a tag (followed to its commit), an id or its
// beginning, or anything else git understands. "" means HEAD. ErrUnborn when HEAD has no commit yet, ErrUnknownRevision
// when rev names no commit.
func (r *Repo) Resolve(ctx context.Context, rev string) (commit string, err error) {
	if rev == "" {
		rev = "HEAD"
	}
	// git would read it as an option; no revision begins so.
	if strings.HasPrefix(rev, "-") || strings.ContainsRune(rev, 0) {
		return "", unknownRevision(rev, "no name of a commit looks like this")
	}
	name := rev + "^{commit}"
	if strings.HasPrefix(rev, ":/") { // the text to search for runs to the end; what is found is a commit
		name = rev
	}
	out, err := r.run(ctx, "rev-parse", "--verify", name)
	if err == nil {
		id := strings.TrimSpace(string(out))
		if !validID(id) { // "^main" is no commit but the exclusion of one
			return "", unknownRevision(rev, "one commit is wanted, and this leaves commits out")
		}
		return id, nil
	}
	failed, ok := errors.AsType[*CommandError](err)
	if !ok {
		return "", fmt.Errorf("resolve %s: %w", rev, err)
	}
	if _, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		if name, err := r.run(ctx, "symbolic-ref", "--quiet", "HEAD"); err == nil && (rev == "HEAD" || rev == "@") {
			branch := strings.TrimPrefix(strings.TrimSpace(string(name)), "refs/heads/")
			return "", fmt.Errorf("%w on branch %s", ErrUnborn, branch)
		}
	}
	why := r.explain(ctx, rev, failed.Stderr)
	if fetch := r.fetchCure(ctx, rev); fetch != "" && why == noSuchName {
		return "", hinted(fetch, "%w %q: %s in this clone", ErrUnknownRevision, rev, why)
	}
	return "", unknownRevision(rev, why)
}

// noSuchName says that git has nothing by a name.
const noSuchName = "no branch, tag or commit has this name"

// unknownRevision is ErrUnknownRevision with the reason and what to type next.
func unknownRevision(rev, why string) error {
	return hinted("git log --oneline --all", "%w %q: %s", ErrUnknownRevision, rev, why)
}

// fetchCure is what brings a revision that this clone may merely lack: a branch of a remote, as where a CI server fetched one
// commit alone, or what a shallow clone has cut off. It is "" where nothing speaks for that.
func (r *Repo) fetchCure(ctx context.Context, rev string) string {
	if remote, branch, ok := strings.Cut(rev, "/"); ok && !strings.ContainsAny(branch, "~^@:{") {
		if _, err := r.run(ctx, "config", "--get", "remote."+remote+".url"); err == nil {
			return "git fetch " + place.ShellQuote(remote) + " " + place.ShellQuote("+refs/heads/"+branch+":refs/remotes/"+rev)
		}
	}
	if _, err := os.Stat(filepath.Join(r.place.CommonDir, "shallow")); err == nil {
		return "git fetch --unshallow"
	}
	return ""
}

// explain turns git's complaint about a name into words; a list of candidates is kept.
func (r *Repo) explain(ctx context.Context, rev, stderr string) string {
	if strings.Contains(stderr, "is ambiguous") {
		var words []string
		for line := range strings.Lines(stderr) {
			line = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(line, "error: "), "hint: "))
			if line != "" && !strings.HasPrefix(line, "fatal: ") {
				words = append(words, line)
			}
		}
		return strings.Join(words, "; ")
	}
	// "v1^{tree}", "v1:docs" and a tag of a file name something, though no commit.
	if kind, err := r.run(ctx, "cat-file", "-t", rev); err == nil {
		return fmt.Sprintf("a commit is wanted, and this is a %s", strings.TrimSpace(string(kind)))
	}
	switch {
	case strings.Contains(rev, ".."):
		return "one commit is wanted, and this is a range of them"
	case strings.Contains(stderr, "expected commit type"), strings.Contains(stderr, "dereference"):
		return "it is no commit"
	case strings.Contains(stderr, "Needed a single revision"), stderr == "":
		return noSuchName
	}
	return firstLine(stderr)
}

// partial reports whether objects may be missing on purpose.
func (r *Repo) partial() bool { return r.partialOnce() }

func (r *Repo) isPartial() bool {
	if packs, err := filepath.Glob(filepath.Join(escapeGlob(r.place.CommonDir), "objects", "pack", "*.promisor")); err == nil && len(packs) > 0 {
		return true
	}
	c, err := place.ReadConfig(filepath.Join(r.place.CommonDir, "config"))
	if err != nil {
		return false
	}
	_, ok := c.Get("extensions.partialclone")
	return ok || slices.ContainsFunc(c.Settings, func(s place.Setting) bool {
		on, err := s.Bool()
		return strings.HasPrefix(s.Key, "remote.") && strings.HasSuffix(s.Key, ".promisor") && err == nil && on
	})
}

// escapeGlob makes filepath.Glob take a folder name as it is. Windows has no escape there, and forbids most of the signs.
func escapeGlob(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

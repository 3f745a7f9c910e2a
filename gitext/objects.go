package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// objectKind is a type of git object, by git's own word for it.
type objectKind string

const (
	commitObject objectKind = "commit"
	treeObject   objectKind = "tree"
	blobObject   objectKind = "blob"
)

// maxObject bounds an object that is read into memory, in bytes. The largest file of a memory has some kilobytes; a
// hostile repository may hold one of gigabytes.
const maxObject = 64 << 20

// objectReader reads objects by their full id. An implementation is used by one goroutine at a time.
type objectReader interface {
	// read returns the content, without git's header. errObjectNotFound when there is no such object, ErrTooLarge above
	// maxObject, errWrongKind when it is not what want says.
	read(ctx context.Context, id string, want objectKind) ([]byte, error)
	close() error
}

// errObjectNotFound is internal: Repo.missing makes words of it.
var errObjectNotFound = errors.New("object not found")

// database picks the reader, and changes it when it fails.
type database struct {
	repo *Repo

	mu       sync.Mutex
	chosen   bool
	embedded objectReader // go-git; nil where it cannot read this repository
	command  objectReader // git cat-file
	reopened bool         // reopening brought nothing, and no revision was asked for since
}

// renew allows for one more reopening: a Repo may live long, and its packs change meanwhile.
func (d *database) renew() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reopened = false
}

// read returns an object's content. An object that is not found is looked for again after reopening the packs, since a
// "git gc" may have replaced them meanwhile; then by git itself, which knows more places than go-git does.
func (d *database) read(ctx context.Context, id string, want objectKind) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if !validID(id) {
		return nil, fmt.Errorf("read object: %q is no object id", id)
	}
	d.choose()
	data, err := d.readEmbedded(ctx, id, want)
	if err == nil || final(err) {
		return data, named(want, id, err)
	}
	// git would try to fetch what a partial clone lacks.
	if d.embedded != nil && errors.Is(err, errObjectNotFound) && d.repo.partial() {
		return nil, fmt.Errorf("read %s: %w", want, d.repo.missing(id))
	}
	if d.command == nil {
		d.command = &batch{repo: d.repo}
	}
	data, err = d.command.read(ctx, id, want)
	if errors.Is(err, errObjectNotFound) {
		return nil, fmt.Errorf("read %s: %w", want, d.repo.missing(id))
	}
	if err == nil && d.embedded != nil {
		// git finds what go-git does not: leave it to git from here on.
		err = d.embedded.close()
		d.embedded = nil
	}
	return data, named(want, id, err)
}

func named(want objectKind, id string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("read %s %s: %w", want, id, err)
}

// readEmbedded reads with go-git, reopening it once. A nil reader finds nothing.
func (d *database) readEmbedded(ctx context.Context, id string, want objectKind) ([]byte, error) {
	if d.embedded == nil {
		return nil, errObjectNotFound
	}
	data, err := d.embedded.read(ctx, id, want)
	if err == nil || final(err) || d.reopened {
		return data, err
	}
	// The error of closing what is dropped says nothing about the object.
	_ = d.embedded.close()
	if d.embedded, err = openEmbedded(d.repo.place.CommonDir); err != nil {
		d.embedded = nil
		return nil, err
	}
	data, err = d.embedded.read(ctx, id, want)
	d.reopened = err != nil
	return data, err
}

// choose decides once between the readers.
func (d *database) choose() {
	if d.chosen {
		return
	}
	d.chosen = true
	if reason := d.repo.needsCommand(); reason != "" {
		return
	}
	if e, err := openEmbedded(d.repo.place.CommonDir); err == nil {
		d.embedded = e
	}
}

func (d *database) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var errs []error
	if d.embedded != nil {
		errs = append(errs, d.embedded.close())
	}
	if d.command != nil {
		errs = append(errs, d.command.close())
	}
	d.embedded, d.command, d.chosen, d.reopened = nil, nil, false, false
	return errors.Join(errs...)
}

// needsCommand says why go-git cannot be trusted with this repository's objects, "" when it can.
func (r *Repo) needsCommand() string {
	for _, name := range []string{"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_REPLACE_REF_BASE"} {
		if envValue(r.env, name) != "" {
			return name + " is set"
		}
	}
	c, err := place.ReadConfig(filepath.Join(r.place.CommonDir, "config"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "the configuration cannot be read"
	}
	if c != nil {
		for _, s := range c.Settings {
			if name, ok := strings.CutPrefix(s.Key, "extensions."); ok && !knownExtension(name, s.Value) {
				return "extensions." + name + " is set"
			}
		}
	}
	if hasReplacements(r.place.CommonDir) {
		return "objects are replaced (git replace)"
	}
	return ""
}

// knownExtension tells the extensions that change nothing about how a SHA-1 object is stored (gitrepository-layout(5),
// "repositoryformatversion"). With reftable, replacements cannot be seen from outside.
func knownExtension(name, value string) bool {
	switch name {
	case "noop", "noop-v1", "preciousobjects", "partialclone", "worktreeconfig", "relativeworktrees":
		return true
	case "objectformat":
		return strings.EqualFold(value, "sha1")
	case "refstorage":
		return strings.EqualFold(value, "files")
	}
	return false
}

// hasReplacements reports refs below refs/replace/. go-git would show the object that was replaced.
func hasReplacements(commonDir string) bool {
	if names, err := os.ReadDir(filepath.Join(commonDir, "refs", "replace")); err == nil && len(names) > 0 {
		return true
	}
	packed, err := os.ReadFile(filepath.Join(commonDir, "packed-refs"))
	return err == nil && bytes.Contains(packed, []byte(" refs/replace/"))
}

// validID reports a full id: 40 (SHA-1) or 64 (SHA-256) lower-case hexadecimal digits.
func validID(id string) bool {
	if len(id) != 40 && len(id) != 64 {
		return false
	}
	for _, c := range []byte(id) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return false
		}
	}
	return true
}

// errWrongKind is an object of another kind than the one asked for.
var errWrongKind = errors.New("it is of another kind")

func kindError(got string, want objectKind) error {
	return fmt.Errorf("%w: a %s, not a %s", errWrongKind, got, want)
}

// final reports an error that no other reader would change.
func final(err error) bool { return errors.Is(err, ErrTooLarge) || errors.Is(err, errWrongKind) }

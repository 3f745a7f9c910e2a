package gitext

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// objectCache bounds what go-git keeps of inflated objects, mostly bases of deltas.
const objectCache = 16 * cache.MiByte

// maxIndexes bounds the pack indexes that go-git may load, in bytes. It decodes all of them whole before the first object,
// which took 6.5 ms a MiB (28 bytes an object); git maps them, so that its process answered after 2 ms at any size, and
// needed 7 ms more than go-git for 1,000 objects after that.
const maxIndexes = 1 << 20

// maxAlternates bounds the object folders of one repository, and with it a circle among them. git stops at a depth of 5.
const maxAlternates = 64

// embedded reads objects with go-git, on the level of its object storage: opening a repository with it would refuse
// linked worktrees and extensions that have nothing to do with objects.
type embedded struct {
	stores []*filesystem.ObjectStorage
}

// openEmbedded makes the storage over the folders that hold objects: the repository's own and its alternates. go-git
// would follow alternates too, but takes a relative one for something else and decodes their pack indexes anew for each
// object. Pack indexes above maxIndexes are an error: git is faster then.
func openEmbedded(commonDir string) (objectReader, error) {
	e := &embedded{}
	dirs := []string{filepath.Join(commonDir, "objects")}
	var indexes int64
	for i := 0; i < len(dirs); i++ {
		if filepath.Base(dirs[i]) != "objects" {
			return nil, fmt.Errorf("go-git cannot read an object folder named %s", dirs[i])
		}
		if indexes += indexSize(dirs[i]); indexes > maxIndexes {
			return nil, fmt.Errorf("the pack indexes have more than %d bytes", maxIndexes)
		}
		fs := noAlternates{osfs.New(filepath.Dir(dirs[i]))}
		e.stores = append(e.stores, filesystem.NewObjectStorageWithOptions(dotgit.New(fs), cache.NewObjectLRU(objectCache),
			filesystem.Options{KeepDescriptors: true, LargeObjectThreshold: maxObject}))
		more, err := alternates(dirs[i])
		if err != nil {
			return nil, err
		}
		if dirs = append(dirs, more...); len(dirs) > maxAlternates {
			return nil, errors.New("too many alternates")
		}
	}
	return e, nil
}

// indexSize adds up the pack indexes of an object folder.
func indexSize(objects string) (sum int64) {
	names, err := os.ReadDir(filepath.Join(objects, "pack"))
	if err != nil {
		return 0
	}
	for _, n := range names {
		if filepath.Ext(n.Name()) != ".idx" {
			continue
		}
		if info, err := n.Info(); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

// alternates reads objects/info/alternates: one folder a line, relative to the object folder, "#" for a comment, in
// quotes when the name needs them (gitrepository-layout(5)).
func alternates(objects string) ([]string, error) {
	f, err := os.Open(filepath.Join(objects, "info", "alternates"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var dirs []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		name := strings.TrimSuffix(lines.Text(), "\r")
		if name == "" || name[0] == '#' {
			continue
		}
		if name[0] == '"' {
			plain, err := strconv.Unquote(name)
			if err != nil {
				return nil, fmt.Errorf("read %s: %w", f.Name(), err)
			}
			name = plain
		}
		name = filepath.FromSlash(name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(objects, name)
		}
		dirs = append(dirs, filepath.Clean(name))
	}
	return dirs, lines.Err()
}

// noAlternates hides the file from go-git.
type noAlternates struct{ billy.Filesystem }

func (n noAlternates) Open(name string) (billy.File, error) {
	if filepath.ToSlash(name) == "objects/info/alternates" {
		return nil, os.ErrNotExist
	}
	return n.Filesystem.Open(name)
}

func (e *embedded) read(_ context.Context, id string, want objectKind) ([]byte, error) {
	if len(id) != 40 {
		return nil, errObjectNotFound
	}
	hash := plumbing.NewHash(id)
	for _, store := range e.stores {
		obj, err := store.EncodedObject(plumbing.AnyObject, hash)
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if got := obj.Type().String(); got != string(want) {
			return nil, kindError(got, want)
		}
		if obj.Size() > maxObject {
			return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, obj.Size())
		}
		r, err := obj.Reader()
		if err != nil {
			return nil, err
		}
		data := make([]byte, obj.Size())
		_, err = io.ReadFull(r, data)
		return data, errors.Join(err, r.Close())
	}
	return nil, errObjectNotFound
}

func (e *embedded) close() error {
	var errs []error
	for _, s := range e.stores {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}

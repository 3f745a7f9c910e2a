package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// Names of the machinery, relative to the memory. All are git-ignored.
const (
	lockName     = memory.LockPath
	manifestName = memory.TransactionPath
	stagingDir   = memory.StagingDir
	packName     = stagingDir + "/pack"     // bytes of all files of a transaction, end to end
	newManifest  = stagingDir + "/manifest" // before it is renamed to manifestName
	newFile      = stagingDir + "/new"      // a single new file before it gets its name
)

// folder is one memory seen as paths and bytes: it does not know what a chunk is.
// Paths are relative to dir, with slashes.
type folder struct {
	fsys FS
	dir  string
}

func (f folder) native(p string) string { return filepath.Join(f.dir, filepath.FromSlash(p)) }

// read reads a regular file of the memory. What is reached through a link, or is a
// folder, a pipe or a device, is errNotRegular: a checkout can bring a link to any
// file of the machine, and a pipe would be waited for without end.
func (f folder) read(p string) ([]byte, error) {
	if err := f.checkParents(p); err != nil {
		return nil, err
	}
	there, err := f.regular(p)
	if err == nil && !there {
		err = &fs.PathError{Op: "open", Path: f.native(p), Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, err
	}
	return f.fsys.ReadFile(f.native(p))
}

// list returns the entries of a folder, none when it does not exist. A link to one is
// errNotRegular: what is listed may be removed.
func (f folder) list(p string) ([]fs.DirEntry, error) {
	if err := f.checkParents(p + "/"); err != nil {
		return nil, err
	}
	entries, err := f.fsys.ReadDir(f.native(p))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, err
}

// regular tells whether p is a regular file; what is neither that nor missing is
// errNotRegular.
func (f folder) regular(p string) (bool, error) {
	info, err := f.fsys.Lstat(f.native(p))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s %w", p, errNotRegular)
	}
	return true, nil
}

// put writes a file that does not exist yet, content synced, name not.
func (f folder) put(p string, parts ...[]byte) error {
	file, err := f.fsys.Create(f.native(p))
	if err != nil {
		return err
	}
	for _, data := range parts {
		if _, err = file.Write(data); err != nil {
			break
		}
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// errNotRegular marks a link, or a file where a folder should be and the reverse.
// Nothing is written through it: a link that came with a checkout must not lead a
// write out of the memory.
var errNotRegular = errors.New("is a link or no regular file: put a plain file or folder there")

// ensureDir makes the folder p and what it stands in. When it returns, the folder
// survives a power failure: whoever made it synced its parent before the first
// file went in, so only a folder that is new or still empty needs that again.
func (f folder) ensureDir(p string) error {
	if p == "." {
		return nil
	}
	info, err := f.fsys.Lstat(f.native(p))
	switch {
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s %w", p, errNotRegular)
	case err == nil:
		entries, err := f.fsys.ReadDir(f.native(p))
		if err != nil || len(entries) > 0 {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := f.ensureDir(path.Dir(p)); err != nil {
		return err
	}
	if err := f.fsys.Mkdir(f.native(p)); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return f.fsys.SyncDir(f.native(path.Dir(p)))
}

// ensureStaging makes the staging folder; its name need not be durable, except
// where a transaction says so itself.
func (f folder) ensureStaging() error {
	err := f.fsys.Mkdir(f.native(stagingDir))
	if errors.Is(err, fs.ErrExist) {
		return f.checkParents(newFile)
	}
	return err
}

// checkPath refuses a path that a transaction must not touch: one outside of the
// memory, or not one of the truth files that this package writes, or one that is
// not portable. A manifest may come from anywhere, a foreign branch included.
func checkPath(p string) error {
	bad := func(why string) error { return fmt.Errorf("path %q %s", p, why) }
	if !fs.ValidPath(p) || p == "." {
		return bad("is not a relative path inside the memory")
	}
	first, rest, nested := strings.Cut(p, "/")
	switch {
	case slices.Contains([]string{memory.ChunksDir, memory.TombstonesDir, memory.HistoryDir, "main", "profile", "branches"}, first):
		if !nested {
			return bad("is a folder of the memory")
		}
		for part := range strings.SplitSeq(rest, "/") {
			if !portable(part) {
				return bad("has a name that is not portable")
			}
		}
	case !slices.Contains([]string{memory.ConfigPath, memory.DirectoryPath, ".gitignore", ".gitattributes"}, p):
		return bad("is none that git hfa writes")
	}
	return nil
}

// portable tells whether a name means the same on every system: no leading dot
// (so no .git), nothing that Windows forbids or takes for a device.
func portable(name string) bool {
	if name == "" || len(name) > 200 || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ") {
		return false
	}
	for _, r := range name {
		if r < ' ' || r == 0x7f || strings.ContainsRune(`<>:"\|?*`, r) {
			return false
		}
	}
	return !memory.IsDeviceName(name)
}

// checkParents refuses a path that runs through a link, with errNotRegular. The last
// part is not looked at.
func (f folder) checkParents(p string) error {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		info, err := f.fsys.Lstat(f.native(dir))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		case !info.IsDir():
			return fmt.Errorf("%s %w", dir, errNotRegular)
		}
	}
	return nil
}

// hash is what a file is known by in a manifest: "sha256:<64 hex digits>".
type hash string

// absent stands where a file must not exist.
const absent hash = "absent"

func hashOf(data []byte) hash {
	sum := sha256.Sum256(data)
	return hash("sha256:" + hex.EncodeToString(sum[:]))
}

func (h hash) valid() bool {
	digits, ok := strings.CutPrefix(string(h), "sha256:")
	if !ok || len(digits) != 2*sha256.Size || strings.ToLower(digits) != digits {
		return false
	}
	_, err := hex.DecodeString(digits)
	return err == nil
}

// hashFile returns absent for a missing file. The caller has looked at the parents.
func (f folder) hashFile(p string) (hash, error) {
	ok, err := f.regular(p)
	if err != nil {
		return "", err
	}
	if !ok {
		return absent, nil
	}
	data, err := f.fsys.ReadFile(f.native(p))
	if errors.Is(err, fs.ErrNotExist) {
		return absent, nil
	}
	if err != nil {
		return "", err
	}
	return hashOf(data), nil
}

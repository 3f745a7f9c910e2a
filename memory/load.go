package memory

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
)

// Load reads a whole memory from fsys, whose root is the memory's folder: the
// work tree through os.DirFS, or a revision of git. It reads and hashes every
// source file (see [Counts]). A file that is bad is a [Problem] and hides
// nothing else; a symbolic link is a Problem, is never followed and is no part
// of the digest.
//
// The error is not nil only when there is no memory to speak of or it cannot
// be used: config.json or directory.md are missing ([fs.ErrNotExist]), cannot
// be read ([ErrCorrupt]) or are of a newer schema ([ErrNewer]). In the last two
// cases the tree is returned too, with everything else and with the problem;
// its Directory is nil when that is the file in question.
func Load(fsys fs.FS) (*Tree, error) {
	root, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, fmt.Errorf("read the memory: %w", err)
	}
	l := loader{fsys: fsys, tree: &Tree{}}
	l.casing(root)
	byName := make(map[string]fs.DirEntry, len(root))
	for _, entry := range root {
		byName[entry.Name()] = entry
	}
	for _, name := range []string{ConfigPath, DirectoryPath} {
		if byName[name] == nil {
			return nil, fmt.Errorf("read %s: %w", name, fs.ErrNotExist)
		}
	}
	err = errors.Join(l.config(byName[ConfigPath]), l.directory(byName[DirectoryPath]))
	if entry := byName[ChunksDir]; entry != nil {
		l.folder(ChunksDir, entry, l.chunk)
	}
	if entry := byName[TombstonesDir]; entry != nil {
		l.folder(TombstonesDir, entry, l.tombstone)
	}
	if entry := byName[LegacyTombstonesPath]; entry != nil {
		l.legacyTombstones(entry)
	}
	l.documents()
	l.finish()
	return l.tree, err
}

type loader struct {
	fsys   fs.FS
	tree   *Tree
	parser chunkParser
	buf    []byte
}

func (l *loader) finish() {
	t := l.tree
	if !slices.IsSortedFunc(t.Chunks, compareStored) {
		slices.SortFunc(t.Chunks, compareStored)
	}
	slices.SortStableFunc(t.Tombstones, compareTombstones)
	slices.SortFunc(t.Entries, comparePaths)
	slices.SortStableFunc(t.Problems, compareProblems)
	t.Digest = SourceDigest(t.Entries)
}

func (l *loader) add(p ...Problem) { l.tree.Problems = append(l.tree.Problems, p...) }

// config reads config.json. Without one that can be read the defaults hold.
func (l *loader) config(entry fs.DirEntry) error {
	l.tree.Config = DefaultConfig()
	data, err := l.source(ConfigPath, entry, MaxFileSize)
	if err != nil {
		return err
	}
	config, err := ParseConfig(data)
	if err != nil {
		return l.fail(ConfigPath, err)
	}
	l.tree.Config = config
	l.tree.Problems = appendLayout(l.tree.Problems, ConfigPath, data)
	return nil
}

func (l *loader) directory(entry fs.DirEntry) error {
	data, err := l.source(DirectoryPath, entry, MaxFileSize)
	if err != nil {
		return err
	}
	directory, err := ParseDirectory(data)
	if err != nil {
		return l.fail(DirectoryPath, err)
	}
	l.tree.Directory = directory
	l.tree.Problems = appendLayout(l.tree.Problems, DirectoryPath, data)
	return nil
}

// fail notes the problem and gives the error for the caller of Load.
func (l *loader) fail(path string, err error) error {
	l.add(FileProblem(path, err))
	return fmt.Errorf("read %s: %w", path, InFile(path, err))
}

// source reads, hashes and enters one file. The bytes are valid until the
// next call; see read for limit. The error is noted as a problem already.
func (l *loader) source(path string, entry fs.DirEntry, limit int) ([]byte, error) {
	switch mode := entry.Type(); {
	case mode&fs.ModeSymlink != 0:
		return nil, l.fail(path, Symlink())
	case !mode.IsRegular():
		return nil, l.fail(path, corrupt("not-a-file", 0, "this is no regular file", "put the file there that belongs there"))
	}
	data, sum, err := l.read(path, limit)
	if err != nil {
		return nil, l.fail(path, err)
	}
	l.tree.Entries = append(l.tree.Entries, Entry{path, sum})
	return data, nil
}

// Symlink is the error of a file of the memory that is a link.
func Symlink() *FileError {
	return corrupt("symlink", 0, "symbolic links are not followed: a memory is complete in itself", "put the file itself there: git rm --cached FILE, then copy it")
}

// read reads a file into the shared buffer. Of a file above the limit, in
// bytes, only the beginning is kept, but all is hashed.
func (l *loader) read(path string, limit int) (data []byte, sum [sha256.Size]byte, err error) {
	f, err := l.fsys.Open(path)
	if err != nil {
		return nil, sum, err
	}
	defer f.Close()
	buf := l.buf[:0]
	defer func() { l.buf = buf[:0] }()
	for {
		if len(buf) == cap(buf) {
			if len(buf) > limit {
				break
			}
			buf = slices.Grow(buf, max(8<<10, len(buf)))
		}
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, sha256.Sum256(buf), nil
		}
		if err != nil {
			return nil, sum, err
		}
	}
	h := sha256.New()
	h.Write(buf)
	if _, err := io.Copy(h, f); err != nil {
		return nil, sum, err
	}
	return buf, [sha256.Size]byte(h.Sum(nil)), nil
}

// folder calls file for every JSON file below a folder of sources.
func (l *loader) folder(dir string, entry fs.DirEntry, file func(path string, entry fs.DirEntry)) {
	if entry.Type()&fs.ModeSymlink != 0 {
		l.add(FileProblem(dir, Symlink()))
		return
	}
	if !entry.IsDir() {
		l.add(FileProblem(dir, corrupt("not-a-folder", 0, "this must be a folder", "move the file away")))
		return
	}
	entries, err := fs.ReadDir(l.fsys, dir)
	if err != nil {
		l.add(FileProblem(dir, err))
	}
	for _, e := range entries {
		path := dir + "/" + e.Name()
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			l.add(FileProblem(path, Symlink()))
			if dir == TombstonesDir {
				l.revokeByName(path)
			}
		case e.IsDir() && dir == TombstonesDir && TombstoneTarget(path) != "":
			l.add(FileProblem(path, corrupt("not-a-file", 0, "this is a folder in the place of a record", "git restore -- FILE")))
			l.revokeByName(path)
		case e.IsDir():
			l.folder(path, e, file)
		case Counts(path):
			file(path, e)
		case isUnportable(e.Name()):
			l.add(Problem{Code: "wrong-name", Severity: SeverityError, Path: path,
				Message: "Windows cannot hold a file of this name, or changes it, so nobody there can check out the repository", Cure: "rename or remove it"})
		case e.Name()[0] != '.':
			l.add(Problem{Code: "stray-file", Severity: SeverityWarning, Path: path,
				Message: "this is no source file and is not read", Cure: "move it out of " + dir})
		}
	}
}

func (l *loader) chunk(path string, entry fs.DirEntry) {
	data, err := l.source(path, entry, MaxFileSize)
	if err != nil {
		return
	}
	stored, problems := l.parser.readSource(path, data)
	l.add(problems...)
	if len(problems) > 0 && problems[0].Severity == SeverityError {
		return
	}
	stored.Sum = l.tree.Entries[len(l.tree.Entries)-1].Sum
	l.tree.Chunks = append(l.tree.Chunks, stored)
}

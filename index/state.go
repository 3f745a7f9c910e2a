package index

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// base is an earlier state of the memory that a look starts from.
type base struct {
	files  *statCache
	meta   meta
	digest memory.Digest
	docs   store
	sums   sumSource
	layers []*blockFile // the files it lies in
	// statOnly says that the documents lie elsewhere: a changed chunk makes the base useless.
	statOnly bool
}

// sumSource knows the content of the files of a stat cache: hash and document number, -1 for none.
type sumSource interface {
	sum(file int) (sum [32]byte, doc int, err error)
	// allSums reads them at once, for a caller that walks all files.
	allSums() (func(file int) ([32]byte, int), error)
}

// emptyBase knows nothing: everything is read.
func emptyBase() *base {
	return &base{
		files: &statCache{},
		docs:  (&memBuilder{}).finish(nil),
		sums:  noSums{},
	}
}

// noSums belongs to a stat cache without files.
type noSums struct{}

func (noSums) sum(int) ([32]byte, int, error)              { return [32]byte{}, -1, nil }
func (noSums) allSums() (func(int) ([32]byte, int), error) { return nil, nil }

// baseOf starts from a snapshot.
func baseOf(s *snapshot) *base {
	return &base{files: s.files, meta: s.meta, digest: s.digest, docs: s, sums: s, layers: []*blockFile{s.blocks}}
}

// state is one state of a memory: a base, and what is different now.
type state struct {
	base      *base
	scan      *scanned
	read      map[string]*reading // files that were read, by path
	gone      map[string]bool     // paths of files of the base that are no more
	baseSum   func(file int) ([32]byte, int)
	meta      meta
	config    memory.Config
	directory *memory.Directory
	tombs     map[string]memory.Tombstone
	digest    memory.Digest
	docs      store
	changed   int  // files whose content differs from the base, new and removed ones included
	docThere  bool // the document of the active main line is a regular file
}

// reading is what came of reading one file.
type reading struct {
	base    int // number in the base, -1 when new
	sum     [32]byte
	same    bool   // the content is that of the base
	regular bool   // a regular file
	data    []byte // of small files; chunks are cut at once and dropped
	problem *memory.Problem
	links   []memory.ID // what a chunk that is not used says it supersedes
}

// assemble makes a state of a scan and the files that were read. add holds the chunks among them.
func assemble(b *base, sc *scanned, read map[string]*reading, add *memBuilder) (*state, error) {
	st := &state{base: b, scan: sc, read: read, meta: b.meta}
	goneFiles := st.goneFiles()
	st.gone = st.pathsOf(goneFiles)
	for _, step := range []func() error{st.loadConfig, st.loadDirectory, st.loadTombstones} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	st.changed = len(goneFiles)
	for _, r := range read {
		if !r.same {
			st.changed++
		}
	}
	st.mergeProblems()
	if st.changed == 0 {
		st.digest, st.docs = b.digest, b.docs
		return st, nil
	}
	if err := st.loadSums(); err != nil {
		return nil, err
	}
	st.digest = memory.SourceDigest(st.entries())
	return st, st.layOver(goneFiles, add)
}

// loadSums reads the hashes of the base at once.
func (st *state) loadSums() (err error) {
	if st.baseSum == nil {
		st.baseSum, err = st.base.sums.allSums()
	}
	return err
}

// truth gives the bytes of config.json or directory.md.
func (st *state) truth(path string, old []byte) ([]byte, error) {
	file, ok := st.single(path)
	switch {
	case !ok:
		return nil, fmt.Errorf("read %s: %w", path, fs.ErrNotExist)
	case !file.stat.Regular:
		return nil, fmt.Errorf("read %s: %w", path, memory.InFile(path, memory.Symlink()))
	case !file.dirty:
		return old, nil
	}
	return st.read[path].data, nil
}

// single finds a file of the memory's own folder.
func (st *state) single(path string) (scannedFile, bool) {
	for _, f := range st.filesOf(&st.scan.folders[0]) {
		if f.name == path {
			return f, true
		}
	}
	return scannedFile{}, false
}

// regular tells whether a path that was scanned is a regular file.
func (st *state) regular(file string) bool {
	dir, name := "", file
	if memory.Counts(file) {
		dir, name = path.Split(file)
	}
	for i := range st.scan.folders {
		f := &st.scan.folders[i]
		if f.path != strings.TrimSuffix(dir, "/") {
			continue
		}
		for _, found := range st.filesOf(f) {
			if found.name == name {
				return found.stat.Regular
			}
		}
	}
	return false
}

func (st *state) loadConfig() error {
	var err error
	if st.meta.config, err = st.truth(memory.ConfigPath, st.base.meta.config); err != nil {
		return err
	}
	if st.config, err = memory.ParseConfig(st.meta.config); err != nil {
		return fmt.Errorf("read %s: %w", memory.ConfigPath, memory.InFile(memory.ConfigPath, err))
	}
	return nil
}

func (st *state) loadDirectory() error {
	var err error
	if st.meta.directory, err = st.truth(memory.DirectoryPath, st.base.meta.directory); err != nil {
		return err
	}
	if st.directory, err = memory.ParseDirectory(st.meta.directory); err != nil {
		return fmt.Errorf("read %s: %w", memory.DirectoryPath, memory.InFile(memory.DirectoryPath, err))
	}
	st.meta.doc = activeDocument(st.directory)
	st.docThere = st.regular(st.meta.doc)
	return nil
}

// activeDocument gives the path of the active main line's document, "" when there is none that lies in
// the memory.
func activeDocument(d *memory.Directory) string {
	node, err := d.Active()
	if err != nil {
		return ""
	}
	clean, _ := memory.DocumentPath(node.Path)
	return clean
}

// filesOf lists the files of a scanned folder.
func (st *state) filesOf(f *scannedFolder) []scannedFile {
	if f.files != nil || f.base < 0 {
		return f.files
	}
	rec := &st.base.files.folders[f.base]
	out := make([]scannedFile, 0, rec.hi-rec.lo)
	for i := rec.lo; i < rec.hi; i++ {
		stat, _ := st.base.files.stat(i)
		out = append(out, scannedFile{name: st.base.files.name(i), base: i, stat: stat})
	}
	return out
}

// goneFiles lists the files of the base that are no more, ascending.
func (st *state) goneFiles() []int {
	now := make([]*scannedFolder, len(st.base.files.folders)) // by folder of the base
	for i := range st.scan.folders {
		if f := &st.scan.folders[i]; f.base >= 0 {
			now[f.base] = f
		}
	}
	var gone []int
	for b := range st.base.files.folders {
		rec := &st.base.files.folders[b]
		if now[b] != nil && now[b].files == nil {
			continue
		}
		there := make(map[int]bool)
		if now[b] != nil {
			for _, f := range now[b].files {
				there[f.base] = true
			}
		}
		for n := rec.lo; n < rec.hi; n++ {
			if !there[n] {
				gone = append(gone, n)
			}
		}
	}
	return gone
}

// pathsOf gives the paths of files of the base.
func (st *state) pathsOf(files []int) map[string]bool {
	paths := make(map[string]bool, len(files))
	for _, i := range files {
		paths[st.base.files.path(st.base.files.folderOf(i), i)] = true
	}
	return paths
}

// mergeProblems keeps the problems of unchanged files and adds those of files just read.
func (st *state) mergeProblems() {
	st.meta.problems = nil
	for _, p := range st.base.meta.problems {
		if r := st.read[p.path]; !st.gone[p.path] && (r == nil || r.same) {
			st.meta.problems = append(st.meta.problems, p)
		}
	}
	for path, r := range st.read {
		if r.problem != nil && !r.same {
			st.meta.problems = append(st.meta.problems, fileProblems{path: path, problems: []memory.Problem{*r.problem}})
		}
	}
	slices.SortFunc(st.meta.problems, func(a, b fileProblems) int { return strings.Compare(a.path, b.path) })
}

// entries lists every regular file with its hash, in the order of paths as a rule: the digest is then made
// without sorting.
func (st *state) entries() []memory.Entry {
	out := make([]memory.Entry, 0, st.base.files.numFiles()+len(st.read))
	singles := st.entriesOf(&st.scan.folders[0], nil)
	slices.SortFunc(singles, func(a, b memory.Entry) int { return strings.Compare(a.Path, b.Path) })
	for i := range st.scan.folders[1:] {
		f := &st.scan.folders[i+1]
		for len(singles) > 0 && singles[0].Path < f.path {
			out, singles = append(out, singles[0]), singles[1:]
		}
		out = st.entriesOf(f, out)
	}
	return append(out, singles...)
}

func (st *state) entriesOf(f *scannedFolder, out []memory.Entry) []memory.Entry {
	st.eachFile(f, func(name string, stat FileStat, sum [32]byte) {
		if stat.Regular {
			out = append(out, memory.Entry{Path: join(f.path, name), Sum: sum})
		}
	})
	return out
}

// eachFile walks the files of a folder. baseSum must be there.
func (st *state) eachFile(f *scannedFolder, yield func(name string, stat FileStat, sum [32]byte)) {
	if f.files == nil && f.base >= 0 {
		rec := &st.base.files.folders[f.base]
		for i := rec.lo; i < rec.hi; i++ {
			stat, _ := st.base.files.stat(i)
			sum, _ := st.baseSum(i)
			yield(st.base.files.name(i), stat, sum)
		}
		return
	}
	for i := range f.files {
		file := &f.files[i]
		var sum [32]byte
		if file.dirty {
			sum = st.read[join(f.path, file.name)].sum
		} else {
			sum, _ = st.baseSum(file.base)
		}
		yield(file.name, file.stat, sum)
	}
}

// layOver makes the documents of the state: those of the base without the ones that went or changed,
// and the new ones.
func (st *state) layOver(goneFiles []int, add *memBuilder) error {
	var gone []int
	drop := func(file int) {
		if _, doc := st.baseSum(file); doc >= 0 {
			gone = append(gone, doc)
		}
	}
	for _, i := range goneFiles {
		drop(i)
	}
	for _, r := range st.read {
		if r.base >= 0 && !r.same {
			drop(r.base)
		}
	}
	slices.Sort(gone)
	added := add.finish(st.tombs)
	switch {
	case st.base.docs.NumDocs() == 0:
		st.docs = added
		return nil
	case len(gone) == 0 && len(added.docs) == 0 && sameTargets(st.tombs, tombstoneMap(st.base.meta.tombstones)):
		st.docs = st.base.docs
		return nil
	}
	o, err := newOverlay(st.base.docs, gone, added, st.tombs)
	st.docs = o
	return err
}

func sameTargets(a, b map[string]memory.Tombstone) bool {
	for target := range a {
		if _, ok := b[target]; !ok {
			return false
		}
	}
	return len(a) == len(b)
}

// statCache makes the stat cache of the state.
func (st *state) statCache(rule racyRule) (*statCache, error) {
	if err := st.loadSums(); err != nil {
		return nil, err
	}
	b := &statCacheBuilder{racy: rule}
	b.grow(st.base.files.numFiles() + len(st.read))
	for i := range st.scan.folders {
		f := &st.scan.folders[i]
		b.folder(f.path, f.stat, f.subs)
		st.eachFile(f, b.file)
	}
	return b.finish(), nil
}

// rehashed counts the files that had to be read although their content is as the base has it.
func (st *state) rehashed() int {
	n := 0
	for _, r := range st.read {
		if r.same {
			n++
		}
	}
	return n
}

// lags says that a snapshot of this state is worth writing.
func (st *state) lags() bool {
	if st.docs.NumDocs() <= smallDocs {
		return st.changed > 0 || st.scan.touched
	}
	return st.changed > maxBehind || st.rehashed() > maxOverlay
}

// folderProblems tells of a folder of truth files that is a link or no folder.
func (st *state) folderProblems() []memory.Problem {
	var out []memory.Problem
	for _, dir := range st.scan.odd {
		out = append(out, memory.Problem{
			Code: "symlink", Severity: memory.SeverityError, Path: dir, Message: "this must be a folder, and links are not followed",
			Cure: "put the folder itself there",
		})
	}
	return out
}

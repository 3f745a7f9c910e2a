package index

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/git-hfa/git-hfa/memory"
)

// snapshot is the source that lies in recall.idx. What has to be whole before the first answer (stat
// records, ids, edges) is read and checked on opening, the rest when it is asked for.
type snapshot struct {
	blocks  *blockFile
	digest  memory.Digest
	meta    meta
	files   *statCache // sums lie in the file
	ids     string
	idAt    []byte // offsets into ids, uint32, numDocs+1
	numDocs int
	edges   *lists
	tables  [numTables]*table
	maxDoc  int // documents that sums may name

	once   sync.Once
	failed error
}

var _ store = (*snapshot)(nil)

// newSnapshot has read nothing but the foot.
func newSnapshot(b *blockFile) *snapshot {
	s := &snapshot{blocks: b, numDocs: b.foot.numDocs, maxDoc: b.foot.numDocs, digest: memory.Digest(digestPrefix + hex.EncodeToString(b.foot.digest[:]))}
	for k := range s.tables {
		s.tables[k] = &table{blocks: b, first: secTables + tableParts*section(k), numDocs: s.numDocs}
	}
	return s
}

// loadState reads what is known of the files. A snapshot under a delta does without.
func (s *snapshot) loadState() error { return cmp.Or(s.loadMeta(), s.loadFiles()) }

// loadLinks reads what the methods that can't fail need.
func (s *snapshot) loadLinks() error { return cmp.Or(s.loadIDs(), s.loadEdges()) }

func (s *snapshot) loadMeta() error {
	buf, err := s.blocks.whole(secMeta)
	if err != nil {
		return err
	}
	d := decoder{buf: buf}
	m := meta{config: d.bytes(), directory: d.bytes(), doc: d.string()}
	for range d.count() {
		f := tombFile{path: d.string()}
		for range d.count() {
			f.items = append(f.items, memory.Tombstone{Schema: d.int(), Target: d.string(), Reason: d.string(), CreatedAt: d.string()})
		}
		m.tombstones = append(m.tombstones, f)
	}
	for range d.count() {
		f := fileProblems{path: d.string()}
		for range d.count() {
			f.problems = append(f.problems, memory.Problem{
				Code: d.string(), Severity: memory.Severity(d.string()), Path: d.string(), Line: d.int(), Message: d.string(), Cure: d.string(),
			})
		}
		m.problems = append(m.problems, f)
	}
	s.meta = m
	return d.end()
}

func (s *snapshot) loadFiles() error {
	folders, err := s.blocks.whole(secFolders)
	if err != nil {
		return err
	}
	records, err := s.blocks.whole(secRecords)
	if err != nil {
		return err
	}
	names, err := s.blocks.whole(secNames)
	if err != nil {
		return err
	}
	bad := fmt.Errorf("bad stat records in snapshot: %w", ErrStale)
	m := &statCache{records: records, names: string(names)}
	if len(records) != s.blocks.foot.numFiles*recordSize {
		return bad
	}
	for i := range m.numFiles() {
		r := records[i*recordSize:]
		off, n := binary.LittleEndian.Uint32(r[40:]), binary.LittleEndian.Uint16(r[44:])
		if uint64(off)+uint64(n) > uint64(len(names)) {
			return bad
		}
	}
	d := decoder{buf: folders}
	at := 0
	for range d.count() {
		f := folder{path: d.string()}
		f.stat = FileStat{Dir: true, Mtime: int64(d.uint64()), Ctime: int64(d.uint64()), Inode: d.uint64(), Device: d.uint64()}
		f.racy = d.uint() != 0
		n := d.uint()
		if n > uint64(m.numFiles()-at) {
			return bad
		}
		f.lo, f.hi = at, at+int(n)
		at = f.hi
		for range d.count() {
			f.subs = append(f.subs, d.string())
		}
		m.folders = append(m.folders, f)
	}
	if at != m.numFiles() || len(m.folders) == 0 {
		return bad
	}
	s.files = m
	return d.end()
}

func (s *snapshot) loadIDs() error {
	buf, err := s.blocks.whole(secIDs)
	if err != nil {
		return err
	}
	bad := fmt.Errorf("bad ids in snapshot: %w", ErrStale)
	head := 4 * (int64(s.numDocs) + 1)
	if head > int64(len(buf)) {
		return bad
	}
	s.idAt, s.ids = buf[:head], string(buf[head:])
	last := uint32(0)
	for i := range s.numDocs + 1 {
		at := binary.LittleEndian.Uint32(s.idAt[4*i:])
		if at < last || uint64(at) > uint64(len(s.ids)) {
			return bad
		}
		last = at
	}
	return nil
}

func (s *snapshot) loadEdges() error {
	buf, err := s.blocks.whole(secEdges)
	if err != nil {
		return err
	}
	s.edges = &lists{starts: []uint32{0}}
	d := decoder{buf: buf}
	for len(d.buf) > 0 {
		key := d.string()
		n := d.count()
		last := uint64(0)
		for range n {
			last += d.uint() >> fieldBits
			if last >= uint64(s.numDocs) {
				d.fail("edge")
			}
			s.edges.posts = append(s.edges.posts, uint32(last)<<fieldBits)
		}
		s.edges.keys = append(s.edges.keys, key)
		s.edges.starts = append(s.edges.starts, uint32(len(s.edges.posts)))
	}
	return d.end()
}

func (s *snapshot) docID(i int) memory.ID {
	lo, hi := binary.LittleEndian.Uint32(s.idAt[4*i:]), binary.LittleEndian.Uint32(s.idAt[4*i+4:])
	return memory.ID(s.ids[lo:hi])
}

func (s *snapshot) NumDocs() int { return s.numDocs }

// record gives a decoder on the record of document i.
func (s *snapshot) record(i int) (*decoder, error) {
	offsets := s.blocks.foot.places[secDocs].size - 4*(int64(s.numDocs)+1)
	at, err := s.blocks.section(secDocs, offsets+4*int64(i), 8)
	if err != nil {
		return nil, err
	}
	lo, hi := int64(binary.LittleEndian.Uint32(at)), int64(binary.LittleEndian.Uint32(at[4:]))
	buf, err := s.blocks.section(secDocs, lo, hi-lo)
	return &decoder{buf: buf}, err
}

func (s *snapshot) Doc(i int) (Doc, error) {
	d, _, err := s.decodeDoc(i)
	return d, err
}

func (s *snapshot) hitWords(i int) ([]string, error) {
	_, rest, err := s.decodeDoc(i)
	if err != nil {
		return nil, err
	}
	var words []string
	for range rest.count() {
		words = append(words, rest.string())
	}
	return words, rest.end()
}

// decodeDoc stops before the hit words, which a recall doesn't need.
func (s *snapshot) decodeDoc(i int) (Doc, *decoder, error) {
	d, err := s.record(i)
	if err != nil {
		return Doc{}, nil, err
	}
	flags, file := d.uint(), d.uint()
	doc := Doc{
		ID: s.docID(i), Tombstoned: flags&docTombstoned != 0, Edited: flags&docEdited != 0,
		Epoch: d.int(), Topic: d.int(), Tokens: d.int(),
		Node: memory.NodeID(d.string()), Title: d.string(), CreatedAt: d.string(), RequestID: d.string(),
	}
	for range d.count() {
		doc.Supersedes = append(doc.Supersedes, memory.ID(d.string()))
	}
	if err := s.needFiles(); err != nil {
		return Doc{}, nil, err
	}
	if d.err == nil && file >= uint64(s.files.numFiles()) {
		d.fail("file number")
	}
	if d.err != nil {
		return Doc{}, nil, d.err
	}
	if doc.Sum, _, err = s.sum(int(file)); err != nil {
		return Doc{}, nil, err
	}
	doc.Path = s.files.path(s.files.folderOf(int(file)), int(file))
	return doc, d, nil
}

// needFiles reads the names of the files of a snapshot under a delta, which knows its own.
func (s *snapshot) needFiles() error {
	s.once.Do(func() {
		if s.files == nil {
			s.failed = s.loadFiles()
		}
	})
	return s.failed
}

const sumSize = 32 + 4

// sum gives the hash of a file and the number of its document, -1 when it has none.
func (s *snapshot) sum(file int) (sum [32]byte, doc int, err error) {
	buf, err := s.blocks.section(secSums, sumSize*int64(file), sumSize)
	if err != nil {
		return sum, -1, err
	}
	copy(sum[:], buf)
	doc = int(binary.LittleEndian.Uint32(buf[32:])) - 1
	if doc >= s.maxDoc {
		return sum, -1, fmt.Errorf("bad document number in snapshot: %w", ErrStale)
	}
	return sum, doc, nil
}

func (s *snapshot) allSums() (func(file int) ([32]byte, int), error) {
	buf, err := s.blocks.whole(secSums)
	if err == nil && len(buf) != sumSize*s.files.numFiles() {
		err = fmt.Errorf("bad sums in snapshot: %w", ErrStale)
	}
	if err != nil {
		return nil, err
	}
	return func(file int) (sum [32]byte, doc int) {
		r := buf[sumSize*file:]
		copy(sum[:], r)
		// The layers above count on numbers within bounds.
		return sum, min(int(binary.LittleEndian.Uint32(r[32:]))-1, s.maxDoc-1)
	}, nil
}

func (s *snapshot) DF(term string) (int, error) {
	e, err := s.tables[kindTerm].find(term)
	if err == nil && e.df > uint64(s.numDocs) {
		err = fmt.Errorf("bad df in snapshot: %w", ErrStale)
	}
	return int(e.df), err
}

func (s *snapshot) Postings(term string) ([]Posting, error) { return s.find(kindTerm, term) }

func (s *snapshot) HitWord(key string) ([]int, error) {
	posts, err := s.find(kindHitWord, key)
	return docsOf(posts), err
}

func (s *snapshot) MaxHitWord() int { return s.blocks.foot.maxHitWord }

func (s *snapshot) Successors(i int) []int {
	return successors(s.edges.find(string(s.docID(i))), i)
}

func (s *snapshot) SameNumber(id memory.ID) bool {
	lo, hi := numberRange(s.numDocs, s.docID, id.Number())
	return hi-lo > 1
}

func (s *snapshot) Lookup(id memory.ID) (int, bool) { return lookup(s.numDocs, s.docID, id) }

func (s *snapshot) ByRequestID(requestID string) ([]int, error) {
	posts, err := s.find(kindRequest, requestID)
	return docsOf(posts), err
}

func (s *snapshot) find(k kind, key string) ([]Posting, error) {
	if k == kindSupersedes {
		return s.edges.find(key), nil
	}
	e, err := s.tables[k].find(key)
	if err != nil {
		return nil, err
	}
	return s.tables[k].postings(e)
}

func (s *snapshot) each(k kind, yield func(string, []Posting) error) error {
	if k == kindSupersedes {
		return s.edges.each(yield)
	}
	return s.tables[k].each(yield)
}

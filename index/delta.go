package index

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// DeltaPath is the file of what came since recall.idx was written.
const DeltaPath = Dir + "/recall.delta"

// delta is what makes a snapshot the second layer on another.
type delta struct {
	under []byte   // identity of the snapshot below
	gone  []int    // its documents that are no more, ascending
	docOf []uint32 // by file: number in the merged documents + 1, 0 for none
}

// identity tells one snapshot from every other: its foot has a digest of the truth and a checksum of all blocks.
func (b *blockFile) identity() []byte {
	e := encoder{}
	e.buf = append(e.buf, b.foot.digest[:]...)
	e.uint32(b.foot.tableSum)
	e.uint64(uint64(b.body))
	return e.buf
}

func (d *delta) encode() []byte {
	if d == nil {
		return nil
	}
	var e encoder
	e.bytes(d.under)
	e.uint(uint64(len(d.gone)))
	last := 0
	for _, n := range d.gone {
		e.uint(uint64(n - last))
		last = n
	}
	return e.buf
}

// openLayers opens recall.idx with recall.delta over it, if there is one that belongs to it. A delta that is
// damaged or belongs to another file is passed over: what it holds is then read from the truth.
func openLayers(dir string) (*base, io.Closer, error) {
	lower, err := openFile(dir, SnapshotPath)
	if err != nil {
		return nil, nil, err
	}
	if upper, err := openFile(dir, DeltaPath); err == nil {
		if b, err := layer(lower.blocks, upper.blocks); err == nil {
			return b, closers{lower, upper}, nil
		}
		closeQuietly(upper)
	}
	s := newSnapshot(lower.blocks)
	if err := cmp.Or(s.loadState(), s.loadLinks()); err != nil {
		closeQuietly(lower)
		return nil, nil, err
	}
	return baseOf(s), lower, nil
}

// layer lays a delta over the snapshot it belongs to.
func layer(lower, upper *blockFile) (*base, error) {
	bottom, top := newSnapshot(lower), newSnapshot(upper)
	gone, err := top.loadDelta(bottom)
	if err != nil {
		return nil, err
	}
	if err := bottom.loadLinks(); err != nil {
		return nil, err
	}
	if err := top.loadState(); err != nil {
		return nil, err
	}
	if err := top.loadLinks(); err != nil {
		return nil, err
	}
	top.maxDoc = bottom.numDocs - len(gone) + top.numDocs
	docs, err := newOverlay(bottom, gone, top, tombstoneMap(top.meta.tombstones))
	if err != nil {
		return nil, err
	}
	for i, n := range docs.pos {
		if i > 0 && n <= docs.pos[i-1] {
			return nil, fmt.Errorf("documents of delta are out of order: %w", ErrStale)
		}
	}
	b := baseOf(top)
	b.docs, b.layers = docs, []*blockFile{lower, upper}
	return b, nil
}

// loadDelta reads which documents of the lower snapshot are gone.
func (s *snapshot) loadDelta(lower *snapshot) ([]int, error) {
	buf, err := s.blocks.whole(secDelta)
	if err != nil {
		return nil, err
	}
	d := decoder{buf: buf}
	under := d.bytes()
	if d.err == nil && string(under) != string(lower.blocks.identity()) {
		return nil, fmt.Errorf("delta of another snapshot: %w", ErrStale)
	}
	var gone []int
	last := uint64(0)
	for i := range d.count() {
		step := d.uint()
		last += step
		if last >= uint64(lower.numDocs) || i > 0 && step == 0 {
			d.fail("gone document")
			break
		}
		gone = append(gone, int(last))
	}
	return gone, d.end()
}

// flatten makes one layer of all that lies over the snapshot at the bottom. bottom is nil when there is none.
func (st *state) flatten() (bottom *snapshot, gone []int, add *memBuilder, err error) {
	add = &memBuilder{}
	keep := func(o *overlay, n int) error {
		d, err := o.add.Doc(n)
		if err != nil {
			return err
		}
		r, err := o.records.Record(n)
		add.add(cutChunk{doc: d, terms: r.Terms, hits: r.HitWords, keys: r.Keys})
		return err
	}
	if s, ok := st.docs.(*snapshot); ok {
		return s, nil, add, nil
	}
	top, ok := st.docs.(*overlay)
	if !ok {
		return nil, nil, nil, nil
	}
	for n := range top.add.NumDocs() {
		if err := keep(top, n); err != nil {
			return nil, nil, nil, err
		}
	}
	lower, ok := top.base.(*overlay)
	if !ok {
		return top.base.(*snapshot), top.gone, add, nil
	}
	dropped := make(map[int]bool) // documents of the lower layer
	gone = append(gone, lower.gone...)
	for _, g := range top.gone {
		n, added := lower.locate(g)
		if added {
			dropped[n] = true
		} else {
			gone = append(gone, n)
		}
	}
	for n := range lower.add.NumDocs() {
		if dropped[n] {
			continue
		}
		if err := keep(lower, n); err != nil {
			return nil, nil, nil, err
		}
	}
	slices.Sort(gone)
	return lower.base.(*snapshot), gone, add, nil
}

// docNumbers gives the document of every file, in the order of the stat cache, as number + 1.
func (st *state) docNumbers() []uint32 {
	added := make(map[string]int)
	renumber := func(old int) int { return old }
	if o, ok := st.docs.(*overlay); ok && o != st.base.docs {
		renumber = o.fromBase
		for n := range o.add.NumDocs() {
			if d, err := o.add.Doc(n); err == nil {
				added[d.Path] = o.pos[n]
			}
		}
	}
	var out []uint32
	for i := range st.scan.folders {
		f := &st.scan.folders[i]
		for _, file := range st.filesOf(f) {
			number := uint32(0)
			r := (*reading)(nil)
			if file.dirty {
				r = st.read[join(f.path, file.name)]
			}
			if r != nil && !r.same {
				if n, ok := added[join(f.path, file.name)]; ok {
					number = uint32(n + 1)
				}
			} else if _, old := st.baseSum(file.base); old >= 0 {
				number = uint32(renumber(old) + 1)
			}
			out = append(out, number)
		}
	}
	return out
}

// deltaContent gives the second layer of a state; nil when it must be written whole.
func (st *state) deltaContent(files *statCache) (*snapshotContent, error) {
	bottom, gone, add, err := st.flatten()
	if err != nil || bottom == nil || len(gone)+len(add.docs) > maxOverlay {
		return nil, err
	}
	return &snapshotContent{
		digest: st.digest, meta: st.meta, files: files, docs: add.finish(st.tombs),
		delta: &delta{under: bottom.blocks.identity(), gone: gone, docOf: st.docNumbers()},
	}, nil
}

// closers closes several files.
type closers []io.Closer

func (c closers) Close() (err error) {
	for _, one := range c {
		if e := one.Close(); err == nil {
			err = e
		}
	}
	return err
}

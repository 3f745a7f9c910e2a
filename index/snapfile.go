package index

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/git-hfa/git-hfa/index/query"
)

// The layout of the file is drawn in doc.go.
const (
	snapshotMagic = "HFAIDX\r\n"
	// snapshotVersion grows with every change of the layout; another version is rebuilt.
	//
	//	1  first form
	snapshotVersion = 1

	blockSize = 4096
	footSize  = 512
)

type section int

const (
	secMeta section = iota
	secFolders
	secRecords
	secNames
	secIDs
	secEdges
	secDelta
	secDocs
	secSums
	secTables                                      // lists, pages, index of each kind
	numSections = secTables + tableParts*numTables // 18
	numTables   = section(kindRequest) + 1         // the superseded ids are in edges
)

// foot is the end of a snapshot, decoded.
type foot struct {
	numDocs, numFiles, maxHitWord int
	tableSum                      uint32
	digest                        [32]byte
	places                        [numSections]struct{ off, size int64 }
}

func (f *foot) encode(size int64) []byte {
	e := encoder{buf: make([]byte, 0, footSize)}
	e.buf = append(e.buf, snapshotMagic...)
	e.uint32(snapshotVersion)
	e.uint32(uint32(query.Version))
	e.uint64(uint64(size))
	e.uint32(uint32(f.numDocs))
	e.uint32(uint32(f.numFiles))
	e.uint32(uint32(f.maxHitWord))
	e.uint32(f.tableSum)
	e.buf = append(e.buf, f.digest[:]...)
	for _, p := range f.places {
		e.uint64(uint64(p.off))
		e.uint64(uint64(p.size))
	}
	e.buf = append(e.buf, make([]byte, footSize-4-len(e.buf))...)
	e.uint32(checksum(e.buf))
	return e.buf
}

func decodeFoot(buf []byte, size int64) (*foot, error) {
	if checksum(buf[:footSize-4]) != binary.LittleEndian.Uint32(buf[footSize-4:]) {
		return nil, fmt.Errorf("foot of snapshot is damaged: %w", ErrStale)
	}
	d := decoder{buf: buf}
	magic := string(d.fixed(len(snapshotMagic)))
	version, cutVersion, length := d.uint32(), d.uint32(), d.uint64()
	if magic != snapshotMagic || version != snapshotVersion || cutVersion != uint32(query.Version) || length != uint64(size) {
		return nil, fmt.Errorf("snapshot of another version: %w", ErrStale)
	}
	f := &foot{numDocs: int(d.uint32()), numFiles: int(d.uint32()), maxHitWord: int(d.uint32()), tableSum: d.uint32()}
	copy(f.digest[:], d.fixed(32))
	for i := range f.places {
		f.places[i].off, f.places[i].size = int64(d.uint64()), int64(d.uint64())
	}
	return f, d.err
}

// checksum is CRC-32C: it finds every change of up to 32 neighbouring bits, and processors compute it.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// blockFile reads a snapshot and checks every block it hands out.
type blockFile struct {
	r    io.ReaderAt
	foot *foot
	body int64  // length of the body
	sums []byte // the block table

	mu    sync.Mutex
	cache map[int64][]byte // blocks of small reads
}

// openBlocks reads foot and block table. The error is ErrStale.
func openBlocks(r io.ReaderAt, size int64) (*blockFile, error) {
	if size < int64(len(snapshotMagic))+footSize {
		return nil, fmt.Errorf("snapshot is cut: %w", ErrStale)
	}
	buf := make([]byte, footSize)
	if err := readFull(r, buf, size-footSize); err != nil {
		return nil, err
	}
	f, err := decodeFoot(buf, size)
	if err != nil {
		return nil, err
	}
	// body + 4 * ceil(body / blockSize) = size - footSize
	rest := size - footSize
	body := rest - 4*((rest+blockSize+3)/(blockSize+4))
	if body <= 0 || body+4*((body+blockSize-1)/blockSize) != rest {
		return nil, fmt.Errorf("snapshot has an impossible length: %w", ErrStale)
	}
	b := &blockFile{r: r, foot: f, body: body, sums: make([]byte, rest-body), cache: make(map[int64][]byte)}
	if err := readFull(r, b.sums, body); err != nil {
		return nil, err
	}
	if checksum(b.sums) != f.tableSum {
		return nil, fmt.Errorf("block table of snapshot is damaged: %w", ErrStale)
	}
	for _, p := range f.places {
		if p.off < 0 || p.size < 0 || p.off > body || p.size > body-p.off {
			return nil, fmt.Errorf("section lies outside of the snapshot: %w", ErrStale)
		}
	}
	return b, nil
}

func readFull(r io.ReaderAt, buf []byte, off int64) error {
	if n, err := r.ReadAt(buf, off); n < len(buf) {
		return fmt.Errorf("read snapshot: %w: %w", ErrStale, err)
	}
	return nil
}

// small reads go through the cache of blocks, others are read in one go.
const smallRead = 4 * blockSize

// section gives bytes [off, off+n) of a section. They must not be changed.
func (b *blockFile) section(s section, off, n int64) ([]byte, error) {
	p := b.foot.places[s]
	if off < 0 || n < 0 || off > p.size || n > p.size-off {
		return nil, fmt.Errorf("place outside of its section: %w", ErrStale)
	}
	if n == 0 {
		return nil, nil
	}
	return b.read(p.off+off, n)
}

// whole gives a whole section.
func (b *blockFile) whole(s section) ([]byte, error) { return b.section(s, 0, b.foot.places[s].size) }

func (b *blockFile) read(off, n int64) ([]byte, error) {
	first, last := off/blockSize, (off+n-1)/blockSize
	if n > smallRead {
		buf, err := b.blocks(first, last)
		if err != nil {
			return nil, err
		}
		return buf[off-first*blockSize:][:n:n], nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	var joined []byte
	for i := first; i <= last; i++ {
		block, ok := b.cache[i]
		if !ok {
			var err error
			if block, err = b.blocks(i, i); err != nil {
				return nil, err
			}
			b.cache[i] = block
		}
		lo, hi := max(off-i*blockSize, 0), min(off+n-i*blockSize, int64(len(block)))
		if first == last {
			return block[lo:hi:hi], nil
		}
		joined = append(joined, block[lo:hi]...)
	}
	return joined, nil
}

// blocks reads whole blocks and checks each.
func (b *blockFile) blocks(first, last int64) ([]byte, error) {
	off := first * blockSize
	buf := make([]byte, min((last+1)*blockSize, b.body)-off)
	if err := readFull(b.r, buf, off); err != nil {
		return nil, err
	}
	for i, rest := first, buf; i <= last; i++ {
		block := rest[:min(blockSize, len(rest))]
		rest = rest[len(block):]
		if checksum(block) != binary.LittleEndian.Uint32(b.sums[4*i:]) {
			return nil, fmt.Errorf("block %d of snapshot is damaged: %w", i, ErrStale)
		}
	}
	return buf, nil
}

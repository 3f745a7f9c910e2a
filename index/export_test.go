package index

import (
	"bytes"
	"context"
	"io"
)

// FromTruth builds a source of the truth alone.
func FromTruth(dir string, st Stater) (Source, error) {
	s, err := (&loader{dir: dir, stat: st}).load(context.Background(), emptyBase())
	if err != nil {
		return nil, err
	}
	return s.docs, nil
}

// EncodeSnapshot encodes a snapshot of the truth as if the build had begun at now.
func EncodeSnapshot(dir string, st Stater, now FileStat) ([]byte, error) {
	s, err := (&loader{dir: dir, stat: st}).load(context.Background(), emptyBase())
	if err != nil {
		return nil, err
	}
	return encodeState(s, now)
}

func encodeState(s *state, now FileStat) ([]byte, error) {
	files, err := s.statCache(newRacyRule(now))
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	err = writeSnapshot(&buf, &snapshotContent{digest: s.digest, meta: s.meta, files: files, docs: s.docs})
	return buf.Bytes(), err
}

// openSnapshot reads a snapshot without a delta. The error is ErrStale.
func openSnapshot(data []byte) (*snapshot, error) {
	b, err := openBlocks(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	s := newSnapshot(b)
	if err := s.loadState(); err != nil {
		return nil, err
	}
	return s, s.loadLinks()
}

// DecodeSnapshot opens encoded bytes as a source.
func DecodeSnapshot(data []byte) (Source, error) {
	return openSnapshot(data)
}

// DecodeLayers opens encoded bytes with those of a delta over them, which may be nil.
func DecodeLayers(data, upper []byte) (Source, error) {
	b, err := layersOf(data, upper)
	if err != nil {
		return nil, err
	}
	return b.docs, nil
}

func layersOf(data, upper []byte) (*base, error) {
	if upper == nil {
		s, err := openSnapshot(data)
		if err != nil {
			return nil, err
		}
		return baseOf(s), nil
	}
	low, err := openBlocks(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	up, err := openBlocks(bytes.NewReader(upper), int64(len(upper)))
	if err != nil {
		return nil, err
	}
	return layer(low, up)
}

// Layered is what LayOver gives.
type Layered struct {
	Source  Source
	Differs bool   // the source is more than what was stored
	Whole   []byte // a snapshot written from it
	Delta   []byte // or a delta
}

// LayOver brings stored layers up to the truth.
func LayOver(data, upper []byte, dir string, st Stater, now FileStat) (out Layered, err error) {
	b, err := layersOf(data, upper)
	if err != nil {
		return out, err
	}
	s, err := (&loader{dir: dir, stat: st}).load(context.Background(), b)
	if err != nil {
		return out, err
	}
	out.Source, out.Differs = s.docs, s.docs != b.docs
	if out.Whole, err = encodeState(s, now); err != nil {
		return out, err
	}
	files, err := s.statCache(newRacyRule(now))
	if err != nil {
		return out, err
	}
	c, err := s.deltaContent(files)
	if err != nil || c == nil {
		return out, err
	}
	var buf bytes.Buffer
	err = writeSnapshot(&buf, c)
	out.Delta = buf.Bytes()
	return out, err
}

// FixChecksums gives the damaged bytes of a snapshot right checksums again.
func FixChecksums(data []byte) []byte {
	size := int64(len(data))
	if size < footSize+int64(len(snapshotMagic)) {
		return data
	}
	f := &foot{}
	d := decoder{buf: data[size-footSize:]}
	d.fixed(24)
	f.numDocs, f.numFiles, f.maxHitWord = int(d.uint32()), int(d.uint32()), int(d.uint32())
	d.uint32()
	copy(f.digest[:], d.fixed(32))
	for i := range f.places {
		f.places[i].off, f.places[i].size = int64(d.uint64()), int64(d.uint64())
	}
	rest := size - footSize
	body := max(rest-4*((rest+blockSize+3)/(blockSize+4)), 0)
	out := bytes.Clone(data[:body])
	var sums encoder
	for b := out; len(b) > 0; b = b[min(blockSize, len(b)):] {
		sums.uint32(checksum(b[:min(blockSize, len(b))]))
	}
	f.tableSum = checksum(sums.buf)
	out = append(out, sums.buf...)
	return append(out, f.encode(int64(len(out))+footSize)...)
}

// HoldLock takes the lock of the index as another process would.
func HoldLock(dir string) (io.Closer, error) { return tryLock(dir) }

package index

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory"
)

// meta is what a snapshot holds beside documents and stat records.
type meta struct {
	config, directory []byte         // the files as they were read
	doc               string         // path of the document of the active main line, "" when there is none
	tombstones        []tombFile     // by path
	problems          []fileProblems // of single files, by path
}

// tombFile is one file of revocations. Their Extra is not kept.
type tombFile struct {
	path  string
	items []memory.Tombstone
}

// fileProblems is what is wrong with one file.
type fileProblems struct {
	path     string
	problems []memory.Problem
}

// snapshotContent is all that a snapshot is written from.
type snapshotContent struct {
	digest memory.Digest
	meta   meta
	files  *statCache // with sums
	docs   store
	delta  *delta // nil: whole
}

// blockWriter writes a body and collects the checksums of its blocks.
type blockWriter struct {
	w      *bufio.Writer
	off    int64
	sum    []byte // block table
	block  []byte // the open block
	places [numSections]struct{ off, size int64 }
}

func (b *blockWriter) Write(p []byte) (int, error) {
	b.off += int64(len(p))
	n := len(p)
	for len(p) > 0 {
		k := min(blockSize-len(b.block), len(p))
		b.block = append(b.block, p[:k]...)
		p = p[k:]
		if len(b.block) == blockSize {
			if err := b.closeBlock(); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}

func (b *blockWriter) closeBlock() error {
	b.sum = binary.LittleEndian.AppendUint32(b.sum, checksum(b.block))
	_, err := b.w.Write(b.block)
	b.block = b.block[:0]
	return err
}

// finish closes the last block, which is empty when the body fills whole blocks.
func (b *blockWriter) finish() error {
	if len(b.block) == 0 {
		return nil
	}
	return b.closeBlock()
}

// begin opens the next section: what is written belongs to it until end.
func (b *blockWriter) begin(s section) { b.places[s].off = b.off }

func (b *blockWriter) end(s section) { b.places[s].size = b.off - b.places[s].off }

// section writes the next section at once.
func (b *blockWriter) section(s section, parts ...[]byte) error {
	b.begin(s)
	defer b.end(s)
	for _, p := range parts {
		if _, err := b.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// writeSnapshot writes the file drawn in doc.go.
func writeSnapshot(w io.Writer, c *snapshotContent) error {
	b := &blockWriter{w: bufio.NewWriterSize(w, 1<<18)}
	if _, err := b.Write([]byte(snapshotMagic)); err != nil {
		return err
	}
	edges, err := encodeEdges(c.docs)
	if err != nil {
		return err
	}
	steps := []func() error{
		func() error { return b.section(secMeta, encodeMeta(&c.meta)) },
		func() error { return b.section(secFolders, encodeFolders(c.files)) },
		func() error { return b.section(secRecords, c.files.records) },
		func() error { return b.section(secNames, []byte(c.files.names)) },
		func() error { return b.section(secIDs, encodeIDs(c.docs)...) },
		func() error { return b.section(secEdges, edges) },
		func() error { return b.section(secDelta, c.delta.encode()) },
		func() error { return writeDocs(b, c) },
		func() error { return writeTables(b, c.docs) },
		b.finish,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	f := &foot{numDocs: c.docs.NumDocs(), numFiles: c.files.numFiles(), tableSum: checksum(b.sum), places: b.places}
	// Counted anew, because an overlay only knows a bound.
	err = c.docs.each(kindHitWord, func(key string, _ []Posting) error {
		f.maxHitWord = max(f.maxHitWord, utf8.RuneCountInString(key))
		return nil
	})
	if err != nil {
		return err
	}
	if f.digest, err = rawDigest(c.digest); err != nil {
		return err
	}
	if _, err := b.w.Write(b.sum); err != nil {
		return err
	}
	if _, err := b.w.Write(f.encode(b.off + int64(len(b.sum)) + footSize)); err != nil {
		return err
	}
	return b.w.Flush()
}

const digestPrefix = "sha256:"

func rawDigest(d memory.Digest) (sum [32]byte, err error) {
	text, ok := strings.CutPrefix(string(d), digestPrefix)
	n, err := hex.Decode(sum[:], []byte(text))
	if !ok || err != nil || n != len(sum) {
		return sum, fmt.Errorf("%q is no digest", d)
	}
	return sum, nil
}

func encodeMeta(m *meta) []byte {
	var e encoder
	e.bytes(m.config)
	e.bytes(m.directory)
	e.string(m.doc)
	e.uint(uint64(len(m.tombstones)))
	for _, f := range m.tombstones {
		e.string(f.path)
		e.uint(uint64(len(f.items)))
		for _, t := range f.items {
			e.int(t.Schema)
			e.string(t.Target)
			e.string(t.Reason)
			e.string(t.CreatedAt)
		}
	}
	e.uint(uint64(len(m.problems)))
	for _, f := range m.problems {
		e.string(f.path)
		e.uint(uint64(len(f.problems)))
		for _, p := range f.problems {
			e.string(p.Code)
			e.string(string(p.Severity))
			e.string(p.Path)
			e.int(p.Line)
			e.string(p.Message)
			e.string(p.Cure)
		}
	}
	return e.buf
}

func encodeFolders(m *statCache) []byte {
	var e encoder
	e.uint(uint64(len(m.folders)))
	for _, f := range m.folders {
		e.string(f.path)
		e.uint64(uint64(f.stat.Mtime))
		e.uint64(uint64(f.stat.Ctime))
		e.uint64(f.stat.Inode)
		e.uint64(f.stat.Device)
		racy := uint64(0)
		if f.racy {
			racy = 1
		}
		e.uint(racy)
		e.uint(uint64(f.hi - f.lo))
		e.uint(uint64(len(f.subs)))
		for _, s := range f.subs {
			e.string(s)
		}
	}
	return e.buf
}

func encodeIDs(docs store) [][]byte {
	var offsets, text encoder
	for i := range docs.NumDocs() {
		offsets.uint32(uint32(len(text.buf)))
		text.buf = append(text.buf, docs.docID(i)...)
	}
	offsets.uint32(uint32(len(text.buf)))
	return [][]byte{offsets.buf, text.buf}
}

func encodeEdges(docs store) ([]byte, error) {
	var e encoder
	err := docs.each(kindSupersedes, func(key string, posts []Posting) error {
		e.string(key)
		e.uint(uint64(len(posts)))
		encodePostings(&e, posts)
		return nil
	})
	return e.buf, err
}

// encodePostings writes distances between documents, each with its fields in the low bits.
func encodePostings(e *encoder, posts []Posting) {
	last := 0
	for _, p := range posts {
		e.uint(uint64(p.Doc-last)<<fieldBits | uint64(p.Fields))
		last = p.Doc
	}
}

// writeDocs writes docs and sums. A file and its document point to each other.
func writeDocs(b *blockWriter, c *snapshotContent) error {
	docOf := make([]uint32, c.files.numFiles())
	var offsets, doc encoder
	b.begin(secDocs)
	start := b.off
	for i := range c.docs.NumDocs() {
		d, err := c.docs.Doc(i)
		if err != nil {
			return err
		}
		file, ok := c.files.fileAt(d.Path)
		if !ok || c.files.sums[file] != d.Sum {
			return errors.New("document without its file in the stat cache")
		}
		docOf[file] = uint32(i + 1)
		words, err := c.docs.hitWords(i)
		if err != nil {
			return err
		}
		offsets.uint32(uint32(b.off - start))
		doc.buf = doc.buf[:0]
		encodeDoc(&doc, file, &d, words)
		if _, err := b.Write(doc.buf); err != nil {
			return err
		}
	}
	offsets.uint32(uint32(b.off - start))
	if _, err := b.Write(offsets.buf); err != nil {
		return err
	}
	b.end(secDocs)
	if c.delta != nil {
		docOf = c.delta.docOf
	}
	sums := encoder{buf: make([]byte, 0, sumSize*len(docOf))}
	for i, sum := range c.files.sums {
		sums.buf = append(sums.buf, sum[:]...)
		sums.uint32(docOf[i])
	}
	return b.section(secSums, sums.buf)
}

const (
	docTombstoned = 1
	docEdited     = 2
)

func encodeDoc(e *encoder, file int, d *Doc, words []string) {
	flags := uint64(0)
	if d.Tombstoned {
		flags |= docTombstoned
	}
	if d.Edited {
		flags |= docEdited
	}
	e.uint(flags)
	e.uint(uint64(file))
	e.int(d.Epoch)
	e.int(d.Topic)
	e.int(d.Tokens)
	e.string(string(d.Node))
	e.string(d.Title)
	e.string(d.CreatedAt)
	e.string(d.RequestID)
	e.uint(uint64(len(d.Supersedes)))
	for _, id := range d.Supersedes {
		e.string(string(id))
	}
	e.uint(uint64(len(words)))
	for _, w := range words {
		e.string(w)
	}
}

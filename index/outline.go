package index

import (
	"encoding/binary"

	"github.com/git-hfa/git-hfa/memory"
)

// Outline is what a list of all chunks tells of one: what [Doc] says without the file and what only a recall needs.
type Outline struct {
	ID         memory.ID
	Title      string
	Supersedes []memory.ID
	Tombstoned bool
}

// Outlines gives every document in the order of their numbers. It reads what Doc for each of them reads, but at once: at
// 10,000 chunks 1 ms instead of 12.
func (v *View) Outlines() ([]Outline, error) { return outlinesOf(v.Source) }

// outliner is a source that gives all outlines quicker than one by one.
type outliner interface{ outlines() ([]Outline, error) }

func outlinesOf(s Source) ([]Outline, error) {
	if o, ok := s.(outliner); ok {
		return o.outlines()
	}
	out := make([]Outline, s.NumDocs())
	for i := range out {
		d, err := s.Doc(i)
		if err != nil {
			return nil, err
		}
		out[i] = Outline{ID: d.ID, Title: d.Title, Supersedes: d.Supersedes, Tombstoned: d.Tombstoned}
	}
	return out, nil
}

func (g *guarded) outlines() ([]Outline, error) { return ask(g, outlinesOf) }

// outlines does not count tokens, as Doc does.
func (m *memSource) outlines() ([]Outline, error) {
	out := make([]Outline, len(m.docs))
	for i := range m.docs {
		d := &m.docs[i]
		out[i] = Outline{ID: d.ID, Title: d.Title, Supersedes: d.Supersedes, Tombstoned: d.Tombstoned}
	}
	return out, nil
}

func (o *overlay) outlines() ([]Outline, error) {
	base, err := outlinesOf(o.base)
	if err != nil {
		return nil, err
	}
	added, err := outlinesOf(o.add)
	if err != nil {
		return nil, err
	}
	for i := range base {
		_, base[i].Tombstoned = o.tombstones[string(base[i].ID)]
	}
	if len(o.gone)+len(added) == 0 {
		return base, nil
	}
	out := make([]Outline, 0, o.NumDocs())
	for i := range cap(out) {
		if n, fresh := o.locate(i); fresh {
			out = append(out, added[n])
		} else {
			out = append(out, base[n])
		}
	}
	return out, nil
}

// outlines reads the records of all documents in one go. The texts are parts of one string.
func (s *snapshot) outlines() ([]Outline, error) {
	buf, err := s.blocks.whole(secDocs)
	if err != nil {
		return nil, err
	}
	d := decoder{}
	end := len(buf) - 4*(s.numDocs+1)
	if end < 0 {
		d.fail("place of a document")
		return nil, d.err
	}
	offsets, text := buf[end:], string(buf[:end])
	out := make([]Outline, s.numDocs)
	for i := range out {
		lo, hi := binary.LittleEndian.Uint32(offsets[4*i:]), binary.LittleEndian.Uint32(offsets[4*i+4:])
		if lo > hi || int64(hi) > int64(end) {
			d.fail("place of a document")
			return nil, d.err
		}
		d.buf = buf[lo:hi]
		// part is the bytes that were taken last, out of the string.
		part := func(b []byte) string {
			at := int(hi) - len(d.buf)
			return text[at-len(b) : at]
		}
		flags := d.uint()
		d.uint() // file
		for range 3 {
			d.int() // epoch, topic, tokens
		}
		d.bytes() // node
		out[i] = Outline{ID: s.docID(i), Title: part(d.bytes()), Tombstoned: flags&docTombstoned != 0}
		d.bytes() // created_at
		d.bytes() // request id
		if n := d.count(); n > 0 {
			out[i].Supersedes = make([]memory.ID, n)
			for j := range n {
				out[i].Supersedes[j] = memory.ID(part(d.bytes()))
			}
		}
		if d.err != nil {
			return nil, d.err
		}
	}
	return out, nil
}

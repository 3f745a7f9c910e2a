package index

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"sync"
)

// A table of a snapshot: sorted keys in pages, and the first key of each page in an index that is
// read whole on first use. A look-up reads one page and one list.
//
//	index   varint number of pages; each: first key, length of the page in bytes
//	page    entries: key, df, offset and length of the list in lists (varints)
//	        then the offset of each entry, uint32, and the number of entries, uint32
//	lists   df varints each: distance to the document before << 3 | fields
const pageSize = 3 << 10

// writeTables writes index, pages and lists of every kind but the superseded ids.
func writeTables(b *blockWriter, docs store) error {
	for k := range kind(numTables) {
		var index, pages, lists encoder
		var first string
		var entries []uint32
		start, numPages := 0, 0
		closePage := func() {
			if len(entries) == 0 {
				return
			}
			for _, at := range entries {
				pages.uint32(at)
			}
			pages.uint32(uint32(len(entries)))
			index.string(first)
			index.uint(uint64(len(pages.buf) - start))
			start, entries = len(pages.buf), entries[:0]
			numPages++
		}
		err := docs.each(k, func(key string, posts []Posting) error {
			if len(entries) == 0 {
				first = key
			}
			at := len(lists.buf)
			encodePostings(&lists, posts)
			entries = append(entries, uint32(len(pages.buf)-start))
			pages.string(key)
			pages.uint(uint64(len(posts)))
			pages.uint(uint64(at))
			pages.uint(uint64(len(lists.buf) - at))
			if len(pages.buf)-start >= pageSize {
				closePage()
			}
			return nil
		})
		if err != nil {
			return err
		}
		closePage()
		var head encoder
		head.uint(uint64(numPages))
		s := secTables + 3*section(k)
		if err := b.section(s, head.buf, index.buf); err != nil {
			return err
		}
		if err := b.section(s+1, pages.buf); err != nil {
			return err
		}
		if err := b.section(s+2, lists.buf); err != nil {
			return err
		}
	}
	return nil
}

// table reads one kind.
type table struct {
	blocks  *blockFile
	index   section // pages and lists follow it
	numDocs int

	once   sync.Once
	err    error
	firsts []string
	places []int64 // offset of each page, and the end of the last
}

func (t *table) load() error {
	t.once.Do(func() {
		buf, err := t.blocks.whole(t.index)
		if err != nil {
			t.err = err
			return
		}
		d := decoder{buf: buf}
		n := d.count()
		t.firsts = make([]string, 0, n)
		t.places = make([]int64, 1, n+1)
		for range n {
			t.firsts = append(t.firsts, d.string())
			t.places = append(t.places, t.places[len(t.places)-1]+int64(d.uint()&(1<<40-1)))
		}
		t.err = d.end()
	})
	return t.err
}

// entry is where the list of a key lies.
type entry struct{ df, off, size uint64 }

// find gives the entry of a key, df 0 when there is none.
func (t *table) find(key string) (entry, error) {
	if err := t.load(); err != nil {
		return entry{}, err
	}
	i := sort.Search(len(t.firsts), func(i int) bool { return t.firsts[i] > key }) - 1
	if i < 0 {
		return entry{}, nil
	}
	p, err := t.page(i)
	if err != nil {
		return entry{}, err
	}
	var found entry
	j := sort.Search(p.n, func(j int) bool {
		k, e := p.entry(j)
		if k == key {
			found = e
		}
		return k >= key
	})
	if j == p.n {
		found = entry{}
	}
	return found, p.err
}

// page is one page, its entries not yet decoded.
type page struct {
	buf []byte
	at  []byte
	n   int
	err error
}

func (t *table) page(i int) (*page, error) {
	buf, err := t.blocks.section(t.index+1, t.places[i], t.places[i+1]-t.places[i])
	if err != nil {
		return nil, err
	}
	return openPage(buf)
}

func openPage(buf []byte) (*page, error) {
	bad := fmt.Errorf("bad page in snapshot: %w", ErrStale)
	if len(buf) < 4 {
		return nil, bad
	}
	n := int64(binary.LittleEndian.Uint32(buf[len(buf)-4:]))
	end := int64(len(buf)) - 4 - 4*n
	if end < 0 {
		return nil, bad
	}
	return &page{buf: buf[:end], at: buf[end : len(buf)-4], n: int(n)}, nil
}

// entry decodes entry j. The key points into the page's text.
func (p *page) entry(j int) (string, entry) {
	at := binary.LittleEndian.Uint32(p.at[4*j:])
	if int64(at) > int64(len(p.buf)) {
		p.err = fmt.Errorf("bad page in snapshot: %w", ErrStale)
		return "", entry{}
	}
	d := decoder{buf: p.buf[at:]}
	key := d.string()
	e := entry{df: d.uint(), off: d.uint(), size: d.uint()}
	if d.err != nil {
		p.err = d.err
	}
	return key, e
}

// postings reads the list of an entry and checks it: ascending, within the documents, as many as promised.
func (t *table) postings(e entry) ([]Posting, error) {
	if e.df == 0 {
		return nil, nil
	}
	if e.off > 1<<40 || e.size > 1<<40 {
		return nil, fmt.Errorf("bad list in snapshot: %w", ErrStale)
	}
	buf, err := t.blocks.section(t.index+2, int64(e.off), int64(e.size))
	if err != nil {
		return nil, err
	}
	return decodePostings(nil, buf, e.df, t.numDocs)
}

// decodePostings appends a list to out.
func decodePostings(out []Posting, buf []byte, df uint64, numDocs int) ([]Posting, error) {
	if df > uint64(len(buf)) {
		return nil, fmt.Errorf("bad list in snapshot: %w", ErrStale)
	}
	d := decoder{buf: buf}
	out = slices.Grow(out, int(df))
	last := uint64(0)
	for i := range df {
		v := d.uint()
		doc := last + v>>fieldBits
		if d.err == nil && (doc >= uint64(numDocs) || i > 0 && doc <= last) {
			d.fail("list")
		}
		out = append(out, Posting{Doc: int(doc), Fields: Field(v & fieldMask)})
		last = doc
	}
	return out, d.end()
}

// each walks all keys, reading pages and lists in one go.
func (t *table) each(yield func(string, []Posting) error) error {
	if err := t.load(); err != nil {
		return err
	}
	pages, err := t.blocks.whole(t.index + 1)
	if err != nil {
		return err
	}
	lists, err := t.blocks.whole(t.index + 2)
	if err != nil {
		return err
	}
	bad := fmt.Errorf("bad table in snapshot: %w", ErrStale)
	var posts []Posting
	for i := range t.firsts {
		if t.places[i+1] > int64(len(pages)) {
			return bad
		}
		p, err := openPage(pages[t.places[i]:t.places[i+1]])
		if err != nil {
			return err
		}
		for j := range p.n {
			key, e := p.entry(j)
			if p.err != nil {
				return p.err
			}
			if e.off > uint64(len(lists)) || e.size > uint64(len(lists))-e.off {
				return bad
			}
			if posts, err = decodePostings(posts[:0], lists[e.off:e.off+e.size], e.df, t.numDocs); err != nil {
				return err
			}
			if err := yield(key, posts); err != nil {
				return err
			}
		}
	}
	return nil
}

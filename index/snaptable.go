package index

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

// A table of a snapshot: sorted keys in pages, and the first key of each page in an index that is
// read whole on first use. A look-up reads one page and one list.
//
//	lists   df varints each: distance to the document before << 3 | fields
//	page    entries: key, df, offset and length of the list in lists (varints)
//	        then the offset of each entry, uint32, and the number of entries, uint32
//	index   varint number of pages; each: first key, length of the page in bytes
const pageSize = 3 << 10

// The sections of a table.
const (
	tableLists section = iota
	tablePages
	tableIndex
	tableParts
)

// writeTables writes every table but the superseded ids. Lists are the bulk and go straight to the file.
func writeTables(b *blockWriter, docs store) error {
	for k := range kind(numTables) {
		w := tableWriter{}
		first := secTables + tableParts*section(k)
		b.begin(first + tableLists)
		start := b.off
		err := docs.each(k, func(key string, posts []Posting) error {
			w.list.buf = w.list.buf[:0]
			encodePostings(&w.list, posts)
			w.add(key, entry{df: uint64(len(posts)), off: uint64(b.off - start), size: uint64(len(w.list.buf))})
			_, err := b.Write(w.list.buf)
			return err
		})
		if err != nil {
			return err
		}
		b.end(first + tableLists)
		w.closePage()
		if err := b.section(first+tablePages, w.pages.buf); err != nil {
			return err
		}
		var head encoder
		head.uint(uint64(w.numPages))
		if err := b.section(first+tableIndex, head.buf, w.index.buf); err != nil {
			return err
		}
	}
	return nil
}

// tableWriter collects pages and their index.
type tableWriter struct {
	list, pages, index encoder
	first              string   // first key of the open page
	entries            []uint32 // its entries, from the start of the page
	start, numPages    int
}

func (w *tableWriter) add(key string, e entry) {
	if len(w.entries) == 0 {
		w.first = strings.Clone(key)
	}
	w.entries = append(w.entries, uint32(len(w.pages.buf)-w.start))
	w.pages.string(key)
	w.pages.uint(e.df)
	w.pages.uint(e.off)
	w.pages.uint(e.size)
	if len(w.pages.buf)-w.start >= pageSize {
		w.closePage()
	}
}

func (w *tableWriter) closePage() {
	if len(w.entries) == 0 {
		return
	}
	for _, at := range w.entries {
		w.pages.uint32(at)
	}
	w.pages.uint32(uint32(len(w.entries)))
	w.index.string(w.first)
	w.index.uint(uint64(len(w.pages.buf) - w.start))
	w.start, w.entries = len(w.pages.buf), w.entries[:0]
	w.numPages++
}

// table reads one kind.
type table struct {
	blocks  *blockFile
	first   section // its sections follow each other
	numDocs int

	once   sync.Once
	err    error
	firsts []string
	places []int64 // offset of each page, and the end of the last
}

func (t *table) load() error {
	t.once.Do(func() {
		buf, err := t.blocks.whole(t.first + tableIndex)
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
	buf, err := t.blocks.section(t.first+tablePages, t.places[i], t.places[i+1]-t.places[i])
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
	buf, err := t.blocks.section(t.first+tableLists, int64(e.off), int64(e.size))
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
	pages, err := t.blocks.whole(t.first + tablePages)
	if err != nil {
		return err
	}
	lists, err := t.blocks.whole(t.first + tableLists)
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

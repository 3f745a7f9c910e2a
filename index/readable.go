package index

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
)

// readableDocs is the size up to which the readable files are written on every refresh.
const readableDocs = 1000

// The readable files are for people and other tools; no recall reads them. Each is whole, sorted, and
// carries the digest of the state it shows:
//
//	search.json    {"source_digest", "chunks": {ID: {"title", "node", "terms", "synonyms", "superseded_by"?, "tombstoned"?}}}
//	hitwords.json  {"source_digest", "hit_words": {WORD: [ID of a chunk or node]}}
//	projects.json  {"source_digest", "nodes": {NODE: {"state", "path", "title"}}, "epochs": {NUMBER: {"state", "chunks"}}}
//
// terms are the index terms of title and hit words; synonyms the other words of the built-in groups and of
// retrieval_aliases that lead to the same chunk.
type readableFile struct {
	path   string
	render func(v *View, e *jsonWriter) error
}

func readableFiles() []readableFile {
	return []readableFile{
		{"index/search.json", renderSearch},
		{"index/hitwords.json", renderHitWords},
		{"index/projects.json", renderProjects},
	}
}

// writeReadable writes the files that are not yet of the view's digest, with full all of them: that the head of one
// fits says nothing about the rest.
func (o *Options) writeReadable(v *View, full bool) error {
	for _, f := range readableFiles() {
		if !full && o.hasReadable(f.path, v.Digest) {
			continue
		}
		if err := o.publish(f.path, func(w io.Writer) error { return renderReadable(w, v, f) }); err != nil {
			return err
		}
	}
	return nil
}

// readableHead is how a readable file begins.
func readableHead(d memory.Digest) []byte {
	return []byte("{\n  \"source_digest\": \"" + string(d) + "\",\n")
}

// hasReadable looks only at the head of the file.
func (o *Options) hasReadable(path string, d memory.Digest) bool {
	f, err := openPlain(o.Dir, path)
	if err != nil {
		return false
	}
	defer f.Close()
	want := readableHead(d)
	have := make([]byte, len(want))
	_, err = io.ReadFull(f, have)
	return err == nil && bytes.Equal(have, want)
}

func renderReadable(w io.Writer, v *View, f readableFile) error {
	buf := bufio.NewWriterSize(w, 1<<16)
	// The encoder leaves <, > and & as they are, so that people can read the words.
	e := &jsonWriter{enc: jsontext.NewEncoder(buf, jsontext.WithIndent("  "))}
	e.open()
	e.key("source_digest").str(string(v.Digest))
	if err := f.render(v, e); err != nil {
		return err
	}
	e.close()
	return cmp.Or(e.err, buf.Flush())
}

// jsonWriter keeps the first error of an encoder.
type jsonWriter struct {
	enc *jsontext.Encoder
	err error
}

func (e *jsonWriter) token(t jsontext.Token) {
	if e.err == nil {
		e.err = e.enc.WriteToken(t)
	}
}

func (e *jsonWriter) open()        { e.token(jsontext.BeginObject) }
func (e *jsonWriter) close()       { e.token(jsontext.EndObject) }
func (e *jsonWriter) str(s string) { e.token(jsontext.String(s)) }

func (e *jsonWriter) key(s string) *jsonWriter {
	e.str(s)
	return e
}

func (e *jsonWriter) list(words []string) {
	e.token(jsontext.BeginArray)
	for _, w := range words {
		e.str(w)
	}
	e.token(jsontext.EndArray)
}

func renderSearch(v *View, e *jsonWriter) error {
	docs := v.corpus.source
	terms, err := turn(docs, kindTerm, inHead)
	if err != nil {
		return err
	}
	others, err := otherWords(docs, v.Config.RetrievalAliases)
	if err != nil {
		return err
	}
	e.key("chunks").open()
	last := memory.ID("")
	for i := range docs.NumDocs() {
		d, err := docs.Doc(i)
		if err != nil {
			return err
		}
		if d.ID == last { // one id in two files: verify tells
			continue
		}
		last = d.ID
		e.key(string(d.ID)).open()
		e.key("title").str(d.Title)
		e.key("node").str(string(d.Node))
		var words []string
		for _, ref := range terms.byDoc[i] {
			words = append(words, terms.keys[ref>>fieldBits])
		}
		e.key("terms").list(words)
		slices.Sort(others[i])
		e.key("synonyms").list(slices.Compact(others[i]))
		if next := docs.Successors(i); len(next) > 0 {
			var ids []string
			for _, n := range next {
				ids = append(ids, string(docs.docID(n)))
			}
			e.key("superseded_by").list(ids)
		}
		if d.Tombstoned {
			e.key("tombstoned").token(jsontext.True)
		}
		e.close()
	}
	e.close()
	return nil
}

// inHead says that a term stands in the title or a hit word.
func inHead(p Posting) bool { return p.Fields&(FieldTitle|FieldHitWords) != 0 }

// otherWords gives, by document, the words that mean the same as one in its title or hit words.
func otherWords(docs store, aliases [][]string) (map[int][]string, error) {
	groups := slices.Concat(aliases, query.Groups())
	out := make(map[int][]string)
	for _, group := range groups {
		has := make(map[int][]bool) // by document: which words of the group it has
		for w, word := range group {
			found, err := docsWith(docs, query.Cut(word))
			if err != nil {
				return nil, err
			}
			for _, i := range found {
				if has[i] == nil {
					has[i] = make([]bool, len(group))
				}
				has[i][w] = true
			}
		}
		for i, words := range has {
			for w, there := range words {
				if !there {
					out[i] = append(out[i], group[w])
				}
			}
		}
	}
	return out, nil
}

// docsWith lists the documents whose title and hit words have all of the terms.
func docsWith(docs store, terms []string) ([]int, error) {
	var out []int
	for n, term := range terms {
		posts, err := docs.Postings(term)
		if err != nil {
			return nil, err
		}
		here := docsOf(slices.DeleteFunc(posts, func(p Posting) bool { return !inHead(p) }))
		if n > 0 {
			here = slices.DeleteFunc(here, func(i int) bool { _, both := slices.BinarySearch(out, i); return !both })
		}
		out = here
	}
	return out, nil
}

func renderHitWords(v *View, e *jsonWriter) error {
	ids := make(map[string][]string)
	add := func(word, id string) {
		if !slices.Contains(ids[word], id) {
			ids[word] = append(ids[word], id)
		}
	}
	for _, n := range v.Directory.Nodes() {
		for _, w := range n.HitWords {
			add(w, string(n.ID))
		}
	}
	for i := range v.corpus.NumDocs() {
		words, err := v.corpus.source.hitWords(i)
		if err != nil {
			return err
		}
		for _, w := range words {
			add(w, string(v.corpus.source.docID(i)))
		}
	}
	e.key("hit_words").open()
	for _, w := range sortedKeys(ids) {
		e.key(w).list(ids[w])
	}
	e.close()
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func renderProjects(v *View, e *jsonWriter) error {
	e.key("nodes").open()
	for _, n := range v.Directory.Nodes() {
		state := n.State
		if _, revoked := v.Tombstones[string(n.ID)]; revoked {
			state = memory.Tombstoned
		}
		e.key(string(n.ID)).open()
		e.key("state").str(string(state))
		e.key("path").str(n.Path)
		e.key("title").str(n.Note)
		e.close()
	}
	e.close()
	epochs, err := v.epochs()
	if err != nil {
		return err
	}
	e.key("epochs").open()
	for _, ep := range epochs {
		e.key(strconv.Itoa(ep.number)).open()
		e.key("state").str(ep.state())
		e.key("chunks").token(jsontext.Int(int64(len(ep.docs))))
		e.close()
	}
	e.close()
	return nil
}

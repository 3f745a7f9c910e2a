package index

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"
)

// maxDiffs bounds what VerifyIndex tells of each file; one wrong row often means thousands.
const maxDiffs = 100

// VerifyIndex builds everything anew in memory from the truth and compares the derived files with it, row by
// row: recall.idx with what lies over it, the engine's store, and those readable files that claim to be
// of the present state. Stat records are not compared, they differ between machines. It writes nothing and takes no lock.
//
// diffs holds one line a difference, beginning with the file's path; none means that all is well. The error
// is that of Open: the truth could not be read.
func VerifyIndex(ctx context.Context, o Options) (diffs []string, err error) {
	if o.Readable != nil {
		if err := o.Readable(); err != nil {
			return nil, err
		}
	}
	l := &loader{dir: o.Dir, stat: o.stater(), count: true}
	truth, err := l.load(ctx, emptyBase())
	if err != nil {
		return nil, err
	}
	v := newView(truth, o, o.readFile)
	snapshotDiffs, err := o.verifySnapshot(ctx, l, truth)
	if err != nil {
		return nil, err
	}
	diffs = append(diffs, snapshotDiffs...)
	diffs = append(diffs, o.verifyEngine(ctx, v)...)
	for _, f := range readableFiles() {
		diffs = append(diffs, o.verifyReadable(v, f)...)
	}
	return diffs, nil
}

func (o *Options) verifySnapshot(ctx context.Context, l *loader, truth *state) ([]string, error) {
	b, closer, err := openLayers(o.Dir)
	if err != nil {
		return []string{SnapshotPath + ": " + unusable(err)}, nil
	}
	defer closeQuietly(closer)
	for i, name := range []string{SnapshotPath, DeltaPath}[:len(b.layers)] {
		if err := b.layers[i].verify(); err != nil {
			return []string{name + ": " + unusable(err)}, nil
		}
	}
	st, err := l.load(ctx, b)
	if errors.Is(err, ErrStale) {
		return []string{SnapshotPath + ": " + unusable(err)}, nil
	}
	if err != nil {
		return nil, err
	}
	return compareRows(SnapshotPath, rows(truth), rows(st)), nil
}

// unusable says why a derived file can't be compared.
func unusable(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "missing"
	}
	return "not usable: " + err.Error()
}

func (o *Options) verifyEngine(ctx context.Context, v *View) []string {
	if o.Engine == nil {
		return nil
	}
	have, err := o.Engine.Dump(ctx, o.Dir)
	if err != nil {
		return []string{FTSPath + ": " + unusable(err)}
	}
	return compareRows(FTSPath, sorted(o.Engine.DumpCorpus(v.corpus)), sorted(have))
}

func (o *Options) verifyReadable(v *View, f readableFile) []string {
	if !o.hasReadable(f.path, v.Digest) {
		return nil // it says itself that it is of another state
	}
	have, err := readPlain(o.Dir, f.path)
	if err != nil {
		return []string{f.path + ": " + unusable(err)}
	}
	var want bytes.Buffer
	if err := renderReadable(&want, v, f); err != nil {
		return []string{f.path + ": " + err.Error()}
	}
	return compareRows(f.path, lines(want.Bytes()), lines(have))
}

// row is one line of a comparison. Rows of one sequence ascend by section, then key.
type row struct {
	section int
	key     string
	text    string
}

// lines gives the lines of a file; they stand in their own order.
func lines(data []byte) iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		n := 0
		for line := range bytes.Lines(data) {
			if !yield(row{section: n, text: strings.TrimSuffix(string(line), "\n")}, nil) {
				return
			}
			n++
		}
	}
}

// sorted gives lines that are sorted themselves.
func sorted(seq iter.Seq2[string, error]) iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		for line, err := range seq {
			if !yield(row{key: line, text: line}, err) {
				return
			}
		}
	}
}

var errStop = errors.New("stop")

// rows gives a state as lines: digest, what is known beside documents, documents, and the tables.
func rows(st *state) iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		emit := func(section int, key, format string, args ...any) error {
			if !yield(row{section: section, key: key, text: fmt.Sprintf(format, args...)}, nil) {
				return errStop
			}
			return nil
		}
		if err := emitRows(st, emit); err != nil && !errors.Is(err, errStop) {
			yield(row{}, err)
		}
	}
}

func emitRows(st *state, emit func(section int, key, format string, args ...any) error) error {
	if err := emit(0, "", "digest %s", st.digest); err != nil {
		return err
	}
	for _, f := range st.meta.tombstones {
		if err := emit(1, f.path, "tombstones of %s: %+v", f.path, f.items); err != nil {
			return err
		}
	}
	for _, f := range st.meta.problems {
		if err := emit(2, f.path, "problems of %s: %+v", f.path, f.problems); err != nil {
			return err
		}
	}
	for i := range st.docs.NumDocs() {
		d, err := st.docs.Doc(i)
		if err != nil {
			return err
		}
		words, err := st.docs.hitWords(i)
		if err != nil {
			return err
		}
		err = emit(3, fmt.Sprintf("%09d", i),
			"document %d: %s %s sha256:%x node %s epoch %d topic %d title %q created %q request %q supersedes %q tombstoned %t edited %t tokens %d hit words %q",
			i, d.ID, d.Path, d.Sum, d.Node, d.Epoch, d.Topic, d.Title, d.CreatedAt, d.RequestID, d.Supersedes, d.Tombstoned, d.Edited, d.Tokens, words)
		if err != nil {
			return err
		}
	}
	for k, name := range []string{"term", "hit word", "request", "superseded"} {
		err := st.docs.each(kind(k), func(key string, posts []Posting) error {
			return emit(4+k, key, "%s %q: %v", name, key, posts)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// compareRows tells where two sequences differ.
func compareRows(path string, want, have iter.Seq2[row, error]) []string {
	var diffs []string
	nextWant, stopWant := iter.Pull2(want)
	defer stopWant()
	nextHave, stopHave := iter.Pull2(have)
	defer stopHave()
	w, errW, okW := nextWant()
	h, errH, okH := nextHave()
	for okW || okH {
		if err := errors.Join(errW, errH); err != nil {
			return append(diffs, path+": "+unusable(err))
		}
		if len(diffs) >= maxDiffs {
			return append(diffs, path+": and perhaps more")
		}
		order := cmp.Or(cmp.Compare(w.section, h.section), strings.Compare(w.key, h.key))
		if !okW {
			order = 1
		} else if !okH {
			order = -1
		}
		if order <= 0 && (order < 0 || w.text != h.text) {
			diffs = append(diffs, path+": missing: "+clip(w.text))
		}
		if order >= 0 && (order > 0 || w.text != h.text) {
			diffs = append(diffs, path+": not in the truth: "+clip(h.text))
		}
		if order <= 0 {
			w, errW, okW = nextWant()
		}
		if order >= 0 {
			h, errH, okH = nextHave()
		}
	}
	return diffs
}

// clip keeps a line of people's own words short.
func clip(s string) string {
	const limit = 240
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}

// verify reads every block.
func (b *blockFile) verify() error {
	const step = 256
	for first := int64(0); first*blockSize < b.body; first += step {
		last := min(first+step, (b.body+blockSize-1)/blockSize) - 1
		if _, err := b.blocks(first, last); err != nil {
			return err
		}
	}
	return nil
}

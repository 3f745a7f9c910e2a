package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/faultfs"
)

func TestAddTakesSecretsOutOfEveryField(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	const secret = "ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R"
	added := mustAdd(t, s, Draft{
		Title: "t " + secret, HitWords: []string{"w " + secret}, Conclusion: "c " + secret, Source: "s " + secret,
		RequestID: "r " + secret, Extra: []memory.Member{{Key: "note", Value: jsontext.Value(`{"a":["` + secret + `"]}`)}},
	})
	if !added.Redacted {
		t.Error("Redacted is false")
	}
	if again := mustAdd(t, s, Draft{
		Title: "t " + secret, HitWords: []string{"w " + secret}, Conclusion: "c " + secret, Source: "s " + secret, RequestID: "r " + secret,
	}); !again.Duplicate || again.Chunk.ID != added.Chunk.ID {
		t.Error("the comparison of a request does not come after redaction")
	}
	if err := s.Milestone(t.Context(), "m "+secret); err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1", Note: "n " + secret, HitWords: []string{secret}}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Tombstone(t.Context(), "S1", "because "+secret); err != nil {
		t.Fatal(err)
	}
	if err := s.Audit(AuditEntry{Kind: "hit", Query: "q " + secret, Reason: secret}); err != nil {
		t.Fatal(err)
	}
	for p, data := range mem.Files(testDir) {
		if strings.Contains(data, secret) {
			t.Errorf("%s holds the secret", p)
		}
	}
}

func TestSecretsAreFoundBesideTheirNames(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	const secret = "Tr0ub4dor3x9"
	added := mustAdd(t, s, Draft{Title: "password:\n" + secret, Conclusion: "c", Extra: []memory.Member{
		{Key: "db_password", Value: jsontext.Value(`"` + secret + `"`)},
		{Key: "env", Value: jsontext.Value(`[1, {"api_key": "` + secret + `", "kept": "words"}]`)},
		{Key: "plain", Value: jsontext.Value(`{ "a" : 1.50 }`)},
	}})
	if !added.Redacted || strings.Contains(string(added.Chunk.Encode()), secret) {
		t.Errorf("stored %s", added.Chunk.Encode())
	}
	if !strings.Contains(string(added.Chunk.Encode()), `"words"`) || !strings.Contains(string(added.Chunk.Encode()), `1.50`) {
		t.Errorf("too much is gone: %s", added.Chunk.Encode())
	}
	check(t, truth(mem))
}

func TestAddStoresTextAsGiven(t *testing.T) {
	s := open(t, newMemory(t, 50))
	nfc, nfd := "caf\u00e9", "cafe\u0301"
	added := mustAdd(t, s, Draft{Title: nfc, HitWords: []string{nfd, " ", nfd, nfc}, Conclusion: "\r\n  a\r\nb \t\r\n\r\n", Source: "one\ntwo"})
	c := added.Chunk
	if c.Title != nfc || !slices.Equal(c.HitWords, []string{nfd, nfc}) || c.Conclusion != "  a\nb" || c.Source != "one two" {
		t.Errorf("stored %q %q %q %q", c.Title, c.HitWords, c.Conclusion, c.Source)
	}
}

func TestTimesAreReadAsFarAsTheyMakeSense(t *testing.T) {
	s := open(t, newMemory(t, 50))
	for given, want := range map[string]string{
		"2026-05-11T08:30:00.1234Z": "2026-05-11T08:30:00.123Z",
		"2026-05-11T08:30:00+08:00": "2026-05-11T00:30:00.000Z",
		" 2026-05-11 08:30:00 ":     "2026-05-11T08:30:00.000Z",
		"2020-01-02":                "2020-01-02T00:00:00.000Z",
		"2020-02":                   "2020-02-01T00:00:00.000Z",
		"2020":                      "2020-01-01T00:00:00.000Z",
		"2014-19-19":                "2014-01-01T00:00:00.000Z",
		"2014-02-31":                "2014-02-01T00:00:00.000Z",
		"2014-02-03 or so":          "2014-02-03T00:00:00.000Z",
		"2014-02-03T25:00:00Z":      "2014-02-03T00:00:00.000Z",
	} {
		d := draft(1)
		d.CreatedAt = given
		c := mustAdd(t, s, d).Chunk
		if c.CreatedAt != want {
			t.Errorf("%q became %s", given, c.CreatedAt)
		}
		kept := strings.Contains(string(c.Encode()), fmt.Sprintf("%q: %q", givenTime, given))
		if inexact := strings.HasPrefix(given, "2014"); inexact != kept {
			t.Errorf("%q is kept: %v", given, kept)
		}
	}
	for _, given := range []string{"yesterday", "20140202", "14-02-03", "-", "2014x"} {
		d := draft(1)
		d.CreatedAt = given
		if _, err := s.Add(t.Context(), d); !errors.Is(err, ErrRefused) {
			t.Errorf("%q: %v", given, err)
		}
	}
}

func TestAddAgainWithTheSameRequest(t *testing.T) {
	s := open(t, newMemory(t, 2))
	first := mustAdd(t, s, Draft{Title: "caf\u00e9", HitWords: []string{"a", "b"}, Conclusion: "x", RequestID: "r-1"})
	old := mustAdd(t, s, draft(1))
	mustAdd(t, s, Draft{Title: "new", Conclusion: "y", Supersedes: []string{"1"}, RequestID: "r-2"})
	same := Draft{Title: "cafe\u0301", HitWords: []string{"b", "a"}, Conclusion: "x\n", RequestID: "r-1", CreatedAt: "2020-01-01"}

	check := func(when string) {
		t.Helper()
		if got := mustAdd(t, s, same); !got.Duplicate || got.Chunk.ID != first.Chunk.ID || got.Path != first.Path {
			t.Errorf("%s: got %+v", when, got)
		}
	}
	check("superseded")
	if _, _, err := s.Tombstone(t.Context(), string(first.Chunk.ID), "wrong"); err != nil {
		t.Fatal(err)
	}
	check("tombstoned")
	if again := mustAdd(t, s, Draft{Title: "new", Conclusion: "y", Supersedes: []string{string(first.Chunk.ID)}, RequestID: "r-2"}); !again.Duplicate {
		t.Error("a repeated supersede is no duplicate")
	}

	for field, change := range map[string]func(*Draft){
		"title":      func(d *Draft) { d.Title = "other" },
		"hit_words":  func(d *Draft) { d.HitWords = []string{"a"} },
		"conclusion": func(d *Draft) { d.Conclusion = "z" },
		"source":     func(d *Draft) { d.Source = "elsewhere" },
		"node":       func(d *Draft) { d.Node = "P1" },
		"supersedes": func(d *Draft) { d.Supersedes = []string{string(old.Chunk.ID)} },
	} {
		d := same
		change(&d)
		before := len(truth(memOf(s)))
		_, err := s.Add(t.Context(), d)
		var conflict *RequestConflictError
		if !errors.As(err, &conflict) || !errors.Is(err, ErrRequestConflict) || conflict.Existing != first.Chunk.ID || !slices.Equal(conflict.Fields, []string{field}) {
			t.Errorf("%s: %v", field, err)
		}
		if len(truth(memOf(s))) != before {
			t.Errorf("%s: a conflict wrote something", field)
		}
	}
}

func TestAddRefuses(t *testing.T) {
	s := open(t, newMemory(t, 50))
	if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1", Note: "side"}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Tombstone(t.Context(), "S1", "done"); err != nil {
		t.Fatal(err)
	}
	mustAdd(t, s, draft(1))
	mustAdd(t, s, draft(2))
	mustAdd(t, s, Draft{Title: "three", Conclusion: "x", Supersedes: []string{"1"}})
	if _, _, err := s.Tombstone(t.Context(), "2", "wrong"); err != nil {
		t.Fatal(err)
	}
	before := truth(memOf(s))
	for name, c := range map[string]struct {
		draft Draft
		say   string
	}{
		"no title":            {Draft{Conclusion: "c"}, "title"},
		"no conclusion":       {Draft{Title: "t", Conclusion: " \n"}, "conclusion"},
		"long title":          {Draft{Title: strings.Repeat("x", 201), Conclusion: "c"}, "200"},
		"bad UTF-8":           {Draft{Title: "t", Conclusion: "\xff"}, "UTF-8"},
		"bad time":            {Draft{Title: "t", Conclusion: "c", CreatedAt: "yesterday"}, "created_at"},
		"unknown node":        {Draft{Title: "t", Conclusion: "c", Node: "M7"}, "no node M7"},
		"tombstoned node":     {Draft{Title: "t", Conclusion: "c", Node: "S1"}, "tombstoned"},
		"missing target":      {Draft{Title: "t", Conclusion: "c", Supersedes: []string{"77"}}, "77"},
		"itself":              {Draft{Title: "t", Conclusion: "c", Supersedes: []string{"4"}}, "4"},
		"tombstoned target":   {Draft{Title: "t", Conclusion: "c", Supersedes: []string{"2"}}, "tombstoned"},
		"superseded already":  {Draft{Title: "t", Conclusion: "c", Supersedes: []string{"1"}}, "chunk_0003"},
		"bad unknown value":   {Draft{Title: "t", Conclusion: "c", Extra: []memory.Member{{Key: "k", Value: jsontext.Value("{")}}}, "JSON"},
		"unknown key is ours": {Draft{Title: "t", Conclusion: "c", Extra: []memory.Member{{Key: "title", Value: jsontext.Value("1")}}}, "title"},
	} {
		_, err := s.Add(t.Context(), c.draft)
		if !errors.Is(err, ErrRefused) || !strings.Contains(fmt.Sprint(err), c.say) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if after := truth(memOf(s)); len(before) != len(after) {
		t.Errorf("a refused write left something:\n%s", differences(before, after))
	}
	// A refused write costs no number, and both heads at once end the chain cleanly.
	if got := mustAdd(t, s, Draft{Title: "four", Conclusion: "x", Supersedes: []string{"1", "3"}}); got.Chunk.ID.Number() != 4 {
		t.Errorf("got %s", got.Chunk.ID)
	}
}

func TestEpochRollsOverWithoutAnEdit(t *testing.T) {
	mem := newMemory(t, 2)
	s := open(t, mem)
	for i := 1; i <= 5; i++ {
		before := truth(mem)
		added := mustAdd(t, s, draft(i))
		if c := added.Chunk; c.ID.Number() != i || c.Epoch != (i+1)/2 || c.Topic != (i+1)%2+1 || added.NewEpoch != (i == 3 || i == 5) {
			t.Errorf("chunk %d: %s epoch %d topic %d new %v", i, c.ID, c.Epoch, c.Topic, added.NewEpoch)
		}
		after := truth(mem)
		for p, data := range before {
			if after[p] != data {
				t.Errorf("chunk %d changed %s", i, p)
			}
		}
	}
	if got := truth(mem)["history/epoch_03/framework.md"]; got != string(memory.Framework(3)) {
		t.Errorf("framework.md is %q", got)
	}
	check(t, truth(mem))
}

func TestNumberIsNeverGivenTwice(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	first := mustAdd(t, s, draft(1))
	second := mustAdd(t, s, draft(2))
	bad := "<<<<<<< HEAD\n"
	mem.Write(at(first.Path), []byte(bad))
	if err := mem.Remove(at(second.Path)); err != nil { // as git rm, or another branch
		t.Fatal(err)
	}
	if got := mustAdd(t, s, draft(3)); got.Chunk.ID.Number() != 3 {
		t.Errorf("a removed chunk's number was given again: %s", got.Chunk.ID)
	}
	if got := truth(mem)[first.Path]; got != bad {
		t.Error("a bad file was overwritten")
	}
	// Without the counter, names alone decide: in any case, good or bad.
	for name, want := range map[string]int{
		"chunks/epoch_01/Chunk_0008-xxxxxxxx.JSON": 9, "chunks/chunk_0012.json": 13, "tombstones/chunk_0020-00000000.json": 21, "chunks/epoch_01/chunk_0033-cut": 34,
	} {
		copy := mem.Clone()
		if err := copy.Remove(filepath.FromSlash(testCounter)); err != nil {
			t.Fatal(err)
		}
		if err := copy.Mkdir(at("tombstones")); err != nil {
			t.Fatal(err)
		}
		copy.Write(at(name), []byte("?"))
		if got := mustAdd(t, open(t, copy), draft(4)); got.Chunk.ID.Number() != want {
			t.Errorf("beside %s: %s", name, got.Chunk.ID)
		}
	}
}

// sandbox is a file system on which git's folder cannot be written.
type sandbox struct {
	*faultfs.Mem
	err error
}

func (f sandbox) Mkdir(name string) error {
	if strings.Contains(name, ".git") {
		return &fs.PathError{Op: "mkdir", Path: name, Err: f.err}
	}
	return f.Mem.Mkdir(name)
}

func (f sandbox) TryLock(name string) (io.Closer, error) {
	if strings.Contains(name, ".git") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: f.err}
	}
	return f.Mem.TryLock(name)
}

func TestAddWorksWhereTheCounterCannotBeWritten(t *testing.T) {
	for _, cause := range []error{syscall.EROFS, syscall.EACCES, syscall.EPERM} {
		fsys := sandbox{newMemory(t, 50), cause}
		s := open(t, fsys)
		mustAdd(t, s, draft(1))
		if got := mustAdd(t, s, draft(2)); got.Chunk.ID.Number() != 2 {
			t.Errorf("%v: got %s", cause, got.Chunk.ID)
		}
		// What the counter says still counts where it can be read.
		if err := fsys.Mem.Mkdir(filepath.FromSlash("/repo/.git/hfa")); err != nil {
			t.Fatal(err)
		}
		fsys.Write(filepath.FromSlash(testCounter), []byte("41\n"))
		if got := mustAdd(t, s, draft(3)); got.Chunk.ID.Number() != 42 {
			t.Errorf("%v: got %s", cause, got.Chunk.ID)
		}
	}
	fsys := sandbox{newMemory(t, 50), syscall.EIO}
	if _, err := open(t, fsys).Add(t.Context(), draft(1)); !errors.Is(err, syscall.EIO) {
		t.Errorf("a broken disk is taken for a sandbox: %v", err)
	}
}

func TestAddFollowsLegacyTree(t *testing.T) {
	mem := newMemory(t, 2)
	old := `{"id":"chunk_0007","epoch":2,"topic":1,"node":"M1","title":"旧","conclusion":"旧的。","hit_words":["旧"],"created_at":"2025-01-01"}`
	if err := mem.Mkdir(at("chunks")); err != nil {
		t.Fatal(err)
	}
	mem.Write(at("chunks/chunk_0007.json"), []byte(old))
	s := open(t, mem)
	got := mustAdd(t, s, Draft{Title: "新", Conclusion: "新的。", Supersedes: []string{"chunk_0007"}})
	if got.Chunk.ID.Number() != 8 || got.Chunk.Epoch != 2 || got.Chunk.Topic != 2 || !slices.Equal(got.Chunk.Supersedes, []memory.ID{"chunk_0007"}) {
		t.Errorf("got %+v", got.Chunk)
	}
	if truth(mem)["chunks/chunk_0007.json"] != old {
		t.Error("an old file was rewritten")
	}
}

// fakeLookup answers for a memory and counts how often it is asked.
type fakeLookup struct {
	s     *Store
	stale bool
	asked int
}

func (l *fakeLookup) paths(match func(memory.StoredChunk) bool) (paths []string, err error) {
	l.asked++
	n, err := l.s.names()
	if err != nil {
		return nil, err
	}
	chunks, err := l.s.readChunks(n.chunks)
	for _, c := range chunks {
		if match(c) != l.stale {
			paths = append(paths, c.Path)
		}
	}
	return paths, err
}

func (l *fakeLookup) ByRequestID(_ context.Context, id string) ([]string, error) {
	return l.paths(func(c memory.StoredChunk) bool { return c.RequestID == id })
}

func (l *fakeLookup) Successors(_ context.Context, id memory.ID) ([]string, error) {
	return l.paths(func(c memory.StoredChunk) bool { return slices.Contains(c.Supersedes, id) })
}

func TestLookupGivesTheSameAnswers(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	first := mustAdd(t, s, Draft{Title: "a", Conclusion: "a", RequestID: "r-1"})
	second := mustAdd(t, s, Draft{Title: "b", Conclusion: "b", Supersedes: []string{"1"}})
	for _, stale := range []bool{false, true} {
		lookup := &fakeLookup{s: s, stale: stale}
		opts := options(mem)
		opts.Lookup = lookup
		with, err := Open(opts)
		if err != nil {
			t.Fatal(err)
		}
		if got := mustAdd(t, with, Draft{Title: "a", Conclusion: "a", RequestID: "r-1"}); !got.Duplicate || got.Chunk.ID != first.Chunk.ID {
			t.Errorf("stale %v: %+v", stale, got)
		}
		if stale {
			break // a successor index has no way to be checked; it must be fresh
		}
		if _, err := with.Add(t.Context(), Draft{Title: "c", Conclusion: "c", Supersedes: []string{"1"}}); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), string(second.Chunk.ID)) {
			t.Errorf("got %v", err)
		}
		if lookup.asked < 3 {
			t.Errorf("the lookup was asked %d times", lookup.asked)
		}
	}
}

func TestUnambiguousPrefixOnly(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	added := mustAdd(t, s, draft(1))
	twin := added.Chunk // as a merge brings it: the same number, another tag
	twin.Title = "other"
	twin.Seal(1)
	mem.Write(at(memory.ChunkPath(1, twin.ID)), twin.Encode())
	_, err := s.Add(t.Context(), Draft{Title: "t", Conclusion: "c", Supersedes: []string{"1"}})
	var ambiguous *memory.AmbiguousError
	if !errors.As(err, &ambiguous) || len(ambiguous.Candidates) != 2 || !errors.Is(err, ErrRefused) {
		t.Errorf("got %v", err)
	}
	if got := mustAdd(t, s, Draft{Title: "t", Conclusion: "c", Supersedes: []string{string(twin.ID)}}); got.Chunk.ID.Number() != 2 {
		t.Errorf("got %s", got.Chunk.ID)
	}
}

package store

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
)

// lost is the file of a chunk that another work tree wrote.
func lost(title string) (p string, data []byte) {
	c := memory.Chunk{Schema: memory.Schema, Epoch: 3, Topic: 1, Node: "M1", Title: title, HitWords: []string{"x"}, Conclusion: title, CreatedAt: "2026-01-02T03:04:05.000Z"}
	c.Seal(7)
	return memory.ChunkPath(3, c.ID), c.Encode()
}

func TestRestoreWritesWhatWentAndReplacesNothing(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	p, data := lost("came back")
	if err := s.Restore(t.Context(), p, data); err != nil {
		t.Fatal(err)
	}
	if got := truth(mem); got[p] != string(data) || got[memory.FrameworkPath(3)] != string(memory.Framework(3)) {
		t.Errorf("%q\nframework %q", got[p], got[memory.FrameworkPath(3)])
	}
	mem.Write(at(memory.FrameworkPath(3)), []byte("words of a person\n"))
	other, otherData := lost("of the same epoch")
	if err := s.Restore(t.Context(), other, otherData); err != nil {
		t.Fatal(err)
	}
	record := memory.Tombstone{Schema: memory.Schema, Target: "chunk_0007-k3f9qz7m", Reason: "wrong", CreatedAt: "2026-01-02T03:04:05.000Z"}
	if err := s.Restore(t.Context(), record.Path(), record.Encode()); err != nil {
		t.Fatal(err)
	}
	before := truth(mem)
	if before[memory.FrameworkPath(3)] != "words of a person\n" || before[record.Path()] != string(record.Encode()) {
		t.Errorf("framework %q, tombstone %q", before[memory.FrameworkPath(3)], before[record.Path()])
	}
	for _, again := range []string{p, record.Path()} {
		if err := s.Restore(t.Context(), again, []byte(before[again])); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s a second time: %v", again, err)
		}
	}
	if got := differences(before, truth(mem)); got != "" {
		t.Errorf("changed:\n%s", got)
	}
	// The number is taken from then on.
	if added := mustAdd(t, s, draft(1)); added.Chunk.ID.Number() != 8 {
		t.Errorf("the next chunk is %s", added.Chunk.ID)
	}
}

func TestRestoreRefuses(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	before := truth(mem)
	p, data := lost("a title")
	secret, secretData := lost("use ghp_" + "0123456789abcdefghijABCDEFGHIJ012345")
	for name, tt := range map[string]struct {
		path string
		data []byte
		want error
	}{
		"cut":               {p, data[:len(data)/2], memory.ErrCorrupt},
		"changed":           {p, bytes.ReplaceAll(data, []byte("title"), []byte("tilte")), memory.ErrCorrupt},
		"another name":      {strings.Replace(p, "0007", "0008", 1), data, memory.ErrCorrupt},
		"no tombstone":      {"tombstones/chunk_0007-k3f9qz7m-00000000.json", []byte("{}"), memory.ErrCorrupt},
		"a secret":          {secret, secretData, ErrRefused},
		"another file":      {memory.DirectoryPath, []byte("x"), ErrRefused},
		"outside":           {"../chunks/epoch_03/x.json", data, ErrRefused},
		"outside, by parts": {"chunks/../../x.json", data, memory.ErrCorrupt},
	} {
		if err := s.Restore(t.Context(), tt.path, tt.data); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	if got := differences(before, truth(mem)); got != "" {
		t.Errorf("changed:\n%s", got)
	}
}

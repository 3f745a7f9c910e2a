package store

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory"
)

const conflicted = "<<<<<<< ours\n"

func TestReplaceWritesOverAConflictAndNothingElse(t *testing.T) {
	mem := newMemory(t, 50)
	good := []byte(truth(mem)[memory.DirectoryPath])
	mem.Write(at(memory.DirectoryPath), []byte(conflicted))
	if _, err := Replace(t.Context(), options(mem), memory.DirectoryPath, good, good); err == nil || truth(mem)[memory.DirectoryPath] != conflicted {
		t.Errorf("what changed meanwhile was replaced: %v", err)
	}
	if _, err := Replace(t.Context(), options(mem), memory.DirectoryPath, nil, good); err == nil || truth(mem)[memory.DirectoryPath] != conflicted {
		t.Errorf("what came meanwhile was replaced: %v", err)
	}
	written, err := Replace(t.Context(), options(mem), memory.DirectoryPath, []byte(conflicted), good)
	if err != nil || !bytes.Equal(written, good) || truth(mem)[memory.DirectoryPath] != string(good) {
		t.Fatalf("%q, %v", written, err)
	}
	// A sparse checkout may have left a file out.
	if err := mem.Remove(at(memory.ConfigPath)); err != nil {
		t.Fatal(err)
	}
	if _, err := Replace(t.Context(), options(mem), memory.ConfigPath, nil, []byte("{}\n")); err != nil || truth(mem)[memory.ConfigPath] != "{}\n" {
		t.Fatal(err)
	}
}

func TestReplaceRefuses(t *testing.T) {
	mem := newMemory(t, 50)
	before := truth(mem)
	for path, data := range map[string]string{
		memory.DirectoryPath: conflicted, memory.ConfigPath: `{"lang": 1}`,
		memory.ChunksDir + "/epoch_01/chunk_0001-aaaaaaaa.json": "{}", "../x": "x", "history/stream.md": "x",
	} {
		if _, err := Replace(t.Context(), options(mem), path, []byte(before[path]), []byte(data)); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := differences(before, truth(mem)); got != "" {
		t.Errorf("changed:\n%s", got)
	}
}

func TestReplaceTakesSecretsOut(t *testing.T) {
	const secret = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"
	mem := newMemory(t, 50)
	dir, data, err := open(t, mem).directory()
	if err != nil {
		t.Fatal(err)
	}
	dir.Put(memory.Node{ID: "S1", Path: "branches/s1.md", State: memory.Active, Note: "use " + secret, HitWords: []string{"word"}})
	written, err := Replace(t.Context(), options(mem), memory.DirectoryPath, data, dir.Encode())
	if err != nil {
		t.Fatal(err)
	}
	after, err := memory.ParseDirectory(written)
	if err != nil {
		t.Fatal(err)
	}
	if node, ok := after.Node("S1"); !ok || strings.Contains(node.Note, secret) || len(node.HitWords) != 1 {
		t.Errorf("%+v", node)
	}
	if truth(mem)[memory.DirectoryPath] != string(written) {
		t.Error("other bytes were written than returned")
	}
	// A secret in a path cannot go without another meaning of the row.
	dir.Put(memory.Node{ID: "S1", Path: "branches/" + secret + ".md", State: memory.Active})
	if _, err := Replace(t.Context(), options(mem), memory.DirectoryPath, written, dir.Encode()); !errors.Is(err, ErrRefused) {
		t.Errorf("%v", err)
	}
}

func TestReplaceWaitsForTheLock(t *testing.T) {
	dir, s := onDisk(t)
	data, err := s.read(memory.DirectoryPath)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := folderLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Replace(t.Context(), Options{Dir: dir, Wait: 50 * time.Millisecond}, memory.DirectoryPath, data, data); !isLocked(err) {
		t.Errorf("%v", err)
	}
	lock.Close()
	if _, err := Replace(t.Context(), Options{Dir: dir}, memory.DirectoryPath, data, data); err != nil {
		t.Error(err)
	}
}

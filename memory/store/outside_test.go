package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// onDisk makes a memory on the file system of the machine with one chunk, one node and
// one milestone, and a Store on it.
func onDisk(t *testing.T) (dir string, s *Store) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "memory")
	opts := Options{Dir: dir, Now: clock(), Wait: 2 * time.Second}
	if err := Init(t.Context(), opts, InitOptions{}); err != nil {
		t.Fatal(err)
	}
	s, err := Open(opts)
	if err != nil {
		t.Fatal(err)
	}
	mustAdd(t, s, draft(1))
	if err := s.Milestone(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	return dir, s
}

// writeEachWay writes in every way there is. What a way refuses is its own affair.
func writeEachWay(t *testing.T, s *Store) {
	t.Helper()
	_, _ = s.Add(t.Context(), draft(2))
	_, _, _ = s.Tombstone(t.Context(), "1", "why")
	_ = s.Milestone(t.Context(), "two")
	_ = s.WriteViews(t.Context(), []View{{Path: "history/epoch_01/summaries.md", Data: []byte("x")}})
	_, _ = s.Recover(t.Context())
	_ = s.Audit(AuditEntry{Kind: "hit", Query: "q"})
}

func TestALinkLeadsNoWriteOutOfTheMemory(t *testing.T) {
	for _, name := range []string{
		".hfa-tx", ".hfa.lock", "chunks", "chunks/epoch_01", "tombstones", "history", "history/epoch_01",
		"history/epoch_01/summaries.md", "history/stream.md", "history/access.jsonl", "config.json", "directory.md", "tombstones.jsonl",
	} {
		t.Run(name, func(t *testing.T) {
			dir, s := onDisk(t)
			outside := filepath.Join(t.TempDir(), "outside")
			target := filepath.Join(dir, filepath.FromSlash(name))
			info, err := os.Lstat(target)
			switch {
			case err == nil && !info.IsDir():
				err = os.Rename(target, outside)
			case err == nil || errors.Is(err, os.ErrNotExist):
				if err = os.RemoveAll(target); err == nil {
					err = os.MkdirAll(outside, 0o777)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if info == nil || info.IsDir() {
				for _, file := range []string{"pack", "new", "somebody.txt", "chunk_0009.json"} {
					if err := os.WriteFile(filepath.Join(outside, file), []byte("somebody's"), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := os.Symlink(outside, target); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
			before := snapshotOf(t, outside)
			writeEachWay(t, s)
			after := snapshotOf(t, outside)
			for file, data := range before {
				if after[file] != data {
					t.Errorf("%s was %q and is %q", file, data, after[file])
				}
			}
			if len(after) != len(before) {
				t.Errorf("there were %d files outside, and are %d", len(before), len(after))
			}
		})
	}
}

// snapshotOf reads every file below path, which may be a file itself.
func snapshotOf(t *testing.T, path string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(path, func(p string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		files[p] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

//go:build unix

package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestAPipeInPlaceOfAFileMakesNobodyWait(t *testing.T) {
	for _, name := range []string{
		"config.json", "directory.md", "tombstones.jsonl", ".hfa.lock", ".hfa-transaction.json", ".hfa-tx/pack",
		"history/epoch_01/summaries.md", "history/stream.md", "history/access.jsonl", "tombstones/chunk_0001-00000000-00000000.json",
	} {
		t.Run(name, func(t *testing.T) {
			dir, s := onDisk(t)
			target := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.RemoveAll(target); err != nil {
				t.Fatal(err)
			}
			if err := unix.Mkfifo(target, 0o666); err != nil {
				t.Skipf("no pipes here: %v", err)
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				writeEachWay(t, s)
				_ = CheckReadable(nil, dir)
			}()
			select {
			case <-done:
			case <-time.After(20 * time.Second):
				t.Fatal("somebody waits for the pipe")
			}
		})
	}
}

package main

import (
	"os"
	"testing"
	"time"
)

// tempDir is a folder for one test. What the hook started may still write to the index in it when the test is over, so
// it is taken away in several tries.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "hfa-hook-test-")
	if err == nil {
		err = os.Chmod(dir, 0o755) // some tests run the hook as another user
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		var err error
		for range 100 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Errorf("the folder of the test cannot be removed: %v", err)
	})
	return dir
}

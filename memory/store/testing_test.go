package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/faultfs"
	"github.com/git-hfa/git-hfa/memory/store/internal/vfs"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Where the memory and the counter are on a file system in memory.
const (
	testRoot    = "/repo"
	testDir     = "/repo/memory"
	testCounter = "/repo/.git/hfa/m.counter"
)

// clock gives times one second apart, so that files are the same in every run. It may
// be asked by several goroutines.
func clock() func() time.Time {
	t := time.Date(2026, 5, 11, 8, 30, 0, 123e6, time.UTC)
	var mu sync.Mutex
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		t = t.Add(time.Second)
		return t
	}
}

func options(fsys FS) Options {
	return Options{Dir: filepath.FromSlash(testDir), FS: fsys, Counter: filepath.FromSlash(testCounter), Now: clock(), Wait: 2 * time.Second}
}

func at(p string) string { return filepath.Join(filepath.FromSlash(testDir), filepath.FromSlash(p)) }

// open opens the memory on fsys; its clock starts anew.
func open(t testing.TB, fsys FS) *Store {
	t.Helper()
	s, err := Open(options(fsys))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// newMemory makes a memory in memory whose epochs hold size chunks.
func newMemory(t testing.TB, size int) *faultfs.Mem {
	t.Helper()
	mem := faultfs.NewMem(testRoot)
	if err := mem.Mkdir(filepath.FromSlash("/repo/.git")); err != nil {
		t.Fatal(err)
	}
	if err := Init(t.Context(), options(mem), InitOptions{Lang: "zh"}); err != nil {
		t.Fatal(err)
	}
	config := memory.DefaultConfig()
	config.Lang = "zh"
	config.MaxTopicsPerEpoch = size
	mem.Write(at("config.json"), config.Encode())
	return mem
}

func draft(i int) Draft {
	return Draft{Title: fmt.Sprint("编码修复 ", i), HitWords: []string{"GBK乱码"}, Conclusion: fmt.Sprint("使用 UTF-8 写入和解码。", i)}
}

func mustAdd(t testing.TB, s *Store, d Draft) Added {
	t.Helper()
	added, err := s.Add(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// truth is every file of the memory but those of the machinery and the audit log.
func truth(mem *faultfs.Mem) map[string]string {
	files := mem.Files(testDir)
	for p := range files {
		if strings.HasPrefix(p, ".hfa") || strings.HasPrefix(p, auditName) {
			delete(files, p)
		}
	}
	return files
}

// check loads the memory and fails on everything that verify calls an error.
func check(t testing.TB, files map[string]string) *memory.Tree {
	t.Helper()
	fsys := fstest.MapFS{}
	for p, data := range files {
		fsys[p] = &fstest.MapFile{Data: []byte(data), Mode: 0o644}
	}
	return checkFS(t, fsys)
}

func checkFS(t testing.TB, fsys fs.FS) *memory.Tree {
	t.Helper()
	tree, err := memory.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range append(tree.Problems, memory.Verify(tree)...) {
		if problem.Severity == memory.SeverityError {
			t.Errorf("%s: %s: %s", problem.Path, problem.Code, problem.Message)
		}
	}
	return tree
}

// memOf gives the file system of a store that open made on one in memory.
func memOf(s *Store) *faultfs.Mem { return s.fsys.(*faultfs.Mem) }

// folderLock holds the lock of a memory on disk as another process does.
func folderLock(dir string) (io.Closer, error) { return vfs.OS{}.TryLock(filepath.Join(dir, lockName)) }

func isLocked(err error) bool { return errors.Is(err, ErrLocked) }

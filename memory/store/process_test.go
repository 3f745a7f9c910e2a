package store

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/memory"
)

// The test binary is also the other process: -child says what it does, in -child.dir.
var (
	childRole = flag.String("child", "", "be another process: add or mix")
	childDir  = flag.String("child.dir", "", "folder of the memory, for -child")
	childName = flag.String("child.name", "", "name of this process, for -child")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if *childRole == "" {
		os.Exit(m.Run())
	}
	if err := child(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func diskOptions(dir string) Options {
	return Options{Dir: filepath.Join(dir, "memory"), Counter: filepath.Join(dir, "counter"), Wait: time.Minute}
}

const writesEach = 50

func child() error {
	s, err := Open(diskOptions(*childDir))
	if err != nil {
		return err
	}
	ctx := context.Background()
	if *childRole == "add" {
		for i := range writesEach {
			if _, err := s.Add(ctx, draft(i)); err != nil {
				return err
			}
		}
		return nil
	}
	return mix(ctx, s)
}

// mix writes until it is killed, and says what was acknowledged.
func mix(ctx context.Context, s *Store) error {
	for i := 0; ; i++ {
		name := fmt.Sprintf("%s-%d", *childName, i)
		added, err := s.Add(ctx, Draft{Title: "add " + name, Conclusion: "x"})
		if err != nil {
			return err
		}
		fmt.Println("chunk", added.Chunk.ID)
		rows := make([]Row, 5)
		for r := range rows {
			rows[r] = Row{Ref: fmt.Sprint(name, "/", r), Line: r + 1, Draft: Draft{Title: "import " + name, Conclusion: fmt.Sprint(r)}}
		}
		imported, err := s.Import(ctx, rows, nil)
		if err != nil {
			return err
		}
		for _, row := range imported {
			fmt.Println("chunk", row.ID)
		}
		if _, _, err := s.Tombstone(ctx, string(added.Chunk.ID), "wrong"); err != nil {
			return err
		}
		fmt.Println("tombstone", added.Chunk.ID)
	}
}

func childCommand(role, dir, name string) *exec.Cmd {
	return exec.Command(os.Args[0], "-child", role, "-child.dir", dir, "-child.name", name)
}

func newDiskMemory(t *testing.T, size int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := Init(t.Context(), diskOptions(dir), InitOptions{}); err != nil {
		t.Fatal(err)
	}
	config := memory.DefaultConfig()
	config.MaxTopicsPerEpoch = size
	if err := os.WriteFile(filepath.Join(dir, "memory", "config.json"), config.Encode(), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEightProcessesLoseNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts 8 processes")
	}
	dir := newDiskMemory(t, 50)
	const processes = 8
	var running []*exec.Cmd
	for i := range processes {
		cmd := childCommand("add", dir, fmt.Sprint(i))
		cmd.Stderr = new(bytes.Buffer)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, cmd)
	}
	for _, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, cmd.Stderr)
		}
	}
	tree := checkFS(t, os.DirFS(filepath.Join(dir, "memory")))
	numbers := map[int]bool{}
	for _, c := range tree.Chunks {
		numbers[c.ID.Number()] = true
	}
	if len(tree.Chunks) != processes*writesEach || len(numbers) != processes*writesEach || !numbers[processes*writesEach] {
		t.Errorf("%d chunks with %d numbers", len(tree.Chunks), len(numbers))
	}
	epochs := map[int]int{}
	for _, c := range tree.Chunks {
		epochs[c.Epoch]++
	}
	for epoch, n := range epochs {
		if n != 50 {
			t.Errorf("epoch %d holds %d chunks", epoch, n)
		}
	}
}

func TestKilledProcessLeavesAllOrNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes for seconds")
	}
	dir := newDiskMemory(t, 4)
	chunks, tombstones := map[string]bool{}, map[string]bool{}
	for round := range 25 {
		cmd := childCommand("mix", dir, fmt.Sprint("p", round))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(10+rand.N(90))*time.Millisecond, func() { cmd.Process.Kill() })
		for lines := bufio.NewScanner(out); lines.Scan(); {
			switch kind, id, ok := strings.Cut(lines.Text(), " "); {
			case ok && kind == "chunk":
				chunks[id] = true
			case ok && kind == "tombstone":
				tombstones[id] = true
			}
		}
		cmd.Wait() // killed
		timer.Stop()
		if stderr.Len() > 0 {
			t.Fatalf("round %d: %s", round, &stderr)
		}
		memoryDir := filepath.Join(dir, "memory")
		if err := CheckReadable(nil, memoryDir); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		tree := checkFS(t, os.DirFS(memoryDir))
		checkAcknowledged(t, tree, chunks, tombstones)
	}
	t.Logf("%d chunks and %d tombstones acknowledged", len(chunks), len(tombstones))
}

func checkAcknowledged(t *testing.T, tree *memory.Tree, chunks, tombstones map[string]bool) {
	t.Helper()
	there, numbers, imports := map[string]bool{}, map[int]bool{}, map[string]int{}
	for _, c := range tree.Chunks {
		there[string(c.ID)] = true
		if numbers[c.ID.Number()] {
			t.Errorf("number %d was given twice", c.ID.Number())
		}
		numbers[c.ID.Number()] = true
		if strings.HasPrefix(c.Title, "import ") {
			imports[c.Title]++
		}
	}
	revoked := map[string]bool{}
	for _, record := range tree.Tombstones {
		revoked[record.Target] = true
	}
	for id := range chunks {
		if !there[id] {
			t.Errorf("%s was acknowledged and is gone", id)
		}
	}
	for id := range tombstones {
		if !revoked[id] {
			t.Errorf("the tombstone of %s was acknowledged and is gone", id)
		}
	}
	for title, n := range imports {
		if n != 5 {
			t.Errorf("%q has %d of 5 chunks", title, n)
		}
	}
}

func TestWaitingForTheLockEnds(t *testing.T) {
	dir := newDiskMemory(t, 50)
	opts := diskOptions(dir)
	lock, err := folderLock(opts.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	opts.Wait = 50 * time.Millisecond
	s, err := Open(opts)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Add(t.Context(), draft(1))
	if err == nil || !strings.Contains(err.Error(), lockName) || !isLocked(err) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := s.Add(ctx, draft(1)); err != context.DeadlineExceeded {
		t.Errorf("got %v", err)
	}
	lock.Close()
	mustAdd(t, s, draft(1))
}

func TestGoroutinesShareAStore(t *testing.T) {
	s := open(t, newMemory(t, 5))
	done := make(chan error)
	for i := range 20 {
		go func() {
			_, err := s.Add(t.Context(), draft(i))
			done <- err
		}()
	}
	for range 20 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if tree := check(t, truth(memOf(s))); len(tree.Chunks) != 20 || tree.Chunks[19].ID.Number() != 20 {
		t.Errorf("%d chunks", len(tree.Chunks))
	}
}

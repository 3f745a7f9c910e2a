package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/faultfs"
)

// scenario is one write on a memory that is there already.
type scenario struct {
	name  string
	epoch int // chunks an epoch holds
	setUp func(t testing.TB, s *Store)
	write func(ctx context.Context, s *Store) error
}

func scenarios() []scenario {
	add := func(n int) func(testing.TB, *Store) {
		return func(t testing.TB, s *Store) {
			for i := range n {
				mustAdd(t, s, draft(i))
			}
		}
	}
	return []scenario{
		{"first add", 3, add(0), func(ctx context.Context, s *Store) error { _, err := s.Add(ctx, draft(9)); return err }},
		{"add", 3, add(2), func(ctx context.Context, s *Store) error {
			d := draft(9)
			d.RequestID, d.Supersedes = "r-9", []string{"1"}
			_, err := s.Add(ctx, d)
			return err
		}},
		{"roll-over", 3, add(3), func(ctx context.Context, s *Store) error { _, err := s.Add(ctx, draft(9)); return err }},
		{"import", 3, add(2), func(ctx context.Context, s *Store) error {
			_, err := s.Import(ctx, []Row{
				{Ref: "a", Line: 1, Draft: draft(10)},
				{Ref: "b", Line: 2, Draft: Draft{Title: "b", Conclusion: "b", Supersedes: []string{"c"}}},
				{Ref: "c", Line: 3, Draft: draft(12)},
			}, nil)
			return err
		}},
		{"tombstone chunk", 3, add(2), func(ctx context.Context, s *Store) error { _, _, err := s.Tombstone(ctx, "2", "wrong"); return err }},
		{"tombstone node", 3, func(t testing.TB, s *Store) {
			if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1", Note: "旧工具链", HitWords: []string{"IDE 配置"}}); err != nil {
				t.Fatal(err)
			}
		}, func(ctx context.Context, s *Store) error { _, _, err := s.Tombstone(ctx, "S1", "done"); return err }},
		{"focus", 3, func(t testing.TB, s *Store) {
			if _, err := s.AddNode(t.Context(), memory.Node{ID: "M2", Note: "two"}); err != nil {
				t.Fatal(err)
			}
		}, func(ctx context.Context, s *Store) error { return s.Focus(ctx, "M2") }},
		{"node add", 3, add(1), func(ctx context.Context, s *Store) error {
			_, err := s.AddNode(ctx, memory.Node{ID: "S1", Note: "a | b"})
			return err
		}},
		{"replace", 3, add(1), func(ctx context.Context, s *Store) error {
			dir, data, err := s.directory()
			if err != nil {
				return err
			}
			dir.Put(memory.Node{ID: "S1", Path: "main/m1.md", State: memory.Paused})
			_, err = Replace(ctx, s.opts, memory.DirectoryPath, data, dir.Encode())
			return err
		}},
		{"restore", 3, add(1), func(ctx context.Context, s *Store) error {
			p, data := lost("came back")
			return s.Restore(ctx, p, data)
		}},
		{"first milestone", 3, add(1), func(ctx context.Context, s *Store) error { return s.Milestone(ctx, "released") }},
		{"milestone", 3, func(t testing.TB, s *Store) {
			if err := s.Milestone(t.Context(), "begun"); err != nil {
				t.Fatal(err)
			}
		}, func(ctx context.Context, s *Store) error { return s.Milestone(ctx, "released") }},
	}
}

// prepare gives the memory before a scenario and the truth after it.
func prepare(t *testing.T, sc scenario) (base *faultfs.Mem, before, after map[string]string) {
	t.Helper()
	base = newMemory(t, sc.epoch)
	sc.setUp(t, open(t, base))
	// As in a fresh clone: the staging folder is not there yet.
	if err := errors.Join(base.Remove(at(stagingDir)), base.SyncDir(at("."))); err != nil {
		t.Fatal(err)
	}
	before = truth(base)
	full := base.Clone()
	if err := sc.write(t.Context(), open(t, full)); err != nil {
		t.Fatal(err)
	}
	after = truth(full)
	if maps.Equal(before, after) {
		t.Fatal("the scenario writes nothing")
	}
	check(t, after)
	return base, before, after
}

// settle recovers as the next writer would and says whether all or nothing is there.
func settle(t *testing.T, mem *faultfs.Mem, before, after map[string]string) (all bool) {
	t.Helper()
	s := open(t, mem)
	if _, err := s.Recover(t.Context()); err != nil {
		t.Fatalf("recover: %v", err)
	}
	if pending, err := s.Pending(); err != nil || pending {
		t.Fatalf("still pending after recovery: %v", err)
	}
	if err := CheckReadable(mem, s.dir); err != nil {
		t.Fatal(err)
	}
	switch now := truth(mem); {
	case maps.Equal(now, after):
		return true
	case !maps.Equal(now, before):
		t.Fatalf("neither all nor nothing:\n%s", differences(before, now))
	}
	return false
}

func differences(a, b map[string]string) string {
	var out strings.Builder
	for _, p := range slices.Sorted(maps.Keys(b)) {
		if a[p] != b[p] {
			fmt.Fprintf(&out, "+ %s\n", p)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(a)) {
		if _, ok := b[p]; !ok {
			fmt.Fprintf(&out, "- %s\n", p)
		}
	}
	return out.String()
}

func TestWriteIsAllOrNothingWhenAnOperationFails(t *testing.T) {
	for _, sc := range scenarios() {
		for _, done := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s done=%v", sc.name, done), func(t *testing.T) {
				base, before, after := prepare(t, sc)
				for i := 0; ; i++ {
					mem := base.Clone()
					fault := &faultfs.Fault{FS: mem, Root: testDir, FailAt: i, Done: done}
					var err error
					if s, openErr := Open(options(fault)); openErr != nil {
						err = openErr
					} else {
						err = sc.write(t.Context(), s)
					}
					all := settle(t, mem, before, after)
					if err == nil && !all {
						t.Fatalf("operation %d (%s) failed, the write said nothing and is not there", i, fault.Log[i])
					}
					if !fault.Failed() {
						if err != nil {
							t.Fatal(err)
						}
						break
					}
					if err != nil && !errors.Is(err, faultfs.ErrInjected) && !errors.Is(err, ErrNoMemory) {
						t.Fatalf("operation %d (%s): the error hides its cause: %v", i, fault.Log[i], err)
					}
				}
			})
		}
	}
}

func TestWriteIsAllOrNothingWhenPowerFails(t *testing.T) {
	for _, sc := range scenarios() {
		t.Run(sc.name, func(t *testing.T) {
			base, before, after := prepare(t, sc)
			for i := 0; ; i++ {
				mem := base.Clone()
				fault := &faultfs.Fault{FS: mem, Root: testDir, FailAt: i, Dead: true}
				var err error
				if s, openErr := Open(options(fault)); openErr != nil {
					err = openErr
				} else {
					err = sc.write(t.Context(), s)
				}
				for seed := range uint64(8) {
					r := rand.New(rand.NewPCG(seed, uint64(i)))
					crashed := mem.Crash(func() bool { return seed == 0 || seed != 1 && r.IntN(2) == 0 })
					switch _, pending := crashed.Files(testDir)[manifestName]; {
					case pending && !fault.Failed():
						t.Fatal("a finished transaction comes back after a power failure")
					case pending && seed < 2:
						settleThroughCrashes(t, crashed, before, after)
					}
					if all := settle(t, crashed, before, after); err == nil && !all {
						t.Fatalf("power failed after %d operations: what was written and acknowledged is gone", i)
					}
				}
				if !fault.Failed() {
					break
				}
			}
		})
	}
}

// settleThroughCrashes stops recovery itself at every operation.
func settleThroughCrashes(t *testing.T, pending *faultfs.Mem, before, after map[string]string) {
	t.Helper()
	for i := 0; ; i++ {
		mem := pending.Clone()
		fault := &faultfs.Fault{FS: mem, Root: testDir, FailAt: i, Dead: true}
		if s, err := Open(options(fault)); err == nil {
			s.Recover(t.Context())
		}
		for _, keep := range []bool{false, true} {
			settle(t, mem.Crash(func() bool { return keep }), before, after)
		}
		if !fault.Failed() {
			return
		}
	}
}

func TestInitIsAllOrNothing(t *testing.T) {
	for _, dead := range []bool{false, true} {
		for i := 0; ; i++ {
			mem := faultfs.NewMem(testRoot)
			fault := &faultfs.Fault{FS: mem, Root: testDir, FailAt: i, Dead: dead}
			err := Init(t.Context(), options(fault), InitOptions{})
			after := mem
			if dead {
				after = mem.Crash(func() bool { return i%2 == 0 })
			}
			err2 := Init(t.Context(), options(after), InitOptions{})
			if err2 != nil && !errors.Is(err2, ErrExists) {
				t.Fatalf("operation %d: init again: %v", i, err2)
			}
			if err == nil && err2 == nil {
				t.Fatalf("operation %d: what init acknowledged is gone", i)
			}
			// Init again says that there is one already, and leaves it to the next
			// reader or writer to finish it.
			if err := CheckReadable(after, filepath.FromSlash(testDir)); err != nil {
				t.Fatal(err)
			}
			check(t, truth(after))
			if !fault.Failed() {
				break
			}
		}
	}
}

// The order of operations is the promise: temp, sync, rename, sync the folder; and for
// several files the manifest between.
func TestOperationsInOrder(t *testing.T) {
	for _, sc := range scenarios() {
		if sc.name != "add" && sc.name != "roll-over" && sc.name != "tombstone node" {
			continue
		}
		t.Run(sc.name, func(t *testing.T) {
			base, _, _ := prepare(t, sc)
			fault := &faultfs.Fault{FS: base, Root: testDir, FailAt: -1}
			if err := sc.write(t.Context(), open(t, fault)); err != nil {
				t.Fatal(err)
			}
			got := strings.Join(fault.Log, "\n") + "\n"
			golden := filepath.Join("testdata", "operations", strings.ReplaceAll(sc.name, " ", "_")+".golden")
			if *update {
				if err := os.MkdirAll(filepath.Dir(golden), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
				t.Errorf("operations changed; got:\n%s", got)
			}
		})
	}
}

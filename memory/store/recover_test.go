package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store/internal/faultfs"
)

// pendingTombstone gives a memory in which the transaction that tombstones S1 reached
// its commit point and nothing more.
func pendingTombstone(t testing.TB) *faultfs.Mem {
	t.Helper()
	mem := newMemory(t, 3)
	s := open(t, mem)
	mustAdd(t, s, draft(1))
	if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1", Note: "side"}); err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		try := mem.Clone()
		fault := &faultfs.Fault{FS: try, Root: testDir, FailAt: i, Dead: true}
		if s, err := Open(options(fault)); err == nil {
			s.Tombstone(t.Context(), "S1", "done")
		}
		if _, err := try.Lstat(at(manifestName)); err == nil {
			return try.Clone()
		}
		if !fault.Failed() {
			t.Fatal("the transaction never shows")
		}
	}
}

func tombstonePath(mem *faultfs.Mem) string {
	for p := range truth(mem) {
		if strings.HasPrefix(p, "tombstones/") {
			return p
		}
	}
	return ""
}

func TestRecoveryKeepsWhatSomebodyElseChanged(t *testing.T) {
	base := pendingTombstone(t)
	done := base.Clone()
	if report, err := open(t, done).Recover(t.Context()); err != nil || len(report.Created) != 1 || !slices.Equal(report.Replaced, []string{"directory.md"}) || report.Kept != nil {
		t.Fatalf("got %+v, %v", report, err)
	}
	record := tombstonePath(done)
	want := truth(done)

	for name, c := range map[string]struct {
		change func(mem *faultfs.Mem)
		kept   string
	}{
		"edited":  {func(mem *faultfs.Mem) { mem.Write(at("directory.md"), []byte("edited\n")) }, "directory.md"},
		"removed": {func(mem *faultfs.Mem) { mem.Remove(at("directory.md")) }, "directory.md"},
		"a link":  {func(mem *faultfs.Mem) { mem.Remove(at("directory.md")); mem.Link(at("directory.md")) }, "directory.md"},
		"taken": {func(mem *faultfs.Mem) {
			mem.Mkdir(at("tombstones"))
			mem.Write(at(record), []byte("somebody's"))
		}, record},
		"folder is a link": {func(mem *faultfs.Mem) { mem.Link(at("tombstones")) }, record},
	} {
		t.Run(name, func(t *testing.T) {
			mem := base.Clone()
			c.change(mem)
			before := truth(mem)
			s := newStore(options(mem))
			report, err := s.Recover(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(report.Kept, []string{c.kept}) {
				t.Errorf("kept %q", report.Kept)
			}
			after := truth(mem)
			if b, a := before[c.kept], after[c.kept]; a != b {
				t.Errorf("%s was %q and is %q", c.kept, b, a)
			}
			for p, data := range want {
				if p != c.kept && !strings.HasPrefix(c.kept, p) && after[p] != data {
					t.Errorf("%s is not finished", p)
				}
			}
			if log := mem.Files(testDir)[auditName]; !strings.Contains(log, "recovery") || !strings.Contains(log, c.kept) {
				t.Errorf("the audit log says %q", log)
			}
		})
	}
}

func TestNextWriterAndReaderFinishATransaction(t *testing.T) {
	base := pendingTombstone(t)
	for name, act := range map[string]func(mem *faultfs.Mem) error{
		"reader": func(mem *faultfs.Mem) error { return CheckReadable(mem, filepath.FromSlash(testDir)) },
		"writer": func(mem *faultfs.Mem) error { return open(t, mem).Milestone(t.Context(), "x") },
	} {
		mem := base.Clone()
		if err := act(mem); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if tombstonePath(mem) == "" || !strings.Contains(truth(mem)["directory.md"], "TOMBSTONED") {
			t.Errorf("%s: not finished", name)
		}
	}
	mem := base.Clone()
	lock, err := mem.TryLock(at(lockName))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	before := mem.Files(testDir)
	if err := CheckReadable(mem, filepath.FromSlash(testDir)); err != nil {
		t.Errorf("a reader beside a writer: %v", err)
	}
	if !maps.Equal(before, mem.Files(testDir)) {
		t.Error("a reader beside a writer changed something")
	}
}

func TestStagingWithoutManifestIsDropped(t *testing.T) {
	mem := newMemory(t, 3)
	mem.Write(at(packName), []byte("half a pa"))
	mem.Write(at(newFile), []byte("{"))
	s := open(t, mem)
	mustAdd(t, s, draft(1))
	for p := range mem.Files(testDir) {
		if strings.HasPrefix(p, stagingDir+"/") {
			t.Errorf("%s is left", p)
		}
	}
}

func TestDamagedTransactionIsRefusedUntilRepair(t *testing.T) {
	base := pendingTombstone(t)
	manifestOf := func(mem *faultfs.Mem) []byte { return []byte(mem.Files(testDir)[manifestName]) }
	for name, c := range map[string]struct {
		damage func(mem *faultfs.Mem)
		lost   int
	}{
		"cut manifest":   {func(mem *faultfs.Mem) { m := manifestOf(mem); mem.Write(at(manifestName), m[:len(m)/2]) }, 0},
		"empty manifest": {func(mem *faultfs.Mem) { mem.Write(at(manifestName), nil) }, 0},
		"foreign path": {func(mem *faultfs.Mem) {
			mem.Write(at(manifestName), bytes.ReplaceAll(manifestOf(mem), []byte("directory.md"), []byte("../directory.md")))
		}, 0},
		"no pack": {func(mem *faultfs.Mem) { mem.Remove(at(packName)) }, 2},
		"pack cut": {func(mem *faultfs.Mem) {
			p := mem.Files(testDir)[packName]
			mem.Write(at(packName), []byte(p[:len(p)-1]))
		}, 1},
		"pack has a flip": {func(mem *faultfs.Mem) {
			p := []byte(mem.Files(testDir)[packName])
			p[3] ^= 1
			mem.Write(at(packName), p)
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			mem := base.Clone()
			c.damage(mem)
			before := mem.Files(testDir)
			s := open(t, mem)
			if err := CheckReadable(mem, s.dir); !errors.Is(err, ErrRecovery) || !strings.Contains(err.Error(), "git hfa doctor --repair") {
				t.Errorf("a reader is told %v", err)
			}
			if _, err := s.Add(t.Context(), draft(2)); !errors.Is(err, ErrRecovery) {
				t.Errorf("a writer is told %v", err)
			}
			if _, err := s.Recover(t.Context()); !errors.Is(err, ErrRecovery) {
				t.Errorf("recover says %v", err)
			}
			if !maps.Equal(before, mem.Files(testDir)) {
				t.Errorf("something was touched:\n%s", differences(before, mem.Files(testDir)))
			}
			report, err := s.Repair(t.Context())
			if err != nil || len(report.Lost) != c.lost || report.Aside == "" {
				t.Fatalf("repair: %+v, %v", report, err)
			}
			if mem.Files(testDir)[report.Aside+"/manifest.json"] != before[manifestName] {
				t.Error("the manifest was not put aside")
			}
			mustAdd(t, s, draft(2))
			if _, ok := mem.Files(testDir)[report.Aside+"/manifest.json"]; !ok {
				t.Error("the next writer swept what was put aside")
			}
		})
	}
}

func TestRepairWithoutDamageRecovers(t *testing.T) {
	mem := pendingTombstone(t)
	report, err := open(t, mem).Repair(t.Context())
	if err != nil || len(report.Created) != 1 || report.Aside != "" {
		t.Errorf("got %+v, %v", report, err)
	}
}

func TestNewerManifestIsLeftAlone(t *testing.T) {
	mem := pendingTombstone(t)
	mem.Write(at(manifestName), []byte(`{"schema":2,"steps":[]}`))
	before := mem.Files(testDir)
	_, err := open(t, mem).Repair(t.Context())
	if !errors.Is(err, ErrRecovery) || !strings.Contains(err.Error(), "newer") {
		t.Errorf("got %v", err)
	}
	if !maps.Equal(before, mem.Files(testDir)) {
		t.Error("something was touched")
	}
}

func TestPathsOutsideAreRefused(t *testing.T) {
	for _, p := range []string{
		"", ".", "..", "../x", "/etc/passwd", "chunks", "chunks/../../x", "chunks//x", "chunks/./x", "index/fts.sqlite", ".git/config", "chunks/.git/config",
		"chunks/x\\..\\y", "C:/x", "chunks/c:x", "chunks/con.json", "chunks/LPT1", "chunks/x.", "chunks/x ", "chunks/\x00", "chunks/\xff", ".hfa.lock", ".hfa-tx/pack",
		"Directory.md", "CHUNKS/x.json", "config.json/x",
	} {
		if checkPath(p) == nil {
			t.Errorf("%q is taken", p)
		}
	}
	for _, p := range []string{"config.json", "directory.md", ".gitignore", ".gitattributes", "chunks/epoch_01/chunk_0001-00000000.json", "tombstones/s1-00000000.json", "history/stream.md", "main/设计.md", "main/come.md"} {
		if err := checkPath(p); err != nil {
			t.Error(err)
		}
	}
}

// Whatever a manifest says, recovery never panics, touches nothing outside, and either
// finishes or refuses and leaves all as it is.
func FuzzManifest(f *testing.F) {
	base := pendingTombstone(f)
	files := base.Files(testDir)
	good := files[manifestName]
	f.Add([]byte(good), []byte(files[packName]))
	f.Add([]byte(strings.ReplaceAll(good, "directory.md", "../../outside")), []byte(files[packName]))
	f.Add([]byte(strings.ReplaceAll(good, "directory.md", "tombstones/../../outside")), []byte(files[packName]))
	f.Add([]byte(strings.ReplaceAll(good, "tombstones/", "/tombstones/")), []byte(files[packName]))
	f.Add([]byte(strings.ReplaceAll(good, `"offset":0`, `"offset":9223372036854775807`)), []byte(files[packName]))
	f.Add([]byte(good[:len(good)/2]), []byte(nil))
	f.Add([]byte(`{"schema":1,"files":[{"path":"chunks/a","old":"absent","new":"`+string(hashOf(nil))+`","offset":0,"size":0}]}`), []byte(nil))
	f.Add([]byte(`null`), []byte(nil))
	f.Fuzz(func(t *testing.T, manifest, pack []byte) {
		mem := base.Clone()
		mem.Write(filepath.FromSlash("/repo/outside"), []byte("mine"))
		mem.Write(at(manifestName), manifest)
		mem.Write(at(packName), pack)
		before := mem.Files(testRoot)
		_, err := newStore(options(mem)).Recover(t.Context())
		after := mem.Files(testRoot)
		if err != nil {
			if !errors.Is(err, ErrRecovery) {
				t.Errorf("the error is %v", err)
			}
			if !maps.Equal(before, after) {
				t.Errorf("refused (%v), but something was touched:\n%s", err, differences(before, after))
			}
			return
		}
		var m struct{ Files []manifestFile }
		if err := json.Unmarshal(manifest, &m); err != nil {
			t.Fatalf("a manifest that is no JSON was taken: %v", err)
		}
		named := map[string]bool{}
		for _, file := range m.Files {
			named["memory/"+file.Path] = true
		}
		for p, data := range after {
			machinery := strings.HasPrefix(p, "memory/.hfa") || p == "memory/"+auditName
			if before[p] != data && !named[p] && !machinery {
				t.Errorf("%s was touched", p)
			}
		}
		for p := range before {
			if _, ok := after[p]; !ok && !strings.HasPrefix(p, "memory/.hfa") {
				t.Errorf("%s is gone", p)
			}
		}
	})
}

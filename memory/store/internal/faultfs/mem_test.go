package faultfs

import (
	"errors"
	"maps"
	"path/filepath"
	"testing"
)

// The crash tests of the store are worth what this file system forgets.
func TestCrashForgetsWhatWasNotSynced(t *testing.T) {
	at := func(name string) string { return filepath.Join(filepath.FromSlash("/d"), name) }
	write := func(m *Mem, name string, sync bool) {
		t.Helper()
		f, err := m.Create(at(name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(name)); err != nil {
			t.Fatal(err)
		}
		if sync {
			f.Sync()
		}
	}
	m := NewMem("/d")
	write(m, "content lost", false)
	write(m, "kept", true)
	write(m, "moved", true)
	if err := m.SyncDir(at(".")); err != nil {
		t.Fatal(err)
	}
	write(m, "name lost", true)
	if err := m.Rename(at("moved"), at("to")); err != nil {
		t.Fatal(err)
	}
	if err := m.Mkdir(at("folder")); err != nil {
		t.Fatal(err)
	}

	got := m.Crash(func() bool { return false }).Files("/d")
	if want := map[string]string{"content lost": "", "kept": "kept", "moved": "moved"}; !maps.Equal(got, want) {
		t.Errorf("a crash leaves %q", got)
	}
	got = m.Crash(func() bool { return true }).Files("/d")
	if want := map[string]string{"content lost": "content lost", "kept": "kept", "to": "moved", "name lost": "name lost"}; !maps.Equal(got, want) {
		t.Errorf("a lucky crash leaves %q", got)
	}
	if lock, err := m.TryLock(at("kept")); err != nil || lock == nil {
		t.Error(err)
	}
	if _, err := m.Crash(func() bool { return true }).TryLock(at("kept")); err != nil {
		t.Errorf("a lock outlives a crash: %v", err)
	}
}

func TestFaultFailsOneOperationOrAllAfter(t *testing.T) {
	for _, dead := range []bool{false, true} {
		f := &Fault{FS: NewMem("/d"), Root: "/d", FailAt: 1, Dead: dead}
		name := filepath.FromSlash("/d/x")
		if err := f.Mkdir(name); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Lstat(name); !errors.Is(err, ErrInjected) || !f.Failed() {
			t.Errorf("operation 1: %v", err)
		}
		if _, err := f.Lstat(name); dead != errors.Is(err, ErrInjected) {
			t.Errorf("dead %v: operation 2: %v", dead, err)
		}
	}
}

package vfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestRenameNewNeverReplaces(t *testing.T) {
	for name, rename := range map[string]func(oldName, newName string) error{"system": OS{}.RenameNew, "link": linkNew} {
		dir := filepath.Join(t.TempDir(), "目录 with blanks")
		if err := (OS{}).Mkdir(dir); err != nil {
			t.Fatal(err)
		}
		at := func(s string) string { return filepath.Join(dir, s) }
		for _, file := range []string{"a", "b"} {
			if err := os.WriteFile(at(file), []byte(file), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := rename(at("a"), at("b")); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: over a file: %v", name, err)
		}
		if data, err := os.ReadFile(at("b")); err != nil || string(data) != "b" {
			t.Errorf("%s: b holds %q, %v", name, data, err)
		}
		if err := rename(at("a"), at("c")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if data, err := os.ReadFile(at("c")); err != nil || string(data) != "a" {
			t.Errorf("%s: c holds %q, %v", name, data, err)
		}
		if _, err := os.Lstat(at("a")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a is still there: %v", name, err)
		}
		if err := rename(at("none"), at("d")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: of nothing: %v", name, err)
		}
	}
}

func TestTryLockIsExclusiveUntilClosed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	first, err := OS{}.TryLock(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (OS{}).TryLock(name); !errors.Is(err, ErrBusy) {
		t.Errorf("a second lock: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OS{}.TryLock(name)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

func TestCreateIsExclusiveAndAppendIsNot(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	for _, open := range []func(string) (File, error){OS{}.Create, OS{}.Append} {
		file, err := open(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(file.Sync(), file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if file, err := (OS{}).Create(name); !errors.Is(err, fs.ErrExist) || file != nil {
		t.Errorf("got %v, %v", file, err)
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "xx" {
		t.Errorf("got %q, %v", data, err)
	}
	if err := (OS{}).SyncDir(filepath.Dir(name)); err != nil {
		t.Error(err)
	}
}

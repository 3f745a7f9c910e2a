package place

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestAFileIsReplacedWithItsPermissionsAndLeavesNothingBeside(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a b")
	for _, step := range []struct {
		data       string
		mode, want os.FileMode
	}{{"new", 0, 0o644}, {"hook", 0o755, 0o755}, {"kept", 0, 0o755}} {
		if err := ReplaceFile(file, []byte(step.data), step.mode); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil || string(data) != step.data {
			t.Errorf("%q, %v; want %q", data, err, step.data)
		}
		info, err := os.Stat(file)
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != step.want {
			t.Errorf("%s: %v, %v; want %o", step.data, info.Mode(), err, step.want)
		}
	}
	if err := ReplaceFile(filepath.Join(dir, "missing", "x"), nil, 0); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := ReplaceFile(filepath.Join(dir, "folder"), nil, 0); err == nil {
		t.Error("a folder was replaced")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

package memory

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestSourceDigestIsWhatSha256sumPrints(t *testing.T) {
	program, err := exec.LookPath("sha256sum")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("needs sha256sum of GNU coreutils")
	}
	if out, _ := exec.Command(program, "--version").Output(); !bytes.Contains(out, []byte("GNU coreutils")) {
		t.Skip("sha256sum is not that of GNU coreutils")
	}
	dir := t.TempDir()
	names := []string{"config.json", "a b", `back\slash`, "new\nline", "re\rturn", "Z", "ü", "中文", "-dash", "a", "a.b", "a-b", "*star"}
	var entries []Entry
	for i, name := range names {
		data := bytes.Repeat([]byte{byte(i)}, i)
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, Entry{name, sha256.Sum256(data)})
	}
	before := slices.Clone(entries)
	slices.Sort(names)
	cmd := exec.Command(program, append([]string{"--"}, names...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(out)
	if got, want := SourceDigest(entries), Digest("sha256:"+hex.EncodeToString(sum[:])); got != want {
		t.Errorf("%s, want %s, the digest of\n%s", got, want, out)
	}
	if !slices.Equal(entries, before) {
		t.Error("the argument was changed")
	}
}

func TestCounts(t *testing.T) {
	for path, want := range map[string]bool{
		"config.json": true, "directory.md": true, "tombstones.jsonl": true,
		"chunks/epoch_01/chunk_0001-aaaaaaaa.json": true, "chunks/chunk_0001.json": true, "chunks/a/b/c.JSON": true, "chunks/con.json": true,
		"tombstones/s1-aaaaaaaa.json": true, "tombstones/S1.Json": true, "tombstones/a/b.json": false, "tombstones/.json": true, "chunks/\xff.json": false,
		"chunks/.json": true, "chunks/x.json.tmp": false, "chunks/README.md": false, "chunks": false, "chunks.json": false,
		"index/search.json": false, "main/m1.md": false, "eval.jsonl": false, "Config.json": false, "history/stream.md": false,
	} {
		if got := Counts(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestPlacesAndEpochs(t *testing.T) {
	if p := ChunkPath(1, "chunk_0007-k3f9qz7m"); p != "chunks/epoch_01/chunk_0007-k3f9qz7m.json" {
		t.Error(p)
	}
	if p := FrameworkPath(123); p != "history/epoch_123/framework.md" {
		t.Error(p)
	}
	for name, want := range map[string]int{"epoch_01": 1, "epoch_99": 99, "epoch_100": 100, "epoch_1": 0, "epoch_00": 0, "epoch_001": 0, "Epoch_01": 0, "epoch_": 0, "epoch_x1": 0} {
		if got, ok := ParseEpochName(name); ok != (want > 0) || ok && got != want {
			t.Errorf("%s: %d, %v", name, got, ok)
		}
	}
	golden(t, "framework.md", Framework(1))
	if bytes.Equal(Framework(1), Framework(2)) || !bytes.Equal(Framework(7), Framework(7)) {
		t.Error("the framework must follow from the number alone")
	}
}

package memory

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// law is docs/format.md: its text, and its fenced blocks by what stands behind
// the language in their first line ("" for none).
type law struct {
	text   string
	blocks map[string]string
}

func readLaw(t *testing.T) law {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "docs", "format.md"))
	if err != nil {
		t.Fatal(err)
	}
	l := law{strings.ReplaceAll(string(data), "\r\n", "\n"), map[string]string{}}
	for _, m := range regexp.MustCompile("(?s)\n```(\\w+) ?([^\n]*)\n(.*?\n)```\n").FindAllStringSubmatch(l.text, -1) {
		name := m[2]
		if name == "" {
			name = m[1]
		}
		l.blocks[name] = m[3]
	}
	return l
}

// tree gives the files that the page draws.
func (l law) tree(t *testing.T) fstest.MapFS {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range l.blocks {
		if file, ok := strings.CutPrefix(name, "file="); ok {
			fsys[file] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	if len(fsys) != 5 {
		t.Fatalf("docs/format.md draws the files %v", slices.Sorted(maps.Keys(fsys)))
	}
	return fsys
}

func (l law) wants(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(l.text, text) {
			t.Errorf("docs/format.md does not say %q", text)
		}
	}
}

func TestTheLawsExampleIsAMemory(t *testing.T) {
	l := readLaw(t)
	fsys := l.tree(t)
	tree, err := Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	if got := codes(Verify(tree)); got != "missing-target" {
		t.Errorf("the example has the problems %q", got)
	}
	if len(tree.Chunks) != 1 || len(tree.Tombstones) != 1 {
		t.Fatalf("%d chunks, %d tombstones", len(tree.Chunks), len(tree.Tombstones))
	}
	chunk, tombstone := &tree.Chunks[0], &tree.Tombstones[0]
	for path, encoded := range map[string][]byte{
		ChunkPath(chunk.Epoch, chunk.ID): chunk.Encode(),
		tombstone.Path():                 tombstone.Encode(),
	} {
		if file := fsys[path]; file == nil || !bytes.Equal(file.Data, encoded) {
			t.Errorf("%s is written as\n%s", path, encoded)
		}
	}
	sums := ""
	for _, e := range tree.Entries {
		sums += fmt.Sprintf("%x  %s\n", e.Sum, e.Path)
	}
	if sums != l.blocks["sums"] {
		t.Errorf("the sums are\n%s", sums)
	}
	l.wants(t, "the digest is `"+string(tree.Digest)+"`")
}

// The tag is made here by the words of the page, with base32 of the standard
// library.
func TestTheLawsExampleHasItsTag(t *testing.T) {
	l := readLaw(t)
	input := strings.TrimSuffix(l.blocks["tag-input"], "\n")
	sum := sha256.Sum256([]byte(input))
	tag := base32.NewEncoding(crockford).EncodeToString(sum[:5])
	c := example()
	c.Seal(7)
	if string(c.tagInput()) != input || c.ID.Tag() != tag {
		t.Errorf("the tag is %s of\n%s\nin the page %s of\n%s", c.ID.Tag(), c.tagInput(), tag, input)
	}
	l.wants(t, "`"+hex.EncodeToString(sum[:])+"`", "| `"+hex.EncodeToString(sum[:5])+"` |", "| `"+tag+"` |", "### Example\n\nThe file `"+ChunkPath(1, c.ID)+"`")

	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3 for the second opinion")
	}
	cmd := exec.Command(python, "-c", l.blocks["python"])
	cmd.Stdin = strings.NewReader(input)
	if out, err := cmd.Output(); err != nil || strings.TrimSpace(string(out)) != tag {
		t.Errorf("python3 says %q, %v", out, err)
	}
}

func TestTheLawsCommandPrintsTheDigest(t *testing.T) {
	program, err := exec.LookPath("sha256sum")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("needs sha256sum of GNU coreutils")
	}
	if out, _ := exec.Command(program, "--version").Output(); !bytes.Contains(out, []byte("GNU coreutils")) {
		t.Skip("sha256sum is not that of GNU coreutils")
	}
	l := readLaw(t)
	odd := l.tree(t)
	for _, name := range []string{
		"chunks/a b.json", `chunks/back\slash.JSON`, "chunks/new\nline.json", "chunks/.hidden/中文.json", "chunks/.json", "chunks/-dash.json",
		"chunks/epoch_01/deep/er.Json", "chunks/x.json.tmp", "tombstones/.json", "tombstones/deep/x.json", "tombstones.jsonl", "history/stream.md",
	} {
		odd[name] = &fstest.MapFile{Data: []byte(name)}
	}
	for _, fsys := range []fstest.MapFS{l.tree(t), odd} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, fsys); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("../config.json", filepath.Join(dir, "chunks", "link.json")); err != nil {
			t.Fatal(err)
		}
		tree, err := Load(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", "-c", l.blocks["sh"])
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil || "sha256:"+strings.TrimSuffix(string(out), "  -\n") != string(tree.Digest) {
			t.Errorf("the command prints %q (%v), the digest of %d files is %s", out, err, len(tree.Entries), tree.Digest)
		}
	}
}

func TestTheLawStatesDefaultsAndLimits(t *testing.T) {
	l := readLaw(t)
	config := DefaultConfig()
	var defaults map[string]any
	if err := json.Unmarshal(config.Encode(), &defaults); err != nil {
		t.Fatal(err)
	}
	for key, value := range defaults {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		l.wants(t, fmt.Sprintf("| `%s` | `%s` |", key, text))
	}
	l.wants(t,
		fmt.Sprintf("| `title` | 1 to %d code points |", MaxTitle),
		fmt.Sprintf("| `hit_words` | list of at most %d strings, each of 1 to %d code points |", MaxHitWords, MaxHitWord),
		fmt.Sprintf("| `conclusion` | 1 to %d code points |", MaxConclusion),
		fmt.Sprintf("| `source` | at most %d code points |", MaxSource),
		fmt.Sprintf("| `request_id` | at most %d code points |", MaxRequestID),
		fmt.Sprintf("| `reason` | 1 to %d code points |", MaxSource),
		fmt.Sprintf("| `topic` | place in its epoch, 1 to %d;", maxInt),
		fmt.Sprintf("1 to %d chunk files", maxEpochSize),
		fmt.Sprintf("0 to %d tokens", maxTokenBudget),
		fmt.Sprintf("more than %d objects and lists", maxDepth),
		fmt.Sprintf("more than %d MiB", MaxFileSize>>20),
		fmt.Sprintf("| %d | the tag in the id", Schema),
	)
}

func TestTheLawListsTheWordsOfATable(t *testing.T) {
	l := readLaw(t)
	quoted := regexp.MustCompile("`([^`]+)`")
	bullet := func(start string) string {
		_, rest, ok := strings.Cut(l.text, "\n- "+start)
		if !ok {
			t.Fatalf("docs/format.md has no %q", start)
		}
		rest, _, _ = strings.Cut(rest, "\n- ")
		return rest
	}
	groups := strings.Split(bullet("Headings, in any case"), "; ")
	if len(groups) != numColumns {
		t.Fatalf("%d columns are listed", len(groups))
	}
	for column, group := range groups {
		for _, m := range quoted.FindAllStringSubmatch(group, -1) {
			if got, _ := headingColumn(strings.ToLower(m[1])); got != column {
				t.Errorf("%s is a heading of column %d, not %d", m[1], got, column)
			}
		}
	}
	states := strings.Split(bullet("Status: "), "; ")
	if len(states) != 3 {
		t.Fatalf("%d states are listed", len(states))
	}
	for i, state := range []State{Active, Paused, Tombstoned} {
		for _, m := range quoted.FindAllStringSubmatch(states[i], -1) {
			if got := readState(m[1]); got != state {
				t.Errorf("%s is the state %q, not %s", m[1], got, state)
			}
		}
	}
}

package memory

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// smallTree gives a good memory of three chunks, and their ids.
func smallTree() (fstest.MapFS, []ID) {
	fsys := benchTree(3)
	var ids []ID
	for _, name := range slices.Sorted(maps.Keys(fsys)) {
		if id, ok := strings.CutPrefix(name, EpochDir(1)+"/"); ok {
			ids = append(ids, ID(strings.TrimSuffix(id, ".json")))
		}
	}
	return fsys, ids
}

func codes(problems []Problem) string {
	var list []string
	for _, p := range problems {
		list = append(list, p.Code)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// problemsJSON writes problems as they are printed by --json.
func problemsJSON(t *testing.T, problems []Problem) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, p := range problems {
		if err := e.Encode(p); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func TestATreeOfVersion22OpensAsItIs(t *testing.T) {
	tree, err := Load(os.DirFS(filepath.Join("testdata", "backcompat", "hfa-2.2")))
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Chunks) != 3 || len(tree.Tombstones) != 1 || len(tree.Entries) != 7 {
		t.Fatalf("%d chunks, %d tombstones, %d entries", len(tree.Chunks), len(tree.Tombstones), len(tree.Entries))
	}
	if n, err := tree.Directory.Active(); err != nil || n.ID != "M1" || tree.Tombstones[0].Target != "S1" {
		t.Errorf("active %v, %v; tombstone %+v", n, err, tree.Tombstones[0])
	}
	l := NewLineage(tree.Chunks)
	if !l.Retired("chunk_0001") || l.Retired("chunk_0002") {
		t.Error("supersedes as a string is not followed")
	}
	problems := Verify(tree)
	for _, p := range problems {
		if p.Severity != SeverityWarning {
			t.Errorf("an error: %+v", p)
		}
	}
	golden(t, "backcompat-hfa-2.2.jsonl", problemsJSON(t, problems))
}

func TestATreeOfSchema1StaysAsItWas(t *testing.T) {
	dir := filepath.Join("testdata", "backcompat", "schema-1")
	tree, err := Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if problems := Verify(tree); len(problems) > 0 {
		t.Errorf("%+v", problems)
	}
	// The digest of the sample, once and for all: LC_ALL=C sha256sum | sha256sum.
	const digest = "sha256:a2a88f17d10a44b80ac82ecffd6b0992ed918089ffce431fee1fd16d351c9515"
	if tree.Digest != digest || len(tree.Entries) != 8 {
		t.Errorf("digest %s of %d entries", tree.Digest, len(tree.Entries))
	}
	check := func(path string, encoded []byte) {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
		if err != nil || !bytes.Equal(data, encoded) {
			t.Errorf("%s is written differently today (%v):\n%s", path, err, encoded)
		}
	}
	for _, c := range tree.Chunks {
		check(c.Path, c.Encode())
		check(ChunkPath(c.Epoch, c.ID), c.Encode())
	}
	for _, ts := range tree.Tombstones {
		check(ts.Path(), ts.Encode())
	}
	check(ConfigPath, tree.Config.Encode())
	check(DirectoryPath, tree.Directory.Encode())
}

func TestOneBadFileHidesNothingElse(t *testing.T) {
	for _, test := range []struct{ name, data, code string }{
		{"empty", "", "empty-file"},
		{"cut", `{"schema": 1, "id": "chunk_0`, "truncated"},
		{"conflict", "{\n<<<<<<< HEAD\n=======\n>>>>>>> x\n}\n", "conflict-markers"},
		{"lfs", "version https://git-lfs.github.com/spec/v1\n", "lfs-pointer"},
		{"type", `{"schema": 1, "title": 7}`, "wrong-type"},
		{"newer", `{"schema": 9}`, "newer-schema"},
		{"GBK", "{\"title\": \"\xbb\xe1\xbb\xb0\"}", "not-utf8"},
		{"huge", strings.Repeat(" ", 3<<20), "empty-file"},
		{"huge text", `{"x":"` + strings.Repeat("x", 3<<20) + `"}`, "too-large"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fsys, ids := smallTree()
			before, err := Load(fsys)
			if err != nil || len(before.Problems) > 0 {
				t.Fatal(err, before.Problems)
			}
			path := ChunkPath(1, ids[1])
			fsys[path] = &fstest.MapFile{Data: []byte(test.data)}
			tree, err := Load(fsys)
			if err != nil {
				t.Fatal(err)
			}
			if len(tree.Chunks) != 2 || tree.Chunks[0].ID != ids[0] || tree.Chunks[1].ID != ids[2] {
				t.Errorf("chunks %+v", tree.Chunks)
			}
			if codes(tree.Problems) != test.code || tree.Problems[0].Path != path || tree.Problems[0].Severity != SeverityError || tree.Problems[0].Cure == "" {
				t.Errorf("problems %+v", tree.Problems)
			}
			if strings.Contains(tree.Problems[0].Cure, "FILE") {
				t.Errorf("the cure does not name the file: %s", tree.Problems[0].Cure)
			}
			if len(tree.Entries) != len(before.Entries) || tree.Digest == before.Digest {
				t.Error("a bad file must be part of the digest")
			}
		})
	}
}

func TestNamesBelowChunks(t *testing.T) {
	for _, test := range []struct {
		name  string
		path  string // {id} and {tag} stand for the second chunk's
		codes string
		used  bool
	}{
		{"its place", "chunks/epoch_01/{id}.json", "", true},
		{"flat", "chunks/{id}.json", "", true},
		{"other epoch", "chunks/epoch_02/{id}.json", "wrong-folder", true},
		{"other folder", "chunks/old/{id}.json", "wrong-folder", true},
		{"epoch of one digit", "chunks/epoch_1/{id}.json", "wrong-folder", true},
		{"capital", "chunks/epoch_01/Chunk_0002-{tag}.JSON", "wrong-name", false},
		{"capital suffix", "chunks/epoch_01/{id}.JSON", "wrong-name", false},
		{"capital folder", "chunks/Epoch_01/{id}.json", "wrong-name", false},
		{"device", "chunks/epoch_01/con.json", "wrong-name", false},
		{"device folder", "chunks/aux/{id}.json", "wrong-name", false},
		{"other number", "chunks/epoch_01/chunk_0009-{tag}.json", "wrong-name", false},
		{"without tag", "chunks/epoch_01/chunk_0002.json", "wrong-name", false},
		{"a title", "chunks/epoch_01/encoding.json", "wrong-name", false},
		{"a copy", "chunks/epoch_01/{id} (1).json", "wrong-name", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			fsys, ids := smallTree()
			path := strings.NewReplacer("{id}", string(ids[1]), "{tag}", ids[1].Tag()).Replace(test.path)
			file := fsys[ChunkPath(1, ids[1])]
			delete(fsys, ChunkPath(1, ids[1]))
			fsys[path] = file
			tree, err := Load(fsys)
			if err != nil {
				t.Fatal(err)
			}
			used := slices.ContainsFunc(tree.Chunks, func(c StoredChunk) bool { return c.ID == ids[1] && c.Path == path })
			if codes(tree.Problems) != test.codes || used != test.used || len(tree.Chunks) < 2 {
				t.Errorf("used %v, problems %+v", used, tree.Problems)
			}
			stored, problem := ReadSource(path, file.Data)
			if (problem == nil) != (test.codes == "") || problem != nil && (problem.Code != test.codes || problem.Path != path) {
				t.Errorf("ReadSource: %+v", problem)
			}
			if test.used && (stored.ID != ids[1] || !slices.Contains(tree.Entries, Entry{path, stored.Sum})) {
				t.Errorf("ReadSource gives %+v", stored)
			}
		})
	}
}

func TestOtherFilesBelowChunks(t *testing.T) {
	fsys, _ := smallTree()
	for _, name := range []string{"chunks/.gitkeep", "chunks/README.md", "chunks/epoch_01/a:b.txt", "chunks/nul.txt", "chunks/epoch_01/x.json.orig"} {
		fsys[name] = &fstest.MapFile{Data: []byte("x")}
	}
	tree, err := Load(fsys)
	if err != nil || codes(tree.Problems) != "stray-file stray-file wrong-name wrong-name" || len(tree.Chunks) != 3 {
		t.Errorf("%v, %+v", err, tree.Problems)
	}
}

func TestLayoutIsAWarning(t *testing.T) {
	fsys, ids := smallTree()
	for _, path := range []string{ChunkPath(1, ids[0]), DirectoryPath, ConfigPath} {
		fsys[path].Data = append([]byte(bom), bytes.ReplaceAll(fsys[path].Data, []byte("\n"), []byte("\r\n"))...)
	}
	tree, err := Load(fsys)
	if err != nil || codes(Verify(tree)) != "layout layout layout" || len(tree.Chunks) != 3 || tree.Problems[0].Severity != SeverityWarning {
		t.Errorf("%v, %+v", err, tree.Problems)
	}
}

func TestLoadFailsOnlyWithoutConfigOrDirectory(t *testing.T) {
	for _, test := range []struct {
		name, path, data string
		want             error
	}{
		{"no config", ConfigPath, "", fs.ErrNotExist},
		{"no directory", DirectoryPath, "", fs.ErrNotExist},
		{"bad config", ConfigPath, `{"lang": 7}`, ErrCorrupt},
		{"newer config", ConfigPath, `{"schema": 2}`, ErrNewer},
		{"bad directory", DirectoryPath, "| ID | Path | Status |\n|---|---|---|\n| M1 | x | ACTIVE |\n| M1 | x | PAUSED |\n", ErrCorrupt},
	} {
		fsys, _ := smallTree()
		delete(fsys, test.path)
		if test.data != "" {
			fsys[test.path] = &fstest.MapFile{Data: []byte(test.data)}
		}
		tree, err := Load(fsys)
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), "read "+test.path+": ") {
			t.Errorf("%s: %v", test.name, err)
		}
		if test.data == "" {
			continue
		}
		if tree == nil || len(tree.Chunks) != 3 || tree.Digest == "" || tree.Problems[0].Path != test.path {
			t.Errorf("%s: the rest was not read: %+v", test.name, tree)
			continue
		}
		Verify(tree) // must not need what is missing
	}
	if _, err := Load(os.DirFS(filepath.Join(t.TempDir(), "none"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

func TestSymlinksAreNeverFollowed(t *testing.T) {
	dir := t.TempDir()
	fsys, ids := smallTree()
	if err := os.CopyFS(dir, fsys); err != nil {
		t.Fatal(err)
	}
	clean, err := Load(os.DirFS(dir))
	if err != nil || len(clean.Problems) > 0 {
		t.Fatal(err, clean.Problems)
	}
	out := t.TempDir()
	if err := os.CopyFS(out, fsys); err != nil {
		t.Fatal(err)
	}
	link := func(to, from string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Skip("symbolic links cannot be made here:", err)
		}
	}
	link(filepath.Join(out, ChunkPath(1, ids[0])), "chunks/chunk_0001.json")
	link(filepath.Join(out, "chunks"), "chunks/epoch_07")
	link(out, "tombstones")
	tree, err := Load(os.DirFS(dir))
	if err != nil || codes(tree.Problems) != "symlink symlink symlink" || tree.Digest != clean.Digest || len(tree.Chunks) != 3 {
		t.Errorf("%v, %+v", err, tree.Problems)
	}
	if err := os.Rename(filepath.Join(dir, "main"), filepath.Join(dir, "real")); err != nil {
		t.Fatal(err)
	}
	link("real", "main")
	tree, err = Load(os.DirFS(dir))
	if err != nil || codes(tree.Problems) != "symlink symlink symlink symlink" || tree.Digest == clean.Digest {
		t.Errorf("the document through a link: %v, %+v", err, tree.Problems)
	}
	if err := os.Remove(filepath.Join(dir, ConfigPath)); err != nil {
		t.Fatal(err)
	}
	link(filepath.Join(out, ConfigPath), ConfigPath)
	if _, err := Load(os.DirFS(dir)); !errors.Is(err, ErrCorrupt) {
		t.Errorf("config.json as a link: %v", err)
	}
}

func TestTheActiveDocumentIsPartOfTheDigest(t *testing.T) {
	fsys, _ := smallTree()
	a, err := Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	fsys["main/m1.md"].Data = []byte("# other\n")
	b, err := Load(fsys)
	if err != nil || a.Digest == b.Digest {
		t.Errorf("an edit of the document leaves the digest (%v)", err)
	}
	for _, path := range []string{"main/none.md", "../m1.md", "/etc/passwd", `main\m1.md`, "C:/m1.md", "main", ""} {
		d := NewDirectory("en")
		d.Put(Node{ID: "M1", Path: path, State: Active})
		d.Put(Node{ID: "S1", Path: "main/none.md", State: Paused})
		d.Put(Node{ID: "S2", Path: "main/none.md", State: Tombstoned})
		fsys[DirectoryPath] = &fstest.MapFile{Data: d.Encode()}
		tree, err := Load(fsys)
		if err != nil || codes(tree.Problems) != "missing-document missing-document" {
			t.Errorf("%q: %v, %+v", path, err, tree.Problems)
			continue
		}
		if p := tree.Problems[0]; p.Severity != SeverityError || p.Line != 8 || p.Path != DirectoryPath || !strings.Contains(p.Message, "M1") {
			t.Errorf("%q: %+v", path, p)
		}
	}
}

func TestALongListOfLegacyTombstonesIsReadToItsEnd(t *testing.T) {
	fsys, _ := smallTree()
	filler := strings.Repeat(`{"target":"S1","reason":"`+strings.Repeat("x", 1000)+"\"}\n", 3000)
	fsys[LegacyTombstonesPath] = &fstest.MapFile{Data: []byte(filler + `{"target":"chunk_0002"}`)}
	tree, err := Load(fsys)
	if err != nil || len(tree.Problems) > 0 || len(tree.Tombstones) != 2 || tree.Tombstones[1].Target != "chunk_0002" && tree.Tombstones[0].Target != "chunk_0002" {
		t.Errorf("%v, %v, %d tombstones", err, tree.Problems, len(tree.Tombstones))
	}
}

func TestANameThatIsNotUTF8IsAProblemAndNoSource(t *testing.T) {
	dir := t.TempDir()
	fsys, _ := smallTree()
	if err := os.CopyFS(dir, fsys); err != nil {
		t.Fatal(err)
	}
	before, err := Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "chunks", "bad\xff.json"), []byte("{}"), 0o666); err != nil {
		t.Skip("this system has no such names: ", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "chunks", "bad\xff.json")); err != nil || runtime.GOOS == "windows" {
		t.Skip("this system turns such names into others")
	}
	tree, err := Load(os.DirFS(dir))
	if err != nil || tree.Digest != before.Digest || codes(tree.Problems) != "wrong-name" || tree.Problems[0].Severity != SeverityError {
		t.Errorf("%v: digest %s, was %s, problems %+v", err, tree.Digest, before.Digest, tree.Problems)
	}
}

func TestIsDeviceName(t *testing.T) {
	for name, want := range map[string]bool{
		"nul": true, "NUL.txt": true, "aux .json": true, "con.tar.gz": true, "COM1": true, "lpt9.md": true, "com²": true, "conin$": true,
		"come.md": false, "com": false, "com10": false, "comx": false, "console.md": false, "lpt.md": false, "null": false, "1": false, "": false,
	} {
		if got := IsDeviceName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

package gitext

import (
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/memory"
)

// sealed makes a chunk file.
func sealed(number int, conclusion string, supersedes ...memory.ID) (name, text string, id memory.ID) {
	c := memory.Chunk{Epoch: 1, Topic: number, Node: "M1", Title: "t", HitWords: []string{"w"}, Conclusion: conclusion,
		Supersedes: supersedes, CreatedAt: "2026-05-11T08:30:00.123Z"}
	c.Seal(number)
	return "memory/" + memory.ChunkPath(1, c.ID), string(c.Encode()), c.ID
}

func stagedCodes(report StagedReport) string {
	var out []string
	for _, p := range report.Problems {
		out = append(out, string(p.Severity[0])+":"+p.Code)
	}
	return strings.Join(out, " ")
}

func TestCheckStagedJudgesFilesNotTheWholeMemory(t *testing.T) {
	good, goodText, goodID := sealed(1, "good")
	next, nextText, _ := sealed(2, "next", "chunk_0077-aaaaaaaa")
	for _, test := range []struct {
		name   string
		files  map[string]string
		codes  string
		refuse bool
	}{
		{"nothing of the memory", map[string]string{"x": "1"}, "", false},
		{"good", map[string]string{good: goodText}, "", false},
		{"a link to what is not staged, an unknown node", map[string]string{next: nextText}, "", false},
		{"in the folder of another epoch", map[string]string{strings.Replace(good, "epoch_01", "epoch_02", 1): goodText}, "w:wrong-folder", false},
		{"a name of ours in other case", map[string]string{"memory/Directory.md": "x"}, "e:wrong-name", true},
		{"a folder of ours in other case", map[string]string{strings.Replace(good, "chunks", "Chunks", 1): goodText}, "e:wrong-name", true},
		{"cut", map[string]string{good: goodText[:30]}, "e:truncated", true},
		{"edited", map[string]string{good: strings.Replace(goodText, "good", "evil", 1)}, "e:edited", true},
		{"empty", map[string]string{good: ""}, "e:empty-file", true},
		{"renamed", map[string]string{strings.Replace(good, "chunk_0001", "chunk_0008", 1): goodText}, "e:wrong-name", true},
		{"tag taken off", map[string]string{"memory/chunks/chunk_0001.json": strings.Replace(goodText, string(goodID), "chunk_0001", 1)}, "e:untagged", true},
		{"pointer of LFS", map[string]string{good: "version https://git-lfs.github.com/spec/v1\noid sha256:" + strings.Repeat("a", 64) + "\nsize 1\n"}, "e:lfs-pointer", true},
		{"CRLF", map[string]string{good: strings.ReplaceAll(goodText, "\n", "\r\n")}, "", false},
		{"newer schema", map[string]string{good: strings.Replace(goodText, `"schema": 1`, `"schema": 99`, 1)}, "w:newer-schema", false},
		{"broken config", map[string]string{"memory/config.json": "{"}, "e:truncated", true},
		{"no main line", map[string]string{"memory/directory.md": "| ID | Path | Status | Hit words | Note |\n|---|---|---|---|---|\n| M1 | main/m1.md | PAUSED | a | b |\n"}, "w:no-main-line", false},
		{"derived", map[string]string{"memory/index/fts.sqlite": "SQLite"}, "w:derived-tracked", false},
		{"binary document", map[string]string{"memory/main/a.png": "\x89PNG\x00<<<<<<< a\n=======\n>>>>>>> b\n"}, "", false},
		{"half a conflict is a heading", map[string]string{"memory/main/m1.md": "Title\n=======\n>>>>>>> b\n"}, "", false},
		{"conflict in a log", map[string]string{"memory/history/stream.md": "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n"}, "e:conflict-markers", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, unborn := range []bool{false, true} {
				g := gittest.New(t)
				top := t.TempDir()
				g.Run(top, "init", "-q")
				if !unborn {
					g.Run(top, "commit", "-q", "--allow-empty", "-m", "start")
				}
				g.Write(top, test.files)
				g.Run(top, "-c", "core.autocrlf=false", "add", "-A")
				g.Write(top, map[string]string{"memory/chunks/epoch_01/chunk_0500-aaaaaaaa.json": "{"})
				report, err := open(t, top).CheckStaged(t.Context(), "memory", nil)
				if err != nil || stagedCodes(report) != test.codes || report.Refuses() != test.refuse {
					t.Errorf("unborn %v: %v, got %q, want %q: %+v", unborn, err, stagedCodes(report), test.codes, report.Problems)
				}
				if len(report.NotStaged) != 1 || !strings.HasSuffix(report.NotStaged[0], "chunk_0500-aaaaaaaa.json") {
					t.Errorf("not staged: %q", report.NotStaged)
				}
			}
		})
	}
}

func TestCheckStagedInTheMiddleOfAConflict(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Init(top, map[string]string{"memory/directory.md": "a\n"}, "-b", "main")
	for _, branch := range []string{"left", "right"} {
		g.Run(top, "checkout", "-q", "-b", branch, "main")
		g.Write(top, map[string]string{"memory/directory.md": branch + "\n"})
		g.Run(top, "commit", "-qam", branch)
	}
	if _, err := g.Try(top, "merge", "left"); err == nil {
		t.Fatal("no conflict")
	}
	r := open(t, top)
	parents, err := r.MergeParents(nil)
	if err != nil || len(parents) != 1 || parents[0] != g.Run(top, "rev-parse", "left") {
		t.Errorf("%v %q", err, parents)
	}
	report, err := r.CheckStaged(t.Context(), "memory", parents)
	if err != nil || stagedCodes(report) != "e:conflict-markers" {
		t.Errorf("%v %+v", err, report)
	}
	left := g.Run(top, "rev-parse", "left")
	g.Run(top, "merge", "--abort")
	parents, err = r.MergeParents([]string{"GITHEAD_" + left + "=left", "GITHEAD_x=y", "HOME=/"})
	if err != nil || !slices.Equal(parents, []string{left}) {
		t.Errorf("while the hook runs: %v %q", err, parents)
	}
}

func TestRemovedIsWhatDoesNotComeBackElsewhere(t *testing.T) {
	changes := []change{
		{path: "m/chunks/chunk_0001.json", status: 'D'}, {path: "m/chunks/epoch_01/chunk_0001.json", status: 'A'},
		{path: "m/chunks/chunk_0002.json", status: 'D'}, {path: "m/directory.md", status: 'D'}, {path: "m/tombstones/s1-aaaaaaaa.json", status: 'D'},
		{path: "m/history/epoch_01/framework.md", status: 'D'}, {path: "m/history/epoch_02/framework.md", status: 'A'}, {path: "m/history/stream.md", status: 'D'},
	}
	want := RemovedFiles{[]string{"m/chunks/chunk_0002.json"}, []string{"m/tombstones/s1-aaaaaaaa.json"}, []string{"m/history/epoch_01/framework.md"}}
	if got := removedFiles("m", changes); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestParseRawRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, fields := range [][]string{{"x", "y"}, {":100644 100644 a b", "y"}, {"100644 100644 a b M", "y"}} {
		if got, err := parseRaw(fields); err == nil {
			t.Errorf("%q: %+v", fields, got)
		}
	}
}

func TestConflictLine(t *testing.T) {
	for text, want := range map[string]int{
		"a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n": 2, "<<<<<<< x\r\n=======\r\n>>>>>>> y\r\n": 1,
		"<<<<<<< x\n||||||| b\n=======\n>>>>>>> y": 1, "=======\n<<<<<<< x\n>>>>>>> y\n": 0, "<<<<<<<x\n=======\n>>>>>>>y\n": 0,
		"<<<<<<< x\n======== \n>>>>>>> y\n": 0, "": 0,
	} {
		if got := conflictLine([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestStagedFilesListLikeFolders(t *testing.T) {
	fsys := newStagedFS(map[string]stagedFile{
		"config.json": {data: []byte("{}")}, "chunks/epoch_01/a.json": {data: []byte("1")}, "chunks/epoch_01/link": {mode: modeLinkText},
		"chunks/epoch_02/b.json": {}, "sub": {mode: modeSubmoduleText},
	})
	for dir, want := range map[string]string{".": "chunks/ config.json sub?", "chunks": "epoch_01/ epoch_02/", "chunks/epoch_01": "a.json link@"} {
		entries, err := fsys.ReadDir(dir)
		var got []string
		for _, e := range entries {
			mark := map[fs.FileMode]string{fs.ModeDir: "/", fs.ModeSymlink: "@", fs.ModeIrregular: "?"}[e.Type()]
			got = append(got, e.Name()+mark)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %v %q", dir, err, got)
		}
	}
	if _, err := fsys.ReadDir("nowhere"); err == nil {
		t.Error("a folder that is not there")
	}
	if _, err := fsys.Open("chunks"); err == nil {
		t.Error("a folder is opened as a file")
	}
	if data, err := fs.ReadFile(fsys, "chunks/epoch_01/a.json"); err != nil || string(data) != "1" {
		t.Errorf("%v %q", err, data)
	}
	var _ fs.ReadDirFS = fsys
}

func TestCheckPushLooksIntoEveryCommit(t *testing.T) {
	g := gittest.New(t)
	dir := t.TempDir()
	top, far := dir+"/repo", dir+"/far.git"
	good, goodText, _ := sealed(1, "good")
	g.Init(top, map[string]string{good: goodText, "x": "1"})
	g.Run(dir, "init", "-q", "--bare", far)
	g.Run(top, "remote", "add", "far", far)
	g.Run(top, "push", "-q", "far", "HEAD:refs/heads/main")
	zeros := strings.Repeat("0", 40)
	commit := func(text string) string {
		g.Write(top, map[string]string{good: text})
		g.Run(top, "commit", "-qam", "c")
		return g.Run(top, "rev-parse", "HEAD")
	}
	start := g.Run(top, "rev-parse", "HEAD")
	bad := commit(goodText[:40])
	worse := commit(strings.Replace(goodText, "good", "evil", 1))
	again := commit(goodText)
	r := open(t, top)
	for _, test := range []struct{ name, refs, codes string }{
		{"all of them", "refs/heads/main " + again + " refs/heads/main " + start + "\n", "e:edited e:truncated"},
		{"a new branch", "refs/heads/main " + bad + " refs/heads/b " + zeros + "\n", "e:truncated"},
		{"what is there already", "refs/heads/main " + start + " refs/heads/c " + zeros + "\n", ""},
		{"a ref that is deleted", "(delete) " + zeros + " refs/heads/main " + start + "\n", ""},
		{"only the last", "refs/heads/main " + again + " refs/heads/main " + worse + "\n", ""},
		{"an id that is not here", "refs/heads/main " + bad + " refs/heads/main " + strings.Repeat("ab", 20) + "\n", "e:truncated"},
		{"nothing", "", ""},
	} {
		pushed, err := r.ParsePush(t.Context(), "far", test.refs)
		if err != nil {
			t.Fatal(err)
		}
		report, err := r.CheckPush(t.Context(), "memory", pushed)
		got := strings.Fields(stagedCodes(report))
		slices.Sort(got)
		if err != nil || strings.Join(got, " ") != test.codes {
			t.Errorf("%s: %v, got %q, want %q", test.name, err, got, test.codes)
		}
	}
}

// TestCheckPushSeesWhatIsSent: git sends the objects that "git replace" hides from its other commands.
func TestCheckPushSeesWhatIsSent(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Init(top, map[string]string{"memory/main/m1.md": "a"})
	g.Write(top, map[string]string{"memory/main/m1.md": "key " + "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345\n"})
	g.Run(top, "commit", "-qam", "bad")
	g.Run(top, "replace", "HEAD", "HEAD~1")
	r := open(t, top, RealObjects())
	report, err := r.CheckPush(t.Context(), "memory", Pushed{Tips: []string{g.Run(top, "rev-parse", "HEAD")}})
	if err != nil || stagedCodes(report) != "e:secret" {
		t.Errorf("%v, got %q", err, stagedCodes(report))
	}
}

// TestCheckStagedLeavesLaterFilesAlone: "git add -N" puts a name and an empty blob into the index, and the commit leaves both out.
// To refuse it and to advise "git restore" would empty the only copy of a decision.
func TestCheckStagedLeavesLaterFilesAlone(t *testing.T) {
	const chunk = "memory/chunks/epoch_01/chunk_0500-aaaaaaaa.json"
	for _, unborn := range []bool{false, true} {
		g := gittest.New(t)
		top := t.TempDir()
		g.Run(top, "init", "-q")
		if !unborn {
			g.Run(top, "commit", "-q", "--allow-empty", "-m", "start")
		}
		g.Write(top, map[string]string{chunk: "{\"title\":1}", "x": "x"})
		g.Run(top, "add", "-N", "memory")
		g.Run(top, "add", "x")
		report, err := open(t, top).CheckStaged(t.Context(), "memory", nil)
		if err != nil || len(report.Problems) > 0 || report.Files > 0 {
			t.Errorf("unborn %v: %v, %d files, %+v", unborn, err, report.Files, report.Problems)
		}
		if len(report.NotStaged) != 1 || report.NotStaged[0] != chunk {
			t.Errorf("unborn %v: not staged: %q", unborn, report.NotStaged)
		}
	}
}

// TestCheckStagedNeverRestoresANewFile: the work tree may have the good copy of what was staged in a bad state.
func TestCheckStagedNeverRestoresANewFile(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	g.Init(top, map[string]string{"x": "x"})
	g.Write(top, map[string]string{"memory/chunks/epoch_01/chunk_0500-aaaaaaaa.json": ""})
	g.Run(top, "add", "-A")
	report, err := open(t, top).CheckStaged(t.Context(), "memory", nil)
	if err != nil || !report.Refuses() {
		t.Fatalf("%v, an empty chunk passes: %+v", err, report.Problems)
	}
	for _, p := range report.Problems {
		if strings.Contains(p.Cure, "git restore") {
			t.Errorf("the cure of %s is %q", p.Code, p.Cure)
		}
	}
}

package gitext

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
)

// listFS renders a file system as one line a file: mode, path, content.
func listFS(t *testing.T, fsys fs.FS) string {
	t.Helper()
	var out strings.Builder
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode, content := "100644", ""
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			mode = "120000"
			content, err = fs.ReadLink(fsys, name)
		default:
			if info.Mode()&0o111 != 0 {
				mode = "100755"
			}
			var data []byte
			data, err = fs.ReadFile(fsys, name)
			content = string(data)
		}
		if err == nil && int64(len(content)) != info.Size() {
			err = fmt.Errorf("%s: size %d, content %d", name, info.Size(), len(content))
		}
		fmt.Fprintf(&out, "%s %q %q\n", mode, name, content)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return out.String()
}

// gitLister renders what git says of the same folder. It keeps blobs: starting git is slow.
type gitLister struct {
	g     *gittest.Git
	dir   string
	blobs map[string]string
}

func (l *gitLister) list(rev, path string) string {
	var out strings.Builder
	for _, record := range splitNul([]byte(l.g.Raw(l.dir, "ls-tree", "-r", "-z", "--full-tree", rev+":"+path))) {
		head, name, _ := strings.Cut(record, "\t")
		words := strings.Fields(head)
		if words[1] != "blob" {
			continue
		}
		content, ok := l.blobs[words[2]]
		if !ok {
			content = l.g.Raw(l.dir, "cat-file", "blob", words[2])
			l.blobs[words[2]] = content
		}
		fmt.Fprintf(&out, "%s %q %q\n", words[0], name, content)
	}
	return out.String()
}

// sameLines compares without order: git lists by path, WalkDir folder by folder.
func sameLines(a, b string) bool {
	count := map[string]int{}
	for line := range strings.Lines(a) {
		count[line]++
	}
	for line := range strings.Lines(b) {
		count[line]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// checkFiles holds the file system of a layout to what git lists; where objects are missing, to a clear error that
// fetched nothing.
func checkFiles(t *testing.T, g *gittest.Git, top string, r *Repo, l layout) {
	t.Helper()
	if l.lacking {
		before := g.Run(top, "count-objects", "-v")
		if _, err := r.FS(t.Context(), "HEAD", "docs/memory"); !errors.Is(err, ErrMissingObject) || !strings.Contains(hintOf(err), "git fetch --refetch") {
			t.Errorf("objects are missing: %v", err)
		}
		if after := g.Run(top, "count-objects", "-v"); after != before {
			t.Errorf("something was fetched:\n%s\nbefore:\n%s", after, before)
		}
		// What the message says to type is the cure.
		if out, err := g.Try(top, "fetch", "-q", "--refetch", "--no-filter"); err != nil {
			t.Skipf("git before 2.36 cannot fetch anew: %s", out)
		}
		if _, err := r.FS(t.Context(), "HEAD", "docs/memory"); err != nil {
			t.Errorf("after git fetch --refetch --no-filter: %v", err)
		}
		return
	}
	lister := &gitLister{g, top, map[string]string{}}
	for _, rev := range l.revs {
		for _, path := range []string{"docs/memory", "."} {
			fsys, err := r.FS(t.Context(), rev, path)
			if err != nil {
				t.Errorf("%s:%s: %v", rev, path, err)
				continue
			}
			gitPath := strings.TrimPrefix(path, ".")
			if got, want := listFS(t, fsys), lister.list(rev, gitPath); !sameLines(got, want) {
				t.Errorf("%s:%s is\n%s\nwant\n%s", rev, path, got, want)
			}
		}
	}
}

func TestFSKeepsTheRulesOfAFileSystem(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	// fstest opens every name it finds; a link that leads out cannot be opened, and it refuses a backslash.
	if runtime.GOOS != "windows" {
		g.Run(top, "rm", "-q", "docs/memory/out", `docs/memory/back\\slash`)
		g.Run(top, "commit", "-qm", "names that fstest can open")
	}
	fsys, err := open(t, top).FS(t.Context(), "HEAD", "docs/memory")
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(fsys, "config.json", "chunks/epoch_01/chunk_0001-k3f9qz7m.json", "中文/记忆.md", "empty"); err != nil {
		t.Error(err)
	}
}

func TestFSFollowsLinksInsideOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	for name, target := range map[string]string{"loop": "loop", "abs": "/etc/hosts", "gone": "nothing", "deep": "linkdir/epoch_01/../up", "file": "config.json/x"} {
		if err := os.Symlink(target, filepath.Join(top, "docs", "memory", name)); err != nil {
			t.Fatal(err)
		}
	}
	g.Run(top, "add", "-A")
	g.Run(top, "commit", "-qm", "links")
	fsys, err := open(t, top).FS(t.Context(), "HEAD", "docs/memory")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{
		"link": nil, "deep": nil, "linkdir/epoch_01/chunk_0001-k3f9qz7m.json": nil, "chunks/up": nil,
		"out": errLeadsOut, "abs": errLeadsOut, "gone": fs.ErrNotExist, "file": fs.ErrNotExist, "linkdir/none": fs.ErrNotExist,
	} {
		if _, err := fs.ReadFile(fsys, name); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if _, err := fs.Stat(fsys, "loop"); err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("loop: %v", err)
	}
	info, err := fs.Lstat(fsys, "out")
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("Lstat of a link: %v, %v", info, err)
	}
	if target, err := fs.ReadLink(fsys, "out"); err != nil || target != "../../README.md" {
		t.Errorf("ReadLink: %q, %v", target, err)
	}
	if info, err = fs.Stat(fsys, "link"); err != nil || info.Size() != 3 || info.Mode().Type() != 0 {
		t.Errorf("Stat follows: %v, %v", info, err)
	}
}

func TestFSLeavesSubmodulesOut(t *testing.T) {
	g := gittest.New(t)
	dir := t.TempDir()
	sub := source(t, g, dir)
	super := filepath.Join(dir, "super")
	g.Init(super, map[string]string{"memory/config.json": "{}"})
	g.Run(super, "submodule", "add", "-q", sub, "memory/lib")
	g.Run(super, "commit", "-qm", "sub")
	r := open(t, super)
	fsys, err := r.FS(t.Context(), "", "memory")
	if err != nil {
		t.Fatal(err)
	}
	if got := listFS(t, fsys); got != "100644 \"config.json\" \"{}\"\n" {
		t.Errorf("%s", got)
	}
	if _, err := fs.Stat(fsys, "lib"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the submodule: %v", err)
	}
	if _, err := r.FS(t.Context(), "HEAD", "memory/lib"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a memory in a submodule: %v", err)
	}
}

func TestFSNeedsAFolder(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	r := open(t, top)
	if _, err := r.FS(t.Context(), "v1", "nowhere/memory"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "nowhere/memory at revision v1") {
		t.Errorf("absent: %v", err)
	}
	if _, err := r.FS(t.Context(), "v1", "README.md"); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("a file: %v", err)
	}
	for _, path := range []string{"../x", "/docs/memory", "docs/../../x"} {
		if _, err := r.FS(t.Context(), "v1", path); err == nil || !strings.Contains(err.Error(), "no path") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestFSMayBeUsedByManyAtOnce(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	fsys, err := open(t, top).FS(t.Context(), "HEAD", "docs/memory")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { listFS(t, fsys) })
	}
	wg.Wait()
}

// manyBlobs makes a repository of n blobs in folders of 50 under memory/, packed.
func manyBlobs(t testing.TB, g *gittest.Git, dir string, n int) {
	t.Helper()
	var in strings.Builder
	in.WriteString("commit refs/heads/main\ncommitter A <a@b> 1767000000 +0000\ndata 1\nx\n")
	for i := range n {
		text := fmt.Sprintf("{\"id\":\"chunk_%04d\",\"conclusion\":%q}\n", i, strings.Repeat(fmt.Sprint("word", i, " "), 80))
		fmt.Fprintf(&in, "M 100644 inline memory/chunks/epoch_%02d/chunk_%04d.json\ndata %d\n%s\n", i/50+1, i, len(text), text)
	}
	g.Run(dir, "init", "-q", "-b", "main", "repo")
	g.Feed(filepath.Join(dir, "repo"), in.String(), "fast-import", "--quiet")
}

func BenchmarkReadThousandBlobs(b *testing.B) {
	g := gittest.New(b)
	dir := b.TempDir()
	manyBlobs(b, g, dir, 1000)
	for _, command := range []bool{false, true} {
		b.Run(map[bool]string{false: "go-git", true: "cat-file"}[command], func(b *testing.B) {
			for b.Loop() {
				r := openB(b, filepath.Join(dir, "repo"))
				r.db.chosen = command // true: no go-git was chosen
				fsys, err := r.FS(b.Context(), "HEAD", "memory")
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				if err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() {
						return err
					}
					n++
					_, err = fs.ReadFile(fsys, name)
					return err
				}); err != nil || n != 1000 {
					b.Fatal(n, err)
				}
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

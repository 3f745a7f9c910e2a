package gitext

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/gitext/place"
)

// layout is one way a repository can lie on disk. make builds it below dir and returns the folder to start from.
type layout struct {
	name       string
	command    bool     // go-git cannot read it
	unreadable bool     // that shows only when go-git tries
	lacking    bool     // objects are missing on purpose
	revs       []string // what to read; HEAD and v1 when nil
	make       func(t *testing.T, g *gittest.Git, dir string) string
}

// memoryFiles is a folder with names and contents that break careless readers.
func memoryFiles() map[string]string {
	files := map[string]string{
		"README.md":                "x\n",
		"docs/memory/config.json":  "{}\n",
		"docs/memory/directory.md": "| ID |\n",
		"docs/memory/empty":        "",
		"docs/memory/crlf.md":      "a\r\nb\r\n",
		"docs/memory/binary":       "\x00\xff\xfe\n\x00",
		"docs/memory/chunks/epoch_01/chunk_0001-k3f9qz7m.json": "{\"title\":\"编码\"}\n",
		"docs/memory/chunks/epoch_01/chunk_0002-aaaaaaaa.json": strings.Repeat("much the same line\n", 4000),
		"docs/memory/chunks/epoch_01/chunk_0003-bbbbbbbb.json": strings.Repeat("much the same line\n", 4001),
		"docs/memory/chunks.x":                                 "sorts before the folder chunks in git, after it by name\n",
		"docs/memory/with space/a b":                           "space\n",
		"docs/memory/中文/记忆.md":                                 "中\n",
		"docs/memory/-dash":                                    "dash\n",
		"docs/memory/it's":                                     "quote\n",
		"docs/memory/[glob]":                                   "glob\n",
	}
	if runtime.GOOS != "windows" {
		files["docs/memory/\"double\" quote"] = "q\n"
		files["docs/memory/back\\slash"] = "b\n"
		files["docs/memory/new\nline"] = "n\n"
		files["docs/memory/star*:?"] = "s\n"
	}
	return files
}

// source makes the repository that most layouts come from: two commits, a tag, links where the system has them.
func source(t *testing.T, g *gittest.Git, dir string, args ...string) string {
	t.Helper()
	top := filepath.Join(dir, "source")
	g.Init(top, memoryFiles(), append([]string{"-b", "main"}, args...)...)
	g.Run(top, "config", "core.autocrlf", "false")
	g.Run(top, "tag", "-a", "-m", "one", "v1")
	mem := filepath.Join(top, "docs", "memory")
	if runtime.GOOS != "windows" {
		for name, target := range map[string]string{"link": "config.json", "linkdir": "chunks", "out": "../../README.md", "chunks/up": "../config.json"} {
			if err := os.Symlink(target, filepath.Join(mem, filepath.FromSlash(name))); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(filepath.Join(mem, "it's"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	g.Write(top, map[string]string{"docs/memory/second.md": "2\n"})
	g.Run(top, "add", "-A")
	g.Run(top, "commit", "-q", "-m", "second")
	return top
}

func clone(t *testing.T, g *gittest.Git, dir string, args ...string) string {
	t.Helper()
	source(t, g, dir)
	g.Run(dir, append(append([]string{"clone", "-q"}, args...), "file://"+filepath.ToSlash(filepath.Join(dir, "source")), "copy")...)
	return filepath.Join(dir, "copy")
}

func layouts() []layout {
	in := func(name string, then ...[]string) func(*testing.T, *gittest.Git, string) string {
		return func(t *testing.T, g *gittest.Git, dir string) string {
			top := source(t, g, dir)
			for _, args := range then {
				g.Run(top, args...)
			}
			return filepath.Join(dir, filepath.FromSlash(name))
		}
	}
	cloned := func(args ...string) func(*testing.T, *gittest.Git, string) string {
		return func(t *testing.T, g *gittest.Git, dir string) string { return clone(t, g, dir, args...) }
	}
	return append([]layout{
		{name: "plain", make: in("source")},
		{name: "subfolder", make: in("source/docs/memory/chunks")},
		{name: "linked worktree", make: in("linked", []string{"worktree", "add", "-q", "../linked"})},
		{name: "detached", make: in("source", []string{"checkout", "-q", "--detach"})},
		{name: "packed", make: in("source", []string{"gc", "-q", "--aggressive"}, []string{"pack-refs", "--all"})},
		{name: "multi-pack index", make: in("source", []string{"repack", "-adq", "--write-midx"})},
		{name: "sparse checkout", make: in("source", []string{"sparse-checkout", "set", "docs/memory/chunks"})},
		{name: "worktree config", make: in("source", []string{"config", "extensions.worktreeConfig", "true"}, []string{"config", "core.repositoryformatversion", "1"})},
		{name: "inside the git folder", make: in("source/.git")},
		{name: "replaced objects", command: true, make: replaced},
		{name: "replaced objects, packed", command: true, make: func(t *testing.T, g *gittest.Git, dir string) string {
			top := replaced(t, g, dir)
			g.Run(top, "pack-refs", "--all")
			return top
		}},
		{name: "unknown extension", command: true, make: in("source", []string{"config", "extensions.hfaTest", "1"})},
		{name: "clone", make: cloned()},
		{name: "bare", make: cloned("--bare")},
		{name: "shallow", revs: []string{"HEAD"}, make: cloned("--depth=1")},
		{name: "complete partial clone", revs: []string{"v1"}, make: func(t *testing.T, g *gittest.Git, dir string) string {
			top := clone(t, g, dir, "--filter=blob:none")
			g.Run(top, "checkout", "-q", "v1", "--", ".")
			return top
		}},
		{name: "partial clone", lacking: true, make: cloned("--filter=blob:none", "--no-checkout")},
		{name: "treeless clone", lacking: true, make: cloned("--filter=tree:0", "--no-checkout")},
	}, append(stoppedLayouts(), linkedLayouts(in)...)...)
}

// stoppedLayouts are repositories in which git waits for the user in the middle of something.
func stoppedLayouts() []layout {
	stopped := func(state string, args ...string) func(*testing.T, *gittest.Git, string) string {
		return func(t *testing.T, g *gittest.Git, dir string) string {
			top := source(t, g, dir)
			for branch, text := range map[string]string{"theirs": "3\n", "main": "4\n"} {
				g.Run(top, "checkout", "-q", "-B", branch)
				g.Write(top, map[string]string{"docs/memory/second.md": text})
				g.Run(top, "commit", "-qam", "on "+branch)
				g.Run(top, "checkout", "-q", "--detach", "HEAD~1")
			}
			g.Run(top, "checkout", "-q", "main")
			if out, err := g.Try(top, args...); err == nil && args[0] != "bisect" {
				t.Fatalf("git %s was to stop at a conflict:\n%s", strings.Join(args, " "), out)
			}
			if _, err := os.Stat(filepath.Join(top, ".git", state)); err != nil {
				t.Fatalf("git %s left no %s", strings.Join(args, " "), state)
			}
			return top
		}
	}
	return []layout{
		{name: "in the middle of a merge", make: stopped("MERGE_HEAD", "merge", "-q", "theirs")},
		{name: "in the middle of a rebase", make: stopped("rebase-merge", "rebase", "-q", "theirs")},
		{name: "in the middle of a rebase with the older backend", make: stopped("rebase-apply", "rebase", "-q", "--apply", "theirs")},
		{name: "in the middle of a cherry-pick", make: stopped("CHERRY_PICK_HEAD", "cherry-pick", "theirs")},
		{name: "in the middle of a bisect", make: stopped("BISECT_LOG", "bisect", "start", "main", "main~1")},
	}
}

// linkedLayouts are the layouts whose folders point at others.
func linkedLayouts(in func(string, ...[]string) func(*testing.T, *gittest.Git, string) string) []layout {
	return []layout{
		{name: "shared clone", make: in("copy", []string{"clone", "-q", "--shared", ".", "../copy"})},
		{name: "shared clone of a shared clone", make: in("third", []string{"clone", "-q", "--shared", ".", "../copy"}, []string{"clone", "-q", "--shared", "../copy", "../third"})},
		{name: "relative alternates", make: func(t *testing.T, g *gittest.Git, dir string) string {
			source(t, g, dir)
			g.Run(dir, "clone", "-q", "--shared", "source", "copy")
			g.Write(dir, map[string]string{"copy/.git/objects/info/alternates": "# comment\n../../../source/.git/objects\n"})
			return filepath.Join(dir, "copy")
		}},
		{name: "alternates in a folder of another name", command: true, unreadable: true, make: func(t *testing.T, g *gittest.Git, dir string) string {
			source(t, g, dir)
			g.Run(dir, "clone", "-q", "--shared", "source", "copy")
			if err := os.Rename(filepath.Join(dir, "source", ".git", "objects"), filepath.Join(dir, "store")); err != nil {
				t.Fatal(err)
			}
			g.Write(dir, map[string]string{"copy/.git/objects/info/alternates": filepath.Join(dir, "store") + "\n"})
			return filepath.Join(dir, "copy")
		}},
		{name: "submodule", make: func(t *testing.T, g *gittest.Git, dir string) string {
			top := source(t, g, dir)
			super := filepath.Join(dir, "super")
			g.Init(super, map[string]string{"f": "x"})
			g.Run(super, "submodule", "add", "-q", top, "lib/sub")
			return filepath.Join(super, "lib", "sub")
		}},
		{name: "separate git folder", make: func(t *testing.T, g *gittest.Git, dir string) string {
			return source(t, g, dir, "--separate-git-dir", filepath.Join(dir, "away.git"))
		}},
		{name: "sha256", command: true, make: func(t *testing.T, g *gittest.Git, dir string) string {
			if _, err := g.Try(dir, "init", "-q", "--object-format=sha256", "probe"); err != nil {
				t.Skip("this git has no SHA-256 repositories")
			}
			return source(t, g, dir, "--object-format=sha256")
		}},
		{name: "sha256, partial clone", command: true, lacking: true, revs: []string{"HEAD"}, make: func(t *testing.T, g *gittest.Git, dir string) string {
			if _, err := g.Try(dir, "init", "-q", "--object-format=sha256", "probe"); err != nil {
				t.Skip("this git has no SHA-256 repositories")
			}
			top := source(t, g, dir, "--object-format=sha256")
			g.Run(dir, "clone", "-q", "--filter=blob:none", "--no-checkout", "file://"+filepath.ToSlash(top), "copy")
			return filepath.Join(dir, "copy")
		}},
		{name: "reftable", command: true, make: func(t *testing.T, g *gittest.Git, dir string) string {
			if out, err := g.Try(dir, "init", "-q", "--ref-format=reftable", "probe"); err != nil {
				t.Skipf("this git has no reftable: %s", strings.TrimSpace(out))
			}
			return source(t, g, dir, "--ref-format=reftable")
		}},
	}
}

// replaced makes a repository in which git shows another blob than the tree names.
func replaced(t *testing.T, g *gittest.Git, dir string) string {
	top := source(t, g, dir)
	g.Write(dir, map[string]string{"new": "replaced\n"})
	other := g.Run(top, "hash-object", "-w", filepath.Join(dir, "new"))
	g.Run(top, "replace", g.Run(top, "rev-parse", "HEAD:docs/memory/second.md"), other)
	return top
}

// openB finds and opens the repository that a folder is in; the caller closes it.
func openB(t testing.TB, dir string, opts ...Option) *Repo {
	t.Helper()
	p, err := place.Find(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(p, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// open is openB that closes at the end of the test.
func open(t *testing.T, dir string, opts ...Option) *Repo {
	t.Helper()
	r := openB(t, dir, opts...)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return r
}

// withGit puts a program called git in front of the real one. Shell scripts, so not for Windows.
func withGit(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for git is a shell script")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", fmt.Sprintf("%s%c%s", dir, os.PathListSeparator, os.Getenv("PATH")))
}

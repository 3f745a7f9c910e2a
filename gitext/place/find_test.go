package place

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
)

// world builds one repository of each layout below dir.
func world(t *testing.T, g *gittest.Git) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	file := map[string]string{"a/b/f.txt": "x\n"}
	g.Init(at("plain"), file)
	g.Run(at("plain"), "worktree", "add", "-q", at("linked"))
	g.Run(at("plain"), "worktree", "add", "-q", filepath.Join(at("plain"), "wt 里"), "-b", "inner")
	g.Init(at("sep"), file, "--separate-git-dir", at("sep.git"))
	g.Run(dir, "clone", "-q", "--bare", at("plain"), at("bare.git"))
	g.Run(at("bare.git"), "worktree", "add", "-q", at("frombare"), "main")
	g.Init(at("super"), nil)
	g.Run(at("super"), "submodule", "add", "-q", at("plain"), "lib/sub")
	g.Init(at("cwt"), file)
	g.Run(at("cwt"), "config", "core.worktree", "../a")
	g.Init(at("perwt"), file)
	g.Run(at("perwt"), "config", "extensions.worktreeConfig", "true")
	g.Run(at("perwt"), "config", "--worktree", "core.bare", "false")
	g.Run(at("perwt"), "worktree", "add", "-q", at("perwt2"))
	g.Init(at("barecfg"), file)
	g.Run(at("barecfg"), "config", "core.bare", "true")
	g.Init(at("plain")+"/nested", file)
	if err := os.MkdirAll(filepath.Join(at("plain"), "fake", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(at("outside/deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		for link, target := range map[string]string{"link": "plain/a/b", "gitlink": "plain"} {
			if err := os.Symlink(target, at(link)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(at("dotlink"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("../sep.git", at("dotlink/.git")); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// judge compares Find with what git says in the same folder and environment.
func judge(t *testing.T, g *gittest.Git, dir string) {
	t.Helper()
	got, err := Find(dir, os.Getenv)
	gitDir, gitErr := g.Try(dir, "rev-parse", "--absolute-git-dir")
	switch {
	case err != nil:
		if gitErr == nil {
			t.Errorf("%s: git finds %s, we fail: %v", dir, gitDir, err)
		}
		return
	case gitErr != nil:
		if got.InGit {
			t.Errorf("%s: we find %s, git: %s", dir, got.GitDir, gitDir)
		}
		return
	}
	same := func(what, ours, gits string) {
		t.Helper()
		if gits = strings.TrimSuffix(gits, "\n"); gits != "" {
			gits = real(t, dir, gits)
		}
		if ours != gits {
			t.Errorf("%s: %s is %q, git says %q", dir, what, ours, gits)
		}
	}
	same("GitDir", got.GitDir, gitDir)
	same("CommonDir", got.CommonDir, g.Run(dir, "rev-parse", "--path-format=absolute", "--git-common-dir"))
	top, topErr := g.Try(dir, "rev-parse", "--show-toplevel")
	if topErr != nil {
		top = ""
	}
	same("Top", got.Top, top)
	if bare := g.Run(dir, "rev-parse", "--is-bare-repository") == "true"; bare != got.Bare {
		t.Errorf("%s: Bare is %v, git says %v", dir, got.Bare, bare)
	}
}

func real(t *testing.T, base, path string) string {
	t.Helper()
	p, err := filepath.EvalSymlinks(absFrom(base, path))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFindAgreesWithGit(t *testing.T) {
	g := gittest.New(t)
	dir := world(t, g)
	n := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() || d.Type()&os.ModeSymlink != 0 {
			if info, err := os.Stat(path); err != nil || !info.IsDir() {
				return nil
			}
			judge(t, g, path)
			n++
		}
		if name := d.Name(); name == "objects" || name == "hooks" || name == "logs" {
			return filepath.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 60 {
		t.Errorf("only %d folders were compared", n)
	}
}

func TestFindObeysTheEnvironmentAsGitDoes(t *testing.T) {
	g := gittest.New(t)
	dir := world(t, g)
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	tests := []struct {
		name, cwd string
		env       map[string]string
	}{
		{"git dir", "outside", map[string]string{"GIT_DIR": at("plain/.git")}},
		{"git dir, relative", "plain/a", map[string]string{"GIT_DIR": "../.git"}},
		{"git dir is a git file", "outside", map[string]string{"GIT_DIR": at("sep/.git")}},
		{"git dir of a linked worktree", "linked", map[string]string{"GIT_DIR": at("plain/.git/worktrees/linked")}},
		{"git dir with core.worktree", "outside", map[string]string{"GIT_DIR": at("cwt/.git")}},
		{"git dir with core.bare", "outside", map[string]string{"GIT_DIR": at("bare.git")}},
		{"git dir that is none", "outside", map[string]string{"GIT_DIR": at("outside")}},
		{"both", "outside", map[string]string{"GIT_DIR": at("plain/.git"), "GIT_WORK_TREE": at("sep")}},
		{"work tree of a bare one", "outside", map[string]string{"GIT_DIR": at("bare.git"), "GIT_WORK_TREE": "deep"}},
		{"work tree alone", "plain/a", map[string]string{"GIT_WORK_TREE": ".."}},
		{"common dir", "outside", map[string]string{"GIT_DIR": at("plain/.git/worktrees/linked"), "GIT_COMMON_DIR": at("plain/.git"), "GIT_WORK_TREE": at("linked")}},
		{"ceiling above", "plain/a/b", map[string]string{"GIT_CEILING_DIRECTORIES": at("plain")}},
		{"ceiling at the start", "plain/a", map[string]string{"GIT_CEILING_DIRECTORIES": at("plain/a")}},
		{"ceiling higher up", "plain/a/b", map[string]string{"GIT_CEILING_DIRECTORIES": dir}},
		{"two ceilings", "plain/a/b", map[string]string{"GIT_CEILING_DIRECTORIES": at("sep") + string(os.PathListSeparator) + at("plain/a")}},
		{"ceiling that is relative", "plain/a/b", map[string]string{"GIT_CEILING_DIRECTORIES": ".."}},
		{"ceiling through a link", "plain/a/b", map[string]string{"GIT_CEILING_DIRECTORIES": at("gitlink")}},
		{"ceiling through a link, as it is", "plain/a/b", map[string]string{"GIT_CEILING_DIRECTORIES": string(os.PathListSeparator) + at("gitlink")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Contains(tt.name, "link,") || strings.HasSuffix(tt.name, "a link") {
				if runtime.GOOS == "windows" {
					t.Skip("the world has no symbolic links on Windows")
				}
			}
			g := gittest.New(t)
			for name, value := range tt.env {
				g.Setenv(name, value)
			}
			judge(t, g, at(tt.cwd))
			if p, err := Find(at(tt.cwd), nil); err != nil || p.Explicit {
				t.Errorf("without an environment: %+v, %v", p, err)
			}
		})
	}
}

func TestFindRefusesWhatGitRefuses(t *testing.T) {
	g := gittest.New(t)
	for name, files := range map[string]map[string]string{
		"git file without gitdir": {".git": "hello\n"},
		"git file that is empty":  {".git": "gitdir: \n"},
		"git file to nowhere":     {".git": "gitdir: ../nowhere\n"},
		"bad core.bare":           {".git/HEAD": "ref: refs/heads/main\n", ".git/refs/x": "", ".git/objects/x": "", ".git/config": "[core]\nbare = maybe\n"},
		"config cut off":          {".git/HEAD": "ref: refs/heads/main\n", ".git/refs/x": "", ".git/objects/x": "", ".git/config": "[core\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			g.Write(dir, files)
			if p, err := Find(dir, nil); err == nil {
				t.Errorf("found %+v", p)
			}
			if out, err := g.Try(dir, "rev-parse", "--is-bare-repository"); err == nil {
				t.Errorf("git does not refuse: %s", out)
			}
		})
	}
}

func TestFindOutsideGit(t *testing.T) {
	dir := real(t, ".", t.TempDir())
	p, err := Find(dir, nil)
	if want := (Place{Top: dir}); err != nil || p != want {
		t.Errorf("%+v, %v; want %+v", p, err, want)
	}
	if _, err := Find(filepath.Join(dir, "none"), nil); !os.IsNotExist(err) && (err == nil || !strings.Contains(err.Error(), "none")) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func BenchmarkLocate(b *testing.B) {
	g := gittest.New(b)
	dir := b.TempDir()
	g.Init(dir, map[string]string{"a/b/c/f": "x", "memory/config.json": "{}"})
	cwd := filepath.Join(dir, "a", "b", "c")
	b.ResetTimer()
	for b.Loop() {
		if _, err := Locate(cwd, "", os.Getenv); err != nil {
			b.Fatal(err)
		}
	}
}

package sibling

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// TestMain makes the test binary a program that says where it finds what, when it is called "asker".
func TestMain(m *testing.M) {
	if strings.HasPrefix(filepath.Base(os.Args[0]), "asker") {
		self := func(string) (string, error) { return Self() }
		for _, find := range []func(string) (string, error){Find, Stable, self} {
			path, err := find("other")
			if err != nil && !errors.Is(err, ErrMissing) {
				panic(err)
			}
			println(path)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// install puts a program called name into dir: the test binary, or something that never runs.
func install(t *testing.T, dir, name string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	data := []byte("#!/bin/sh\n")
	if name == "asker" {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		if data, err = os.ReadFile(self); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, fileName(name))
	if err := os.WriteFile(path, data, 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

// asks runs asker with a PATH and gives what Find, Stable and Self say.
func asks(t *testing.T, asker string, path ...string) (find, stable, self string) {
	t.Helper()
	cmd := exec.Command(asker)
	cmd.Env = append(os.Environ(), "PATH="+strings.Join(path, string(os.PathListSeparator)))
	out, err := cmd.CombinedOutput()
	lines := strings.Split(string(out), "\n")
	if err != nil || len(lines) != 4 {
		t.Fatalf("%v: %q", err, out)
	}
	return strings.TrimSpace(lines[0]), strings.TrimSpace(lines[1]), strings.TrimSpace(lines[2])
}

func TestTheProgramBesideGoesBeforeThatOnPath(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	here, elsewhere, empty := filepath.Join(top, "a here"), filepath.Join(top, "elsewhere"), filepath.Join(top, "empty")
	asker := install(t, here, "asker")
	if _, _, self := asks(t, asker, empty); self != asker {
		t.Errorf("itself: %q, want %q", self, asker)
	}
	onPath := install(t, elsewhere, "other")
	if find, stable, _ := asks(t, asker, empty); find != "" || stable != "" {
		t.Errorf("there is none: %q, %q", find, stable)
	}
	if find, stable, _ := asks(t, asker, empty, elsewhere); find != onPath || stable != onPath {
		t.Errorf("on PATH: %q, %q", find, stable)
	}
	beside := install(t, here, "other")
	if find, stable, _ := asks(t, asker, elsewhere); find != beside || stable != beside {
		t.Errorf("beside, another one on PATH: %q, %q", find, stable)
	}
	if err := os.Mkdir(filepath.Join(top, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	alone := install(t, filepath.Join(top, "folder"), "asker")
	if err := os.Mkdir(filepath.Join(top, "folder", fileName("other")), 0o777); err != nil {
		t.Fatal(err)
	}
	if find, _, _ := asks(t, alone, elsewhere); find != onPath {
		t.Errorf("a folder of the name beside: %q", find)
	}
}

func TestWhatIsWrittenDownIsTheLinkThatAPackageManagerMoves(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("package managers there copy")
	}
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cellar, bin := filepath.Join(top, "cellar", "1.0", "bin"), filepath.Join(top, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"asker", "other"} {
		if err := os.Symlink(install(t, cellar, name), filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	want := filepath.Join(bin, "other")
	if _, stable, self := asks(t, filepath.Join(bin, "asker"), bin); stable != want || self != filepath.Join(bin, "asker") {
		t.Errorf("wrote down %q, want %q; itself %q", stable, want, self)
	}
}

func TestACallHasNoVariableOfGit(t *testing.T) {
	dir := t.TempDir()
	program := install(t, dir, "git-hfa")
	t.Setenv("PATH", dir)
	t.Setenv("GIT_DIR", "elsewhere")
	t.Setenv("HFA_MARK", "1")
	m := place.Memory{Dir: filepath.Join(dir, "memory")}
	m.Work = dir
	cmd, err := GitHFA(t.Context(), m, "recall", "--json")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{program, "recall", "--json", "--memory-dir", m.Dir}; !slices.Equal(cmd.Args, want) || cmd.Dir != dir {
		t.Errorf("%q in %s", cmd.Args, cmd.Dir)
	}
	if !slices.Contains(cmd.Env, "HFA_MARK=1") || slices.ContainsFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "GIT_") }) {
		t.Errorf("the environment is %q", cmd.Env)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := GitHFA(t.Context(), m); !errors.Is(err, ErrMissing) {
		t.Errorf("without the program: %v", err)
	}
}

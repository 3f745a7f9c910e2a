// Package gittest runs the real git in tests, cut off from the settings of the machine.
//
//	g := gittest.New(t)
//	g.Run(dir, "init", "-q")
package gittest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Git runs git with an empty home, no system configuration, and a fixed author and date.
type Git struct {
	t   testing.TB
	env []string
}

// New sets the environment of the test process too, so that code under test sees the same. The test cannot be parallel.
func New(t testing.TB) *Git {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	home := t.TempDir()
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if strings.HasPrefix(name, "GIT_") {
			unset(t, name)
		}
	}
	for name, value := range map[string]string{
		"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": filepath.Join(home, "xdg"),
		"GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
		"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
	} {
		t.Setenv(name, value)
	}
	// Submodules and partial clones of these tests come from folders of this machine. Maintenance in the background would
	// still write when a test takes its folder away.
	config := "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[protocol \"file\"]\n\tallow = always\n[init]\n\tdefaultBranch = main\n[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n"
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	return &Git{t: t, env: os.Environ()}
}

// unset removes a variable until the test ends.
func unset(t testing.TB, name string) {
	t.Setenv(name, "")
	os.Unsetenv(name)
}

// Run runs git in dir, fails the test when git fails, and returns what it printed, without the last newline.
func (g *Git) Run(dir string, args ...string) string {
	g.t.Helper()
	out, err := g.Try(dir, args...)
	if err != nil {
		g.t.Fatalf("git %s in %s: %v\n%s", strings.Join(args, " "), dir, err, out)
	}
	return strings.TrimSuffix(out, "\n")
}

// Raw is Run that returns every byte.
func (g *Git) Raw(dir string, args ...string) string {
	g.t.Helper()
	out, err := g.Try(dir, args...)
	if err != nil {
		g.t.Fatalf("git %s in %s: %v\n%s", strings.Join(args, " "), dir, err, out)
	}
	return out
}

// Try is Raw for a git that may fail. It returns standard output and error together then.
func (g *Git) Try(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, g.env
	var out, all bytes.Buffer
	cmd.Stdout = &out
	cmd.Stderr = &all
	err := cmd.Run()
	if err != nil {
		return out.String() + all.String(), err
	}
	return out.String(), nil
}

// Feed is Raw with a text as standard input.
func (g *Git) Feed(dir, input string, args ...string) string {
	g.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, g.env, strings.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		g.t.Fatalf("git %s in %s: %v", strings.Join(args, " "), dir, err)
	}
	return string(out)
}

// Setenv adds a variable to what Run gives to git, and to the test process.
func (g *Git) Setenv(name, value string) {
	g.t.Setenv(name, value)
	g.env = append(g.env, name+"="+value)
}

// Write writes files below dir. Names are slash paths.
func (g *Git) Write(dir string, files map[string]string) {
	g.t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			g.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			g.t.Fatal(err)
		}
	}
}

// Init makes a repository in dir with one commit of the files.
func (g *Git) Init(dir string, files map[string]string, args ...string) {
	g.t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		g.t.Fatal(err)
	}
	g.Run(dir, append([]string{"init", "-q"}, args...)...)
	g.Write(dir, files)
	g.Run(dir, "add", "-A")
	g.Run(dir, "commit", "-q", "--allow-empty", "-m", "first")
}

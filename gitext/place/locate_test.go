package place

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
)

// fakeEnv is an environment of one variable.
func fakeEnv(name, value string) Env {
	return func(n string) string {
		if n == name {
			return value
		}
		return ""
	}
}

func TestLocateFollowsTheOrder(t *testing.T) {
	g := gittest.New(t)
	dir := real(t, ".", t.TempDir())
	g.Init(dir, map[string]string{
		"sub/deep/f":  "x",
		".hfaconfig":  "[memory]\n\tdir = docs/记忆 1\n",
		"docs/README": "x",
	})
	cwd := filepath.Join(dir, "sub", "deep")
	env := fakeEnv("HFA_MEMORY_DIR", "../envmem")
	tests := []struct {
		name, explicit string
		env            Env
		path, why      string
	}{
		{"an argument is first", "mine", env, "sub/deep/mine", ByArgument},
		{"an absolute argument", filepath.Join(dir, "abs"), env, "abs", ByArgument},
		{"then the environment", "", env, "sub/envmem", ByEnvironment},
		{"then the file", "", nil, "docs/记忆 1", ByConfig},
	}
	check := func(name, explicit string, env Env, path, why string) {
		t.Helper()
		m, err := Locate(cwd, explicit, env)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		want := Memory{
			Dir: filepath.Join(dir, filepath.FromSlash(path)), Work: dir, Path: path, Why: why,
			Place:   Place{Top: dir, GitDir: filepath.Join(dir, ".git"), CommonDir: filepath.Join(dir, ".git"), InGit: true},
			Counter: CounterPath(filepath.Join(dir, ".git"), path),
		}
		if m != want {
			t.Errorf("%s:\n got %+v\nwant %+v", name, m, want)
		}
	}
	for _, tt := range tests {
		check(tt.name, tt.explicit, tt.env, tt.path, tt.why)
	}
	if err := os.Remove(filepath.Join(dir, HFAConfig)); err != nil {
		t.Fatal(err)
	}
	check("then the folder memory", "", nil, "memory", ByDefault)
}

func TestLocateOutsideGitTakesTheCurrentFolder(t *testing.T) {
	dir := real(t, ".", t.TempDir())
	m, err := Locate(dir, "", nil)
	if want := (Memory{Dir: filepath.Join(dir, "memory"), Place: Place{Top: dir}, Work: dir, Why: ByDefault}); err != nil || m != want {
		t.Errorf("got %+v, %v; want %+v", m, err, want)
	}
	m, err = Locate(dir, "x/y", nil)
	if want := (Memory{Dir: filepath.Join(dir, "x", "y"), Place: Place{Top: filepath.Join(dir, "x")}, Work: filepath.Join(dir, "x"), Why: ByArgument}); err != nil || m != want {
		t.Errorf("got %+v, %v; want %+v", m, err, want)
	}
	if err := WriteHFAConfig(dir, "notes"); err != nil {
		t.Fatal(err)
	}
	if m, err = Locate(dir, "", nil); err != nil || m.Dir != filepath.Join(dir, "notes") || m.Why != ByConfig {
		t.Errorf("with .hfaconfig: %+v, %v", m, err)
	}
}

func TestCounterIsSharedByTheWorkTreesOfAClone(t *testing.T) {
	if got, want := CounterPath("c", "memory"), filepath.Join("c", "hfa", "c064fbca9d9de8dd.counter"); got != want {
		t.Errorf("CounterPath is %s, want %s (SHA-256 of \"memory\")", got, want)
	}
	g := gittest.New(t)
	dir := real(t, ".", t.TempDir())
	main, linked := filepath.Join(dir, "main"), filepath.Join(dir, "linked")
	g.Init(main, map[string]string{"memory/config.json": "{}", "b/memory/config.json": "{}"})
	g.Run(main, "worktree", "add", "-q", linked)
	counter := func(cwd, explicit string) string {
		t.Helper()
		m, err := Locate(cwd, explicit, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m.Counter
	}
	first := counter(main, "")
	if first != CounterPath(filepath.Join(main, ".git"), "memory") {
		t.Errorf("counter is %s", first)
	}
	if other := counter(linked, ""); other != first {
		t.Errorf("a linked worktree has another counter: %s", other)
	}
	if other := counter(dir, filepath.Join("main", "memory")); other != first {
		t.Errorf("named from outside the counter differs: %s", other)
	}
	if other := counter(main, "b/memory"); other == first {
		t.Error("two memories share a counter")
	}
}

func TestLocateMemoryInASubmodule(t *testing.T) {
	g := gittest.New(t)
	dir := real(t, ".", t.TempDir())
	sub, super := filepath.Join(dir, "sub"), filepath.Join(dir, "super")
	g.Init(sub, map[string]string{"config.json": "{}"})
	g.Init(super, map[string]string{"f": "x"})
	g.Run(super, "submodule", "add", "-q", sub, "memory")
	m, err := Locate(super, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	mods := filepath.Join(super, ".git", "modules", "memory")
	want := Memory{Dir: filepath.Join(super, "memory"), Work: super, Path: ".", Why: ByDefault, Counter: CounterPath(mods, "."),
		Place: Place{Top: filepath.Join(super, "memory"), GitDir: mods, CommonDir: mods, InGit: true}}
	if m != want {
		t.Errorf("got %+v\nwant %+v", m, want)
	}
}

func TestLocateNeedsAWorkTree(t *testing.T) {
	g := gittest.New(t)
	dir := real(t, ".", t.TempDir())
	g.Init(dir, map[string]string{"f": "x"})
	if _, err := Locate(filepath.Join(dir, ".git"), "", nil); !errors.Is(err, ErrNoWorkTree) {
		t.Errorf("inside .git: %v, want ErrNoWorkTree", err)
	}
	bare := real(t, ".", t.TempDir())
	g.Run(bare, "init", "-q", "--bare")
	if _, err := Locate(bare, "", nil); !errors.Is(err, ErrNoWorkTree) {
		t.Errorf("bare: %v, want ErrNoWorkTree", err)
	}
	m, err := Locate(bare, "docs/memory", nil)
	if err != nil || m.Path != "docs/memory" || m.Counter != "" || !m.Place.Bare {
		t.Errorf("bare and named: %+v, %v", m, err)
	}
}

func TestGitDirOfAHookDoesNotClaimAForeignMemory(t *testing.T) {
	g := gittest.New(t)
	dir := real(t, ".", t.TempDir())
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	g.Init(a, map[string]string{"f": "x"})
	g.Init(b, map[string]string{"memory/config.json": "{}"})
	env := fakeEnv("GIT_DIR", filepath.Join(a, ".git"))
	m, err := Locate(a, filepath.Join(b, "memory"), env)
	if err != nil || m.Place.Top != b || m.Place.Explicit || m.Path != "memory" {
		t.Errorf("a memory elsewhere: %+v, %v", m, err)
	}
	if m, err = Locate(a, "", env); err != nil || m.Place.Top != a || !m.Place.Explicit {
		t.Errorf("the hook's own memory: %+v, %v", m, err)
	}
	if m, err = Locate(b, "", WithoutGit(env)); err != nil || m.Place.Top != b || m.Place.Explicit {
		t.Errorf("WithoutGit: %+v, %v", m, err)
	}
}

func TestHFAConfigNamesOnlyPlacesInside(t *testing.T) {
	g := gittest.New(t)
	dir := real(t, ".", t.TempDir())
	g.Init(dir, map[string]string{"docs/f": "x", "inner/f": "x"}, "--separate-git-dir", filepath.Join(dir, "gd"))
	if runtime.GOOS != "windows" {
		for link, target := range map[string]string{"out": "..", "in": "docs", "git": "gd", "dangling": "../nowhere"} {
			if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct{ value, want, problem string }{
		{"docs/memory", "docs/memory", ""},
		{"./docs//memory/", "docs/memory", ""},
		{"docs/名字 x", "docs/名字 x", ""},
		{".", ".", ""},
		{".github/memory", ".github/memory", ""},
		{"in/memory", "in/memory", ""},
		{"", "", "no name"},
		{"/etc", "", "not relative"},
		{"~/memory", "", "not relative"},
		{"C:/memory", "", "not relative"},
		{"c:memory", "", "not relative"},
		{"../memory", "", `".." is not allowed`},
		{"docs/../../memory", "", `".." is not allowed`},
		{"docs\\\\memory", "", "a backslash"},
		{".git/memory", "", "git's own folder"},
		{"docs/.GIT/x", "", "git's own folder"},
		{"git~1/x", "", "git's own folder"},
		{".git. /x", "", "git's own folder"},
		{".git::$INDEX_ALLOCATION/x", "", "git's own folder"},
		{"gd/memory", "", "git's own folder"},
		{"out/x", "", "leads out"},
		{"git/x", "", "git's own folder"},
		{"dangling/x", "", "not there"},
	}
	for _, tt := range tests {
		first, _, _ := strings.Cut(tt.value, "/")
		if runtime.GOOS == "windows" && (first == "out" || first == "git" || first == "dangling") {
			continue // no symbolic links without a privilege there
		}
		g.Write(dir, map[string]string{HFAConfig: "# ours\n[memory]\n\tdir = \"" + tt.value + "\"\n"})
		m, err := Locate(dir, "", nil)
		if tt.problem == "" {
			if err != nil || m.Dir != resolved(dir, tt.want) {
				t.Errorf("%q: %s, %v", tt.value, m.Dir, err)
			}
			continue
		}
		var ce *ConfigError
		if !errors.As(err, &ce) || ce.Line != 3 || !strings.Contains(err.Error(), tt.problem) || !strings.Contains(err.Error(), HFAConfig+":3: ") {
			t.Errorf("%q: %v; want a ConfigError at line 3 with %q", tt.value, err, tt.problem)
		}
		if first == "gd" || first == "git" {
			continue // WriteHFAConfig knows of no separate git folder; Locate does
		}
		before, _ := os.ReadFile(filepath.Join(dir, HFAConfig))
		if err := WriteHFAConfig(dir, strings.ReplaceAll(tt.value, `\\`, `\`)); runtime.GOOS != "windows" && !errors.As(err, &ce) {
			t.Errorf("WriteHFAConfig takes %q: %v", tt.value, err)
		}
		if after, _ := os.ReadFile(filepath.Join(dir, HFAConfig)); runtime.GOOS != "windows" && string(after) != string(before) {
			t.Errorf("a refused %q changed the file", tt.value)
		}
	}
}

// resolved joins and resolves what is there.
func resolved(dir, name string) string {
	p, err := realPrefix(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return err.Error()
	}
	return p
}

func TestDefaultMemoryMayNotLeadOut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	g := gittest.New(t)
	dir := real(t, ".", t.TempDir())
	top := filepath.Join(dir, "top")
	g.Init(top, map[string]string{"f": "x"})
	if err := os.Symlink(dir, filepath.Join(top, "memory")); err != nil {
		t.Fatal(err)
	}
	if _, err := Locate(top, "", nil); err == nil || !strings.Contains(err.Error(), "leads out") {
		t.Errorf("a link out of the work tree: %v", err)
	}
	if m, err := Locate(top, "memory", nil); err != nil || m.Dir != dir {
		t.Errorf("named on purpose: %+v, %v", m, err)
	}
}

func TestHFAConfigThatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, HFAConfig), 0o755); err != nil {
		t.Fatal(err)
	}
	var ce *ConfigError
	if _, err := ReadHFAConfig(dir); !errors.As(err, &ce) {
		t.Errorf("a folder: %v", err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	dir = t.TempDir()
	if err := os.Symlink("/etc/hosts", filepath.Join(dir, HFAConfig)); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadHFAConfig(dir); !errors.As(err, &ce) {
		t.Errorf("a link: %v", err)
	}
	if err := WriteHFAConfig(dir, "x"); !errors.As(err, &ce) {
		t.Errorf("writing over a link: %v", err)
	}
}

func TestWriteHFAConfigEditsItsKeyAlone(t *testing.T) {
	g := gittest.New(t)
	tests := []struct{ name, before, after string }{
		{"no file", "", "[memory]\n\tdir = docs/m\n"},
		{"other sections", "# c\n[x]\n\ty = 1 ; d\n", "# c\n[x]\n\ty = 1 ; d\n[memory]\n\tdir = docs/m\n"},
		{"no newline at the end", "[x]\ny = 1", "[x]\ny = 1\n[memory]\n\tdir = docs/m\n"},
		{"section without the key", "[memory] # ours\n\tother = 1\n", "[memory] # ours\n\tdir = docs/m\n\tother = 1\n"},
		{"header line with a key", "[memory] other = 1\n", "[memory]\n\tdir = docs/m\n other = 1\n"},
		{"header at the end", "[memory]", "[memory]\n\tdir = docs/m\n"},
		{"value with a comment", "[memory]\n\tdir =  old/place   # why\n\tz = 2\n", "[memory]\n\tdir =  docs/m   # why\n\tz = 2\n"},
		{"quoted value", "[memory]\n\tdir = \"a b\";c\n", "[memory]\n\tdir = docs/m ;c\n"},
		{"value on two lines", "[memory]\n\tdir = a\\\n  b\n[x]\n", "[memory]\n\tdir = docs/m\n[x]\n"},
		{"key without a value", "[memory]\n\tdir\n", "[memory]\n\tdir = docs/m\n"},
		{"empty value", "[memory]\n\tdir =\n", "[memory]\n\tdir =docs/m\n"},
		{"the last one counts", "[memory]\ndir = a\n[Memory]\nDIR = b\n", "[memory]\ndir = a\n[Memory]\nDIR = docs/m\n"},
		{"CRLF", "[x]\r\ny = 1\r\n", "[x]\r\ny = 1\r\n[memory]\r\n\tdir = docs/m\r\n"},
		{"another dir", "[index]\n\tdir = x\n", "[index]\n\tdir = x\n[memory]\n\tdir = docs/m\n"},
		{"already so", "[memory]\n dir = \"docs/m\"\n", "[memory]\n dir = \"docs/m\"\n"},
		{"backslash at the end", "[x]\ny = 1\\\n", "[x]\ny = 1\\\n\n[memory]\n\tdir = docs/m\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if tt.before != "" {
				g.Write(dir, map[string]string{HFAConfig: tt.before})
			}
			if err := WriteHFAConfig(dir, filepath.Join("docs", "m")); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(filepath.Join(dir, HFAConfig))
			if err != nil || string(data) != tt.after {
				t.Errorf("file is\n%q, want\n%q (%v)", data, tt.after, err)
			}
			if got, err := ReadHFAConfig(dir); err != nil || got != "docs/m" {
				t.Errorf("read back %q, %v", got, err)
			}
			if got := g.Run(dir, "config", "-f", HFAConfig, "memory.dir"); got != "docs/m" {
				t.Errorf("git reads %q", got)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
				t.Errorf("files left behind: %v", left)
			}
		})
	}
}

func TestWriteHFAConfigQuotesWhatNeedsIt(t *testing.T) {
	g := gittest.New(t)
	for _, name := range []string{"a b", "a;b", "a#b", "名字/记忆", `a"b"`, " a"} {
		dir := t.TempDir()
		if err := WriteHFAConfig(dir, name); err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		got, err := ReadHFAConfig(dir)
		if gits := g.Run(dir, "config", "-f", HFAConfig, "memory.dir"); err != nil || got != name || gits != name {
			t.Errorf("%q is read as %q, by git as %q (%v)", name, got, gits, err)
		}
	}
}

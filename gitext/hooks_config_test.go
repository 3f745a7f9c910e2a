package gitext

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/githooks"
)

// configGit is what a git says that has hooks in its configuration.
const configGit = "git version 2.54.0"

func actions(report HookReport) string {
	var out []string
	for _, c := range report.Changes {
		out = append(out, c.Hook+" "+string(c.Action))
	}
	return strings.Join(out, ", ")
}

func TestGitVersionDecidesWhereHooksAre(t *testing.T) {
	r := open(t, source(t, gittest.New(t), t.TempDir()))
	for text, want := range map[string]bool{
		"git version 2.39.5\n": false, "git version 2.53.99": false, "git version 2.54.0": true, "git version 2.54.rc1": true,
		"git version 2.39.5 (Apple Git-154)": false, "git version 2.55.0.windows.1": true, "git version 3.0.0": true, "git version 1.9.1": false,
	} {
		if got, err := r.configHooks(t.Context(), HookOptions{GitVersion: text}); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := r.configHooks(t.Context(), HookOptions{}); err != nil {
		t.Errorf("this git: %v", err)
	}
	if _, err := r.configHooks(t.Context(), HookOptions{GitVersion: "jj 1.0"}); err == nil || !strings.Contains(err.Error(), "jj 1.0") {
		t.Errorf("no git: %v", err)
	}
}

func TestConfigHooksComeAndGo(t *testing.T) {
	g := gittest.New(t)
	top := filepath.Join(t.TempDir(), "it's a repo")
	g.Init(top, map[string]string{"memory/config.json": "{}"})
	r := open(t, top)
	before := readTree(t, filepath.Join(top, ".git"))
	o := HookOptions{GitVersion: configGit, PrePush: true}

	for i, want := range []HookAction{HookInstalled, HookUnchanged} {
		report, err := r.InstallHooks(t.Context(), o)
		if err != nil || len(report.Changes) != len(githooks.Names()) {
			t.Fatalf("time %d: %v %+v", i, err, report)
		}
		for _, c := range report.Changes {
			if c.Action != want {
				t.Errorf("time %d: %s", i, actions(report))
			}
		}
	}
	for _, name := range githooks.Names() {
		if got := g.Run(top, "config", "--get-all", "hook.hfa-"+name+".event"); got != name {
			t.Errorf("event of %s: %q", name, got)
		}
		if file := filepath.Join(top, ".git", "hooks", name); exists(file) {
			t.Errorf("%s would run a second time", file)
		}
	}
	status, err := r.HookStatus(t.Context(), o)
	if err != nil || len(status) != 1 || !status[0].OK || status[0].Hooks[0].State != HookActive {
		t.Errorf("%v %+v", err, status)
	}
	// A git that does not know them does not call us.
	if status, err = r.HookStatus(t.Context(), HookOptions{GitVersion: "git version 2.53.0"}); err != nil || status[0].OK {
		t.Errorf("an older git: %v %+v", err, status)
	}
	report, err := r.UninstallHooks(t.Context(), o)
	if err != nil || strings.Count(actions(report), "removed") != len(githooks.Names()) {
		t.Errorf("%v %+v", err, report)
	}
	if after := readTree(t, filepath.Join(top, ".git")); after != before {
		t.Errorf("left behind:\n%s\nbefore:\n%s", after, before)
	}
}

// git runs "sh -c 'COMMAND \"$@\"' COMMAND ARGS" for a hook of its configuration (prepare_shell_cmd in run-command.c).
func TestConfigCommandRunsTheScriptOrNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the script has a #! line")
	}
	g := gittest.New(t)
	dir := filepath.Join(t.TempDir(), `a "b" it's $HOME`)
	g.Init(dir, nil)
	script := filepath.Join(dir, "hook")
	command := configCommand(script)
	if got, ok := commandScript(command); !ok || got != script {
		t.Errorf("%q names %q", command, got)
	}
	run := func() (string, error) {
		out, err := exec.Command("sh", "-c", command+` "$@"`, command, "one two", "3").CombinedOutput()
		return string(out), err
	}
	if out, err := run(); err != nil || out != "" {
		t.Errorf("the script is gone: %q %v", out, err)
	}
	if err := os.WriteFile(script, []byte("#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := run(); err == nil || out != "<one two><3>" {
		t.Errorf("%q %v", out, err)
	}
}

func TestConfigHooksOfOneWorktreeAndOfTheUser(t *testing.T) {
	g := gittest.New(t)
	dir := t.TempDir()
	top := source(t, g, dir)
	linked := filepath.Join(dir, "linked")
	g.Run(top, "worktree", "add", "-q", "--detach", linked)
	r := open(t, linked)
	o := HookOptions{GitVersion: configGit, Mode: HooksWorktree}
	if _, err := r.InstallHooks(t.Context(), o); !errors.Is(err, ErrHooksRefused) || !strings.Contains(hintOf(err), "extensions.worktreeConfig true") {
		t.Errorf("settings of one work tree are off: %v", err)
	}
	g.Run(top, "config", "extensions.worktreeConfig", "true")
	if _, err := r.InstallHooks(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	status, err := r.HookStatus(t.Context(), o)
	if err != nil || len(status) != 2 || !status[0].OK || status[1].OK {
		t.Errorf("only the linked one: %v %+v", err, status)
	}
	if _, err := r.UninstallHooks(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if status, err = r.HookStatus(t.Context(), o); err != nil || status[0].OK {
		t.Errorf("taken out: %v %+v", err, status)
	}

	user := OpenAnywhere(dir)
	global := HookOptions{GitVersion: configGit, Mode: HooksGlobal}
	if report, err := user.InstallHooks(t.Context(), global); err != nil || len(report.Changes) != 7 {
		t.Fatalf("%v %+v", err, report)
	}
	if status, err = r.HookStatus(t.Context(), o); err != nil || !status[0].OK || !status[1].OK {
		t.Errorf("everywhere: %v %+v", err, status)
	}
	g.Run(top, "config", "hook.hfa-pre-commit.enabled", "off")
	if status, err = r.HookStatus(t.Context(), o); err != nil || status[0].OK || !strings.Contains(reasons(status[0]), "pre-commit.enabled switches it off") {
		t.Errorf("switched off: %v %+v", err, status)
	}
	if _, err := user.UninstallHooks(t.Context(), global); err != nil {
		t.Fatal(err)
	}
	if got, _ := g.Try(dir, "config", "--global", "--get-regexp", "^hook"); strings.Contains(got, "command") {
		t.Errorf("left: %s", got)
	}
}

func TestConfigHooksTakeOverFromFiles(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	g.Write(top, map[string]string{".git/hooks/post-merge": "#!/bin/sh\nmine\n"})
	if err := os.Chmod(filepath.Join(top, ".git", "hooks", "post-merge"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := open(t, top)
	if _, err := r.InstallHooks(t.Context(), HookOptions{GitVersion: "git version 2.40.0"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.InstallHooks(t.Context(), HookOptions{GitVersion: configGit}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(top, ".git", "hooks", "post-merge"))
	if err != nil || string(data) != "#!/bin/sh\nmine\n" {
		t.Errorf("%v %q", err, data)
	}
	if exists(filepath.Join(top, ".git", "hooks", "pre-commit")) {
		t.Error("pre-commit would run twice")
	}
}

func TestStatusKnowsBrokenConfigHooks(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	r := open(t, top)
	o := HookOptions{GitVersion: configGit}
	if _, err := r.InstallHooks(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(top, ".git", "hfa", "hooks", githooks.PostMerge)
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	g.Run(top, "config", "--unset", "hook.hfa-pre-commit.event")
	g.Run(top, "config", "hook.hfa-post-commit.command", "git-hfa hooks run post-commit")
	if err := os.Remove(filepath.Join(top, ".git", "hfa", "hooks", githooks.PostCheckout)); err != nil {
		t.Fatal(err)
	}
	status, err := r.HookStatus(t.Context(), o)
	if err != nil || status[0].OK {
		t.Fatalf("%v %+v", err, status)
	}
	want := map[string]HookStateWord{
		githooks.PostMerge: HookDamaged, githooks.PreCommit: HookMissing, githooks.PostCommit: HookByHand,
		githooks.PostCheckout: HookMissing, githooks.PostRewrite: HookActive, githooks.PrePush: HookMissing,
	}
	for _, h := range status[0].Hooks {
		if w, ok := want[h.Hook]; ok && h.State != w {
			t.Errorf("%s is %s (%s), want %s", h.Hook, h.State, h.Reason, w)
		}
	}
	report, err := r.InstallHooks(t.Context(), o)
	if err != nil || !strings.Contains(actions(report), "post-merge mended") || !strings.Contains(actions(report), "post-rewrite unchanged") {
		t.Errorf("%v %s", err, actions(report))
	}
	if status, err = r.HookStatus(t.Context(), o); err != nil || !status[0].OK {
		t.Errorf("repaired: %v %+v", err, status)
	}
}

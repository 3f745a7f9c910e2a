package gitext

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/git-hfa/git-hfa/githooks"
)

// Hooks in git's configuration (git-hook(1), git 2.54 of April 2026):
//
//	[hook "hfa-post-merge"]
//		command = hfa='/repo/.git/hfa/hooks/post-merge'; [ ! -x "$hfa" ] || "$hfa"
//		event = post-merge
//
// git runs every entry whose event it is beside the file in the hooks folder, through sh, with the arguments of the hook
// behind the command. A script that is gone is no failure. An event without a command makes git die, so the command is
// written first, and both go together.
const (
	configMajor, configMinor = 2, 54
	configPrefix             = "hook.hfa-"
)

// configHooks reports whether this git has hooks in its configuration.
func (r *Repo) configHooks(ctx context.Context, o HookOptions) (bool, error) {
	major, minor, err := r.gitVersion(ctx, o.GitVersion)
	return major > configMajor || major == configMajor && minor >= configMinor, err
}

// configScope is the option of "git config" for a mode.
func configScope(mode HookMode) string {
	switch mode {
	case HooksWorktree:
		return "--worktree"
	case HooksGlobal:
		return "--global"
	}
	return "--local"
}

// configCommand is the command of one hook, whose script is at path.
func configCommand(path string) string {
	quoted := "'" + strings.ReplaceAll(filepath.ToSlash(path), "'", `'\''`) + "'"
	return "hfa=" + quoted + `; [ ! -x "$hfa" ] || "$hfa"`
}

func (r *Repo) installConfigHooks(ctx context.Context, o HookOptions) (HookReport, error) {
	report := HookReport{Changes: []HookChange{}}
	if o.Mode == HooksWorktree {
		if err := r.checkWorktreeConfig(ctx); err != nil {
			return report, err
		}
	}
	home, err := r.hooksHome(o.Mode)
	if err != nil {
		return report, err
	}
	// Files that an older git needed would run a second time.
	if o.Mode == HooksLocal {
		if err := r.uninstallFiles(ctx, HookOptions{Mode: o.Mode}, &HookReport{}); err != nil {
			return report, err
		}
	}
	if err := os.MkdirAll(home, 0o777); err != nil {
		return report, fmt.Errorf("make the folder for hooks: %w", err)
	}
	for _, name := range wantedHooks(o) {
		change, err := r.installConfigHook(ctx, o, home, name)
		if err != nil {
			return report, err
		}
		report.Changes = append(report.Changes, change)
	}
	return report, nil
}

func (r *Repo) installConfigHook(ctx context.Context, o HookOptions, home, name string) (HookChange, error) {
	key, script := configPrefix+name, filepath.Join(home, name)
	change := HookChange{Hook: name, Where: key, Action: HookUnchanged}
	old, err := os.ReadFile(script)
	if err != nil || string(old) != githooks.Script(name) {
		change.Action = HookUpdated
		if err == nil && !githooks.Ours(old, name) {
			rest, lost := githooks.Clean(old, name)
			change.Action = HookMended
			rec := &hookRecord{home: home}
			if lost = lost || len(rest) > 0 && string(rest) != githooks.Shebang; lost {
				if change.Reason, err = rec.aside(script, old, lost); err != nil {
					return change, err
				}
			}
		}
		if err := writeHook(script, []byte(githooks.Script(name)), 0o755); err != nil {
			return change, err
		}
	}
	scope := configScope(o.Mode)
	for _, setting := range []struct{ key, value string }{{key + ".command", configCommand(script)}, {key + ".event", name}} {
		values, err := r.configValues(ctx, scope, setting.key)
		if err != nil {
			return change, err
		}
		if len(values) == 1 && values[0] == setting.value {
			continue
		}
		if len(values) == 0 {
			change.Action = HookInstalled
		} else if change.Action == HookUnchanged {
			change.Action = HookUpdated
		}
		if _, err := r.run(ctx, "config", scope, "--replace-all", setting.key, setting.value); err != nil {
			return change, fmt.Errorf("set %s: %w", setting.key, err)
		}
	}
	return change, nil
}

// checkWorktreeConfig refuses what git would refuse with a text about its insides.
func (r *Repo) checkWorktreeConfig(ctx context.Context) error {
	tops, err := r.workTrees(ctx)
	if err != nil {
		return err
	}
	out, err := r.run(ctx, "config", "--type=bool", "--get", "extensions.worktreeConfig")
	if strings.TrimSpace(string(out)) == "true" && err == nil {
		return nil
	}
	if len(tops) < 2 {
		return nil
	}
	return hinted("git config extensions.worktreeConfig true; or for all work trees: git hfa hooks install",
		"%w: settings for one work tree alone are switched off", ErrHooksRefused)
}

// configValues returns every value of a key in one scope; none is no error.
func (r *Repo) configValues(ctx context.Context, scope, key string) ([]string, error) {
	args := []string{"config", "-z", "--get-all", key}
	if scope != "" {
		args = []string{"config", scope, "-z", "--get-all", key}
	}
	out, err := r.run(ctx, args...)
	if failed, ok := errors.AsType[*CommandError](err); ok && failed.Code == 1 {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	return splitNul(out), nil
}

func (r *Repo) uninstallConfigHooks(ctx context.Context, o HookOptions, report *HookReport) error {
	home, err := r.hooksHome(o.Mode)
	if err != nil {
		return err
	}
	modes := []HookMode{o.Mode}
	if o.Mode == HooksLocal {
		modes = append(modes, HooksWorktree)
	}
	for _, name := range githooks.Names() {
		key, removed := configPrefix+name, false
		for _, mode := range modes {
			values, err := r.configValues(ctx, configScope(mode), key+".command")
			if err != nil && mode == HooksWorktree {
				continue // settings for one work tree are switched off: there are none
			}
			if err != nil {
				return err
			}
			if len(values) == 0 {
				continue
			}
			if _, err := r.run(ctx, "config", configScope(mode), "--remove-section", key); err != nil {
				return fmt.Errorf("remove %s: %w", key, err)
			}
			removed = true
		}
		if removed {
			report.Changes = append(report.Changes, HookChange{Hook: name, Where: key, Action: HookRemoved})
		}
		if o.Mode == HooksWorktree {
			continue // other work trees may use the scripts
		}
		if err := os.Remove(filepath.Join(home, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the hook script: %w", err)
		}
	}
	return nil
}

// configHookState says whether git's configuration, as one work tree sees it, calls us for a hook.
func (r *Repo) configHookState(ctx context.Context, name string) (HookState, error) {
	key := configPrefix + name
	state := HookState{Hook: name, Where: key, State: HookMissing}
	commands, err := r.configValues(ctx, "", key+".command")
	if err != nil || len(commands) == 0 {
		return state, err
	}
	events, err := r.configValues(ctx, "", key+".event")
	if err != nil {
		return state, err
	}
	enabled, err := r.configValues(ctx, "", key+".enabled")
	if err != nil {
		return state, err
	}
	script, ok := commandScript(commands[len(commands)-1])
	switch {
	case len(events) == 0 || events[len(events)-1] != name:
		state.Reason = "it has no event, so git does not call it"
	case len(enabled) > 0 && isFalse(enabled[len(enabled)-1]):
		state.Reason = key + ".enabled switches it off"
	case !ok:
		state.State, state.Reason = HookByHand, "another command is set"
	default:
		state.State, state.Reason = scriptState(script, name)
	}
	return state, nil
}

// commandScript returns the script in a command that we wrote.
func commandScript(command string) (string, bool) {
	quoted, ok := strings.CutSuffix(strings.TrimPrefix(command, "hfa='"), `'; [ ! -x "$hfa" ] || "$hfa"`)
	path := filepath.FromSlash(strings.ReplaceAll(quoted, `'\''`, "'"))
	return path, ok && configCommand(path) == command
}

// scriptState says whether a script of our own is there and of this version.
func scriptState(path, name string) (HookStateWord, string) {
	info, err := os.Stat(path)
	if err != nil {
		return HookMissing, "its script " + path + " is not there (was the repository moved?)"
	}
	data, err := os.ReadFile(path)
	switch {
	case err != nil:
		return HookMissing, err.Error()
	case githooks.Ours(data, name) && string(data) != githooks.Script(name):
		return HookOutdated, "its script is of another version of git-hfa"
	case string(data) != githooks.Script(name):
		return HookDamaged, "its script " + path + " was cut or edited; to put it right, type: git hfa hooks install"
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return HookMissing, "its script " + path + " is not executable"
	}
	return HookActive, ""
}

// isFalse reads a boolean as git does.
func isFalse(value string) bool {
	switch strings.ToLower(value) {
	case "false", "no", "off", "0":
		return true
	}
	return false
}

package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/githooks"
)

// HookStateWord says whether git calls us for a hook.
type HookStateWord string

const (
	HookActive   HookStateWord = "active"   // git runs our section
	HookOutdated HookStateWord = "outdated" // git runs a section of another version
	HookByHand   HookStateWord = "by hand"  // git runs a line that names us, which somebody wrote
	HookDamaged  HookStateWord = "damaged"  // our section is not as any version wrote it, or is not reached, see Reason
	HookMissing  HookStateWord = "missing"  // git does not call us, see Reason
	HookOff      HookStateWord = "off"      // git runs no hook files at all
)

// HookState is one hook in one work tree.
type HookState struct {
	Hook   string        `json:"hook"`
	State  HookStateWord `json:"state"`
	Where  string        `json:"where"` // the hook file, or the key of git's configuration
	Reason string        `json:"reason,omitempty"`
}

// WorktreeHooks is what git does in one work tree.
type WorktreeHooks struct {
	Top    string      `json:"top"`
	Folder string      `json:"folder"` // where git looks for hook files
	Hooks  []HookState `json:"hooks"`
	OK     bool        `json:"ok"`            // git calls us for every hook that is not optional
	Off    string      `json:"off,omitempty"` // why git runs no hook files here, with what to type
	// OffWhat and OffCure are the two halves of Off.
	OffWhat string `json:"-"`
	OffCure string `json:"-"`
}

// HookStatus says for every work tree of the repository, this one first, whether git calls us there. It looks at what git
// itself would run: the folder it names in that work tree, the files in it, their mode, and git's configuration.
// place.ErrNoWorkTree when there is none.
func (r *Repo) HookStatus(ctx context.Context, o HookOptions) ([]WorktreeHooks, error) {
	configured, err := r.configHooks(ctx, o)
	if err != nil {
		return nil, err
	}
	tops, err := r.workTrees(ctx)
	if err != nil {
		return nil, err
	}
	if len(tops) == 0 {
		return nil, hinted("to see what git calls, clone it or add a work tree, type: git worktree add DIR",
			"%w: %s is bare and has none elsewhere", place.ErrNoWorkTree, r.place.GitDir)
	}
	out := make([]WorktreeHooks, 0, len(tops))
	for _, top := range tops {
		owner := r
		if top != r.place.Top {
			if owner, err = openTop(top); err != nil {
				return nil, err
			}
			defer owner.Close()
		}
		w, err := owner.worktreeHooks(ctx, top, configured)
		if err != nil {
			return nil, fmt.Errorf("look at the hooks of %s: %w", top, err)
		}
		out = append(out, w)
	}
	return out, nil
}

func (r *Repo) worktreeHooks(ctx context.Context, top string, configured bool) (WorktreeHooks, error) {
	f, err := r.hookFolder(ctx)
	if err != nil {
		return WorktreeHooks{}, err
	}
	w := WorktreeHooks{Top: top, Folder: f.dir, OK: true}
	for _, name := range githooks.Names() {
		state := fileState(top, f, name)
		if configured && state.State != HookActive {
			c, err := r.configHookState(ctx, name)
			if err != nil {
				return w, err
			}
			if c.State != HookMissing || state.State == HookMissing && c.Reason != "" {
				state = c
			}
		}
		w.Hooks = append(w.Hooks, state)
		switch state.State {
		case HookMissing:
			w.OK = w.OK && githooks.Optional(name)
		case HookDamaged:
			w.OK = false
		case HookOff:
			w.OK, w.Off, w.OffWhat, w.OffCure = false, f.off+"; "+f.offCure, f.off, f.offCure
		}
	}
	return w, nil
}

// fileState says whether the file that git runs for a hook calls us.
func fileState(top string, f hookFolder, name string) HookState {
	path := filepath.Join(f.dir, name)
	state := HookState{Hook: name, Where: path, State: HookMissing}
	if f.kind == folderOff {
		state.Where, state.State = f.dir, HookOff
		return state
	}
	data, reason := runnable(path)
	if _, err := os.Stat(f.dir); err != nil && f.bare() { // made by each install of husky, and not tracked
		reason = "husky is not installed in this work tree, so git runs no hook; to install it, type: npx husky"
	}
	if reason != "" {
		state.Reason = reason
		return state
	}
	if f.bare() { // git runs .husky/_/NAME, which runs .husky/NAME if it is there
		state.Where = filepath.Join(f.write, name)
		var err error
		if data, err = os.ReadFile(state.Where); err != nil {
			state.Reason = "there is no such file"
			return state
		}
	}
	found := githooks.Find(data, name)
	if found == githooks.Current || found == githooks.Former {
		if err := githooks.Reached(data, name, f.bare()); err != nil {
			state.State, state.Reason = HookDamaged, err.Error()
			return state
		}
	}
	switch found {
	case githooks.Current:
		state.State = HookActive
	case githooks.Former:
		state.State, state.Reason = HookOutdated, "to bring it up to date, type: git hfa hooks install"
	case githooks.Damaged:
		state.State, state.Reason = HookDamaged, "the lines of git-hfa are cut or edited; to put them right, type: git hfa hooks install"
	default:
		switch m := writtenBy(data); {
		case callsByHand(data, name):
			state.State = HookByHand
		case (m == preCommit || m == prek) && callsLegacy(path, name):
			state.State, state.Reason = HookByHand, "through "+string(m)+", which calls "+name+legacySuffix
		case m != noManager && managerCalls(top, m, name):
			state.State, state.Reason = HookByHand, "through "+string(m)
		default:
			state.Reason = "the file there does not call git-hfa"
		}
	}
	return state
}

// runnable reads what git would run, following links as the system does.
func runnable(path string) (data []byte, reason string) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "there is no such file"
	case err != nil:
		return nil, err.Error()
	case !info.Mode().IsRegular():
		return nil, "it is no regular file"
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return nil, "it is not executable, so git does not run it"
	}
	data, err = os.ReadFile(path)
	if err != nil {
		return nil, err.Error()
	}
	return data, ""
}

// callsLegacy reports whether the hook that pre-commit moved aside, and goes on calling, has our section.
func callsLegacy(path, name string) bool {
	data, reason := runnable(path + legacySuffix)
	return reason == "" && githooks.Find(data, name) == githooks.Current && githooks.Reached(data, name, false) == nil
}

// callsByHand looks for a line that starts us for a hook and is no comment.
func callsByHand(script []byte, name string) bool {
	for line := range bytes.Lines(script) {
		line := strings.TrimSpace(string(line))
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, call := range []string{"git-hfa hooks run " + name, "git hfa hooks run " + name} {
			if _, rest, ok := strings.Cut(line, call); ok && (rest == "" || strings.ContainsAny(rest[:1], " \t;|&\"')")) {
				return true
			}
		}
	}
	return false
}

// managerCalls looks for us in the configuration of a hook manager.
func managerCalls(top string, m manager, name string) bool {
	found, file := findManager(top, "")
	if found == noManager {
		return false
	}
	data, err := os.ReadFile(filepath.Join(top, filepath.FromSlash(file)))
	if err != nil {
		return false
	}
	if m == lefthook {
		return callsByHand(data, name)
	}
	for line := range bytes.Lines(data) {
		line := strings.TrimSpace(string(line))
		if !strings.HasPrefix(line, "#") && strings.HasSuffix(strings.Trim(line, `"'`), "git-hfa-"+name) {
			return true
		}
	}
	return callsByHand(data, name)
}

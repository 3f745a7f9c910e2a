package gitext

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/githooks"
)

// HookMode says whom hooks are for.
type HookMode int

const (
	HooksLocal    HookMode = iota // this repository with all its work trees
	HooksWorktree                 // this work tree alone
	HooksGlobal                   // every repository of this user
)

// HookOptions says how hooks are installed or taken out.
type HookOptions struct {
	Mode HookMode
	// Force writes into a folder that other repositories use too, and beside a hook manager.
	Force bool
	// PrePush installs the hook that is not installed by default.
	PrePush bool
	// GitVersion is what "git version" would say, for deciding where git looks for hooks; "" asks git.
	GitVersion string
}

// HookAction says what became of one hook.
type HookAction string

const (
	HookInstalled HookAction = "installed" // it was not there
	HookUpdated   HookAction = "updated"   // lines of another version gave way to today's
	HookMended    HookAction = "mended"    // damaged lines gave way to today's, see Reason
	HookUnchanged HookAction = "unchanged" // as it should be already
	HookRemoved   HookAction = "removed"   // everything is as it was before it was installed
	HookRefused   HookAction = "refused"   // left alone, see Reason
)

// HookChange is what became of one hook.
type HookChange struct {
	Hook   string     `json:"hook"`
	Action HookAction `json:"action"`
	Where  string     `json:"where"`            // the hook file, or the key of git's configuration
	Reason string     `json:"reason,omitempty"` // why it was refused; what was taken out with damaged lines
	Paste  string     `json:"paste,omitempty"`  // what a person may put there instead
}

// HookReport is what installing or taking out did.
type HookReport struct {
	Folder  string       `json:"folder,omitempty"` // where the hooks are, "" for git's configuration
	Changes []HookChange `json:"changes"`
	// Manual is not "" when nothing was written because another program or the team looks after the hooks: it says why,
	// and Snippet what to add where.
	Manual  string `json:"manual,omitempty"`
	Snippet string `json:"snippet,omitempty"`
	// Notes are things to know, a line each.
	Notes []string `json:"notes,omitempty"`
}

// Refused lists the hooks that were left alone.
func (r HookReport) Refused() []HookChange {
	var out []HookChange
	for _, c := range r.Changes {
		if c.Action == HookRefused {
			out = append(out, c)
		}
	}
	return out
}

// ErrHooksRefused says that hooks were not installed where they were asked for, and nothing was written. The message says
// why and what to type instead.
var ErrHooksRefused = errors.New("hooks were not installed")

// OpenAnywhere makes a Repo for questions about the settings of the user, asked from a folder that need not be in git.
func OpenAnywhere(dir string, opts ...Option) *Repo {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	r := &Repo{place: place.Place{Top: dir}, env: commandEnv(os.Environ(), place.Place{}, o.env), partialOnce: func() bool { return false }}
	r.db = &database{repo: r}
	return r
}

// InstallHooks makes git call us. What is there keeps working, and a second call changes nothing.
//
// From git 2.54 on the hooks are entries of git's configuration, which git runs beside all others. Before, they are files
// in the folder that git names (git rev-parse --git-path hooks): absent or empty ones become ours, sh scripts get our
// section behind their first line, anything else is refused and reported with the text to paste. The bytes that were
// there are kept in the common git folder. A section that is damaged is taken out and put in anew.
//
// Where a hook manager or a tracked folder is in charge nothing is written and the report says what to add; husky is
// served in its own folder. Errors: ErrHooksRefused, those of git, and of the file system.
func (r *Repo) InstallHooks(ctx context.Context, o HookOptions) (HookReport, error) {
	configured, err := r.configHooks(ctx, o)
	if err != nil {
		return HookReport{}, err
	}
	if configured {
		return r.installConfigHooks(ctx, o)
	}
	find := r.hookFolder
	if o.Mode == HooksGlobal {
		find = r.globalHookFolder
	}
	folder, err := find(ctx)
	if err != nil {
		return HookReport{}, err
	}
	if err := r.allows(folder, o); err != nil {
		return HookReport{}, err
	}
	if reason, snippet := r.manualHooks(folder, o); reason != "" {
		return HookReport{Folder: folder.dir, Manual: reason, Snippet: snippet, Changes: []HookChange{}}, nil
	}
	return r.installFiles(folder, o)
}

// ManualHooks says what to add where to make git call us by hand. It writes nothing.
func (r *Repo) ManualHooks(ctx context.Context, o HookOptions) (HookReport, error) {
	folder, err := r.hookFolder(ctx)
	if err != nil {
		return HookReport{}, err
	}
	if folder.kind == folderOff {
		return HookReport{}, r.allows(folder, o)
	}
	reason, snippet := r.manualHooks(folder, HookOptions{PrePush: o.PrePush})
	if reason == "" {
		reason, snippet = "nothing was written", pasteSnippet(folder.write, wantedHooks(o))
	}
	return HookReport{Folder: folder.dir, Manual: reason, Snippet: snippet, Changes: []HookChange{}}, nil
}

// UninstallHooks takes out what InstallHooks wrote, wherever it was, and gives back every byte. Where nothing of ours is, it
// does nothing. With HooksGlobal it takes out what was installed for the user, else what was installed for the repository.
func (r *Repo) UninstallHooks(ctx context.Context, o HookOptions) (HookReport, error) {
	report := HookReport{Changes: []HookChange{}}
	if err := r.uninstallConfigHooks(ctx, o, &report); err != nil {
		return report, err
	}
	if err := r.uninstallFiles(ctx, o, &report); err != nil {
		return report, err
	}
	slices.SortStableFunc(report.Changes, func(a, b HookChange) int {
		return slices.Index(githooks.Names(), a.Hook) - slices.Index(githooks.Names(), b.Hook)
	})
	return report, nil
}

// wantedHooks are the hooks to install.
func wantedHooks(o HookOptions) []string {
	names := githooks.Names()
	if !o.PrePush {
		names = slices.DeleteFunc(names, func(name string) bool { return name == githooks.PrePush })
	}
	return names
}

// hooksHome is our own folder for what hooks need beside the hook files: in the common git folder, or for the user.
func (r *Repo) hooksHome(mode HookMode) (string, error) {
	if mode != HooksGlobal {
		if r.place.CommonDir == "" {
			return "", hinted(initHint, "%w: %s", ErrNotRepository, r.place.Top)
		}
		return filepath.Join(r.place.CommonDir, "hfa", "hooks"), nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find the folder for settings of the user: %w", err)
	}
	return filepath.Join(dir, "git-hfa", "hooks"), nil
}

// gitVersion returns major and minor version of git; text is what HookOptions has.
func (r *Repo) gitVersion(ctx context.Context, text string) (major, minor int, err error) {
	if text == "" {
		out, err := r.run(ctx, "version")
		if err != nil {
			return 0, 0, err
		}
		text = string(out)
	}
	text = strings.TrimPrefix(strings.TrimSpace(text), "git version ")
	first, rest, _ := strings.Cut(text, ".")
	second := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	major, err1 := strconv.Atoi(first)
	minor, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil {
		return 0, 0, fmt.Errorf("git says that it is version %q", text)
	}
	return major, minor, nil
}

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/gitext/sibling"
	"github.com/git-hfa/git-hfa/memory/host"
	"github.com/spf13/cobra"
)

type setupHostOptions struct {
	host                        string
	print, remove               bool
	user, project, init, asJSON bool
	notify                      bool
}

// newSetupHost is "git hfa setup HOST", one command a host.
func newSetupHost(e *env, name string) *cobra.Command {
	opts := setupHostOptions{host: name}
	cmd := &cobra.Command{
		Use: name + " [--project] [--init] [--print|--remove]", Short: "Let " + name + " recall before each turn and remember after it",
		Long: `Write the hooks and the MCP server of git hfa into the settings of ` + name + `. What is there stays, comments included; a copy
of each file as it was goes beside it, with the ending ` + backupExt + `. Doing it twice is the same as once. --remove takes out what
was written and nothing else: a file that nobody changed since is again what it was, byte for byte.

The settings of the user are written, which serve every repository that has a memory and do nothing in others. With
--project those of this work tree are written, for everybody who works in it; they name the programs by their bare names.`,
		Example: examples(e, "setup "+name, "setup "+name+" --project", "setup "+name+" --print", "setup "+name+" --remove"),
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runSetupHost(e, opts) },
	}
	f := cmd.Flags()
	f.BoolVar(&opts.print, "print", false, "print what would be written, write nothing")
	f.BoolVar(&opts.remove, "remove", false, "take out what set-up wrote")
	f.BoolVar(&opts.user, "user", false, "the settings of this user (the default)")
	f.BoolVar(&opts.project, "project", false, "the settings of this work tree")
	f.BoolVar(&opts.init, "init", false, "the hooks make a missing memory when there is something to write")
	f.BoolVar(&opts.asJSON, "json", false, "print JSON")
	if name == "codex" {
		f.BoolVar(&opts.notify, "notify", false, "remember through Codex's notify program too, which needs no trust (user settings)")
	}
	return cmd
}

// setupChange is what became of one file.
type setupChange struct {
	Path   string   `json:"path"`
	Action string   `json:"action"`           // "wrote", "unchanged", "restored", "removed", "nothing to remove"
	Backup string   `json:"backup,omitempty"` // the file as it was before
	Left   []string `json:"left,omitempty"`   // settings of others that stand where ours would
}

func runSetupHost(e *env, opts setupHostOptions) error {
	switch {
	case opts.print && opts.remove:
		return usagef("--print and --remove exclude each other")
	case opts.user && opts.project:
		return usagef("--user and --project exclude each other")
	case opts.notify && opts.project:
		return usagef("--notify is a setting of the user; Codex does not read it from a project")
	}
	scope := host.User
	if opts.project {
		scope = host.Project
	}
	programs, warning := e.programs(opts)
	base, err := e.setupBase(scope)
	if err != nil {
		return err
	}
	var changes []setupChange
	for _, s := range host.SettingsOf(opts.host, scope, programs) {
		f := settingsFile{Settings: s, path: e.settingsPath(base, scope, s)}
		if opts.project {
			f.top = base
		}
		if opts.print {
			e.printf("%s:\n%s", plain(f.path), s.Print())
			continue
		}
		do := f.install
		if opts.remove {
			do = f.remove
		}
		c, err := do()
		if err != nil {
			return withHint(fmt.Errorf("%s: %w", f.path, err), "correct the file, or see what belongs into it: %s setup %s --print", e.program, opts.host)
		}
		changes = append(changes, c)
	}
	switch {
	case opts.print:
		return nil
	case opts.asJSON:
		return e.printJSON(changes)
	}
	for _, c := range changes {
		e.printf("%s %s\n", c.Action, plain(c.Path))
		for _, name := range c.Left {
			e.warn("%s: %s belongs to something else and was left as it is", c.Path, name)
		}
	}
	if !opts.remove {
		if warning != "" {
			e.warn("%s", warning)
		}
		if note := setupNote(opts); note != "" {
			e.note("%s", note)
		}
	}
	return nil
}

// setupNote is what people have to know about a host.
func setupNote(opts setupHostOptions) string {
	switch {
	case opts.host == "codex":
		return "Codex runs hooks only after you trusted them: start codex in the repository and type /hooks; --notify remembers without that"
	case opts.host == "gemini-cli" && opts.project:
		return "Gemini CLI runs hooks of a project only in a trusted folder, and asks again when they change"
	case opts.host == "claude-code" && opts.project:
		return "Copilot CLI, VS Code and Cursor read .claude/settings.json too; the hooks know them apart"
	case opts.host == "antigravity":
		return "Antigravity drops a hooks file it does not like in silence: type /hooks there to see that it was loaded"
	}
	return ""
}

// programs says how the host is to start our programs: in the settings of a user by their place, so that the host's PATH
// does not matter, in those of a project by name.
func (e *env) programs(opts setupHostOptions) (p host.Programs, warning string) {
	p = host.Programs{Hook: "hfa-hook", MCP: "hfa-mcp", Windows: runtime.GOOS == "windows"}
	p.Notify = opts.notify
	if opts.init {
		p.Flags = []string{"--init"}
	}
	hook, hookErr := sibling.Stable(p.Hook)
	mcp, mcpErr := sibling.Stable(p.MCP)
	switch {
	case hookErr != nil:
		warning = "hfa-hook was found neither beside git-hfa nor on PATH; until it is, the hooks do nothing"
	case mcpErr != nil:
		warning = "hfa-mcp was found neither beside git-hfa nor on PATH; until it is, the host has no MCP server of git hfa"
	}
	if !opts.project {
		if hookErr == nil {
			p.Hook = hook
		}
		if mcpErr == nil {
			p.MCP = mcp
		}
	}
	return p, warning
}

// setupBase is the folder that the paths of settings are below.
func (e *env) setupBase(scope host.Scope) (string, error) {
	if scope == host.Project {
		p, err := place.Find(e.cwd, e.getenv)
		if err != nil {
			return "", err
		}
		if !p.InGit || p.Top == "" {
			return "", withHint(errors.New("no work tree here, and so no project to set up"), "go to the work tree, or set up the user: %s setup HOST --user", e.program)
		}
		return p.Top, nil
	}
	name := "HOME"
	if runtime.GOOS == "windows" {
		name = "USERPROFILE"
	}
	home := e.getenv(name)
	if !filepath.IsAbs(home) {
		return "", withHint(fmt.Errorf("%s does not name your home folder", name), "set %s, or use --project", name)
	}
	return home, nil
}

// settingsPath is where a file lies on this machine.
func (e *env) settingsPath(base string, scope host.Scope, s host.Settings) string {
	if s.Folder != "" && scope == host.User {
		if dir := e.getenv(s.Folder); filepath.IsAbs(dir) {
			return filepath.Join(dir, filepath.FromSlash(s.InFolder))
		}
	}
	return filepath.Join(base, filepath.FromSlash(s.Path))
}

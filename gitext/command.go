package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
)

// killDelay is how long a killed git may keep its pipes open, through a child of its own, before they are closed.
const killDelay = 2 * time.Second

// run runs git and returns its standard output as it is. Errors: ErrNoGit, one of the other sentinels, the context's
// error, else a *CommandError.
func (r *Repo) run(ctx context.Context, args ...string) ([]byte, error) {
	return r.runInput(ctx, "", args...)
}

// runInput is run with a text on git's standard input.
func (r *Repo) runInput(ctx context.Context, input string, args ...string) ([]byte, error) {
	cmd := r.command(ctx, args...)
	if input != "" {
		cmd.Stdin = strings.NewReader(input)
	}
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		return nil, r.commandError(ctx, args, err, stderr.String())
	}
	return out.Bytes(), nil
}

// command prepares git. A file system monitor is not asked: it would be started when it does not run, and it may be any
// program that the repository's configuration names. For the rest of the configuration see steady.
func (r *Repo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false"}, steady(args)...)...)
	cmd.Dir, cmd.Env = r.dir(), r.env
	cmd.WaitDelay = killDelay
	hideWindow(cmd)
	return cmd
}

func (r *Repo) commandError(ctx context.Context, args []string, err error, stderr string) error {
	if errors.Is(err, exec.ErrNotFound) {
		return hinted("install it from https://git-scm.com and see that it is in PATH", "%w", ErrNoGit)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("git %s: %w", args[0], context.Cause(ctx))
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return r.classify(&CommandError{Args: args, Code: exit.ExitCode(), Stderr: stderr})
	}
	return fmt.Errorf("git %s: %w", args[0], err)
}

// localEnvVars is what "git rev-parse --local-env-vars" lists, over the versions of git: variables that belong to one
// repository and mislead a command about another.
func localEnvVars() []string {
	return []string{
		"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS",
		"GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX",
		"GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
	}
}

// commandEnv is the environment of our git commands: environ without the local variables and without what changes the
// meaning of paths, then our settings. keep, when given, brings back what [KeepEnv] promises.
func commandEnv(environ []string, p place.Place, keep place.Env) []string {
	drop := append(localEnvVars(), "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS")
	env := slices.DeleteFunc(slices.Clone(environ), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return slices.Contains(drop, name)
	})
	env = append(env,
		"GIT_OPTIONAL_LOCKS=0",    // a read must not make a writer wait
		"LC_ALL=C",                // messages that classify knows
		"GIT_PAGER=cat",           // no pager
		"GIT_TERMINAL_PROMPT=0",   // no prompt
		"GIT_LITERAL_PATHSPECS=1", // "*" and ":" in a memory's path are just that
		"GIT_NO_LAZY_FETCH=1",     // no network: git 2.44 and later
		"GIT_ALLOW_PROTOCOL=none", // no network: older ones try, and are refused by themselves
	)
	if p.Explicit {
		env = append(env, "GIT_DIR="+p.GitDir)
		if p.Top != "" {
			env = append(env, "GIT_WORK_TREE="+p.Top)
		}
	}
	if keep == nil {
		return env
	}
	for _, name := range []string{"GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE"} {
		if v := keep(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	if p.Explicit && keep("GIT_COMMON_DIR") != "" {
		env = append(env, "GIT_COMMON_DIR="+p.CommonDir)
	}
	if v := keep("GIT_INDEX_FILE"); v != "" && speaksOf(p, p.GitDir, v) {
		env = append(env, "GIT_INDEX_FILE="+v)
	}
	if v := keep("GIT_OBJECT_DIRECTORY"); v != "" && speaksOf(p, p.CommonDir, v) {
		env = append(env, "GIT_OBJECT_DIRECTORY="+v)
		if alt := keep("GIT_ALTERNATE_OBJECT_DIRECTORIES"); alt != "" {
			env = append(env, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+alt)
		}
	}
	return env
}

// speaksOf reports whether a path in the environment means this repository: it was named there too, or the path lies in
// its folder. git reads a relative one from the top of the work tree, where hooks start.
func speaksOf(p place.Place, folder, path string) bool {
	if p.Explicit {
		return true
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.Top, path)
	}
	return place.Within(folder, path)
}

// envValue returns the value a command will see; the last one set counts.
func envValue(env []string, name string) string {
	for _, kv := range slices.Backward(env) {
		if k, v, ok := strings.Cut(kv, "="); ok && k == name {
			return v
		}
	}
	return ""
}

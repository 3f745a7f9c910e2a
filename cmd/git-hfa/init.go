package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

type initOptions struct {
	dir  string
	lang string
	json bool
}

// initResult is what "init --json" prints.
type initResult struct {
	Dir     string `json:"dir"`              // absolute path of the memory
	Created bool   `json:"created"`          // false: it was there already
	Config  string `json:"config,omitempty"` // path of the .hfaconfig that was written
}

func newInit(e *env) *cobra.Command {
	var opts initOptions
	cmd := &cobra.Command{
		Use: "init [MEMORY_DIR]", Short: "Start a memory",
		Long: `Start a memory: memory/ at the top of the work tree, or MEMORY_DIR. Outside git it is made in the
current folder. A MEMORY_DIR inside the work tree is written to .hfaconfig, so that every later command
finds it. A folder that holds something else is never touched.

The language of headings and generated views is that of the locale (LC_ALL, LC_MESSAGES, LANG): Chinese
if it begins with zh, else English.`,
		Example: examples(e, "init", "init docs/memory", "init --lang zh"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runInit(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().StringVar(&opts.lang, "lang", "", "language of headings and views: `zh|en` (default: that of the locale)")
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runInit(ctx context.Context, e *env, opts initOptions) error {
	switch opts.lang {
	case "":
		opts.lang = localeLang(e.getenv)
	case "zh", "en":
	default:
		return usagef("--lang is %q, must be zh or en", opts.lang)
	}
	m, err := e.locate(opts.dir)
	if err != nil {
		return err
	}
	if m.Place.Top == "" {
		return withHint(fmt.Errorf("%s is in a bare repository: %w", m.Dir, place.ErrNoWorkTree), "clone it, and start the memory in the clone")
	}
	result := initResult{Dir: m.Dir, Created: !store.IsMemory(m.Dir)}
	if result.Created {
		if err := e.refuseHidden(ctx, m); err != nil {
			return err
		}
		err := store.Init(ctx, store.Options{Dir: m.Dir, Counter: m.Counter}, store.InitOptions{Lang: opts.lang})
		if err != nil {
			return initFailed(e, m, err)
		}
	}
	if opts.dir != "" {
		if result.Config, err = writeHFAConfig(e, m); err != nil {
			return err
		}
	}
	if result.Created {
		s, err := access.Store(m)
		if err != nil {
			return err
		}
		if v := e.written(ctx, m, s); v != nil {
			v.Close()
		}
	}
	if opts.json {
		return e.printJSON(result)
	}
	e.printInit(m, result)
	return nil
}

// initFailed adds what to type when a folder is something else than a memory, or
// one that lost a file.
func initFailed(e *env, m place.Memory, err error) error {
	if missing := missingHalf(m.Dir); missing != "" {
		return withHint(fmt.Errorf("the memory %s is not whole: %s is missing", m.Dir, missing), "git restore -- %s", e.inMemory(missing))
	}
	if errors.Is(err, store.ErrForeign) {
		return withHint(err, "%s init docs/memory", e.program)
	}
	return err
}

// writeHFAConfig records the place of the memory in .hfaconfig at the top of the
// work tree; outside git, in the current folder. A memory outside of that tree
// cannot be recorded there: the user is told how to name it. The result is the
// path of the file, "" if nothing had to be written.
func writeHFAConfig(e *env, m place.Memory) (string, error) {
	top := m.Work
	if !m.Place.InGit {
		top = e.cwd
	}
	rel, inside := within(top, m.Dir)
	if !inside {
		e.note("%s is outside the work tree %s; name it in each command with --memory-dir, or set HFA_MEMORY_DIR", m.Dir, top)
		return "", nil
	}
	before, err := place.ReadHFAConfig(top)
	if err != nil {
		return "", err
	}
	if rel == before || before == "" && rel == place.DefaultDir {
		return "", nil
	}
	if before == "" && store.IsMemory(filepath.Join(top, place.DefaultDir)) {
		before = place.DefaultDir
	}
	if before != "" {
		e.note("this repository's memory was %s until now", before)
	}
	if err := place.WriteHFAConfig(top, rel); err != nil {
		return "", err
	}
	return filepath.Join(top, place.HFAConfig), nil
}

// within returns path relative to top with slashes, and whether it is below it.
// Links are followed on both sides, as a temporary folder is often one.
func within(top, path string) (string, bool) {
	if real, err := filepath.EvalSymlinks(top); err == nil {
		top = real
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	rel, err := filepath.Rel(top, path)
	if err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// printInit tells the user what is there now and what to do next.
func (e *env) printInit(m place.Memory, result initResult) {
	shown := e.relative(m.Dir)
	folder := plain(shown) + string(filepath.Separator) // "in memory" alone reads as if nothing was written
	if !result.Created {
		e.printf("There is a memory in %s already; nothing in it was changed.\n", folder)
		return
	}
	e.printf("Started a memory in %s\n\nNext:\n", folder)
	if m.Place.InGit {
		add := place.ShellQuote(shown)
		if result.Config != "" {
			add += " " + place.ShellQuote(e.relative(result.Config))
		}
		e.printf("  git add %s && git commit -m \"Start a memory\"\n", plain(add))
	}
	e.printf("  %s add-topic --title \"What was decided\" --hit-words \"words, that, find it\" --conclusion \"The decision.\"\n", e.program)
	e.printf("  %s recall words of a question\n", e.program)
}

// relative is a path as a person in the current folder would type it.
func (e *env) relative(path string) string {
	cwd := e.cwd
	if real, err := filepath.EvalSymlinks(cwd); err == nil {
		cwd = real
	}
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	if rel, err := filepath.Rel(cwd, target); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}

// localeLang is the language of the user's locale, as far as a memory knows it.
func localeLang(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			if strings.HasPrefix(strings.ToLower(v), "zh") {
				return "zh"
			}
			return "en"
		}
	}
	return "en"
}

// describe names a memory in a message.
func describe(m place.Memory) string { return fmt.Sprintf("memory %s", m.Dir) }

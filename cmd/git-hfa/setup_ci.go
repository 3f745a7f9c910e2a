package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory/host"
	"github.com/spf13/cobra"
)

//go:embed ci/github.yml
var githubWorkflow string

//go:embed ci/gitlab.yml
var gitlabJob string

// Where the files for CI lie, from the top of the repository.
const (
	githubFile  = ".github/workflows/git-hfa.yml"
	gitlabFile  = ".gitlab/git-hfa.yml"
	gitlabRoot  = ".gitlab-ci.yml"
	gitlabLines = "include:\n  - local: " + gitlabFile + "\n"
)

// newSetup is the parent of everything that fits a memory into another program.
func newSetup(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "setup", Short: "Fit the memory into agent hosts, CI and git's merges",
		Example: examples(e, "setup claude-code", "setup ci github", "setup merge"),
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	for _, name := range host.WithSettings() {
		cmd.AddCommand(newSetupHost(e, name))
	}
	cmd.AddCommand(newSetupCI(e), newSetupMerge(e))
	return cmd
}

type setupCIOptions struct {
	service string // "github" or "gitlab"
	branch  string // main branch, "" to ask git
	version string // version of git-hfa to install, "" for that of this program
	print   bool
}

func newSetupCI(e *env) *cobra.Command {
	var opts setupCIOptions
	cmd := &cobra.Command{
		Use: "ci github|gitlab [--print]", Short: "Let CI verify the memory on every merge",
		Long: `Let CI verify the memory on every merge: the result of a pull request's merge against its base, and the main branch
again after each push. The job's summary tells what is decided, superseded and revoked.

github writes ` + githubFile + `. gitlab writes ` + gitlabFile + `, and ` + gitlabRoot + ` with an include when
there is none; else it prints the lines to add. A file that was edited since is never overwritten.`,
		Example: examples(e, "setup ci github", "setup ci gitlab --print"),
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.service = args[0]
			return runSetupCI(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&opts.print, "print", false, "print the file, write nothing")
	f.StringVar(&opts.branch, "branch", "", "the main `BRANCH` (default: the one that origin or git names)")
	f.StringVar(&opts.version, "version", "", "the `VERSION` of git-hfa that CI installs (default: this one)")
	return cmd
}

func runSetupCI(ctx context.Context, e *env, opts setupCIOptions) error {
	template := map[string]string{"github": githubWorkflow, "gitlab": gitlabJob}[opts.service]
	if template == "" {
		return usagef("setup ci %q is unknown: take github or gitlab", opts.service)
	}
	m, err := e.find(ctx, e.memoryDir)
	if err != nil {
		return err
	}
	if m.Path == "" {
		return usagef("%s is not in a git work tree", m.Dir)
	}
	version, err := pinnedVersion(opts.version, readBuildVersion())
	if err != nil {
		return err
	}
	if opts.branch == "" {
		if opts.branch, err = mainBranch(ctx, e, m); err != nil {
			return err
		}
	}
	if err := checkBranch(opts.branch); err != nil {
		return err
	}
	memory := ""
	if m.Why == place.ByArgument || m.Why == place.ByEnvironment {
		memory = " --memory-dir " + place.ShellQuote(m.Path)
	}
	body := strings.NewReplacer("@VERSION@", version, "@BRANCH@", yamlString(filterPattern(opts.branch)), "@MEMORY@", memory).Replace(template)
	text := sealed(opts.service, body)
	if opts.print {
		e.printf("%s", text)
		return nil
	}
	if opts.service == "github" {
		return e.writeSealed(m.Place.Top, githubFile, text, opts.service)
	}
	if err := e.writeSealed(m.Place.Top, gitlabFile, text, opts.service); err != nil {
		return err
	}
	return e.includeGitLab(m.Place.Top)
}

// pinnedVersion is what CI installs: never "latest", so that a run of tomorrow is
// one of today. A build from a work tree has no version; its commit serves if it
// has one and nothing was changed.
func pinnedVersion(wanted string, build buildVersion) (string, error) {
	version := wanted
	if version == "" {
		version = build.Version
	}
	if version == "(devel)" || version == "" || strings.Contains(version, "+") {
		version = build.Commit
		if build.Modified {
			version = ""
		}
	}
	if version == "" {
		return "", withHint(usagef("this program was built from a work tree, so it has no version that CI could install"),
			"name one: git hfa setup ci github --version v1.2.3")
	}
	// It goes into a shell command.
	if strings.Trim(version, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-_") != "" || version[0] == '-' {
		return "", usagef("%q is no version", version)
	}
	return version, nil
}

// mainBranch asks git: the branch that origin shows first, else the one that is
// checked out.
func mainBranch(ctx context.Context, e *env, m place.Memory) (string, error) {
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return "", err
	}
	defer repo.Close()
	branch, err := repo.MainBranch(ctx)
	if err != nil {
		return "", withHint(err, "name it: git hfa setup ci github --branch main")
	}
	return branch, nil
}

// checkBranch refuses what git takes for no branch (git-check-ref-format(1)), as far as it would be more than a name in a
// workflow.
func checkBranch(name string) error {
	odd := func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`~^:?*[\`, r) }
	if name == "" || name[0] == '-' || strings.ContainsFunc(name, odd) {
		return usagef("%q is no name of a branch", name)
	}
	return nil
}

// filterPattern is a pattern of a workflow that fits one branch alone. Of the signs that mean more there, git allows these
// in a name: https://docs.github.com/actions/reference/workflow-syntax-for-github-actions#filter-pattern-cheat-sheet
func filterPattern(branch string) string {
	return strings.NewReplacer("+", `\+`, "!", `\!`, "]", `\]`).Replace(branch)
}

// yamlString writes a scalar of YAML 1.2: a plain word as it is, all else in
// double quotes, which take JSON's escapes.
func yamlString(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !strings.EqualFold(s, "true") &&
		!strings.EqualFold(s, "false") && !strings.EqualFold(s, "null") && !strings.EqualFold(s, "yes") && !strings.EqualFold(s, "no") &&
		!strings.EqualFold(s, "on") && !strings.EqualFold(s, "off") && !strings.EqualFold(s, "y") && !strings.EqualFold(s, "n") {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

const sealMark = "# written by: git hfa setup ci "

// sealed puts a line on top that tells whether the text is still ours:
//
//	# written by: git hfa setup ci github; sha256 of what follows: 0123…
func sealed(service, body string) string {
	sum := sha256.Sum256([]byte(body))
	return sealMark + service + "; sha256 of what follows: " + hex.EncodeToString(sum[:]) + "\n" + body
}

// untouched reports whether a text is as sealed made it, by this version or another.
func untouched(text string) bool {
	first, body, _ := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	sum := sha256.Sum256([]byte(body))
	return strings.HasPrefix(first, sealMark) && strings.HasSuffix(first, ": "+hex.EncodeToString(sum[:]))
}

// writeSealed writes a file of ours below the top of the repository; one that
// people wrote or edited is refused, and so is a link.
func (e *env) writeSealed(top, name, text, service string) error {
	file := filepath.Join(top, filepath.FromSlash(name))
	if err := stays(top, name); err != nil {
		return err
	}
	old, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("write %s: %w", name, err)
	case string(bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n"))) == text:
		e.printf("%s is up to date\n", name)
		return nil
	case !untouched(string(old)):
		return withHint(usagef("%s was written or edited by someone else, and is kept as it is", name),
			"git hfa setup ci %s --print shows what it would be; to replace it, move the file away first", service)
	}
	return e.writeCI(top, name, text)
}

// writeCI writes a file below the top of the repository and says how to commit it.
func (e *env) writeCI(top, name, text string) error {
	file := filepath.Join(top, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	e.printf("wrote %s; commit it: git add %s\n", name, place.ShellQuote(filepath.ToSlash(e.relative(file))))
	return nil
}

// stays refuses a path below top on which a symbolic link leads elsewhere: what is written for this repository must not
// land in another place.
func stays(top, name string) error {
	at := top
	for part := range strings.SplitSeq(name, "/") {
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			continue // what is not there yet is made
		}
		target, _ := os.Readlink(at)
		return withHint(usagef("%s is not written: %s is a symbolic link to %s", name, at, target),
			"git hfa setup ci … --print > FILE puts it where you say")
	}
	return nil
}

// includeGitLab makes the pipeline take the job in. A pipeline that is there is
// people's: it gets no line from us, they get told which.
func (e *env) includeGitLab(top string) error {
	if err := stays(top, gitlabRoot); err != nil {
		return err
	}
	old, err := os.ReadFile(filepath.Join(top, gitlabRoot))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e.writeCI(top, gitlabRoot, gitlabLines)
	case err != nil:
		return fmt.Errorf("read %s: %w", gitlabRoot, err)
	case !namesGitLabFile(old):
		e.printf("add to %s:\n\n%s\n", gitlabRoot, gitlabLines)
	}
	return nil
}

// namesGitLabFile looks for our file in a pipeline, outside of comments.
func namesGitLabFile(pipeline []byte) bool {
	for line := range bytes.Lines(pipeline) {
		text := string(line)
		for i := range text { // a "#" begins a comment at the front of a line and behind a blank
			if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
				text = text[:i]
				break
			}
		}
		if strings.Contains(text, gitlabFile) {
			return true
		}
	}
	return false
}

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

type verifyOptions struct {
	dir    string
	base   string // revision whose chunks must be unchanged; "" for none
	at     string // revision to check; "" is the work tree
	format string // one of verifyFormats
	json   bool   // short for format json
}

// verifyResult is what "verify --json" prints.
type verifyResult struct {
	Dir      string           `json:"dir"`
	At       string           `json:"at,omitempty"`   // commit that was checked; absent for the work tree
	Base     []string         `json:"base,omitempty"` // commits whose chunks must be unchanged
	Digest   memory.Digest    `json:"digest"`         // "" when config.json or directory.md cannot be read
	OK       bool             `json:"ok"`             // no errors; there may be warnings
	Errors   int              `json:"errors"`
	Warnings int              `json:"warnings"`
	Problems []memory.Problem `json:"problems"`

	delta *gitext.Delta // what is new against the base, or in all; nil when the memory cannot be read
	tree  *memory.Tree
}

func newVerify(e *env) *cobra.Command {
	var opts verifyOptions
	cmd := &cobra.Command{
		Use: "verify [MEMORY_DIR]", Short: "Check every file of the memory",
		Long: `Check every file: schema, names and tags, links, forked decisions, the one ACTIVE main line, no derived
file in git, no secrets, no unfinished transaction, the questions of eval.jsonl. Errors end with exit code 4;
warnings alone do not.

--base REV also proves that no chunk, tombstone or framework.md was changed, renamed or removed since the merge base of
REV and what is checked ("git diff REV...HEAD" compares with the same commit; several merge bases are all held). --at REV
checks a revision instead of the work tree.

--format github prints annotations for GitHub Actions, sarif SARIF 2.1.0, markdown what is decided since the base and
then the findings, for a job summary; paths in them begin at the top of the repository.`,
		Example: examples(e, "verify", "verify --base origin/main", "verify --base origin/main --format markdown", "verify --at HEAD~3 --format json"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runVerify(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.base, "base", "", "hold chunks, tombstones and framework.md to `REV`")
	f.StringVar(&opts.at, "at", "", "check the memory as it is at `REV`")
	f.StringVar(&opts.format, "format", "text", "`FORMAT` of the findings: "+strings.Join(verifyFormats(), ", "))
	f.BoolVar(&opts.json, "json", false, "print JSON, as --format json")
	return cmd
}

func runVerify(ctx context.Context, e *env, opts verifyOptions) error {
	if err := opts.check(); err != nil {
		return err
	}
	m, err := e.findVerified(ctx, opts)
	gone := err
	if err != nil && opts.base != "" {
		m, err = e.placeOfLost(m, opts, err)
	} else if err == nil && opts.base != "" && m.Path == "" {
		err = usagef("%s is not in a git work tree, so it has no base %s", m.Dir, opts.base)
	}
	if err != nil {
		return err
	}
	m, result, err := verifyState(ctx, e, m, opts, gone)
	if err != nil {
		return err
	}
	e.foundDir = m.Dir
	if err := e.printVerify(m, opts.format, result); err != nil {
		return err
	}
	if !result.OK {
		return withHint(checkf("verify found %s and %s", count(result.Errors, "error"), count(result.Warnings, "warning")),
			"%s", verifyHint(e, result.Problems))
	}
	return nil
}

// placeOfLost is where a memory would be that the work tree does not have (lost says so) and the base may: to find nothing is
// then a finding. It is in the repository of the current folder, whatever lies in its place now, a submodule for instance.
func (e *env) placeOfLost(m place.Memory, opts verifyOptions, lost error) (place.Memory, error) {
	var config *place.ConfigError
	if opts.dir != "" || e.getenv("HFA_MEMORY_DIR") != "" {
		if !errors.Is(lost, store.ErrNoMemory) || m.Path == "" {
			return m, lost
		}
		return m, nil
	}
	p, err := place.Find(e.cwd, e.getenv)
	if err != nil || !p.InGit || p.Top == "" || errors.As(lost, &config) {
		return m, lost
	}
	if rel, err := filepath.Rel(p.Top, m.Dir); err == nil && filepath.IsLocal(rel) {
		m.Path = filepath.ToSlash(rel)
	} else {
		m.Path, m.Dir = place.DefaultDir, filepath.Join(p.Top, place.DefaultDir)
	}
	m.Place = p
	return m, nil
}

// verifyHint is the cure of the first error.
func verifyHint(e *env, problems []memory.Problem) string {
	for _, p := range problems {
		if p.Severity == memory.SeverityError && p.Cure != "" {
			return e.here(p).Cure
		}
	}
	return "git log -p -- PATH shows how a file came to be as it is"
}

// verifyMemory checks the memory m in the work tree, all there is to check.
func verifyMemory(ctx context.Context, e *env, m place.Memory) (verifyResult, error) {
	_, result, err := verifyState(ctx, e, m, verifyOptions{}, nil)
	return result, err
}

// compareProblems puts errors first, then goes by path and line.
func compareProblems(a, b memory.Problem) int {
	if a.Severity != b.Severity {
		return strings.Compare(string(a.Severity), string(b.Severity)) // "error" before "warning"
	}
	if c := strings.Compare(a.Path, b.Path); c != 0 {
		return c
	}
	return a.Line - b.Line
}

// transactionProblems names an unfinished transaction that readers cannot pass.
func transactionProblems(m place.Memory) []memory.Problem {
	if err := store.CheckReadable(nil, m.Dir); err != nil {
		return []memory.Problem{access.TransactionProblem(err)}
	}
	return nil
}

// derivedProblems names the derived and local files that git tracks: they would
// travel to other machines and be wrong there.
func derivedProblems(ctx context.Context, e *env, m place.Memory) ([]memory.Problem, error) {
	if m.Path == "" {
		return nil, nil
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	tracked, err := repo.TrackedDerived(ctx, m.Path)
	if err != nil {
		return nil, err
	}
	var problems []memory.Problem
	for _, file := range tracked {
		problems = append(problems, derivedProblem(m, file))
	}
	return problems, nil
}

func derivedProblem(m place.Memory, file string) memory.Problem {
	return memory.Problem{
		Code: "derived-tracked", Severity: memory.SeverityError, Path: file,
		Message: "a derived file is tracked by git", Cure: "git rm --cached -- " + place.ShellQuote(m.Path+"/"+file),
	}
}

// problemLine is a problem as one line for people.
func problemLine(p memory.Problem) string {
	line := p.Message
	switch {
	case p.Path != "" && p.Line > 0:
		line = fmt.Sprintf("%s:%d: %s", p.Path, p.Line, line)
	case p.Path != "":
		line = p.Path + ": " + line
	}
	line += " [" + p.Code + "]"
	if p.Cure != "" {
		line += "; " + p.Cure
	}
	return line
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

type verifyOptions struct {
	dir  string
	json bool
}

// verifyResult is what "verify --json" prints.
type verifyResult struct {
	Dir      string           `json:"dir"`
	Digest   memory.Digest    `json:"digest"` // "" when config.json or directory.md cannot be read
	OK       bool             `json:"ok"`     // no errors; there may be warnings
	Errors   int              `json:"errors"`
	Warnings int              `json:"warnings"`
	Problems []memory.Problem `json:"problems"`
}

func newVerify(e *env) *cobra.Command {
	var opts verifyOptions
	cmd := &cobra.Command{
		Use: "verify [MEMORY_DIR]", Short: "Check every file of the memory",
		Long: `Check every file: schema, names and tags, links, forked decisions, the one ACTIVE main line, no derived
file in git, no secrets, no unfinished transaction. Errors end with exit code 4; warnings alone do not.`,
		Example: examples(e, "verify", "verify --json"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runVerify(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runVerify(ctx context.Context, e *env, opts verifyOptions) error {
	m, err := e.find(opts.dir)
	if err != nil {
		return err
	}
	result, err := verifyMemory(ctx, e, m)
	if err != nil {
		return err
	}
	if opts.json {
		if err := e.printJSON(result); err != nil {
			return err
		}
	} else {
		for _, p := range result.Problems {
			e.printf("%s: %s\n", p.Severity, plain(problemLine(p)))
		}
	}
	if !result.OK {
		return withHint(checkf("verify found %s and %s", count(result.Errors, "error"), count(result.Warnings, "warning")),
			"%s", verifyHint(result.Problems))
	}
	if !opts.json {
		e.printf("verified %s: no errors, %s\n", plain(e.relative(m.Dir)), count(result.Warnings, "warning"))
	}
	return nil
}

// verifyHint is the cure of the first error.
func verifyHint(problems []memory.Problem) string {
	for _, p := range problems {
		if p.Severity == memory.SeverityError && p.Cure != "" {
			return p.Cure
		}
	}
	return "git log -p -- PATH shows how a file came to be as it is"
}

// verifyMemory checks the memory m in the work tree, all there is to check.
func verifyMemory(ctx context.Context, e *env, m place.Memory) (verifyResult, error) {
	var digest memory.Digest
	problems := transactionProblems(m)
	tree, err := memory.Load(os.DirFS(m.Dir))
	var bad *memory.FileError
	switch {
	case err == nil:
		digest = tree.Digest
		problems = append(problems, memory.Verify(tree)...)
	case errors.As(err, &bad) && !errors.Is(err, memory.ErrNewer):
		// Without config.json or directory.md nothing else can be judged, but this is
		// a finding, as a bad chunk is one.
		problems = append(problems, memory.Problem{Code: bad.Code, Severity: memory.SeverityError, Line: bad.Line, Message: err.Error(), Cure: bad.Cure})
	default:
		return verifyResult{}, fmt.Errorf("read %s: %w", describe(m), err)
	}
	derived, err := derivedProblems(ctx, e, m)
	if err != nil {
		e.warn("git could not be asked which files it tracks: %v", err)
	}
	problems = append(problems, derived...)
	slices.SortStableFunc(problems, compareProblems)
	result := verifyResult{Dir: m.Dir, Digest: digest, Problems: problems}
	for _, p := range problems {
		if p.Severity == memory.SeverityError {
			result.Errors++
		} else {
			result.Warnings++
		}
	}
	result.OK = result.Errors == 0
	if result.Problems == nil {
		result.Problems = []memory.Problem{}
	}
	return result, nil
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
		return []memory.Problem{transactionProblem(err)}
	}
	return nil
}

func transactionProblem(err error) memory.Problem {
	return memory.Problem{Code: "transaction", Severity: memory.SeverityError, Message: err.Error(), Cure: "git hfa doctor --repair"}
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
		problems = append(problems, memory.Problem{
			Code: "derived-tracked", Severity: memory.SeverityError, Path: file,
			Message: "a derived file is tracked by git", Cure: "git rm --cached -- " + shellQuote(m.Path+"/"+file),
		})
	}
	return problems, nil
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

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

type doctorOptions struct {
	dir    string
	repair bool
	json   bool
}

// doctorResult is what "doctor --json" prints.
type doctorResult struct {
	Dir      string         `json:"dir"`
	OK       bool           `json:"ok"`
	Checks   []doctorCheck  `json:"checks"`
	Repaired *doctorRepairs `json:"repaired,omitempty"`
}

// doctorCheck is one finding. Message says what was found, Cure what to type.
type doctorCheck struct {
	Name    string `json:"name"` // place, transaction, lock, index, counter, verify
	OK      bool   `json:"ok"`
	Message string `json:"message"`
	Cure    string `json:"cure,omitempty"`
}

// doctorRepairs lists what --repair did to truth files, slash paths in the memory.
type doctorRepairs struct {
	Created  []string `json:"created"`
	Replaced []string `json:"replaced"`
	Kept     []string `json:"kept"`            // somebody changed these in between: they were left alone
	Lost     []string `json:"lost"`            // their staged bytes were damaged: the tree keeps what it had
	Aside    string   `json:"aside,omitempty"` // folder to which a damaged transaction was moved
	Rebuilt  bool     `json:"rebuilt"`         // every derived file was built anew
}

func newDoctor(e *env) *cobra.Command {
	var opts doctorOptions
	cmd := &cobra.Command{
		Use: "doctor [MEMORY_DIR]", Short: "Find out why something does not work, and repair it",
		Long: `Check the place of the memory, its transaction, lock, index, number counter and every file. Without
--repair nothing is changed, except that a transaction which can be finished is finished, as on every
read. --repair also ends a damaged transaction, as far as its bytes are whole, and rebuilds every derived
file; truth files that somebody changed in between are kept and named. What is still wrong afterwards ends with
exit code 4.`,
		Example: examples(e, "doctor", "doctor --repair"),
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.dir, err = e.memoryArg(args); err != nil {
				return err
			}
			return runDoctor(cmd.Context(), e, opts)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&opts.repair, "repair", false, "finish an unfinished transaction and rebuild the index")
	f.BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runDoctor(ctx context.Context, e *env, opts doctorOptions) error {
	m, err := e.find(ctx, opts.dir)
	if err != nil {
		return err
	}
	result := doctorResult{Dir: m.Dir, OK: true}
	if opts.repair {
		if result.Repaired, err = repair(ctx, e, m); err != nil {
			return fmt.Errorf("repair %s: %w", describe(m), err)
		}
	}
	result.Checks = []doctorCheck{
		checkPlace(m), checkTransaction(e, m), checkLock(ctx, m), checkIndex(ctx, e, m), checkCounter(m), checkFiles(ctx, e, m),
	}
	for _, c := range result.Checks {
		result.OK = result.OK && c.OK
	}
	if opts.json {
		if err := e.printJSON(result); err != nil {
			return err
		}
	} else {
		e.printDoctor(result)
	}
	if !result.OK {
		return withHint(checkf("doctor found something"), "%s", doctorHint(e, result))
	}
	return nil
}

// repair finishes an unfinished transaction and rebuilds what is derived.
func repair(ctx context.Context, e *env, m place.Memory) (*doctorRepairs, error) {
	s, err := access.Store(m)
	if err != nil {
		return nil, err
	}
	report, err := s.Repair(ctx)
	if err != nil {
		return nil, err
	}
	v, failed := rebuild(ctx, m)
	if failed != nil {
		e.warn("the index was not rebuilt: %v", failed) // the checks say what is wrong with the files
	} else {
		defer v.Close()
		if err := access.WriteViews(ctx, s, v.Summaries); err != nil {
			return nil, err
		}
	}
	return &doctorRepairs{
		Created: append([]string{}, report.Created...), Replaced: append([]string{}, report.Replaced...),
		Kept: append([]string{}, report.Kept...), Lost: append([]string{}, report.Lost...), Aside: report.Aside, Rebuilt: failed == nil,
	}, nil
}

func checkPlace(m place.Memory) doctorCheck {
	c := doctorCheck{Name: "place", OK: true, Message: m.Dir + " (" + m.Why + ")"}
	switch {
	case !m.Place.InGit:
		c.Message += ", outside git"
	case m.Place.GitDir != m.Place.CommonDir:
		c.Message += ", in a linked work tree of " + m.Place.CommonDir
	default:
		c.Message += ", in the work tree of " + m.Place.GitDir
	}
	return c
}

func checkTransaction(e *env, m place.Memory) doctorCheck {
	if err := store.CheckReadable(nil, m.Dir); err != nil {
		return doctorCheck{Name: "transaction", Message: err.Error(), Cure: e.program + " doctor --repair"}
	}
	return doctorCheck{Name: "transaction", OK: true, Message: "none is unfinished"}
}

// lockPatience is how long doctor waits for the lock before it calls it held.
const lockPatience = 200 * time.Millisecond

func checkLock(ctx context.Context, m place.Memory) doctorCheck {
	s, err := store.Open(store.Options{Dir: m.Dir, Counter: m.Counter, Wait: lockPatience})
	if err == nil {
		_, err = s.Recover(ctx)
	}
	switch {
	case errors.Is(err, store.ErrLocked):
		return doctorCheck{Name: "lock", Message: "another writer holds it", Cure: "wait, or end that process; the lock goes with it"}
	case errors.Is(err, store.ErrRecovery):
		return doctorCheck{Name: "lock", OK: true, Message: "free"} // told by the transaction check
	case err != nil:
		return doctorCheck{Name: "lock", Message: "nothing can be written: " + err.Error(), Cure: "make " + m.Dir + " writable"}
	}
	return doctorCheck{Name: "lock", OK: true, Message: "free"}
}

func checkIndex(ctx context.Context, e *env, m place.Memory) doctorCheck {
	opts := access.Answers(m)
	v, err := index.Open(ctx, opts)
	if err != nil {
		cure := e.program + " doctor --repair"
		var file *memory.FileError
		if errors.As(err, &file) && file.Cure != "" {
			cure = e.fileCure(err, file) // no rebuild heals the truth
		}
		return doctorCheck{Name: "index", Message: err.Error(), Cure: cure}
	}
	defer v.Close()
	if !access.Fresh(ctx, m, v) {
		return doctorCheck{Name: "index", OK: true, Message: "not up to date; answers come from the files, every read renews it"}
	}
	diffs, err := index.VerifyIndex(ctx, opts)
	switch {
	case err != nil:
		return doctorCheck{Name: "index", Message: err.Error(), Cure: e.program + " reindex"}
	case len(diffs) > 0:
		return doctorCheck{Name: "index", Message: "differs from the truth in " + count(len(diffs), "row") + "; answers are right all the same", Cure: e.program + " reindex"}
	}
	return doctorCheck{Name: "index", OK: true, Message: "fits the truth"}
}

// checkCounter looks whether the number counter can be read. It may be absent or
// behind: a writer raises it to what the tree shows.
func checkCounter(m place.Memory) doctorCheck {
	c := doctorCheck{Name: "counter", OK: true}
	if m.Counter == "" {
		c.Message = "none outside git; the next number is the highest in the tree plus one"
		return c
	}
	data, err := os.ReadFile(m.Counter)
	text := strings.TrimSpace(string(data))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.Message = "not there yet; the next write makes it"
	case err != nil:
		return doctorCheck{Name: "counter", Message: "read " + m.Counter + ": " + err.Error(), Cure: "make it readable, or delete it"}
	default:
		if _, err := strconv.Atoi(text); err != nil {
			return doctorCheck{Name: "counter", Message: m.Counter + " holds no number", Cure: "delete it; the next write makes it again"}
		}
		c.Message = "the highest number given in this clone is " + text
	}
	return c
}

func checkFiles(ctx context.Context, e *env, m place.Memory) doctorCheck {
	result, err := verifyMemory(ctx, e, m)
	if err != nil {
		return doctorCheck{Name: "verify", Message: withCure(err)}
	}
	c := doctorCheck{Name: "verify", OK: result.OK, Message: count(result.Errors, "error") + ", " + count(result.Warnings, "warning")}
	if !result.OK {
		c.Cure = e.program + " verify"
	}
	return c
}

func (e *env) printDoctor(r doctorResult) {
	if r.Repaired != nil {
		for _, part := range []struct {
			what  string
			paths []string
		}{{"created", r.Repaired.Created}, {"replaced", r.Repaired.Replaced}, {"kept as it is", r.Repaired.Kept}, {"could not be finished", r.Repaired.Lost}} {
			for _, path := range part.paths {
				e.printf("%s: %s\n", part.what, plain(path))
			}
		}
		if r.Repaired.Aside != "" {
			e.printf("the damaged transaction is in %s\n", plain(r.Repaired.Aside))
		}
		if r.Repaired.Rebuilt {
			e.printf("every derived file was built anew\n")
		}
	}
	var rows [][]string
	for _, c := range r.Checks {
		mark := "ok"
		if !c.OK {
			mark = "PROBLEM"
		}
		rows = append(rows, []string{mark, c.Name, c.Message})
	}
	e.printTable(rows)
}

// doctorHint is the first cure. The problem of a file is cured by hand, a
// damaged memory by --repair.
func doctorHint(e *env, r doctorResult) string {
	for _, c := range r.Checks {
		if !c.OK && c.Cure != "" {
			return c.Cure
		}
	}
	return e.program + " verify"
}

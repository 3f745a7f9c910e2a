package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type whyOptions struct {
	target string // PATH or PATH:LINE, seen from the current folder
	json   bool
}

// whyResult is what "why --json" prints.
type whyResult struct {
	Path      string        `json:"path"`        // slash path from the top
	Line      int           `json:"line"`        // 0: the file
	Commit    *string       `json:"line_commit"` // that last touched the line; null without a line, or when it is not committed
	Names     []string      `json:"names"`       // the names it had before, newest first
	Decisions []whyDecision `json:"decisions"`   // newest first
}

type whyDecision struct {
	ID           memory.ID   `json:"id"`
	Title        string      `json:"title"`
	State        string      `json:"state"` // living, superseded or tombstoned
	SupersededBy []memory.ID `json:"superseded_by"`
	Commit       *string     `json:"commit"`
	Date         *string     `json:"date"`
	Author       *string     `json:"author"`
	Subject      *string     `json:"subject"`
	Known        string      `json:"known"` // as log has it
	Match        []pathMatch `json:"match"`
}

func newWhy(e *env) *cobra.Command {
	var opts whyOptions
	cmd := &cobra.Command{
		Use: "why PATH[:LINE]", Short: "Show the decisions behind a file or a line",
		Long: `Show the decisions that name a file, under the name it has or one that it had before, and with LINE those that came
with the commit which last touched the line. Living and retired ones, newest first, each with its commit.

A decision names a file by its path, by the end of the path, by a folder that holds it, or by the bare name when only
one tracked file has it.`,
		Example: examples(e, "why src/session.go", "why src/session.go:42", "why docs/setup.md --json"),
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.target = args[0]
			return runWhy(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runWhy(ctx context.Context, e *env, opts whyOptions) error {
	m, err := e.findReading(ctx, e.memoryDir, "")
	if err != nil {
		return err
	}
	work, err := e.workRepo(m)
	if err != nil {
		return err
	}
	defer work.Close()
	walk := e.walkHistory(ctx, m, "")
	result := whyResult{Names: []string{}, Decisions: []whyDecision{}}
	if result.Path, result.Line, err = e.whyTarget(work, opts.target); err != nil {
		return err
	}
	if err := result.askGit(ctx, work); err != nil {
		return err
	}
	single, err := work.OnlyOne(ctx, path.Base(result.Path))
	if err != nil {
		return err
	}
	r, err := e.openReading(ctx, m, "", access.Look(m))
	if err != nil {
		return err
	}
	defer r.close()
	found := <-walk
	if found.err != nil {
		return found.err
	}
	defer keepHistory(ctx, m, r.view, found.h)
	if err := result.look(r.view, found.h, single); err != nil {
		return err
	}
	if opts.json {
		return e.printJSON(result)
	}
	e.printWhy(r.view, &result)
	return nil
}

// workRepo opens the repository whose files the memory speaks about.
func (e *env) workRepo(m place.Memory) (*gitext.Repo, error) {
	p := m.Place
	if m.Work != p.Top {
		var err error
		if p, err = place.Find(m.Work, e.getenv); err != nil {
			return nil, err
		}
	}
	return gitext.Open(p, gitext.KeepEnv(e.getenv))
}

// whyTarget reads PATH or PATH:LINE. A file whose name ends so is taken as it is.
func (e *env) whyTarget(work *gitext.Repo, target string) (name string, line int, err error) {
	if name, err = e.fromTop(work, target); err != nil {
		return "", 0, err
	}
	before, after, ok := cutLast(target, ":")
	number, bad := strconv.Atoi(after)
	if !ok || bad != nil || inWorkTree(work, name) {
		return name, 0, nil
	}
	if number < 1 || before == "" {
		return "", 0, usagef("%q is no PATH:LINE; lines count from 1", target)
	}
	name, err = e.fromTop(work, before)
	return name, number, err
}

// fromTop makes a path that was typed in the current folder one from the top.
func (e *env) fromTop(work *gitext.Repo, typed string) (string, error) {
	abs := typed
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(e.cwd, filepath.FromSlash(typed))
	}
	// The top has no symbolic links in it; the current folder may, and the file may be gone.
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		abs = filepath.Join(dir, filepath.Base(abs))
	}
	rel, err := filepath.Rel(work.Place().Top, abs)
	if typed == "" || err != nil || rel == "." || !filepath.IsLocal(rel) {
		return "", usagef("%q is no file of the work tree %s", typed, work.Place().Top)
	}
	return filepath.ToSlash(rel), nil
}

// inWorkTree reports whether the work tree has a file or folder; name is a slash path from the top.
func inWorkTree(work *gitext.Repo, name string) bool {
	_, err := os.Lstat(filepath.Join(work.Place().Top, filepath.FromSlash(name)))
	return err == nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// askGit fills in what the history of the file says.
func (w *whyResult) askGit(ctx context.Context, work *gitext.Repo) error {
	if _, err := work.Resolve(ctx, "HEAD"); errors.Is(err, gitext.ErrUnborn) {
		return nil
	}
	names, err := work.FormerNames(ctx, w.Path)
	if err != nil {
		return err
	}
	w.Names = append(w.Names, names...)
	if w.Line == 0 {
		return nil
	}
	commit, err := work.LastTouch(ctx, w.Path, w.Line)
	if errors.Is(err, gitext.ErrNoLine) {
		return &usageError{err: fmt.Errorf("%s:%d: %w", w.Path, w.Line, err)}
	}
	if commit != "" {
		w.Commit = &commit
	}
	return err
}

// look goes over every chunk.
func (w *whyResult) look(v *index.View, h *gitext.History, single bool) error {
	names := append([]string{w.Path}, w.Names...)
	for i := range v.Source.NumDocs() {
		c, err := v.Chunk(i)
		if err != nil {
			return err
		}
		match := matchPaths(namedPaths(&c), names, single)
		if w.Commit != nil && h != nil {
			if b, ok := h.Chunk(c.ID); ok && cameWith(b, *w.Commit) {
				match = append(match, pathMatch{matchLine, *w.Commit})
			}
		}
		if len(match) == 0 {
			continue
		}
		listed, err := listRowOf(v, i)
		if err != nil {
			return err
		}
		d := whyDecision{ID: listed.ID, Title: listed.Title, State: listed.State, SupersededBy: listed.SupersededBy, Match: match}
		var b gitext.Brought
		ok := false
		if h != nil {
			b, ok = h.Chunk(c.ID)
		}
		if d.Known = knownOf(h, v.Top != "", b, ok); d.Known == knownCommit {
			d.Commit, d.Date, d.Author, d.Subject = &b.First.ID, &b.First.Date, &b.First.Author, &b.First.Subject
		}
		w.Decisions = append(w.Decisions, d)
	}
	slices.SortStableFunc(w.Decisions, newerFirst)
	return nil
}

func cameWith(b gitext.Brought, commit string) bool {
	return !b.Shallow && (b.First.ID == commit || slices.ContainsFunc(b.Also, func(c gitext.Commit) bool { return c.ID == commit }))
}

// newerFirst puts what is not committed before all, then goes by the date of the commit, then by number.
func newerFirst(a, b whyDecision) int {
	return cmp.Or(-cmp.Compare(whyTime(a), whyTime(b)), memory.CompareIDs(b.ID, a.ID))
}

func whyTime(d whyDecision) int64 {
	const future, past = 1 << 62, 0
	switch {
	case d.Known == knownShallow:
		return past
	case d.Date == nil:
		return future
	}
	at, err := time.Parse(time.RFC3339, *d.Date)
	if err != nil {
		return past
	}
	return at.Unix()
}

func (e *env) printWhy(v *index.View, w *whyResult) {
	if w.Line > 0 {
		touched := notCommitted
		if w.Commit != nil {
			touched = "last touched by " + short(*w.Commit)
		}
		e.printf("%s:%d  %s\n", plain(w.Path), w.Line, touched)
	}
	if len(w.Names) > 0 {
		e.printf("%s was %s\n", plain(w.Path), plain(strings.Join(w.Names, ", ")))
	}
	if len(w.Decisions) == 0 {
		e.note("no decision names %s", w.Path)
	}
	for _, d := range w.Decisions {
		mark := listMark(v.Source, listRow{State: d.State, SupersededBy: d.SupersededBy})
		e.printf("%s  %s%s\n", access.ShortID(v.Source, d.ID), plain(d.Title), mark)
		for _, line := range whyLines(d) {
			e.printf("    %s\n", plain(line))
		}
	}
}

func whyLines(d whyDecision) []string {
	var lines []string
	switch d.Known {
	case knownCommit:
		lines = append(lines, fmt.Sprintf("%s  %s  %s  %s", short(*d.Commit), day(*d.Date), *d.Author, *d.Subject))
	case knownShallow:
		lines = append(lines, beyondShallow)
	default:
		lines = append(lines, notCommitted)
	}
	var named []string
	for _, match := range d.Match {
		if match.Kind == matchLine {
			lines = append(lines, "came with the commit that last touched the line")
		} else {
			named = append(named, match.Name)
		}
	}
	if len(named) > 0 {
		lines = append(lines, "names "+strings.Join(named, ", "))
	}
	return lines
}

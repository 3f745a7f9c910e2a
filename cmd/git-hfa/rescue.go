package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

type rescueOptions struct {
	ids  []string // prefixes; none lists
	json bool
}

// rescueRow is one kept file as "rescue --json" prints it.
type rescueRow struct {
	ID       string `json:"id"`   // of a chunk; of a tombstone its target
	Kind     string `json:"kind"` // chunk or tombstone
	Title    string `json:"title"`
	Path     string `json:"path"`     // slash path in the memory
	Worktree string `json:"worktree"` // git's name of the work tree that wrote it
	Lost     bool   `json:"lost"`     // that work tree does not have it any more
	Here     bool   `json:"here"`     // this work tree has it, brought back now or before

	gone bool // the work tree itself is no more
}

func newRescue(e *env) *cobra.Command {
	var opts rescueOptions
	cmd := &cobra.Command{
		Use: "rescue [ID...]", Short: "Bring back decisions of work trees that were removed",
		Long: `List what was written in linked work trees and is on no branch, and bring back decisions by their ids.

What is written in a linked work tree is also kept in git's common folder until it is committed, since work trees of
agents are removed with --force. Listed is what no branch, no tag and no commit that is checked out has: lost where its
work tree is gone or has it no more (in a stash, say), else still in that work tree. With ids the files are written into the memory of this work tree; nothing is
replaced and nothing is committed.`,
		Example: examples(e, "rescue", "rescue 7", "rescue chunk_0007-k3 8"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.ids = args
			return runRescue(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runRescue(ctx context.Context, e *env, opts rescueOptions) error {
	m, err := e.find(ctx, e.memoryDir)
	if err != nil {
		return err
	}
	if m.Path == "" {
		return usagef("%s is not in a git work tree, so nothing was kept for it", m.Dir)
	}
	repo, err := gitext.Open(m.Place, gitext.KeepEnv(e.getenv))
	if err != nil {
		return err
	}
	defer repo.Close()
	kept, err := repo.ListKept(ctx, m)
	if err != nil {
		return err
	}
	if len(opts.ids) > 0 {
		return e.bringBack(ctx, m, kept, opts)
	}
	rows := []rescueRow{}
	for i := range kept {
		rows = append(rows, rescueRowOf(m, &kept[i]))
	}
	if opts.json {
		return e.printJSON(rows)
	}
	if len(rows) == 0 {
		e.note("nothing is lost: all that linked work trees wrote is committed")
	}
	var table [][]string
	for _, row := range rows {
		table = append(table, []string{row.ID, row.where(), row.Title})
	}
	e.printTable(table)
	return nil
}

func rescueRowOf(m place.Memory, k *gitext.Kept) rescueRow {
	row := rescueRow{Kind: "chunk", ID: strings.TrimSuffix(path.Base(k.Path), ".json"), Path: k.Path, Worktree: k.Worktree, Lost: !k.There, Here: hasFile(m, k.Path), gone: k.Dir == ""}
	if c, ok := k.Chunk(); ok {
		row.Title = c.Title
	} else if strings.HasPrefix(k.Path, memory.TombstonesDir+"/") {
		row.Kind = "tombstone"
		if t, err := memory.ParseTombstone(k.Data); err == nil {
			row.ID, row.Title = t.Target, "tombstone: "+t.Reason
		}
	}
	return row
}

// where says in words where a kept file is.
func (r rescueRow) where() string {
	switch {
	case r.Here:
		return "here, not committed"
	case r.gone:
		return "lost with " + r.Worktree
	case r.Lost:
		return "not in work tree " + r.Worktree + " any more"
	}
	return "in work tree " + r.Worktree
}

// bringBack writes the files that the ids mean, tombstones of a chunk with it.
func (e *env) bringBack(ctx context.Context, m place.Memory, kept []gitext.Kept, opts rescueOptions) error {
	var ids []memory.ID
	for i := range kept {
		if row := rescueRowOf(m, &kept[i]); row.Kind == "chunk" {
			ids = append(ids, memory.ID(row.ID))
		}
	}
	s, err := access.Store(m)
	if err != nil {
		return err
	}
	rows := []rescueRow{}
	for _, prefix := range opts.ids {
		wanted, err := memory.Resolve(prefix, ids)
		if err != nil && !anyTarget(m, kept, prefix) {
			return withHint(err, "%s rescue", e.program)
		}
		if err != nil {
			wanted = memory.ID(prefix)
		}
		for i := range kept {
			k := &kept[i]
			row := rescueRowOf(m, k)
			if row.ID != string(wanted) {
				continue
			}
			if row.Kind == "chunk" && row.Title == "" {
				return fmt.Errorf("the kept copy of %s is damaged: %w", row.ID, memory.ErrCorrupt)
			}
			err := s.Restore(ctx, k.Path, k.Data)
			if errors.Is(err, fs.ErrExist) && !holds(m, k) {
				path := e.inMemory(k.Path)
				return withHint(fmt.Errorf("%s is not brought back: there is a file %s with other content", row.ID, path), "move it away, then the same again")
			}
			if err != nil && !errors.Is(err, fs.ErrExist) {
				return err
			}
			row.Here = true
			rows = append(rows, row)
		}
	}
	if v := e.written(ctx, m, s); v != nil {
		v.Close()
	}
	if opts.json {
		return e.printJSON(rows)
	}
	for _, row := range rows {
		e.printf("brought back %s  %s\n", row.ID, plain(row.Title))
	}
	e.note("to keep them: git add %s && git commit", place.ShellQuote(e.memoryHere()))
	return nil
}

// anyTarget reports whether a tombstone of this target is kept.
func anyTarget(m place.Memory, kept []gitext.Kept, target string) bool {
	for i := range kept {
		if row := rescueRowOf(m, &kept[i]); row.Kind == "tombstone" && row.ID == target {
			return true
		}
	}
	return false
}

// holds reports whether the file of a kept copy is there with its content.
func holds(m place.Memory, k *gitext.Kept) bool {
	data, err := os.ReadFile(filepath.Join(m.Dir, filepath.FromSlash(k.Path)))
	return err == nil && bytes.Equal(data, k.Data)
}

// hasFile reports whether the memory of this work tree has a file.
func hasFile(m place.Memory, name string) bool {
	_, err := os.Lstat(filepath.Join(m.Dir, filepath.FromSlash(name)))
	return err == nil
}

package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// healthy is the answer of memory_health for programs, named as in "git hfa status --json".
type healthy struct {
	Dir             string           `json:"dir"` // absolute path of the memory
	Digest          memory.Digest    `json:"digest"`
	Fresh           bool             `json:"fresh"` // the index on disk fits the digest; answers are right in any case
	Focus           *focus           `json:"focus"` // null when there is not exactly one ACTIVE main line
	Counts          access.Counts    `json:"counts"`
	Transaction     string           `json:"transaction"` // none, pending (a writer is at work) or failed
	Problems        []memory.Problem `json:"problems"`
	ProblemsOmitted int              `json:"problems_omitted,omitempty"` // how many there are beside these
}

type focus struct {
	Node  memory.NodeID `json:"node"`
	Title string        `json:"title"`
	Path  string        `json:"path"` // of its document in the memory
}

func (s *server) health(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	m, err := s.find(ctx, req)
	if err != nil {
		return nil, err
	}
	out := healthy{Dir: m.Dir}
	var problems []memory.Problem
	if out.Transaction, err = access.Unfinished(m); err != nil {
		problems = append(problems, access.TransactionProblem(err))
	}
	// What can be seen is shown even if recalls are refused.
	opts := access.Look(m)
	opts.Readable = nil
	v, err := index.Open(ctx, opts)
	if err != nil {
		return nil, err
	}
	defer s.done(m, v)
	found, err := out.look(ctx, v)
	if err != nil {
		return nil, err
	}
	out.Fresh = access.Fresh(ctx, m, v)
	out.Problems, out.ProblemsOmitted = firstProblems(m, append(problems, found...))
	return answered(text1(out.text()), out), nil
}

// look takes what the view knows and gives the problems that show in it.
func (h *healthy) look(ctx context.Context, v *index.View) ([]memory.Problem, error) {
	h.Digest = v.Digest
	if n, err := v.Directory.Active(); err == nil {
		h.Focus = &focus{Node: n.ID, Title: plain(n.Note), Path: plain(n.Path)}
	}
	var problems []memory.Problem
	var err error
	h.Counts, problems, err = access.Survey(v, func(index.Doc) error { return ctx.Err() })
	return problems, err
}

// text is the answer for a person or a model, a fact a line.
func (h *healthy) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "memory: %s\n", plain(h.Dir))
	if h.Focus != nil {
		fmt.Fprintf(&b, "focus: %s %s\n", h.Focus.Node, h.Focus.Title)
	} else {
		b.WriteString("focus: none; there is not exactly one ACTIVE main line\n")
	}
	fmt.Fprintf(&b, "chunks: %d living, %d superseded, %d tombstoned, %d edited\n", h.Counts.Living, h.Counts.Superseded, h.Counts.Tombstoned, h.Counts.Edited)
	if h.Fresh {
		b.WriteString("index: fits the files\n")
	} else {
		b.WriteString("index: behind; answers come from the files\n")
	}
	fmt.Fprintf(&b, "transaction: %s\nproblems: %d\n", h.Transaction, len(h.Problems)+h.ProblemsOmitted)
	for _, p := range h.Problems {
		fmt.Fprintf(&b, "- %s %s", p.Severity, p.Code)
		if p.Path != "" {
			b.WriteString(" " + p.Path)
		}
		b.WriteString(": " + p.Message)
		if p.Cure != "" {
			b.WriteString("; cure: " + p.Cure)
		}
		b.WriteByte('\n')
	}
	if h.ProblemsOmitted > 0 {
		b.WriteString("- more: git hfa verify\n")
	}
	return b.String()
}

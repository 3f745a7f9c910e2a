package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type recallArguments struct {
	Query  string `json:"query"`
	Unlock string `json:"unlock"`
}

// maxProblems bounds the problems that stand in one answer.
const maxProblems = 5

// recalled is the answer of recall_memory for programs: that of "git hfa recall --json" without what the call and the
// content of the result say already, the query and the texts.
type recalled struct {
	*index.Answer
	Query           string           `json:"query,omitempty"` // these hide the fields of Answer
	RecallText      string           `json:"recall_text,omitempty"`
	Selected        []recalledChunk  `json:"selected"`
	Problems        []memory.Problem `json:"problems"`
	ProblemsOmitted int              `json:"problems_omitted,omitempty"` // how many there are beside these
}

type recalledChunk struct {
	index.Selected
	Text string `json:"text,omitempty"` // hides Selected.Text
}

func (s *server) recall(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args recallArguments
	if err := arguments(req, &args, false); err != nil {
		return nil, err
	}
	if strings.TrimSpace(args.Query) == "" {
		return nil, errors.New("query is missing: give the question in the user's words")
	}
	if err := tooLong("unlock", args.Unlock, memory.MaxReason); err != nil {
		return nil, withHint(err, "say why in a sentence")
	}
	m, err := s.find(ctx, req)
	if err != nil {
		return nil, err
	}
	answer, err := s.ask(ctx, m, index.Request{Query: args.Query, Unlock: strings.TrimSpace(args.Unlock)})
	if err != nil {
		return nil, err
	}
	return answered(recallContent(answer), structured(m, answer)), nil
}

// recallContent is the answer as text: what was recalled, else the hints, else that
// there is nothing. What goes with a recalled text is a text of its own, so that the
// first is exactly that of "git hfa recall".
func recallContent(a *index.Answer) []mcp.Content {
	hints, first := a.RouterText, a.RecallText
	if first != "" {
		// The first line names the active main line, which the recalled text shows already.
		_, hints, _ = strings.Cut(hints, "\n")
	}
	if n := len(a.Problems); n > 0 {
		hints += fmt.Sprintf("- problems in the memory: %d; memory_health names them\n", n)
	}
	switch {
	case first == "" && a.RouterText == "":
		first = "nothing found"
	case first == "":
		first, hints = hints, ""
	}
	content := text1(first)
	if hints != "" {
		content = append(content, text1(hints)...)
	}
	return content
}

// structured makes every foreign text outside the fence safe: a title is written by
// whoever wrote the chunk.
func structured(m place.Memory, a *index.Answer) recalled {
	out := recalled{Answer: a, Selected: []recalledChunk{}}
	out.Problems, out.ProblemsOmitted = firstProblems(m, a.Problems)
	for _, c := range a.Selected {
		c.Title, c.Source = plain(c.Title), plain(c.Source)
		out.Selected = append(out.Selected, recalledChunk{Selected: c})
	}
	for i := range a.Deferred {
		a.Deferred[i].Title = plain(a.Deferred[i].Title)
	}
	for i := range a.ProfileDrift {
		d := &a.ProfileDrift[i]
		d.Recorded, d.Said = plain(d.Recorded), plain(d.Said)
	}
	return out
}

// typed is a slash path in the memory as it is typed in the work tree.
func typed(m place.Memory, name string) string {
	base := m.Dir
	if rel, err := filepath.Rel(m.Work, m.Dir); err == nil && filepath.IsLocal(rel) {
		base = rel
	}
	return path.Join(filepath.ToSlash(base), name)
}

// firstProblems gives the problems that an answer has room for, and how many it leaves out.
// Their paths, in the memory as they come, become those of the work tree, where cures are
// typed.
func firstProblems(m place.Memory, all []memory.Problem) (first []memory.Problem, omitted int) {
	first = []memory.Problem{}
	for _, p := range all[:min(len(all), maxProblems)] {
		if p.Path != "" {
			path := typed(m, p.Path)
			p.Cure = strings.ReplaceAll(p.Cure, p.Path, path)
			p.Path = path
		}
		p.Path, p.Message, p.Cure = plain(p.Path), plain(p.Message), plain(p.Cure)
		first = append(first, p)
	}
	return first, len(all) - len(first)
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
)

// evalFile holds the questions that a memory must answer, relative to it.
const evalFile = "eval.jsonl"

// maxExpected is how many chunks a recall gives at most.
const maxExpected = 2

// evalReport is what "eval --json" prints.
type evalReport struct {
	Right int       `json:"right"`
	Wrong int       `json:"wrong"`
	Rows  []evalRow `json:"rows"`
}

// evalRow is one line of eval.jsonl and what came of it.
type evalRow struct {
	Line     int        `json:"line"`
	Query    string     `json:"query"`
	Expect   []string   `json:"expect"` // as written
	Unlock   string     `json:"unlock,omitempty"`
	OK       bool       `json:"ok"`
	Selected []evalSeen `json:"selected"`
	Reasons  []string   `json:"reasons"` // why it failed, a line for each chunk; [] when it did not

	bad string // why the row cannot be asked
}

type evalSeen struct {
	ID    memory.ID `json:"id"`
	Title string    `json:"title"`
}

// parseEval reads the rows; empty lines are skipped. A row that cannot be asked
// says why.
func parseEval(text string) []evalRow {
	rows := []evalRow{}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		row := evalRow{Line: n, Expect: []string{}, Selected: []evalSeen{}, Reasons: []string{}}
		if err := row.parse([]byte(line)); err != nil {
			row.bad = err.Error()
			row.Reasons = append(row.Reasons, row.bad)
		}
		rows = append(rows, row)
	}
	return rows
}

func (r *evalRow) parse(line []byte) error {
	// Other keys are people's: a name, a comment. A map keeps to the exact names.
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return fmt.Errorf("not a row: %w", err)
	}
	expect, hasExpect := fields["expect"]
	for key, to := range map[string]any{"query": &r.Query, "expect": &r.Expect, "unlock": &r.Unlock} {
		if value, ok := fields[key]; ok {
			if err := json.Unmarshal(value, to); err != nil {
				return fmt.Errorf("%q has the wrong type: %w", key, err)
			}
		}
	}
	switch {
	case strings.TrimSpace(r.Query) == "":
		return errors.New(`"query" is missing`)
	case !hasExpect || string(expect) == "null":
		return errors.New(`"expect" is missing; [] means that nothing may be found`)
	case len(r.Expect) > maxExpected:
		return fmt.Errorf(`"expect" names %d chunks, and a recall gives at most %d`, len(r.Expect), maxExpected)
	}
	return nil
}

// summary is the failure in one line.
func (r *evalRow) summary() string {
	if r.bad != "" {
		return r.bad
	}
	expected := "nothing"
	if len(r.Expect) > 0 {
		expected = strings.Join(r.Expect, " and ")
	}
	var got []string
	for _, s := range r.Selected {
		got = append(got, fmt.Sprintf("%s (%s)", s.ID, s.Title))
	}
	if len(got) == 0 {
		got = []string{"nothing"}
	}
	return fmt.Sprintf("%q should give %s and gives %s", r.Query, expected, strings.Join(got, " and "))
}

// evalJudge asks rows of one view.
type evalJudge struct {
	v       *index.View
	ids     []memory.ID
	lineage *memory.Lineage
}

func newEvalJudge(v *index.View) (*evalJudge, error) {
	chunks, err := v.Links()
	if err != nil {
		return nil, err
	}
	j := &evalJudge{v: v, lineage: memory.NewLineage(chunks)}
	for i := range chunks {
		j.ids = append(j.ids, chunks[i].ID)
	}
	return j, nil
}

// row asks one question and judges the answer.
func (j *evalJudge) row(ctx context.Context, r *evalRow) error {
	answer, err := j.v.Recall(ctx, index.Request{Query: r.Query, Unlock: r.Unlock})
	if err != nil {
		return err
	}
	for _, s := range answer.Selected {
		r.Selected = append(r.Selected, evalSeen{s.ID, s.Title})
	}
	for _, expected := range r.Expect {
		reason, err := j.missing(expected, answer)
		if err != nil {
			return err
		}
		if reason != "" {
			r.Reasons = append(r.Reasons, reason)
		}
	}
	if len(r.Expect) == 0 {
		for _, s := range answer.Selected {
			r.Reasons = append(r.Reasons, string(s.ID)+" came "+because(s.Match))
		}
	}
	r.OK = len(r.Reasons) == 0
	return nil
}

// because says what a chunk was found by.
func because(matches []index.Match) string {
	var found []string
	for _, m := range matches {
		found = append(found, fmt.Sprintf("%q (%s in %s)", m.Term, m.Kind, m.Field))
	}
	if len(found) == 0 {
		return "by a hit word of its node"
	}
	return "by " + strings.Join(found, ", ")
}

// missing says why what was expected did not come, "" when it did.
func (j *evalJudge) missing(expected string, answer *index.Answer) (string, error) {
	selected := func(id memory.ID) bool {
		return slices.ContainsFunc(answer.Selected, func(s index.Selected) bool { return s.ID == id })
	}
	if _, err := memory.ParseNodeID(expected); err == nil {
		if selected(memory.ID(expected)) {
			return "", nil
		}
		return "the document of " + expected + " did not come: a hit word of its row must be in the query, and none of its chunks answer", nil
	}
	id, err := memory.Resolve(expected, j.ids)
	if err != nil {
		return err.Error(), nil
	}
	heads := slices.DeleteFunc(j.lineage.Heads(id), func(head memory.ID) bool { _, revoked := j.v.Tombstones[string(head)]; return revoked })
	if len(heads) == 0 {
		return string(id) + " was revoked by a tombstone: expect another chunk, or [] for silence", nil
	}
	if slices.ContainsFunc(heads, selected) {
		return "", nil
	}
	return j.why(id, heads[0], answer)
}

// why explains why a living chunk was not selected.
func (j *evalJudge) why(expected, head memory.ID, answer *index.Answer) (string, error) {
	i, ok := j.v.Source.Lookup(head)
	if !ok {
		return string(head) + " is not in the memory", nil
	}
	chunk, err := j.v.Chunk(i)
	if err != nil {
		return "", err
	}
	name := string(head) + " (" + chunk.Title + ")"
	if head != expected {
		name += ", which supersedes " + string(expected) + ","
	}
	for _, d := range answer.Deferred {
		if d.ID == head {
			return fmt.Sprintf("%s was found and kept back: %s, node %s", name, d.Reason, d.Node), nil
		}
	}
	reason := name + " did not come; "
	if at := slices.Index(answer.Ranked, head); at >= 0 {
		reason = fmt.Sprintf("%s was ranked %d, and was not enough or not among the first; ", name, at+1)
	}
	return reason + hitWordsIn(chunk.HitWords, answer.Query), nil
}

// hitWordsIn tells which of the hit words stand in the query.
func hitWordsIn(words []string, query string) string {
	if len(words) == 0 {
		return "it has no hit words"
	}
	var there, absent []string
	for _, w := range words {
		if strings.Contains(strings.ToLower(query), strings.ToLower(w)) {
			there = append(there, w)
		} else {
			absent = append(absent, w)
		}
	}
	switch {
	case len(there) == 0:
		return "none of its hit words is in the query: " + strings.Join(absent, ", ")
	case len(absent) == 0:
		return "all of its hit words are in the query: " + strings.Join(there, ", ")
	}
	return "of its hit words the query has " + strings.Join(there, ", ") + ", not " + strings.Join(absent, ", ")
}

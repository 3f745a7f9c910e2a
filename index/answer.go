package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/index/rank"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// Request is one question to a memory.
type Request struct {
	Query   string // the prompt as the person wrote it; wrappers of hosts are stripped
	Unlock  string // why locked nodes are to be opened for this one call, "" to leave them locked
	Explain bool   // keep what Answer.Explain prints
}

// Status says what came of a recall.
type Status = string

// The outcomes of a recall.
const (
	StatusHit      Status = "hit"      // something is told
	StatusDeferred Status = "deferred" // something was found, and is locked or does not fit
	StatusMiss     Status = "miss"     // nothing
)

// Answer is the outcome of a recall. Its JSON form is that of `git hfa recall --json`;
// empty lists are [], never null.
type Answer struct {
	Query        string           `json:"query"`
	Status       Status           `json:"status"`
	SourceDigest memory.Digest    `json:"source_digest"`
	Selected     []Selected       `json:"selected"` // at most two, best first
	Deferred     []Deferred       `json:"deferred"`
	ProfileDrift []Drift          `json:"profile_drift"`
	Problems     []memory.Problem `json:"problems"`
	RouterText   string           `json:"router_text"`   // hints, one a line; "" on a miss
	RouterTokens int              `json:"router_tokens"` // of RouterText, at most router_token_budget
	RecallText   string           `json:"recall_text"`   // fenced text for a model; "" when nothing is selected
	RecallTokens int              `json:"recall_tokens"` // of RecallText, at most recall_token_budget
	Exact        bool             `json:"exact"`         // the counts are exact
	Method       string           `json:"method"`        // how they were counted

	Ranked []memory.ID `json:"-"` // order before the decision, at most ten

	explained []explained
}

// Selected is a chunk that is told, or the document of an L0 node.
type Selected struct {
	ID            memory.ID     `json:"id"` // of a document: the id of its node
	Epoch         int           `json:"epoch"`
	Topic         int           `json:"topic"`
	Node          memory.NodeID `json:"node"`
	State         memory.State  `json:"state"` // of its node
	Title         string        `json:"title"`
	Text          string        `json:"text"`  // its block in RecallText
	Score         int           `json:"score"` // evidence in bits
	Match         []Match       `json:"match"`
	Supersedes    []Superseded  `json:"supersedes"`
	ConflictsWith []memory.ID   `json:"conflicts_with"` // other living successors of a chunk that it supersedes
	Source        string        `json:"source"`
	CreatedAt     string        `json:"created_at"`
	Commit        *string       `json:"commit"` // null when not known; this package knows no git
	Edited        bool          `json:"edited"` // by hand: the content does not fit the name
	MissingPaths  []string      `json:"missing_paths"`
}

// Superseded is one link of a selected chunk.
type Superseded struct {
	ID     memory.ID `json:"id"`
	Commit *string   `json:"commit"` // null when not known
}

// Match says why a chunk was found.
type Match struct {
	Term  string `json:"term"`  // as the prompt has it; of a synonym or alias the word that was found
	Kind  string `json:"kind"`  // hit_word, identifier, phrase, term, synonym or alias
	Field string `json:"field"` // hit_words, title or conclusion
	Via   string `json:"via,omitempty"`
}

// Deferred is something that was found and is not told.
type Deferred struct {
	ID            memory.ID     `json:"id"`
	Node          memory.NodeID `json:"node"`
	Title         string        `json:"title"`
	Reason        Reason        `json:"reason"`
	ConflictsWith []memory.ID   `json:"conflicts_with"` // as of a selected chunk
}

// Reason says why something is deferred.
type Reason string

// The reasons. A locked node is opened by Request.Unlock; budget and limit are not.
const (
	ReasonSideBranch Reason = "side_branch"
	ReasonOtherMain  Reason = "other_mainline"
	ReasonTombstoned Reason = "tombstoned_node"
	ReasonBudget     Reason = "budget"
	ReasonLimit      Reason = "limit"
)

// Bounds of an answer.
const (
	maxSelected = 2
	maxDeferred = 6
	maxRanked   = 10

	// maxOpened bounds the chunk files that are opened for an answer: the two that are told, and a few that say the same
	// or do not fit. In a memory of many long chunks the search for one that fits would otherwise open them all.
	maxOpened = 8
)

// tell fills in what a selected chunk says about itself.
func (r *recall) tell(c candidate, chunk memory.Chunk, block string) (Selected, error) {
	s := Selected{
		ID: c.info.ID, Epoch: c.info.Epoch, Topic: c.info.Topic, Node: c.info.Node, State: r.state(c.info.Node), Title: redact.Text(chunk.Title),
		Text: block, Score: (c.result.Score + rank.Bit/2) / rank.Bit, Match: r.matches(c),
		Supersedes: []Superseded{}, Source: redact.Text(chunk.Source), CreatedAt: chunk.CreatedAt, Edited: c.info.Edited, MissingPaths: r.missingPaths(chunk),
	}
	for _, id := range c.info.Supersedes {
		s.Supersedes = append(s.Supersedes, Superseded{ID: id})
	}
	var err error
	s.ConflictsWith, err = r.conflicts(c)
	return s, err
}

// conflicts gives the other living ends of the chains that end at a chunk: two of
// them replaced one decision, and nothing replaced both.
func (r *recall) conflicts(c candidate) ([]memory.ID, error) {
	out := []memory.ID{}
	seen := map[memory.ID]bool{}
	for queue := slices.Clone(c.info.Supersedes); len(queue) > 0; queue = queue[1:] {
		id := queue[0]
		if seen[id] {
			continue
		}
		seen[id] = true
		old, ok := r.v.Source.Lookup(id)
		if !ok {
			continue
		}
		for _, h := range r.e.living(old) {
			d, err := r.v.Source.Doc(h)
			if err != nil {
				return nil, err
			}
			if h != c.doc && !r.dead(d) && !slices.Contains(out, d.ID) {
				out = append(out, d.ID)
			}
		}
		d, err := r.v.Source.Doc(old)
		if err != nil {
			return nil, err
		}
		queue = append(queue, d.Supersedes...)
	}
	return out, nil
}

// matches lists why a chunk was found: hit words, identifiers, phrases, words.
func (r *recall) matches(c candidate) []Match {
	out := []Match{}
	for _, w := range c.hitWords {
		switch m := (Match{Term: r.e.q.Surface(w.from, w.to), Kind: "hit_word", Field: "hit_words", Via: r.via(w.via)}); {
		case w.node:
		case w.alt != nil:
			m.Term, m.Kind = w.alt.Word, altKind(w.alt.Kind)
			out = append(out, m)
		default:
			out = append(out, m)
		}
	}
	covered := func(u query.Unit) bool {
		return slices.ContainsFunc(c.hitWords, func(w docHitWord) bool { return !w.node && w.from <= u.First && u.Last < w.to })
	}
	units := r.e.q.Units
	whole := func(u query.Unit) bool { // a name that was found whole tells of its parts
		return u.Kind != query.Identifier && slices.ContainsFunc(c.matches, func(m docMatch) bool {
			n := units[m.Unit]
			return n.Kind == query.Identifier && n.First == u.First && m.alt < 0
		})
	}
	for i := 0; i < len(c.matches); i++ {
		m := c.matches[i]
		u := units[m.Unit]
		if covered(u) || whole(u) {
			continue
		}
		match := Match{Term: u.Text, Kind: "term", Field: fieldName(m.where), Via: r.via(m.Via)}
		switch {
		case m.typed != "":
			match.Term = m.typed
		case m.alt >= 0:
			match.Term, match.Kind = u.Alts[m.alt].Word, altKind(u.Alts[m.alt].Kind)
		case u.Kind == query.Identifier:
			match.Kind = "identifier"
		case u.Kind == query.Pair:
			last, where := u.Last, m.where
			for i+1 < len(c.matches) { // pairs that overlap in one field are one phrase
				n := c.matches[i+1]
				nu := units[n.Unit]
				if nu.Kind != query.Pair || nu.First != last || n.alt >= 0 || n.Via != m.Via || n.where&where == 0 || covered(nu) {
					break
				}
				last = nu.Last
				where &= n.where
				i++
			}
			if last > u.Last {
				match.Term, match.Kind, match.Field = r.e.q.Surface(u.First, last+1), "phrase", fieldName(where)
			}
		}
		if !slices.Contains(out, match) {
			out = append(out, match)
		}
	}
	return out
}

func altKind(k query.AltKind) string {
	if k == query.Alias {
		return "alias"
	}
	return "synonym"
}

func (r *recall) via(doc int) string {
	if doc < 0 {
		return ""
	}
	d, err := r.v.Source.Doc(doc)
	if err != nil {
		return ""
	}
	return string(d.ID)
}

func fieldName(f Field) string {
	switch {
	case f&FieldHitWords != 0:
		return "hit_words"
	case f&FieldTitle != 0:
		return "title"
	}
	return "conclusion"
}

// recall is one call of View.Recall at work.
type recall struct {
	v      *View
	req    Request
	q      query.Query
	e      *evidence
	active memory.Node
	locked []memory.Node // L0 rows that the prompt names
	budget *budget
	answer *Answer
}

// Recall answers a prompt from the memory: at most two chunks, or nothing. The same
// memory and prompt give the same answer, byte for byte.
//
// The error wraps memory.ErrMainLine when there is no single ACTIVE main line with its document, ErrUnstable when
// a chunk's file changed under the view, ErrStale when a derived file is damaged.
func (v *View) Recall(ctx context.Context, req Request) (*Answer, error) {
	active, err := v.MainLine()
	if err != nil {
		return nil, err
	}
	r := &recall{v: v, req: req, active: active, q: query.Parse(req.Query, v.Config.RetrievalAliases)}
	if r.budget, err = newBudget(v.Config); err != nil {
		return nil, err
	}
	r.answer = &Answer{
		Query: req.Query, Status: StatusMiss, SourceDigest: v.Digest, Selected: []Selected{}, Deferred: []Deferred{}, ProfileDrift: []Drift{},
		Problems: slices.Clone(v.Problems), Ranked: []memory.ID{}, Exact: r.budget.counter.Exact(), Method: r.budget.counter.Method(),
	}
	if r.answer.Problems == nil {
		r.answer.Problems = []memory.Problem{}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.e, err = gather(v.Source, r.q, v.Directory.Nodes()); err != nil {
		return nil, fmt.Errorf("search the memory: %w", err)
	}
	cands, err := r.e.order(r.dead)
	if err != nil {
		return nil, fmt.Errorf("rank the memory: %w", err)
	}
	for _, c := range cands[:min(len(cands), maxRanked)] {
		r.answer.Ranked = append(r.answer.Ranked, c.info.ID)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := r.choose(cands); err != nil {
		return nil, err
	}
	if err := r.drift(cands); err != nil {
		return nil, err
	}
	r.finish()
	r.explain(cands)
	return r.answer, nil
}

// dead says whether a tombstone names a chunk.
func (r *recall) dead(d Doc) bool {
	_, ok := r.v.Tombstones[string(d.ID)]
	return ok || d.Tombstoned
}

// finish sets the status and writes router_text.
func (r *recall) finish() {
	a := r.answer
	rows := r.openRows()
	switch {
	case len(a.Selected) > 0 || len(rows) > 0 || len(a.ProfileDrift) > 0:
		a.Status = StatusHit
	case len(a.Deferred) > 0:
		a.Status = StatusDeferred
	}
	if a.Status == StatusMiss {
		return
	}
	a.RouterText, a.RouterTokens = r.budget.router(r.routerLines(rows))
	if len(a.Selected) > 0 {
		a.RecallText, a.RecallTokens = r.budget.text(), r.budget.used
	}
}

// short gives the id that people are shown: without tag as long as that names one chunk.
func (r *recall) short(id memory.ID) string {
	if !strings.HasPrefix(string(id), "chunk_") || r.v.Source.SameNumber(id) {
		return string(id)
	}
	return id.Short()
}

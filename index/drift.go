package index

import (
	"slices"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// Drift is a profile chunk that the prompt seems to change.
type Drift struct {
	ID       memory.ID `json:"id"`
	Recorded string    `json:"recorded"` // title of the profile chunk
	Said     string    `json:"said"`     // the clause of the prompt
	Terms    []string  `json:"terms"`    // what both speak of
}

// maxDrift bounds the hints of one answer.
const maxDrift = 3

// drift looks for profile chunks that speak of what a clause with a mark of change
// speaks of, and do not say all of it yet. A node that is archived is no profile
// any more.
func (r *recall) drift(cands []candidate) error {
	for _, ch := range r.q.Changes {
		for _, c := range cands {
			if c.info.Node.Kind() != memory.Profile || r.state(c.info.Node) == memory.Tombstoned || len(r.answer.ProfileDrift) == maxDrift {
				continue
			}
			shared, missing := r.compare(ch, c)
			if len(shared) > 0 && missing {
				r.answer.ProfileDrift = append(r.answer.ProfileDrift, Drift{ID: c.info.ID, Recorded: redact.Text(c.info.Title), Said: redact.Text(ch.Text), Terms: shared})
			}
		}
	}
	return nil
}

// compare gives the words that a clause and a profile chunk share, and whether the clause has one
// that the chunk has not. A shared word counts when it is in the title or a hit word, which name
// the habit, or when there are two rare ones; words of nearly every conversation never do.
func (r *recall) compare(ch query.Change, c candidate) (shared []string, missing bool) {
	named := false
	for i, u := range r.q.Units {
		if u.Common == query.VeryOften || !slices.Contains(ch.Terms, u.Term) {
			continue
		}
		at := slices.IndexFunc(c.matches, func(m docMatch) bool { return m.Unit == i && m.Via < 0 })
		if at < 0 {
			missing = missing || !r.e.units[i].Loose
			continue
		}
		name := c.matches[at].where&(FieldTitle|FieldHitWords) != 0
		if (name || u.Common == query.Rare) && !slices.Contains(shared, u.Text) {
			shared = append(shared, u.Text)
			named = named || name
		}
	}
	if !named && len(shared) < 2 {
		return nil, false
	}
	return shared, missing
}

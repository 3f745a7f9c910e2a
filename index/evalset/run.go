package evalset

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// Outcome is what came of one case.
type Outcome struct {
	Case
	Selected []string // refs of what was told, best first
	Rank     int      // place of the wanted note before the decision, from 1; 0 when it was not among the first ten
	Right    bool     // the wanted note was told; or nothing was, and nothing was wanted
}

// Stats are the figures of some cases.
type Stats struct {
	Found, ToFind     int // wanted notes that were told, of all that were wanted
	Refused, ToRefuse int // prompts answered with nothing, of all that wanted that
	First, Second     int // wanted notes ranked first, and first or second, before the decision
	reciprocal        int // sum of 1/rank in millionths
}

// Result is the outcome of one set.
type Result struct {
	Set      string
	Outcomes []Outcome
	Stats    Stats
}

// Run writes the memory of a set into dir, an empty or missing folder, and asks all its prompts.
func Run(ctx context.Context, dir string, s Set) (Result, error) {
	r := Result{Set: s.Name}
	refs, err := s.write(ctx, dir)
	if err != nil {
		return r, fmt.Errorf("write the memory of %s: %w", s.Name, err)
	}
	v, err := index.Open(ctx, index.Options{Dir: dir})
	if err != nil {
		return r, err
	}
	defer v.Close()
	for _, c := range s.Cases {
		a, err := v.Recall(ctx, index.Request{Query: c.Prompt})
		if err != nil {
			return r, fmt.Errorf("ask %q: %w", c.Prompt, err)
		}
		o := Outcome{Case: c}
		for _, x := range a.Selected {
			o.Selected = append(o.Selected, refs[x.ID])
		}
		for i, id := range a.Ranked {
			if c.Want != "" && refs[id] == c.Want {
				o.Rank = i + 1
			}
		}
		o.Right = c.Want == "" && a.Status == index.StatusMiss || c.Want != "" && slices.Contains(o.Selected, c.Want)
		r.Outcomes = append(r.Outcomes, o)
		r.Stats.count(o)
	}
	return r, nil
}

// write makes a memory of the notes and gives the refs by id.
func (s Set) write(ctx context.Context, dir string) (map[memory.ID]string, error) {
	begun := time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	opts := store.Options{Dir: dir, Now: func() time.Time { return begun }}
	if err := store.Init(ctx, opts, store.InitOptions{}); err != nil {
		return nil, err
	}
	st, err := store.Open(opts)
	if err != nil {
		return nil, err
	}
	rows := make([]store.Row, len(s.Notes))
	for i, n := range s.Notes {
		d := store.Draft{Title: n.Title, HitWords: n.HitWords, Conclusion: n.Conclusion, Source: "evalset", CreatedAt: begun.AddDate(0, 0, i).Format(time.RFC3339)}
		if n.Supersedes != "" {
			d.Supersedes = []string{n.Supersedes}
		}
		rows[i] = store.Row{Ref: n.Ref, Line: i + 1, Draft: d}
	}
	done, err := st.Import(ctx, rows, nil)
	if err != nil {
		return nil, err
	}
	refs := map[memory.ID]string{}
	for _, d := range done {
		refs[d.ID] = d.Ref
	}
	return refs, nil
}

func (s *Stats) count(o Outcome) {
	if o.Want == "" {
		s.ToRefuse++
		if o.Right {
			s.Refused++
		}
		return
	}
	s.ToFind++
	if o.Right {
		s.Found++
	}
	if o.Rank > 0 {
		s.reciprocal += 1_000_000 / o.Rank
	}
	if o.Rank == 1 {
		s.First++
	}
	if o.Rank == 1 || o.Rank == 2 {
		s.Second++
	}
}

// Add gives the figures of two groups of cases together.
func (s Stats) Add(o Stats) Stats {
	return Stats{s.Found + o.Found, s.ToFind + o.ToFind, s.Refused + o.Refused, s.ToRefuse + o.ToRefuse, s.First + o.First, s.Second + o.Second, s.reciprocal + o.reciprocal}
}

// String prints the figures in one line: what was told, recall at 1 and 2 and mean reciprocal rank
// before the decision, and the false injection rate, in percent.
func (s Stats) String() string {
	return fmt.Sprintf("told %d of %d (%s)  R@1 %s  R@2 %s  MRR %s  false injections %d of %d (%s)", s.Found, s.ToFind, share(s.Found, s.ToFind),
		share(s.First, s.ToFind), share(s.Second, s.ToFind), share(s.reciprocal, 1_000_000*s.ToFind), s.ToRefuse-s.Refused, s.ToRefuse, share(s.ToRefuse-s.Refused, s.ToRefuse))
}

func share(a, b int) string {
	tenths := (2000*a + b) / max(2*b, 1)
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}

// Text prints every case with what became of it, and the figures.
func (r Result) Text() string {
	var b strings.Builder
	for _, o := range r.Outcomes {
		verdict, want, got := "right", o.Want, strings.Join(o.Selected, ", ")
		if !o.Right {
			verdict = "WRONG"
		}
		if want == "" {
			want = "-"
		}
		if got == "" {
			got = "-"
		}
		fmt.Fprintf(&b, "%s  %s: %s (rank %d)  %s  # %s\n", verdict, want, got, o.Rank, o.Prompt, o.Reason)
	}
	fmt.Fprintf(&b, "%s: %s\n", r.Set, r.Stats)
	return b.String()
}

package index

import (
	"fmt"
	"io"
	"strings"

	"github.com/git-hfa/git-hfa/index/rank"
	"github.com/git-hfa/git-hfa/memory"
)

// explained is one line of Explain.
type explained struct {
	id     memory.ID
	title  string
	result rank.Result
	match  []Match
}

// maxExplained bounds the table.
const maxExplained = 10

// explain keeps what Explain prints.
func (r *recall) explain(cands []candidate) {
	if !r.req.Explain {
		return
	}
	for _, c := range cands[:min(len(cands), maxExplained)] {
		r.answer.explained = append(r.answer.explained, explained{id: c.info.ID, title: c.info.Title, result: c.result, match: r.matches(c)})
	}
}

// Explain prints the candidates of a recall with their evidence, best first: masses in
// bits, the share of the prompt that was found, the rule that decided and the lines
// to pass. It prints a note when the request did not ask for it or nothing was found.
func (a *Answer) Explain(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "status %s; to pass: %s\n", a.Status, rank.Lines())
	if len(a.explained) == 0 {
		b.WriteString("no candidates\n")
	}
	for i, e := range a.explained {
		verdict := "refused"
		switch {
		case e.result.Enough:
			verdict = "enough"
		case e.result.Beside:
			verdict = "enough beside another"
		}
		fmt.Fprintf(&b, "%2d  %s  %s\n    score %s  mass %s  coverage %d.%d%%  proof %s  exact %s  terms %d  %s: %s\n", i+1, e.id, memory.Sanitize(e.title),
			bitsText(e.result.Score), bitsText(e.result.Mass), e.result.Coverage/10, e.result.Coverage%10, bitsText(e.result.Proof), bitsText(e.result.Exact), e.result.Distinct, verdict, e.result.Reason)
		for _, m := range e.match {
			fmt.Fprintf(&b, "    %-10s %-10s %s", m.Kind, m.Field, memory.Sanitize(m.Term))
			if m.Via != "" {
				fmt.Fprintf(&b, "  via %s", m.Via)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// bitsText prints a mass in bits with one decimal.
func bitsText(n int) string {
	tenth := (n*10 + rank.Bit/2) / rank.Bit
	return fmt.Sprintf("%d.%d", tenth/10, tenth%10)
}

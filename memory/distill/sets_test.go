package distill

import (
	"math"
	"strings"
	"testing"
)

// setFigures counts rows of testdata/second, testdata/third or testdata/fourth. right: stored and worth it; keyed: of these, the ones
// whose draft holds every word of the key fact; hard: the hard ones of those that are stored and worth nothing.
type setFigures struct{ worth, stored, right, keyed, hard int }

// measureSet runs Extract over the rows. tell is called for each row that comes out wrong.
func measureSet(rows []answer, tell func(answer, []Draft)) (f setFigures) {
	for _, row := range rows {
		drafts, _ := Extract(row.Answer, Options{Mode: Auto})
		stored := len(drafts) > 0
		if row.Store {
			f.worth++
		}
		if stored {
			f.stored++
		}
		switch {
		case stored && row.Store:
			f.right++
			if holdsAll(drafts, row.Must) {
				f.keyed++
				continue
			}
		case stored && row.Hard:
			f.hard++
		case !stored && !row.Store:
			continue
		}
		tell(row, drafts)
	}
	return f
}

// holdsAll tells whether one draft has all of the words, as they are written.
func holdsAll(drafts []Draft, must []string) bool {
	for _, d := range drafts {
		held := 0
		for _, w := range must {
			if strings.Contains(d.Title+"\n"+d.Conclusion, w) {
				held++
			}
		}
		if held == len(must) {
			return true
		}
	}
	return false
}

// wilson is the 95 % score interval of k out of n.
func wilson(k, n int) (low, high float64) {
	const z = 1.96
	if n == 0 {
		return 0, 1
	}
	p, m := float64(k)/float64(n), float64(n)
	mid, half := p+z*z/(2*m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return (mid - half) / (1 + z*z/m), (mid + half) / (1 + z*z/m)
}

// hold reports the figures and fails where they are below what was measured before.
func (f setFigures) hold(t *testing.T, leastPrecision, leastRecall float64) {
	t.Helper()
	lowP, highP := wilson(f.right, f.stored)
	lowR, highR := wilson(f.right, f.worth)
	precision, recall := ratio(f.right, f.stored), ratio(f.right, f.worth)
	t.Logf("%d worth storing, %d stored, %d right (%d without the whole key), %d needless (%d hard): precision %.3f (%.3f to %.3f), recall %.3f (%.3f to %.3f)",
		f.worth, f.stored, f.right, f.right-f.keyed, f.stored-f.right, f.hard, precision, lowP, highP, recall, lowR, highR)
	if precision < leastPrecision || recall < leastRecall {
		t.Errorf("precision %.4f and recall %.4f, held are %.4f and %.4f", precision, recall, leastPrecision, leastRecall)
	}
}

// Halves A are what the weights are learned from, and for looking at: rows that come out wrong are listed.
func TestSetsHalfA(t *testing.T) {
	for name, least := range map[string]setGoal{"second": {0.999, 0.902}, "third": {0.999, 0.85}, "fourth": {0.999, 0.807}} {
		t.Run(name, func(t *testing.T) {
			f := measureSet(readAnswers(t, name+"/a.jsonl"), func(a answer, drafts []Draft) {
				t.Logf("%s (%s) store %v: %+v", a.ID, a.Lang, a.Store, drafts)
			})
			f.hold(t, least.precision, least.recall)
		})
	}
}

// Halves B are for figures alone, as that of the first set.
func TestSetsHalfB(t *testing.T) {
	for name, least := range map[string]setGoal{"second": {0.98, 0.816}, "third": {0.96, 0.778}, "fourth": {0.942, 0.687}} {
		t.Run(name, func(t *testing.T) {
			f := measureSet(readAnswers(t, name+"/b.jsonl"), func(answer, []Draft) {})
			f.hold(t, least.precision, least.recall)
		})
	}
}

// setGoal is what was measured before and is held.
type setGoal struct{ precision, recall float64 }

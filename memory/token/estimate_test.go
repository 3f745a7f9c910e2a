package token_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/git-hfa/git-hfa/memory/token"
)

func checkBound(t interface {
	Helper()
	Errorf(string, ...any)
}, s string) {
	t.Helper()
	if got, exact := token.Estimate(s), token.Count(s); got < exact {
		t.Errorf("Estimate(%q) = %d, below the exact %d", s, got, exact)
	}
}

func TestEstimateIsNeverBelowCountOnSamples(t *testing.T) {
	for _, sample := range samples(t) {
		checkBound(t, sample.text)
		for line := range strings.Lines(sample.text) {
			checkBound(t, line)
			for word := range strings.FieldsSeq(line) {
				checkBound(t, word)
				checkBound(t, " "+word)
			}
		}
	}
}

func TestEstimateIsNeverBelowCountOnNastyText(t *testing.T) {
	text := nastyText()
	rapid.Check(t, func(rt *rapid.T) { checkBound(rt, text.Draw(rt, "text")) })
}

func TestEstimateIsNeverBelowCountOnOnePiece(t *testing.T) {
	piece := rapid.OneOf(
		rapid.StringMatching(`[a-z]{1,40}`),
		rapid.StringMatching(`[A-Z]{1,20}`),
		rapid.StringMatching(`[ -/=_]{1,30}`),
		rapid.StringMatching(`[\x{4e00}-\x{9fff}\x{3040}-\x{30ff}\x{ac00}-\x{d7a3}]{1,20}`),
		rapid.StringMatching(`[\x{80}-\x{24ff}]{1,20}`),
		rapid.StringMatching(`[\x{0900}-\x{1200}\x{ff00}-\x{ffef}]{1,20}`),
		rapid.StringMatching(`[\x{1f000}-\x{1faff}\x{200d}\x{fe0f}]{1,12}`),
		rapid.StringMatching(`[ \t\n\r]{1,100}`),
	)
	rapid.Check(t, func(rt *rapid.T) { checkBound(rt, piece.Draw(rt, "piece")) })
}

// A bound is of use only if it is near. The limits are the ratios measured, rounded up.
func TestEstimateStaysNearCount(t *testing.T) {
	limits := map[string]float64{
		"english.md": 1.6, "chinese.md": 1.3, "store.go.txt": 1.9, "config.json": 1.3, "symbols.txt": 1.5, "merge.go": 1.4,
	}
	for _, sample := range samples(t) {
		limit, ok := limits[sample.name]
		if !ok {
			continue
		}
		delete(limits, sample.name)
		ratio := float64(token.Estimate(sample.text)) / float64(token.Count(sample.text))
		t.Logf("%s: %.2f times the exact count", sample.name, ratio)
		if ratio > limit {
			t.Errorf("%s: Estimate is %.2f times Count, want at most %.2f", sample.name, ratio, limit)
		}
	}
	if len(limits) > 0 {
		t.Errorf("samples not found: %v", limits)
	}
}

func TestForPicksTheCounterByName(t *testing.T) {
	const text = "写入之前先取锁, then rename."
	for _, c := range []struct {
		name, method string
		exact        bool
		count        int
	}{
		{"", "o200k_base", true, token.Count(text)},
		{"o200k_base", "o200k_base", true, token.Count(text)},
		{"heuristic", "heuristic_estimate", false, token.Estimate(text)},
	} {
		counter, err := token.For(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if counter.Method() != c.method || counter.Exact() != c.exact || counter.Count(text) != c.count {
			t.Errorf("For(%q) = %s, exact %t, count %d, want %+v", c.name, counter.Method(), counter.Exact(), counter.Count(text), c)
		}
	}
	if _, err := token.For("cl100k_base"); err == nil || !strings.Contains(err.Error(), `"o200k_base"`) {
		t.Errorf("For(cl100k_base): %v, want an error that names what can be used", err)
	}
}

package rank

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

func TestLog2IsExactToItsUnit(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, n int) {
		want := math.Log2(float64(n)) * Bit
		if got := float64(log2(n)); got > want+1e-6 || got < want-1.01 {
			t.Fatalf("log2(%d) = %v/256, want %v/256", n, got, want)
		}
	}
	for n := 1; n < 5000; n++ {
		check(t, n)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, rapid.IntRange(1, 1<<40).Draw(t, "n")) })
}

func TestWeightFallsWithFrequencyAndCommonness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.IntRange(0, 200_000).Draw(t, "docs")
		df := rapid.IntRange(0, docs).Draw(t, "df")
		for class := uint8(0); class < 3; class++ {
			w := Weight(docs, df, class)
			if w < 0 || df < docs && Weight(docs, df+1, class) > w || class > 0 && w > Weight(docs, df, class-1) {
				t.Fatalf("Weight(%d, %d, %d) = %d", docs, df, class, w)
			}
		}
	})
}

func TestARareWordIsRareInAMemoryOfAnySize(t *testing.T) {
	for _, docs := range []int{1, 3, 10, 150, 3500} {
		rare, usual := Weight(docs, 1, 0), Weight(docs, 1, 1)
		if rare < 9*Bit || rare > 13*Bit || rare-usual < 3*Bit {
			t.Errorf("%d documents: rare %d, usual %d", docs, rare, usual)
		}
	}
}

// word gives a plain unit.
func word(df int) Unit { return Unit{DF: df} }

func found(unit int, fields uint8) Match {
	return Match{Unit: unit, Fields: fields, Share: 100, Via: -1}
}

func TestDecisionRules(t *testing.T) {
	tests := []struct {
		name   string
		units  []Unit
		cand   Candidate
		enough bool
		reason Reason
	}{
		{"nothing found", []Unit{word(0)}, Candidate{}, false, Accidental},
		{"two rare words in the title", []Unit{word(1), word(1)}, Candidate{Matches: []Match{found(0, Title), found(1, Title)}}, true, ByMass},
		{"one of three words, in the title", []Unit{word(1), word(0), word(0)}, Candidate{Matches: []Match{found(0, Title)}}, false, Accidental},
		{"a rare word that is all", []Unit{word(1)}, Candidate{Matches: []Match{found(0, Conclusion)}}, true, BySpecific},
		{"a usual word that is all", []Unit{{DF: 1, Class: 1}}, Candidate{Matches: []Match{found(0, Conclusion)}}, false, Accidental},
		{"a short word that is all", []Unit{{DF: 1, Short: true}}, Candidate{Matches: []Match{found(0, Conclusion)}}, false, Accidental},
		{"a hit word among other words", []Unit{word(1), word(0), word(0)},
			Candidate{Matches: []Match{found(0, HitWords)}, HitWords: []HitWord{{Units: []int{0}, DF: 1, Share: 100}}}, true, ByExact},
		{"two words of a dozen", append([]Unit{word(1), word(1)}, make([]Unit, 10)...), Candidate{Matches: []Match{found(0, Conclusion), found(1, Conclusion)}}, false, TooLittle},
	}
	for _, tt := range tests {
		for _, docs := range []int{1, 10, 150, 3500} {
			r := Order(Input{Docs: docs, Units: tt.units, Candidates: []Candidate{tt.cand}})[0]
			if r.Enough != tt.enough || r.Reason != tt.reason {
				t.Errorf("%s, %d documents: %v, %s: %+v", tt.name, docs, r.Enough, r.Reason, r)
			}
		}
	}
}

func TestAChunkFarBehindTheBestIsNotTold(t *testing.T) {
	units := []Unit{word(1), word(1), word(1), word(1), word(2), word(2)}
	best := Candidate{Doc: 0, Matches: []Match{found(0, Title), found(1, Title), found(2, Title), found(3, Title), found(4, Title), found(5, Title)}}
	other := Candidate{Doc: 1, Matches: []Match{found(4, Title), found(5, Title)}}
	out := Order(Input{Docs: 10, Units: units, Candidates: []Candidate{other, best}})
	if out[0].Candidate != 1 || !out[0].Enough || out[1].Enough {
		t.Errorf("%+v", out)
	}
	if out := Order(Input{Docs: 10, Units: units[4:], Candidates: []Candidate{{Doc: 1, Matches: []Match{found(0, Title), found(1, Title)}}}}); !out[0].Enough {
		t.Errorf("alone: %+v", out)
	}
}

func TestTiesGoToTheNewer(t *testing.T) {
	units := []Unit{word(2)}
	m := []Match{found(0, Title)}
	out := Order(Input{Docs: 3, Units: units, Candidates: []Candidate{{Doc: 0, Order: 2, Matches: m}, {Doc: 1, Order: 1, Matches: m}, {Doc: 2, Order: 2, Matches: m}}})
	var got []int
	for _, r := range out {
		got = append(got, r.Candidate)
	}
	if !reflect.DeepEqual(got, []int{1, 0, 2}) {
		t.Errorf("order %v", got)
	}
}

func TestMoreEvidenceNeverLowersTheScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.IntRange(1, 5000).Draw(t, "docs")
		n := rapid.IntRange(2, 12).Draw(t, "units")
		var units []Unit
		for i := 0; i < n; i++ {
			units = append(units, Unit{DF: rapid.IntRange(1, docs).Draw(t, "df"), Class: uint8(rapid.IntRange(0, 2).Draw(t, "class")), First: 2 * i, Last: 2 * i})
		}
		var ms []Match
		for i := 0; i < n; i++ {
			if rapid.Bool().Draw(t, "found") {
				ms = append(ms, found(i, uint8(rapid.IntRange(1, 7).Draw(t, "fields"))))
			}
		}
		if len(ms) == 0 {
			return
		}
		drop := rapid.IntRange(0, len(ms)-1).Draw(t, "drop")
		less := append(append([]Match{}, ms[:drop]...), ms[drop+1:]...)
		more := Order(Input{Docs: docs, Units: units, Candidates: []Candidate{{Matches: ms}}})[0]
		fewer := Order(Input{Docs: docs, Units: units, Candidates: []Candidate{{Matches: less}}})[0]
		if fewer.Score > more.Score || fewer.Coverage > more.Coverage {
			t.Fatalf("%+v with more, %+v with less", more, fewer)
		}
		if more.Coverage < 0 || more.Coverage > 1000 {
			t.Fatalf("coverage %d", more.Coverage)
		}
	})
}

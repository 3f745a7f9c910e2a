package rank

import "testing"

// one judges a single candidate in a memory of 1,000 documents.
func one(units []Unit, c Candidate) Result {
	return Order(Input{Docs: 1000, Units: units, Candidates: []Candidate{c}})[0]
}

func matches(fields ...uint8) Candidate {
	var c Candidate
	for i, f := range fields {
		if f != 0 {
			c.Matches = append(c.Matches, found(i, f))
		}
	}
	c.TitleLen = 1 << 20 // no bonus for a short title
	return c
}

// percent is a in hundredths of b, rounded.
func percent(a, b int) int { return (200*a + b) / (2 * b) }

// Each row says what moves when a constant does: a figure of one candidate, or of two held
// against each other.
func TestWhatEachConstantMoves(t *testing.T) {
	far := []Unit{{DF: 5, First: 0}, {DF: 5, First: 2, Last: 2}} // two words that are no neighbours
	near := []Unit{{DF: 5, First: 0}, {DF: 5, First: 1, Last: 1}}
	pairs := []Unit{{DF: 5, Pair: true, First: 0, Last: 1}, {DF: 5, Pair: true, First: 1, Last: 2}}
	w := Weight(1000, 5, 0)
	shared := matches(Title, Conclusion)
	shared.SharedTitle = true
	short := matches(Title, Title)
	short.TitleLen = titleLength
	shortest := matches(Title, Title)
	shortest.TitleLen = 0
	hit := matches(HitWords, 0)
	hit.HitWords = []HitWord{{Units: []int{0}, DF: 5, Share: 100}}
	strong := []Unit{{DF: 5, Strong: true}, {DF: 5, First: 2, Last: 2}}

	tests := []struct {
		constant, moves string
		got, want       int
	}{
		{"titleGain", "mass of a term in the title against one in the conclusion", percent(one(far, matches(Title, 0)).Mass, one(far, matches(Conclusion, 0)).Mass), titleGain},
		{"sharedTitle", "proof of a term in a title that others have too", one(far, shared).Proof, w*sharedTitle/100 + w},
		{"sharedTitle", "and not its place in the order", one(far, shared).Score, one(far, matches(Title, Conclusion)).Score},
		{"looseShare", "weight of a pair that joins a word and a particle", percent(UnitWeight(1000, Unit{DF: 5, Pair: true, Loose: true}), w), looseShare},
		{"phraseGain", "mass of two pairs in a row", one(pairs, matches(Conclusion, Conclusion)).Mass - 2*w, w * phraseGain / 100},
		{"nameGain", "mass of two neighbours in one title", one(near, matches(Title, Title)).Mass - one(far, matches(Title, Title)).Mass, w * nameGain / 100},
		{"nameGain", "and nothing in a conclusion", one(near, matches(Conclusion, Conclusion)).Mass, 2 * w},
		{"exactGain", "mass of an exact hit word", one(far, hit).Exact, w * exactGain / 100},
		{"exactFloor", "score of an exact hit word in a prompt that is half found", one(far, hit).Score - one(far, matches(HitWords, 0)).Score, w * exactGain / 100 * (exactFloor + (100-exactFloor)/2) / 100},
		{"identGain", "mass of a whole identifier", one(strong, matches(Conclusion, 0)).Exact, w * identGain / 100},
		{"shortTitle", "score of a chunk whose title is nothing but the match", percent(one(far, shortest).Score, one(far, matches(Title, Title)).Score), 100 + shortTitle},
		{"titleLength", "length of the title at which half of that is left", one(far, short).Score - one(far, matches(Title, Title)).Score, one(far, matches(Title, Title)).Score * shortTitle / 200},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s, %s: %d, want %d", tt.constant, tt.moves, tt.got, tt.want)
		}
	}
}

// Each line is passed at its value and not under it.
func TestTheLinesStandWhereTheyAreSaidTo(t *testing.T) {
	// words makes n units that are found in a conclusion and m that are not found, all rare.
	words := func(n, m int) ([]Unit, Candidate) {
		var units []Unit
		var fields []uint8
		for i := range n + m {
			f := uint8(Conclusion)
			if i >= n {
				f = 0
			}
			units = append(units, Unit{DF: 1, First: 2 * i, Last: 2 * i})
			fields = append(fields, f)
		}
		return units, matches(fields...)
	}
	enough := func(n, m int) bool { return one(words(n, m)).Enough }
	for _, tt := range []struct {
		what        string
		got, enough bool
	}{
		{"Line: two rare words that are all of the prompt", enough(2, 0), true},
		{"Line: two of three", enough(2, 1), false},
		{"Line: four of eight", enough(4, 4), true},
		{"Line: four of ten", enough(4, 6), false},
		{"Line: one of two", enough(1, 1), false},
		{"SpecificLine: one that is all", enough(1, 0), true},
		{"SpecificLine: one that three documents have", one([]Unit{{DF: 3}}, matches(Conclusion)).Enough, true},
		{"SpecificLine: one that nine have", one([]Unit{{DF: 9}}, matches(Conclusion)).Enough, false},
	} {
		if tt.got != tt.enough {
			t.Errorf("%s: enough is %v", tt.what, tt.got)
		}
	}
}

func TestASureProofNeedsNoSecondTerm(t *testing.T) {
	for n, told := range map[int]bool{4: false, 6: true} { // rare loose pairs in a row, all of the prompt
		var units []Unit
		var fields []uint8
		for i := range n {
			units = append(units, Unit{DF: 1, Pair: true, Loose: true, First: i, Last: i + 1})
			fields = append(fields, Conclusion)
		}
		if r := one(units, matches(fields...)); r.Enough != told || r.Distinct != 0 || (r.Proof >= SureLine) != told {
			t.Errorf("%d pairs: %+v", n, r)
		}
	}
}

func TestExactEvidenceHasItsOwnLine(t *testing.T) {
	exact := func(missed int, df int) Result {
		units := []Unit{{DF: df, Class: 1}}
		for i := range missed {
			units = append(units, Unit{DF: 1, First: 2 * (i + 1), Last: 2 * (i + 1)})
		}
		c := matches(HitWords)
		c.HitWords = []HitWord{{Units: []int{0}, DF: df, Share: 100}}
		return one(units, c)
	}
	if r := exact(1, 1); !r.Enough || r.Reason != ByExact {
		t.Errorf("a hit word beside one missing word: %+v", r)
	}
	if r := exact(6, 1); r.Enough || r.Coverage >= exactCoverage {
		t.Errorf("exactCoverage: a usual hit word in a long prompt about something else: %+v", r)
	}
	if r := exact(1, 700); r.Enough || r.Score >= ExactLine {
		t.Errorf("ExactLine: a hit word that most documents have: %+v", r)
	}
}

func TestAFarSecondIsCutAtItsLine(t *testing.T) {
	units := make([]Unit, 6)
	for i := range units {
		units[i] = Unit{DF: 3, First: 2 * i, Last: 2 * i}
	}
	for found, told := range map[int]bool{2: false, 3: false, 4: true} { // score falls with the square of what is found
		second := matches(append(make([]uint8, 0, 6), []uint8{Title, Title, Title, Title, 0, 0}[:found]...)...)
		second.Doc = 1
		out := Order(Input{Docs: 1000, Units: units, Candidates: []Candidate{matches(Title, Title, Title, Title, Title, Title), second}})
		if out[1].Enough != told {
			t.Errorf("%d of 6 beside all: %+v", found, out[1])
		}
	}
}

func TestARunOfSignsCountsItsWords(t *testing.T) {
	run := func(classes ...uint8) int {
		var units []Unit
		var fields []uint8
		for i, c := range classes {
			units = append(units, Unit{DF: 3, Class: c, Pair: true, First: i, Last: i + 1})
			fields = append(fields, Conclusion)
		}
		return one(units, matches(fields...)).Distinct
	}
	for _, tt := range []struct {
		name    string
		classes []uint8
		want    int
	}{
		{"two signs", []uint8{0}, 1},
		{"three, one pair usual", []uint8{2, 0}, 1},
		{"three rare: a name", []uint8{0, 0}, 2},
		{"four, one pair usual", []uint8{0, 1, 0}, 2},
	} {
		if got := run(tt.classes...); got != tt.want {
			t.Errorf("%s: %d words, want %d", tt.name, got, tt.want)
		}
	}
}

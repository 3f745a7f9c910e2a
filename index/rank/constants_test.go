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
	shared.Subject = 1
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
		{"signShare", "mass of a pair: two signs", one(pairs, matches(Conclusion, 0)).Mass, w * 2 * signShare / 100},
		{"signShare", "mass of two pairs in a row: three signs", one(pairs, matches(Conclusion, Conclusion)).Mass, w*2*signShare/100 + w*signShare/100},
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
		{"Line: four of seven", enough(4, 3), true},
		{"Line: four of eight", enough(4, 4), false},
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
	for n, told := range map[int]bool{1: false, 2: false, 3: true} { // rare loose pairs in a row, all of the prompt
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
	pair := Unit{DF: 1, Pair: true, Loose: true, Last: 1}
	title := one([]Unit{pair, {DF: 1, Loose: true, First: 2, Last: 2}}, matches(Title, Title))
	if title.Proof < SureLine || title.Enough {
		t.Errorf("surePairs: one pair and a number in a title: %+v", title)
	}
}

// A chunk that would not be told alone is told beside another.
func TestASecondNeedsLess(t *testing.T) {
	units := make([]Unit, 5)
	for i := range units {
		units[i] = Unit{DF: 1, First: 2 * i, Last: 2 * i}
	}
	for found, beside := range map[int]bool{2: false, 3: true} {
		fields := make([]uint8, 5)
		for i := range found {
			fields[i] = Conclusion
		}
		r := one(units, matches(fields...))
		if r.Enough || r.Beside != beside || (r.Proof >= BesideLine) != beside {
			t.Errorf("%d of 5: %+v", found, r)
		}
	}
}

// What speaks against a chunk is taken off its proof, and changes no order.
func TestWhatIsTakenOffAProof(t *testing.T) {
	w := Weight(1000, 5, 0)
	u := Weight(1000, 5, 1)
	name := []Unit{{DF: 5, Pair: true, Last: 1}, {DF: 5, Pair: true, First: 1, Last: 2}, {DF: 5, Pair: true, First: 2, Last: 3}}
	usual := []Unit{{DF: 5, Class: 1, Pair: true, Last: 1}, name[1], name[2]}
	plain := func(mass, missed, asked int) int { return mass*w/asked - missed*unsaid/100 }
	title := w * titleGain / 100 * 2 * signShare / 100
	less := func(p, percent int) int { return p - p*percent/100 }
	lessOf := func(p, percent, part, all int) int { return p - p*percent*part/(100*all) }
	for _, tt := range []struct {
		constant  string
		got, want int
	}{
		{"unsaid: a word that is missing", one([]Unit{{DF: 5}, {DF: 5, First: 2, Last: 2}}, matches(Conclusion, 0)).Proof, less(plain(w, w, 2*w), lead/2)},
		{"lead: the first word is missing", one([]Unit{{DF: 5}, {DF: 5, Loose: true, First: 2, Last: 2}}, matches(0, Conclusion)).Proof, less(plain(w, w, 2*w), lead)},
		{"lead: a later word is missing", one([]Unit{{DF: 5}, {DF: 5, Loose: true, First: 2, Last: 2}, {DF: 5, First: 4, Last: 4}}, matches(Conclusion, Conclusion, 0)).Proof, 2*w*2/3 - w*unsaid/100},
		{"otherName: the end of a name alone is a title", one(name, matches(0, 0, Title)).Proof, less(lessOf(plain(title, 2*w, 3*w), lead, 2, 3), otherName)},
		{"otherName: a usual word stands before it", one(usual, matches(0, 0, Title)).Proof, lessOf(plain(title, u+w, u+2*w), lead, u+w, u+2*w)},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: proof %d, want %d", tt.constant, tt.got, tt.want)
		}
	}
}

// Words that lead to many chunks alike say little of the best of them.
func TestACrowdLowersTheProof(t *testing.T) {
	units := []Unit{{DF: 20}, {DF: 20, First: 2, Last: 2}}
	alone := one(units, matches(Conclusion, Conclusion)).Proof
	for more, want := range map[int]int{crowdSize - 1: alone, crowdSize: alone - alone*crowd/100} {
		in := Input{Docs: 1000, Units: units}
		for i := range more + 1 {
			c := matches(Conclusion, Conclusion)
			c.Doc = i
			in.Candidates = append(in.Candidates, c)
		}
		if got := Order(in)[0].Proof; got != want {
			t.Errorf("%d more that score the same: proof %d, want %d", more, got, want)
		}
	}
}

// Two chunks with one title that are the best two bear each other out.
func TestTheBestTwoOfOneSubjectBearEachOtherOut(t *testing.T) {
	units := []Unit{{DF: 5}, {DF: 5, First: 2, Last: 2}, {DF: 5, First: 4, Last: 4}}
	order := func(subjects ...int) Result {
		in := Input{Docs: 1000, Units: units}
		for i, s := range subjects {
			c := matches(Conclusion, Conclusion, Conclusion)
			if i > 0 {
				c = matches(Conclusion, Conclusion, 0)
			}
			c.Doc, c.Subject = i, s
			in.Candidates = append(in.Candidates, c)
		}
		return Order(in)[0]
	}
	alone := order(0, 0).Proof
	for _, tt := range []struct {
		name     string
		subjects []int
		want     int
	}{
		{"one title", []int{1, 1}, alone + alone*seconded/100},
		{"two titles that others have", []int{1, 2}, alone},
		{"the third has it", []int{1, 0, 1}, alone},
	} {
		if got := order(tt.subjects...).Proof; got != tt.want {
			t.Errorf("%s: proof %d, want %d", tt.name, got, tt.want)
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

package rank

import "math/bits"

// The constants of the formula. Percentages unless another unit is named; masses
// are in units of 1/256 bit. They were chosen on memories of 150 to 3,500 chunks
// in two languages and hold for all sizes alike.
const (
	// titleGain is what a term in the title or in a hit word counts. A title names what a
	// chunk is about; a conclusion mentions other things too.
	titleGain = 300
	// sharedTitle is what a term in a title counts for the decision when other candidates
	// have the same title: such a title names their subject, and does not say that the
	// answer is there.
	sharedTitle = 190
	// looseShare is what a loose pair of signs weighs. It joins a word and a particle, or two
	// words, so that finding it says less than finding a word.
	looseShare = 80
	// signShare is what each sign of a run of pairs brings, in percent of a pair's weight. Pairs overlap:
	// n in a row are n+1 signs, which are about half as many words. So a long name that is found counts
	// as the words in it, and not once for each of its pairs.
	signShare = 84
	// nameGain is what a word adds when the word before it was found in the same title or
	// hit words: two neighbours that meet again in a title are a name.
	nameGain = 60
	// exactGain is what an exact hit word adds, in percent of its weight.
	exactGain = 75
	// identGain is what a whole identifier adds beside its parts.
	identGain = 20
	// exactFloor is what exact evidence counts at coverage 0; at full coverage it counts whole.
	exactFloor = 50
	// shortTitle is the largest bonus for a short title among chunks whose title matches:
	// all of a short title is about the match. titleLength is the length in bytes at which
	// half of it is left.
	shortTitle, titleLength = 5, 20
)

// UnitWeight is the weight of a unit in a memory of so many documents.
func UnitWeight(docs int, u Unit) int {
	w := Weight(docs, u.DF, u.Class)
	if u.Pair && u.Loose {
		w = w * looseShare / 100
	}
	return w
}

// Gain is what a match adds to the mass of a document.
func Gain(weight int, m Match) int {
	if m.inTitle() {
		weight = weight * titleGain / 100
	}
	return weight * m.Share / 100
}

// inTitle says whether a match is in the title or a hit word.
func (m Match) inTitle() bool { return m.Fields&(Title|HitWords) != 0 }

type scorer struct {
	in Input
	w  []int // weight of each unit
}

func newScorer(in Input) *scorer {
	s := &scorer{in: in, w: make([]int, len(in.Units))}
	for i, u := range in.Units {
		s.w[i] = UnitWeight(in.Docs, u)
	}
	return s
}

// judge scores one candidate and decides.
func (s *scorer) judge(i int) Result {
	c := s.in.Candidates[i]
	match := make([]Match, len(s.w)) // by unit; Share 0: not found
	title := false
	for _, m := range c.Matches {
		match[m.Unit] = m
		title = title || m.Fields&Title != 0
	}
	t := s.tally(match, c.Subject != 0)
	r := Result{Candidate: i, tally: t, Mass: t.mass, Distinct: t.distinct, Exact: s.exact(c, match)}
	if t.asked > 0 {
		r.Coverage = mulDiv(1000, t.found, t.asked)
		r.Score = mulDiv(t.mass, t.found, t.asked)
		r.Proof = s.proof(t, match)
	}
	if title {
		r.Score += r.Score * shortTitle * titleLength / (100 * (titleLength + max(c.TitleLen, 0)))
	}
	r.Score += r.Exact * (exactFloor*1000 + (100-exactFloor)*r.Coverage) / (100 * 1000)
	return r
}

// exact gives the mass of exact hit words and whole identifiers. A hit word weighs as the
// units inside it, and no more than its own rarity among hit words.
func (s *scorer) exact(c Candidate, match []Match) int {
	sum := 0
	for _, h := range c.HitWords {
		w := 0
		for _, i := range h.Units {
			// A pair or a name that is loose lies over units that are not; a number does not.
			if u := s.in.Units[i]; len(h.Units) == 1 || !u.Loose || !u.Pair && !u.Strong {
				w += s.w[i]
			}
		}
		w = min(w, Weight(s.in.Docs, h.DF, 0))
		sum += w * h.Share / 100 * exactGain / 100
	}
	for i, m := range match {
		if s.in.Units[i].Strong && m.Share == 100 {
			sum += s.w[i] * identGain / 100
		}
	}
	return sum
}

// mulDiv gives a*b/c without overflow in between. All are at least 0, b at most c.
func mulDiv(a, b, c int) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int(q)
}

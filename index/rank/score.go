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
	sharedTitle = 150
	// looseShare is what a loose pair of signs weighs. It joins a word and a particle, or two
	// words, so that finding it says less than finding a word.
	looseShare = 70
	// phraseGain is what a pair adds when the pair before it was found too: three
	// signs in a row are rarely there by chance.
	phraseGain = 35
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

	// unknownPair is what a pair that no chunk has is missed with, in percent of its weight: it is the
	// rarest of all, and yet most often no word but the seam of two (件最 in 文件最).
	unknownPair = 30
	// unsaid is what the decision takes off for what was asked and not found, in percent of its weight: the
	// more a prompt asks that the chunk has not, the more of it must be there.
	unsaid = 6
	// lead is what the decision takes off where the first words of a prompt are missing, in percent: they
	// name what it is about.
	lead = 10
	// otherName is what the decision takes off for a title that is found behind a rare word which is
	// missing and grows into it: 月亮湾 is not 碧海月亮湾.
	otherName = 60

	// Line is the proof that at least two terms must reach: two rare words that are all of
	// the prompt, or four of seven; in a title fewer.
	Line = 17*Bit + Bit/2
	// BesideLine is the same for a chunk beside one that is told: that the memory speaks of the
	// matter is no longer in doubt.
	BesideLine = 13 * Bit
	// SureLine is the proof that needs no second term when at least surePairs pairs bring it: three
	// rare ones in a row are a name, though particles stand in it and so none of them counts as a term (库那西利).
	SureLine  = 28 * Bit
	surePairs = 3
	// ExactLine is the score that a chunk with exact evidence must reach, and exactCoverage (permille)
	// the least share of the prompt: a usual word that is also a hit word says little
	// in a long prompt about something else.
	ExactLine     = 4 * Bit
	exactCoverage = 150
	// SpecificLine is the weight that a single word of more than three letters must have when it
	// is all that the prompt asks: one that is in hardly any text.
	SpecificLine = 9 * Bit
	// behind is the score that the best may have of another's: a chunk further behind is not
	// told beside it.
	behind = 3
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
	t := s.tally(match, c.SharedTitle)
	r := Result{Candidate: i, Mass: t.mass, Distinct: t.distinct, Exact: s.exact(c, match)}
	if t.asked > 0 {
		r.Coverage = mulDiv(1000, t.found, t.asked)
		r.Score = mulDiv(t.mass, t.found, t.asked)
		r.Proof = s.proof(t, match)
	}
	if title {
		r.Score += r.Score * shortTitle * titleLength / (100 * (titleLength + max(c.TitleLen, 0)))
	}
	r.Score += r.Exact * (exactFloor*1000 + (100-exactFloor)*r.Coverage) / (100 * 1000)
	switch {
	case r.Proof >= Line && r.Distinct >= 2, r.Proof >= SureLine && t.pairs >= surePairs:
		r.Enough, r.Reason = true, ByMass
	case r.Exact > 0 && r.Score >= ExactLine && r.Coverage >= exactCoverage:
		r.Enough, r.Reason = true, ByExact
	case t.specific >= SpecificLine && t.missed == 0:
		r.Enough, r.Reason = true, BySpecific
	case r.Distinct < 2:
		r.Reason = Accidental
	default:
		r.Reason = TooLittle
		r.Beside = r.Proof >= BesideLine
	}
	return r
}

// proof is what the decision weighs: the mass times the coverage, less what speaks against it.
func (s *scorer) proof(t tally, match []Match) int {
	p := mulDiv(t.proof, t.found, t.due) - t.missed*unsaid/100
	if first, found := s.leading(match); first > 0 {
		p -= p * lead * (first - found) / (100 * first)
	}
	if s.otherName(match) {
		p -= p * otherName / 100
	}
	return max(p, 0)
}

// leading gives the weight of the first words of the prompt, up to one that can't be missed, and how much
// of it was found.
func (s *scorer) leading(match []Match) (first, found int) {
	for i, u := range s.in.Units {
		switch {
		case u.Loose && first > 0:
			return first, found
		case u.Loose:
			continue
		}
		first += s.w[i]
		if match[i].Share > 0 {
			found += s.w[i]
		}
	}
	return first, found
}

// otherName says whether the first pair found in a title goes on a run whose rare word before it is missing.
func (s *scorer) otherName(match []Match) bool {
	units := s.in.Units
	missing := func(i, last int) bool {
		return i >= 0 && match[i].Share == 0 && units[i].Pair && !units[i].Loose && units[i].Last == last
	}
	for i, u := range units {
		if u.Pair && !u.Loose && match[i].Share > 0 && match[i].inTitle() {
			return missing(i-1, u.First) && missing(i-2, units[i-1].First) && units[i-2].Class == 0
		}
	}
	return false
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

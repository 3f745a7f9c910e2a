package rank

// The constants of the decision. Percentages unless another unit is named.
const (
	// unsaid is what the decision takes off for what was asked and not found, in percent of its weight: the
	// more a prompt asks that the chunk has not, the more of it must be there.
	unsaid = 6
	// lead is what the decision takes off where the first words of a prompt are missing: they
	// name what it is about.
	lead = 30
	// otherName is what the decision takes off for a title that is found behind a rare word which is
	// missing and grows into it: 月亮湾 is not 碧海月亮湾.
	otherName = 60
	// crowd is what the decision takes off when crowdSize more candidates score as much as the best, and in
	// proportion when they score less: words that lead to many chunks alike lead to none.
	crowd, crowdSize = 40, 5
	// seconded is what the decision adds to the best two when they have one title: two chunks of one
	// subject that both answer bear each other out.
	seconded = 25

	// Line is the proof that at least two terms must reach: two rare words that are all of
	// the prompt, or four of seven; in a title fewer.
	Line = 17*Bit + Bit/2
	// BesideLine is the same for a chunk beside one that is told: that the memory speaks of the
	// matter is no longer in doubt.
	BesideLine = 7 * Bit
	// SureLine is the proof that needs no second term when at least surePairs pairs bring it: three
	// rare ones in a row are a name, though particles stand in it and so none of them counts as a term (库那西利).
	SureLine  = 24 * Bit
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

// decide says of each candidate, best first, whether it may be told.
func (s *scorer) decide(out []Result) {
	alike := 0 // permille of the best score that crowdSize more candidates have
	if len(out) > crowdSize && out[0].Score > 0 {
		alike = mulDiv(1000, out[crowdSize].Score, out[0].Score)
	}
	both := len(out) > 1 && s.subject(out[0]) != 0 && s.subject(out[0]) == s.subject(out[1])
	for i := range out {
		r := &out[i]
		r.Proof -= r.Proof * crowd * alike / (100 * 1000)
		if both && i < 2 {
			r.Proof += r.Proof * seconded / 100
		}
		r.Enough, r.Reason = r.enough()
		r.Beside = r.Reason == TooLittle && r.Proof >= BesideLine
		if (r.Enough || r.Beside) && r.Score*behind < out[0].Score {
			r.Enough, r.Beside, r.Reason = false, false, FarBehind
		}
	}
}

// subject is the number of the title of a candidate, 0 when the title is its own.
func (s *scorer) subject(r Result) int { return s.in.Candidates[r.Candidate].Subject }

// enough says whether a candidate may be told for itself, and by which rule.
func (r *Result) enough() (bool, Reason) {
	switch t := r.tally; {
	case r.Proof >= Line && r.Distinct >= 2, r.Proof >= SureLine && t.pairs >= surePairs:
		return true, ByMass
	case r.Exact > 0 && r.Score >= ExactLine && r.Coverage >= exactCoverage:
		return true, ByExact
	case t.specific >= SpecificLine && t.missed == 0:
		return true, BySpecific
	case r.Distinct < 2:
		return false, Accidental
	}
	return false, TooLittle
}

// proof is what the decision weighs: the mass times the coverage, less what speaks against it.
func (s *scorer) proof(t tally, match []Match) int {
	p := mulDiv(t.proof, t.found, t.asked) - t.missed*unsaid/100
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

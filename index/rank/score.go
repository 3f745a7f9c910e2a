package rank

import "math/bits"

var P = struct {
	Title, Hit, PairW, Phrase, Line, HitLine, HitCov, HitBonus, IdBonus, OneW, OneCov, ExactBase, DTitle, Unk, UnkP int
}{350, 350, 62, 20, 4300, 2048, 150, 125, 33, 9 * Bit, 900, 300, 200, 100, 100}

// UnitWeight is the weight of a unit in a memory of so many documents.
func UnitWeight(docs int, u Unit) int {
	w := Weight(docs, u.DF, u.Class)
	if u.Pair {
		w = w * P.PairW / 100
	}
	if u.DF == 0 {
		if u.Pair {
			w = w * P.UnkP / 100
		} else {
			w = w * P.Unk / 100
		}
	}
	return w
}

// Gain is what a match adds to the mass of a document.
func Gain(weight int, m Match) int {
	f := 100
	if m.Fields&Title != 0 {
		f = P.Title
	}
	if m.Fields&HitWords != 0 {
		f = max(f, P.Hit)
	}
	return weight * m.Share / 100 * f / 100
}

type scorer struct {
	in Input
	w  []int // weight of each unit
	dm int
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
	for _, m := range c.Matches {
		match[m.Unit] = m
	}
	r := Result{Candidate: i}
	s.dm = 0
	asked, found, one := s.sum(match, &r)
	if asked > 0 {
		r.Coverage = int(1000 * int64(found) / int64(asked))
		r.Score = mulDiv(r.Mass, found, asked)
	}
	base := 0
	if asked > 0 {
		base = mulDiv(s.dm, found, asked)
	}
	cov := r.Coverage
	r.Exact = s.exact(c, match)
	r.Score += r.Exact * (P.ExactBase + r.Coverage*(1000-P.ExactBase)/1000) / 1000
	switch {
	case base >= P.Line && r.Distinct >= 2:
		r.Enough, r.Reason = true, ByMass
	case r.Exact > 0 && r.Score >= P.HitLine && cov >= P.HitCov:
		r.Enough, r.Reason = true, ByHitWord
	case one >= P.OneW && r.Coverage >= P.OneCov:
		r.Enough, r.Reason = true, BySpecific
	case r.Distinct < 2:
		r.Reason = Accidental
	default:
		r.Reason = TooLittle
	}
	return r
}

func (s *scorer) sum(match []Match, r *Result) (asked, found, one int) {
	last := -1 // the pair found before
	for i, u := range s.in.Units {
		m := match[i]
		if m.Share == 0 {
			if !u.Loose {
				asked += s.w[i]
			}
			continue
		}
		asked += s.w[i]
		found += s.w[i] * m.Share / 100
		r.Mass += Gain(s.w[i], m)
		{
			f := 100
			if m.Fields&(Title|HitWords) != 0 {
				f = P.DTitle
			}
			s.dm += s.w[i] * m.Share / 100 * f / 100
		}
		if !u.Loose || u.Strong {
			r.Distinct++
			if u.Class == 0 && !u.Pair {
				one = max(one, Weight(s.in.Docs, u.DF, 0))
			}
		}
		if u.Pair {
			if last >= 0 && s.in.Units[last].Last == u.First {
				r.Mass += s.w[i] * m.Share / 100 * P.Phrase / 100
				s.dm += s.w[i] * m.Share / 100 * P.Phrase / 100
			}
			last = i
		}
	}
	return asked, found, one
}

func (s *scorer) exact(c Candidate, match []Match) int {
	sum := 0
	for _, h := range c.HitWords {
		w := 0
		for _, u := range h.Units {
			if len(h.Units) > 1 && s.in.Units[u].Loose {
				continue
			}
			w += s.w[u]
		}
		w = min(w, Weight(s.in.Docs, h.DF, 0))
		sum += w * h.Share / 100 * P.HitBonus / 100
	}
	for i, m := range match {
		if s.in.Units[i].Strong && m.Share == 100 {
			sum += s.w[i] * P.IdBonus / 100
		}
	}
	return sum
}

func mulDiv(a, b, c int) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int(q)
}

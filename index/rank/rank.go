package rank

import (
	"fmt"
	"slices"
)

// Fields of a document, a bit set.
const (
	Title      = 1
	HitWords   = 2
	Conclusion = 4
)

// Unit is one thing that a prompt asks.
type Unit struct {
	DF     int   // documents that answer it
	Class  uint8 // commonness: 0 rare, 1 usual, 2 very often
	Pair   bool  // a pair of signs of a script without blanks
	Loose  bool  // counts when found, is not missed when absent
	Short  bool  // a word of three letters or fewer: too short to be specific alone
	Strong bool  // an identifier, version or error code
	First  int   // position in the prompt, for neighbours
	Last   int
}

// Match says that a document answers a unit.
type Match struct {
	Unit   int
	Fields uint8
	Share  int // percent: 100 for the term itself, less for another word of the same meaning
	Via    int // number of the superseded document that has it, -1 when the document itself has it
}

// HitWord says that the prompt contains a hit word of a document.
type HitWord struct {
	Units []int // units of the prompt inside the hit word
	DF    int   // documents with this hit word
	Share int   // percent: 100 for the word as such, less inside a longer name, for a synonym, or for its L0 row
}

// Candidate is a living document with its evidence. Matches are by unit, once each.
type Candidate struct {
	Doc      int
	Order    int // rises with age: of two equal ones the lower is the newer
	Matches  []Match
	HitWords []HitWord
	TitleLen int // bytes of its title
	Subject  int // number of a title that several candidates have, 0: its title is its own
}

// Input is what Order judges.
type Input struct {
	Docs       int // documents in the memory
	Units      []Unit
	Candidates []Candidate
}

// Result is one candidate with its place and the reasons for it. Masses are in
// units of 1/256 bit.
type Result struct {
	Candidate int  // index into Input.Candidates
	Score     int  // the order: mass × coverage, exact evidence added
	Mass      int  // what was found, titles counted more
	Coverage  int  // permille: share of what was asked that was found, by weight
	Proof     int  // what the decision weighs
	Exact     int  // mass of exact hit words and identifiers
	Distinct  int  // terms found that say something
	Enough    bool // it may be told
	Beside    bool // it may be told beside another that is enough
	Reason    Reason

	tally tally
}

// Reason names the rule that decided.
type Reason string

// The rules. docs/recall.md tells them in full.
const (
	ByMass     Reason = "proof reaches the line"
	ByExact    Reason = "exact hit word or identifier"
	BySpecific Reason = "a rare word that is all of the prompt"
	TooLittle  Reason = "proof below the line"
	Accidental Reason = "one shared word"
	FarBehind  Reason = "far behind the best"
)

// Order sorts candidates, best first, and decides for each whether its evidence
// is enough. Equal scores: the newer first, then the higher document number.
func Order(in Input) []Result {
	s := newScorer(in)
	out := make([]Result, 0, len(in.Candidates))
	for i := range in.Candidates {
		out = append(out, s.judge(i))
	}
	slices.SortFunc(out, func(a, b Result) int {
		ca, cb := in.Candidates[a.Candidate], in.Candidates[b.Candidate]
		switch {
		case a.Score != b.Score:
			return b.Score - a.Score
		case ca.Order != cb.Order:
			return ca.Order - cb.Order
		}
		return ca.Doc - cb.Doc
	})
	s.decide(out)
	return out
}

// Lines describes what must be reached, for people.
func Lines() string {
	return fmt.Sprintf("a proof of %d.%d bits with two terms (%d beside a chunk that is told) or of %d bits with three pairs of signs, or exact evidence and a score of %d bits, or a single word of %d bits",
		Line/Bit, Line%Bit*10/Bit, BesideLine/Bit, SureLine/Bit, ExactLine/Bit, SpecificLine/Bit)
}

package distill

import "slices"

// The weights of an answer's signs, in tenths, and the sum that makes it a conclusion.
// They were found by a logistic regression (L2, signs held) over half A of the labelled
// answers and testdata/prose.txt, rounded. Counts are of sentences, up to the cap.
const (
	bias      = -4
	threshold = 11

	perAnchored = 11  // sentence with a sign and an anchor, cap 2
	perKind     = 5   // kind of sign above the second: a cause and a change and a proof
	hasSettled  = 6   // one of these tells a change, a choice or a rule
	noCore      = -15 // no sentence names a cause, a change or a choice
	onlyChores  = -14 // work is reported, without a cause, a why or a choice
	perUnsure   = -3  // cap 3, as the next six
	perPlan     = -8
	perOpen     = -14
	perOthers   = -13
	perWalk     = -5
	perChore    = -10
	perWeak     = -5
	perQuestion = -6  // cap 2
	softStart   = -8  // the answer begins with a sentence that takes itself back
	softEnd     = -16 // or ends with one
	perSection  = 4   // sentence below a heading "Cause", "Fix", cap 2
	perPlanning = -3  // sentence below a heading "Plan", "Open points", cap 2
	lone        = -8  // the answer is one sentence
)

// signWeights are the weights of the cues that speak for a conclusion, for each
// sentence that has them, cap 2.
var signWeights = [...]int{cueCause: 7, cueWhy: 0, cueNow: 0, cueDid: 4, cueDecide: 11, cueLean: 9, cueRule: 0, cueProof: 7, cuePast: 10}

// numSigns: the cues before this one make a sentence a part of a conclusion.
const numSigns = cuePast

// hasSign tells whether the unit has any cue that speaks for a conclusion.
func (u *unit) hasSign() bool {
	return slices.IndexFunc(u.counts[:numSigns], func(n uint8) bool { return n > 0 }) >= 0
}

// settles tells whether the unit says what holds now: a change, a choice, a rule.
func (u *unit) settles() bool {
	return u.has(cueNow) || u.has(cueDecide) || u.has(cueLean) || u.has(cueRule)
}

// isConclusive tells whether an answer of these sentences states a conclusion that is tied
// to something technical.
func isConclusive(units []unit) bool {
	if len(units) == 0 {
		return false
	}
	signs, anchored := tally(units)
	return anchored && score(units, signs) >= threshold
}

// tally counts, by cue, the sentences that say it without taking themselves back, or
// for the cues against, all sentences that have it.
func tally(units []unit) (signs [numCues]int, anchored bool) {
	for i := range units {
		u := &units[i]
		for c := range numCues {
			if u.has(c) && (c > cuePast || !u.soft()) {
				signs[c]++
			}
		}
		anchored = anchored || u.anchors > 0 && u.hasSign() && !u.soft()
	}
	return signs, anchored
}

func score(units []unit, signs [numCues]int) int {
	sum := bias
	kinds := 0
	for c, w := range signWeights {
		sum += w * min(signs[c], 2)
		kinds += min(signs[c], 1)
	}
	sum += perKind * max(kinds-2, 0)
	for _, n := range []struct {
		c cue
		w int
	}{{cueUnsure, perUnsure}, {cuePlan, perPlan}, {cueOpen, perOpen}, {cueOthers, perOthers}, {cueWalk, perWalk}, {cueChore, perChore}, {cueWeak, perWeak}} {
		sum += n.w * min(signs[n.c], 3)
	}
	var questions, anchored, section, planning int
	settled := false
	for i := range units {
		u := &units[i]
		if u.question {
			questions++
		}
		if u.anchors > 0 && u.hasSign() && !u.soft() {
			anchored++
			settled = settled || u.settles()
		}
		switch u.section {
		case cueCause, cueNow:
			section++
		case cuePlan, cueOpen:
			planning++
		}
	}
	sum += perAnchored*min(anchored, 2) + perQuestion*min(questions, 2) + perSection*min(section, 2) + perPlanning*min(planning, 2)
	if signs[cueCause]+signs[cueNow]+signs[cueDecide] == 0 {
		sum += noCore
	}
	if signs[cueChore] > 0 && signs[cueCause]+signs[cueWhy]+signs[cueDecide] == 0 {
		sum += onlyChores
	}
	if settled {
		sum += hasSettled
	}
	if units[0].soft() {
		sum += softStart
	}
	if units[len(units)-1].soft() {
		sum += softEnd
	}
	if len(units) == 1 {
		sum += lone
	}
	return sum
}

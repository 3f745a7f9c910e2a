package distill

// threshold is the sum of weights that makes an answer a conclusion, bias what the sum begins with.
const (
	bias      = -5
	threshold = 18
)

// signs are what an answer is weighed by: each is counted up to a cap, and the sum of the weights, in tenths, decides. The weights
// were found by a logistic regression (L2; signs, and bounds for what the lists say best, held) over the halves A of the labelled
// answers and most of testdata/prose.txt, rounded.
var signs = [...]struct {
	what   string
	weight int
	most   int
	count  func(*reading) int
}{
	{"a cause is named", 6, 2, said(cueCause)},
	{"something went wrong", 7, 2, said(cueFault)},
	{"a state changed", 7, 2, said(cueNow)},
	{"something was done", 2, 2, said(cueDid)},
	{"a choice was made", 8, 2, said(cueDecide)},
	{"a choice, or only a state", 9, 2, said(cueLean)},
	{"a state", 4, 2, said(cueState)},
	{"the result was looked at", 8, 2, said(cueProof)},
	{"it happened", 6, 2, said(cuePast)},
	{"not certain", -9, 3, said(cueUnsure)},
	{"planned or wished", -3, 3, said(cuePlan)},
	{"not reached", -16, 3, said(cueOpen)},
	{"of others", -13, 3, said(cueOthers)},
	{"framed as material", -12, 3, said(cueFrame)},
	{"for this turn alone", -8, 3, said(cuePassing)},
	{"aside", -7, 3, said(cueAside)},
	{"a walk through code", -9, 3, said(cueWalk)},
	{"work reported", -15, 3, said(cueChore)},
	{"weak words", -9, 3, said(cueWeak)},
	{"to the user", -22, 3, said(cueUser)},
	{"of the agent", -10, 3, said(cueSpeaker)},
	{"of the team", 14, 3, said(cueOurs)},
	{"of all of a kind", 6, 3, said(cueEvery)},
	{"what could be", -5, 3, said(cueModal)},
	{"a choice left", -14, 3, said(cueChoice)},
	{"looks at", -7, 3, said(cueLook)},
	{"one name for another", -12, 1, func(r *reading) int { return r.renames }},
	{"measured values", 4, 4, func(r *reading) int { return r.values }},
	{"anchors", 4, 8, func(r *reading) int { return r.anchors }},
	{"questions", -5, 2, func(r *reading) int { return r.questions }},
	{"telling sentences with an anchor", 4, 2, func(r *reading) int { return r.anchored }},
	{"one of them settles something", 4, 1, func(r *reading) int { return is(r.settled) }},
	{"kinds of sign above the second", 4, 9, func(r *reading) int { return max(r.kinds()-2, 0) }},
	{"no cause, change or choice", -9, 1, func(r *reading) int { return is(r.said[cueCause]+r.said[cueNow]+r.said[cueDecide] == 0) }},
	{"work without a cause, why or choice", -9, 1, func(r *reading) int {
		return is(r.said[cueChore] > 0 && r.said[cueCause]+r.said[cueWhy]+r.said[cueDecide] == 0)
	}},
	{"begins by taking itself back", -18, 1, func(r *reading) int { return is(r.softStart) }},
	{"below a heading like Plan or Open points", -3, 2, func(r *reading) int { return r.planning }},
	{"one sentence that is no whole conclusion", -20, 1, func(r *reading) int { return is(r.sentences == 1 && !r.whole) }},
}

// reading is what was counted in an answer. Sentences that take themselves back do not count in those
// of said that speak for a conclusion, nor in anchored, anchors and values.
type reading struct {
	said      [numCues]int // sentences, by cue
	sentences int
	questions int
	planning  int  // sentences below a heading like Plan
	renames   int  // sentences that put one name in the place of another
	anchored  int  // telling sentences with an anchor
	settled   bool // one of these says what holds now
	anchors   int  // words and spans of code
	values    int  // numbers with a unit
	whole     bool // a sentence with an anchor names a cause or a choice, and why it is so or what was done
	softStart bool
}

// read counts the signs of an answer of these sentences, one or more.
func read(units []unit) *reading {
	r := &reading{sentences: len(units), softStart: units[0].soft()}
	for i := range units {
		u := &units[i]
		soft := u.soft()
		for c := range numCues {
			if u.has(c) && (c > lastFor || !soft) {
				r.said[c]++
			}
		}
		r.questions += is(u.question)
		r.renames += is(u.renames)
		r.planning += is(u.section == cuePlan || u.section == cueOpen)
		if soft {
			continue
		}
		r.anchors += u.anchors
		r.values += u.values
		if u.anchors > 0 && u.tells() {
			r.anchored++
			r.settled = r.settled || u.settles()
			r.whole = r.whole || u.isWhole()
		}
	}
	return r
}

// lastPoint gives the last sentence that is no mere remark on what was left out.
func lastPoint(units []unit) *unit {
	for i := len(units) - 1; i > 0; i-- {
		if !units[i].has(cueAside) {
			return &units[i]
		}
	}
	return &units[0]
}

// isConclusive tells whether an answer of these sentences states a conclusion that is tied
// to something technical. What begins as a plan or as something that is not the project's own, and what ends
// by taking itself back, states none, whatever stands between.
func isConclusive(units []unit) bool {
	if len(units) == 0 || units[0].isForeign() || lastPoint(units).soft() {
		return false
	}
	r := read(units)
	return r.anchors > 0 && r.score() >= threshold
}

// score is the sum of the weights.
func (r *reading) score() int {
	sum := bias
	for i := range signs {
		sum += signs[i].weight * min(signs[i].count(r), signs[i].most)
	}
	return sum
}

// kinds counts the cues that speak for a conclusion.
func (r *reading) kinds() int {
	n := 0
	for _, count := range r.said[:lastFor+1] {
		n += min(count, 1)
	}
	return n
}

func said(c cue) func(*reading) int { return func(r *reading) int { return r.said[c] } }

func is(b bool) int {
	if b {
		return 1
	}
	return 0
}

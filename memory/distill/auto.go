package distill

import "slices"

// threshold is the score that makes an answer a conclusion, in log-odds. It is above what is as likely as not, because a
// needless chunk costs every later recall, and one that is missed can be written with a block.
const threshold = 1.05

// isConclusive tells whether an answer of these sentences states a conclusion that is tied
// to something technical. It gives the sentences their scores.
func isConclusive(units []unit) bool {
	if !isAnchored(units) {
		return false
	}
	scoreSentences(units)
	return scoreAnswer(units) >= threshold
}

func isAnchored(units []unit) bool {
	return slices.ContainsFunc(units, func(u unit) bool { return u.anchors > 0 })
}

func is(b bool) int {
	if b {
		return 1
	}
	return 0
}

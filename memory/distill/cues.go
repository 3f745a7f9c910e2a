package distill

import (
	_ "embed"
	"strings"
	"sync"
)

// cue is what a phrase says about its sentence. The lists are in cues.txt.
type cue uint8

const (
	cueCause  cue = iota // a cause that is named as one
	cueWhy               // a connective of cause and effect
	cueNow               // a state that has changed
	cueDid               // something was done
	cueDecide            // a choice that was made
	cueLean              // a choice, or only a state
	cueRule              // a rule for the future
	cueProof             // the result was looked at
	cuePast              // something happened: no general knowledge
	cueUnsure            // not certain
	cuePlan              // wished or planned
	cueOpen              // not reached
	cueOthers            // what others say, general knowledge
	cueWalk              // how code goes along
	cueChore             // work that is reported, with nothing concluded
	cueWeak              // like the four before, but common in conclusions too
	cueTurn              // but
	cueNone              // nothing: the phrase hides a sign of another list
	numCues
)

//go:embed cues.txt
var cueLists string

// cues is made on the first use, so that a start costs nothing.
var cues = sync.OnceValue(func() *matcher {
	return newMatcher(cueLists, func(name string) uint8 {
		names := strings.Fields("cause why now did decide lean rule proof past unsure plan open others walk chore weak turn none")
		for i, n := range names {
			if n == name {
				return uint8(i)
			}
		}
		panic("cues.txt: no list is called " + name)
	})
})

// unit is a sentence, or the part of one behind a "but".
type unit struct {
	text     string // plain, as in the answer
	line     int
	tail     bool // the part of a sentence behind a "but"
	counts   [numCues]uint8
	anchors  int  // paths, identifiers, errors, values
	question bool // ends with a question mark
	section  cue  // what the heading above says, numCues if nothing
}

func (u *unit) count(c cue) {
	if u.counts[c] < 255 {
		u.counts[c]++
	}
}

func (u *unit) has(c cue) bool { return u.counts[c] > 0 }

// soft tells whether the unit takes back what it says: a guess, a plan, a failure, the
// words of others.
func (u *unit) soft() bool {
	return u.question || u.has(cueUnsure) || u.has(cuePlan) || u.has(cueOpen) || u.has(cueOthers)
}

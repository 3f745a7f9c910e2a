package distill

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// cue is what a phrase says about its sentence. The lists are in cues.txt.
type cue uint8

const (
	cueCause   cue = iota // a cause that is named as one
	cueWhy                // a connective of cause and effect
	cueFault              // the mechanism of a failure
	cueNow                // a state that has changed
	cueDid                // something was done
	cueDecide             // a choice that was made
	cueLean               // a choice, or only a state
	cueState              // a state of things, ours or not
	cueRule               // a rule for the future
	cueProof              // the result was looked at
	cuePast               // something happened: no general knowledge
	cueUnsure             // not certain
	cuePlan               // wished or planned
	cueOpen               // not reached
	cueOthers             // what others say, general knowledge
	cueFrame              // what stands here is material: a translation, a sample, a story
	cuePassing            // for this turn alone
	cueAside              // a remark on what was left out
	cueWalk               // how code goes along
	cueChore              // work that is reported, with nothing concluded
	cueWeak               // like those before, but common in conclusions too
	cueUser               // speaks to the user; this and the next six are in small.txt
	cueSpeaker            // speaks of the agent
	cueOurs               // speaks of the team
	cueModal              // says what can or would be
	cueEvery              // speaks of all of a kind
	cueChoice             // leaves a choice
	cueLook               // looks at something
	cueTurn               // but
	cueNone               // nothing: the phrase hides a sign of another list
	numCues
)

//go:embed cues.txt
var cueLists string

//go:embed small.txt
var smallLists string

// Both are made on the first use, so that a start costs nothing.
var (
	cues       = sync.OnceValue(func() *matcher { return cueMatcher(cueLists) })
	smallWords = sync.OnceValue(func() *matcher { return cueMatcher(smallLists) })
)

//go:embed traditional.txt
var traditionalList string

// simplified gives the simplified form of each traditional character that the lists need, from U+4E00 on, 0 for any other.
var simplified = sync.OnceValue(func() *[0xa000 - 0x4e00]uint16 {
	var table [0xa000 - 0x4e00]uint16
	for pair := range strings.FieldsSeq(traditionalList) {
		runes := []rune(pair)
		table[runes[0]-0x4e00] = uint16(runes[1])
	}
	return &table
})

// fold brings a text to the form of the lists: ASCII letters in lower case, Han characters simplified. Places stay the same,
// since every pair of the table has the same length.
func fold(s string) string {
	s = lowerASCII(s)
	if strings.IndexFunc(s, isHan) < 0 {
		return s
	}
	table := simplified()
	return strings.Map(func(r rune) rune {
		if r >= 0x4e00 && r < 0xa000 && table[r-0x4e00] != 0 {
			return rune(table[r-0x4e00])
		}
		return r
	}, s)
}

// cueNames are the names of the lists, in the order of the cues.
const cueNames = "cause why fault now did decide lean state rule proof past unsure plan open others frame passing aside walk chore weak user speaker ours modal every choice look turn none"

func cueMatcher(lists string) *matcher {
	names := strings.Fields(cueNames)
	return newMatcher(lists, func(name string) uint8 {
		for i, n := range names {
			if n == name {
				return uint8(i)
			}
		}
		panic("no list of cues is called " + name)
	})
}

// unit is a sentence, or the part of one behind a "but".
type unit struct {
	text     string // plain, as in the answer
	folded   string // with what is quoted blanked, in the form of the lists
	line     int
	block    int  // number of the paragraph or list
	item     bool // of a list
	tail     bool // the part of a sentence behind a "but"
	counts   [numCues]uint8
	anchors  int     // paths, identifiers, errors, values
	values   int     // numbers with a unit
	question bool    // ends with a question mark
	section  cue     // what the heading above says, numCues if nothing
	score    float64 // log-odds that it holds a conclusion, see scoreSentences
}

func (u *unit) count(c cue) {
	if u.counts[c] < 255 {
		u.counts[c]++
	}
}

func (u *unit) has(c cue) bool { return u.counts[c] > 0 }

// settles tells whether the unit says what holds now: a change, a choice, a rule.
func (u *unit) settles() bool {
	return u.has(cueNow) || u.has(cueDecide) || u.has(cueLean) || u.has(cueRule)
}

// soft tells whether the unit takes back what it says: a guess, a plan, a failure, the
// words of others, something for this turn alone.
func (u *unit) soft() bool {
	return u.question || slices.IndexFunc(u.counts[cueUnsure:cueAside], func(n uint8) bool { return n > 0 }) >= 0
}

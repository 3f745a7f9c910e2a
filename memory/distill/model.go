package distill

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// weights.txt has a line that says what it is, and then a trait a line: its name, its weight in a sentence and in an
// answer, in hundredths, with tabs between. train_test.go writes it.
//
//go:embed weights.txt
var weightList string

// weight says how much a trait speaks for a conclusion, as log-odds.
type weight struct{ sentence, answer float64 }

// model is made on the first use, so that a start costs nothing.
var model = sync.OnceValue(func() map[string]weight {
	_, list, _ := strings.Cut(weightList, "\n")
	m := make(map[string]weight, strings.Count(list, "\n"))
	for l := range strings.Lines(list) {
		f := strings.Split(strings.TrimRight(l, "\r\n"), "\t")
		if len(f) != 3 {
			panic("weights.txt: " + l)
		}
		sentence, err := strconv.Atoi(f[1])
		answer, err2 := strconv.Atoi(f[2])
		if err != nil || err2 != nil {
			panic("weights.txt: " + l)
		}
		m[f[0]] = weight{float64(sentence) / 100, float64(answer) / 100}
	}
	return m
})

// gramValue is what a gram counts, against 1 for a cue: it holds less, and many stand in a sentence.
const gramValue = 0.4

// sentenceTraits calls give for the traits of the i-th sentence. Those that are no gram have a name with "@".
func sentenceTraits(units []unit, i int, give func(name string, value float64)) {
	u := &units[i]
	var own []string
	grams(u.folded, func(g string) { own = append(own, g) })
	slices.Sort(own)
	for _, g := range slices.Compact(own) {
		give(g, gramValue)
	}
	for c := range cueTurn {
		if u.has(c) {
			give(cueTraits[c].own, 1)
		}
		if i > 0 && units[i-1].block == u.block && units[i-1].has(c) {
			give(cueTraits[c].before, 0.5)
		}
		if i+1 < len(units) && units[i+1].block == u.block && units[i+1].has(c) {
			give(cueTraits[c].after, 0.5)
		}
	}
	give("@anchors", float64(min(u.anchors, 3))/2)
	give("@values", float64(min(u.values, 2))/2)
	give("@length", float64(min(len(u.text), 240))/120)
	give("@question", float64(is(u.question)))
	give("@item", float64(is(u.item)))
	give("@first", float64(is(i == 0)))
	give("@only", float64(is(len(units) == 1)))
	if u.section < numCues {
		give(cueTraits[u.section].section, 1)
	}
}

// cueTraits has the names that a cue gives to traits: of its sentence, of the ones before and after it in a paragraph
// or list, and of the sentences below a heading that says so.
var cueTraits = func() (names [cueTurn]struct{ own, before, after, section string }) {
	for c, name := range strings.Fields(cueNames)[:cueTurn] {
		names[c].own, names[c].before, names[c].after, names[c].section = "@"+name, "@before "+name, "@after "+name, "@below "+name
	}
	return names
}()

// answerTraits calls give for the grams of all sentences, each once, those of the first one again, since it tells what
// the answer is going to be. Cues are for sentences: counted over an answer as well, they helped the sets that they were
// found with, and harmed others.
func answerTraits(units []unit, give func(name string, value float64)) {
	var all []string
	for i := range units {
		grams(units[i].folded, func(g string) {
			all = append(all, g)
			if i == 0 {
				all = append(all, "^"+g)
			}
		})
	}
	slices.Sort(all)
	for _, g := range slices.Compact(all) {
		give(g, gramValue)
	}
	anchors := 0
	for i := range units {
		anchors += units[i].anchors
	}
	give("@anchors", float64(min(anchors, 8))/4)
}

// pooled is what an answer is judged by: what its sentences say alone, and what its words say together.
type pooled struct {
	best   float64 // mean of the two most telling sentences
	mean   float64 // of all sentences
	whole  float64 // of the words of the answer
	length float64 // log of the number of sentences: of many, two tell much by chance
	asks   bool    // it ends with a question
}

func pool(units []unit, sentences []float64, whole float64) pooled {
	sorted := slices.Sorted(slices.Values(sentences))
	n := len(sorted)
	sum := 0.0
	for _, s := range sorted {
		sum += s
	}
	best := sorted[n-1]
	if n > 1 {
		best = (best + sorted[n-2]) / 2
	}
	return pooled{best, sum / float64(n), whole, math.Log(float64(n)), units[len(units)-1].question}
}

// traits calls give as sentenceTraits does.
func (p pooled) traits(give func(name string, value float64)) {
	give("@best", p.best)
	give("@mean", p.mean)
	give("@whole", p.whole)
	give("@sentences", p.length)
	give("@asks", float64(is(p.asks)))
}

// scoreSentences gives each sentence its log-odds to hold a conclusion.
func scoreSentences(units []unit) {
	m := model()
	for i := range units {
		sum := m["@bias"].sentence
		sentenceTraits(units, i, func(name string, value float64) { sum += m[name].sentence * value })
		units[i].score = sum
	}
}

// scoreAnswer gives the log-odds of an answer of these scored sentences, one or more, to state a conclusion.
func scoreAnswer(units []unit) float64 {
	m := model()
	whole := m["@bias"].answer
	answerTraits(units, func(name string, value float64) { whole += m[name].answer * value })
	scores := make([]float64, len(units))
	for i := range units {
		scores[i] = units[i].score
	}
	sum := m["@bias of all"].answer
	pool(units, scores, whole).traits(func(name string, value float64) { sum += m[name].answer * value })
	return sum
}

package distill

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

var train = flag.Bool("train", false, "write weights.txt anew, from the halves A and our own answers, and tell how it carries over")

// How the weights are fitted: those of sentences and of whole answers, and the few that pool these. TestLeftOut told what carries
// over best to an author that nothing was learned from.
var (
	byTraits = regression{ridge: 0.4, lasso: 0.2, rare: 4, authors: 2}
	byScores = regression{ridge: 0.5, rare: 1, authors: 1}
)

// authors are those of the texts that the weights are learned from; we are the last one.
var authors = []string{"first", "second", "third", "fourth", "own"}

// worthOf says how much an answer of an author counts. The phrases of cues.txt were found with the older sets and say more about
// these than about other answers, so these count less.
var worthOf = map[string]float64{"first": 0.7, "second": 0.7, "third": 1.2, "fourth": 1.5, "own": 1}

// lesson is a labelled answer with its sentences.
type lesson struct {
	answer
	author string
	units  []unit
	weight float64
	traits []trait // of its words together
	each   [][]trait
}

// lessons reads all that the weights may be learned from: no half B.
func lessons(t *testing.T) []lesson {
	t.Helper()
	rows := map[string][]answer{"own": append(readProse(t, "prose.txt"), readProse(t, "reports.txt")...)}
	for set, dir := range map[string]string{"first": "answers", "second": "second", "third": "third", "fourth": "fourth"} {
		rows[set] = readAnswers(t, dir+"/a.jsonl")
	}
	var all []lesson
	for _, author := range authors {
		for _, row := range rows[author] {
			units := scan(clean(row.Answer)).units()
			if row.Structured || len(units) == 0 {
				continue
			}
			l := lesson{answer: row, author: author, units: units, weight: worthOf[author]}
			l.traits = gather(func(give func(string, float64)) { answerTraits(units, give) })
			for i := range units {
				l.each = append(l.each, gather(func(give func(string, float64)) { sentenceTraits(units, i, give) }))
			}
			all = append(all, l)
		}
	}
	return all
}

// sentences gives the samples of single sentences: all of a worthless answer; of the others the ones with the key
// fact, and no other, since these may be worth something too.
func (l *lesson) sentences() []sample {
	var chosen []int
	switch {
	case !l.Store:
		for i := range l.units {
			chosen = append(chosen, i)
		}
	case len(l.units) == 1:
		chosen = []int{0}
	case len(l.Must) == 0:
		chosen = l.telling()
	default:
		chosen = l.keyed()
	}
	var samples []sample
	for _, i := range chosen {
		samples = append(samples, sample{l.author, l.each[i], l.Store, l.weight / math.Sqrt(float64(len(chosen)))})
	}
	return samples
}

// keyed gives the sentences with most words of the key fact, two at most.
func (l *lesson) keyed() []int {
	var chosen []int
	most := 1
	for i := range l.units {
		held := 0
		for _, w := range l.Must {
			held += is(strings.Contains(strings.ToLower(l.units[i].text), strings.ToLower(w)))
		}
		if held > most {
			chosen, most = nil, held
		}
		if held == most && len(chosen) < 2 {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

// telling gives the first sentence that names a cause, a change, a choice or a rule.
func (l *lesson) telling() []int {
	for i := range l.units {
		if u := &l.units[i]; u.has(cueCause) || u.has(cueDecide) || u.has(cueNow) || u.has(cueRule) {
			return []int{i}
		}
	}
	return nil
}

// learn fits the weights of sentences and of whole answers.
func learn(all []lesson) (sentence, whole logOdds) {
	var one, many []sample
	for i := range all {
		one = append(one, all[i].sentences()...)
		many = append(many, sample{all[i].author, all[i].traits, all[i].Store, all[i].weight})
	}
	return byTraits.fit(one), byTraits.fit(many)
}

// pooledBy gives what the two say about an answer.
func (l *lesson) pooledBy(sentence, whole logOdds) []trait {
	scores := make([]float64, len(l.each))
	for i := range l.each {
		scores[i] = sentence.of(l.each[i])
	}
	return gather(pool(l.units, scores, whole.of(l.traits)).traits)
}

// without parts the answers of one author from those of the others.
func without(all []lesson, author string) (rest, left []lesson) {
	for _, l := range all {
		if l.author == author {
			left = append(left, l)
		} else {
			rest = append(rest, l)
		}
	}
	return rest, left
}

// learnPooling fits the weights that pool the scores, from what each author's answers get by weights that were learned from the
// others: by weights that were learned from themselves they all look clear.
func learnPooling(all []lesson) logOdds {
	var samples []sample
	for _, author := range authors {
		rest, left := without(all, author)
		if len(left) == 0 {
			continue
		}
		sentence, whole := learn(rest)
		for i := range left {
			samples = append(samples, sample{author, left[i].pooledBy(sentence, whole), left[i].Store, left[i].weight})
		}
	}
	return byScores.fit(samples)
}

// weightsHeader is the first line of weights.txt.
const weightsHeader = "What each trait says for a conclusion, in a sentence and in an answer, in hundredths of log-odds. Learned anew by: go test ./memory/distill -run TestTrain -train"

func TestTrain(t *testing.T) {
	if !*train {
		t.Skip("only with -train")
	}
	all := lessons(t)
	sentence, whole := learn(all)
	pooling := learnPooling(all)
	maps.Copy(whole.weight, pooling.weight)
	hundredths := func(x float64) int { return int(math.Round(100 * x)) }
	var lines []string
	names := maps.Clone(whole.weight)
	maps.Copy(names, sentence.weight)
	for name := range names {
		if s, w := hundredths(sentence.weight[name]), hundredths(whole.weight[name]); s != 0 || w != 0 {
			lines = append(lines, fmt.Sprintf("%s\t%d\t%d\n", name, s, w))
		}
	}
	lines = append(lines, fmt.Sprintf("@bias\t%d\t%d\n", hundredths(sentence.bias), hundredths(whole.bias)), fmt.Sprintf("@bias of all\t0\t%d\n", hundredths(pooling.bias)))
	slices.Sort(lines)
	if err := os.WriteFile("weights.txt", []byte(weightsHeader+"\n"+strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d traits; pooling %+v", len(lines), pooling)
}

// TestLeftOut tells how the answers of each author fare by weights that were learned from the others alone, for several thresholds.
func TestLeftOut(t *testing.T) {
	if !*train {
		t.Skip("only with -train")
	}
	all := lessons(t)
	thresholds := []float64{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5}
	of := map[string][]figures{"labelled": make([]figures, len(thresholds)), "third and fourth": make([]figures, len(thresholds))}
	for _, author := range authors {
		rest, left := without(all, author)
		sentence, whole := learn(rest)
		pooling := learnPooling(rest)
		of[author] = make([]figures, len(thresholds))
		for i := range left {
			odds := pooling.of(left[i].pooledBy(sentence, whole))
			for j, least := range thresholds {
				stored := isAnchored(left[i].units) && odds >= least
				of[author][j].count(left[i].Store, stored)
				if author != "own" {
					of["labelled"][j].count(left[i].Store, stored)
				}
				if author == "third" || author == "fourth" {
					of["third and fourth"][j].count(left[i].Store, stored)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		line := ""
		for j, least := range thresholds {
			f := of[name][j]
			line += fmt.Sprintf("  %.2f: %d/%d %.3f %.3f", least, f.right, f.stored, f.precision(), f.recall())
		}
		t.Logf("%-16s%s", name, line)
	}
}

func (f *figures) count(worth, stored bool) {
	f.worth += is(worth)
	f.stored += is(stored)
	f.right += is(stored && worth)
}

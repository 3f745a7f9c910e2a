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

var train = flag.Bool("train", false, "write weights.txt anew, from the halves A and our own answers")

// Constants of the training. They were chosen by what the answers that were left out said, see train.
const (
	penalty = 0.7
	rare    = 4    // a trait of fewer samples is chance
	least   = 0.04 // a weight below it only makes the list longer
	folds   = 5
)

// lesson is a labelled answer with its sentences.
type lesson struct {
	answer
	set    string
	units  []unit
	weight float64
	traits []trait // of its words together
	each   [][]trait
}

// lessons reads all that the weights may be learned from: no half B. The newer sets count more, since the phrases of
// cues.txt were found with the older ones and say more about these than about other answers.
func lessons(t *testing.T) []lesson {
	t.Helper()
	var all []lesson
	for _, set := range []struct {
		name   string
		rows   []answer
		weight float64
	}{
		{"first", readAnswers(t, "answers/a.jsonl"), 1}, {"second", readAnswers(t, "second/a.jsonl"), 1}, {"third", readAnswers(t, "third/a.jsonl"), 2},
		{"prose", readProse(t, "prose.txt"), 0.5}, {"reports", readProse(t, "reports.txt"), 1.5},
	} {
		for _, row := range set.rows {
			units := scan(clean(row.Answer)).units()
			if row.Structured || len(units) == 0 {
				continue
			}
			l := lesson{answer: row, set: set.name, units: units, weight: set.weight}
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
		samples = append(samples, sample{l.each[i], l.Store, l.weight / math.Sqrt(float64(len(chosen)))})
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
		many = append(many, sample{all[i].traits, all[i].Store, all[i].weight})
	}
	return fit(one, penalty, rare, least), fit(many, penalty, rare, least)
}

// pooledBy gives what the two say about an answer.
func (l *lesson) pooledBy(sentence, whole logOdds) pooled {
	scores := make([]float64, len(l.each))
	for i := range l.each {
		scores[i] = sentence.of(l.each[i])
	}
	return pool(scores, whole.of(l.traits))
}

// leftOut gives what each answer gets from weights that were learned without it.
func leftOut(all []lesson) []sample {
	samples := make([]sample, len(all))
	for fold := range folds {
		var rest []lesson
		for i := range all {
			if i%folds != fold {
				rest = append(rest, all[i])
			}
		}
		sentence, whole := learn(rest)
		for i := fold; i < len(all); i += folds {
			samples[i] = sample{gather(all[i].pooledBy(sentence, whole).traits), all[i].Store, all[i].weight}
		}
	}
	return samples
}

func TestTrain(t *testing.T) {
	if !*train {
		t.Skip("only with -train")
	}
	all := lessons(t)
	samples := leftOut(all)
	pooling := fit(samples, 0.5, rare, 0)
	tellLeftOut(t, all, samples)
	sentence, whole := learn(all)
	names := map[string]bool{}
	for _, l := range []logOdds{sentence, whole, pooling} {
		for name := range l.weight {
			names[name] = true
		}
	}
	maps.Copy(whole.weight, pooling.weight)
	hundredths := func(x float64) int { return int(math.Round(100 * x)) }
	var b strings.Builder
	fmt.Fprintf(&b, "@bias\t%d\t%d\n@bias of all\t0\t%d\n", hundredths(sentence.bias), hundredths(whole.bias), hundredths(pooling.bias))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&b, "%s\t%d\t%d\n", name, hundredths(sentence.weight[name]), hundredths(whole.weight[name]))
	}
	if err := os.WriteFile("weights.txt", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d traits; pooling %+v", len(names), pooling)
}

// tellLeftOut reports how the answers fare that were left out, for several thresholds.
func tellLeftOut(t *testing.T, all []lesson, samples []sample) {
	t.Helper()
	odds := make([]float64, len(samples))
	for fold := range folds { // the pooling too is learned without them
		var rest []sample
		for i := range samples {
			if i%folds != fold {
				rest = append(rest, samples[i])
			}
		}
		pooling := fit(rest, 0.5, rare, 0)
		for i := fold; i < len(samples); i += folds {
			odds[i] = pooling.of(samples[i].traits)
		}
	}
	for _, set := range []string{"first", "second", "third", "prose", "reports"} {
		line := ""
		for _, least := range []float64{0, 0.5, 1, 1.5, 2} {
			var f figures
			for i := range all {
				if all[i].set == set {
					f.worth += is(all[i].Store)
					f.stored += is(odds[i] >= least)
					f.right += is(odds[i] >= least && all[i].Store)
				}
			}
			line += fmt.Sprintf("  %.1f: %d/%d %.3f %.3f", least, f.right, f.stored, f.precision(), f.recall())
		}
		t.Logf("%-8s%s", set, line)
	}
}

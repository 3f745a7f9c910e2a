package distill

import (
	"math"
	"slices"
	"strings"
)

// sample is what a regression learns from.
type sample struct {
	author string
	traits []trait
	is     bool
	weight float64
}

type trait struct {
	name  string
	value float64
}

// gather makes a list of what a function of traits gives.
func gather(give func(func(string, float64))) []trait {
	var traits []trait
	give(func(name string, value float64) {
		if value != 0 {
			traits = append(traits, trait{name, value})
		}
	})
	return traits
}

// logOdds is a fitted log-odds: the bias and a weight for each trait.
type logOdds struct {
	bias   float64
	weight map[string]float64
}

func (l logOdds) of(traits []trait) float64 {
	sum := l.bias
	for _, t := range traits {
		sum += l.weight[t.name] * t.value
	}
	return sum
}

// regression says how weights are fitted.
type regression struct {
	ridge   float64 // penalty on the square of a weight: none gets large by few samples
	lasso   float64 // penalty on the size of the weight of a gram: most of them are 0, and the list stays short
	rare    int     // traits of fewer samples get no weight
	authors int     // nor do those in the texts of fewer authors: they are the habits of one
}

// place is where a trait stands.
type place struct {
	sample int
	value  float64
}

// columns gives the places of each trait that gets a weight, and their names in one order, so that the weights come out
// the same each time.
func (r regression) columns(samples []sample) (names []string, columns map[string][]place) {
	columns = map[string][]place{}
	authors := map[string]map[string]bool{}
	for i, s := range samples {
		for _, t := range s.traits {
			if columns[t.name] == nil {
				authors[t.name] = map[string]bool{}
			}
			columns[t.name] = append(columns[t.name], place{i, t.value})
			authors[t.name][s.author] = true
		}
	}
	for name, column := range columns {
		if len(column) >= r.rare && len(authors[name]) >= r.authors {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, columns
}

// fit is a logistic regression, by Newton steps on one weight after the other.
func (r regression) fit(samples []sample) logOdds {
	names, columns := r.columns(samples)
	l := logOdds{weight: map[string]float64{}}
	odds := make([]float64, len(samples))
	slope := func(i int) (gradient, curve float64) {
		p := 1 / (1 + math.Exp(-odds[i]))
		return samples[i].weight * (float64(is(samples[i].is)) - p), samples[i].weight * p * (1 - p)
	}
	for range 12 {
		gradient, curve := 0.0, 1e-6
		for i := range samples {
			g, c := slope(i)
			gradient, curve = gradient+g, curve+c
		}
		step := gradient / curve
		l.bias += step
		for i := range odds {
			odds[i] += step
		}
		for _, name := range names {
			gradient, curve := -r.ridge*l.weight[name], r.ridge
			for _, at := range columns[name] {
				g, c := slope(at.sample)
				gradient, curve = gradient+g*at.value, curve+c*at.value*at.value
			}
			lasso := r.lasso
			if strings.HasPrefix(name, "@") {
				lasso = 0
			}
			step := max(-1, min(1, shrink(curve*l.weight[name]+gradient, lasso)/curve-l.weight[name]))
			if step == 0 {
				continue
			}
			l.weight[name] += step
			for _, at := range columns[name] {
				odds[at.sample] += step * at.value
			}
		}
	}
	return l
}

// shrink brings x nearer to 0.
func shrink(x, by float64) float64 {
	return math.Copysign(max(0, math.Abs(x)-by), x)
}

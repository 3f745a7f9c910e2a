package distill

import (
	"math"
	"slices"
)

// sample is what a regression learns from.
type sample struct {
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

// fit is a logistic regression with an L2 penalty on the weights, by Newton steps on one weight after the other. Traits of fewer than
// rare samples get none, nor do those whose weight stays below least.
func fit(samples []sample, penalty float64, rare int, least float64) logOdds {
	type place struct {
		sample int
		value  float64
	}
	columns := map[string][]place{}
	for i, s := range samples {
		for _, t := range s.traits {
			columns[t.name] = append(columns[t.name], place{i, t.value})
		}
	}
	names := make([]string, 0, len(columns))
	for name, column := range columns {
		if len(column) >= rare {
			names = append(names, name)
		}
	}
	slices.Sort(names) // the steps are taken in one order, so that the weights come out the same
	l := logOdds{weight: map[string]float64{}}
	odds := make([]float64, len(samples))
	slope := func(i int) (gradient, curve float64) {
		p := 1 / (1 + math.Exp(-odds[i]))
		return samples[i].weight * (float64(is(samples[i].is)) - p), samples[i].weight * p * (1 - p)
	}
	for range 10 {
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
			gradient, curve := -penalty*l.weight[name], penalty
			for _, at := range columns[name] {
				g, c := slope(at.sample)
				gradient, curve = gradient+g*at.value, curve+c*at.value*at.value
			}
			step := max(-1, min(1, gradient/curve))
			l.weight[name] += step
			for _, at := range columns[name] {
				odds[at.sample] += step * at.value
			}
		}
	}
	for name, w := range l.weight {
		if math.Abs(w) < least {
			delete(l.weight, name)
		}
	}
	return l
}

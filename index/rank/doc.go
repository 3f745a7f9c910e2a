// Package rank orders the chunks that share something with a prompt and decides
// whether any of them is worth showing. Refusing is the normal answer.
//
//	out := rank.Order(rank.Input{Docs: 150, Units: units, Candidates: candidates})
//	for _, r := range out { if r.Enough { … } }
//
// The package is a leaf and pure: evidence in, order and decision out. All
// arithmetic is in integers, so that one memory and one prompt give the same
// answer on every machine. Weights and masses are in units of 1/256 bit.
package rank

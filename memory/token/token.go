package token

import (
	"fmt"
	"unicode/utf8"
)

// Count returns the exact number of o200k_base tokens of s.
//
// Special tokens such as "<|endoftext|>" count as the plain text they are written in. Each byte that is not part of valid
// UTF-8 counts as if U+FFFD stood in its place. The pattern and the ranks are those of github.com/openai/tiktoken.
//
// The time is linear in s but for long pieces without a break, such as 100 kB of one letter, which take n log n. Heap memory
// is needed only for pieces above 64 bytes, about 32 bytes for each byte of the longest, and for invalid UTF-8.
func Count(s string) int {
	s = clean(s)
	n := 0
	var m merger
	for len(s) > 0 {
		end := nextPiece(s)
		n += m.count(s[:end])
		s = s[end:]
	}
	return n
}

// clean puts U+FFFD in the place of each byte of s that is not part of valid UTF-8.
func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// Names of the counters in a configuration.
const (
	O200kBase = "o200k_base" // exact
	Heuristic = "heuristic"  // an upper bound
)

// Counter is one way to count tokens. The zero value counts exactly.
type Counter struct{ heuristic bool }

// For returns the counter of a configuration's "tokenizer": [O200kBase], [Heuristic], or "" for the exact one. Any other name
// is an error that lists the two.
func For(name string) (Counter, error) {
	switch name {
	case "", O200kBase:
		return Counter{}, nil
	case Heuristic:
		return Counter{heuristic: true}, nil
	}
	return Counter{}, fmt.Errorf("unknown tokenizer %q: use %q (exact) or %q (upper bound)", name, O200kBase, Heuristic)
}

// Count returns the number of tokens of s: exactly, or as the upper bound that [Estimate] describes.
func (c Counter) Count(s string) int {
	if c.heuristic {
		return Estimate(s)
	}
	return Count(s)
}

// Exact reports whether Count is exact and not an upper bound.
func (c Counter) Exact() bool { return !c.heuristic }

// Method names the way of counting in reports: "o200k_base" or "heuristic_estimate".
func (c Counter) Method() string {
	if c.heuristic {
		return "heuristic_estimate"
	}
	return O200kBase
}

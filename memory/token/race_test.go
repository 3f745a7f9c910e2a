//go:build race

package token_test

// slowdown is by what factor a limit of time is stretched: the race detector costs up to ten times.
const slowdown = 10

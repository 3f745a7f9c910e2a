//go:build !race

package token_test

// slowdown is by what factor a limit of time is stretched.
const slowdown = 1

package token

// Estimate returns an upper bound of Count(s): a token is at least one byte.
func Estimate(s string) int { return len(clean(s)) }

package token_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	tiktoken_loader "github.com/pkoukk/tiktoken-go-loader"
)

// pattern is o200k_base's. The long s (U+017F) is spelt out: the reference implementation matches it where a contraction
// asks for an s in any case, the regular expressions of the oracle do not.
const pattern = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'ſ|'t|'re|'ve|'m|'ll|'d)?` +
	`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'ſ|'t|'re|'ve|'m|'ll|'d)?` +
	`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`

// loadOracle takes most of a second, so a test binary does it once.
var loadOracle = sync.OnceValues(func() (*tiktoken.Tiktoken, error) {
	ranks, err := tiktoken_loader.NewOfflineLoader().LoadTiktokenBpe("o200k_base.tiktoken")
	if err != nil {
		return nil, err
	}
	special := map[string]int{"<|endoftext|>": 199999, "<|endofprompt|>": 200018}
	bpe, err := tiktoken.NewCoreBPE(ranks, special, pattern)
	if err != nil {
		return nil, err
	}
	encoding := &tiktoken.Encoding{Name: "o200k_base", PatStr: pattern, MergeableRanks: ranks, SpecialTokens: special}
	return tiktoken.NewTiktoken(bpe, encoding, map[string]any{}), nil
})

// oracle returns tiktoken-go's tokens of s.
func oracle(tb testing.TB, s string) []int {
	tb.Helper()
	t, err := loadOracle()
	if err != nil {
		tb.Fatal(err)
	}
	return t.EncodeOrdinary(s)
}

// oraclePieces returns the text of each token, to show where a count went wrong.
func oraclePieces(tb testing.TB, s string) string {
	t, err := loadOracle()
	if err != nil {
		tb.Fatal(err)
	}
	var texts []string
	for _, id := range oracle(tb, s) {
		texts = append(texts, t.Decode([]int{id}))
	}
	return strings.Join(texts, "|")
}

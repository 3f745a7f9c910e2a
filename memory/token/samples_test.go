package token_test

import (
	"os"
	"path/filepath"
	"testing"
)

// sample is a text as people write it.
type sample struct{ name, text string }

// samples returns the texts in testdata/samples and this package's own source.
func samples(tb testing.TB) []sample {
	tb.Helper()
	var all []sample
	for _, pattern := range []string{"testdata/samples/*", "*.go", "internal/*/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			tb.Fatalf("no samples match %s: %v", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				tb.Fatal(err)
			}
			all = append(all, sample{filepath.Base(path), string(text)})
		}
	}
	return all
}

package token_test

import (
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory/token"
)

// benchmark reports the time per 1,000 bytes of the named sample.
func benchmark(b *testing.B, name string, count func(string) int) {
	for _, sample := range samples(b) {
		if sample.name != name {
			continue
		}
		text := sample.text
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			count(text)
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(text))*1000, "us/kB")
		return
	}
	b.Fatalf("no sample %s", name)
}

func BenchmarkCountEnglish(b *testing.B)    { benchmark(b, "english.md", token.Count) }
func BenchmarkCountChinese(b *testing.B)    { benchmark(b, "chinese.md", token.Count) }
func BenchmarkCountGo(b *testing.B)         { benchmark(b, "store.go.txt", token.Count) }
func BenchmarkEstimateEnglish(b *testing.B) { benchmark(b, "english.md", token.Estimate) }
func BenchmarkEstimateChinese(b *testing.B) { benchmark(b, "chinese.md", token.Estimate) }
func BenchmarkEstimateGo(b *testing.B)      { benchmark(b, "store.go.txt", token.Estimate) }

func BenchmarkCountPathological(b *testing.B) {
	for name, text := range map[string]string{
		"100,000 letters":         strings.Repeat("a", 100_000),
		"33,000 Chinese, no mark": strings.Repeat("写入之前先取得锁再改名最后同步目录", 33_000/17+1),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				token.Count(text)
			}
		})
	}
}

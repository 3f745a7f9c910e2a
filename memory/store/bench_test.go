package store

import (
	"fmt"
	"testing"
)

// BenchmarkAdd writes into a memory that holds that many chunks. Compare with
// BenchmarkSync, the price of one sync on the same disk: an Add needs four, two for
// the chunk and two for the counter.
func BenchmarkAdd(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := b.TempDir()
			opts := diskOptions(dir)
			if err := Init(b.Context(), opts, InitOptions{}); err != nil {
				b.Fatal(err)
			}
			s, err := Open(opts)
			if err != nil {
				b.Fatal(err)
			}
			rows := make([]Row, n)
			for i := range rows {
				rows[i] = Row{Draft: draft(i)}
			}
			if _, err := s.Import(b.Context(), rows, nil); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				mustAdd(b, s, draft(0))
			}
		})
	}
}

func BenchmarkSync(b *testing.B) {
	f := newStore(Options{Dir: b.TempDir()}).folder
	i := 0
	for b.Loop() {
		if err := f.put(fmt.Sprint(i), []byte("x")); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

package query

import "testing"

func TestMistypedFindsOneError(t *testing.T) {
	tests := []struct{ typed, text, want string }{
		{"kafak", "Kafka consumers", "kafka"},
		{"certficate", "mTLS certificate rotation", "certificate"},
		{"certtificate", "certificate", "certificate"},
		{"sertificate", "certificate", ""}, // the first letter is rarely wrong
		{"redus", "Redis", "redis"},
		{"timeot", "readTimeout is 30 s", "timeout"},
		{"golangi", "golangci-lint", "golangci"},
		{"kafka", "Kafka", ""},    // nothing is wrong
		{"cach", "cache", ""},     // too short
		{"redius", "radium", ""},  // two errors
		{"abcde1", "abcdef1", ""}, // a code is not guessed
		{"缓存雪崩", "缓存雪奔", ""},
	}
	for _, tt := range tests {
		q := Parse(tt.typed, nil)
		got := ""
		for _, u := range q.Units {
			if w := u.Mistyped(tt.text); w != "" {
				got = w
			}
		}
		if got != tt.want {
			t.Errorf("%q in %q: %q, want %q", tt.typed, tt.text, got, tt.want)
		}
	}
}

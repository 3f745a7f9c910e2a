package redact

import (
	"strings"
	"testing"
)

// harmlessMegabyte is 1 MiB of text without a secret.
func harmlessMegabyte() string {
	unit := strings.Join(harmlessTexts, "\n") + "\n"
	return strings.Repeat(unit, 1<<20/len(unit)+1)[:1<<20]
}

func BenchmarkTextHarmless(b *testing.B) {
	s := harmlessMegabyte()
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		Text(s)
	}
}

func BenchmarkTextPlainProse(b *testing.B) {
	s := strings.Repeat("Writers hold a lock, then recovery finishes what was begun. 先写临时文件，再同步目录。\n", 1<<20/90)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		Text(s)
	}
}

func BenchmarkTextSecrets(b *testing.B) {
	var all strings.Builder
	for _, text := range secretTexts {
		plain, _, _ := marked(text)
		all.WriteString(plain + "\n")
	}
	b.SetBytes(int64(all.Len()))
	for b.Loop() {
		Text(all.String())
	}
}

// A text that is made to be slow: one prefix, quote or keyword again and again.
func BenchmarkTextHostile(b *testing.B) {
	for _, unit := range []string{"gh" + "p_", "password='", "://a:", "-----BEGIN PRIVATE KEY-----", "eyJ", "curl -u ", "test_", "discord MTk", "cookie:", "密码是", "AKIA", "key", ".login(\"a\", ", "net use \\\\a b ", "/hooks/", "snmp -A ", "mnemonic: abc ", "sk="} {
		b.Run(unit, func(b *testing.B) {
			s := strings.Repeat(unit, 1<<18/len(unit))
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Text(s)
			}
		})
	}
}

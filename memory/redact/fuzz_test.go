package redact

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func FuzzText(f *testing.F) {
	for _, text := range secretTexts {
		plain, _, _ := marked(text)
		f.Add(plain)
	}
	for _, text := range harmlessTexts {
		f.Add(text)
	}
	f.Add(`pw","0`)
	f.Add("password=" + Mark + "x1y2z3!q")
	f.Fuzz(func(t *testing.T, s string) {
		checkText(t, s)
	})
}

// checkText holds Text and Find to what they promise for every text.
func checkText(t interface{ Fatalf(string, ...any) }, s string) {
	got := Text(s)
	if again := Text(got); again != got {
		t.Fatalf("Text(%q) = %q, and again %q", s, got, again)
	}
	if utf8.ValidString(s) && !utf8.ValidString(got) {
		t.Fatalf("Text(%q) = %q is no UTF-8", s, got)
	}
	if most := len(s) * (len(Mark) + minSecret - 1) / minSecret; len(got) > most {
		t.Fatalf("Text(%q) grew to %d bytes, want %d at most", s, len(got), most)
	}
	last, rest := 0, ""
	if found := Find(s); len(found) > 0 {
		rest = strings.ReplaceAll(replace(s, found), Mark, "\x00")
	}
	for _, f := range Find(s) {
		if f.Start < last || f.End-f.Start < minSecret || f.End > len(s) {
			t.Fatalf("Find(%q) has %v after %d", s, f, last)
		}
		if strings.Contains(s[f.Start:f.End], Mark) {
			t.Fatalf("Find(%q) has %v, which holds a mark", s, f)
		}
		if secret := s[f.Start:f.End]; pieceStays(strings.ReplaceAll(got, Mark, "\x00"), secret[:min(len(secret), 256)], rest) {
			t.Fatalf("Text(%q) = %q has a piece of %q", s, got, secret)
		}
		last = f.End
	}
	if (len(Find(s)) == 0) != (got == s) {
		t.Fatalf("Text(%q) = %q, but Find = %v", s, got, Find(s))
	}
}

// showing are harmless texts after which a secret would stand on the next line.
var showing = []string{
	"kubectl get secret db -o jsonpath={.data.password} | base64 -d", "vault kv get -field=password secret/app",
	"mkpasswd -m sha-512", "$ echo $PASSWORD\n",
}

// quietTexts are the harmless texts that say nothing of the next line.
func quietTexts(t *testing.T) []string {
	quiet := slices.DeleteFunc(slices.Clone(harmlessTexts), func(s string) bool { return slices.Contains(showing, s) })
	if len(quiet) != len(harmlessTexts)-len(showing) {
		t.Fatal("a text of showing is none of harmlessTexts")
	}
	return quiet
}

// What stands round a secret stays, to the byte, in any surroundings.
func TestTextRoundASecretIsUnchanged(t *testing.T) {
	quiet := quietTexts(t)
	around := rapid.SliceOfN(rapid.SampledFrom(quiet), 0, 3)
	gap := rapid.SampledFrom([]string{"\n", "\n\n"})
	rapid.Check(t, func(t *rapid.T) {
		plain, want, _ := marked(rapid.SampledFrom(secretTexts).Draw(t, "secret"))
		before, after := "", ""
		for _, s := range around.Draw(t, "before") {
			before += s + gap.Draw(t, "gap")
		}
		for _, s := range around.Draw(t, "after") {
			after += gap.Draw(t, "gap") + s
		}
		if got := Text(before + plain + after); got != before+want+after {
			t.Fatalf("Text(%q)\n got %q\nwant %q", before+plain+after, got, before+want+after)
		}
	})
}

// Two harmless texts are harmless one after the other: what one names gives no meaning to the next.
func TestHarmlessNeighbours(t *testing.T) {
	quiet := quietTexts(t)
	const each = 7 // of the texts that may follow, in one run
	for i, first := range quiet {
		for k := i % each; k < len(quiet); k += each {
			for _, gap := range [...]string{"\n", "。\n"} {
				if s := first + gap + quiet[k]; Text(s) != s {
					t.Errorf("Text(%q) = %q", s, Text(s))
				}
			}
		}
	}
}

// A text may end anywhere: answers are cut, and so are logs. Two pieces of one text also meet where none would.
func TestTextsMayEndAnywhere(t *testing.T) {
	for i, text := range slices.Concat(secretTexts, harmlessTexts) {
		plain, _, _ := marked(text)
		for k := range len(plain) {
			Text(plain[:k])
			if k%3 == i%3 {
				Text(plain[k:] + "\n" + plain[:k])
			}
		}
	}
}

// Pieces of secrets, put together at random, reach corners that mutated bytes do not.
func TestPiecesOfSecrets(t *testing.T) {
	pieces := []string{"password", "DB_", "=", ":", ": ", " is ", "是", "，", "。", "\"", "'", "`", "\\n", "\n", " ", "|", "hunter22", "Tr0ub4dor&3x9", Mark,
		"gh" + "p_", "R8t2Kq9Lw4Xz7Bv1Nc5Md3Hf6Jg0Pa8Se2Uy", "://", "user:", "@host", "Authorization: ", "Bearer ", "eyJhbGciOiJIUzI1NiJ9", ".",
		"-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "MIIBOgIBAAJBAKj34GkxFhD90vcN", "AKIA", "密码", "令牌", "token", "(", ")", "[", "]", "{", "}", "<", ">",
		"/", "mysql ", "-p", "--", "curl -u ", "cookie: ", "a=", ";", ",", "&", "value", "é", "…", "\x80"}
	rapid.Check(t, func(t *rapid.T) {
		checkText(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 14).Draw(t, "pieces"), ""))
	})
}

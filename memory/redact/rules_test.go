package redact

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTablesAreWellFormed(t *testing.T) {
	check := func(id string, keywords []string) {
		if id == "" || len(keywords) == 0 {
			t.Errorf("rule %q has no id or no keyword", id)
		}
		for _, w := range keywords {
			if len(w) < 2 || w != strings.ToLower(w) {
				t.Errorf("rule %s: keyword %q is short or not in lower case", id, w)
			}
		}
	}
	for _, r := range gitleaksRules {
		check(r.id, r.keywords)
		re, err := regexp.Compile(r.expr)
		if err != nil {
			t.Errorf("rule %s: %v", r.id, err)
		} else if r.group > re.NumSubexp() {
			t.Errorf("rule %s: no group %d", r.id, r.group)
		}
	}
	for _, r := range prefixTokens {
		check(r.id, []string{strings.ToLower(r.prefix)})
	}
	for _, r := range scanRules {
		check(r.id, r.keywords)
	}
}

// Whatever an expression of the table describes is taken out, in running text too.
func TestEveryExpressionFindsItsSecrets(t *testing.T) {
	for _, r := range gitleaksRules {
		re := regexp.MustCompile(r.expr)
		t.Run(r.id, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				text := rapid.StringMatching(r.expr).Draw(t, "text")
				loc := re.FindStringSubmatchIndex(text)
				if loc == nil {
					t.Skip("a word boundary is missing")
				}
				p := group(loc, r.group)
				secret := text[p.start:p.end]
				if entropy(secret) < r.entropy || placeholder(secret) {
					t.Skip("not random enough")
				}
				// Of a vendor's name (airtable) that is no part of it.
				got := Text("用 " + r.keywords[0] + " " + text)
				if strings.Contains(got, secret) {
					t.Fatalf("Text(%q) = %q", text, got)
				}
			})
		})
	}
}

// A token with a prefix of the table is taken out whatever its body, if the body is
// random and of a length that the row allows.
func TestEveryPrefixFindsItsTokens(t *testing.T) {
	for _, row := range prefixTokens {
		if row.id == "airtable-token" {
			continue // has parts, see secretTexts
		}
		var bytes, hex []byte
		for c := byte('!'); c < 0x7f; c++ {
			if row.is(c) {
				bytes = append(bytes, c)
			}
			if isLowerHex(c) && row.is(c) {
				hex = append(hex, c)
			}
		}
		t.Run(row.id+" "+row.prefix, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := row.min
				if row.max == 0 {
					n += rapid.IntRange(0, 20).Draw(t, "more")
				}
				alphabet := rapid.SampledFrom([][]byte{bytes, hex}).Draw(t, "alphabet")
				if len(hex) == 0 {
					alphabet = bytes
				}
				body := string(rapid.SliceOfN(rapid.SampledFrom(alphabet), n, n).Draw(t, "body"))
				if strings.Trim(body, ".-") != body || entropy(body) < 2.5 || placeholder(body) || !tokenLike(body) || row.also != nil && !row.also(body) {
					t.Skip("not random enough")
				}
				text := "the key " + row.prefix + body + " is old"
				if got := Text(text); strings.Contains(got, body) {
					t.Fatalf("Text(%q) = %q", text, got)
				}
			})
		})
	}
}

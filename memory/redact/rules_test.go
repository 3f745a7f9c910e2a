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

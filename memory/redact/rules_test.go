package redact

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// exprRule is a rule of gitleaks: what it takes for a secret is the group that has
// the number group; with group 0 the first group that matched, and without groups the
// whole match. Its entropy in bits a character is at least entropy.
type exprRule struct {
	id       string
	expr     string
	keywords []string // in lower case
	group    int
	entropy  float64
}

func group(loc []int, n int) span {
	if n > 0 {
		return span{loc[2*n], loc[2*n+1]}
	}
	for i := 2; i < len(loc); i += 2 {
		if loc[i] >= 0 && loc[i+1] > loc[i] {
			return span{loc[i], loc[i+1]}
		}
	}
	return span{loc[0], loc[1]}
}

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
	for r := range prefixTokens {
		check(r.id, []string{strings.ToLower(r.prefix)})
	}
	for _, r := range scanRules {
		check(r.id, r.keywords)
	}
}

// Whatever an expression of gitleaks describes is taken out, in running text too.
func TestEveryExpressionFindsItsSecrets(t *testing.T) {
	for _, r := range gitleaksRules {
		re := regexp.MustCompile(r.expr)
		tree, err := syntax.Parse(r.expr, syntax.Perl)
		if err != nil {
			t.Fatalf("rule %s: %v", r.id, err)
		}
		t.Run(r.id, func(t *testing.T) {
			random, drawn := rand.New(rand.NewPCG(1, 2)), 0
			for range 200 {
				var b strings.Builder
				draw(random, r.expr, tree, &b)
				text := b.String()
				loc := re.FindStringSubmatchIndex(text)
				if loc == nil || strings.Contains(text, `\R`) || strings.Contains(text, `\N`) || strings.Contains(text, `\T`) {
					continue // a word boundary is missing
				}
				p := group(loc, r.group)
				secret := text[p.start:p.end]
				if entropy(secret) < r.entropy {
					continue
				}
				drawn++
				for _, around := range [][2]string{{"用 ", ""}, {"(", ")"}, {"x=", "\n"}, {"，", "，"}} {
					whole := around[0] + text + around[1]
					if got := Text(whole); strings.Contains(got, secret) {
						t.Fatalf("Text(%q) = %q", whole, got)
					}
				}
			}
			if drawn == 0 {
				t.Fatal("no text was drawn")
			}
		})
	}
}

// draw writes a text that an expression matches, each character drawn evenly from those
// it allows: the tokens that are given out look so.
func draw(random *rand.Rand, expr string, re *syntax.Regexp, b *strings.Builder) {
	switch re.Op {
	case syntax.OpLiteral:
		text := string(re.Rune)
		quoted := regexp.QuoteMeta(text)
		if i := strings.Index(strings.ToLower(expr), strings.ToLower(quoted)); i >= 0 {
			text = strings.ReplaceAll(expr[i:i+len(quoted)], `\`, "") // as it is written
		}
		b.WriteString(text)
	case syntax.OpAnyCharNotNL:
		b.WriteByte('.')
	case syntax.OpCharClass:
		var all []rune
		hex := true
		for i := 0; i < len(re.Rune); i += 2 {
			for c := re.Rune[i]; c <= re.Rune[i+1] && c < 0x7f; c++ {
				if c > ' ' {
					all = append(all, c)
					hex = hex && isHex(byte(c))
				}
			}
		}
		c := all[random.IntN(len(all))]
		if hex {
			c = unicode.ToLower(c)
		}
		b.WriteRune(c)
	case syntax.OpAlternate:
		draw(random, expr, re.Sub[random.IntN(len(re.Sub))], b)
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			draw(random, expr, sub, b)
		}
	case syntax.OpQuest, syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		least, most := re.Min, re.Max
		switch re.Op {
		case syntax.OpQuest:
			least, most = 0, 1
		case syntax.OpStar:
			least, most = 0, 20
		case syntax.OpPlus:
			least, most = 20, 40
		}
		if most < 0 {
			most = least + 20
		}
		for range least + random.IntN(most-least+1) {
			draw(random, expr, re.Sub[0], b)
		}
	}
}

// A token with a prefix of the table is taken out whatever its body, if the body is
// random and of a length that the row allows.
func TestEveryPrefixFindsItsTokens(t *testing.T) {
	for row := range prefixTokens {
		switch row.id {
		case "airtable-token", "asana-token", "authress-key", "bitwarden-token", "discord-token", "salesforce-token", "stripe-secret":
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

package redact

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// keywords are all words that wake a rule, as they are written.
func keywords() (words []string) {
	for _, r := range scanRules {
		words = append(words, r.keywords...)
	}
	for r := range prefixTokens {
		words = append(words, r.prefix)
	}
	for _, p := range programs {
		words = append(words, p.name)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// joiners are what may stand between two keywords of a text that is made to be slow.
var joiners = []string{"", "=", ":", " ", "='", `="`, "：", "是", "\n", "/", "@", "-", "_", ".", "=1", "=a1B", " -p ", " -u a:", "=<", `("`, " x ", "「", "|", "; ", ", ", "a ", "1", "=$", "://a:b",
	"=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1", " aB3xYz9Q", `=\"`, "（", " is ", " as the "}

// textTime is how long Text takes for a text of so many bytes made of unit, at least.
func textTime(unit string, size, tries int) (least time.Duration) {
	s := strings.Repeat(unit, size/len(unit)+1)
	for try := range tries {
		start := time.Now()
		Text(s)
		if d := time.Since(start); try == 0 || d < least {
			least = d
		}
	}
	return least
}

// Whatever a text is made of, one that is longer takes longer in proportion, not in its square:
// a hook that redacts has a deadline. The test compares two lengths, so it holds on every machine.
func TestTimeGrowsWithLength(t *testing.T) {
	const (
		short, long = 8 << 10, 64 << 10 // past what the account of text lends
		most        = 4 * long / short  // of a square it would be eight times
	)
	for i, word := range keywords() {
		for k := range 3 {
			unit := word + joiners[(3*i+k)%len(joiners)]
			ratio := 0.0
			for tries := 1; tries <= 16; tries *= 2 {
				ratio = float64(textTime(unit, long, tries)) / float64(textTime(unit, short, 2*tries))
				if ratio <= most {
					break
				}
			}
			if ratio > most {
				t.Fatalf("%q again and again: %d bytes take %.0f times as long as %d", unit, long, ratio, short)
			}
		}
	}
}

// A text that is made to be slow brings the rules into debt. What Text promises holds
// then too.
func TestTextOfKeywordsIsStable(t *testing.T) {
	words := keywords()
	for i := range 120 {
		var unit strings.Builder
		for k := range 1 + i%7 {
			unit.WriteString(words[(i*131+k*37)%len(words)])
			unit.WriteString(joiners[(i*17+k*5)%len(joiners)])
		}
		checkText(t, strings.Repeat(unit.String(), 40<<10/unit.Len()))
	}
}

// A list of passwords is long and brings nothing into debt: each of them is found.
func TestLongListIsFoundWhole(t *testing.T) {
	for _, line := range []string{"pw=Kz8mQ2x\n", "password: Kz8#mQ2xV\n", "| Kz8mQ2xVw | 密码：Kz8mQ2xVw |\n", "mysql -u root -pKz8mQ2xVw\n"} {
		const lines = 5000
		s := strings.Repeat(line, lines)
		if found, hostile := find(s); len(found) != lines || hostile {
			t.Errorf("%q %d times: found %d, hostile %v", line, lines, len(found), hostile)
		}
	}
}

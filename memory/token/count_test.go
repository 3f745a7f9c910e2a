package token_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/git-hfa/git-hfa/memory/token"
)

// nasty are the strings that have broken hand-written copies of the pattern, and neighbours of the rules' edges.
var nasty = []string{
	"a", "b", "Z", "É", "ß", "ǅ", "ʰ", "ª", "中", "文", "龘", "彩", "票", "\u0301", "\u20DD", "ो", "क्ष", "ლი", "ا", "한",
	"0", "12", "2026", "٣", "Ⅷ", "½", "①",
	" ", "  ", "\t", "\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u00A0", "\u2003", "\u2028", "\u3000", "\uFEFF", "\u200B",
	"/", "//", ".", ",", "，", "。", "-", "—", "_", "=", "====", "(", ")", "{", "\"", "`", "#", "+", "<|endoftext|>",
	"'", "'s", "'S", "'\u017F", "'re", "'VE", "'ll", "'lL", "'d", "'m", "'t", "'x", "\u2019s",
	"😀", "👩\u200D💻", "🏳\uFE0F\u200D🌈", "👍🏽", "🇨🇳", "✔\uFE0F", "→", "│", "\uFFFD", "\U0010FFFF", "\U000E0001",
	"the", " memory", "camelCase", "HTTPServer", "README", "qzxj", "写入", "取锁", "\\u00e9",
}

// invalid are byte strings that are not UTF-8.
var invalid = []string{"\xff", "\x80", "\xe4\xb8", "\xf0\x9f\x98", "\xc0\xaf", "\xed\xa0\x80", "\xf5"}

// nastyText draws text made of the above, of any character, and of plain words.
func nastyText() *rapid.Generator[string] {
	part := rapid.OneOf(
		rapid.SampledFrom(nasty),
		rapid.SampledFrom(nasty),
		rapid.SampledFrom(invalid),
		rapid.StringN(0, 6, -1),
		rapid.StringMatching(`[a-z]{1,12}`),
		rapid.StringMatching(`[\x{4e00}-\x{9fff}]{1,6}`),
		rapid.StringMatching(`[ -~\n]{1,10}`),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(part, 0, 24).Draw(t, "parts"), "")
	})
}

func checkOracle(t interface {
	Helper()
	Errorf(string, ...any)
}, tb testing.TB, s string) {
	t.Helper()
	if got, want := token.Count(s), len(oracle(tb, s)); got != want {
		t.Errorf("Count(%q) = %d, oracle says %d: %s", s, got, want, oraclePieces(tb, s))
	}
}

func TestCountEqualsOracleOnEdgesOfThePattern(t *testing.T) {
	for _, s := range []string{
		"", " ", "\n", "a", "ab\n", "don't", "DON'T", "I'LL've", "foo'ſbar", "boys'ſ", "'s", " 's", "x's's",
		"ABC", "ABc", "AbC", "aBC", "AB中CD", "AB中CD!", "\u0301ABC", "\u0301\u0301", " \u0301A", "!\u0301", "A\u0301B\u0301C",
		"使用token进行", "（中文）", "12345678", "3.14", "٣٤٥٦", "a1b22c333",
		"   x", "  \n  x", "\n\n\nx", "x\n\n  ", "\t\tx", " \t \r\n \r\n\t x", "\u00A0\u00A0x", "\u3000中", "\u0085\n\u0085",
		"://\n/\n//x", "a/\n/b", ");\r\n\r\n}", " ...\n", " /", "/\n", "- a\n- b\n",
		"<|endoftext|>", "<|endofprompt|><|endoftext|>", "\uFFFD", "彩祥", " 匹", " 😀",
	} {
		checkOracle(t, t, s)
	}
}

func TestCountEqualsOracleOnSamples(t *testing.T) {
	for _, sample := range samples(t) {
		t.Run(sample.name, func(t *testing.T) {
			checkOracle(t, t, sample.text)
			for line := range strings.Lines(sample.text) {
				checkOracle(t, t, line)
				checkOracle(t, t, strings.TrimRight(line, "\n"))
			}
		})
	}
}

func TestCountEqualsOracleOnNastyText(t *testing.T) {
	text := nastyText()
	rapid.Check(t, func(rt *rapid.T) {
		checkOracle(rt, t, text.Draw(rt, "text"))
	})
}

func TestInvalidBytesCountAsReplacementCharacters(t *testing.T) {
	text := nastyText()
	rapid.Check(t, func(rt *rapid.T) {
		s := text.Draw(rt, "text")
		var clean strings.Builder
		for _, r := range s { // yields U+FFFD for each bad byte
			clean.WriteRune(r)
		}
		if got, want := token.Count(s), token.Count(clean.String()); got != want {
			rt.Errorf("Count(%q) = %d, want %d", s, got, want)
		}
	})
	if got := token.Count("\xff"); got != token.Count("\uFFFD") || utf8.ValidString("\xff") {
		t.Errorf(`Count("\xff") = %d`, got)
	}
}

func TestLongPiecesEqualOracle(t *testing.T) {
	for _, unit := range []string{"a", "ab", "qzxj", "A", "中", "写入取锁之前先", " ", "\t", "=", "-=", "😀", "\u0301", "é"} {
		for _, size := range []int{120, 127, 128, 129, 130, 200, 1500} {
			checkOracle(t, t, strings.Repeat(unit, size/len(unit)+1))
		}
	}
}

func TestPathologicalPiecesAreCountedInTime(t *testing.T) {
	const limit = 200 * time.Millisecond * slowdown
	for name, s := range map[string]string{
		"one letter":          strings.Repeat("a", 100_000),
		"Chinese, no break":   strings.Repeat("写入之前先取得锁再改名最后同步目录", 33_000/17+1),
		"capitals":            strings.Repeat("A", 100_000),
		"spaces":              strings.Repeat(" ", 100_000),
		"spaces and a letter": strings.Repeat(" ", 100_000) + "x",
		"line ends":           strings.Repeat("\r\n \t", 25_000),
		"marks":               strings.Repeat("\u0301", 50_000),
		"symbols":             strings.Repeat("=-", 50_000),
	} {
		best := time.Hour // the best of three, since the machine may be busy
		for range 3 {
			start := time.Now()
			token.Count(s)
			best = min(best, time.Since(start))
		}
		if best > limit {
			t.Errorf("%s: %v, want at most %v", name, best, limit)
		}
	}
}

func TestShortPiecesNeedNoHeapMemory(t *testing.T) {
	const text = "Take the lock before you write; 写入之前先取锁，然后改名。\n- func main() { os.Exit(1) } 🎉\n"
	if got := testing.AllocsPerRun(100, func() { token.Count(text) }); got != 0 {
		t.Errorf("Count allocates %v times", got)
	}
}

func FuzzCount(f *testing.F) {
	for _, s := range nasty {
		f.Add(s)
		f.Add("x " + s + "y\n" + s)
	}
	for _, s := range invalid {
		f.Add("a" + s + "b")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 4096 {
			return // the oracle takes quadratic time
		}
		checkOracle(t, t, s)
		if got, exact := token.Estimate(s), token.Count(s); got < exact {
			t.Errorf("Estimate(%q) = %d, below the exact %d", s, got, exact)
		}
	})
}

package query

import (
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCutGivesTheTermsOfEachShape(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"idempotencyKey", "idempotencykey idempot key"},
		{"Idempotency-Key", "idempotencykey idempot key"},
		{"idempotency_key", "idempotencykey idempot key"},
		{"SetMaxOpenConns(100)", "setmaxopenconn set max open conn 100"},
		{"C++ C# .NET g++", "c++ c# .net net g++"},
		{"v2.1.6 and v2.1", "2.1.6 2.1 and"},
		{"utf8mb4 ｕｔｆ－８", "utf8mb4 utf8 utf 8"},
		{"a.b::c", "abc bc a b c"},
		{"src/locales/zh-CN.json", "srclocaleszhcnjson zhcn zhcnjson src local zh cn json"},
		{"重启api-gw后", "重 重启 启 apigw api gw 后"},
		{"對賬", "对 对账 账"},
		{"ﾃﾞｰﾀは", "デ デー ー ータ タ は"},
		{"one, two; one", "one two"},
		{"Bob's don't URLs HTTPServer", "bob dont url httpserver http server"},
		{"N+1 --force -trimpath", "n1 n 1 forc trimpath"},
	}
	for _, tt := range tests {
		if got := strings.Join(Cut(tt.text), " "); got != tt.want {
			t.Errorf("Cut(%q)\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestKeyFoldsSpellingsOfOneHitWord(t *testing.T) {
	same := [][]string{
		{"GBK乱码", "gbk 乱码", "ＧＢＫ亂碼"},
		{"api-gw", "API_GW", "apiGw", "Api.GW"},
		{"Node 22", "node  22", "NODE 22"},
		{"integration test", "Integration Tests"},
		{"caf\u00e9", "cafe\u0301", "CAFÉ"},
		{"データベース", "ﾃﾞｰﾀﾍﾞｰｽ"},
		{"v2.1", "2.1"},
	}
	for _, group := range same {
		for _, w := range group[1:] {
			if Key(w) != Key(group[0]) {
				t.Errorf("Key(%q) = %q, Key(%q) = %q", w, Key(w), group[0], Key(group[0]))
			}
		}
	}
	for _, pair := range [][2]string{{"C", "C++"}, {"C", "C#"}, {"net", ".NET"}, {"1.2", "12"}, {"Node 22", "Node 2 2"}} {
		if Key(pair[0]) == Key(pair[1]) {
			t.Errorf("%q and %q have one key %q", pair[0], pair[1], Key(pair[0]))
		}
	}
	for _, s := range []string{"", " ", "***", "\"\"", "🦊", "—"} {
		if got := Key(s); got != "" {
			t.Errorf("Key(%q) = %q, want nothing", s, got)
		}
	}
}

func TestTermsAreCleanShortAndOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		checkTerms(t, text)
	})
}

type failer interface{ Fatalf(string, ...any) }

func checkTerms(t failer, text string) {
	seen := map[string]bool{}
	for _, term := range append(Cut(text), strings.Fields(Key(text))...) {
		if term == "" || !utf8.ValidString(term) {
			t.Fatalf("term %q of %q", term, text)
		}
		for _, r := range term {
			if r < 0x80 && !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789.+#", r) || unicode.IsSpace(r) || unicode.IsControl(r) {
				t.Fatalf("term %q of %q has %q", term, text, r)
			}
		}
	}
	for _, term := range Cut(text) {
		if utf8.RuneCountInString(term) > maxTerm {
			t.Fatalf("term %q of %q is too long", term, text)
		}
		if seen[term] {
			t.Fatalf("term %q of %q comes twice", term, text)
		}
		seen[term] = true
	}
	if a, b := Cut(text), Cut(text); !reflect.DeepEqual(a, b) {
		t.Fatalf("Cut(%q) differs: %q %q", text, a, b)
	}
}

func FuzzCut(f *testing.F) {
	for _, s := range []string{"", "GBK乱码", "a.b::c", "C++ .NET C#", "\xff\xfe", "ﾃﾞｰﾀ", "''''", "....a", "a-", "e\u0301\u0301", "ß ẞ İ ǅ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkTerms(t, s) })
}

func TestAWordAndItsNumberAreOneKey(t *testing.T) {
	for _, same := range [][]string{{"RFC 2119", "rfc-2119", "RFC2119", "RFC  2119"}, {"EIP-1559", "eip 1559"}, {"端口 8080", "端口8080"}} {
		for _, w := range same[1:] {
			if Key(w) != Key(same[0]) {
				t.Errorf("Key(%q) = %q, Key(%q) = %q", w, Key(w), same[0], Key(same[0]))
			}
		}
	}
	if Key("tls 1 2") != "tls1 2" || Key("utf8 16") != "utf8 16" || Key("red green") != "red green" {
		t.Errorf("%q, %q, %q", Key("tls 1 2"), Key("utf8 16"), Key("red green"))
	}
	q := Parse("is EIP 1559 final?", nil)
	found := false
	for from := range q.Atoms {
		for to := from + 1; to <= len(q.Atoms); to++ {
			found = found || q.Window(from, to) == Key("EIP-1559")
		}
	}
	if !found {
		t.Error("no window of the prompt is the key of EIP-1559")
	}
}

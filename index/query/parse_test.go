package query

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// asked gives the terms that a prompt asks and would miss.
func asked(prompt string) string {
	var out []string
	q := Parse(prompt, nil)
	for _, u := range q.Units {
		if !u.Loose {
			out = append(out, u.Term)
		}
	}
	return strings.Join(out, " ")
}

func TestNegatedClausesAreNotAsked(t *testing.T) {
	tests := []struct{ prompt, want string }{
		// Directions to the agent.
		{"不要查乱码和部署", ""},
		{"请先不要动缓存", ""},
		{"别管日志了", ""},
		{"缓存部分先不要动", ""},
		{"这次不用考虑回滚，也不必看备份", ""},
		{"忽略超时", ""},
		{"don't touch the deploy scripts", ""},
		{"Please do not look at the cache, or the queue.", ""},
		{"I am not asking about tokens", ""},
		{"without touching the scheduler", ""},
		{"leave the broker alone", ""},
		{"no need to check the mirror", ""},
		// Contrast keeps the other half.
		{"不要改代码但请检查 IDE 配置", "检查 ide 配置"},
		{"先不要动缓存，看看连接池", "连接 接池"},
		{"不是索引，是分区", "分区"},
		{"除了队列之外还有什么缓存", "缓存"},
		{"don't touch the deploy, check the encoding", "check encod"},
		{"don't touch the deploy but check the encoding", "check encod"},
		{"check the encoding, but don't touch the deploy", "check encod"},
		{"not Kafka, but RabbitMQ", "rabbit mq"},
		{"it's not the broker, it's the proxy", "proxi"},
		{"leave the broker alone; what about the proxy?", "proxi"},
		{"look at the proxy instead of the broker", "proxi"},
		// Negation of negation.
		{"别忘了检查编码", "检查 查编 编码"},
		{"不能不检查证书", "检查 查证 证书"},
		{"don't forget the encoding", "forget encod"},
		{"not only the broker but also the proxy", "broker proxi"},
		// Questions and descriptions are about the thing.
		{"为什么不能查询队列", "查询 询队 队列"},
		{"为什么不要查询队列", "查询 询队 队列"},
		{"要不要重建索引", "重建 建索 索引"},
		{"不要重建索引吗？", "重建 建索 索引"},
		{"why don't we use the proxy", "proxi"},
		{"the cache does not expire", "cach expir"},
		{"we use the proxy instead of the broker", "proxi broker"},
		// Look-alikes.
		{"不可变基础设施", "可变 变基 基础 础设 设施"},
		{"无服务器", "无服 服务 务器"},
		{"notification retries", "notif retri"},
		{"non-root image", "non root imag"},
		{"特别名单和别名", "名单 别名"},
		// Nothing to ask.
		{"the and of with", ""},
		{"好的，谢谢", ""},
		{"please, could you help me with this?", ""},
	}
	for _, tt := range tests {
		if got := asked(tt.prompt); got != tt.want {
			t.Errorf("%q asks %q, want %q", tt.prompt, got, tt.want)
		}
	}
}

func TestWrappersOfHostsAreStripped(t *testing.T) {
	for _, prompt := range []string{
		"<hook_context>old broker text</hook_context>\nproxy",
		"<USER_REQUEST>\nproxy\n</USER_REQUEST>",
		"<system-reminder>broker\nbroker</system-reminder>proxy<system-reminder>broker",
		"proxy\n<hfa-recall>\n## chunk_0001 broker\n> broker\n</hfa-recall>\n",
		"<hfa-recall v=\"1\">broker</HFA-RECALL>proxy",
		"proxy </hook_context>",
	} {
		if got := asked(prompt); got != "proxi" {
			t.Errorf("%q asks %q", prompt, got)
		}
	}
	if got := Strip("if a < b && c > d then <T>"); got != "if a < b && c > d then <T>" {
		t.Errorf("Strip changed plain text: %q", got)
	}
}

func TestFormsOfOneTextAskTheSame(t *testing.T) {
	for _, pair := range [][2]string{
		{"ＰｏｓｔｇｒｅＳＱＬ 版本", "PostgreSQL 版本"},
		{"ﾃﾞｰﾀﾍﾞｰｽ", "データベース"},
		{"緩存雪崩", "缓存雪崩"},
		{"cafe\u0301", "caf\u00e9"},
		{"zero\u200bwidth", "zerowidth"},
	} {
		if a, b := asked(pair[0]), asked(pair[1]); a != b || a == "" {
			t.Errorf("%q asks %q, %q asks %q", pair[0], a, pair[1], b)
		}
	}
}

func TestGroupsGiveOtherWords(t *testing.T) {
	find := func(prompt string, aliases [][]string, word string) (AltKind, bool) {
		for _, u := range Parse(prompt, aliases).Units {
			for _, a := range u.Alts {
				if a.Word == word {
					return a.Kind, true
				}
			}
		}
		return 0, false
	}
	for _, pair := range [][2]string{
		{"网关超时", "timeout"}, {"it timed out", "超时"}, {"roll back the release", "回滚"}, {"出现乱码", "mojibake"}, {"back up the disk", "备份"}, {"concurrent writers", "并发"}, {"how to deploy", "部署"},
	} {
		if k, ok := find(pair[0], nil, pair[1]); !ok || k != Synonym {
			t.Errorf("%q has no synonym %q", pair[0], pair[1])
		}
	}
	aliases := [][]string{{"熔断", "circuit breaker"}}
	if k, ok := find("the circuit breaker", aliases, "熔断"); !ok || k != Alias {
		t.Error("no alias for circuit breaker")
	}
	if _, ok := find("the circuit", aliases, "熔断"); ok {
		t.Error("half of an alias found it")
	}
}

func TestBuiltInGroupsHaveTheTermsOfCut(t *testing.T) {
	for _, g := range groups(nil) {
		for _, w := range g.words {
			want := newGroupWord(w.text)
			if !slices.Equal(w.terms, want.terms) || !slices.Equal(w.atoms, want.atoms) {
				t.Errorf("%s has terms %q and atoms %q, want %q and %q", w.text, w.terms, w.atoms, want.terms, want.atoms)
			}
		}
	}
}

func TestWindowsMakeTheKeysOfHitWords(t *testing.T) {
	has := func(prompt, word string) bool {
		q := Parse(prompt, nil)
		key := Key(word)
		for from := range q.Atoms {
			if slices.Contains(q.Atoms[from].Inner, key) {
				return true
			}
			for to := from + 1; to <= len(q.Atoms); to++ {
				if to-1 > from && q.Atoms[to-1].Gap {
					break
				}
				if q.Window(from, to) == key {
					return true
				}
			}
		}
		return false
	}
	tests := []struct {
		prompt, word string
		want         bool
	}{
		{"重启api-gw后还是502", "api-gw", true},
		{"重启apigwx后", "api-gw", false},
		{"之前 GBK 乱码 怎么修的", "GBK乱码", true},
		{"我们的部署窗口", "部署", true},
		{"the integration tests fail", "integration test", true},
		{"on Node 22 now", "Node 22", true},
		{"on Node, 22 of them", "Node 22", false},
		{"SetMaxOpenConns(100)", "MaxOpenConns", true},
		{"不要看部署，看日志", "部署", false},
		{"is it C or C++", "C++", true},
		{"is it C", "C++", false},
	}
	for _, tt := range tests {
		if got := has(tt.prompt, tt.word); got != tt.want {
			t.Errorf("%q contains %q: %v", tt.prompt, tt.word, got)
		}
	}
}

func TestWhatIsAskedIsAmongWhatIsCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("abcXYZ019 _-./:+#'的不要部署缓存データ한글，。?éßＡ"))).Draw(t, "text")
		cut := Cut(text)
		q := Parse(text, nil)
		for _, u := range q.Units {
			if !slices.Contains(cut, u.Term) {
				t.Fatalf("%q asks %q, which Cut does not give: %q", text, u.Term, cut)
			}
		}
		for _, a := range q.Atoms {
			if !slices.Contains(cut, a.Term) || a.Pair != "" && !slices.Contains(cut, a.Pair) {
				t.Fatalf("%q has atom %+v, which Cut does not give: %q", text, a, cut)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "不要改代码但请检查 IDE 配置", "not X, but Y", "<hook_context>", "除了", "leave", "don't", "a\n> b", "\"\"\"", "以后改用", "别", "\xff", "C++::C#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := Parse(s, [][]string{{s, "other"}, {"a", "b c"}})
		if len(q.Units) > maxUnits {
			t.Fatalf("%d units", len(q.Units))
		}
		for _, u := range q.Units {
			if u.Term == "" || u.First > u.Last || u.Last >= len(q.Atoms) {
				t.Fatalf("unit %+v of %d atoms", u, len(q.Atoms))
			}
		}
	})
}

func TestAPromptOfAMegabyteIsBoundedWork(t *testing.T) {
	long := strings.Repeat("ERR (\"x\"* NEAR[7]) 错误:超时 <a&b> AND OR camelCaseName/path.go ", 1<<14)
	start := time.Now()
	q := Parse("日志轮转怎么配？"+long, nil)
	if d := time.Since(start); d > 500*time.Millisecond {
		t.Errorf("took %v", d)
	}
	if len(q.Atoms) > headBytes+tailBytes || !strings.Contains(asked("日志轮转怎么配？"+long), "轮转") || !strings.Contains(asked(long+"日志轮转怎么配？"), "轮转") {
		t.Errorf("%d atoms; the question at an end was not read", len(q.Atoms))
	}
}

func TestChangesOfHabitAreMarked(t *testing.T) {
	for prompt, want := range map[string]bool{
		"以后改用 pnpm": true, "from now on use tabs": true, "we switched to bun": true, "不再使用 yarn 了": true,
		"以后要不要用 pnpm": false, "should we switch to bun?": false, "> from now on use tabs": false, "他说“以后改用 pnpm”": false, "use tabs": false, "`from now on` flag": false,
	} {
		if got := len(Parse(prompt, nil).Changes) > 0; got != want {
			t.Errorf("%q: change %v", prompt, got)
		}
	}
}
func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		Parse("之前 GBK 乱码怎么修的，是不是 reconcile.csv 的编码有问题？ SetMaxOpenConns too", nil)
	}
}

func BenchmarkParseMegabyte(b *testing.B) {
	long := strings.Repeat("ERR (\"x\"* NEAR[7]) 错误:超时 <a&b> AND OR camelCaseName/path.go ", 1<<14)
	for b.Loop() {
		Parse(long, nil)
	}
}

func BenchmarkCut(b *testing.B) {
	text := strings.Repeat("银行下发的 reconcile.csv 用 GB18030 解码后再转 UTF-8 入库。 Graceful shutdown needs preStop sleep. ", 8)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Cut(text)
	}
}

// A full stop that begins a name parts no clauses: the prompt asks for what was stored.
func TestDotNamesAreAskedWhole(t *testing.T) {
	for prompt, want := range map[string]string{
		"how do we build for .NET?":      ".net",
		"fix the build; .gitignore next": ".gitignore",
		"项目用.NET吗":                       ".net",
	} {
		var terms []string
		for _, u := range Parse(prompt, nil).Units {
			terms = append(terms, u.Term)
		}
		if !slices.Contains(terms, want) {
			t.Errorf("%q asks %q, want %q among them", prompt, terms, want)
		}
	}
}

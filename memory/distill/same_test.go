package distill

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestSameTellsDuplicatesFromContradictions(t *testing.T) {
	for _, c := range []struct {
		why, a, b string
		want      Verdict
	}{
		{"equal", "Retries are capped at 3.", "Retries are capped at 3.", Duplicate},
		{"case, marks, small words", "The retries are capped at 3.", "retries capped at 3", Duplicate},
		{"endings", "Each upload is limited to 20 MB.", "Each upload limits to 20 MB", Duplicate},
		{"unit beside its number", "Uploads are limited to 20MB.", "Uploads are limited to 20 MB.", Duplicate},
		{"backticks", "`proxy_read_timeout` is 180 s.", "proxy_read_timeout is 180 s", Duplicate},
		{"a few words more", "All services write logs to stdout as JSON lines, one event a line, through the shared logger.",
			"All services write logs to stdout as JSON lines, one event a line, through the shared logger package.", Duplicate},
		{"中文标点", "缓存过期时间为 10 分钟。", "缓存过期时间为10分钟", Duplicate},
		{"虚词", "缓存的过期时间是 10 分钟", "缓存过期时间为 10 分钟", Duplicate},

		{"number", "Retries are capped at 3.", "Retries are capped at 5.", Contradiction},
		{"unit", "The timeout of the gateway is 30 s.", "The timeout of the gateway is 30 ms.", Contradiction},
		{"version", "CI runs Go 1.25.3 on all systems.", "CI runs Go 1.26.0 on all systems.", Contradiction},
		{"path", "Prompts of `cmd/run` are kept in docs/a.md.", "Prompts of `cmd/run` are kept in docs/b.md.", Contradiction},
		{"identifier", "fetchPage in client.go closes the body.", "fetchAll in client.go closes the body.", Contradiction},
		{"negation put in", "POST requests are retried by the gateway.", "POST requests are not retried by the gateway.", Contradiction},
		{"opposite", "Minification is enabled in release builds.", "Minification is disabled in release builds.", Contradiction},
		{"on and off", "The flag is on in production builds now.", "The flag is off in production builds now.", Contradiction},
		{"order", "Sessions moved from redis to postgres.", "Sessions moved from postgres to redis.", Contradiction},
		{"another choice", "We store sessions in redis for all tenants.", "We store sessions in memcached for all tenants.", Contradiction},
		{"数字", "缓存过期时间为 10 分钟。", "缓存过期时间为 30 分钟。", Contradiction},
		{"否定", "网关对 POST 重试。", "网关对 POST 不重试。", Contradiction},
		{"先后", "先写数据库再删缓存。", "先删缓存再写数据库。", Contradiction},
		{"反义", "生产环境开启压缩。", "生产环境关闭压缩。", Contradiction},

		{"another identifier", "The timeout of `svc_orders` is 30 s.", "The timeout of `svc_users` is 30 s.", Contradiction},
		{"another subject, like words", "The timeout of `svc_orders` for reads is 30 s.", "The timeout of `svc_users` for big uploads is 90 s.", Different},
		{"another topic", "Sessions are stored in Redis.", "Line endings are LF in every file.", Different},
		{"无关", "密码哈希使用 argon2id。", "前端构建换成 Vite。", Different},
		{"empty", "", "x", Different},
	} {
		t.Run(c.why, func(t *testing.T) {
			a, b := Text{Conclusion: c.a}, Text{Conclusion: c.b}
			if got := Same(a, b); got != c.want {
				t.Errorf("Same = %v, want %v", got, c.want)
			}
			if got := Same(b, a); got != c.want {
				t.Errorf("swapped: Same = %v, want %v", got, c.want)
			}
		})
	}
}

func TestSameTitleWithOtherFactsMayContradict(t *testing.T) {
	a := Text{"Upload limit", "Files up to 20 MB are accepted."}
	b := Text{"upload limit", "nginx refuses anything larger than 50 MB."}
	if got := Same(a, b); got != Contradiction {
		t.Errorf("Same = %v", got)
	}
	b.Title = "Proxy"
	if got := Same(a, b); got != Different {
		t.Errorf("other title: Same = %v", got)
	}
}

// A text is a duplicate of itself, the verdict does not depend on the order, and another
// number is never a duplicate.
func TestSameIsSymmetricAndNeverBlindToNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.StringOfN(rapid.RuneFrom([]rune("ab cd 不在缓存.0123`/_-")), 0, 60, -1).Draw(t, "a")
		b := rapid.StringOfN(rapid.RuneFrom([]rune("ab cd 不在缓存.0123`/_-")), 0, 60, -1).Draw(t, "b")
		x, y := Text{Conclusion: a}, Text{Conclusion: b}
		if got := Same(x, x); got != Duplicate {
			t.Fatalf("of itself: %v", got)
		}
		verdict := Same(x, y)
		if got := Same(y, x); got != verdict {
			t.Fatalf("%v, swapped %v", verdict, got)
		}
		digits := func(s string) string {
			return strings.Map(func(r rune) rune {
				if !unicode.IsDigit(r) {
					return -1
				}
				return r
			}, s)
		}
		if verdict == Duplicate && digits(a) != digits(b) {
			t.Fatalf("%q and %q are duplicates", a, b)
		}
	})
}

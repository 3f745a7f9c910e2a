package distill

import (
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/token"
)

func TestBlocksAreReadInEveryForm(t *testing.T) {
	want := Draft{Title: "Uploads end at 20 MB", HitWords: []string{"upload", "413"}, Conclusion: "nginx refuses more.",
		Supersedes: []string{"chunk_0002-k3f9qz7m", "7"}, Node: "S2", RequestID: "r-1", Structured: true}
	for name, block := range map[string]string{
		"backticks":       "```hfa-memory\ntitle: Uploads end at 20 MB\nhit_words: upload, 413\nconclusion: nginx refuses more.\nsupersedes: chunk_0002-k3f9qz7m, 7\nnode: S2\nrequest_id: r-1\n```",
		"tildes":          "~~~hfa-memory\ntitle: Uploads end at 20 MB\nhit_words: upload, 413\nconclusion: nginx refuses more.\nsupersedes: chunk_0002-k3f9qz7m, 7\nnode: S2\nrequest_id: r-1\n~~~",
		"letter case":     "```HFA-Memory\nTitle: Uploads end at 20 MB\nHit Words: upload, 413\nCONCLUSION: nginx refuses more.\nSupersedes: chunk_0002-k3f9qz7m, 7\nNode: s2\nRequest-ID: r-1\n```",
		"full-width":      "```hfa-memory\n标题：Uploads end at 20 MB\n命中词：upload、413\n结论：nginx refuses more.\n替代：chunk_0002-k3f9qz7m，7\n节点：S2\n请求号：r-1\n```",
		"traditional":     "```hfa-memory\n標題：Uploads end at 20 MB\n命中詞：upload、413\n結論：nginx refuses more.\n取代：chunk_0002-k3f9qz7m、7\n節點：S2\n請求號：r-1\n```",
		"lists":           "```hfa-memory\ntitle: \"Uploads end at 20 MB\"\nhit_words:\n  - upload\n  - 413\nconclusion: |\n  nginx refuses more.\nsupersedes: [chunk_0002-k3f9qz7m, 7]\nnode: S2\nrequest_id: r-1\n```",
		"other order":     "```hfa-memory\nrequest_id: r-1\nnode: S2\nconclusion: nginx refuses more.\nsupersedes: chunk_0002-k3f9qz7m; 7\nhit_words: [upload, 413]\ntitle: Uploads end at 20 MB\n```",
		"foreign keys":    "```hfa-memory\ntitle: Uploads end at 20 MB\ndate: 2026-11-30\nhit_words: upload, 413\nconclusion: nginx refuses more.\nsource: chat\nsupersedes: chunk_0002-k3f9qz7m, 7\nnode: S2\nrequest_id: r-1\n```",
		"JSON":            "```hfa-memory\n{\"title\":\"Uploads end at 20 MB\",\"hit_words\":[\"upload\",\"413\"],\"conclusion\":\"nginx refuses more.\",\"supersedes\":[\"chunk_0002-k3f9qz7m\",\"7\"],\"node\":\"S2\",\"request_id\":\"r-1\"}\n```",
		"JSON, camelCase": "```hfa-memory\n{\"title\":\"Uploads end at 20 MB\",\"hitWords\":\"upload, 413\",\"conclusion\":\"nginx refuses more.\",\"supersedes\":\"chunk_0002-k3f9qz7m, 7\",\"node\":\"S2\",\"requestId\":\"r-1\",\"mood\":{\"x\":[1]}}\n```",
		"JSON 中文":         "```hfa-memory\n{\"标题\":\"Uploads end at 20 MB\",\"命中词\":[\"upload\",413],\"结论\":\"nginx refuses more.\",\"替代\":[\"chunk_0002-k3f9qz7m\",7],\"节点\":\"S2\",\"请求号\":\"r-1\"}\n```",
		"JSON list":       "```hfa-memory\n[{\"title\":\"Uploads end at 20 MB\",\"hit_words\":[\"upload\",\"413\"],\"conclusion\":\"nginx refuses more.\",\"supersedes\":[\"chunk_0002-k3f9qz7m\",\"7\"],\"node\":\"S2\",\"request_id\":\"r-1\"}]\n```",
		"CRLF, in a list": "- noted:\r\n\r\n  ```hfa-memory\r\n  title: Uploads end at 20 MB\r\n  hit_words: upload, 413\r\n  conclusion: nginx refuses more.\r\n  supersedes: chunk_0002-k3f9qz7m, 7\r\n  node: S2\r\n  request_id: r-1\r\n  ```\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			for _, mode := range []string{Auto, Structured} {
				drafts, refused := Extract("Here it is.\n\n"+block+"\nBye.", Options{Mode: mode})
				if len(drafts) != 1 || len(refused) != 0 {
					t.Fatalf("%s: drafts %+v, refused %v", mode, drafts, refused)
				}
				if got := drafts[0]; !equal(got, want) {
					t.Errorf("%s:\n got %+v\nwant %+v", mode, got, want)
				}
			}
			if drafts, refused := Extract(block, Options{Mode: Off}); drafts != nil || refused != nil {
				t.Errorf("off: %v, %v", drafts, refused)
			}
		})
	}
}

func equal(a, b Draft) bool {
	return a.Title == b.Title && a.Conclusion == b.Conclusion && a.Node == b.Node && a.RequestID == b.RequestID && a.Structured == b.Structured &&
		slices.Equal(a.HitWords, b.HitWords) && slices.Equal(a.Supersedes, b.Supersedes)
}

func TestConclusionsOfABlock(t *testing.T) {
	for _, c := range []struct{ why, block, want string }{
		{"several lines", "title: t\nconclusion: one\ntwo: 2\n\nthree\nhit_words: w", "one\ntwo: 2\n\nthree"},
		{"indented lines", "title: t\nconclusion:\n  one\n    two\n  node: is no key here\nnode: M1", "one\n  two\nnode: is no key here"},
		{"a key twice", "title: t\nconclusion: one\nconclusion: two", "one\nconclusion: two"},
		{"a code fence inside", "title: t\nconclusion: run\n```sh\nmake x\n```\nand wait", "run\n```sh\nmake x\n```\nand wait"},
		{"a rule at the end", "title: t\nconclusion: one\n---", "one"},
	} {
		drafts, _ := Extract("```hfa-memory\n"+c.block+"\n```", Options{})
		if len(drafts) != 1 || drafts[0].Conclusion != c.want {
			t.Errorf("%s: %+v", c.why, drafts)
		}
	}
}

func TestSeveralRecordsAreSeveralDrafts(t *testing.T) {
	block := func(title string) string {
		return "```hfa-memory\ntitle: " + title + "\nconclusion: c of " + title + "\n```\n"
	}
	for why, answer := range map[string]string{
		"two blocks":             block("a") + "text\n" + block("b"),
		"the same block again":   block("a") + block("b") + block("a"),
		"two in one block":       "```hfa-memory\ntitle: a\nconclusion: c of a\n---\ntitle: b\nconclusion: c of b\n```",
		"an end was forgotten":   strings.TrimSuffix(block("a"), "```\n") + block("b"),
		"blocks win over a line": block("a") + block("b") + "Decision: a again, in other words",
	} {
		drafts, refused := Extract(answer, Options{})
		if len(drafts) != 2 || len(refused) != 0 || drafts[0].Title != "a" || drafts[1].Title != "b" || drafts[0].Conclusion != "c of a" || drafts[1].Conclusion != "c of b" {
			t.Errorf("%s: %+v, %v", why, drafts, refused)
		}
	}
	drafts, refused := Extract(strings.Repeat("x", 3)+"\n"+manyBlocks(maxDrafts+3), Options{})
	if len(drafts) != maxDrafts || len(refused) != 1 {
		t.Errorf("%d drafts, %v", len(drafts), refused)
	}
}

func manyBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("```hfa-memory\ntitle: t" + strings.Repeat("i", i) + "\nconclusion: c\n```\n")
	}
	return b.String()
}

// What only looks like a capture form leaves nothing, and keeps the prose round it
// from being searched.
func TestWhatIsNoRecord(t *testing.T) {
	const prose = "\n\nThe root cause was `cache.Get` in cache.go; it returns a copy now and the race is gone.\n"
	const inner = "```hfa-memory\ntitle: t\nconclusion: we use `x.go`\n```"
	for why, form := range map[string]string{
		"documentation fence":   "````markdown\n" + inner + "\n````",
		"fence of one length":   "```markdown\n" + inner + "\n```",
		"fence without a name":  "```\n" + inner + "\n```",
		"tildes round it":       "~~~\n" + inner + "\n~~~",
		"quoted":                "> ```hfa-memory\n> title: t\n> conclusion: c\n> ```",
		"indented":              "    ```hfa-memory\n    title: t\n    conclusion: c\n    ```",
		"comment":               "<!--\n" + inner + "\n-->",
		"announced example":     "Write it like this, for example:\n\n" + inner,
		"示例":                    "格式如下：\n" + inner,
		"empty":                 "```hfa-memory\n```",
		"empty object":          "```hfa-memory\n{}\n```",
		"null":                  "```hfa-memory\n{\"title\":\"t\",\"conclusion\":null}\n```",
		"no conclusion":         "```hfa-memory\ntitle: t\nhit_words: a, b\n```",
		"placeholder":           "```hfa-memory\ntitle: <title>\nconclusion: <what was decided>\n```",
		"dots":                  "```hfa-memory\ntitle: t\nconclusion: ...\n```",
		"暂无":                    "```hfa-memory\n标题: t\n结论: 暂无\n```",
		"Decision: pending":     "Decision: pending",
		"Decision: TBD, later":  "**Decision:** TBD, next week",
		"Decision: still open":  "Decision: Postgres or MySQL, still open",
		"Decision: a question":  "Decision: shall we keep Redis?",
		"Decision: ?":           "Decision: ?",
		"unverified":            "Decision: raise the pool to 20 (to be confirmed)",
		"决定：待定":                 "决定：待定，下周三再议",
		"结论：无":                  "结论：无。",
		"结论：还不能确定":              "结论：还不能确定，先观察两天",
		"结論：尚無":                 "結論：尚無",
		"quoted line":           "> Decision: drop IE 11",
		"quoted in marks":       "“决定：全部迁到 Kafka”",
		"in a code fence":       "```\nDecision: drop IE 11\n```",
		"the minutes say":       "The minutes of Monday say:\n\nDecision: drop IE 11",
		"纪要写道":                  "会议纪要里写的是：\n决定：全部迁到 Kafka",
		"credited below":        "Decision: drop IE 11\n\nThat's from ADR 7.",
		"in a table":            "| Decision: x | y |\n|---|---|",
		"recalled":              "<hfa-recall>\n## chunk_0007 t\n[M1]\n> c\nDecision: drop IE 11\n</hfa-recall>",
		"system reminder":       "<system-reminder>Decision: drop IE 11</system-reminder>",
		"recalled without tags": "## chunk_0007 Drop IE\n[M1 · 2026-05-11]\n> Decision: drop IE 11",
	} {
		t.Run(why, func(t *testing.T) {
			if drafts, refused := Extract(form, Options{}); len(drafts) != 0 || len(refused) != 0 {
				t.Errorf("drafts %+v, refused %v", drafts, refused)
			}
			drafts, _ := Extract(form+prose, Options{Mode: Structured})
			if len(drafts) != 0 {
				t.Errorf("structured, with prose: %+v", drafts)
			}
		})
	}
}

func TestDecisionLines(t *testing.T) {
	for _, c := range []struct{ why, answer, want string }{
		{"plain", "Decision: we link `rustls`.", "we link `rustls`."},
		{"letter case", "DECISION: we link `rustls`.", "we link `rustls`."},
		{"bold label", "**Decision:** we link `rustls`.", "we link `rustls`."},
		{"bold label, colon outside", "**Decision**: we link `rustls`.", "we link `rustls`."},
		{"bold line", "**Decision: we link `rustls`.**", "we link `rustls`."},
		{"heading", "## Decision: we link `rustls`\n\nBecause of musl.", "we link `rustls`"},
		{"item", "- Decision: we link `rustls`.\n- Owner: Ann", "we link `rustls`."},
		{"in the middle", "I tried both.\n\nDecision: we link `rustls`.\n\nThe rest stays.", "we link `rustls`."},
		{"wrapped", "Decision: we link\n`rustls` from now on.", "we link `rustls` from now on."},
		{"below", "Decision:\n\nwe link `rustls`.", "we link `rustls`."},
		{"list below", "**Decision:**\n- we link `rustls`\n- FIPS is out", "we link `rustls`\nFIPS is out"},
		{"决定", "决定：接口统一用 `snake_case`。", "接口统一用 `snake_case`。"},
		{"决定, half-width", "决定: 接口统一用 `snake_case`。", "接口统一用 `snake_case`。"},
		{"结论", "查了三层。\n\n结论：连接池 `maxIdle` 固定为 20。", "连接池 `maxIdle` 固定为 20。"},
		{"結論", "結論：一律先寫資料庫再刪快取。", "一律先寫資料庫再刪快取。"},
		{"折行", "结论：连接池\n固定为 20。", "连接池固定为 20。"},
		{"not a decision word", "Decisions: many", ""},
		{"unchecked box", "- [ ] Decision: later", ""},
		{"未登录 is no 未定", "结论：未登录用户一律返回 401。", "未登录用户一律返回 401。"},
		{"pending orders are not pending", "Decision: pending orders expire after 15 minutes.", "pending orders expire after 15 minutes."},
		{"nothing below", "Decision:\n", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			drafts, refused := Extract(c.answer, Options{Mode: Structured})
			if c.want == "" {
				if len(drafts) != 0 {
					t.Errorf("%+v", drafts)
				}
				return
			}
			if len(drafts) != 1 || len(refused) != 0 || drafts[0].Conclusion != c.want {
				t.Fatalf("%+v, %v", drafts, refused)
			}
			if d := drafts[0]; d.Title == "" || len(d.HitWords) == 0 || !d.Structured {
				t.Errorf("%+v", d)
			}
		})
	}
	drafts, _ := Extract("Decision: a is `x`\nDecision: b is `y`\n", Options{})
	if len(drafts) != 2 {
		t.Errorf("two lines: %+v", drafts)
	}
}

func TestDecisionField(t *testing.T) {
	for _, c := range []struct{ raw, title, conclusion string }{
		{`"Sessions live in redis, 14 days."`, "Sessions live in redis, 14 days", "Sessions live in redis, 14 days."},
		{`"Decision: sessions live in redis."`, "sessions live in redis", "sessions live in redis."},
		{`{"title":"Sessions","hit_words":["redis"],"conclusion":"14 days"}`, "Sessions", "14 days"},
		{`{"标题":"会话","结论":"保留 14 天"}`, "会话", "保留 14 天"},
		{`[{"title":"Sessions","conclusion":"14 days"}]`, "Sessions", "14 days"},
		{"\"```hfa-memory\\ntitle: Sessions\\nconclusion: 14 days\\n```\"", "Sessions", "14 days"},
		{`null`, "", ""}, {``, "", ""}, {`""`, "", ""}, {`"pending"`, "", ""}, {`"暂无"`, "", ""}, {`"block"`, "", ""}, {`"approve"`, "", ""},
		{`true`, "", ""}, {`7`, "", ""}, {`{}`, "", ""}, {`[]`, "", ""},
	} {
		drafts, refused := DecisionField([]byte(c.raw), Options{})
		if len(refused) != 0 {
			t.Errorf("%s: refused %v", c.raw, refused)
		}
		if c.conclusion == "" {
			if len(drafts) != 0 {
				t.Errorf("%s: %+v", c.raw, drafts)
			}
			continue
		}
		if len(drafts) != 1 || drafts[0].Title != c.title || drafts[0].Conclusion != c.conclusion || !drafts[0].Structured {
			t.Errorf("%s: %+v", c.raw, drafts)
		}
	}
	for _, bad := range []string{`{"title":`, `"a" "b"`, `{"title":"a","title":"b"}`, "\"\xff\"", strings.Repeat("[", 100000)} {
		if drafts, refused := DecisionField([]byte(bad), Options{}); len(drafts) != 0 || len(refused) != 1 {
			t.Errorf("%.20q: %v, %v", bad, drafts, refused)
		}
	}
	if drafts, _ := DecisionField([]byte(`"we keep redis for sessions"`), Options{Mode: Off}); drafts != nil {
		t.Errorf("off: %v", drafts)
	}
}

func TestTooLongIsRefusedWithAHint(t *testing.T) {
	for why, conclusion := range map[string]string{
		"characters": strings.Repeat("长", memory.MaxConclusion+1),
		"tokens":     strings.Repeat("Zürich kommt später dazu; ", 120),
	} {
		drafts, refused := Extract("```hfa-memory\ntitle: long\nconclusion: "+conclusion+"\n```", Options{})
		if len(drafts) != 0 || len(refused) != 1 {
			t.Fatalf("%s: %d drafts, %v", why, len(drafts), refused)
		}
		if message := refused[0].Error(); !strings.Contains(message, "split") || !strings.Contains(message, "long") || len(message) > 300 {
			t.Errorf("%s: %s", why, message)
		}
	}
}

func TestWhatCannotBeStoredIsLeftOutOrCut(t *testing.T) {
	words := strings.Repeat("w1, w2, w3, w4, w5, w6, w7, w8, w9, ", 2) + strings.Repeat("x", 65)
	answer := "```hfa-memory\ntitle: " + strings.Repeat("title ", 50) + "\nhit_words: " + words +
		"\nconclusion: c\nnode: backend/database\nsupersedes: chk-lock, chunk_00, chunk_0003, all of them\nrequest_id: none\n```"
	drafts, refused := Extract(answer, Options{})
	if len(drafts) != 1 || len(refused) != 0 {
		t.Fatal(drafts, refused)
	}
	d := drafts[0]
	if n := len([]rune(d.Title)); n > memory.MaxTitle || n < memory.MaxTitle-10 || strings.HasSuffix(d.Title, "titl") {
		t.Errorf("title %q", d.Title)
	}
	if !slices.Equal(d.HitWords, []string{"w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8"}) {
		t.Errorf("hit words %q", d.HitWords)
	}
	if d.Node != "" || d.RequestID != "" || !slices.Equal(d.Supersedes, []string{"chunk_00", "chunk_0003"}) {
		t.Errorf("%+v", d)
	}
}

func TestBrokenBlocksAreRefused(t *testing.T) {
	for why, answer := range map[string]string{
		"no end":        "```hfa-memory\ntitle: t\nconclusion: we use x.go and",
		"bad JSON":      "```hfa-memory\n{\"title\": \"t\", \"conclusion\": \"c\"\n```",
		"key twice":     "```hfa-memory\n{\"conclusion\": \"c\", \"结论\": \"d\"}\n```",
		"text after it": "```hfa-memory\n{\"conclusion\": \"c\"} x\n```",
	} {
		if drafts, refused := Extract(answer, Options{}); len(drafts) != 0 || len(refused) != 1 || refused[0].Hint == "" {
			t.Errorf("%s: %v, %v", why, drafts, refused)
		}
	}
}

// The secret is known by the word beside it, which is not in the field that is cut out.
func TestSecretsAreTakenOutBeforeAnythingIsDrawn(t *testing.T) {
	secret := "gh" + "p_" + strings.Repeat("a1B2c3D4", 4) + "wxyz"
	for _, answer := range []string{
		"```hfa-memory\ntitle: token of CI\nhit_words: ci, " + secret + "\nconclusion: CI logs in with " + secret + ".\n```",
		"Decision: CI logs in with `" + secret + "`.",
		"The cause was that `ci.yml` had no token. It has `" + secret + "` now, the build went through.",
	} {
		drafts, _ := Extract(answer, Options{})
		if len(drafts) != 1 {
			t.Fatalf("%d drafts of %q", len(drafts), answer)
		}
		d := drafts[0]
		if text := d.Title + d.Conclusion + strings.Join(d.HitWords, " "); strings.Contains(text, secret) || strings.Contains(strings.Join(d.HitWords, " "), "REDACTED") {
			t.Errorf("%+v", d)
		}
	}
	drafts, _ := DecisionField([]byte(`{"title":"t","conclusion":"log in with `+secret+`"}`), Options{})
	if len(drafts) != 1 || strings.Contains(drafts[0].Conclusion, secret) {
		t.Errorf("%+v", drafts)
	}
}

// A draft's block fits the budget with head and foot, whatever the source.
func TestBlocksOfDraftsFitOneRecall(t *testing.T) {
	o := Options{Source: strings.Repeat("claude:", 40)}
	for n := 50; n < 700; n += 50 {
		drafts, refused := Extract("```hfa-memory\ntitle: t\nconclusion: "+strings.Repeat("word ", n)+"\n```", o)
		if len(drafts)+len(refused) != 1 {
			t.Fatal(drafts, refused)
		}
		c := memory.Chunk{Node: "M1", Title: "t", Conclusion: strings.TrimSpace(strings.Repeat("word ", n)), Source: o.Source, CreatedAt: memory.TimeFormat}
		tokens := token.Count(memory.RecallHead + c.Block("chunk_0001") + memory.RecallFoot)
		if fits := tokens <= DefaultMaxTokens; len(drafts) == 1 && !fits || len(drafts) == 0 && tokens < DefaultMaxTokens-40 {
			t.Errorf("%d words, %d tokens: %d drafts", n, tokens, len(drafts))
		}
	}
}

// TestDecisionBehindAReport: "Done. Decision: …" declares as much as a line of its own.
func TestDecisionBehindAReport(t *testing.T) {
	for answer, want := range map[string]string{
		"Done. Decision: session tokens live for 20 minutes. Reason: the audit asked for it.": "session tokens live for 20 minutes. Reason: the audit asked for it.",
		"已完成。决定：会话令牌有效期 20 分钟。":                                                               "会话令牌有效期 20 分钟。",
		"All tests pass. Conclusion follows. decision: keep v1.2.":                            "keep v1.2.",
		"The minutes say: we wait. Decision: pending":                                         "",
		"The ticket reads as follows. Decision: drop the cache.":                              "",
		"See a.Decision: x": "",
		"This paragraph talks at length about what was found in the logs, in the traces and in the metrics. Decision: none of it.": "",
	} {
		drafts, _ := Extract(answer, Options{Mode: "structured"})
		got := ""
		if len(drafts) > 0 {
			got = drafts[0].Conclusion
		}
		if got != want || len(drafts) > 1 {
			t.Errorf("%q: %d drafts, the first %q, want %q", answer, len(drafts), got, want)
		}
	}
}

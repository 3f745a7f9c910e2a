package index

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/token"
)

// note is a chunk in short.

type note struct {
	title, words, conclusion string
	node                     memory.NodeID
	supersedes               []int // numbers
	created                  string
}

// testMemory is a memory made by hand, on the slow source.

type testMemory struct {
	chunks []memory.Chunk
	nodes  []memory.Node
	dead   []memory.ID
	tombs  map[string]memory.Tombstone
	config memory.Config
	files  map[string]string // documents
	top    string
}

func newMemory(notes ...note) *testMemory {
	m := &testMemory{config: memory.DefaultConfig(), tombs: map[string]memory.Tombstone{}, files: map[string]string{}}
	m.nodes = []memory.Node{
		{ID: "M1", Path: "main/M1.md", State: memory.Active, Note: "Main"},
		{ID: "P1", Path: "profile/P1.md", State: memory.Active, Note: "Profile"},
	}
	for i, n := range notes {
		c := memory.Chunk{Schema: 1, Epoch: 1, Topic: i + 1, Node: n.node, Title: n.title, Conclusion: n.conclusion, Source: "test", CreatedAt: n.created}
		if c.Node == "" {
			c.Node = "M1"
		}
		if c.CreatedAt == "" {
			c.CreatedAt = "2026-01-02T03:04:05.000Z"
		}
		for _, w := range strings.Split(n.words, ",") {
			if w = strings.TrimSpace(w); w != "" {
				c.HitWords = append(c.HitWords, w)
			}
		}
		for _, k := range n.supersedes {
			c.Supersedes = append(c.Supersedes, m.chunks[k-1].ID)
		}
		c.Seal(i + 1)
		m.chunks = append(m.chunks, c)
	}
	return m
}

func (m *testMemory) view() *View {
	dir := memory.NewDirectory("en")
	for _, n := range m.nodes {
		dir.Put(n)
	}
	files := map[string]string{}
	for k, v := range m.files {
		files[k] = v
	}
	for i := range m.chunks {
		c := &m.chunks[i]
		files[memory.ChunkPath(c.Epoch, c.ID)] = string(c.Encode())
	}
	return &View{
		Source: newSlowSource(m.chunks, m.dead...), Config: m.config, Directory: dir, Tombstones: m.tombs, Digest: "sha256:00", Top: m.top, docThere: true,
		read: func(path string) ([]byte, error) {
			if data, ok := files[path]; ok {
				return []byte(data), nil
			}
			return nil, fs.ErrNotExist
		},
	}
}

func (m *testMemory) recall(t *testing.T, r Request) *Answer {
	t.Helper()
	a, err := m.view().Recall(context.Background(), r)
	if err != nil {
		t.Fatalf("recall %q: %v", r.Query, err)
	}
	checkAnswer(t, m.config, a)
	return a
}

func (m *testMemory) ask(t *testing.T, prompt string) *Answer {
	t.Helper()
	return m.recall(t, Request{Query: prompt})
}

// checkAnswer holds what is true of every answer.

func checkAnswer(t *testing.T, c memory.Config, a *Answer) {
	t.Helper()
	if len(a.Selected) > maxSelected || len(a.Ranked) > maxRanked {
		t.Errorf("%d selected, %d ranked", len(a.Selected), len(a.Ranked))
	}
	if n := token.Count(a.RecallText); a.Exact && n != a.RecallTokens || a.RecallTokens > c.RecallTokenBudget {
		t.Errorf("recall_text has %d tokens, told %d, budget %d", n, a.RecallTokens, c.RecallTokenBudget)
	}
	if n := token.Count(a.RouterText); a.Exact && n != a.RouterTokens || a.RouterTokens > c.RouterTokenBudget {
		t.Errorf("router_text has %d tokens, told %d, budget %d", n, a.RouterTokens, c.RouterTokenBudget)
	}
	if a.Status == StatusMiss && (a.RouterText != "" || a.RecallText != "" || len(a.Selected)+len(a.Deferred) > 0) {
		t.Errorf("a miss says something: %+v", a)
	}
	if (len(a.Selected) == 0) != (a.RecallText == "") {
		t.Errorf("%d selected, recall_text %q", len(a.Selected), a.RecallText)
	}
	for _, s := range a.Selected {
		if !strings.Contains(a.RecallText, s.Text) {
			t.Errorf("text of %s is not in recall_text", s.ID)
		}
	}
	data, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"selected", "deferred", "profile_drift", "problems", "match", "supersedes", "conflicts_with", "missing_paths"} {
		if bytes.Contains(data, []byte(`"`+key+`":null`)) {
			t.Errorf("%s is null", key)
		}
	}
}

func titles(a *Answer) string {
	var out []string
	for _, s := range a.Selected {
		out = append(out, s.Title)
	}
	return strings.Join(out, " | ")
}

func TestSmallMemoriesAnswerAndRefuse(t *testing.T) {
	tests := []struct {
		name   string
		notes  []note
		hits   map[string]string // prompt -> title that must be among the selected
		misses []string
	}{
		{"signs of a query language are text", []note{{title: "Agent fan-out limit", words: "multi-agent, WILD-358, --error-on-fanout", conclusion: "Fan out to at most four workers."}},
			map[string]string{"multi-agent": "Agent fan-out limit", "WILD-358": "Agent fan-out limit", "what about multi-agent?": "Agent fan-out limit"},
			[]string{"--error-on-warnings", "-4i", "a-b"}},
		{"operators are words", []note{{title: "Mobile naming", words: "ANDROID, notation", conclusion: "Name builds with the android notation."}},
			map[string]string{"ANDROID": "Mobile naming", "notation": "Mobile naming", "android and notation": "Mobile naming"},
			[]string{"AND", "OR", "NOT", "NEAR", "NEAR(a b", "*", "**", `""`, " ", "　　　", "🦊", ":", "NOT NOT", "AND OR", ""}},
		{"a word inside a Chinese sentence", []note{{title: "部署方案", words: "部署, 蓝绿发布", conclusion: "采用蓝绿发布，窗口为每周二 22:00。"}},
			map[string]string{"今天讨论一下部署方案怎么改": "部署方案", "蓝绿发布要多久？": "部署方案", "我们的部署窗口是几点": "部署方案"},
			[]string{"数据库索引怎么建"}},
		{"Latin glued to Chinese", []note{{title: "网关超时", words: "api-gw, 网关超时", conclusion: "api-gw 的上游超时固定为 30 秒。"}},
			map[string]string{"重启api-gw后还是502": "网关超时", "api-gw网关超时怎么调": "网关超时", "把API-GW的超时改一下": "网关超时"},
			[]string{"重启apigwx后"}},
		{"forms of one character", []note{{title: "Canteen", words: "caf\u00e9", conclusion: "Meet there."}, {title: "Database", words: "PostgreSQL", conclusion: "Version 16."}, {title: "DB 方針", words: "データベース", conclusion: "一つだけ使う。"}},
			map[string]string{"where is the cafe\u0301": "Canteen", "ＰｏｓｔｇｒｅＳＱＬ 的版本": "Database", "ﾃﾞｰﾀﾍﾞｰｽはどれ": "DB 方針"}, nil},
		{"one common sign is a coincidence", []note{{title: "财务系统", words: "金蝶云, 财务对接", conclusion: "财务对接走金蝶云的开放接口。"}},
			map[string]string{"金蝶云怎么对接": "财务系统"},
			[]string{"最近黄金为什么涨价", "PHRASE_THAT_IS_NOWHERE_QQQQ", "今天天气怎么样", "the and of with"}},
		{"words that look like a negation", []note{{title: "发布方式", words: "不可变基础设施", conclusion: "只换镜像，不改机器。"}, {title: "Notices", words: "notification", conclusion: "Retry three times."}, {title: "函数计算", words: "无服务器", conclusion: "预热两个实例。"}, {title: "Image user", words: "non-root", conclusion: "Run as uid 10001."}},
			map[string]string{"不可变基础设施怎么发布": "发布方式", "notification retries": "Notices", "无服务器的冷启动": "函数计算", "does the image run non-root?": "Image user"},
			[]string{"不要看不可变基础设施", "don't look at the notification", "thanks, that works"}},
		{"English and Chinese words for one thing", []note{{title: "Rollback keeps the schema", words: "rollback", conclusion: "Only the image goes back."}, {title: "备份演练", words: "xtrabackup", conclusion: "每季度恢复一次备份。"}},
			map[string]string{"怎么回滚": "Rollback keeps the schema", "how do we do backups": "备份演练"},
			[]string{"怎么写一首诗", "write a poem about the sea"}},
		{"a rare word that is all of the prompt", []note{{title: "Image user", conclusion: "The container runs as uid 10001 under tini."}, {title: "Retry rule", conclusion: "Three attempts with jitter."}, {title: "Encoding", conclusion: "Files are UTF-8."}},
			map[string]string{"tini": "Image user", "why is jitter there?": "Retry rule"},
			[]string{"what time is it", "files", "run it again", "three"}},
	}
	for _, tt := range tests {
		m := newMemory(tt.notes...)
		for prompt, want := range tt.hits {
			if a := m.ask(t, prompt); !strings.Contains(titles(a), want) {
				t.Errorf("%s: %q gave [%s], want %s\n%s", tt.name, prompt, titles(a), want, explainText(t, m, prompt))
			}
		}
		for _, prompt := range tt.misses {
			if a := m.ask(t, prompt); a.Status != StatusMiss {
				t.Errorf("%s: %q gave [%s], want a miss\n%s", tt.name, prompt, titles(a), explainText(t, m, prompt))
			}
		}
	}
}

func explainText(t *testing.T, m *testMemory, prompt string) string {
	t.Helper()
	var b strings.Builder
	if err := m.recall(t, Request{Query: prompt, Explain: true}).Explain(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestHugePromptIsReadAtItsEnds(t *testing.T) {
	m := newMemory(note{title: "日志轮转", words: "日志轮转", conclusion: "每天零点切分，留 14 份。"})
	log := strings.Repeat("ERR (\"x\"* NEAR[17]) 错误:超时 <a&b> AND OR ", 20000)
	for _, prompt := range []string{"日志轮转怎么配？下面是日志：" + log, log + "\n日志轮转怎么配？"} {
		if a := m.ask(t, prompt); titles(a) != "日志轮转" {
			t.Errorf("%.30q…: selected [%s]", prompt, titles(a))
		}
	}
}

func TestSupersededSpeaksForItsSuccessor(t *testing.T) {
	m := newMemory(
		note{title: "发布用蓝绿切换", words: "蓝绿", conclusion: "两套环境切流量。"},
		note{title: "改用金丝雀", words: "金丝雀", conclusion: "百分之五开始。", supersedes: []int{1}},
		note{title: "改用 Argo Rollouts", words: "Argo Rollouts", conclusion: "渐进发布。", supersedes: []int{2}},
	)
	a := m.ask(t, "发布是用蓝绿切换吗")
	if titles(a) != "改用 Argo Rollouts" {
		t.Fatalf("selected [%s]", titles(a))
	}
	via := false
	for _, x := range a.Selected[0].Match {
		via = via || x.Via == string(m.chunks[0].ID) && x.Kind == "hit_word"
	}
	if !via {
		t.Errorf("no match via %s: %+v", m.chunks[0].ID, a.Selected[0].Match)
	}
	if slices.Contains(a.Ranked, m.chunks[0].ID) || slices.Contains(a.Ranked, m.chunks[1].ID) {
		t.Errorf("ranked has a superseded chunk: %v", a.Ranked)
	}
	m.dead = []memory.ID{m.chunks[2].ID}
	for _, unlock := range []string{"", "audit"} {
		if a := m.recall(t, Request{Query: "发布是用蓝绿切换吗", Unlock: unlock}); a.Status != StatusMiss || len(a.Ranked) > 0 {
			t.Errorf("a tombstoned head brings back its chain: [%s] %v", titles(a), a.Ranked)
		}
	}
}

func TestForkIsMarkedAsConflict(t *testing.T) {
	m := newMemory(
		note{title: "Queue is RabbitMQ", words: "message queue", conclusion: "Events go through RabbitMQ."},
		note{title: "Message queue is Kafka", words: "Kafka", conclusion: "Replay is needed.", supersedes: []int{1}},
		note{title: "Message queue is NATS", words: "NATS", conclusion: "It is smaller.", supersedes: []int{1}},
	)
	a := m.ask(t, "which message queue do we use")
	if len(a.Selected) != 2 || len(a.Selected[0].ConflictsWith) != 1 || a.Selected[0].ConflictsWith[0] != a.Selected[1].ID {
		t.Fatalf("selected %+v", a.Selected)
	}
	if !strings.Contains(a.RecallText, "\n[in conflict with chunk_000") {
		t.Errorf("recall_text does not mark the conflict:\n%s", a.RecallText)
	}
	m = newMemory(
		note{title: "Queue is RabbitMQ", words: "message queue", conclusion: "Events go through RabbitMQ."},
		note{title: "Message queue is Kafka", words: "Kafka", conclusion: "Replay is needed.", supersedes: []int{1}},
		note{title: "Message queue is NATS", words: "NATS", conclusion: "It is smaller.", supersedes: []int{1}},
		note{title: "Message queue is Pulsar", words: "Pulsar", conclusion: "Tiers of storage.", supersedes: []int{1}},
	)
	a = m.ask(t, "which message queue do we use")
	if len(a.Deferred) != 1 || a.Deferred[0].Reason != ReasonLimit || len(a.Deferred[0].ConflictsWith) != 2 {
		t.Fatalf("deferred %+v", a.Deferred)
	}
	if !strings.Contains(a.RouterText, " limit [in conflict with chunk_000") {
		t.Errorf("router_text does not mark the conflict:\n%s", a.RouterText)
	}
}

func TestNewerWinsATie(t *testing.T) {
	m := newMemory(
		note{title: "Linter is golangci", words: "linter", conclusion: "Version one.", created: "2026-03-01T00:00:00.000Z"},
		note{title: "Linter is golangci", words: "linter", conclusion: "Version two.", created: "2026-05-01T00:00:00.000Z"},
		note{title: "Linter is golangci", words: "linter", conclusion: "Version six.", created: "2026-04-01T00:00:00.000Z"})
	if a := m.ask(t, "which linter"); a.Ranked[0] != m.chunks[1].ID || a.Ranked[1] != m.chunks[2].ID {
		t.Errorf("ranked %v", a.Ranked)
	}
}

func TestAliasesOfTheConfigurationFind(t *testing.T) {
	m := newMemory(note{title: "熔断阈值", words: "熔断", conclusion: "五成错误打开。"})
	if a := m.ask(t, "circuit breaker threshold"); a.Status != StatusMiss {
		t.Fatalf("without alias: [%s]", titles(a))
	}
	m.config.RetrievalAliases = [][]string{{"熔断", "circuit breaker"}}
	a := m.ask(t, "what about the circuit breaker")
	if titles(a) != "熔断阈值" || a.Selected[0].Match[0].Kind != "alias" {
		t.Errorf("with alias: %+v\n%s", a.Selected, explainText(t, m, "what about the circuit breaker"))
	}
}

func TestAnswersAreTheSameBytesInAnyOrderOfInsertion(t *testing.T) {
	var notes []note
	words := strings.Fields("cache queue retry deploy canary schema index token budget worker gateway cluster 缓存 队列 重试 回滚 灰度 索引")
	rnd := rand.New(rand.NewSource(1))
	pick := func() string { return words[rnd.Intn(len(words))] }
	for i := range 60 {
		n := note{title: pick() + " " + pick(), words: pick() + "," + pick(), conclusion: strings.Join([]string{pick(), pick(), pick(), pick()}, " ")}
		if i > 5 && i%7 == 0 {
			n.supersedes = []int{i - 4}
		}
		notes = append(notes, n)
	}
	m := newMemory(notes...)
	for range 40 {
		prompt := strings.Join([]string{pick(), pick(), pick()}, " ")
		first, err := json.Marshal(m.ask(t, prompt))
		if err != nil {
			t.Fatal(err)
		}
		rnd.Shuffle(len(m.chunks), func(i, j int) { m.chunks[i], m.chunks[j] = m.chunks[j], m.chunks[i] })
		second, _ := json.Marshal(m.ask(t, prompt))
		if !bytes.Equal(first, second) {
			t.Fatalf("%q:\n%s\n%s", prompt, first, second)
		}
	}
}

func TestExplainSaysWhyAChunkIsRefused(t *testing.T) {
	m := newMemory(note{title: "Retry budget", words: "retry budget", conclusion: "Three attempts."}, note{title: "Disk quota", conclusion: "Ten gigabytes for each worker."})
	text := explainText(t, m, "retry budget")
	for _, want := range []string{"status hit", "enough: proof reaches the line", "Retry budget", "hit_word"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if text := explainText(t, m, "who ate ten of my worker sandwiches at the beach"); !strings.Contains(text, "refused: ") || !strings.Contains(text, "status miss") {
		t.Errorf("a refusal is not explained:\n%s", text)
	}
	if text := explainText(t, m, "thanks"); !strings.Contains(text, "no candidates") {
		t.Errorf("nothing to explain:\n%s", text)
	}
}

// bigMemory is n chunks of words whose frequencies fall as those of a language do.

func bigMemory(n int) *testMemory {
	rnd := rand.New(rand.NewSource(7))
	zipf := rand.NewZipf(rnd, 1.1, 8, 20_000)
	word := func() string {
		return "w" + strings.Repeat("x", 1+int(zipf.Uint64()%3)) + string(rune('a'+zipf.Uint64()%26)) + string(rune(0x4e00+zipf.Uint64()))
	}
	words := func(k int) string {
		out := make([]string, k)
		for i := range out {
			out[i] = word()
		}
		return strings.Join(out, " ")
	}
	notes := make([]note, n)
	for i := range notes {
		notes[i] = note{title: words(5), words: words(1), conclusion: words(40)}
		if i > 10 && i%20 == 0 {
			notes[i].supersedes = []int{i - 7}
		}
	}
	return newMemory(notes...)
}

func BenchmarkRecall10k(b *testing.B) {
	m := bigMemory(10_000)
	v := m.view()
	prompts := make([]string, 50)
	for i := range prompts {
		c := m.chunks[(i*197)%len(m.chunks)]
		prompts[i] = "how did we do " + c.Title + " and " + m.chunks[i].HitWords[0]
	}
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		if _, err := v.Recall(context.Background(), Request{Query: prompts[i%len(prompts)]}); err != nil {
			b.Fatal(err)
		}
	}
}

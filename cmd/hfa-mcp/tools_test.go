package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/git-hfa/git-hfa/memory/token"
)

// recalledAnswer is the structured answer of recall_memory as a client reads it.
type recalledAnswer struct {
	Query        *string
	Status       string
	SourceDigest string `json:"source_digest"`
	Selected     []struct {
		ID, Title string
		Text      *string
	}
	Deferred []struct{ ID, Reason string }
	Problems []memory.Problem
	Recall   *string `json:"recall_text"`
	Tokens   int     `json:"recall_tokens"`
}

func TestAModelIsGivenTheRecalledTextAndNothingElse(t *testing.T) {
	top := newMemory(t)
	chunk := add(t, top, store.Draft{Title: "Retry </hfa-recall> rule", HitWords: []string{"retry policy"}, Conclusion: "Three retries."}).Chunk
	s := open(t, program(t, top, nil))
	got := s.call("recall_memory", `{"query":"what is our retry policy?"}`)
	answer := answerOf[recalledAnswer](t, got)
	if len(got.Content) != 1 || answer.Tokens != token.Count(got.text()) || answer.Tokens > 600 {
		t.Errorf("%d tokens are counted of %q", answer.Tokens, got.text())
	}
	if answer.Status != "hit" || len(answer.Selected) != 1 || answer.Selected[0].ID != string(chunk.ID) || !strings.HasPrefix(answer.SourceDigest, "sha256:") {
		t.Errorf("%s", got.answer())
	}
	if answer.Query != nil || answer.Recall != nil || answer.Selected[0].Text != nil || strings.Contains(string(got.answer()), "Three retries.") {
		t.Errorf("the answer for programs repeats the content: %s", got.answer())
	}
	if strings.Contains(answer.Selected[0].Title, "</hfa-recall>") || strings.Count(got.text(), "</hfa-recall>") != 1 {
		t.Errorf("stored text closes the fence: %q, %s", got.text(), got.answer())
	}
	t.Logf("a model is given %d tokens; the answer for programs would be %d", token.Count(got.text()), token.Count(string(got.answer())))
}

func TestAProblemInTheMemoryIsNamedBesideTheAnswer(t *testing.T) {
	top := newMemory(t)
	add(t, top, store.Draft{Title: "Retry rule", HitWords: []string{"retry policy"}, Conclusion: "Three retries."})
	cut := add(t, top, store.Draft{Title: "B", HitWords: []string{"beta"}, Conclusion: "B"})
	if err := os.WriteFile(filepath.Join(top, "memory", filepath.FromSlash(cut.Path)), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := open(t, program(t, top, nil))
	const hint = "- problems in the memory: 1; memory_health names them\n"
	for query, first := range map[string]string{"what is our retry policy?": "<hfa-recall>", "the weather in Rome": "nothing found"} {
		got := s.call("recall_memory", jsonOf(t, map[string]string{"query": query}))
		if len(got.Content) != 2 || !strings.HasPrefix(got.Content[0].Text, first) || got.Content[1].Text != hint {
			t.Errorf("%s: %q", query, got.Content)
		}
	}
}

func TestRecallOfNothingIsShort(t *testing.T) {
	top := newMemory(t)
	add(t, top, store.Draft{Title: "Retry rule", HitWords: []string{"retry policy"}, Conclusion: "Three retries."})
	s := open(t, program(t, top, nil))
	got := s.call("recall_memory", `{"query":"what is the weather in Rome?"}`)
	if answer := answerOf[recalledAnswer](t, got); answer.Status != "miss" || got.text() != "nothing found" || strings.Contains(string(got.answer()), "null") {
		t.Errorf("%q, %s", got.text(), got.answer())
	}
	t.Logf("answer for programs %d tokens", token.Count(string(got.answer())))
}

func TestRecallUnlocksForOneCallAndWritesDownWhy(t *testing.T) {
	top := newMemory(t)
	s, err := store.Open(store.Options{Dir: filepath.Join(top, "memory")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddNode(t.Context(), memory.Node{ID: "S1", Note: "Spike"}); err != nil {
		t.Fatal(err)
	}
	add(t, top, store.Draft{Title: "Kafka spike", HitWords: []string{"kafka"}, Conclusion: "Too heavy.", Node: "S1"})
	c := open(t, program(t, top, nil))
	got := c.call("recall_memory", `{"query":"kafka","unlock":" "}`)
	if answer := answerOf[recalledAnswer](t, got); answer.Status != "deferred" || len(answer.Deferred) != 1 || answer.Deferred[0].Reason != "side_branch" ||
		!strings.Contains(got.text(), "Kafka spike") || strings.Contains(got.text(), "Too heavy") {
		t.Errorf("locked: %q, %s", got.text(), got.answer())
	}
	if got := c.call("recall_memory", `{"query":"kafka","unlock":"revisit the spike"}`); !strings.Contains(got.text(), "Too heavy.") {
		t.Errorf("unlocked: %q", got.text())
	}
	if got := c.call("recall_memory", `{"query":"kafka"}`); strings.Contains(got.text(), "Too heavy.") {
		t.Error("an unlock lasts longer than its call")
	}
	audit, err := os.ReadFile(filepath.Join(top, "memory", "history", "access.jsonl"))
	if err != nil || !strings.Contains(string(audit), "revisit the spike") {
		t.Errorf("the reason is not in the audit: %s, %v", audit, err)
	}
}

func TestEveryCallProvesFreshness(t *testing.T) {
	top := newMemory(t)
	c := open(t, program(t, top, nil))
	asks := func(want string) {
		t.Helper()
		got := c.call("recall_memory", `{"query":"retry"}`)
		if answer := answerOf[recalledAnswer](t, got); want == "" && answer.Status != "miss" || !strings.Contains(got.text(), want) {
			t.Errorf("want %q, got %q", want, got.text())
		}
	}
	asks("")
	first := add(t, top, store.Draft{Title: "Retry", HitWords: []string{"retry"}, Conclusion: "Three."})
	asks("> Three.")
	path := filepath.Join(top, "memory", filepath.FromSlash(first.Path))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil { // as a switch of branches does
		t.Fatal(err)
	}
	asks("")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	add(t, top, store.Draft{Title: "Retry", HitWords: []string{"retry"}, Conclusion: "Five.", Supersedes: []string{"1"}})
	asks("> Five.")
	s, err := store.Open(store.Options{Dir: filepath.Join(top, "memory")})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Tombstone(t.Context(), "2", "wrong"); err != nil {
		t.Fatal(err)
	}
	asks("")
}

func TestRememberSaysWhatBecameOfTheCall(t *testing.T) {
	top := newMemory(t)
	c := open(t, program(t, top, nil))
	said := c.call("remember_decision", `{"title":"two\nlines | here","hit_words":"retry、重试, policy","conclusion":"Three.","source":"chat","request_id":"r1"}`)
	first := answerOf[access.Topic](t, said)
	if want := "remembered as chunk_0001: memory/" + first.Path; said.text() != want {
		t.Errorf("%q, want %q", said.text(), want)
	}
	chunk := readChunk(t, top, first.Path)
	if chunk.Title != "two lines | here" || strings.Join(chunk.HitWords, "|") != "retry|重试|policy" || chunk.Source != "chat" || chunk.Node != "M1" || chunk.ID != first.ID {
		t.Errorf("stored %+v", chunk)
	}
	again := c.call("remember_decision", `{"title":"two lines | here","hit_words":["policy","retry","重试"],"conclusion":"Three.","source":"chat","request_id":"r1"}`)
	if got := answerOf[access.Topic](t, again); !got.Duplicate || got.ID != first.ID || !strings.Contains(again.text(), "nothing was written") {
		t.Errorf("a repeated call: %q, %+v", again.text(), got)
	}
	secret := "gh" + "p_R8t2Kq9Lw4Xz7Bv1Nc5Md3Hf6Jg0Pa8Se2Uy"
	clean := c.call("remember_decision", jsonOf(t, map[string]any{"title": "Deploy token", "hit_words": []string{"deploy"}, "conclusion": "The token is " + secret, "supersedes": []string{"1"}}))
	if got := answerOf[access.Topic](t, clean); !got.Redacted || !strings.Contains(clean.text(), "a secret was taken out") || len(got.Supersedes) != 1 || got.Supersedes[0] != first.ID {
		t.Errorf("a secret: %q, %+v", clean.text(), got)
	}
	for path, data := range files(t, filepath.Join(top, "memory")) {
		if strings.Contains(data, secret) {
			t.Errorf("the secret is in %s", path)
		}
	}
	// The index and the readable view are brought up to date.
	if got := answerOf[healthy](t, c.call("memory_health", `{}`)); !got.Fresh || got.Counts.Chunks != 2 || got.Counts.Superseded != 1 {
		t.Errorf("health afterwards: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(top, "memory", "history", "epoch_01", "summaries.md")); err != nil {
		t.Error(err)
	}
}

func readChunk(t testing.TB, top, path string) memory.Chunk {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(top, "memory", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	chunk, err := memory.ParseChunk(data)
	if err != nil {
		t.Fatal(err)
	}
	return chunk
}

func TestRememberRefusesWithWhatToDoNext(t *testing.T) {
	top := newMemory(t)
	one := add(t, top, store.Draft{Title: "One", HitWords: []string{"one"}, Conclusion: "1", RequestID: "r1"})
	// Two clones gave the same number.
	twin := one.Chunk
	twin.Title = "Twin"
	twin.RequestID = ""
	twin.Seal(1)
	if err := os.WriteFile(filepath.Join(top, "memory", filepath.FromSlash(memory.ChunkPath(1, twin.ID))), twin.Encode(), 0o666); err != nil {
		t.Fatal(err)
	}
	before := files(t, filepath.Join(top, "memory", "chunks"))
	c := open(t, program(t, top, nil))
	call := func(more string) result {
		return c.call("remember_decision", `{"title":"T","hit_words":["w"],`+more+`}`)
	}
	long := jsonOf(t, strings.Repeat("The quick brown fox jumps over the lazy dog. ", 70))
	for name, check := range map[string]struct {
		got  result
		says []string
	}{
		"other content":    {call(`"conclusion":"2","request_id":"r1"`), []string{string(one.Chunk.ID), "another request_id", "supersedes"}},
		"missing target":   {call(`"conclusion":"2","supersedes":["77"]`), []string{`"77"`, "git hfa list --all"}},
		"ambiguous target": {call(`"conclusion":"2","supersedes":["1"]`), []string{string(one.Chunk.ID), string(twin.ID), "one of these ids"}},
		"too long":         {call(`"conclusion":` + long), []string{"tokens", "split it", "nothing was written"}},
		"unknown node":     {call(`"conclusion":"2","node":"S9"`), []string{"S9", "git hfa node list"}},
	} {
		for _, says := range check.says {
			if !check.got.IsError || !strings.Contains(check.got.text(), says) {
				t.Errorf("%s: isError %v, %q; want %q", name, check.got.IsError, check.got.text(), says)
			}
		}
	}
	if after := files(t, filepath.Join(top, "memory", "chunks")); len(after) != len(before) {
		t.Errorf("refused calls wrote %d files", len(after)-len(before))
	}
}

// What a model sends by mistake, a log say, is refused at once, and not sent back to it.
func TestLargeArgumentsAreAnsweredShortAndSoon(t *testing.T) {
	top := newMemory(t)
	add(t, top, store.Draft{Title: "One", HitWords: []string{"one"}, Conclusion: "1"})
	before := files(t, filepath.Join(top, "memory", "chunks"))
	c := open(t, program(t, top, nil))
	log := strings.Repeat("password: x, token=y; one\n", 1<<22/26)
	for _, field := range []string{"query", "unlock", "title", "conclusion", "source", "node", "hit_words", "supersedes", "request_id", "no_such"} {
		tool, arguments := "remember_decision", map[string]any{"title": "T", "hit_words": []string{"w"}, "conclusion": "c"}
		if field == "query" || field == "unlock" {
			tool, arguments = "recall_memory", map[string]any{"query": "one"}
		}
		arguments[field] = log
		start := time.Now()
		got := c.call(tool, jsonOf(t, arguments))
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %v", field, took)
		}
		if got.IsError == (field == "query") || len(got.text()) > 2000 {
			t.Errorf("%s: isError %v, %d bytes: %.300q", field, got.IsError, len(got.text()), got.text())
		}
	}
	if after := files(t, filepath.Join(top, "memory", "chunks")); len(after) != len(before) {
		t.Errorf("%d files were written", len(after)-len(before))
	}
}

func TestLongestDecisionThatIsTakenIsShownWhole(t *testing.T) {
	top := newMemory(t)
	c := open(t, program(t, top, nil))
	longest := 0
	for words := 440; words < 700; words += 3 {
		conclusion := strings.TrimSpace(strings.Repeat("fox ", words))
		got := c.call("remember_decision", jsonOf(t, map[string]any{"title": "T", "hit_words": []string{fmt.Sprintf("limit%dx", words)}, "conclusion": conclusion}))
		if got.IsError {
			break
		}
		longest = words
	}
	got := c.call("recall_memory", fmt.Sprintf(`{"query":"limit%dx"}`, longest))
	answer := answerOf[recalledAnswer](t, got)
	if answer.Status != "hit" || answer.Tokens > 600 || answer.Tokens < 590 {
		t.Errorf("the longest decision, %d words, is recalled as %s with %d tokens", longest, answer.Status, answer.Tokens)
	}
}

func TestWithoutMemoryEveryToolNamesInitAndCreatesNothing(t *testing.T) {
	for _, top := range []string{newRepository(t), t.TempDir()} {
		before := files(t, top)
		c := open(t, program(t, top, nil))
		for tool, arguments := range map[string]string{"recall_memory": `{"query":"x"}`, "remember_decision": `{"title":"T","hit_words":["w"],"conclusion":"c"}`, "memory_health": `{}`} {
			if got := c.call(tool, arguments); !got.IsError || !strings.Contains(got.text(), "git hfa init") {
				t.Errorf("%s: isError %v, %q", tool, got.IsError, got.text())
			}
		}
		if _, err := os.Stat(filepath.Join(top, "memory")); len(files(t, top)) != len(before) || err == nil {
			t.Errorf("something was created: %v", files(t, top))
		}
		// Once it is there it is found, without a new start.
		if err := store.Init(t.Context(), store.Options{Dir: filepath.Join(top, "memory")}, store.InitOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := c.call("memory_health", `{}`); got.IsError {
			t.Errorf("after init: %s", got.text())
		}
	}
}

func TestHealthTellsWhatKeepsRecallsFromWorking(t *testing.T) {
	top := newMemory(t)
	add(t, top, store.Draft{Title: "A", HitWords: []string{"alpha"}, Conclusion: "A"})
	c := open(t, program(t, top, nil))
	healthyNow := func() healthy { return answerOf[healthy](t, c.call("memory_health", `{}`)) }
	if got := healthyNow(); got.Focus == nil || got.Focus.Node != "M1" || got.Counts.Living != 1 || got.Counts.Nodes != 2 || got.Transaction != "none" || len(got.Problems) != 0 {
		t.Errorf("%+v", got)
	}
	directory := filepath.Join(top, "memory", "directory.md")
	whole, err := os.ReadFile(directory)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(directory, []byte(strings.Replace(string(whole), "| ACTIVE |", "| PAUSED |", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := healthyNow(); got.Focus != nil || len(got.Problems) != 1 || got.Problems[0].Code != "no-main-line" {
		t.Errorf("without a main line: %+v", got)
	}
	if got := c.call("recall_memory", `{"query":"alpha"}`); !got.IsError || !strings.Contains(got.text(), "git hfa focus") {
		t.Errorf("recall without a main line: %q", got.text())
	}
	if err := os.WriteFile(directory, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, "memory", ".hfa-transaction.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := healthyNow(); got.Transaction != "failed" || len(got.Problems) != 1 || got.Problems[0].Cure != "git hfa doctor --repair" {
		t.Errorf("with a damaged transaction: %+v", got)
	}
	if got := c.call("recall_memory", `{"query":"alpha"}`); !got.IsError || !strings.Contains(got.text(), "git hfa doctor --repair") {
		t.Errorf("recall with a damaged transaction: %q", got.text())
	}
}

func TestHealthNamesForksAndEditedFiles(t *testing.T) {
	top := newMemory(t)
	add(t, top, store.Draft{Title: "One", HitWords: []string{"one"}, Conclusion: "1"})
	two := add(t, top, store.Draft{Title: "Two", HitWords: []string{"two"}, Conclusion: "2", Supersedes: []string{"1"}})
	fork := two.Chunk // as a merge of two branches brings it
	fork.Title = "Other"
	fork.Seal(3)
	write := func(path string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(top, "memory", filepath.FromSlash(path)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(memory.ChunkPath(1, fork.ID), fork.Encode())
	edited := add(t, top, store.Draft{Title: "Four", HitWords: []string{"four"}, Conclusion: "4"})
	write(edited.Path, bytes.Replace(edited.Chunk.Encode(), []byte(`"Four"`), []byte(`"Fore"`), 1))
	got := open(t, program(t, top, nil)).call("memory_health", `{}`)
	problems := map[string]memory.Problem{}
	for _, p := range answerOf[healthy](t, got).Problems {
		problems[p.Code] = p
	}
	if len(problems) != 2 || problems["edited"].Path != "memory/"+edited.Path || !strings.Contains(problems["edited"].Cure, "git log -p -- memory/"+edited.Path+";") {
		t.Errorf("%s", got.text())
	}
	if fork := problems["fork"]; !strings.Contains(fork.Message, "chunk_0001") || !strings.Contains(got.text(), "fork") {
		t.Errorf("%s", got.text())
	}
}

func TestManyProblemsAreCountedNotListed(t *testing.T) {
	top := newMemory(t)
	for i := range 30 {
		cut := add(t, top, store.Draft{Title: fmt.Sprint("T", i), HitWords: []string{"w"}, Conclusion: "c"})
		if err := os.WriteFile(filepath.Join(top, "memory", filepath.FromSlash(cut.Path)), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, program(t, top, nil))
	got := c.call("memory_health", `{}`)
	if h := answerOf[healthy](t, got); len(h.Problems) != maxProblems || h.ProblemsOmitted != 30-maxProblems || !strings.Contains(got.text(), "problems: 30") {
		t.Errorf("%s", got.text())
	}
	if n := len(answerOf[recalledAnswer](t, c.call("recall_memory", `{"query":"x"}`)).Problems); n != maxProblems {
		t.Errorf("a recall lists %d problems", n)
	}
}

func TestServersAndOtherWritersAtOnceGiveDifferentNumbers(t *testing.T) {
	top := newMemory(t)
	var all sync.WaitGroup
	for server := range 2 {
		c := open(t, program(t, top, nil))
		all.Go(func() {
			for i := range 7 {
				c.send(callOf(i, "remember_decision", fmt.Sprintf(`{"title":"M%d%d","hit_words":["mword%dx%d"],"conclusion":"c"}`, server, i, server, i)))
			}
			for range 7 {
				if got := toolResult(t, c.answer()); got.IsError {
					t.Errorf("server %d: %s", server, got.text())
				}
			}
			c.close()
		})
	}
	for i := range 6 {
		all.Go(func() {
			s, err := store.Open(store.Options{Dir: filepath.Join(top, "memory"), Counter: counter(t, top)})
			if err == nil {
				_, err = s.Add(t.Context(), store.Draft{Title: fmt.Sprint("C", i), HitWords: []string{fmt.Sprintf("cword%d", i)}, Conclusion: "c"})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	numbers := map[int]bool{}
	tree, err := memory.Load(os.DirFS(filepath.Join(top, "memory")))
	if err != nil {
		t.Fatal(err)
	}
	for _, chunk := range tree.Chunks {
		numbers[chunk.ID.Number()] = true
	}
	if len(tree.Chunks) != 20 || len(numbers) != 20 || len(memory.Verify(tree)) > 0 {
		t.Errorf("%d chunks, %d numbers, problems %v", len(tree.Chunks), len(numbers), memory.Verify(tree))
	}
	c := open(t, program(t, top, nil))
	for _, word := range []string{"mword0x0", "mword0x6", "mword1x0", "mword1x6", "cword0", "cword5"} {
		if answer := answerOf[recalledAnswer](t, c.call("recall_memory", jsonOf(t, map[string]string{"query": word}))); answer.Status != "hit" {
			t.Errorf("%s is lost", word)
		}
	}
}

// counter is the file in which a server keeps the last number of the memory.
func counter(t testing.TB, top string) string {
	t.Helper()
	m, err := place.Locate(top, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return m.Counter
}

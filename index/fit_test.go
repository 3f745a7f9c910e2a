package index

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
	"github.com/git-hfa/git-hfa/memory/token"
)

func TestBudgetsAreHardAndNothingIsCut(t *testing.T) {
	long := strings.Repeat("The cache is warmed before the switch, region by region. ", 30)
	m := newMemory(
		note{title: "Warm cache plan", words: "warm cache", conclusion: long},
		note{title: "Warm cache owner", words: "warm cache owner", conclusion: "The platform team owns the warm cache."})
	for budget := 0; budget < 700; budget += 23 {
		m.config.RecallTokenBudget, m.config.RouterTokenBudget = budget, budget
		a := m.ask(t, "warm cache plan and warm cache owner")
		for _, s := range a.Selected {
			if s.Title == "Warm cache plan" && !strings.Contains(a.RecallText, strings.TrimSpace(long)) {
				t.Errorf("budget %d: a block was cut", budget)
			}
		}
		if len(a.Selected)+len(a.Deferred) != 2 {
			t.Errorf("budget %d: %d selected, %d deferred", budget, len(a.Selected), len(a.Deferred))
		}
		for _, d := range a.Deferred {
			if d.Reason != ReasonBudget {
				t.Errorf("budget %d: reason %s", budget, d.Reason)
			}
		}
	}
	m.config = memory.DefaultConfig()
	m.config.Tokenizer = token.Heuristic
	if a := m.ask(t, "warm cache owner"); a.Exact || a.Method != "heuristic_estimate" || a.RecallTokens < token.Count(a.RecallText) {
		t.Errorf("heuristic: exact %v, method %s, %d tokens", a.Exact, a.Method, a.RecallTokens)
	}
}

func TestSelectedSayDifferentThings(t *testing.T) {
	m := newMemory(
		note{title: "Retry budget of the gateway", words: "retry budget", conclusion: "The gateway retries three times and then gives up."},
		note{title: "Retry budget of the gateway", words: "retry budget", conclusion: "The gateway retries three times and then it gives up."},
		note{title: "Retry budget of jobs", words: "retry budget", conclusion: "Nightly jobs are never retried by themselves."},
		note{title: "Port of the gateway", words: "gateway port", conclusion: "The gateway listens on 8443."},
		note{title: "Port of the gateway", words: "gateway port", conclusion: "The gateway listens on 9443."})
	if a := m.ask(t, "retry budget"); len(a.Selected) != 2 || a.Selected[0].Title == a.Selected[1].Title {
		t.Errorf("selected [%s]", titles(a))
	}
	if a := m.ask(t, "gateway port"); len(a.Selected) != 2 {
		t.Errorf("chunks that differ in a number were taken for one: [%s]", titles(a))
	}
}

func TestMissingPathsAndEditsAreMarked(t *testing.T) {
	m := newMemory(note{title: "Locale files", words: "locale files", conclusion: "Texts are in src/locales/en.json and src/old/fr.json, see gcr.io/a/b.json and docs/adr, TCP/IP, v2/v3."})
	m.top = t.TempDir()
	if err := os.MkdirAll(filepath.Join(m.top, "src", "locales"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.top, "src", "locales", "en.json"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	m.chunks[0].Title = "Locale files (edited)"
	a := m.ask(t, "locale files")
	if len(a.Selected) != 1 || !slices.Equal(a.Selected[0].MissingPaths, []string{"src/old/fr.json"}) || !a.Selected[0].Edited {
		t.Fatalf("selected %+v", a.Selected)
	}
	if !strings.Contains(a.RecallText, "[no longer there: src/old/fr.json]\n") || !strings.Contains(a.RecallText, "[edited by hand") {
		t.Errorf("not marked:\n%s", a.RecallText)
	}
}

func TestASecretInAnEditedChunkIsNotShown(t *testing.T) {
	secret := "Tr0ub4dor3" + "x9Qz"
	m := newMemory(
		note{title: "Database login", words: "database login", conclusion: "DB_PASSWORD=" + secret + " is for the replica."},
		note{title: "Side login DB_PASSWORD=" + secret, words: "side login", conclusion: "Old.", node: "S1"})
	for _, prompt := range []string{"database login", "side login"} {
		a := m.ask(t, prompt)
		if a.Status == StatusMiss {
			t.Fatalf("%q: a miss", prompt)
		}
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), secret) {
			t.Errorf("%q shows the secret: %s", prompt, data)
		}
	}
}

// What people type into directory.md by hand is told by a recall as well.
func TestASecretInTheDirectoryIsNotShown(t *testing.T) {
	secret := "Tr0ub4dor3" + "x9Qz"
	m := lockedMemory()
	for i := range m.nodes {
		m.nodes[i].Note += " DB_PASSWORD=" + secret
		m.files[m.nodes[i].Path] = "# Notes\n"
	}
	told := 0
	for _, request := range []Request{{Query: "devcontainer 怎么配"}, {Query: "what came of the toolchain trial?"}, {Query: "toolchain trial", Unlock: "review"}, {Query: "IDE 配置", Unlock: "review"}} {
		data, err := json.Marshal(m.recall(t, request))
		if err != nil {
			t.Fatal(err)
		}
		told += strings.Count(string(data), redact.Mark)
		if strings.Contains(string(data), secret) {
			t.Errorf("%q shows the secret: %s", request.Query, data)
		}
	}
	if told == 0 {
		t.Error("no row was told")
	}
}

// TestFewFilesAreOpened: chunks that do not fit are not opened without end in search of one that does.
func TestFewFilesAreOpened(t *testing.T) {
	var notes []note
	for i := range 40 {
		conclusion := fmt.Sprint(i) + strings.Repeat(" The outbox relay writes each event once and in order.", 40)
		notes = append(notes, note{title: fmt.Sprintf("Outbox relay %d", i), words: "outbox relay", conclusion: conclusion})
	}
	v := newMemory(notes...).view()
	read, opened := v.read, 0
	v.read = func(path string) ([]byte, error) {
		opened++
		return read(path)
	}
	a, err := v.Recall(context.Background(), Request{Query: "how does the outbox relay work?"})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Selected) != 1 || len(a.Deferred) == 0 {
		t.Fatalf("%d selected and %d deferred, want one that fits alone and some kept back", len(a.Selected), len(a.Deferred))
	}
	// A file is opened to be compared, and once more to be told.
	if opened > 2*maxOpened {
		t.Errorf("%d files were opened for one answer", opened)
	}
}

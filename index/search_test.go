package index

import (
	"fmt"
	"testing"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/index/rank"
)

// evidenceOf gathers what a prompt has in a memory.
func evidenceOf(t *testing.T, m *testMemory, prompt string) *evidence {
	t.Helper()
	e, err := gather(m.view().Source, query.Parse(prompt, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func crowd(n int, each func(i int) note) *testMemory {
	notes := make([]note, n)
	for i := range notes {
		notes[i] = each(i)
	}
	return newMemory(notes...)
}

func TestOnlyTheHeaviestAreJudged(t *testing.T) {
	m := crowd(depth+20, func(i int) note { return note{title: fmt.Sprintf("Gateway rule %d", i), conclusion: "x"} })
	cands, err := evidenceOf(t, m, "gateway").order(func(Doc) bool { return false })
	if err != nil || len(cands) != depth {
		t.Errorf("%d candidates, %v; depth is %d", len(cands), err, depth)
	}
}

func TestAWordOfMostDocumentsIsLeftOutBesideRarerOnes(t *testing.T) {
	m := crowd(commonDocs+40, func(i int) note {
		return note{title: fmt.Sprintf("Kubelet rule %d", i), conclusion: []string{"jitter", "tini"}[i%2] + " kubelet"}
	})
	looked := func(prompt string) (lists int, missed bool) {
		e := evidenceOf(t, m, prompt)
		return len(e.lists), !e.units[0].Loose
	}
	if lists, missed := looked("kubelet jitter tini"); lists != 2 || missed {
		t.Errorf("beside %d rarer words: %d lists, can be missed: %v", enoughRarer, lists, missed)
	}
	if lists, missed := looked("kubelet jitter"); lists != 2 || !missed {
		t.Errorf("beside one: %d lists, can be missed: %v", lists, missed)
	}
	if commonShare*commonDocs < m.view().Source.NumDocs() {
		t.Errorf("the share of one in %d decides, not the count", commonShare)
	}
}

func TestOtherWordsAndTypingErrorsCountLess(t *testing.T) {
	m := newMemory(note{title: "Rollback keeps the schema", conclusion: "x"}, note{title: "Kafka certificates rotate", conclusion: "x"})
	coverage := func(prompt string) int {
		cands, err := evidenceOf(t, m, prompt).order(func(Doc) bool { return false })
		if err != nil || len(cands) == 0 {
			t.Fatal(prompt, err)
		}
		return (cands[0].result.Coverage + 5) / 10 // rounded down in permille
	}
	for prompt, want := range map[string]int{"rollback": 100, "回滚": synonymShare, "kafka rotate": 100} {
		if got := coverage(prompt); got != want {
			t.Errorf("%q: coverage %d %%, want %d %%", prompt, got, want)
		}
	}
	e := evidenceOf(t, m, "kafka certficates")
	cands, _ := e.order(func(Doc) bool { return false })
	w := [2]int{rank.UnitWeight(2, e.units[0]), rank.UnitWeight(2, e.units[1])}
	if got, want := cands[0].result.Coverage, 1000*(w[0]+w[1]*typoShare/100)/(w[0]+w[1]); got != want {
		t.Errorf("a mistyped word: coverage %d, want %d", got, want)
	}
	if a := m.ask(t, "kafka certficates"); len(a.Selected) != 1 || a.Selected[0].Match[1] != (Match{Term: "certificates", Kind: "term", Field: "title"}) {
		t.Errorf("told: %+v", a.Selected)
	}
	if e := evidenceOf(t, m, "kafka abcdef ghijkl mnopqr stuvwx yzabcd"); len(e.unknown) != 0 {
		t.Errorf("%d unknown words are taken for typing errors, at most %d may be", len(e.unknown), maxUnknown)
	}
}

func TestAWordAndItsNumberAreAHitWord(t *testing.T) {
	m := newMemory(note{title: "Fee market", words: "EIP-1559", conclusion: "Base fee is burnt."}, note{title: "Type hints", words: "PEP 484", conclusion: "Annotations."},
		note{title: "Library layout", conclusion: "EIP and PEP numbers stand in the header."})
	for prompt, want := range map[string]string{"is EIP 1559 final": "Fee market", "eip1559": "Fee market", "EIP-1559?": "Fee market", "pep484": "Type hints", "what does pep-484 say": "Type hints"} {
		if a := m.ask(t, prompt); titles(a) != want {
			t.Errorf("%q gave [%s], want %s\n%s", prompt, titles(a), want, explainText(t, m, prompt))
		}
	}
	for _, prompt := range []string{"EIP 4844", "pep 8", "484"} {
		if a := m.ask(t, prompt); a.Status != StatusMiss {
			t.Errorf("%q gave [%s]", prompt, titles(a))
		}
	}
}

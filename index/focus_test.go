package index

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
)

func lockedMemory() *testMemory {
	m := newMemory(
		note{title: "IDE 配置用 devcontainer", words: "devcontainer", conclusion: "工具链都在容器里。", node: "S1"},
		note{title: "Billing runs nightly", words: "billing", conclusion: "At two o'clock.", node: "M2"},
		note{title: "Editor is Helix", words: "Helix", conclusion: "Keys as in Kakoune.", node: "P1"},
		note{title: "Old build was Bazel", words: "Bazel", conclusion: "It was slow.", node: "S2"},
	)
	m.nodes = append(m.nodes,
		memory.Node{ID: "M2", Path: "main/M2.md", State: memory.Paused, Note: "Billing"},
		memory.Node{ID: "S1", Path: "branches/S1.md", State: memory.Active, Note: "旧工具链", HitWords: []string{"IDE 配置"}},
		memory.Node{ID: "S2", Path: "branches/S2.md", State: memory.Active, Note: "Build trial", HitWords: []string{"toolchain trial"}})
	m.tombs["S2"] = memory.Tombstone{Target: "S2", Reason: "done"}
	m.files["branches/S2.md"] = "# Build trial\n\nEnded in May.\n"
	m.files["branches/S1.md"] = "# 旧工具链\n"
	return m
}

func TestFocusLockDefersAndUnlockOpens(t *testing.T) {
	tests := []struct {
		prompt, title string
		reason        Reason
		state         memory.State
	}{
		{"devcontainer 怎么配", "IDE 配置用 devcontainer", ReasonSideBranch, memory.Active},
		{"when does billing run", "Billing runs nightly", ReasonOtherMain, memory.Paused},
		{"why was Bazel dropped", "Old build was Bazel", ReasonTombstoned, memory.Tombstoned},
	}
	m := lockedMemory()
	for _, tt := range tests {
		a := m.ask(t, tt.prompt)
		if a.Status != StatusDeferred || len(a.Deferred) != 1 || a.Deferred[0].Title != tt.title || a.Deferred[0].Reason != tt.reason {
			t.Errorf("%q: status %s, deferred %+v", tt.prompt, a.Status, a.Deferred)
		}
		if !strings.Contains(a.RouterText, "--unlock") || strings.Contains(a.RouterText, "It was slow") {
			t.Errorf("%q: router_text %q", tt.prompt, a.RouterText)
		}
		a = m.recall(t, Request{Query: tt.prompt, Unlock: "review"})
		if titles(a) != tt.title || a.Selected[0].State != tt.state {
			t.Errorf("%q unlocked: %+v", tt.prompt, a.Selected)
		}
	}
	if a := m.ask(t, "Helix keys"); titles(a) != "Editor is Helix" {
		t.Errorf("profile is locked: %+v", a)
	}
}

func TestDirectoryRowIsToldWhenNoChunkAnswers(t *testing.T) {
	m := lockedMemory()
	a := m.ask(t, "what came of the toolchain trial?")
	if a.Status != StatusDeferred || a.Deferred[0].ID != "S2" || a.Deferred[0].Reason != ReasonTombstoned {
		t.Fatalf("status %s, deferred %+v", a.Status, a.Deferred)
	}
	a = m.recall(t, Request{Query: "what came of the toolchain trial?", Unlock: "review"})
	if len(a.Selected) != 1 || !strings.Contains(a.RecallText, "> Ended in May.") || a.Selected[0].State != memory.Tombstoned {
		t.Fatalf("unlocked: %+v\n%s", a.Selected, a.RecallText)
	}
	if a := m.ask(t, "don't look at the toolchain trial"); a.Status != StatusMiss {
		t.Errorf("a negated row is told: %+v", a.Deferred)
	}
	m.nodes[1].HitWords = []string{"house style"}
	if a := m.ask(t, "what is our house style"); a.Status != StatusHit || !strings.Contains(a.RouterText, "P1 Profile") {
		t.Errorf("open row: %s %q", a.Status, a.RouterText)
	}
}

func TestNoMainLineIsAnError(t *testing.T) {
	m := newMemory(note{title: "Retry budget", words: "retry budget", conclusion: "Three attempts."})
	m.nodes[0].State = memory.Paused
	if _, err := m.view().Recall(context.Background(), Request{Query: "retry budget"}); !errors.Is(err, memory.ErrMainLine) {
		t.Errorf("error %v", err)
	}
}

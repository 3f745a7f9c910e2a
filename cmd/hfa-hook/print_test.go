package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory/host"
)

func TestPrintedHooksAreThoseThatSetUpWrites(t *testing.T) {
	for _, name := range []string{"claude-code", "codex", "gemini-cli", "copilot-cli", "antigravity", "claude-compatible"} {
		got := call(t, "", "--print-hooks", name)
		if !json.Valid([]byte(got)) || !strings.Contains(got, "hfa-hook --host ") || strings.Contains(got, "mcp") {
			t.Errorf("%s: %s", name, got)
		}
		if h := host.Named(name); !slices.ContainsFunc(h.Handlers(), func(h host.Handler) bool { return strings.Contains(got, `"`+h.Event+`"`) }) {
			t.Errorf("%s: no event of it in %s", name, got)
		}
	}
	if got := call(t, "", "--print-hooks"); got != call(t, "", "--print-hooks", "antigravity") {
		t.Errorf("without a host: %s", got)
	}
	if got := call(t, "", "--print-hooks", "no-such-host"); got != "{}\n" {
		t.Errorf("a host that is not known: %s", got)
	}
}

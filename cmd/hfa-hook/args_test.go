package main

import "testing"

func TestCommandLines(t *testing.T) {
	tests := []struct {
		args []string
		want options
	}{
		{nil, options{}},
		{[]string{"--host", "codex", "--event", "Stop"}, options{host: "codex", event: "Stop"}},
		{[]string{"--host=codex", "--event=Stop", "--init"}, options{host: "codex", event: "Stop", init: true}},
		{[]string{"codex", "Stop"}, options{host: "codex", event: "Stop"}},
		{[]string{"--host", "codex", "Stop"}, options{host: "codex", event: "Stop"}},
		{[]string{"codex", "notify", `{"type":"x"}`}, options{host: "codex", event: "notify", payload: `{"type":"x"}`}},
		{[]string{"--host", "codex", "--event", "notify", `{}`}, options{host: "codex", event: "notify", payload: `{}`}},
		{[]string{"--memory-dir", "a b"}, options{memoryDir: "a b"}},
		{[]string{"--memory-dir=x=y"}, options{memoryDir: "x=y"}},
		{[]string{"--host"}, options{}},
		{[]string{"--host", "--event", "Stop"}, options{event: "Stop"}},
		{[]string{"--of-tomorrow", "-x", "codex"}, options{host: "codex"}},
		{[]string{"--print-hooks", "codex"}, options{printHooks: true, host: "codex"}},
	}
	for _, tt := range tests {
		if got := parseArgs(tt.args); got != tt.want {
			t.Errorf("%q: %+v, want %+v", tt.args, got, tt.want)
		}
	}
}

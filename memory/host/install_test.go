package host

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func programs() Programs {
	return Programs{Hook: "/opt/my tools/hfa-hook", MCP: "/opt/my tools/hfa-mcp", Notify: true}
}

// everySettings calls f for each file that set-up knows.
func everySettings(t *testing.T, p Programs, f func(t *testing.T, host string, scope Scope, s Settings)) {
	t.Helper()
	for _, name := range []string{"claude-code", "codex", "gemini-cli", "copilot-cli", "antigravity"} {
		for scope, scopeName := range map[Scope]string{User: "user", Project: "project"} {
			list := SettingsOf(name, scope, p)
			if len(list) == 0 {
				t.Errorf("%s has no settings", name)
			}
			for _, s := range list {
				t.Run(name+" "+scopeName+" "+s.Path, func(t *testing.T) { f(t, name, scope, s) })
			}
		}
	}
}

func TestSettingsFilesAreGolden(t *testing.T) {
	everySettings(t, programs(), func(t *testing.T, name string, scope Scope, s Settings) {
		folder := "project"
		if scope == User {
			folder = "user"
		}
		golden := filepath.Join("testdata", "settings", name+"_"+folder+"_"+filepath.Base(s.Path))
		got := s.Print()
		if *update {
			if err := os.MkdirAll(filepath.Dir(golden), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || got != string(want) {
			t.Errorf("%v\n%s\nwant\n%s", err, got, want)
		}
		if s.Format == JSON && !json.Valid([]byte(got)) {
			t.Errorf("not JSON:\n%s", got)
		}
	})
}

// others are files as people have them: with hooks of their own, comments, and nothing.
func others(format Format) map[string]string {
	if format == TOML {
		return map[string]string{
			"empty": "", "tables": "# mine\nmodel = \"m\"\n\n[features]\nhooks = true\n", "CRLF": "model = \"m\"\r\n\r\n[a]\r\nb = [\r\n  \"[x]\",\r\n]\r\n",
			"other servers": "[mcp_servers.other]\ncommand = \"x\"\n",
		}
	}
	return map[string]string{
		"empty object": "{}\n", "one line": `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"make test"}]}]},"mcpServers":{"other":{"command":"x"}}}`,
		"comments": "// mine\n{\n\t// keep\n\t\"model\": \"m\", // really\n\t\"hooks\": {\n\t\t\"UserPromptSubmit\": [\n\t\t\t{\"hooks\": [{\"type\": \"command\", \"command\": \"date\"}]}, // clock\n\t\t],\n\t},\n}\n",
		"CRLF":     "{\r\n    \"a\": 1\r\n}\r\n", "empty hooks": "{\n  \"hooks\": {},\n  \"mcpServers\": {}\n}\n", "a foreign version": "{\"version\": 1}\n",
	}
}

func TestApplyingTwiceIsOnceAndStripGivesTheFileBack(t *testing.T) {
	everySettings(t, programs(), func(t *testing.T, name string, scope Scope, s Settings) {
		for what, text := range others(s.Format) {
			once, left, err := s.Apply([]byte(text))
			if err != nil || len(left) > 0 {
				t.Fatalf("%s: %v %v", what, left, err)
			}
			if !strings.Contains(string(once), "hfa-") {
				t.Fatalf("%s: nothing was written:\n%s", what, once)
			}
			twice, _, err := s.Apply(once)
			if err != nil || string(twice) != string(once) {
				t.Errorf("%s: the second time changes it, %v:\n%s\nfirst\n%s", what, err, twice, once)
			}
			// Another place of the programs, other flags: replaced, not added.
			p := Programs{Hook: "hfa-hook", MCP: "hfa-mcp", Flags: []string{"--init"}}
			for _, moved := range SettingsOf(name, scope, p) {
				if moved.Path != s.Path {
					continue
				}
				other, _, err := moved.Apply(once)
				if err != nil || strings.Count(string(other), "hfa-") != strings.Count(moved.Print(), "hfa-") && s.Format == JSON {
					t.Errorf("%s: moved, %v:\n%s", what, err, other)
				}
			}
			back, _, err := s.Strip(once)
			if err != nil || strings.Contains(string(back), "hfa-") {
				t.Fatalf("%s: %v\n%s", what, err, back)
			}
			// An empty object that was there goes with what was put into it; set-up's copy brings that back.
			if what != "empty hooks" && name != "copilot-cli" && string(back) != text {
				t.Errorf("%s: stripped\n%q\nwas\n%q", what, back, text)
			}
		}
	})
}

func TestAFileOfOursAloneIsEmptyWhenStripped(t *testing.T) {
	everySettings(t, programs(), func(t *testing.T, name string, scope Scope, s Settings) {
		if _, empty, err := s.Strip([]byte(s.Print())); err != nil || !empty {
			t.Errorf("empty %v, %v", empty, err)
		}
	})
}

func TestOursAreToldFromThoseOfOthers(t *testing.T) {
	tests := []struct {
		raw  string
		want bool
	}{
		{`{"hooks":[{"command":"hfa-hook --host x"}]}`, true},
		{`{"command":"'/opt/my tools/hfa-hook' --host x"}`, true},
		{`{"command":"\"C:/Program Files/hfa/hfa-hook.exe\" --host x"}`, true},
		{`{"bash":"hfa-hook","powershell":"& 'C:\\x\\hfa-hook.exe' --host x"}`, true},
		{`{"command":"hfa-mcp","args":[]}`, true},
		{`{"command":"my-hfa-hook --host x"}`, false},
		{`{"command":"hfa-hooker"}`, false},
		{`{"command":"date; hfa-hook --host x"}`, false},
		{`{"hooks":[{"command":"hfa-hook"},{"command":"date"}]}`, false},
		{`{"note":"hfa-hook"}`, false},
		{`"hfa-hook"`, false},
		{`[]`, false},
	}
	for _, tt := range tests {
		if got := Ours([]byte(tt.raw)); got != tt.want {
			t.Errorf("%s: %v", tt.raw, got)
		}
	}
}

func TestAGroupThatSomebodyShareIsLeftButForOurHandler(t *testing.T) {
	s := SettingsOf("claude-code", User, programs())[0]
	text := "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          {\"type\": \"command\", \"command\": \"date\"},\n          {\"type\": \"command\", \"command\": \"hfa-hook --host claude-code\"}\n        ]\n      }\n    ]\n  }\n}\n"
	with, _, err := s.Apply([]byte(text))
	if err != nil || strings.Count(string(with), "Stop") != 1 || strings.Count(string(with), "hfa-hook") != 3 {
		t.Errorf("%v\n%s", err, with)
	}
	without, _, err := s.Strip(with)
	if err != nil || strings.Contains(string(without), "hfa-hook") || !strings.Contains(string(without), "date") {
		t.Errorf("%v\n%s", err, without)
	}
}

func TestWhatSomebodyElseOwnsIsLeftAndNamed(t *testing.T) {
	mcp := SettingsOf("claude-code", Project, programs())[1]
	if _, left, err := mcp.Apply([]byte(`{"mcpServers":{"hfa":{"command":"other"}}}`)); err != nil || len(left) != 1 {
		t.Errorf("%v %v", left, err)
	}
	toml := SettingsOf("codex", User, programs())[1]
	out, left, err := toml.Apply([]byte("notify = [\"other\"]\n"))
	if err != nil || len(left) != 1 || strings.Contains(string(out), "hfa-hook") || !strings.Contains(string(out), "hfa-mcp") {
		t.Errorf("%v %v\n%s", left, err, out)
	}
}

func TestDeadlinesAreAtMostHalfOfWhatIsInstalled(t *testing.T) {
	for _, name := range Names() {
		for _, h := range Named(name).Handlers() {
			turn, err := Named(name).Decode([]byte(`{"initialPrompt":"p","source":"compact","fullyIdle":true}`), h.Event)
			if err != nil {
				t.Fatal(err)
			}
			own := RecallDeadline
			if turn.Kind == Capture {
				own = CaptureDeadline
			}
			if turn.Kind == Ignore || h.Timeout < 2*own || h.Timeout%time.Second != 0 {
				t.Errorf("%s %s: kind %d, timeout %v", name, h.Event, turn.Kind, h.Timeout)
			}
		}
	}
}

func TestNoHostIsAskedToRunUsBeforeATool(t *testing.T) {
	everySettings(t, programs(), func(t *testing.T, _ string, _ Scope, s Settings) {
		if text := strings.ToLower(s.Print()); strings.Contains(text, "tool") && !strings.Contains(text, `"tools"`) && strings.Contains(text, "tooluse") {
			t.Errorf("%s", text)
		}
	})
}

func TestCommandLinesAreQuotedForTheirShell(t *testing.T) {
	args := []string{"--host", "codex"}
	tests := []struct{ program, posix, windows, powershell string }{
		{"hfa-hook", "hfa-hook --host codex", "hfa-hook --host codex", "hfa-hook --host codex"},
		{"/usr/bin/hfa-hook", "/usr/bin/hfa-hook --host codex", `"/usr/bin/hfa-hook" --host codex`, "& '/usr/bin/hfa-hook' --host codex"},
		{"/home/李 明/it's/hfa-hook", `'/home/李 明/it'\''s/hfa-hook' --host codex`, `"/home/李 明/it's/hfa-hook" --host codex`, "& '/home/李 明/it''s/hfa-hook' --host codex"},
		{`C:\Program Files\hfa\hfa-hook.exe`, `'C:\Program Files\hfa\hfa-hook.exe' --host codex`, `"C:/Program Files/hfa/hfa-hook.exe" --host codex`, `& 'C:\Program Files\hfa\hfa-hook.exe' --host codex`},
	}
	for _, tt := range tests {
		for got, want := range map[string]string{
			commandLine(tt.program, args, false): tt.posix, commandLine(tt.program, args, true): tt.windows, powershellLine(tt.program, args): tt.powershell,
		} {
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
			if raw := []byte(`{"command":` + text(got) + "}"); !Ours(raw) {
				t.Errorf("%s is not known as ours", raw)
			}
		}
	}
}

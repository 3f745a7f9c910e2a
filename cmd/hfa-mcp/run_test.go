package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory/host"
)

// commonForm is what most clients read.
type commonForm struct {
	Servers map[string]struct {
		Command string   `json:"command"`
		Args    []string `json:"args"`
	} `json:"mcpServers"`
}

func TestPrintConfigNamesThisProgramAbsolutely(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"--print-config"}, {"--print-config", "--memory-dir", "docs/my memory"}} {
		out, err := program(t, dir, nil, args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		var config commonForm
		if err := json.Unmarshal(out, &config); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		self, _ := os.Executable()
		entry := config.Servers["hfa"]
		if entry.Command != self || !filepath.IsAbs(entry.Command) || entry.Args == nil {
			t.Errorf("%s", out)
		}
		if len(args) > 1 && (len(entry.Args) != 2 || entry.Args[0] != "--memory-dir" || !filepath.IsAbs(entry.Args[1]) || !strings.HasSuffix(filepath.ToSlash(entry.Args[1]), "/docs/my memory")) {
			t.Errorf("%s", out)
		}
	}
}

// One source: what is printed is what set-up writes, but for the place of the program.
func TestPrintConfigPrintsWhatSetUpWrites(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range host.WithSettings() {
		files := host.SettingsOf(name, host.User, host.Programs{Hook: "hfa-hook", MCP: self})
		server := files[len(files)-1]
		if len(server.Items) > 0 {
			server.Items = server.Items[len(server.Items)-1:]
		}
		out, err := program(t, t.TempDir(), nil, "--print-config", name).Output()
		if err != nil || string(out) != server.Print() || !strings.Contains(string(out), "hfa") {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, out, server.Print())
		}
	}
	out, err := program(t, t.TempDir(), nil, "--print-config", "--memory-dir", "m", "codex").Output()
	if err != nil || !strings.Contains(string(out), "\nargs = [\"--memory-dir\", \"") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args   string
		code   int
		stdout string
		stderr string
	}{
		{"-h", 0, "--print-config", ""},
		{"--help", 0, "-memory-dir", ""},
		{"--version", 0, "hfa-mcp ", ""},
		{"--no-such-flag", 2, "", "hfa-mcp -h"},
		{"serve", 2, "", `"serve" is no flag`},
		{"--print-config no-such-host", 1, "", "it knows claude-code, codex,"},
		{"--print-config codex more", 2, "", `"more" is no flag`},
		{"", 0, "", ""}, // end of input
	} {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"hfa-mcp"}, strings.Fields(c.args)...), strings.NewReader(""), &stdout, &stderr, func(string) string { return "" })
		if code != c.code || !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) || c.stderr == "" && stderr.Len() > 0 || c.stdout == "" && stdout.Len() > 0 {
			t.Errorf("hfa-mcp %s: %d, %q, %q", c.args, code, stdout.String(), stderr.String())
		}
	}
}

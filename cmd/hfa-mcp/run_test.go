package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPrintConfigNamesThisProgramAbsolutely(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"--print-config"}, {"--print-config", "--memory-dir", "docs/my memory"}} {
		out, err := program(t, dir, nil, args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		var config clientConfig
		if err := json.Unmarshal(out, &config); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		self, _ := os.Executable()
		entry := config.Servers[serverName]
		if entry.Command != self || !filepath.IsAbs(entry.Command) || entry.Args == nil {
			t.Errorf("%s", out)
		}
		if len(args) > 1 && (len(entry.Args) != 2 || entry.Args[0] != "--memory-dir" || !filepath.IsAbs(entry.Args[1]) || !strings.HasSuffix(filepath.ToSlash(entry.Args[1]), "/docs/my memory")) {
			t.Errorf("%s", out)
		}
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
		{"", 0, "", ""}, // end of input
	} {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"hfa-mcp"}, strings.Fields(c.args)...), strings.NewReader(""), &stdout, &stderr, func(string) string { return "" })
		if code != c.code || !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) || c.stderr == "" && stderr.Len() > 0 || c.stdout == "" && stdout.Len() > 0 {
			t.Errorf("hfa-mcp %s: %d, %q, %q", c.args, code, stdout.String(), stderr.String())
		}
	}
}

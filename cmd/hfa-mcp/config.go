package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/sibling"
	"github.com/git-hfa/git-hfa/memory/host"
)

// plainHost has the form that Claude Code, Gemini CLI, Antigravity, Cursor and most other clients read (mcp.json,
// settings.json, mcp_config.json).
const plainHost = "claude-code"

// printConfig prints the entry for this program as "git hfa setup" writes it for a host, "" for the common form. The paths
// are absolute: a client starts its servers anywhere, with a PATH of its own.
func printConfig(w io.Writer, cwd string, opts options) error {
	program, err := sibling.Self()
	if err != nil {
		return fmt.Errorf("find the path of this program: %w", err)
	}
	p := host.Programs{MCP: program, Windows: runtime.GOOS == "windows"}
	if opts.memoryDir != "" {
		p.MCPArgs = []string{"--memory-dir", absolute(cwd, opts.memoryDir)}
	}
	name := opts.host
	if name == "" {
		name = plainHost
	}
	entry, ok := host.ServerOf(name, host.User, p)
	if !ok {
		return fmt.Errorf("%q is no host that set-up knows; it knows %s", name, strings.Join(host.WithSettings(), ", "))
	}
	if _, err := io.WriteString(w, entry.Print()); err != nil {
		return fmt.Errorf("print the configuration: %w", err)
	}
	return nil
}

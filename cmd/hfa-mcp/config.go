package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// serverName is how a client's configuration calls this server. It becomes a part of the
// name of each tool, so it is short.
const serverName = "hfa"

// clientConfig is the form that Claude Code, Gemini CLI, Antigravity, Cursor and most
// other clients read (mcp.json, settings.json, mcp_config.json).
type clientConfig struct {
	Servers map[string]clientServer `json:"mcpServers"`
}

type clientServer struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// printConfig prints the entry for this program with absolute paths: a client starts its
// servers anywhere, with a PATH of its own.
func printConfig(w io.Writer, cwd, memoryDir string) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the path of this program: %w", err)
	}
	entry := clientServer{Command: program, Args: []string{}}
	if memoryDir != "" {
		entry.Args = append(entry.Args, "--memory-dir", absolute(cwd, memoryDir))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(clientConfig{Servers: map[string]clientServer{serverName: entry}}); err != nil {
		return fmt.Errorf("print the configuration: %w", err)
	}
	return nil
}

package main

import (
	"io"
	"runtime"

	"github.com/git-hfa/git-hfa/memory/host"
)

// printHooks prints the hooks file of a host as set-up writes it for a project. Without a host it is Antigravity's. A name
// that is not known, and a host without a file of its own, get an empty object.
func printHooks(stdout io.Writer, o options) {
	name := o.host
	switch name {
	case "":
		name = "antigravity"
	case "claude-compatible":
		name = "claude-code"
	}
	p := host.Programs{Hook: "hfa-hook", MCP: "hfa-mcp", Windows: runtime.GOOS == "windows"}
	if o.init {
		p.Flags = []string{"--init"}
	}
	files := host.SettingsOf(name, host.Project, p)
	if len(files) == 0 {
		stdout.Write(host.NoAnswer())
		return
	}
	hooks := files[0]
	hooks.Items = hooks.Items[:0:0]
	for _, it := range files[0].Items {
		if it.Path[0] != "mcpServers" {
			hooks.Items = append(hooks.Items, it)
		}
	}
	io.WriteString(stdout, hooks.Print())
}

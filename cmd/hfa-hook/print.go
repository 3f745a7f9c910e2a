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
	p := host.Programs{Hook: "hfa-hook", Windows: runtime.GOOS == "windows"}
	if o.init {
		p.Flags = []string{"--init"}
	}
	hooks, ok := host.HooksOf(name, host.Project, p)
	if !ok {
		stdout.Write(host.NoAnswer())
		return
	}
	io.WriteString(stdout, hooks.Print())
}

package host

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Scope says whose settings set-up writes.
type Scope int

// The scopes.
const (
	User    Scope = iota // of the user, for every repository
	Project              // of the work tree, for everybody who works in it
)

// Programs says how a host is to start the programs.
type Programs struct {
	Hook    string   // path or name of hfa-hook
	MCP     string   // path or name of hfa-mcp
	Flags   []string // for every call of hfa-hook, such as "--init"
	MCPArgs []string // for hfa-mcp, such as "--memory-dir"
	Notify  bool     // Codex: capture through notify, which needs no trust, too
	Windows bool     // the settings are for a host on Windows
}

// Format of a settings file.
type Format int

// The formats.
const (
	JSON Format = iota // comments and trailing commas are kept where they are
	TOML
)

// Settings is what set-up puts into one file.
type Settings struct {
	Path string // slash path below the home folder, or below the top of the work tree
	// Folder is the environment variable by which a user gives the host another folder, "" for none, and InFolder the
	// slash path of the file below that.
	Folder, InFolder string
	Format           Format
	// Items are JSON: elements of arrays and members of objects.
	Items []Item
	// Key and Table are TOML: one line above all tables, with its key, and one table with its name.
	KeyName, Key, TableName, Table string
}

// Item is one value in a JSON file. It is a member of its own where Append is false.
type Item struct {
	Path   []string
	Value  string // compact JSON
	Append bool   // to the array at Path
}

// Where a user may say that a host keeps its settings. Claude Code, Codex and Copilot CLI take it for their own folder, Gemini
// CLI for the home folder (seen with 2.1.332, 0.171, 1.0.102 and 0.61).
const (
	claudeFolder  = "CLAUDE_CONFIG_DIR"
	codexFolder   = "CODEX_HOME"
	copilotFolder = "COPILOT_HOME"
	geminiFolder  = "GEMINI_CLI_HOME"
	geminiFile    = ".gemini/settings.json"
)

// serverName is what the MCP server is called: hosts show its tools as mcp__hfa__recall_memory.
const serverName = "hfa"

// WithSettings lists the hosts that have settings which set-up writes, in the order of [Names].
func WithSettings() []string {
	var names []string
	for _, name := range Names() {
		if len(SettingsOf(name, User, Programs{})) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// SettingsOf lists what set-up writes for a host, the file with the hooks first. It is nil for a host that has no settings of
// its own.
func SettingsOf(name string, scope Scope, p Programs) []Settings {
	hooks, ok := HooksOf(name, scope, p)
	if !ok {
		return nil
	}
	server, _ := ServerOf(name, scope, p)
	if server.Path == hooks.Path {
		hooks.Items = append(hooks.Items, server.Items...)
		return []Settings{hooks}
	}
	return []Settings{hooks, server}
}

// HooksOf gives the file of a host's hooks and what of them set-up writes there; false for a host that has no settings of
// its own.
func HooksOf(name string, scope Scope, p Programs) (Settings, bool) {
	switch name {
	case "claude-code":
		return Settings{Path: ".claude/settings.json", Folder: claudeFolder, InFolder: "settings.json", Items: nestedItems(name, p, time.Second)}, true
	case "codex":
		return Settings{Path: ".codex/hooks.json", Folder: codexFolder, InFolder: "hooks.json", Items: nestedItems(name, p, time.Second)}, true
	case "gemini-cli":
		return Settings{Path: geminiFile, Folder: geminiFolder, InFolder: geminiFile, Items: nestedItems(name, p, time.Millisecond)}, true
	case "copilot-cli":
		return Settings{Path: scope.pick(".copilot/hooks/git-hfa.json", ".github/hooks/git-hfa.json"), Folder: copilotFolder, InFolder: "hooks/git-hfa.json", Items: copilotItems(p)}, true
	case "antigravity":
		return Settings{Path: scope.pick(".gemini/config/hooks.json", ".agents/hooks.json"), Items: antigravityItems(p)}, true
	}
	return Settings{}, false
}

// ServerOf gives the file in which a host lists its MCP servers, and the entry of ours; false for a host that has no
// settings of its own. The entry of claude-code is of the form that most other clients read, too.
func ServerOf(name string, scope Scope, p Programs) (Settings, bool) {
	call := `"command":` + text(p.MCP) + `,"args":[` + strings.Join(quoted(p.MCPArgs), ",") + "]"
	in := func(path, folder, inFolder, entry string) (Settings, bool) {
		item := Item{Path: []string{"mcpServers", serverName}, Value: "{" + entry + "}"}
		return Settings{Path: path, Folder: folder, InFolder: inFolder, Items: []Item{item}}, true
	}
	switch name {
	case "claude-code":
		return in(scope.pick(".claude.json", ".mcp.json"), claudeFolder, ".claude.json", call)
	case "codex":
		return codexServer(scope, p), true
	case "gemini-cli":
		return in(geminiFile, geminiFolder, geminiFile, call)
	case "copilot-cli":
		// In a project it reads .mcp.json, too, which is Claude Code's (seen with 1.0.102); of two entries of one name it takes one.
		return in(scope.pick(".copilot/mcp-config.json", ".github/mcp.json"), copilotFolder, "mcp-config.json", `"type":"local",`+call+`,"tools":["*"]`)
	case "antigravity":
		return in(scope.pick(".gemini/config/mcp_config.json", ".agents/mcp_config.json"), "", "", call)
	}
	return Settings{}, false
}

// codexServer is a table of config.toml, and the notify program where that is wanted: a setting of the user alone.
func codexServer(scope Scope, p Programs) Settings {
	s := Settings{Path: ".codex/config.toml", Folder: codexFolder, InFolder: "config.toml", Format: TOML, TableName: "mcp_servers." + serverName}
	s.Table = "[" + s.TableName + "]\ncommand = " + text(p.MCP)
	if len(p.MCPArgs) > 0 {
		s.Table += "\nargs = " + list(p.MCPArgs)
	}
	if scope == User && p.Notify {
		s.KeyName, s.Key = Notify, Notify+" = "+list(append([]string{p.Hook, "--host", "codex", "--event", Notify}, p.Flags...))
	}
	return s
}

// pick gives the path for a scope.
func (s Scope) pick(user, project string) string {
	if s == User {
		return user
	}
	return project
}

// nestedItems are the groups of the hosts that nest handlers in them. unit is what the host counts timeouts in.
func nestedItems(name string, p Programs, unit time.Duration) []Item {
	var items []Item
	for _, h := range Named(name).Handlers() {
		command := commandLine(p.Hook, append([]string{"--host", name}, p.Flags...), p.Windows)
		handler := `{"type":"command","command":` + text(command) + `,"timeout":` + strconv.Itoa(int(h.Timeout/unit)) + "}"
		group := `{"hooks":[` + handler + "]}"
		if h.Matcher != "" {
			group = `{"matcher":` + text(h.Matcher) + `,"hooks":[` + handler + "]}"
		}
		items = append(items, Item{Path: []string{"hooks", h.Event}, Value: group, Append: true})
	}
	return items
}

// copilotItems: handlers without groups, with one command for each family of shells.
func copilotItems(p Programs) []Item {
	items := []Item{{Path: []string{"version"}, Value: "1"}}
	for _, h := range (copilot{}).Handlers() {
		args := append([]string{"--host", "copilot-cli", "--event", h.Event}, p.Flags...)
		handler := `{"type":"command","bash":` + text(commandLine(p.Hook, args, false)) + `,"powershell":` + text(powershellLine(p.Hook, args)) +
			`,"timeoutSec":` + strconv.Itoa(int(h.Timeout/time.Second)) + "}"
		items = append(items, Item{Path: []string{"hooks", h.Event}, Value: handler, Append: true})
	}
	return items
}

// antigravityItems: top-level keys are names of hooks, events are flat arrays; one wrong key drops the file in silence.
func antigravityItems(p Programs) []Item {
	b := []byte("{")
	for i, h := range (antigravity{}).Handlers() {
		if i > 0 {
			b = append(b, ',')
		}
		command := commandLine(p.Hook, append([]string{"--host", "antigravity", "--event", h.Event}, p.Flags...), p.Windows)
		b = append(b, text(h.Event)+`:[{"type":"command","command":`+text(command)+`,"timeout":`+strconv.Itoa(int(h.Timeout/time.Second))+"}]"...)
	}
	return []Item{{Path: []string{"git-hfa"}, Value: string(append(b, '}'))}}
}

// Ours tells whether a raw JSON value runs this program and nothing else: every command in it is hfa-hook or hfa-mcp.
func Ours(raw []byte) bool {
	commands, ours := 0, 0
	count := func(s string) {
		commands++
		if runsUs(s) {
			ours++
		}
	}
	var walk func(v jsontext.Value)
	walk = func(v jsontext.Value) {
		switch v.Kind() {
		case '{':
			f, err := parseObject(v)
			if err != nil {
				return
			}
			for name, value := range f {
				switch name {
				case "command", "bash", "powershell":
					if s, ok := stringOf(value); ok {
						count(s)
					}
				default:
					walk(value)
				}
			}
		case '[':
			for _, value := range (fields{"": v}).list("") {
				walk(value)
			}
		}
	}
	walk(bytes.TrimSpace(raw))
	return commands > 0 && ours == commands
}

// runsUs tells whether the first word of a command line is one of our programs.
func runsUs(command string) bool {
	command = strings.TrimLeft(strings.TrimSpace(command), `&'" `)
	for _, name := range []string{"hfa-hook", "hfa-mcp"} {
		i := strings.Index(command, name)
		if i < 0 || i > 0 && command[i-1] != '/' && command[i-1] != '\\' || strings.ContainsAny(command[:i], "|;&") {
			continue
		}
		rest := strings.TrimPrefix(command[i+len(name):], ".exe")
		if rest == "" || strings.IndexByte(" '\"", rest[0]) >= 0 {
			return true
		}
	}
	return false
}

// commandLine writes a program and its arguments for the shell that a host runs hooks in. A bare name is written as it
// is; on Windows slashes serve in every shell there, and backslashes in none but one.
func commandLine(program string, args []string, windows bool) string {
	if windows {
		program = strings.ReplaceAll(program, `\`, "/")
		if strings.ContainsAny(program, "/ ") {
			program = `"` + program + `"`
		}
	} else {
		program = shellWord(program)
	}
	for _, a := range args {
		program += " " + shellWord(a)
	}
	return program
}

// powershellLine writes the same for PowerShell, which calls a quoted program with "&".
func powershellLine(program string, args []string) string {
	if strings.ContainsAny(program, ` /\'`) {
		program = "& '" + strings.ReplaceAll(program, "'", "''") + "'"
	}
	for _, a := range args {
		program += " " + shellWord(a)
	}
	return program
}

// shellWord quotes a word for a POSIX shell where it needs that.
func shellWord(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// text writes a string of JSON; TOML reads the same for what stands in command lines.
func text(s string) string { return string(quote(nil, s)) }

func list(words []string) string { return "[" + strings.Join(quoted(words), ", ") + "]" }

func quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = text(w)
	}
	return out
}

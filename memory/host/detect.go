package host

import "strings"

// Pick gives the host that a payload comes from.
//
// A name from the command line decides, with one exception: Copilot CLI, VS Code and Cursor also run hooks that they find in
// the settings of Claude Code, VS Code those of Copilot CLI too, and their payloads are unmistakable. Without a name the shape
// of the payload decides. The result is nil for a name or a shape that is not known; the answer is [NoAnswer] then.
func Pick(name string, payload []byte) Host {
	named := Named(name)
	if name != "" && named == nil {
		return nil
	}
	f, err := parseObject(payload)
	if err != nil {
		return named
	}
	shape := shapeOf(f)
	switch name {
	case "":
		return Named(shape)
	case "claude-code", "claude-compatible":
		switch shape {
		case "copilot-cli":
			return copilot{}
		case shapeVSCode, shapeCursor:
			return nil
		}
	case "copilot-cli":
		if shape == shapeVSCode {
			return nil
		}
	}
	return named
}

// Shapes of hosts that read the settings of others and that this package has no adapter for.
const (
	shapeVSCode = "vscode"
	shapeCursor = "cursor"
)

// shapeOf names the host whose payloads look like this one, "" when none does.
func shapeOf(f fields) string {
	transcript := strings.ReplaceAll(f.str("transcript_path", "transcriptPath"), `\`, "/")
	named := f.str("hook_event_name")
	switch {
	case f.has("thread-id") && f.has("turn-id"):
		return "codex"
	case f.has("conversationId") || f.has("workspacePaths"):
		return "antigravity"
	case f.has("cursor_version") || f.has("conversation_id"):
		return shapeCursor
	case f.has("hookEventName"):
		return shapeVSCode
	case named == "" && f.has("sessionId"):
		return "copilot-cli"
	case named == "":
		return ""
	}
	switch named {
	case "BeforeAgent", "AfterAgent", "PreCompress":
		return "gemini-cli"
	}
	switch {
	case strings.Contains(transcript, "/.gemini/"):
		return "gemini-cli"
	case strings.Contains(transcript, "/.codex/") || f.has("turn_id") && f.has("model"):
		return "codex"
	case strings.Contains(transcript, "/.claude/"):
		return "claude-code"
	case strings.Contains(transcript, "/.copilot/"), f.has("stop_reason"),
		// Copilot CLI stamps its events, and sends neither permission mode nor the transcript of a prompt.
		f.has("timestamp") && !f.has("permission_mode") && (transcript == "" || strings.HasSuffix(transcript, "/events.jsonl")):
		return "copilot-cli"
	}
	return "claude-compatible"
}

// Package host speaks the hook protocols of agent hosts: it reads what a host sends before and after a turn, and
// writes the one answer that this host accepts.
//
//	h := host.Pick("claude-code", payload)
//	turn, err := h.Decode(payload, "")
//	text := search(turn.Cwd, turn.Prompt)           // "" for nothing to say
//	os.Stdout.Write(h.Encode(turn.Event, text))     // {} on a miss
//
// # Rules that hold for every host
//
//   - Payloads are read leniently: a field that is missing, null, of another type or unknown is no error. Answers are written
//     strictly: one encoder a host, never a union of shapes. Codex drops an answer with one unknown key, Antigravity fails
//     the turn, Copilot CLI does not see a nested text.
//   - Only events that carry a person's prompt get a text. All others, and every event this package does not know, get the neutral
//     answer: keys such as "decision" or "continue" would block a turn or make it go on.
//   - Prompt and answer come from the payload. The transcript is read only where the payload lacks them, and then only its last
//     turn, from the end of the file. An answer of an earlier turn is never taken for this one.
//   - The host is the one the command line names. Some hosts also run the hooks they find in the settings of another one;
//     their payloads tell them apart, see [Pick].
//
// # Hosts
//
//	host           recall                             capture                 contract
//	claude-code    UserPromptSubmit                   Stop                    https://code.claude.com/docs/en/hooks
//	codex          UserPromptSubmit                   Stop, notify            https://developers.openai.com/codex/hooks
//	gemini-cli     BeforeAgent                        AfterAgent              google-gemini/gemini-cli docs/hooks/reference.md
//	copilot-cli    sessionStart, userPromptSubmitted  agentStop               https://docs.github.com/en/copilot/reference/hooks-reference
//	antigravity    PreInvocation                      PostInvocation, Stop    https://antigravity.google/docs/hooks
//
// "claude-compatible" serves hosts that copied the hooks of Claude Code; qwen-code and factory-droid are names for it.
package host

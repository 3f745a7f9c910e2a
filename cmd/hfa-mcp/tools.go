package main

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// All that follows is sent to a model with every session, so each word is paid for: a
// test counts it. There are no output schemas, which would double the cost and tell a
// model nothing it does not see in the answer.

const instructions = "Memory of this repository's decisions: recall before deciding what may be settled, remember what was settled."

func recallTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "recall_memory",
		Description: "Recall what this repository already decided: past decisions, fixes, root causes, conventions, user preferences. " +
			"Call it before you decide, change or ask about something that may be settled. Gives at most two, as reference data, or nothing found.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"query":{"type":"string","description":"The question in the user's words, with names, files and error texts; any language"},` +
			`"unlock":{"type":"string","description":"Reason to open side branches and archived nodes for this call; it is logged"}},` +
			`"required":["query"]}`),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(bool)},
	}
}

func rememberTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "remember_decision",
		Description: "Remember one settled decision, fix or root cause in the repository's memory, as a file in git. " +
			"No plans, progress or secrets; one topic a call.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"title":{"type":"string","description":"One line, at most 200 characters"},` +
			`"hit_words":{"type":"array","items":{"type":"string"},"description":"1-8 words a later question will use: files, identifiers, terms, in every language spoken here"},` +
			`"conclusion":{"type":"string","description":"What holds now and why, 1-3 lines"},` +
			`"source":{"type":"string","description":"Where it comes from"},` +
			`"node":{"type":"string","description":"Node id such as S1; default: the active main line"},` +
			`"supersedes":{"type":"array","items":{"type":"string"},"description":"Ids of decisions this replaces for good"},` +
			`"request_id":{"type":"string","description":"Your id of this call: repeated, it writes once"}},` +
			`"required":["title","hit_words","conclusion"]}`),
		Annotations: &mcp.ToolAnnotations{DestructiveHint: new(bool), OpenWorldHint: new(bool)},
	}
}

func healthTool() *mcp.Tool {
	return &mcp.Tool{
		Name:        "memory_health",
		Description: "Check the memory: folder, freshness, counts, active main line, problems and their cures.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{}}`),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(bool)},
	}
}

// answerKey is the member of a result's _meta that holds the answer for programs (MCP 2025-06-18, "General fields").
const answerKey = "io.github.git-hfa/answer"

// answered is what a tool gives: content for the model, and the answer for programs where no model pays for it. It is not
// structuredContent, of which the specification says nothing about what a model gets: Claude Code and Codex give it that
// instead of the content, Copilot CLI both, Gemini CLI the content alone. One recalled decision of 80 tokens cost 330
// there, and 410 where both are given.
func answered(content []mcp.Content, answer any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: content, Meta: mcp.Meta{answerKey: answer}}
}

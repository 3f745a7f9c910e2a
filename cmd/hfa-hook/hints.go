package main

import (
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/token"
)

// blocks parts a recall text into the blocks of its chunks, markers included. A block begins with "## ", and no other
// line in it does: lines of a conclusion are quoted.
func blocks(recallText string) []string {
	body, hasHead := strings.CutPrefix(recallText, memory.RecallHead)
	body, hasFoot := strings.CutSuffix(body, memory.RecallFoot)
	if !hasHead || !hasFoot || body == "" {
		return nil
	}
	var out []string
	for {
		next := strings.Index(body[1:], "\n## ")
		if next < 0 {
			return append(out, body)
		}
		out = append(out, body[:next+2])
		body = body[next+2:]
	}
}

// hintLines gives the lines of the router text that are worth telling. Beside chunks these are the hints alone, for the
// active main line says nothing new; with no chunk it is the whole.
func hintLines(a *index.Answer) []string {
	lines := strings.SplitAfter(a.RouterText, "\n")
	lines = lines[:len(lines)-1]
	if len(a.Selected) == 0 || len(lines) == 0 {
		return lines
	}
	if len(a.Deferred) == 0 && len(a.ProfileDrift) == 0 {
		return nil
	}
	return lines[1:]
}

// fit gives the lines that may stand behind parts: within the token budget of a recall, and within maxChars. Counts of
// parts add up, because each begins with "## ", "- " or "<" and ends its line.
func fit(parts, lines []string, c memory.Config) []string {
	counter, err := token.For(c.Tokenizer)
	if err != nil {
		return nil
	}
	whole := fence(parts)
	if whole == "" {
		whole = memory.RecallHead + memory.RecallFoot
	}
	tokens, size := counter.Count(whole), chars(whole)
	for i, line := range lines {
		tokens, size = tokens+counter.Count(line), size+chars(line)
		if tokens > c.RecallTokenBudget || size > maxChars {
			return lines[:i]
		}
	}
	return lines
}

// chars counts UTF-16 units, as the hosts that are written in JavaScript do.
func chars(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

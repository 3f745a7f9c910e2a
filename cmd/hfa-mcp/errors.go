package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// hintError is an error with what to do next.
type hintError struct {
	error
	hint string
}

func (h *hintError) Unwrap() error { return h.error }

// withHint adds what to do next.
func withHint(err error, format string, args ...any) error {
	return &hintError{err, fmt.Sprintf(format, args...)}
}

// failure is the result that a model gets for an error: what is wrong, then what to do.
// An error of the protocol would not reach the model.
func failure(err error) *mcp.CallToolResult {
	// The hint says it better than the name of the sentinel at the end of the chain.
	text := "error: " + plain(strings.TrimSuffix(brief(err), ": "+memory.ErrNotFound.Error()))
	if hint := hintFor(err); hint != "" {
		text += "\nhint: " + plain(hint)
	}
	return &mcp.CallToolResult{IsError: true, Content: text1(text)}
}

// maxError is how much is told of one error, in code points. Some quote what they were given.
const maxError = 1000

// brief is the text of an error without what nobody reads to its end.
func brief(err error) string {
	text := err.Error()
	if len(text) <= maxError || utf8.RuneCountInString(text) <= maxError {
		return text
	}
	return string([]rune(text)[:maxError]) + "…"
}

// hintFor is what to do after err: the hint that came with it, else the one of its kind.
func hintFor(err error) string {
	var hint *hintError
	var request *store.RequestConflictError
	var ambiguous *memory.AmbiguousError
	var limit *memory.LimitError
	var config *place.ConfigError
	var file *memory.FileError
	switch {
	case errors.As(err, &hint):
		return hint.hint
	case errors.As(err, &request):
		return fmt.Sprintf("to replace it, call again with another request_id and supersedes [%q]", request.Existing)
	case errors.As(err, &ambiguous):
		return "call again with one of these ids, whole"
	case errors.As(err, &limit):
		return "shorten it, or split it into several decisions"
	case errors.As(err, &config):
		return "correct " + config.File
	case errors.As(err, &file) && file.Cure != "":
		return memory.FileProblem(cmp.Or(file.Path, "the file"), file).Cure
	case errors.Is(err, store.ErrLocked), errors.Is(err, index.ErrLocked), errors.Is(err, index.ErrUnstable):
		return "call again in a moment; if it stays so: git hfa doctor"
	case errors.Is(err, store.ErrRecovery):
		return "git hfa doctor --repair"
	case errors.Is(err, memory.ErrNewer):
		return "install a newer git-hfa"
	case errors.Is(err, memory.ErrNotFound):
		return "git hfa list --all"
	case errors.Is(err, context.Canceled):
		return "call again if it is still wanted"
	}
	return ""
}

// text1 is one text as the content of a result.
func text1(text string) []mcp.Content { return []mcp.Content{&mcp.TextContent{Text: text}} }

// plain makes one line of foreign text safe to show: no fence of ours in it, nothing that
// cannot be seen, no secret.
func plain(s string) string { return memory.Sanitize(redact.Text(s)) }

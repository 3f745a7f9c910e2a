package host

import (
	"context"
	"errors"
	"time"
)

// Kind says what an event asks for.
type Kind int

// The kinds of events. The zero value is [Ignore].
const (
	Ignore  Kind = iota // nothing to do: the neutral answer
	Recall              // a person's prompt is about to be answered: search for it
	Capture             // a turn has ended: keep what was decided
	Compact             // the host forgot the text injected so far
)

// Turn is what one event tells.
type Turn struct {
	Host  string // name of the host that sent it
	Event string // as the host writes it; answers repeat it
	Kind  Kind

	SessionID string // one conversation; "" when the host gave none
	TurnID    string // one input of a person in it; "" when the host gave none
	Cwd       string // folder the agent works in; "" when the host gave none

	Prompt         string // with the wrappers that the host put around it
	Answer         string
	TranscriptPath string
	Decision       []byte // the payload's own field "decision" at the end of a turn, raw JSON; nil when there is none

	// StopActive: the host says that a hook made this turn go on. It is told, and changes nothing here: no answer of
	// this package makes a turn go on, and some versions of Qwen Code set it on every first stop.
	StopActive bool
	// Structured: keep only what the answer marks as a decision. The event may come in the middle of a turn.
	Structured bool
	// Once: the event comes several times for one input; TurnID tells inputs apart.
	Once bool

	// at is when the host sent the event, zero when it does not say.
	at time.Time
}

// ErrPayload: the payload is no JSON object.
var ErrPayload = errors.New("the payload is not a JSON object")

// Own deadlines of a hook. The timeouts that [Handlers] installs are at least twice as long.
const (
	RecallDeadline  = time.Second
	CaptureDeadline = 5 * time.Second
)

// Host is one agent host.
type Host interface {
	// Name is how the command line calls it.
	Name() string
	// Decode reads a payload. event is the one of the command line, "" for none; the payload's own name of the event
	// goes first. The only error is ErrPayload.
	Decode(payload []byte, event string) (Turn, error)
	// Complete fills in what the payload lacks from the transcript: the prompt of a Recall, the answer of a Capture.
	// It waits until the transcript has the end of the turn or ctx is done, and takes what is there then.
	Complete(ctx context.Context, t *Turn)
	// Encode gives the bytes of the answer that puts text before the model. For an empty text, and for an event that
	// carries none, it is Neutral.
	Encode(event, text string) []byte
	// Neutral gives the answer that changes nothing.
	Neutral(event string) []byte
	// Handlers lists the events that set-up installs, with their timeouts.
	Handlers() []Handler
}

// Handler is one event that a host is told to run hfa-hook for.
type Handler struct {
	Event   string
	Matcher string // of hosts that filter events, "" for all
	Timeout time.Duration
}

// Names lists the hosts that [Named] knows, in the order of the package comment.
func Names() []string {
	return []string{"claude-code", "codex", "gemini-cli", "copilot-cli", "antigravity", "claude-compatible", "qwen-code", "factory-droid"}
}

// Named gives a host by its name, nil for a name that is not known.
func Named(name string) Host {
	switch name {
	case "claude-code":
		return claude{}
	case "codex":
		return codex{}
	case "gemini-cli":
		return gemini{}
	case "copilot-cli":
		return copilot{}
	case "antigravity":
		return antigravity{}
	case "claude-compatible", "qwen-code", "factory-droid":
		return compatible{name}
	}
	return nil
}

// NoAnswer is the neutral answer of a host that is not known.
func NoAnswer() []byte { return []byte("{}\n") }

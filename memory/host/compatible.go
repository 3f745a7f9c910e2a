package host

import "context"

// compatible is a host that copied the hooks of Claude Code: names, payloads and answers. Two differences are
// known and harmless: Qwen Code repeats UserPromptSubmit with an empty prompt after each result of a tool, which is a miss, and
// sends stop_hook_active on a first stop.
type compatible struct{ name string }

func (h compatible) Name() string { return h.name }

func (h compatible) Decode(payload []byte, event string) (Turn, error) {
	f, err := parseObject(payload)
	if err != nil {
		return Turn{}, err
	}
	return claudeTurn(h.name, f, event), nil
}

func (h compatible) Complete(ctx context.Context, t *Turn) { claude{}.Complete(ctx, t) }

func (h compatible) Encode(event, text string) []byte { return claude{}.Encode(event, text) }

func (h compatible) Neutral(event string) []byte { return claude{}.Neutral(event) }

func (h compatible) Handlers() []Handler { return claude{}.Handlers() }

package memory

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Config is config.json.
type Config struct {
	Schema            int
	Lang              string         // of generated text: "en" or "zh"
	MaxTopicsPerEpoch int            // chunk files; 50 keeps git's tree objects small
	RouterTokenBudget int            // tokens of router_text, a hard cap
	RecallTokenBudget int            // tokens of recall_text, a hard cap
	RetrievalAliases  [][]string     // groups of words that mean the same
	Tokenizer         string         // "o200k_base" (exact) or "heuristic" (upper bound)
	Distill           string         // "auto", "structured" or "off"
	Trust             string         // "worktree", or "committed": recall uses only what HEAD has
	Audit             string         // "hits", or "all": misses are logged too
	Hooks             jsontext.Value // an object for the hooks, compact; nil when absent
	Extra             []Member       // keys this program does not know
}

// Bounds of the numbers in config.json.
const (
	maxEpochSize   = 100_000
	maxTokenBudget = 100_000
)

// DefaultConfig is what "{}" stands for.
func DefaultConfig() Config {
	return Config{
		Schema:            Schema,
		Lang:              "en",
		MaxTopicsPerEpoch: 50,
		RouterTokenBudget: 600,
		RecallTokenBudget: 600,
		Tokenizer:         "o200k_base",
		Distill:           "auto",
		Trust:             "worktree",
		Audit:             "hits",
	}
}

// ParseConfig reads config.json. Keys that are missing get their default;
// unknown keys are kept. retrieval_aliases is {"term": ["word", …], …} or
// [["word", "word", …], …]; both give groups, in file order. The error is a
// *[FileError] that names the key and what is allowed; it wraps [ErrCorrupt]
// or [ErrNewer].
func ParseConfig(data []byte) (Config, error) {
	p := configParser{c: DefaultConfig()}
	if err := p.readObject(data, p.field); err != nil {
		if newer := newerSchema(data); newer != nil {
			err = newer
		}
		return Config{}, err
	}
	p.c.Extra = sortMembers(p.c.Extra, isConfigKey)
	return p.c, nil
}

type configParser struct {
	jsonReader
	c Config
}

// configKeys lists the known keys in the order in which they are written. The
// switches in field and encode know the same ones.
func configKeys() []string {
	return []string{"schema", "lang", "max_topics_per_epoch", "router_token_budget", "recall_token_budget",
		"retrieval_aliases", "tokenizer", "distill", "trust", "audit", "hooks"}
}

func isConfigKey(key string) bool { return slices.Contains(configKeys(), key) }

func (p *configParser) field(key string) (err error) {
	c := &p.c
	switch key {
	case "schema":
		if c.Schema, err = p.readInt(key, 1, maxInt); c.Schema > Schema {
			return errNewer(c.Schema)
		}
	case "lang":
		c.Lang, err = p.readChoice(key, "en", "zh")
	case "max_topics_per_epoch":
		c.MaxTopicsPerEpoch, err = p.readInt(key, 1, maxEpochSize)
	case "router_token_budget":
		c.RouterTokenBudget, err = p.readInt(key, 0, maxTokenBudget)
	case "recall_token_budget":
		c.RecallTokenBudget, err = p.readInt(key, 0, maxTokenBudget)
	case "retrieval_aliases":
		c.RetrievalAliases, err = p.readAliases(key)
	case "tokenizer":
		c.Tokenizer, err = p.readChoice(key, "o200k_base", "heuristic")
	case "distill":
		c.Distill, err = p.readChoice(key, "auto", "structured", "off")
	case "trust":
		c.Trust, err = p.readChoice(key, "worktree", "committed")
	case "audit":
		c.Audit, err = p.readChoice(key, "hits", "all")
	case "hooks":
		if kind := p.dec.PeekKind(); kind != '{' {
			return p.wrongValue(key, "an object", kind)
		}
		c.Hooks, err = p.readRaw(key)
	default:
		var value jsontext.Value
		value, err = p.readRaw(key)
		c.Extra = append(c.Extra, Member{key, value})
	}
	return err
}

// wrongValue steps over the value and says that it has the wrong type; a
// value that is no JSON at all is told as that.
func (p *configParser) wrongValue(key, want string, kind jsontext.Kind) error {
	if err := p.dec.SkipValue(); err != nil {
		return p.syntax(err)
	}
	return p.wrongType(strconv.Quote(key), want, kind)
}

func (p *configParser) readChoice(key string, allowed ...string) (string, error) {
	s, err := p.readString(key)
	if err != nil || slices.Contains(allowed, s) {
		return s, err
	}
	want := strconv.Quote(allowed[0])
	for _, a := range allowed[1:] {
		want += " or " + strconv.Quote(a)
	}
	return "", corrupt("wrong-type", p.line(), strconv.Quote(key)+" must be "+want+", not "+strconv.Quote(s), "correct the value in config.json")
}

func (p *configParser) readAliases(key string) ([][]string, error) {
	kind := p.dec.PeekKind()
	if kind != '{' && kind != '[' {
		return nil, p.wrongValue(key, `an object {"term": ["word"]} or a list of lists [["word", "word"]]`, kind)
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return nil, p.syntax(err)
	}
	var groups [][]string
	for end := p.dec.PeekKind(); end != '}' && end != ']'; end = p.dec.PeekKind() {
		var group []string
		if kind == '{' {
			term, err := p.readString(key)
			if err != nil {
				return nil, err
			}
			group = []string{term}
		}
		words, err := p.readStrings(key)
		if err != nil {
			return nil, err
		}
		group = append(group, words...)
		if slices.Contains(group, "") {
			return nil, corrupt("wrong-type", p.line(), strconv.Quote(key)+" holds an empty word", "remove it from config.json")
		}
		groups = append(groups, group)
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return nil, p.syntax(err)
	}
	return groups, nil
}

// Encode gives the canonical bytes of config.json: every known key in a fixed
// order (hooks only when set), aliases as a list of lists, then the unknown
// keys, sorted.
func (c *Config) Encode() []byte {
	var w objectWriter
	for _, key := range configKeys() {
		c.encode(&w, key)
	}
	for _, m := range sortMembers(c.Extra, isConfigKey) {
		w.raw(m)
	}
	return w.end()
}

// encode writes one known key.
func (c *Config) encode(w *objectWriter, key string) {
	number := func(n int) {
		w.key(key)
		w.buf = strconv.AppendInt(w.buf, int64(n), 10)
	}
	text := func(s string) {
		w.key(key)
		w.buf = appendString(w.buf, s)
	}
	switch key {
	case "schema":
		number(c.Schema)
	case "lang":
		text(c.Lang)
	case "max_topics_per_epoch":
		number(c.MaxTopicsPerEpoch)
	case "router_token_budget":
		number(c.RouterTokenBudget)
	case "recall_token_budget":
		number(c.RecallTokenBudget)
	case "retrieval_aliases":
		w.key(key)
		groups := make([][]byte, len(c.RetrievalAliases))
		for i, g := range c.RetrievalAliases {
			groups[i] = appendStrings(nil, g, 2)
		}
		w.buf = join(w.buf, '[', ']', groups, 1, true)
	case "tokenizer":
		text(c.Tokenizer)
	case "distill":
		text(c.Distill)
	case "trust":
		text(c.Trust)
	case "audit":
		text(c.Audit)
	case "hooks":
		if c.Hooks != nil {
			w.raw(Member{key, c.Hooks})
		}
	}
}

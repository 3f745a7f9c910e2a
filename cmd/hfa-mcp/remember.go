package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type rememberArguments struct {
	Title      string `json:"title"`
	HitWords   words  `json:"hit_words"`
	Conclusion string `json:"conclusion"`
	Source     string `json:"source"`
	Node       string `json:"node"`
	Supersedes words  `json:"supersedes"`
	RequestID  string `json:"request_id"`
}

func (s *server) remember(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args rememberArguments
	if err := arguments(req, &args, true); err != nil {
		return nil, withHint(err, "remember_decision takes title, hit_words, conclusion, source, node, supersedes, request_id")
	}
	draft, err := args.draft()
	if err != nil {
		return nil, err
	}
	m, err := s.find(ctx, req)
	if err != nil {
		return nil, err
	}
	config, err := configOf(m)
	if err != nil {
		return nil, err
	}
	if err := fits(config, draft); err != nil {
		return nil, err
	}
	if err := refuseHidden(ctx, m); err != nil {
		return nil, err
	}
	st, err := access.Store(m)
	if err != nil {
		return nil, err
	}
	added, err := st.Add(ctx, draft)
	if errors.Is(err, memory.ErrNotFound) && len(draft.Supersedes) == 0 {
		return nil, withHint(err, "git hfa node list")
	}
	if err != nil {
		return nil, err
	}
	return s.tell(ctx, m, st, added), nil
}

// withSecrets is how many times its limit a text may have as it comes: secrets are taken out of it before it is measured.
const withSecrets = 4

// Bounds of what a call may supersede: decisions, and bytes of one id or of what was written for one.
const (
	maxSupersedes = 100
	maxID         = 200
)

// bounded refuses what cannot become a chunk whatever is taken out of it.
func (a *rememberArguments) bounded() error {
	err := cmp.Or(
		tooLong("title", a.Title, withSecrets*memory.MaxTitle),
		tooLong("conclusion", a.Conclusion, withSecrets*memory.MaxConclusion),
		tooLong("source", a.Source, withSecrets*memory.MaxSource),
		tooLong("request_id", a.RequestID, withSecrets*memory.MaxRequestID))
	for _, word := range a.HitWords {
		err = cmp.Or(err, tooLong("a hit word", word, withSecrets*memory.MaxHitWord))
	}
	if n := len(a.HitWords); n > withSecrets*memory.MaxHitWords {
		err = &memory.LimitError{Key: "hit_words", Unit: "hit words", Have: n, Max: withSecrets * memory.MaxHitWords}
	}
	var limit *memory.LimitError
	if errors.As(err, &limit) {
		limit.Max /= withSecrets
		return limit
	}
	if len(a.Supersedes) > maxSupersedes || slices.ContainsFunc(a.Supersedes, func(id string) bool { return len(id) > maxID }) {
		return withHint(errors.New("supersedes takes a few ids, such as chunk_0007"), "git hfa list --all")
	}
	return nil
}

// draft checks what only this tool demands; the rest is the store's business.
func (a *rememberArguments) draft() (store.Draft, error) {
	if err := a.bounded(); err != nil {
		return store.Draft{}, err
	}
	d := store.Draft{
		Title: a.Title, HitWords: a.HitWords.filled(), Conclusion: a.Conclusion, Source: a.Source,
		RequestID: a.RequestID, Supersedes: a.Supersedes.filled(),
	}
	switch {
	case strings.TrimSpace(a.Title) == "":
		return d, errors.New("title is missing: one line that says what was decided")
	case strings.TrimSpace(a.Conclusion) == "":
		return d, errors.New("conclusion is missing: what holds now, and why")
	case len(d.HitWords) == 0:
		return d, errors.New("hit_words is missing: 1 to 8 words that a later question will use")
	}
	if node := strings.ToUpper(strings.TrimSpace(a.Node)); node != "" {
		id, err := memory.ParseNodeID(node)
		if err != nil {
			return d, withHint(fmt.Errorf("node %q is no node id: M, S or P and a number, such as M1", a.Node), "git hfa node list")
		}
		d.Node = id
	}
	return d, nil
}

// fits refuses a decision that is longer than a recall: it would be named for ever and
// never be shown. The number of the chunk is not known yet; up to 999,999 it makes no
// difference, for o200k_base takes digits in threes.
func fits(c memory.Config, d store.Draft) error {
	chunk := memory.Chunk{Title: d.Title, Conclusion: d.Conclusion, Source: d.Source, Node: d.Node, CreatedAt: time.Now().UTC().Format(memory.TimeFormat)}
	if chunk.Node == "" {
		chunk.Node = "M1"
	}
	have, room, err := index.BlockSize(c, chunk, "chunk_0001")
	if err != nil {
		return err
	}
	if have > room {
		return withHint(errors.New(access.TooBig(have, room)+", so nothing was written"),
			"split it into decisions of one topic each, or say it shorter")
	}
	return nil
}

// tell brings the index up to date and says what was written. What fails here is a
// warning: the write is safe, and the next read answers right without the index.
func (s *server) tell(ctx context.Context, m place.Memory, st *store.Store, added store.Added) *mcp.CallToolResult {
	c := added.Chunk
	v, failed := access.Wrote(ctx, m, st, []string{added.Path}, nil)
	out, _, err := access.TopicOf(added, v)
	name := string(c.ID)
	if v != nil {
		defer v.Close()
		name = access.ShortID(v.Source, c.ID)
	}
	if err != nil {
		failed = append(failed, err)
	}
	for _, err := range failed {
		out.Warnings = append(out.Warnings, plain(err.Error()))
	}
	text := "remembered as " + name + ": " + plain(typed(m, added.Path))
	if added.Duplicate {
		text = "remembered before as " + name + ", with this request_id and the same content; nothing was written"
	}
	if len(c.Supersedes) > 0 {
		text += ", supersedes " + join(c.Supersedes)
	}
	for _, w := range out.Warnings {
		text += "\nwarning: " + w
	}
	return answered(text1(text), out)
}

func join(ids []memory.ID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = string(id)
	}
	return strings.Join(names, ", ")
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

// maxCapture bounds what is read of one capture, in bytes: some hundred chunks at their limits.
const maxCapture = 4 << 20

// captureWait is how long a capture waits for another writer. Nobody waits for it: the hook that started it answers
// its host in time by itself.
const captureWait = 30 * time.Second

// captured is what hfa-hook hands over: the drafts of one answer.
type captured struct {
	Source string         `json:"source"` // of the chunks: the host
	Drafts []captureDraft `json:"drafts"`
}

type captureDraft struct {
	Title      string   `json:"title"`
	HitWords   []string `json:"hit_words"`
	Conclusion string   `json:"conclusion"`
	Node       string   `json:"node"`
	RequestID  string   `json:"request_id"`
	FallbackID string   `json:"fallback_id"` // used when the answer gave an id that stands for something else; "" when it gave none
	Supersedes []string `json:"supersedes"`
}

// newCapture is what hfa-hook starts after a turn. Without drafts it finishes a transaction that was left, and brings
// the index up to date.
func newCapture(e *env) *cobra.Command {
	var makeMemory bool
	cmd := &cobra.Command{
		Use: "capture [--init]", Short: "Write the decisions of one answer (started by hfa-hook)",
		Example: examples(e, "capture < drafts.json"),
		Hidden:  true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runCapture(cmd.Context(), e, makeMemory) },
	}
	cmd.Flags().BoolVar(&makeMemory, "init", false, "make the memory if there is none")
	return cmd
}

func runCapture(ctx context.Context, e *env, makeMemory bool) error {
	data, err := io.ReadAll(io.LimitReader(e.stdin, maxCapture))
	if err != nil {
		return fmt.Errorf("read the drafts: %w", err)
	}
	var in captured
	if len(data) > 0 {
		if err := json.Unmarshal(data, &in); err != nil {
			return usagef("the drafts are not JSON: %w", err)
		}
	}
	m, err := e.locate(e.memoryDir)
	if err != nil {
		return err
	}
	if err := e.refuseHidden(ctx, m); err != nil {
		return err
	}
	opts := store.Options{Dir: m.Dir, Counter: m.Counter, Lookup: index.Asker{Options: access.Look(m)}, Wait: captureWait}
	s, err := store.Open(opts)
	if errors.Is(err, store.ErrNoMemory) && makeMemory && len(in.Drafts) > 0 {
		if err = store.Init(ctx, opts, store.InitOptions{Lang: localeLang(e.getenv)}); err == nil || errors.Is(err, store.ErrExists) {
			s, err = store.Open(opts)
		}
	}
	if err != nil {
		return err
	}
	if len(in.Drafts) == 0 {
		v, err := index.Open(ctx, access.Answers(m))
		if err != nil {
			return err
		}
		closeView(ctx, m, v)
		return nil
	}
	errs := make([]error, len(in.Drafts))
	for i, d := range in.Drafts {
		errs[i] = e.captureDraft(ctx, s, access.Look(m), in.Source, d)
	}
	if v := e.written(ctx, m, s); v != nil {
		v.Close()
	}
	return errors.Join(errs...)
}

// captureDraft writes one draft, unless the memory says it already.
func (e *env) captureDraft(ctx context.Context, s *store.Store, o index.Options, source string, d captureDraft) error {
	draft := store.Draft{Title: d.Title, HitWords: d.HitWords, Conclusion: d.Conclusion, Source: source, RequestID: d.RequestID}
	said, err := e.look(ctx, o, d, &draft)
	if err != nil {
		return fmt.Errorf("look for %q in the memory: %w", d.Title, err)
	}
	if said != "" {
		e.printf("said already by %s: %s\n", said, plain(d.Title))
		return nil
	}
	added, err := s.Add(ctx, draft)
	if errors.Is(err, store.ErrRefused) && len(draft.Supersedes) > 0 {
		draft.Supersedes = nil // for instance a chunk that a newer one has replaced already
		added, err = s.Add(ctx, draft)
	}
	if errors.Is(err, store.ErrRequestConflict) && d.FallbackID != "" {
		draft.RequestID = d.FallbackID
		added, err = s.Add(ctx, draft)
	}
	if errors.Is(err, store.ErrRequestConflict) {
		return nil // the same end of a turn, told again after the focus moved
	}
	if err != nil {
		return fmt.Errorf("write %q: %w", d.Title, err)
	}
	e.wrote = append(e.wrote, added.Path)
	e.printf("%s %s\n", added.Chunk.ID, plain(added.Chunk.Title))
	return nil
}

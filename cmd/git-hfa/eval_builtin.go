package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/git-hfa/git-hfa/index/evalset"
)

// Operations of the replay, and the seed they are drawn from.
const (
	replayedOperations = 1000
	replaySeed         = 1
)

// runBuiltin measures recall with the program's own sets, and replays writes against a
// plain model. Everything is written to a temporary folder.
func runBuiltin(ctx context.Context, e *env) (err error) {
	top, err := os.MkdirTemp("", "git-hfa-eval-")
	if err != nil {
		return err
	}
	defer func() {
		if rm := os.RemoveAll(top); err == nil {
			err = rm
		}
	}()
	sets, err := evalset.Sets()
	if err != nil {
		return err
	}
	var total evalset.Stats
	regressions, failed := 0, 0
	for _, s := range sets {
		r, err := evalset.Run(ctx, filepath.Join(top, s.Name), s)
		if err != nil {
			return err
		}
		for _, o := range r.Outcomes {
			if !o.Regression {
				continue
			}
			regressions++
			if !o.Right {
				failed++
				e.printf("wrong: %s: %s\n", s.Name, o.Prompt)
			}
		}
		total = total.Add(r.Stats)
		e.printf("%-8s %s\n", s.Name, r.Stats)
	}
	e.printf("%-8s %s\n", "all", total)
	e.printf("regression cases: %d right, %d wrong\n", regressions-failed, failed)
	done, err := evalset.Replay(ctx, filepath.Join(top, "replay"), replayedOperations, replaySeed)
	if err != nil {
		return withHint(checkf("the replay parted from the plain model after %s: %v", done, err), "this is a fault of the program: report it with this line")
	}
	e.printf("replayed %s: all as the plain model has it\n", done)
	if failed > 0 {
		return withHint(checkf("%d of %d regression cases failed", failed, regressions), "this is a fault of the program: report it with these lines")
	}
	return nil
}

package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/git-hfa/git-hfa/memory/store/internal/vfs"
)

// session is the time in which a Store holds all locks and nothing is unfinished.
type session struct {
	*Store
	lock io.Closer
}

// begin takes the locks, finishes what another writer left, and drops what never
// reached its commit point. ErrLocked, ErrRecovery.
func (s *Store) begin(ctx context.Context) (*session, error) {
	w, err := s.hold(ctx)
	if err != nil {
		return nil, err
	}
	report, err := s.recover()
	if err != nil {
		w.end()
		return nil, err
	}
	s.tellKept(report)
	return w, nil
}

// hold takes the locks and looks at nothing.
func (s *Store) hold(ctx context.Context) (*session, error) {
	deadline := time.Now().Add(s.opts.Wait)
	timer := time.NewTimer(s.opts.Wait)
	defer timer.Stop()
	select {
	case s.busy <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, lockedError(s.native(lockName))
	}
	lock, err := s.lockUntil(ctx, deadline)
	if err != nil {
		<-s.busy
		return nil, err
	}
	return &session{s, lock}, nil
}

// lockUntil takes the lock between processes.
func (f folder) lockUntil(ctx context.Context, deadline time.Time) (io.Closer, error) {
	if _, err := f.regular(lockName); err != nil {
		return nil, fmt.Errorf("take the lock: %w", err)
	}
	return lockFile(ctx, f.fsys, f.native(lockName), deadline)
}

// tryLock takes the lock between processes, or gives ErrBusy at once.
func (f folder) tryLock() (io.Closer, error) {
	if _, err := f.regular(lockName); err != nil {
		return nil, err
	}
	return f.fsys.TryLock(f.native(lockName))
}

func (w *session) end() {
	w.lock.Close()
	<-w.busy
}

// lockFile takes the lock at name, waiting until the deadline. It asks again and
// again: the waiting calls of the systems know no deadline. The pauses are random
// so that writers do not keep in step.
func lockFile(ctx context.Context, fsys FS, name string, deadline time.Time) (io.Closer, error) {
	const first, longest = 500 * time.Microsecond, 8 * time.Millisecond
	for pause := first; ; pause = min(2*pause, longest) {
		lock, err := fsys.TryLock(name)
		switch {
		case err == nil:
			return lock, nil
		case !errors.Is(err, vfs.ErrBusy):
			return nil, fmt.Errorf("take the lock: %w", err)
		case time.Now().After(deadline):
			return nil, lockedError(name)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

func lockedError(name string) error {
	return fmt.Errorf("%w: %s; wait for the other git hfa command and try again, or end it (the file itself may stay)", ErrLocked, name)
}

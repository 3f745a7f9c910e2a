package index

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// ErrLocked says that another process refreshes the index.
var ErrLocked = errors.New("the index is being refreshed by another process")

// errBusy says that the lock is held right now.
var errBusy = errors.New("lock is held")

const (
	lockPath = Dir + "/.lock"
	lockWait = 10 * time.Second
	lockPoll = 5 * time.Millisecond
)

// tryLock takes the lock of the index or gives errBusy. The lock is the system's: it ends with the
// process, so a crash leaves none behind.
func tryLock(dir string) (io.Closer, error) {
	f, err := os.OpenFile(filepath.Join(dir, filepath.FromSlash(lockPath)), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// lock waits for the lock. It gives ErrLocked when that takes too long.
func lock(ctx context.Context, dir string) (io.Closer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, lockWait, fmt.Errorf("lock %s: %w", lockPath, ErrLocked))
	defer cancel()
	for {
		c, err := tryLock(dir)
		if !errors.Is(err, errBusy) {
			return c, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(lockPoll):
		}
	}
}

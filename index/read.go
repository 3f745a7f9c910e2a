package index

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// content is a truth file that was read whole.
type content struct {
	data []byte
	sum  [32]byte
	stat FileStat
}

// Waiting 1, 2, 4 … ms between tries, a file that never rests is given up after half a second.
const readTries = 9

// readStable reads the file at path, which st describes, so that what was read is one state of it: a
// look before and a look after must agree. It gives errVanished when the file is gone and
// ErrUnstable when it does not come to rest.
func readStable(ctx context.Context, root StatDir, dir, path string, st FileStat) (content, error) {
	for try := range readTries {
		if !st.Regular {
			return content{stat: st}, nil
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
		if errors.Is(err, fs.ErrNotExist) {
			return content{}, errVanished
		}
		if err != nil {
			return content{}, fmt.Errorf("read %s: %w", path, err)
		}
		after, err := root.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return content{}, errVanished
		}
		if err != nil {
			return content{}, err
		}
		if after == st && int64(len(data)) == st.Size {
			return content{data: data, sum: sha256.Sum256(data), stat: st}, nil
		}
		st = after
		if err := pause(ctx, try); err != nil {
			return content{}, err
		}
	}
	return content{}, fmt.Errorf("read %s: %w", path, ErrUnstable)
}

// pause waits 2^try ms.
func pause(ctx context.Context, try int) error {
	timer := time.NewTimer(time.Millisecond << try)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

package index

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/git-hfa/git-hfa/memory"
)

// content is a truth file that was read whole.
type content struct {
	data []byte // of one that is larger than memory.MaxFileSize only the beginning, which is above that too
	sum  [32]byte
	stat FileStat

	// denied is why a chunk or a tombstone cannot be read. It counts as one that is no regular file then: a problem of
	// the memory, and no part of its digest.
	denied error
}

// Waiting 1, 2, 4 … ms between tries, a file that never rests is given up after half a second.
const readTries = 9

// readStable reads the file at path, which st describes, so that what was read is one state of it: a
// look before and a look after must agree. It gives errVanished when the file is gone and
// ErrUnstable when it does not come to rest.
func readStable(ctx context.Context, root StatDir, dir, path string, st FileStat) (content, error) {
	keep := int64(memory.MaxFileSize)
	if path == memory.LegacyTombstonesPath {
		keep = math.MaxInt64 - 1
	}
	for try := range readTries {
		if !st.Regular {
			return content{stat: st}, nil
		}
		data, sum, size, err := readSum(filepath.Join(dir, filepath.FromSlash(path)), keep)
		if errors.Is(err, fs.ErrNotExist) {
			return content{}, errVanished
		}
		if errors.Is(err, fs.ErrPermission) && (isChunk(path) || isTombstone(path)) {
			st.Regular = false
			return content{stat: st, denied: err}, nil
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
		if after == st && size == st.Size {
			return content{data: data, sum: sum, stat: st}, nil
		}
		st = after
		if err := pause(ctx, try); err != nil {
			return content{}, err
		}
	}
	return content{}, fmt.Errorf("read %s: %w", path, ErrUnstable)
}

// readSum reads and hashes a whole file. Of one with more than keep bytes it gives the first keep + 1: a parser
// refuses that, and a file of gigabytes that somebody put there costs time but no memory.
func readSum(native string, keep int64) (data []byte, sum [32]byte, size int64, err error) {
	f, err := os.Open(native)
	if err != nil {
		return nil, sum, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, sum, 0, err
	}
	// Room for one more read beyond the end, so that the buffer need not grow.
	buf := bytes.NewBuffer(make([]byte, 0, min(info.Size(), keep)+bytes.MinRead))
	if _, err = buf.ReadFrom(io.LimitReader(f, keep+1)); err != nil {
		return nil, sum, 0, err
	}
	data = buf.Bytes()
	h := sha256.New()
	h.Write(data)
	rest, err := io.Copy(h, f)
	return data, [32]byte(h.Sum(nil)), int64(len(data)) + rest, err
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

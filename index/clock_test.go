package index_test

import (
	"os"
	"testing"
	"time"

	"github.com/git-hfa/git-hfa/index"
)

// coarse is a file system whose clock stands still until the test moves it, and ticks slowly. It looks at
// the real one and translates: what was written between two moves carries the time of the first.
type coarse struct {
	tick  int64
	moves []move                   // ascending
	hook  func(path string)        // called before each look at a name
	alter func(st *index.FileStat) // last word on each state
}

type move struct{ real, shown int64 }

func newCoarse(t testing.TB, tick time.Duration) *coarse {
	t.Helper()
	c := &coarse{tick: int64(tick)}
	c.moves = []move{{0, 1_800_000_000_000_000_000}}
	return c
}

// advance moves the clock. It waits for the tick of the real file system on both sides, so that no
// write falls on the wrong one.
func (c *coarse) advance(d time.Duration) {
	time.Sleep(15 * time.Millisecond)
	c.moves = append(c.moves, move{time.Now().UnixNano(), c.moves[len(c.moves)-1].shown + int64(d)})
	time.Sleep(15 * time.Millisecond)
}

// at translates a time of the real file system. A time set by hand, far from now, stays.
func (c *coarse) at(real int64) int64 {
	if far := real - time.Now().UnixNano(); far > int64(time.Hour) || far < -int64(time.Hour) {
		return real
	}
	shown := c.moves[0].shown
	for _, m := range c.moves {
		if m.real <= real {
			shown = m.shown
		}
	}
	return shown - shown%c.tick
}

func (c *coarse) translate(st index.FileStat) index.FileStat {
	st.Mtime, st.Ctime = c.at(st.Mtime), c.at(st.Ctime)
	if c.alter != nil {
		c.alter(&st)
	}
	return st
}

func (c *coarse) Open(dir string) (index.StatDir, error) {
	d, err := index.System().Open(dir)
	if err != nil {
		return nil, err
	}
	return &coarseDir{StatDir: d, clock: c}, nil
}

type coarseDir struct {
	index.StatDir
	clock *coarse
	path  string
}

func (d *coarseDir) Open(path string) (index.StatDir, error) {
	sub, err := d.StatDir.Open(path)
	if err != nil {
		return nil, err
	}
	return &coarseDir{StatDir: sub, clock: d.clock, path: path + "/"}, nil
}

func (d *coarseDir) Stat() (index.FileStat, error) {
	st, err := d.StatDir.Stat()
	return d.clock.translate(st), err
}

func (d *coarseDir) Lstat(path string) (index.FileStat, error) {
	if d.clock.hook != nil {
		d.clock.hook(d.path + path)
	}
	st, err := d.StatDir.Lstat(path)
	return d.clock.translate(st), err
}

// rewrite changes a file in place, keeping its inode.
func rewrite(t testing.TB, path string, data []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

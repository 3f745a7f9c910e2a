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

// RefreshOptions says how much is done.
type RefreshOptions struct {
	Full bool // forget what is there and build everything from the truth
}

// Refresh brings the derived files up to date and gives a fresh view: recall.idx, the engine's store and
// the readable files. It does what differs only, under index/.lock.
//
// In a memory of more than 256 chunks up to 64 changes go to recall.delta before recall.idx is written again.
// The readable files stay behind when it has more than 1,000, and show it by their source_digest. Full
// brings all of them up to date.
//
// The view answers from what was read and written just now, not from the engine: it is there already, and who
// writes walks over chunks, which a database is slow at.
//
// Beside the errors of Open it gives ErrLocked, and the system's error when a file can't be written.
func Refresh(ctx context.Context, o Options, ro RefreshOptions) (*View, error) {
	if o.Readable != nil {
		if err := o.Readable(); err != nil {
			return nil, err
		}
	}
	if err := makeIndexDir(o.Dir); err != nil {
		return nil, fmt.Errorf("make index folder: %w", err)
	}
	held, err := lock(ctx, o.Dir)
	if err != nil {
		return nil, err
	}
	defer held.Close()
	return refresh(ctx, o, ro)
}

// Heal refreshes what a read found stale, if nobody else is at it and the folder can be written. A
// reader calls it after its answer is out; failure is not its concern.
func Heal(ctx context.Context, o Options, v *View) {
	if v == nil || !v.Stale {
		return
	}
	if makeIndexDir(o.Dir) != nil {
		return
	}
	held, err := tryLock(o.Dir)
	if err != nil {
		return
	}
	defer held.Close()
	if fresh, err := refresh(ctx, o, RefreshOptions{}); err == nil {
		closeQuietly(fresh)
	}
}

// refresh does the work under the lock.
func refresh(ctx context.Context, o Options, ro RefreshOptions) (*View, error) {
	rule, err := o.probe()
	if err != nil {
		return nil, fmt.Errorf("write to index folder: %w", err)
	}
	l := &loader{dir: o.Dir, stat: o.stater(), count: true}
	b, closer := emptyBase(), io.Closer(nil)
	if !ro.Full {
		if found, c, err := openLayers(o.Dir); err == nil {
			b, closer = found, c
		}
	}
	v, err := o.refreshFrom(ctx, l, b, rule, ro)
	if errors.Is(err, ErrStale) && len(b.files.folders) > 0 {
		closeQuietly(closer)
		closer = nil
		v, err = o.refreshFrom(ctx, l, emptyBase(), rule, ro)
	}
	if err != nil {
		closeQuietly(closer)
		return nil, err
	}
	if closer != nil {
		v.closers = append(v.closers, closer)
	}
	return v, nil
}

// nowPath is written and removed by each refresh.
const nowPath = Dir + "/.now"

// probe learns the time of the file system from a file just written beside the derived files.
func (o *Options) probe() (racyRule, error) {
	path := filepath.Join(o.Dir, filepath.FromSlash(nowPath))
	if err := os.WriteFile(path, []byte("\n"), 0o666); err != nil {
		return racyRule{}, err
	}
	defer os.Remove(path)
	root, err := o.stater().Open(o.Dir)
	if err != nil {
		return racyRule{}, err
	}
	defer root.Close()
	st, err := root.Lstat(nowPath)
	if err != nil {
		return racyRule{}, err
	}
	return newRacyRule(st), nil
}

func (o *Options) refreshFrom(ctx context.Context, l *loader, b *base, rule racyRule, ro RefreshOptions) (*View, error) {
	st, err := l.load(ctx, b)
	if err != nil {
		return nil, err
	}
	files, err := st.statCache(rule)
	if err != nil {
		return nil, err
	}
	if ro.Full || st.worthWriting(files) {
		if err := o.writeLayers(st, files, ro.Full); err != nil {
			return nil, err
		}
	}
	v := o.view(st)
	v.corpus.stats = func() []StatRecord { return files.statRecords() }
	v.Source = guard(st.docs, func() (Source, error) { return rebuildSource(ctx, l, v.Digest) })
	if err := o.updateEngine(ctx, v, ro); err != nil {
		return nil, err
	}
	if ro.Full || v.Source.NumDocs() <= readableDocs {
		if err := o.writeReadable(v, ro.Full); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// writeLayers writes the delta, or all anew when there is too much for one.
func (o *Options) writeLayers(st *state, files *statCache, full bool) error {
	if !full && st.docs.NumDocs() > wholeDocs {
		c, err := st.deltaContent(files)
		if err != nil {
			return err
		}
		if c != nil {
			return o.publish(DeltaPath, func(w io.Writer) error { return writeSnapshot(w, c) })
		}
	}
	c := &snapshotContent{digest: st.digest, meta: st.meta, files: files, docs: st.docs}
	if err := o.publish(SnapshotPath, func(w io.Writer) error { return writeSnapshot(w, c) }); err != nil {
		return err
	}
	// A delta of the old file is passed over, so it does no harm if it stays.
	_ = os.Remove(filepath.Join(o.Dir, filepath.FromSlash(DeltaPath)))
	return nil
}

// worthWriting says that the snapshot should be written. files is the stat cache that would be stored: if it
// equals the stored one, as with files dated in the future, which stay racy for ever, writing gains nothing.
func (st *state) worthWriting(files *statCache) bool {
	switch {
	case len(st.base.files.folders) == 0 || st.changed > 0:
		return true
	case st.docs.NumDocs() <= smallDocs:
		return !files.equal(st.base.files)
	}
	return files.numRacy()+maxOverlay < st.rehashed()
}

// updateEngine makes the engine hold the view's corpus.
func (o *Options) updateEngine(ctx context.Context, v *View, ro RefreshOptions) error {
	if o.Engine == nil {
		return nil
	}
	if ro.Full {
		if err := o.Engine.Forget(o.Dir); err != nil {
			return fmt.Errorf("update %s: %w", FTSPath, err)
		}
	} else if _, closer, err := o.Engine.Open(ctx, o.Dir, v.Digest); err == nil {
		closeQuietly(closer)
		return nil
	}
	if err := o.Engine.Update(ctx, o.Dir, v.corpus); err != nil {
		return fmt.Errorf("update %s: %w", FTSPath, err)
	}
	return nil
}

// publish replaces a derived file whole. It is not synced: a crash of the machine may leave a torn file, its
// checksum shows that, and it is built again.
func (o *Options) publish(path string, write func(io.Writer) error) (err error) {
	native := filepath.Join(o.Dir, filepath.FromSlash(path))
	temp := native + ".tmp" // one name is enough under the lock, and a crash leaves one file at most
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = rename(temp, native)
	}
	if err != nil {
		_ = os.Remove(temp)
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// rename tries again for a while, because on Windows a file can't be replaced while somebody reads it.
func rename(from, to string) error {
	err := os.Rename(from, to)
	for try := 0; err != nil && errors.Is(err, os.ErrPermission) && try < 10; try++ {
		time.Sleep(20 * time.Millisecond)
		err = os.Rename(from, to)
	}
	return err
}

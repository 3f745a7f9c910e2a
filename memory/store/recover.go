package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory/store/internal/vfs"
)

// Report tells what recovery did. Paths are relative to the memory.
type Report struct {
	Created  []string // files that are there now
	Replaced []string // files that have their new content now
	Kept     []string // files that somebody else had changed: left as they are
	Lost     []string // only from Repair: files whose staged bytes were damaged
	Aside    string   // only from Repair: folder to which the damaged transaction was moved
}

// errDamaged marks a manifest or staging that is not what a writer left.
var errDamaged = errors.New("damaged transaction")

// Pending tells whether an unfinished transaction is there.
func (s *Store) Pending() (bool, error) { return s.pending() }

func (f folder) pending() (bool, error) {
	_, err := f.fsys.Lstat(f.native(manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Recover finishes an unfinished transaction: it creates what is missing, replaces
// only what still is as it was, keeps the rest, and undoes nothing. Without one it
// does nothing. ErrRecovery when the transaction is damaged or cannot be written;
// ErrLocked.
func (s *Store) Recover(ctx context.Context) (Report, error) {
	w, err := s.hold(ctx)
	if err != nil {
		return Report{}, err
	}
	defer w.end()
	report, err := s.recover()
	s.tellKept(report)
	return report, err
}

// CheckReadable tells a reader whether the memory at dir is whole. It costs one
// lstat when nothing is unfinished. Else, when a writer is at work, the reader
// takes the tree as it is; when none is, the transaction is finished here. ErrRecovery
// when that fails. A nil fsys is the file system of the machine.
func CheckReadable(fsys FS, dir string) error {
	if fsys == nil {
		fsys = vfs.OS{}
	}
	s := newStore(Options{Dir: dir, FS: fsys})
	if pending, err := s.pending(); err == nil && !pending {
		return nil
	}
	lock, err := s.tryLock()
	if errors.Is(err, vfs.ErrBusy) {
		return nil
	}
	if err != nil {
		return recoveryError(err)
	}
	defer lock.Close()
	report, err := s.recover()
	s.tellKept(report)
	return err
}

// recover is Recover for a caller that holds the lock.
func (f folder) recover() (Report, error) {
	pending, err := f.pending()
	if err != nil {
		return Report{}, recoveryError(err)
	}
	if !pending {
		return Report{}, f.sweep()
	}
	m, pack, err := f.readTransaction()
	if err != nil {
		return Report{}, recoveryError(err)
	}
	report, err := f.finish(m, pack, nil)
	if err != nil {
		return Report{}, recoveryError(err)
	}
	return report, f.sweep()
}

func recoveryError(err error) error {
	return fmt.Errorf("%w: %w: run git hfa doctor --repair", ErrRecovery, err)
}

// readTransaction returns the manifest and the staged bytes, nil when there are
// none: a transaction whose files all have their names needs none.
func (f folder) readTransaction() (*manifest, []byte, error) {
	data, err := f.read(manifestName)
	if err != nil {
		return nil, nil, err
	}
	m, err := parseManifest(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s: %w", errDamaged, manifestName, err)
	}
	pack, err := f.read(packName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	return m, pack, nil
}

// sweep drops staging that no manifest speaks for. Folders in it were put aside by
// Repair and stay.
func (f folder) sweep() error {
	entries, err := f.list(stagingDir)
	if err != nil {
		return fmt.Errorf("look for unfinished writes: %w", err)
	}
	synced := false
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		// The manifest of this staging may have been removed but not yet durably so.
		if !synced {
			if err := f.fsys.SyncDir(f.dir); err != nil {
				return fmt.Errorf("drop an unfinished write: %w", err)
			}
			synced = true
		}
		if err := f.fsys.Remove(f.native(stagingDir + "/" + entry.Name())); err != nil {
			return fmt.Errorf("drop an unfinished write: %w", err)
		}
	}
	return nil
}

// tellKept leaves a line in the audit log, since whoever finishes a transaction may
// be a reader with nobody to tell. Best effort.
func (s *Store) tellKept(report Report) {
	if len(report.Kept) > 0 {
		s.append(AuditEntry{Kind: "recovery", IDs: report.Kept, Reason: "changed by somebody else before an unfinished write was finished; left as they are"})
	}
}

// Repair is Recover for a transaction that Recover refuses: it finishes the files
// whose staged bytes are whole and moves manifest and staging to Report.Aside. The
// files of the tree that it cannot finish stay as they are. ErrLocked; ErrRecovery
// when even that fails, or when a newer program wrote the manifest.
func (s *Store) Repair(ctx context.Context) (Report, error) {
	w, err := s.hold(ctx)
	if err != nil {
		return Report{}, err
	}
	defer w.end()
	report, err := s.recover()
	if err == nil {
		s.tellKept(report)
		return report, nil
	}
	if pending, pendingErr := s.pending(); pendingErr != nil || !pending || !errors.Is(err, errDamaged) {
		return Report{}, err
	}
	report, err = s.salvage()
	if err != nil {
		return Report{}, recoveryError(err)
	}
	s.tellKept(report)
	return report, nil
}

// salvage finishes what can be finished of a damaged transaction and puts the rest
// aside. The pack moves first: stopped in between, the manifest still says that
// something is wrong.
func (f folder) salvage() (report Report, err error) {
	data, err := f.read(manifestName)
	if err != nil {
		return Report{}, err
	}
	aside := stagingDir + "/damaged-" + strings.TrimPrefix(string(hashOf(data)), "sha256:")[:8]
	if err := f.ensureStaging(); err != nil {
		return Report{}, err
	}
	if err := f.fsys.Mkdir(f.native(aside)); err != nil && !errors.Is(err, fs.ErrExist) {
		return Report{}, err
	}
	if m, err := parseManifest(data); err == nil {
		pack, err := f.read(packName)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Report{}, err
		}
		if report, err = f.finishWhole(m, pack); err != nil {
			return Report{}, err
		}
	} else if errors.Is(err, errNewerManifest) {
		return Report{}, err
	}
	report.Aside = aside
	err = f.fsys.Rename(f.native(packName), f.native(aside+"/pack"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Report{}, err
	}
	if err := f.fsys.Rename(f.native(manifestName), f.native(aside+"/manifest.json")); err != nil {
		return Report{}, err
	}
	if err := f.fsys.SyncDir(f.dir); err != nil {
		return Report{}, err
	}
	return report, f.sweep()
}

// finishWhole writes the files of m whose staged bytes are whole and reports the
// others as lost. It leaves manifest and pack where they are.
func (f folder) finishWhole(m *manifest, pack []byte) (report Report, err error) {
	for i := range m.Files {
		one := &manifest{Schema: m.Schema, Files: m.Files[i : i+1]}
		r, todo, err := f.plan(one, pack)
		switch {
		case errors.Is(err, errDamaged):
			report.Lost = append(report.Lost, m.Files[i].Path)
			continue
		case err != nil:
			return Report{}, err
		}
		if len(todo) > 0 {
			if err := f.write(one, todo, pack, nil); err != nil {
				return Report{}, err
			}
		}
		report.Created = append(report.Created, r.Created...)
		report.Replaced = append(report.Replaced, r.Replaced...)
		report.Kept = append(report.Kept, r.Kept...)
	}
	return report, f.syncParents(m, slices.Concat(report.Kept, report.Lost))
}

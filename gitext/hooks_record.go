package gitext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/githooks"
)

// hookRecord remembers which hook files we wrote and what they were before. It is "installed.json" in our folder; the
// bytes lie beside it, a file each, so that a person can take them back with cp.
type hookRecord struct {
	home    string
	Files   []recordedHook `json:"files"`
	Folders []string       `json:"folders,omitempty"` // hooks folders that were not there
}

// recordedHook is one file.
type recordedHook struct {
	Path     string      `json:"path"`               // absolute
	Original string      `json:"original,omitempty"` // name of the file with the bytes that were there; "" when there was none
	Mode     fs.FileMode `json:"mode,omitempty"`     // permissions it had
}

const recordName = "installed.json"

// readHookRecord reads the record in home; there need be none.
func readHookRecord(home string) (*hookRecord, error) {
	rec := &hookRecord{home: home}
	file := filepath.Join(home, recordName)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return rec, nil
	}
	if err == nil {
		err = json.Unmarshal(data, rec)
	}
	if err != nil {
		return nil, hinted("to go on without it, move the file away", "read the record of installed hooks %s: %w", file, err)
	}
	return rec, nil
}

func (rec *hookRecord) save() error {
	data, err := json.MarshalIndent(rec, "", "  ")
	if err == nil {
		err = os.MkdirAll(rec.home, 0o777)
	}
	if err == nil {
		err = writeHook(filepath.Join(rec.home, recordName), append(data, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("write the record of installed hooks: %w", err)
	}
	return nil
}

func (rec *hookRecord) find(path string) int {
	return slices.IndexFunc(rec.Files, func(f recordedHook) bool { return f.Path == path })
}

// keep remembers a file before it is written for the first time. data is nil for no file.
func (rec *hookRecord) keep(path string, data []byte, mode fs.FileMode) error {
	f := recordedHook{Path: path}
	if data != nil {
		if err := os.MkdirAll(rec.home, 0o777); err != nil {
			return fmt.Errorf("keep the hook that is there: %w", err)
		}
		name := filepath.Base(path) + ".original"
		for i := 2; rec.taken(name, path); i++ { // the same hook of another folder
			name = fmt.Sprintf("%s.original-%d", filepath.Base(path), i)
		}
		if err := writeHook(filepath.Join(rec.home, name), data, mode|0o600); err != nil {
			return fmt.Errorf("keep the hook that is there: %w", err)
		}
		f.Original, f.Mode = name, mode
	}
	if i := rec.find(path); i >= 0 {
		rec.Files[i] = f
	} else {
		rec.Files = append(rec.Files, f)
	}
	return rec.save()
}

func (rec *hookRecord) taken(name, path string) bool {
	return slices.ContainsFunc(rec.Files, func(f recordedHook) bool { return f.Original == name && f.Path != path })
}

// restore makes a hook file what it was: our lines go, lines that came since stay. A file that we made goes when nothing
// but ours is in it. The zero HookChange says that nothing of ours is there.
func (rec *hookRecord) restore(path string) (HookChange, error) {
	name := hookOf(path)
	change := HookChange{Hook: name, Where: path}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return HookChange{}, rec.forget(path)
	}
	if err != nil {
		return change, fmt.Errorf("look at the hook: %w", err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return change, fmt.Errorf("read the hook: %w", err)
	}
	if githooks.Find(data, name) == githooks.Absent {
		return HookChange{}, rec.forget(path)
	}
	rest, err := githooks.Remove(data, name)
	damaged, lost := errors.Is(err, githooks.ErrDamaged), false
	if damaged {
		rest, lost = githooks.Clean(data, name)
	}
	original, mode, had, err := rec.original(path)
	if err != nil {
		return change, err
	}
	if damaged {
		if change.Reason, err = rec.aside(path, data, lost); err != nil {
			return change, err
		}
	}
	ours := githooks.Ours(data, name) || damaged && rec.find(path) >= 0 && string(rest) == githooks.Shebang
	change.Action = HookRemoved
	switch {
	case had && len(original) == 0 && ours:
		err = writeHook(path, original, mode)
	case had && damaged && bytes.Equal(bytes.TrimRight(rest, "\n"), bytes.TrimRight(original, "\n")):
		err = writeHook(path, original, info.Mode().Perm()) // which line end was cut off, a damaged file does not tell
	case had:
		err = writeHook(path, rest, info.Mode().Perm())
	case ours || len(rest) == 0:
		err = os.Remove(path)
	default:
		err = writeHook(path, rest, info.Mode().Perm())
	}
	return change, errors.Join(err, rec.forget(path))
}

// movedAside are the endings under which hook managers keep a hook that they found: pre-commit and prek, which go on calling
// it, and lefthook, which does not.
func movedAside() []string { return []string{legacySuffix, ".old"} }

const legacySuffix = ".legacy"

// hookOf is the hook that a file is for, moved aside or not.
func hookOf(path string) string {
	name := filepath.Base(path)
	for _, suffix := range movedAside() {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// aside keeps a hook file whose damaged lines are taken out, when something else goes with them (lost), or when it is not known
// that they were ours. It says where.
func (rec *hookRecord) aside(path string, data []byte, lost bool) (where string, err error) {
	if !lost && rec.find(path) >= 0 {
		return "", nil
	}
	if err := os.MkdirAll(rec.home, 0o777); err != nil {
		return "", fmt.Errorf("keep the damaged hook: %w", err)
	}
	file := filepath.Join(rec.home, filepath.Base(path)+".damaged")
	for i := 2; ; i++ {
		old, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) || err == nil && bytes.Equal(old, data) {
			break
		}
		file = filepath.Join(rec.home, fmt.Sprintf("%s.damaged-%d", filepath.Base(path), i))
	}
	if err := writeHook(file, data, 0o644); err != nil {
		return "", fmt.Errorf("keep the damaged hook: %w", err)
	}
	return "what was edited in the lines of git-hfa is kept in " + file, nil
}

// original returns what was there before; had is false when there was no file, or nothing is known.
func (rec *hookRecord) original(path string) (data []byte, mode fs.FileMode, had bool, err error) {
	i := rec.find(path)
	if i < 0 || rec.Files[i].Original == "" {
		return nil, 0, false, nil
	}
	data, err = os.ReadFile(filepath.Join(rec.home, filepath.Base(rec.Files[i].Original)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, false, nil
	}
	if err != nil {
		return nil, 0, false, fmt.Errorf("read the hook that was there: %w", err)
	}
	return bytes.Clone(data), rec.Files[i].Mode, true, nil
}

// forget drops a file from the record, and its bytes.
func (rec *hookRecord) forget(path string) error {
	i := rec.find(path)
	if i < 0 {
		return nil
	}
	original := rec.Files[i].Original
	rec.Files = slices.Delete(rec.Files, i, i+1)
	if err := rec.save(); err != nil {
		return err
	}
	if original != "" && !strings.ContainsAny(original, `/\`) {
		if err := os.Remove(filepath.Join(rec.home, original)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the kept hook: %w", err)
		}
	}
	return nil
}

// close removes what is left of us when nothing is installed any more: the folders that we made, when they are empty, and
// the record.
func (rec *hookRecord) close() error {
	if len(rec.Files) > 0 {
		return nil
	}
	for _, dir := range rec.Folders {
		os.Remove(dir) // only an empty folder goes
	}
	if err := os.Remove(filepath.Join(rec.home, recordName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the record of installed hooks: %w", err)
	}
	os.Remove(rec.home)
	os.Remove(filepath.Dir(rec.home)) // "hfa", unless a counter is in it
	return nil
}

package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/githooks"
)

// installFiles writes hook files into the folder.
func (r *Repo) installFiles(f hookFolder, o HookOptions) (HookReport, error) {
	report := HookReport{Folder: f.write, Changes: []HookChange{}}
	home, err := r.hooksHome(o.Mode)
	if err != nil {
		return report, err
	}
	record, err := readHookRecord(home)
	if err != nil {
		return report, err
	}
	in := installer{folder: f, record: record}
	if err := in.prepare(); err != nil {
		return report, err
	}
	for _, name := range wantedHooks(o) {
		change, err := in.install(name)
		if err != nil {
			return report, err
		}
		report.Changes = append(report.Changes, change)
	}
	if f.kind == folderHusky {
		report.Notes = append(report.Notes, "the files in "+f.write+" are the team's; commit them if all are to have these hooks")
	}
	return report, nil
}

type installer struct {
	folder hookFolder
	record *hookRecord
}

// prepare makes the folder.
func (in *installer) prepare() error {
	_, err := os.Stat(in.folder.write)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(in.folder.write, 0o777); err != nil {
		return fmt.Errorf("make the hooks folder: %w", err)
	}
	in.record.Folders = append(in.record.Folders, in.folder.write)
	return in.record.save()
}

// install writes one hook. What was there is kept first, so that a crash in between loses nothing.
func (in *installer) install(name string) (HookChange, error) {
	path := filepath.Join(in.folder.write, name)
	change := HookChange{Hook: name, Where: path}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		change.Action = HookInstalled
		return change, in.write(path, nil, 0, []byte(githooks.Script(name)), 0o755)
	}
	if err != nil {
		return change, fmt.Errorf("look at the hook: %w", err)
	}
	data, reason := in.readable(path, info)
	state := githooks.Find(data, name)
	clean, lost := data, false
	if state == githooks.Damaged {
		clean, lost = githooks.Clean(data, name)
	}
	var text []byte
	if reason == "" {
		text, reason = in.withSection(clean, name, info)
	}
	if reason != "" {
		change.Action, change.Reason, change.Paste = HookRefused, reason, githooks.Paste(name)
		return change, nil
	}
	mode := info.Mode().Perm()
	if oursAlone(clean, name) {
		mode = 0o755
	}
	change.Action = HookInstalled
	switch {
	case state == githooks.Damaged:
		change.Action = HookMended
		if change.Reason, err = in.record.aside(path, data, lost); err != nil {
			return change, err
		}
		return change, writeHook(path, text, mode)
	case bytes.Equal(text, data) && (mode == info.Mode().Perm() || runtime.GOOS == "windows"):
		change.Action = HookUnchanged
		return change, nil
	case state == githooks.Current || state == githooks.Former:
		change.Action = HookUpdated
		return change, writeHook(path, text, mode)
	}
	return change, in.write(path, data, info.Mode().Perm(), text, mode)
}

// readable reads a hook file, or says why it is left alone.
func (in *installer) readable(path string, info fs.FileInfo) (data []byte, reason string) {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(path)
		if err != nil {
			return nil, err.Error()
		}
		return nil, "it is a symbolic link to " + target + ", which belongs to somebody else"
	case !info.Mode().IsRegular():
		return nil, "it is no regular file"
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err.Error()
	}
	return data, ""
}

func (in *installer) withSection(data []byte, name string, info fs.FileInfo) (text []byte, reason string) {
	ours := oursAlone(data, name)
	insert := githooks.Insert
	if in.folder.bare() {
		insert = githooks.InsertBare
	} else if !ours && runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0 {
		return nil, "it is not executable, so git does not run it; make it executable or remove it, then install again"
	}
	text, err := insert(data, name)
	if err != nil {
		return nil, err.Error()
	}
	return text, ""
}

// oursAlone reports a hook file in which nothing is somebody else's.
func oursAlone(data []byte, name string) bool {
	return len(data) == 0 || string(data) == githooks.Shebang || githooks.Ours(data, name)
}

// bare reports whether the files are run as "sh FILE", so that they need neither a first line nor a mode: husky from
// version 9 on.
func (f hookFolder) bare() bool { return f.kind == folderHusky && f.write != f.dir }

// write keeps what was there and writes the hook. before is nil for no file.
func (in *installer) write(path string, before []byte, beforeMode fs.FileMode, text []byte, mode fs.FileMode) error {
	if err := in.record.keep(path, before, beforeMode); err != nil {
		return err
	}
	return writeHook(path, text, mode)
}

// writeHook replaces a hook in one step: git may start it at any moment.
func writeHook(path string, text []byte, mode fs.FileMode) error {
	err := place.ReplaceFile(path, text, mode)
	if at, ok := errors.AsType[*fs.PathError](err); ok && filepath.Dir(at.Path) == filepath.Dir(path) {
		err = &fs.PathError{Op: at.Op, Path: filepath.Dir(path), Err: at.Err} // of the folder: nobody knows the temporary file in it
	}
	if err != nil {
		return fmt.Errorf("write the hook %s: %w", filepath.Base(path), err)
	}
	return nil
}

// uninstallFiles takes our lines out of every file that the record names and of the folders of all work trees.
func (r *Repo) uninstallFiles(ctx context.Context, o HookOptions, report *HookReport) error {
	home, err := r.hooksHome(o.Mode)
	if err != nil {
		return err
	}
	record, err := readHookRecord(home)
	if err != nil {
		return err
	}
	var paths []string
	if o.Mode != HooksWorktree { // the record is one for all work trees
		for _, f := range record.Files {
			paths = append(paths, f.Path)
		}
	}
	if o.Mode != HooksGlobal {
		more, err := r.hookFilesOfWorkTrees(ctx, o)
		if err != nil {
			return err
		}
		paths = append(paths, more...)
	}
	for _, path := range paths {
		for _, suffix := range movedAside() { // by a manager that came after us
			paths = append(paths, path+suffix)
		}
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		change, err := record.restore(path)
		if err != nil {
			return err
		}
		if change.Action != "" {
			report.Changes = append(report.Changes, change)
		}
	}
	return record.close()
}

// hookFilesOfWorkTrees lists where hooks of ours may be: in the folders that git names now, but not in those of the team
// or of other repositories, unless that is asked for.
func (r *Repo) hookFilesOfWorkTrees(ctx context.Context, o HookOptions) ([]string, error) {
	tops, err := r.workTrees(ctx)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, top := range tops {
		if o.Mode == HooksWorktree && top != r.place.Top {
			continue
		}
		owner := r
		if top != r.place.Top {
			if owner, err = openTop(top); err != nil {
				return nil, err
			}
			defer owner.Close()
		}
		f, err := owner.hookFolder(ctx)
		if err != nil {
			return nil, err
		}
		if f.kind == folderTracked || f.kind == folderOff || f.kind == folderShared && !o.Force || o.Mode == HooksWorktree && !f.private {
			continue
		}
		for _, name := range githooks.Names() {
			paths = append(paths, filepath.Join(f.write, name))
		}
	}
	return paths, nil
}

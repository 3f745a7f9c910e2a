package memory

import (
	"errors"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
)

// tombstone reads one record. A record that cannot be read stays in force
// for the target that its name tells: what was revoked must not come back
// because a file was damaged.
func (l *loader) tombstone(file string, entry fs.DirEntry) {
	data, err := l.source(file, entry, MaxFileSize)
	if err != nil {
		l.revokeByName(file)
		return
	}
	t, err := ParseTombstone(data)
	if err != nil {
		l.add(FileProblem(file, err))
		l.revokeByName(file)
		return
	}
	t.File = file
	l.tree.Tombstones = append(l.tree.Tombstones, t)
	if want := t.Path(); want != file {
		p := Problem{Code: "wrong-name", Severity: SeverityError, Path: file,
			Message: "the name does not fit the record, which revokes " + t.Target,
			Cure:    "git mv " + file + " " + want}
		if TombstoneTarget(file) == t.Target {
			p.Code, p.Message = "edited", "the record was changed after it was written"
			p.Cure = "see what changed: git log -p -- " + file
			l.add(p)
		} else {
			l.add(p)
			l.revokeByName(file) // whichever of the two was changed
		}
	}
	l.tree.Problems = appendLayout(l.tree.Problems, file, data)
}

// revokeByName keeps a record in force that was just found bad, and says so in the problem.
func (l *loader) revokeByName(file string) {
	t, ok := NamedTombstone(file)
	if !ok {
		return
	}
	l.tree.Tombstones = append(l.tree.Tombstones, t)
	l.tree.Problems[len(l.tree.Problems)-1].Message += "; " + t.Target + " stays revoked all the same"
}

// NamedTombstone is what the name of a record alone says, for one that cannot be read: a damaged file, a link, or
// one that may not be read. ok is false when the name tells no target.
func NamedTombstone(file string) (t Tombstone, ok bool) {
	target := TombstoneTarget(file)
	return Tombstone{Schema: Schema, Target: target, File: file}, target != ""
}

// TombstoneTarget reads the target out of the path of a record: "S1" for
// "tombstones/s1-k3f9qz7m.json"; "" when it cannot be told.
func TombstoneTarget(file string) string {
	name, ok := strings.CutSuffix(path.Base(file), ".json")
	cut := strings.LastIndexByte(name, '-')
	if !ok || cut < 0 || len(name)-cut-1 != tagLength {
		return ""
	}
	name = name[:cut]
	if _, err := ParseID(name); err == nil {
		return name
	}
	if _, err := ParseNodeID(strings.ToUpper(name)); err == nil {
		return strings.ToUpper(name)
	}
	return ""
}

func (l *loader) legacyTombstones(entry fs.DirEntry) {
	// The limit is one of a line here: a record that is cut off would be lost.
	data, err := l.source(LegacyTombstonesPath, entry, math.MaxInt)
	if err != nil {
		return
	}
	tombstones, err := ParseLegacyTombstones(data)
	for _, t := range tombstones {
		t.File = LegacyTombstonesPath
		l.tree.Tombstones = append(l.tree.Tombstones, t)
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			l.add(FileProblem(LegacyTombstonesPath, err))
		}
	}
}

// documents looks for the document of every node in use and enters that of
// the active main line as a source.
func (l *loader) documents() {
	if l.tree.Directory == nil {
		return
	}
	active, err := l.tree.Directory.Active()
	for _, n := range l.tree.Directory.Nodes() {
		isActive := err == nil && n.ID == active.ID
		if n.State == Tombstoned {
			continue
		}
		p := l.document(n, isActive)
		if p == nil {
			continue
		}
		p.Severity = SeverityWarning
		if isActive {
			p.Severity = SeverityError
		}
		p.Path, p.Line = DirectoryPath, l.tree.Directory.line(n.ID)
		l.add(*p)
	}
}

// document checks one document and enters it when asked to.
func (l *loader) document(n Node, enter bool) *Problem {
	missing := func(what string) *Problem {
		return &Problem{Code: "missing-document", Message: "the document of " + string(n.ID) + ", " + what,
			Cure: "write it, or correct the path of " + string(n.ID) + " in directory.md"}
	}
	file, ok := DocumentPath(n.Path)
	if !ok {
		return missing(quotePath(n.Path) + ", is not inside the memory")
	}
	for i := 0; i <= len(file); i++ {
		if i < len(file) && file[i] != '/' {
			continue
		}
		info, err := fs.Lstat(l.fsys, file[:i])
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return missing(quotePath(file) + ", is missing")
		case err != nil:
			return missing(quotePath(file) + ", cannot be read: " + err.Error())
		case info.Mode()&fs.ModeSymlink != 0:
			return &Problem{Code: "symlink", Message: "the document of " + string(n.ID) + ", " + quotePath(file) + ", is reached through a symbolic link, which is not followed",
				Cure: "put the file itself there"}
		case i == len(file) && !info.Mode().IsRegular():
			return missing(quotePath(file) + ", is no file")
		}
	}
	if !enter || slices.ContainsFunc(l.tree.Entries, func(e Entry) bool { return e.Path == file }) {
		return nil
	}
	_, sum, err := l.read(file, MaxFileSize)
	if err != nil {
		return missing(quotePath(file) + ", cannot be read: " + err.Error())
	}
	l.tree.Entries = append(l.tree.Entries, Entry{file, sum})
	return nil
}

func quotePath(s string) string { return `"` + Sanitize(s) + `"` }

// DocumentPath cleans the path of a node's document as the directory has it:
// "./main/m1.md" is "main/m1.md". ok is false when it is empty, absolute, leads
// out of the memory, or has a backslash or colon, which lead elsewhere on
// Windows.
func DocumentPath(written string) (clean string, ok bool) {
	if written == "" || strings.ContainsAny(written, "\\:\x00") {
		return "", false
	}
	clean = path.Clean(written)
	return clean, clean != "." && fs.ValidPath(clean)
}

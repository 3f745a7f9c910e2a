package gitext

import (
	"bytes"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// foreignConflict says of a conflict that is not ours to merge what each side did, and what to type: FILE is its path,
// BASEFILE the base's version of it (":1:FILE"). Both follow from the three texts alone.
func foreignConflict(c Conflict) (why, cure string) {
	kind := immutableKind(c.Path)
	if c.Path == memory.LegacyTombstonesPath {
		return "records are added to it and none is changed: " + sides(c, kind), "edit FILE so that it has the lines of both sides, then git add FILE"
	}
	switch kind {
	case "chunk", "tombstone":
		return writtenOnce(c, kind)
	case "framework":
		if good := wholeBase(c, kind); good {
			return "all above its marker is written once: " + sides(c, kind), "edit FILE so that it begins as git show BASEFILE does, then git add FILE"
		}
	}
	why, cure = "it is written by people: "+sides(c, ""), "edit FILE, then git add FILE"
	if c.Ours == nil || c.Theirs == nil {
		cure = "to keep it: git add FILE; to let it go: git rm -- FILE"
	}
	return why, cure
}

// writtenOnce judges a chunk or tombstone. What was written is the base when that is whole, whatever the sides made of it; so
// two people who do what they are told have the same bytes.
func writtenOnce(c Conflict, kind string) (why, cure string) {
	why = "it is written once and never changed: " + sides(c, kind)
	switch {
	case !c.Plain && c.Base == nil && c.Ours == nil && c.Theirs == nil:
		return why, "git log --all -- FILE shows its first version: git checkout COMMIT -- FILE"
	case wholeBase(c, kind):
		why += "; the base has it as it was written"
		cure = "git checkout-index --stage=1 --force -- FILE, then git add FILE"
	case versionOf(c.Path, kind, c.Ours) == versionWhole:
		why += "; ours fits its tag"
		cure = "git checkout --ours -- FILE, then git add FILE"
	case versionOf(c.Path, kind, c.Theirs) == versionWhole:
		why += "; theirs fits its tag"
		cure = "git checkout --theirs -- FILE, then git add FILE"
	default:
		cure = "git log --all -- FILE shows its first version: git checkout COMMIT -- FILE"
	}
	id, _, _ := strings.Cut(c.Path[strings.LastIndexByte(c.Path, '/')+1:], ".")
	if kind == "chunk" && (edited(c, kind, c.Ours) || edited(c, kind, c.Theirs)) {
		cure += "; write the change as a new chunk: git hfa add-topic --supersedes " + id + " …"
	}
	if kind == "chunk" && c.Base != nil && (c.Ours == nil || c.Theirs == nil) {
		cure += "; to revoke the decision: git hfa tombstone --id " + id + " --reason WHY"
	}
	return why, cure
}

func wholeBase(c Conflict, kind string) bool { return versionOf(c.Path, kind, c.Base) == versionWhole }

// edited reports whether a side has another content than what was written.
func edited(c Conflict, kind string, side []byte) bool {
	if side == nil {
		return false
	}
	return versionOf(c.Path, kind, side) != versionWhole || wholeBase(c, kind) && !sameContent(kind, c.Base, side)
}

// sides tells what each side did, seen from the base.
func sides(c Conflict, kind string) string {
	if !c.Plain {
		return "one side has a link or a submodule in its place"
	}
	return "ours " + did(c, kind, c.Ours) + ", theirs " + did(c, kind, c.Theirs)
}

// did says what one side did. kind is "" for a text of people.
func did(c Conflict, kind string, side []byte) string {
	v := versionOf(c.Path, kind, side)
	switch {
	case side == nil && c.Base == nil:
		return "has none"
	case side == nil:
		return "removed it"
	case bytes.Equal(side, c.Base):
		return "left it as it was"
	case v == versionUnreadable:
		return "has no " + kind + " of this name in it"
	case c.Base == nil && v == versionAltered:
		return "added it, with a content that does not fit its tag"
	case c.Base == nil:
		return "added it"
	case kind == "":
		return "changed it"
	case wholeBase(c, kind) && sameContent(kind, c.Base, side):
		return "changed its layout"
	case v == versionWhole && !wholeBase(c, kind):
		return "has it as it was written"
	}
	return "edited it"
}

// version is what one text of a file is that is written once.
type version int

const (
	versionNone       version = iota
	versionWhole              // as it was written, as far as one text can tell
	versionAltered            // its content does not fit its name
	versionUnreadable         // no chunk or tombstone at all
)

func versionOf(name, kind string, data []byte) version {
	switch {
	case data == nil:
		return versionNone
	case kind == "chunk":
		chunk, problem := memory.ReadSource(name, data)
		switch {
		case chunk.ID != "" && chunk.Edited():
			return versionAltered
		case problem != nil && problem.Severity == memory.SeverityError:
			return versionUnreadable
		}
	case kind == "tombstone":
		record, err := memory.ParseTombstone(data)
		switch {
		case err != nil:
			return versionUnreadable
		case record.Path() != name:
			return versionAltered
		}
	}
	return versionWhole
}

// sameContent compares two texts of a file beyond their layout.
func sameContent(kind string, a, b []byte) bool {
	switch kind {
	case "chunk":
		x, errX := memory.ParseChunk(a)
		y, errY := memory.ParseChunk(b)
		return errX == nil && errY == nil && bytes.Equal(x.Encode(), y.Encode())
	case "tombstone":
		x, errX := memory.ParseTombstone(a)
		y, errY := memory.ParseTombstone(b)
		return errX == nil && errY == nil && bytes.Equal(x.Encode(), y.Encode())
	}
	return bytes.Equal(unixLines(a), unixLines(b))
}

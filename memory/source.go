package memory

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"path"
	"strings"
	"unicode/utf8"
)

// ReadSource reads one file under chunks/ as [Load] does: it parses the bytes
// and holds the name, the folder and the id against each other. path is
// relative to the memory. With a Problem of [SeverityError] the chunk is not
// to be used; with one of [SeverityWarning], or none, it is. Only the gravest
// problem is returned.
func ReadSource(path string, data []byte) (StoredChunk, *Problem) {
	var p chunkParser
	chunk, problems := p.readSource(path, data)
	chunk.Sum = sha256.Sum256(data)
	if len(problems) == 0 {
		return chunk, nil
	}
	return chunk, &problems[0]
}

// readSource gives the problems with the gravest first. An error stands
// alone. The sum is left to the caller.
func (p *chunkParser) readSource(file string, data []byte) (StoredChunk, []Problem) {
	stored := StoredChunk{Path: file}
	name := path.Base(file)
	wanted, nameErr := ParseID(strings.TrimSuffix(name, ".json"))
	badName := nameErr != nil || !isPortablePath(file)
	c, err := p.parse(data)
	if badName {
		cure := "move it out of chunks/, or give it the name of its id"
		if err == nil {
			cure = "rename it: git mv " + file + " " + ChunkPath(c.Epoch, c.ID) + "; remove it if that file exists"
		}
		return stored, []Problem{{Code: "wrong-name", Severity: SeverityError, Path: file, Cure: cure,
			Message: Sanitize(name) + " is not the name of a chunk file, which is chunk_NNNN-TAG.json in lower case"}}
	}
	if err != nil {
		return stored, []Problem{FileProblem(file, err)}
	}
	if c.ID != wanted {
		return stored, []Problem{{Code: "wrong-name", Severity: SeverityError, Path: file,
			Message: "the file is named " + string(wanted) + " and says that it is " + string(c.ID),
			Cure:    "a renamed or copied file: git mv " + file + " " + ChunkPath(c.Epoch, c.ID) + ", or remove the copy"}}
	}
	stored.Chunk = c
	var problems []Problem
	if dir := path.Dir(file); dir != ChunksDir && dir != EpochDir(c.Epoch) {
		problems = append(problems, Problem{Code: "wrong-folder", Severity: SeverityWarning, Path: file,
			Message: "the chunk is of epoch " + epochName(c.Epoch) + " and lies in " + dir,
			Cure:    "git mv " + file + " " + ChunkPath(c.Epoch, c.ID)})
	}
	return stored, appendLayout(problems, file, data)
}

// appendLayout warns of a BOM and of CRLF: the content is the same, but the
// bytes, and so the source digest, differ from those of another clone.
func appendLayout(problems []Problem, file string, data []byte) []Problem {
	var found, cures []string
	if bytes.HasPrefix(data, []byte(bom)) {
		found = append(found, "a byte-order mark")
		cures = append(cures, "save it as UTF-8 without a byte-order mark, then git add "+file) // which git never takes off
	}
	if bytes.Contains(data, []byte("\r\n")) {
		found = append(found, "CRLF line ends")
		// What is staged is mended by the first command, what lies in the work tree only when git writes it anew.
		cures = append(cures, "check that .gitattributes of the memory says eol=lf, then: git add --renormalize "+file+" && rm "+file+" && git checkout -- "+file)
	}
	if len(found) == 0 {
		return problems
	}
	return append(problems, Problem{Code: "layout", Severity: SeverityWarning, Path: file,
		Message: "the file has " + strings.Join(found, " and "),
		Cure:    strings.Join(cures, "; ")})
}

// isPortablePath tells whether every part of the path is a name that any
// system can hold: 0-9 a-z _ . -, at most 100 bytes, no name that Windows keeps
// for a device, no dot at the end. Names in lower case alone cannot differ in
// case alone.
func isPortablePath(file string) bool {
	for part := range strings.SplitSeq(file, "/") {
		if !isPortableName(part) {
			return false
		}
	}
	return true
}

func isPortableName(name string) bool {
	if name == "" || len(name) > 100 || strings.HasSuffix(name, ".") || IsDeviceName(name) {
		return false
	}
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c == '_', c == '.', c == '-':
		default:
			return false
		}
	}
	return true
}

// isUnportable tells whether Windows cannot hold the name at all. It is for
// files that are none of ours.
func isUnportable(name string) bool {
	return !utf8.ValidString(name) || IsDeviceName(name) || strings.ContainsAny(name, "<>:\"|?*\\") || strings.TrimRight(name, ". ") != name ||
		strings.ContainsFunc(name, func(r rune) bool { return r < 0x20 })
}

// IsDeviceName tells whether Windows takes the name of a file or folder for a
// device, whatever its extension: "nul", "Aux.md", "com1.json".
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file lists them.
func IsDeviceName(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	base = strings.TrimRight(base, " ")
	switch base {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	port, ok := strings.CutPrefix(base, "com")
	if !ok {
		port, ok = strings.CutPrefix(base, "lpt")
	}
	switch port {
	case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³":
		return ok
	}
	return false
}

func compareStored(a, b StoredChunk) int {
	return cmp.Or(CompareIDs(a.ID, b.ID), cmp.Compare(a.Path, b.Path))
}

package memory

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// Digest is "sha256:" and 64 hexadecimal digits.
type Digest string

// Entry is one source file: its path relative to the memory and the SHA-256
// of its bytes.
type Entry struct {
	Path string
	Sum  [sha256.Size]byte
}

// SourceDigest gives the SHA-256 over the lines that
//
//	LC_ALL=C sort … | xargs sha256sum
//
// prints for the entries: hexadecimal sum, two spaces, path, newline, in
// bytewise order of the paths. A path with a backslash, newline or carriage
// return is escaped as GNU coreutils does it, with a backslash before the
// line. The argument is not changed.
func SourceDigest(entries []Entry) Digest {
	sorted := slices.IsSortedFunc(entries, comparePaths)
	if !sorted {
		entries = slices.Clone(entries)
		slices.SortFunc(entries, comparePaths)
	}
	h := sha256.New()
	var line bytes.Buffer
	for _, e := range entries {
		line.Reset()
		path := e.Path
		if strings.ContainsAny(path, "\\\n\r") {
			line.WriteByte('\\')
			path = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`).Replace(path)
		}
		line.Write(hex.AppendEncode(line.AvailableBuffer(), e.Sum[:]))
		line.WriteString("  ")
		line.WriteString(path)
		line.WriteByte('\n')
		h.Write(line.Bytes())
	}
	return Digest("sha256:" + hex.EncodeToString(h.Sum(nil)))
}

func comparePaths(a, b Entry) int { return cmp.Compare(a.Path, b.Path) }

// Counts tells whether the file at path (relative to the memory, with
// slashes) is a source file by its name. The document of the active main line
// is one too; only the directory knows its name, so the caller adds it. A name
// that is not UTF-8 is none: a revision of git or macOS cannot show the same one.
func Counts(path string) bool {
	if !utf8.ValidString(path) {
		return false
	}
	switch path {
	case ConfigPath, DirectoryPath, LegacyTombstonesPath:
		return true
	}
	if strings.HasPrefix(path, ChunksDir+"/") {
		return hasJSONSuffix(path)
	}
	name, ok := strings.CutPrefix(path, TombstonesDir+"/")
	return ok && !strings.Contains(name, "/") && hasJSONSuffix(path)
}

// hasJSONSuffix looks for ".json" in any case: a file that Windows takes for
// a chunk must not be outside the digest elsewhere.
func hasJSONSuffix(name string) bool {
	const suffix = ".json"
	return len(name) > len(suffix) && strings.EqualFold(name[len(name)-len(suffix):], suffix)
}

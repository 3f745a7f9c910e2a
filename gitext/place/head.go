package place

import (
	"os"
	"path/filepath"
	"strings"
)

// maxSymref bounds the references that point to references, as git does.
const maxSymref = 5

// Head reads which commit HEAD names, without a process: a full id in lower case. It is "" when the files do not say: nothing
// is committed, or references are kept in another way (reftable). Formats: gitrepository-layout(5), git-pack-refs(1).
func Head(p Place) string {
	name := "HEAD"
	for range maxSymref {
		text := looseRef(p, name)
		if text == "" {
			text = packedRef(p, name)
		}
		target, symbolic := strings.CutPrefix(text, "ref:")
		if !symbolic {
			if n := len(text); (n == 40 || n == 64) && hexDigits(text) == n {
				return text
			}
			return ""
		}
		if name = strings.TrimSpace(target); !strings.HasPrefix(name, "refs/") || strings.Contains(name, "..") {
			return ""
		}
	}
	return ""
}

// looseRef reads one reference from its own file: first the work tree's, then the repository's.
func looseRef(p Place, name string) string {
	dirs := []string{p.GitDir}
	if name != "HEAD" {
		dirs = append(dirs, p.CommonDir)
	}
	for _, dir := range dirs {
		if data, err := readSmall(filepath.Join(dir, filepath.FromSlash(name)), maxGitFile); err == nil {
			return strings.TrimSpace(string(data))
		}
	}
	return ""
}

// packedRef reads one reference from packed-refs: "ID SP NAME" a line.
func packedRef(p Place, name string) string {
	data, err := os.ReadFile(filepath.Join(p.CommonDir, "packed-refs"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if id, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok && rest == name {
			return id
		}
	}
	return ""
}

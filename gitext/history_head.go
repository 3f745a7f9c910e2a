package gitext

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// maxSymref bounds the references that point to references, as git does.
const maxSymref = 5

// headFromFiles reads which commit HEAD names, without a process. It is "" when the files do not say: nothing is
// committed, or references are kept in another way (reftable). Formats: gitrepository-layout(5), git-pack-refs(1).
func (r *Repo) headFromFiles() string {
	name := "HEAD"
	for range maxSymref {
		text := r.looseRef(name)
		if text == "" {
			text = r.packedRef(name)
		}
		target, symbolic := strings.CutPrefix(text, "ref:")
		if !symbolic {
			if validID(text) {
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
func (r *Repo) looseRef(name string) string {
	dirs := []string{r.place.GitDir}
	if name != "HEAD" {
		dirs = append(dirs, r.place.CommonDir)
	}
	for _, dir := range dirs {
		if data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			return strings.TrimSpace(string(data))
		}
	}
	return ""
}

// packedRef reads one reference from packed-refs: "ID SP NAME" a line.
func (r *Repo) packedRef(name string) string {
	data, err := os.ReadFile(filepath.Join(r.place.CommonDir, "packed-refs"))
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

// reaches reports whether to is among the commits behind from. Few are read, the nearest first: false may mean that it is
// farther away. Nothing is fetched and no error told, since the caller can do without.
func (r *Repo) reaches(ctx context.Context, from, to string) bool {
	r.db.renew()
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0 && len(seen) <= maxBehind; queue = queue[1:] {
		data, err := r.db.read(ctx, queue[0], commitObject)
		if err != nil {
			return false
		}
		for line := range strings.Lines(string(data)) {
			parent, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "parent ")
			if !ok && !strings.HasPrefix(line, "tree ") {
				break // parents stand right after the tree
			}
			if ok && parent == to {
				return true
			}
			if ok && !seen[parent] {
				seen[parent] = true
				queue = append(queue, parent)
			}
		}
	}
	return false
}

package gitext

import (
	"context"
	"strings"
)

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

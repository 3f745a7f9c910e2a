package index

import (
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// isTombstone tells whether path holds revocations.
func isTombstone(path string) bool {
	return path == memory.LegacyTombstonesPath || strings.HasPrefix(path, memory.TombstonesDir+"/")
}

func (st *state) loadTombstones() error {
	var files []tombFile
	for _, f := range st.base.meta.tombstones {
		if r := st.read[f.path]; !st.gone[f.path] && (r == nil || r.same) {
			files = append(files, f)
		}
	}
	for path, r := range st.read {
		if len(r.links) > 0 && !r.same {
			files = append(files, retiredBy(path, r.links))
		}
		if !isTombstone(path) || r.same {
			continue
		}
		items, err := parseTombstones(path, r)
		if err != nil {
			p := memory.FileProblem(path, err)
			r.problem = &p
		}
		files = append(files, tombFile{path: path, items: items})
	}
	slices.SortFunc(files, func(a, b tombFile) int { return strings.Compare(a.path, b.path) })
	st.meta.tombstones = files
	st.tombs = tombstoneMap(files)
	return nil
}

// retiredBy revokes what a chunk that cannot be used says it supersedes: a decision that was replaced must not
// come back because the file of its successor was damaged.
func retiredBy(path string, links []memory.ID) tombFile {
	f := tombFile{path: path}
	for _, id := range links {
		f.items = append(f.items, memory.Tombstone{Schema: memory.Schema, Target: string(id), Reason: "superseded in " + path + ", which cannot be used"})
	}
	return f
}

// parseTombstones reads what it can. A record that cannot be read stays in force for the target that its
// name tells: what was revoked must not come back because a file was damaged, or a link was put in its place.
func parseTombstones(file string, r *reading) (items []memory.Tombstone, err error) {
	switch {
	case file == memory.LegacyTombstonesPath && !r.regular:
		return nil, nil
	case file == memory.LegacyTombstonesPath:
		return memory.ParseLegacyTombstones(r.data)
	case r.regular:
		t, parsing := memory.ParseTombstone(r.data)
		if err = parsing; err == nil {
			items = append(items, t)
		}
		if err == nil && t.Target == memory.TombstoneTarget(file) {
			return items, nil
		}
	}
	if t, ok := memory.NamedTombstone(file); ok {
		t.File = ""
		items = append(items, t)
	}
	return items, err
}

// tombstoneMap keeps the earliest tombstone of each target, of equal ones that of the first path.
func tombstoneMap(files []tombFile) map[string]memory.Tombstone {
	out := make(map[string]memory.Tombstone)
	for _, f := range files {
		for _, t := range f.items {
			t.Extra = nil
			old, ok := out[t.Target]
			if !ok || old.CreatedAt == "" || t.CreatedAt != "" && t.CreatedAt < old.CreatedAt {
				out[t.Target] = t
			}
		}
	}
	return out
}

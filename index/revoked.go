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
	there := st.tombstonePaths()
	for _, f := range st.base.meta.tombstones {
		if r := st.read[f.path]; there[f.path] && (r == nil || r.same) {
			files = append(files, f)
		}
	}
	for path, r := range st.read {
		if !isTombstone(path) || r.same || !r.stat.Regular {
			continue
		}
		items, err := parseTombstones(path, r.data)
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

// tombstonePaths lists the files of revocations that are there now.
func (st *state) tombstonePaths() map[string]bool {
	there := make(map[string]bool)
	_, there[memory.LegacyTombstonesPath] = st.single(memory.LegacyTombstonesPath)
	for i := range st.scan.folders {
		if f := &st.scan.folders[i]; f.path == memory.TombstonesDir {
			for _, file := range st.filesOf(f) {
				there[join(f.path, file.name)] = true
			}
		}
	}
	return there
}

// parseTombstones reads what it can. A record that cannot be read stays in force for the target that its
// name tells: what was revoked must not come back because a file was damaged.
func parseTombstones(file string, data []byte) ([]memory.Tombstone, error) {
	if file == memory.LegacyTombstonesPath {
		return memory.ParseLegacyTombstones(data)
	}
	t, err := memory.ParseTombstone(data)
	if err == nil {
		return []memory.Tombstone{t}, nil
	}
	target := memory.TombstoneTarget(file)
	if target == "" {
		return nil, err
	}
	return []memory.Tombstone{{Schema: memory.Schema, Target: target}}, err
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

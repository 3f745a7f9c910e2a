package memory

import (
	"io/fs"
	"strings"
)

// truthNames are the names in the folder of a memory that mean something to us.
func truthNames() []string {
	return []string{ConfigPath, DirectoryPath, ChunksDir, TombstonesDir, LegacyTombstonesPath, HistoryDir, "eval.jsonl"}
}

// casing finds names that differ from one of ours in case alone. Here they are nothing to us; where case does not count
// (macOS, Windows) a checkout puts one of the two over the other, and nobody can say which.
func (l *loader) casing(root []fs.DirEntry) {
	for _, entry := range root {
		for _, name := range truthNames() {
			if entry.Name() == name || !strings.EqualFold(entry.Name(), name) {
				continue
			}
			l.add(Problem{Code: "wrong-name", Severity: SeverityError, Path: entry.Name(),
				Cure:    "rename or remove it; what is of the memory belongs in " + name,
				Message: "the name differs from " + name + " in case alone: on macOS and Windows it takes the place of that"})
		}
	}
}

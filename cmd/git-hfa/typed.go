package main

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// inMemory is a file of the memory as a person in the current folder types it. name
// is a slash path in the memory.
func (e *env) inMemory(name string) string {
	return place.ShellQuote(path.Join(e.memoryHere(), name))
}

// memoryHere is the folder of the memory as seen from the current folder, with slashes.
func (e *env) memoryHere() string {
	if e.foundDir == "" {
		return ""
	}
	return filepath.ToSlash(e.relative(e.foundDir))
}

// here gives a problem paths that can be typed in the current folder.
func (e *env) here(p memory.Problem) memory.Problem { return typedFrom(e.memoryHere(), p) }

// typedFrom gives a problem paths that begin with dir. The packages that find
// problems know paths in the memory only, in the commands of a cure too.
func typedFrom(dir string, p memory.Problem) memory.Problem {
	if p.Code == "conflict-markers" && resolvable(p.Path) && !strings.HasPrefix(p.Cure, "git hfa resolve") {
		p.Cure = "git hfa resolve; where no merge has stopped: " + p.Cure
	}
	if dir == "" {
		return p
	}
	if p.Path != "" {
		p.Path = path.Join(dir, p.Path)
	}
	words := strings.Split(p.Cure, " ")
	for i, word := range words {
		if name := strings.TrimRight(word, ",;:)"); inTruth(name) && !strings.HasPrefix(name, dir+"/") {
			words[i] = place.ShellQuote(path.Join(dir, name)) + word[len(name):]
		}
	}
	p.Cure = strings.Join(words, " ")
	return p
}

// resolvable reports whether resolve merges a file of the memory.
func resolvable(name string) bool { return name == memory.ConfigPath || name == memory.DirectoryPath }

// inTruth reports whether a word of a cure is the path of a file of the memory.
func inTruth(word string) bool {
	switch word {
	case memory.ConfigPath, memory.DirectoryPath, memory.LegacyTombstonesPath:
		return true
	}
	first, rest, ok := strings.Cut(word, "/")
	if !ok || rest == "" {
		return false
	}
	switch first {
	case memory.ChunksDir, memory.TombstonesDir, "history", "main", "branches", "profile":
		return true
	}
	return false
}

package main

import (
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// namedPaths lists what may be paths in a chunk: its title, hit words and conclusion, cut where no path goes on. They are
// slash paths without "./" and without a line behind them; a folder keeps its last slash. Whether there is such a file is
// for git to say.
func namedPaths(c *memory.Chunk) []string {
	var out []string
	for _, text := range append([]string{c.Title, c.Conclusion}, c.HitWords...) {
		text = strings.ReplaceAll(text, `\`, "/")
		for _, word := range strings.FieldsFunc(text, outsidePath) {
			if word = trimPath(word); word != "" && !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out
}

// outsidePath reports a sign that ends a path in running text. Letters beyond ASCII do: Chinese is written without spaces.
func outsidePath(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/@+~", r))
}

// trimPath takes the punctuation of the sentence off; "" for what cannot be a path.
func trimPath(word string) string {
	word = strings.TrimRight(word, ".-~@+")
	word = strings.TrimLeft(strings.TrimPrefix(word, "./"), "-@+~")
	if strings.HasPrefix(word, "/") || strings.Contains(word, "//") { // absolute, or an address of the net
		return ""
	}
	if slash := strings.Contains(strings.TrimSuffix(word, "/"), "/"); !slash && !strings.HasSuffix(word, "/") && path.Ext(word) == "" {
		return ""
	}
	if clean := path.Clean(word); clean == "." || strings.HasPrefix(clean, "../") || clean == ".." {
		return ""
	}
	return word
}

// pathMatch says how a chunk names a file.
type pathMatch struct {
	Kind string `json:"kind"` // path, name, folder or line
	Name string `json:"name"` // what the chunk says; of a line the commit
}

// Kinds of a match, the surest first.
const (
	matchLine   = "line"   // it came with the commit that last touched the line
	matchPath   = "path"   // the path, or the end of it from a folder on
	matchName   = "name"   // the bare name, which only one tracked file has
	matchFolder = "folder" // a folder that holds it
)

// matchPaths finds how words of a chunk name one of the names of a file. single says that its bare name is the only one.
func matchPaths(words, names []string, single bool) []pathMatch {
	var out []pathMatch
	for _, word := range words {
		for _, name := range names {
			if kind := matchOne(word, name, single); kind != "" {
				out = append(out, pathMatch{kind, word})
				break
			}
		}
	}
	return out
}

func matchOne(word, name string, single bool) string {
	folder := strings.TrimSuffix(word, "/")
	switch {
	case word == name, strings.Contains(word, "/") && strings.HasSuffix(name, "/"+word):
		return matchPath
	case single && word == path.Base(name):
		return matchName
	case strings.Contains(word, "/") && strings.HasPrefix(name, folder+"/"):
		return matchFolder
	}
	return ""
}

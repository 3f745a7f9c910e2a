package gitext

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// entry is one line of a tree object.
type entry struct {
	name string
	mode entryMode
	id   string // full id in hexadecimal
}

// entryMode is the mode as git stores it, in octal (gitformat documentation, "tree objects").
type entryMode uint32

const (
	modeTree      entryMode = 0o040000
	modeSymlink   entryMode = 0o120000
	modeSubmodule entryMode = 0o160000
	modeType      entryMode = 0o170000
)

func (m entryMode) kind() entryMode { return m & modeType }

// parseTree reads a raw tree object: MODE SP NAME NUL ID, repeated. idSize is the length of an id in bytes. The result is
// in the order of names, bytewise; git's own order treats a folder's name as if it ended in "/". Names that could lead
// out of their folder make the tree bad, as they do for git.
func parseTree(data []byte, idSize int) ([]entry, error) {
	var entries []entry
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		if !ok || len(rest) < idSize {
			return nil, errors.New("bad tree object: it ends in the middle of an entry")
		}
		modeText, name, ok := strings.Cut(string(head), " ")
		if !ok {
			return nil, errors.New("bad tree object: an entry without a name")
		}
		mode, err := parseMode(modeText)
		if err != nil {
			return nil, err
		}
		if name == "" || name == "." || name == ".." || strings.Contains(name, "/") {
			return nil, fmt.Errorf("bad tree object: the name %q", name)
		}
		entries = append(entries, entry{name: name, mode: mode, id: hex.EncodeToString(rest[:idSize])})
		data = rest[idSize:]
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	for i := 1; i < len(entries); i++ {
		if entries[i].name == entries[i-1].name {
			return nil, fmt.Errorf("bad tree object: the name %q twice", entries[i].name)
		}
	}
	return entries, nil
}

func parseMode(text string) (entryMode, error) {
	var mode entryMode
	for _, c := range []byte(text) {
		if c < '0' || c > '7' || mode > modeType {
			return 0, fmt.Errorf("bad tree object: the mode %q", text)
		}
		mode = mode<<3 | entryMode(c-'0')
	}
	return mode, nil
}

// treeOfCommit returns the tree id that a raw commit object names in its first line.
func treeOfCommit(data []byte) (string, error) {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	id, ok := strings.CutPrefix(string(line), "tree ")
	if !ok || !validID(id) {
		return "", errors.New("bad commit object: it does not begin with a tree")
	}
	return id, nil
}

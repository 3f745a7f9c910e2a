package memory

import (
	"bytes"
	"fmt"
	"strings"
)

// Side names one of the two versions that are merged. Which of them git calls
// ours depends on the command: in a rebase it is the branch rebased onto.
type Side byte

// The sides.
const (
	NoSide Side = iota
	Ours
	Theirs
)

// MergeConflict is a contradiction between two versions of directory.md or
// config.json that only a person can settle. Ours and Theirs say what each
// version has, "" when it has nothing there.
type MergeConflict struct {
	Code   string // one of the Conflict constants
	Node   NodeID // the row; "" for a text, the main line and config.json
	Field  string // the column or the key, dotted: "status", "hooks.timeout"
	Ours   string
	Theirs string
}

// Codes of a MergeConflict.
const (
	ConflictMainLine   = "main-line"  // together they have none or several ACTIVE main lines, each alone has one
	ConflictCell       = "cell"       // one cell was changed in two ways
	ConflictRow        = "row"        // a row was removed by one and changed by the other, or moved to another table
	ConflictText       = "text"       // text around the table was changed in two ways
	ConflictTable      = "table"      // the columns or the number of tables changed beside rows
	ConflictKey        = "key"        // one key of config.json was changed in two ways
	ConflictUnreadable = "unreadable" // a version is no directory or config
)

// Describe says in one line what the two versions want; ours and theirs are
// names for them, such as branches.
func (c MergeConflict) Describe(ours, theirs string) string {
	say := func(what, a, b string) string {
		return fmt.Sprintf("%s: %s has %s, %s has %s", what, ours, a, theirs, b)
	}
	value := func(s string) string {
		if s == "" {
			return "none"
		}
		return fmt.Sprintf("%q", Sanitize(s))
	}
	switch c.Code {
	case ConflictMainLine:
		return say("the ACTIVE main line", orNone(c.Ours), orNone(c.Theirs))
	case ConflictCell:
		return say("the "+Sanitize(c.Field)+" of "+string(c.Node), value(c.Ours), value(c.Theirs))
	case ConflictRow:
		return say("the row of "+string(c.Node), orNone(Sanitize(c.Ours)), orNone(Sanitize(c.Theirs)))
	case ConflictText:
		return say("the text around the table", value(c.Ours), value(c.Theirs))
	case ConflictTable:
		return say("the columns of the table", value(c.Ours), value(c.Theirs))
	case ConflictKey:
		return say("the key "+Sanitize(c.Field), orNone(Sanitize(c.Ours)), orNone(Sanitize(c.Theirs)))
	}
	if c.Ours != "" && c.Theirs != "" {
		return say("neither version can be read", Sanitize(c.Ours), Sanitize(c.Theirs))
	}
	if c.Ours != "" {
		return "the version of " + ours + " cannot be read: " + Sanitize(c.Ours)
	}
	return "the version of " + theirs + " cannot be read: " + Sanitize(c.Theirs)
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// mergeWhole is the part of a three-way merge that needs no look inside: both
// versions are equal, or one is still the base.
func mergeWhole(base, ours, theirs []byte) (merged []byte, done bool) {
	switch {
	case bytes.Equal(ours, theirs), bytes.Equal(base, theirs):
		return ours, true
	case bytes.Equal(base, ours):
		return theirs, true
	}
	return nil, false
}

// mergeValue merges one value: a change wins over no change, and two changes
// must be the same. Without a base only equal values agree.
func mergeValue[T comparable](base, ours, theirs T, hasBase bool) (merged T, ok bool) {
	switch {
	case ours == theirs, hasBase && theirs == base:
		return ours, true
	case hasBase && ours == base:
		return theirs, true
	}
	return merged, false
}

// mergeSet merges two lists that are sets of words: what one side removed is
// gone, what either side added is there. What stays has the order of the base,
// what is new follows, sorted, so that the result is the same from both sides.
func mergeSet(base, ours, theirs []string) []string {
	in := func(list []string) map[string]bool {
		set := make(map[string]bool, len(list))
		for _, s := range list {
			set[s] = true
		}
		return set
	}
	inBase, inOurs, inTheirs := in(base), in(ours), in(theirs)
	var merged, added []string
	for _, s := range base {
		if inBase[s] && inOurs[s] && inTheirs[s] {
			merged = append(merged, s)
			inBase[s] = false // a word that stands twice is kept once
		}
	}
	known := in(base)
	for _, s := range append(append([]string{}, ours...), theirs...) {
		if !known[s] {
			known[s] = true
			added = append(added, s)
		}
	}
	return append(merged, sorted(added)...)
}

// unreadable gives the conflict of versions that cannot be parsed, nil when
// both can.
func unreadable(ours, theirs error) []MergeConflict {
	if ours == nil && theirs == nil {
		return nil
	}
	c := MergeConflict{Code: ConflictUnreadable}
	if ours != nil {
		c.Ours = ours.Error()
	}
	if theirs != nil {
		c.Theirs = theirs.Error()
	}
	return []MergeConflict{c}
}

// firstDifference gives the first lines in which two texts differ.
func firstDifference(a, b string) (inA, inB string) {
	for a != "" || b != "" {
		lineA, restA, _ := strings.Cut(a, "\n")
		lineB, restB, _ := strings.Cut(b, "\n")
		if lineA != lineB {
			return strings.TrimSpace(lineA), strings.TrimSpace(lineB)
		}
		a, b = restA, restB
	}
	return "", ""
}

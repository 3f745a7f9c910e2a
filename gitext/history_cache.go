package gitext

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// historySet is what walks found, in the form of its file, so that looking up two chunks of 100,000 costs no more than
// reading it, and telling all of them makes nothing. It never changes.
//
//	commits    ID TAB DATE TAB NAME TAB SUBJECT        a line a commit
//	keys       KEY TAB N[,N…]                          a line a file, sorted bytewise; N is the byte at which the line
//	                                                   of a commit begins: first the one that brought it, then the
//	                                                   others, oldest first
type historySet struct {
	tip  string
	name historyName

	commits, keys string
	// more is what came since, nil for nothing. No key is in both. Its numbers count in its own commits.
	more *historySet
}

// historyName says whose history a set holds.
type historyName struct{ path, graph string }

// with is the set for a later tip, with files that none of the keys names.
func (s *historySet) with(tip string, found *historySet) *historySet {
	out := *s
	out.tip, out.more = tip, nil
	if len(found.keys) > 0 {
		out.more = found
	}
	return &out
}

// addition is a file that a commit added.
type addition struct {
	key string
	at  int // where the line of the commit begins
}

// newHistorySet makes a set of lines of commits, in any order, and what they added. Of several commits that added a file the
// one whose line comes last is the oldest, as git log prints them.
func newHistorySet(tip, commits string, added []addition) *historySet {
	// What a history brought is sorted already when it is looked at from its end.
	slices.Reverse(added)
	slices.SortFunc(added, func(a, b addition) int { return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(b.at, a.at)) })
	added = slices.Compact(added) // a commit may add a file to two folders
	var keys strings.Builder
	keys.Grow(40 * len(added))
	var number []byte
	for i, a := range added {
		if i > 0 && added[i-1].key == a.key {
			keys.WriteByte(',')
		} else {
			if i > 0 {
				keys.WriteByte('\n')
			}
			keys.WriteString(a.key)
			keys.WriteByte('\t')
		}
		number = strconv.AppendInt(number[:0], int64(a.at), 10)
		keys.Write(number)
	}
	if len(added) > 0 {
		keys.WriteByte('\n')
	}
	return &historySet{tip: tip, commits: commits, keys: keys.String()}
}

// find looks one file up.
func (s *historySet) find(key string) (Brought, bool) {
	if place := s.place(key); place >= 0 {
		return s.at(place), true
	}
	return Brought{}, false
}

// place is where the commits of a key stand, counted through keys and those of more; -1 when nothing brought it.
func (s *historySet) place(key string) int {
	if start := s.before(key); isLineOf(s.keys[start:], key) {
		return start + len(key) + 1
	}
	if s.more != nil {
		if place := s.more.place(key); place >= 0 {
			return len(s.keys) + place
		}
	}
	return -1
}

// places is place for many keys. It is quick when they are sorted as the lines are, or nearly so.
func (s *historySet) places(n int, key func(i int) string) []int {
	out := make([]int, n)
	start, last := 0, ""
	for i := range out {
		k := key(i)
		if i > 0 && k <= last {
			start = s.before(k)
		}
		last = k
		for start < len(s.keys) && !isLineOf(s.keys[start:], k) && lineKey(s.keys, start) < k {
			start = lineStart(s.keys, start+1)
		}
		if isLineOf(s.keys[start:], k) {
			out[i] = start + len(k) + 1
			start = lineStart(s.keys, start+1)
		} else {
			out[i] = -1
		}
	}
	if s.more == nil {
		return out
	}
	for i := range out {
		if out[i] < 0 {
			out[i] = s.place(key(i))
		}
	}
	return out
}

// isLineOf reports whether lines begin with that of a key.
func isLineOf(lines, key string) bool {
	return len(lines) > len(key) && lines[len(key)] == '\t' && lines[:len(key)] == key
}

// before is the end of the lines whose keys stand before key.
func (s *historySet) before(key string) int {
	return lineStart(s.keys, sort.Search(len(s.keys), func(i int) bool { return lineKey(s.keys, i) >= key }))
}

// lineStart is the beginning of the first line at or after byte i.
func lineStart(lines string, i int) int {
	if i == 0 {
		return 0
	}
	next := strings.IndexByte(lines[i-1:], '\n')
	if next < 0 {
		return len(lines)
	}
	return i + next
}

// lineKey is the key of the first line at or after byte i; after the last one something larger than every key.
func lineKey(lines string, i int) string {
	start := lineStart(lines, i)
	if start >= len(lines) {
		return "\xff"
	}
	key, _, _ := strings.Cut(lines[start:], "\t")
	return key
}

// at reads the commits that stand at a place.
func (s *historySet) at(place int) Brought {
	if place > len(s.keys) {
		return s.more.at(place - len(s.keys))
	}
	offsets, _, _ := strings.Cut(s.keys[place:], "\n")
	return s.brought(offsets)
}

// brought reads the commits that the line of a file names.
func (s *historySet) brought(offsets string) Brought {
	offset, rest, more := strings.Cut(offsets, ",")
	b := Brought{First: s.commit(offset)}
	for more {
		offset, rest, more = strings.Cut(rest, ",")
		b.Also = append(b.Also, s.commit(offset))
	}
	return b
}

// commit reads one commit, which stands at a byte; the checksum of the file keeps it from being anything else.
func (s *historySet) commit(offset string) (c Commit) {
	at, err := strconv.Atoi(offset)
	if err != nil || at < 0 || at > len(s.commits) {
		return Commit{}
	}
	line, _, _ := strings.Cut(s.commits[at:], "\n")
	for _, to := range [...]*string{&c.ID, &c.Date, &c.Author} {
		*to, line, _ = strings.Cut(line, "\t")
	}
	c.Subject = line
	return c
}

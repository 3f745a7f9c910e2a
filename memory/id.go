package memory

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	chunkPrefix = "chunk_"
	minDigits   = 4 // chunk_0007
	maxDigits   = 9 // of MaxNumber
	tagLength   = 8
)

// MaxNumber is the largest number of a chunk; it fits an int of 32 bits.
const MaxNumber = 999_999_999

// ID names a chunk: "chunk_0007-k3f9qz7m", or "chunk_0001" without a tag in a
// tree of HFA 2.2. It is also the name of the chunk's file without ".json".
type ID string

// ParseID accepts exactly the written form of an id: lower case, at least
// four digits (more only without a leading zero, so that a number has one
// spelling), then nothing or "-" and a tag. The error is [ErrCorrupt].
func ParseID(s string) (ID, error) {
	digits, tag, tagged, ok := cutID(s)
	if !ok || len(digits) < minDigits || len(digits) > maxDigits || (len(digits) > minDigits && digits[0] == '0') {
		return "", fmt.Errorf("%q is not a chunk id such as chunk_0007-k3f9qz7m: %w", s, ErrCorrupt)
	}
	if tagged && (len(tag) != tagLength || !isTagPrefix(tag)) {
		return "", fmt.Errorf("%q is not a chunk id: the tag after \"-\" has 8 characters of 0-9 and a-z without i, l, o, u: %w", s, ErrCorrupt)
	}
	return ID(s), nil
}

// Number gives 7 for "chunk_0007-k3f9qz7m" and 0 for what is no id.
func (id ID) Number() int {
	digits, _, _, ok := cutID(string(id))
	if !ok || len(digits) > maxDigits {
		return 0
	}
	n, _ := strconv.Atoi(digits)
	return n
}

// Tag gives "k3f9qz7m" for "chunk_0007-k3f9qz7m" and "" for an untagged id.
func (id ID) Tag() string {
	_, tag, _ := strings.Cut(string(id), "-")
	return tag
}

// Short gives "chunk_0007", which people are shown while it is unambiguous.
func (id ID) Short() string {
	short, _, _ := strings.Cut(string(id), "-")
	return short
}

// newID writes number and tag as an id.
func newID(number int, tag string) ID {
	s := fmt.Sprintf("%s%0*d", chunkPrefix, minDigits, number)
	if tag != "" {
		s += "-" + tag
	}
	return ID(s)
}

// CompareIDs is the order of chunks everywhere: by number, then by the id's bytes.
func CompareIDs(a, b ID) int {
	if c := cmp.Compare(a.Number(), b.Number()); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}

// joinIDs lists ids of chunks or nodes for a message.
func joinIDs[T ~string](ids []T) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = string(id)
	}
	return strings.Join(names, ", ")
}

// cutID splits "chunk_DIGITS[-TAG]"; ok is false when it is not of that form.
func cutID(s string) (digits, tag string, tagged, ok bool) {
	rest, ok := strings.CutPrefix(s, chunkPrefix)
	if !ok {
		return "", "", false, false
	}
	digits, tag, tagged = strings.Cut(rest, "-")
	return digits, tag, tagged, isDigits(digits)
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isTagPrefix tells whether s holds only letters of Crockford's base32.
func isTagPrefix(s string) bool {
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(crockford, s[i]) < 0 {
			return false
		}
	}
	return true
}

// AmbiguousError says that a prefix fits several chunks. Candidates are
// sorted by number, then id.
type AmbiguousError struct {
	Prefix     string
	Candidates []ID
}

// Error names every candidate.
func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q is ambiguous: it may be %s; give more of the id", e.Prefix, joinIDs(e.Candidates))
}

// Resolve finds the one id that prefix stands for:
//
//	chunk_0007-k3f9qz7m   itself
//	chunk_0007            the untagged id of that name; else whatever has number 7
//	7, 0007, 7-k3         number 7, with the beginning of its tag
//	chunk_0007-k3         the same
//	chunk_00              every id that begins so
//
// An exact id beats a number, and a number beats a plain prefix: chunk_1000
// never means chunk_10000. The error wraps [ErrNotFound] or is an
// *[AmbiguousError].
func Resolve(prefix string, ids []ID) (ID, error) {
	p := strings.TrimSpace(prefix)
	var byNumber, byPrefix []ID
	number, tag, tagged, numeric := cutNumber(p)
	for _, id := range ids {
		switch {
		case string(id) == p:
			return id, nil
		case numeric && id.Number() == number && strings.HasPrefix(id.Tag(), tag) && (id.Tag() != "" || !tagged):
			byNumber = append(byNumber, id)
		case p != "" && strings.HasPrefix(string(id), p):
			byPrefix = append(byPrefix, id)
		}
	}
	found := byNumber
	if len(found) == 0 {
		found = byPrefix
	}
	slices.SortFunc(found, CompareIDs)
	found = slices.Compact(found)
	switch len(found) {
	case 0:
		return "", fmt.Errorf("no chunk has an id that begins with %q: %w", prefix, ErrNotFound)
	case 1:
		return found[0], nil
	}
	return "", &AmbiguousError{Prefix: prefix, Candidates: found}
}

// PrefixNumber gives the number that a prefix as of [Resolve] names in full: 7 for
// "7", "7-k3" and "chunk_0007". ok is false for "chunk_00", which is the beginning of
// many. Only if no chunk with this number fits may the prefix stand for another one.
func PrefixNumber(prefix string) (number int, ok bool) {
	number, _, _, ok = cutNumber(strings.TrimSpace(prefix))
	return number, ok
}

// cutNumber reads "7", "0007", "7-k3", "chunk_0007" and "chunk_0007-k3".
func cutNumber(p string) (number int, tag string, tagged, ok bool) {
	rest, long := strings.CutPrefix(p, chunkPrefix)
	digits, tag, tagged := strings.Cut(rest, "-")
	if !isDigits(digits) || len(digits) > maxDigits || (long && len(digits) < minDigits) {
		return 0, "", false, false
	}
	number, err := strconv.Atoi(digits)
	return number, tag, tagged, err == nil
}

package memory

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestParseIDTakesOneSpellingOfANumber(t *testing.T) {
	for _, test := range []struct {
		s, short, tag string
		number        int
		ok            bool
	}{
		{"chunk_0007-k3f9qz7m", "chunk_0007", "k3f9qz7m", 7, true},
		{"chunk_0001", "chunk_0001", "", 1, true},
		{"chunk_12345-00000000", "chunk_12345", "00000000", 12345, true},
		{"chunk_999999999", "chunk_999999999", "", 999999999, true},
		{s: "chunk_00012"}, {s: "chunk_007"}, {s: "chunk_"}, {s: "chunk_0007-"}, {s: "chunk_0007-k3f9qz7"},
		{s: "chunk_0007-k3f9qz7i"}, {s: "chunk_0007-K3F9QZ7M"}, {s: "Chunk_0007"}, {s: "chunk_0007 "},
		{s: "chunk_1000000000"}, {s: "chunk_+007"}, {s: "chunk_٠٠٠٧"}, {s: ""}, {s: "7"}, {s: "chunk_0007-k3f9qz7m-k3f9qz7m"},
	} {
		id, err := ParseID(test.s)
		if (err == nil) != test.ok {
			t.Errorf("%q: %v", test.s, err)
			continue
		}
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Errorf("%q: %v is not ErrCorrupt", test.s, err)
			}
			continue
		}
		if id.Number() != test.number || id.Tag() != test.tag || id.Short() != test.short || newID(test.number, test.tag) != id {
			t.Errorf("%q: %d %q %q", test.s, id.Number(), id.Tag(), id.Short())
		}
	}
}

func TestResolve(t *testing.T) {
	ids := []ID{
		"chunk_0001", "chunk_0001-aaaaaaaa", "chunk_0002-abcdefgh", "chunk_0002-abzzzzzz",
		"chunk_0003-k3f9qz7m", "chunk_1000-aaaaaaaa", "chunk_10000-aaaaaaaa", "chunk_20000-aaaaaaaa",
	}
	for _, test := range []struct{ prefix, want string }{
		{"chunk_0003-k3f9qz7m", "chunk_0003-k3f9qz7m"},
		{"chunk_0003", "chunk_0003-k3f9qz7m"},
		{"3", "chunk_0003-k3f9qz7m"},
		{" 0003 ", "chunk_0003-k3f9qz7m"},
		{"chunk_0003-k", "chunk_0003-k3f9qz7m"},
		{"3-k3", "chunk_0003-k3f9qz7m"},
		{"chunk_0001", "chunk_0001"}, // an exact match beats a prefix
		{"1", "chunk_0001, chunk_0001-aaaaaaaa"},
		{"chunk_0001-", "chunk_0001-aaaaaaaa"},
		{"chunk_0002", "chunk_0002-abcdefgh, chunk_0002-abzzzzzz"},
		{"chunk_0002-ab", "chunk_0002-abcdefgh, chunk_0002-abzzzzzz"},
		{"chunk_0002-abc", "chunk_0002-abcdefgh"},
		{"chunk_1000", "chunk_1000-aaaaaaaa"}, // a number beats a prefix
		{"chunk_2000", "chunk_20000-aaaaaaaa"},
		{"chunk_10", "chunk_1000-aaaaaaaa, chunk_10000-aaaaaaaa"},
		{"", ""}, {"chunk_0004", ""}, {"4", ""}, {"Chunk_0003", ""}, {"3-x", ""}, {"../x", ""}, {"-", ""},
	} {
		id, err := Resolve(test.prefix, ids)
		var ambiguous *AmbiguousError
		switch {
		case test.want == "":
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("%q: %v, %v; want ErrNotFound", test.prefix, id, err)
			}
		case strings.Contains(test.want, ","):
			if !errors.As(err, &ambiguous) || joinIDs(ambiguous.Candidates) != test.want {
				t.Errorf("%q: %v, %v; want the candidates %s", test.prefix, id, err, test.want)
			} else if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%q: the message %q does not name the candidates", test.prefix, err)
			}
		case err != nil || string(id) != test.want:
			t.Errorf("%q: %v, %v; want %s", test.prefix, id, err, test.want)
		}
	}
}

func TestNodeIDsSortByKindThenNumber(t *testing.T) {
	got := []NodeID{"P1", "S10", "M2", "S2", "M10", "M1"}
	slices.SortFunc(got, compareNodeIDs)
	if want := []NodeID{"M1", "M2", "M10", "S2", "S10", "P1"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for _, bad := range []string{"", "M", "M0", "M01", "m1", "X1", "M1 ", "M-1", "M1234567890"} {
		if _, err := ParseNodeID(bad); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%q is accepted", bad)
		}
	}
}

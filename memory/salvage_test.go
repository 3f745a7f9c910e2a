package memory_test

import (
	"slices"
	"testing"
	"unicode/utf16"

	"github.com/git-hfa/git-hfa/memory"
)

func utf16le(s string) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + s)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return out
}

func TestSalvageLinksReadsTheLinksOfADamagedFileAndNothingElse(t *testing.T) {
	const old, other = memory.ID("chunk_0002-p0v8d1xa"), memory.ID("chunk_12345-k3f9qz7m")
	whole := "{\n  \"title\": \"see chunk_0009-00000000\",\n  \"conclusion\": \"\\\"supersedes\\\": [\\\"chunk_0008-00000000\\\"]\",\n  \"supersedes\": [\"chunk_0002-p0v8d1xa\", \"chunk_12345-k3f9qz7m\"],\n  \"created_at\": \"chunk_0007-00000000\"\n}\n"
	both := []memory.ID{old, other}
	for name, c := range map[string]struct {
		data []byte
		want []memory.ID
	}{
		"whole":               {[]byte(whole), both},
		"conflict markers":    {[]byte("<<<<<<< a\n" + whole + "=======\n" + whole + ">>>>>>> b\n"), both},
		"UTF-16":              {utf16le(whole), both},
		"cut after the first": {[]byte(`{"supersedes": ["chunk_0002-p0v8d1xa", "chunk_123`), []memory.ID{old}},
		"a string, as in 2.2": {[]byte(`{"supersedes" : "chunk_0002-p0v8d1xa", "title": "chunk_0009-00000000"`), []memory.ID{old}},
		"wrong types":         {[]byte(`{"supersedes": ["chunk_0002-p0v8d1xa", "x", 5, "chunk_12345-k3f9qz7m"]}`), []memory.ID{old}},
		"empty list":          {[]byte(`{"supersedes": [], "source": "chunk_0002-p0v8d1xa"}`), nil},
		"no list":             {[]byte(`{"title": "supersedes", "x": "chunk_0002-p0v8d1xa"}`), nil},
		"cut before the list": {[]byte(`{"supersedes"`), nil},
		"empty":               {nil, nil},
		"zero bytes":          {make([]byte, 400), nil},
	} {
		if got := memory.SalvageLinks(c.data); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func FuzzSalvageLinks(f *testing.F) {
	f.Add([]byte(`{"supersedes": ["chunk_0002-p0v8d1xa", "chunk_12345-k3f9qz7m"]}`))
	f.Add([]byte(`"supersedes":[[[,,"chunk_0002`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, id := range memory.SalvageLinks(data) {
			if _, err := memory.ParseID(string(id)); err != nil {
				t.Error(err)
			}
		}
	})
}

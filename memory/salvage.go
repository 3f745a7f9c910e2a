package memory

import (
	"bytes"
	"slices"
)

// SalvageLinks gives the chunks that the bytes of a chunk file say it supersedes, in the
// order of the file, each once. It is for a file that [ReadSource] refuses: a decision
// that was replaced must not come back because the file of its successor was cut, holds
// conflict markers or was saved as UTF-16. What stands in any other key is not taken for a
// link: inside of a text the name of a key is escaped.
func SalvageLinks(data []byte) []ID {
	data = bytes.ReplaceAll(data, []byte{0}, nil) // UTF-16 of ASCII
	var links []ID
	key := []byte(`"supersedes"`)
	for {
		at := bytes.Index(data, key)
		if at < 0 {
			return links
		}
		data = data[at+len(key):]
		rest := bytes.TrimLeft(data, " \t\r\n")
		rest, isKey := bytes.CutPrefix(rest, []byte{':'})
		if !isKey {
			continue
		}
		for _, id := range listedIDs(rest) {
			if !slices.Contains(links, id) {
				links = append(links, id)
			}
		}
	}
}

// listedIDs reads the ids in a JSON string, or in the strings of an array, and stops at
// the first thing that is neither.
func listedIDs(data []byte) (ids []ID) {
	for {
		data = bytes.TrimLeft(data, " \t\r\n[,")
		rest, isString := bytes.CutPrefix(data, []byte{'"'})
		if !isString {
			return ids
		}
		text, after, closed := bytes.Cut(rest, []byte{'"'})
		if id, err := ParseID(string(text)); closed && err == nil {
			ids = append(ids, id)
		}
		data = bytes.TrimLeft(after, " \t\r\n")
		if !closed || len(data) == 0 || data[0] != ',' {
			return ids
		}
	}
}

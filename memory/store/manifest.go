package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// manifestSchema numbers the form of a manifest.
//
//	1  files with path, old, new, offset, size
const manifestSchema = 1

// manifest lists the files of a transaction:
//
//	{"schema":1,"files":[{"path":"tombstones/s1-2k7d….json","old":"absent","new":"sha256:…","offset":0,"size":117},
//	                     {"path":"directory.md","old":"sha256:…","new":"sha256:…","offset":117,"size":402}]}
//
// The bytes of file i are pack[offset:offset+size]. Once the manifest has its name,
// the transaction holds.
type manifest struct {
	Schema int            `json:"schema"`
	Files  []manifestFile `json:"files"`
}

type manifestFile struct {
	Path   string `json:"path"`
	Old    hash   `json:"old"` // absent: the file is new
	New    hash   `json:"new"`
	Offset int64  `json:"offset"`
	Size   int64  `json:"size"`
}

func (m *manifest) encode() ([]byte, error) {
	data, err := json.Marshal(m)
	return append(data, '\n'), err
}

// parseManifest reads a manifest and checks all that can be checked without the
// files: form, hashes, ranges, and that no path leads where none may.
func parseManifest(data []byte) (*manifest, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	m := new(manifest)
	if err := dec.Decode(m); err != nil {
		// A newer form may well have other keys: say that rather than "unknown field".
		var only struct {
			Schema int `json:"schema"`
		}
		if json.Unmarshal(data, &only) == nil && only.Schema > manifestSchema {
			return nil, newerManifest(only.Schema)
		}
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the end")
	}
	switch {
	case m.Schema > manifestSchema:
		return nil, newerManifest(m.Schema)
	case m.Schema != manifestSchema:
		return nil, fmt.Errorf("schema %d is unknown", m.Schema)
	case len(m.Files) == 0:
		return nil, errors.New("no files")
	}
	seen := make(map[string]bool, len(m.Files))
	var end int64
	for _, file := range m.Files {
		if err := checkPath(file.Path); err != nil {
			return nil, err
		}
		// Folded, since two such names are one file on Windows and macOS.
		key := strings.ToLower(file.Path)
		switch {
		case seen[key]:
			return nil, fmt.Errorf("path %q stands twice", file.Path)
		case file.Old != absent && !file.Old.valid(), !file.New.valid():
			return nil, fmt.Errorf("path %q has a bad hash", file.Path)
		case file.Offset != end, file.Size < 0, file.Size > maxFile:
			return nil, fmt.Errorf("path %q has a bad range", file.Path)
		}
		seen[key] = true
		end += file.Size
	}
	return m, nil
}

// maxFile bounds one file of a transaction, 1 GiB; it keeps offsets from
// overflowing whatever a manifest says.
const maxFile = 1 << 30

// errNewerManifest marks a manifest of a later form.
var errNewerManifest = errors.New("use the git-hfa that wrote it")

func newerManifest(schema int) error {
	return fmt.Errorf("schema %d is newer than this program knows (%d): %w", schema, manifestSchema, errNewerManifest)
}

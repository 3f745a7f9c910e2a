package memory

import (
	"io/fs"
)

// Interim bodies: replaced file by file.

func Load(fsys fs.FS) (*Tree, error)                              { return nil, fs.ErrNotExist }
func ReadSource(path string, data []byte) (StoredChunk, *Problem) { return StoredChunk{}, nil }
func Verify(t *Tree) []Problem                                    { return nil }

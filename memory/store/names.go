package store

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strconv"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// names is what the names of files say, without opening one: enough to give the
// next number and to resolve a prefix.
type names struct {
	highest int         // number in any file name of chunks/ and tombstones/, good or bad
	chunks  []chunkFile // files under chunks/ that have a number and end in .json
	inEpoch map[int]int // how many of them are in chunks/epoch_NN
	tombs   []string    // names of the files in tombstones/

	ids   []memory.ID          // of chunk files with a well-formed name; see index
	paths map[memory.ID]string // where they are
}

// chunkFile is a path in two parts: a memory has many of them, and most writes need
// no whole one.
type chunkFile struct{ dir, name string }

func (c chunkFile) path() string { return c.dir + "/" + c.name }

func splitPath(p string) chunkFile {
	dir, name := path.Split(p)
	return chunkFile{strings.TrimSuffix(dir, "/"), name}
}

func (f folder) names() (*names, error) {
	n := &names{inEpoch: map[int]int{}}
	if err := f.walk(memory.ChunksDir, n.chunk); err != nil {
		return nil, fmt.Errorf("look for chunks: %w", err)
	}
	err := f.walk(memory.TombstonesDir, func(_, name string) {
		n.tombs = append(n.tombs, name)
		n.see(name)
	})
	if err != nil {
		return nil, fmt.Errorf("look for tombstones: %w", err)
	}
	return n, nil
}

// walk calls file for everything under dir that is no folder, and for a folder in the place of a tombstone: what its name
// revokes stays revoked. It follows no links.
func (f folder) walk(dir string, file func(dir, name string)) error {
	entries, err := f.list(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.IsDir() || dir == memory.TombstonesDir && memory.TombstoneTarget(entry.Name()) != "" {
			file(dir, entry.Name())
		} else if err := f.walk(dir+"/"+entry.Name(), file); err != nil {
			return err
		}
	}
	return nil
}

// see raises the highest number to the one in a file's name. Case and what follows
// the digits do not matter: a cut, renamed or foreign file keeps its number.
func (n *names) see(name string) (numbered bool) {
	const prefix = "chunk_"
	if len(name) <= len(prefix) || !strings.EqualFold(name[:len(prefix)], prefix) {
		return false
	}
	digits := name[len(prefix):]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	number, err := strconv.Atoi(digits)
	if err != nil || number > memory.MaxNumber {
		return false
	}
	n.highest = max(n.highest, number)
	return true
}

func (n *names) chunk(dir, name string) {
	const ext = ".json"
	if !n.see(name) || len(name) < len(ext) || !strings.EqualFold(name[len(name)-len(ext):], ext) {
		return
	}
	n.chunks = append(n.chunks, chunkFile{dir, name})
	if epoch, ok := strings.CutPrefix(dir, memory.ChunksDir+"/"); ok {
		if number, ok := memory.ParseEpochName(epoch); ok {
			n.inEpoch[number]++
		}
	}
}

// index makes ids and paths, which only links and tombstones need.
func (n *names) index() {
	if n.paths != nil {
		return
	}
	n.paths = make(map[memory.ID]string, len(n.chunks))
	for _, c := range n.chunks {
		id, err := memory.ParseID(strings.TrimSuffix(c.name, ".json"))
		if err != nil {
			continue
		}
		if _, twice := n.paths[id]; !twice {
			n.ids = append(n.ids, id)
			n.paths[id] = c.path()
		}
	}
}

// resolve finds the chunk on disk that prefix means.
func (n *names) resolve(prefix string) (memory.ID, error) {
	n.index()
	return memory.Resolve(prefix, n.ids)
}

// path returns where the chunk id is, "" when it is not on disk.
func (n *names) path(id memory.ID) string {
	n.index()
	return n.paths[id]
}

// epochs tells where new chunks go: the highest epoch there is and how many chunks
// it holds. An epoch exists when it holds a chunk or has its framework.md; a folder
// alone says nothing, since git leaves empty ones behind.
func (s *Store) epochs(n *names) (highest, count int, err error) {
	inEpoch := maps.Clone(n.inEpoch)
	for _, c := range n.chunks {
		if c.dir != memory.ChunksDir {
			continue
		}
		// HFA 2.2 has no folders; only the content of such a file says its epoch.
		chunk, ok, err := s.readChunk(c)
		if err != nil {
			return 0, 0, err
		}
		if !ok {
			chunk.Epoch = 1
		}
		inEpoch[max(chunk.Epoch, 1)]++
	}
	highest = 1
	for epoch := range inEpoch {
		highest = max(highest, epoch)
	}
	entries, err := s.list(memory.HistoryDir)
	if err != nil {
		return 0, 0, fmt.Errorf("look for epochs: %w", err)
	}
	for _, entry := range entries {
		if epoch, ok := memory.ParseEpochName(entry.Name()); ok && epoch > highest && entry.IsDir() {
			has, err := s.regular(memory.FrameworkPath(epoch))
			if err != nil {
				return 0, 0, err
			}
			if has {
				highest = epoch
			}
		}
	}
	return highest, inEpoch[highest], nil
}

// readChunk reads one chunk file; ok is false when it is no good chunk.
func (s *Store) readChunk(file chunkFile) (chunk memory.StoredChunk, ok bool, err error) {
	p := file.path()
	info, err := s.fsys.Lstat(s.native(p))
	if err != nil || !info.Mode().IsRegular() {
		return chunk, false, ignoreMissing(err)
	}
	// Not s.read: whoever found the file followed no link, and there are many.
	data, err := s.fsys.ReadFile(s.native(p))
	if err != nil {
		return chunk, false, ignoreMissing(err)
	}
	chunk, problem := memory.ReadSource(p, data)
	return chunk, problem == nil, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// readChunks reads chunk files and leaves out what is no good chunk.
func (s *Store) readChunks(files []chunkFile) ([]memory.StoredChunk, error) {
	all := make([]memory.StoredChunk, len(files))
	good := make([]bool, len(files))
	err := each(len(files), func(i int) (err error) {
		all[i], good[i], err = s.readChunk(files[i])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the chunks: %w", err)
	}
	kept := all[:0]
	for i, chunk := range all {
		if good[i] {
			kept = append(kept, chunk)
		}
	}
	return kept, nil
}

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// names is what the names of files say, without opening one: enough to give the
// next number and to resolve a prefix.
type names struct {
	highest int                  // number in any file name of chunks/ and tombstones/, good or bad
	ids     []memory.ID          // of chunk files with a well-formed name
	paths   map[memory.ID]string // where they are
	inEpoch map[int]int          // chunk files in chunks/epoch_NN
	flat    []string             // chunk files directly in chunks/, as HFA 2.2 has them
	chunks  []string             // paths of all chunk files
	tombs   []string             // names of the files in tombstones/
}

func (f folder) names() (*names, error) {
	n := &names{paths: map[memory.ID]string{}, inEpoch: map[int]int{}}
	if err := f.walk(memory.ChunksDir, n.chunk); err != nil {
		return nil, fmt.Errorf("look for chunks: %w", err)
	}
	err := f.walk(memory.TombstonesDir, func(p string) {
		n.tombs = append(n.tombs, path.Base(p))
		n.see(path.Base(p))
	})
	if err != nil {
		return nil, fmt.Errorf("look for tombstones: %w", err)
	}
	return n, nil
}

// walk calls file for everything under dir that is no folder. It follows no links.
func (f folder) walk(dir string, file func(p string)) error {
	entries, err := f.list(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		p := dir + "/" + entry.Name()
		if !entry.IsDir() {
			file(p)
		} else if err := f.walk(p, file); err != nil {
			return err
		}
	}
	return nil
}

// see raises the highest number to the one in a file's name. Case and what follows
// the digits do not matter: a cut, renamed or foreign file keeps its number.
func (n *names) see(name string) (isChunk bool) {
	const prefix = "chunk_"
	rest := strings.ToLower(name)
	if !strings.HasPrefix(rest, prefix) {
		return false
	}
	rest = rest[len(prefix):]
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	number, err := strconv.Atoi(rest[:digits])
	if err != nil || number > maxNumber {
		return false
	}
	n.highest = max(n.highest, number)
	return true
}

// maxNumber is the largest number a chunk can have: nine digits.
const maxNumber = 999_999_999

func (n *names) chunk(p string) {
	dir, name := path.Split(p)
	ext := path.Ext(name)
	if !n.see(name) || !strings.EqualFold(ext, ".json") {
		return
	}
	n.chunks = append(n.chunks, p)
	dir = strings.TrimSuffix(dir, "/")
	if dir == memory.ChunksDir {
		n.flat = append(n.flat, p)
	} else if epoch, ok := memory.ParseEpochName(path.Base(dir)); ok && dir == memory.EpochDir(epoch) {
		n.inEpoch[epoch]++
	}
	if id, err := memory.ParseID(strings.TrimSuffix(name, ext)); err == nil {
		if _, twice := n.paths[id]; !twice {
			n.ids = append(n.ids, id)
			n.paths[id] = p
		}
	}
}

// epochs tells where new chunks go: the highest epoch there is and how many chunks
// it holds. An epoch exists when it holds a chunk or has its framework.md; a folder
// alone says nothing, since git leaves empty ones behind.
func (s *Store) epochs(n *names) (highest, count int, err error) {
	for _, p := range n.flat {
		// Only the content of a flat file says in which epoch it is.
		if data, err := s.read(p); err == nil {
			if chunk, problem := memory.ReadSource(p, data); problem == nil {
				n.inEpoch[max(chunk.Epoch, 1)]++
				continue
			}
		}
		n.inEpoch[1]++
	}
	n.flat = nil
	highest = 1
	for epoch := range n.inEpoch {
		highest = max(highest, epoch)
	}
	entries, err := s.list("history")
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
	return highest, n.inEpoch[highest], nil
}

// readChunk reads one chunk file; ok is false when it is no good chunk.
func (s *Store) readChunk(p string) (chunk memory.StoredChunk, ok bool, err error) {
	info, err := s.fsys.Lstat(s.native(p))
	if err != nil || !info.Mode().IsRegular() {
		return chunk, false, ignoreMissing(err)
	}
	data, err := s.read(p)
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
func (s *Store) readChunks(paths []string) ([]memory.StoredChunk, error) {
	all := make([]memory.StoredChunk, len(paths))
	good := make([]bool, len(paths))
	err := each(len(paths), func(i int) (err error) {
		all[i], good[i], err = s.readChunk(paths[i])
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

package index

import (
	"bytes"
	"encoding/binary"
	"path"
	"slices"
	"sort"
	"strings"
)

// statCache is what stat said at one state of a memory: every folder and every file of it that counts.
//
// folders[0] is the memory's own folder. It is not listed, because locks and journals come and go
// in it; its files are looked at by name: config.json, directory.md, tombstones.jsonl and the
// document of the active main line (a path with a slash). The other folders are chunks, what lies
// below it, and tombstones; parents stand before their children.
//
// The records are kept as bytes, the way the snapshot has them, so that nothing is decoded before
// it is compared. One record of recordSize bytes, little endian:
//
//	 0  size int64      8  mtime int64    16  ctime int64   24  inode uint64   32  device uint64
//	40  name: offset uint32    44  name: length uint16     46  flags uint16
//
// size is -1 in a racy record: it equals nothing, so the file is read again.
type statCache struct {
	folders []folder
	records []byte
	names   string
	sums    [][32]byte // by file; nil when they lie in a snapshot
}

// folder is one folder of a stat cache with its files [lo, hi).
type folder struct {
	path   string
	stat   FileStat // size is not used
	racy   bool
	lo, hi int
	subs   []string // names of the folders in it, sorted
}

const (
	recordSize    = 48
	flagIrregular = 1 // a link, a device …: no regular file, has no sum
)

func (m *statCache) numFiles() int { return len(m.records) / recordSize }

// name of file i: relative to its folder.
func (m *statCache) name(i int) string {
	r := m.records[i*recordSize:]
	off := int(binary.LittleEndian.Uint32(r[40:]))
	n := int(binary.LittleEndian.Uint16(r[44:]))
	return m.names[off : off+n]
}

func (m *statCache) irregular(i int) bool {
	return binary.LittleEndian.Uint16(m.records[i*recordSize+46:])&flagIrregular != 0
}

// stat gives the state in which file i was read, and whether it proves anything.
func (m *statCache) stat(i int) (st FileStat, racy bool) {
	r := m.records[i*recordSize : (i+1)*recordSize]
	st.Size = int64(binary.LittleEndian.Uint64(r))
	st.Mtime = int64(binary.LittleEndian.Uint64(r[8:]))
	st.Ctime = int64(binary.LittleEndian.Uint64(r[16:]))
	st.Inode = binary.LittleEndian.Uint64(r[24:])
	st.Device = binary.LittleEndian.Uint64(r[32:])
	st.Regular = binary.LittleEndian.Uint16(r[46:])&flagIrregular == 0
	return st, st.Size < 0
}

// unchanged compares file i with what the file system says now.
func (m *statCache) unchanged(i int, now FileStat) bool {
	st, racy := m.stat(i)
	return !racy && st.Size == now.Size && st.Mtime == now.Mtime && st.Ctime == now.Ctime &&
		st.Inode == now.Inode && st.Device == now.Device && st.Regular == now.Regular && !now.Dir
}

// sameFolder compares a folder record with what the file system says now. If they are equal, the set
// of names in the folder is the one that was recorded.
func (f *folder) sameFolder(now FileStat) bool {
	return !f.racy && f.stat.Mtime == now.Mtime && f.stat.Ctime == now.Ctime &&
		f.stat.Inode == now.Inode && f.stat.Device == now.Device && now.Dir
}

// join gives the path of a name in a folder of the memory.
func join(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// path gives the path of file i, which lies in folder f.
func (m *statCache) path(f *folder, i int) string { return join(f.path, m.name(i)) }

// fileAt finds a file below a listed folder.
func (m *statCache) fileAt(file string) (int, bool) {
	dir, name := path.Split(file)
	n := m.find(strings.TrimSuffix(dir, "/"))
	if n < 0 {
		return 0, false
	}
	f := &m.folders[n]
	i := f.lo + sort.Search(f.hi-f.lo, func(i int) bool { return m.name(f.lo+i) >= name })
	return i, i < f.hi && m.name(i) == name
}

// find gives the number of a folder, or -1.
func (m *statCache) find(path string) int {
	if len(m.folders) == 0 {
		return -1
	}
	i, ok := slices.BinarySearchFunc(m.folders[1:], path, func(f folder, p string) int { return strings.Compare(f.path, p) })
	if !ok {
		return -1
	}
	return i + 1
}

// folderOf finds the folder of a file.
func (m *statCache) folderOf(file int) *folder {
	lo, hi := 0, len(m.folders)
	for lo < hi {
		if mid := (lo + hi) / 2; m.folders[mid].hi <= file {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return &m.folders[lo]
}

// numRacy counts the files that must be read every time.
func (m *statCache) numRacy() int {
	n := 0
	for i := range m.numFiles() {
		if _, racy := m.stat(i); racy {
			n++
		}
	}
	return n
}

// equal tells whether both say the same of every file and folder.
func (m *statCache) equal(o *statCache) bool {
	if !bytes.Equal(m.records, o.records) || m.names != o.names || len(m.folders) != len(o.folders) {
		return false
	}
	for i := range m.folders {
		a, b := &m.folders[i], &o.folders[i]
		if a.path != b.path || a.racy != b.racy || i > 0 && !b.racy && !b.sameFolder(a.stat) || a.hi != b.hi {
			return false
		}
	}
	return true
}

// statRecords lists the stat cache for an engine.
func (m *statCache) statRecords() []StatRecord {
	out := make([]StatRecord, 0, len(m.folders)+m.numFiles())
	for i := range m.folders {
		f := &m.folders[i]
		out = append(out, StatRecord{Path: f.path, Dir: true, Racy: f.racy, Stat: f.stat})
		for n := f.lo; n < f.hi; n++ {
			st, racy := m.stat(n)
			out = append(out, StatRecord{Path: m.path(f, n), Racy: racy, Stat: st, Sum: m.sums[n]})
		}
	}
	return out
}

// statCacheBuilder appends folders and files in order.
type statCacheBuilder struct {
	m     statCache
	names strings.Builder
	racy  racyRule
}

// grow makes room for n more files.
func (b *statCacheBuilder) grow(n int) {
	b.m.records, b.m.sums = slices.Grow(b.m.records, n*recordSize), slices.Grow(b.m.sums, n)
}

func (b *statCacheBuilder) folder(path string, st FileStat, subs []string) {
	n := b.m.numFiles()
	// The memory's own folder is never compared.
	b.m.folders = append(b.m.folders, folder{path: path, stat: st, racy: path != "" && b.racy.always(st), lo: n, hi: n, subs: subs})
}

// file appends a file to the last folder.
func (b *statCacheBuilder) file(name string, st FileStat, sum [32]byte) {
	b.record(name, st, sum, b.racy.always(st))
}

func (b *statCacheBuilder) record(name string, st FileStat, sum [32]byte, racy bool) {
	size, flags := st.Size, uint16(0)
	if racy {
		size = -1
	}
	if !st.Regular {
		flags = flagIrregular
	}
	var r [recordSize]byte
	le := binary.LittleEndian
	le.PutUint64(r[0:], uint64(size))
	le.PutUint64(r[8:], uint64(st.Mtime))
	le.PutUint64(r[16:], uint64(st.Ctime))
	le.PutUint64(r[24:], st.Inode)
	le.PutUint64(r[32:], st.Device)
	le.PutUint32(r[40:], uint32(b.names.Len()))
	le.PutUint16(r[44:], uint16(len(name)))
	le.PutUint16(r[46:], flags)
	b.m.records = append(b.m.records, r[:]...)
	b.names.WriteString(name)
	b.m.sums = append(b.m.sums, sum)
	b.m.folders[len(b.m.folders)-1].hi++
}

func (b *statCacheBuilder) finish() *statCache {
	b.m.names = b.names.String()
	return &b.m
}

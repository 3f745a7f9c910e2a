package gitext

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// historySet is what one walk found, in the form of its file, so that looking up two chunks of 100,000 costs no more than
// reading it. It never changes.
//
//	hfa-history 1                        version; another one is passed over
//	tip ID
//	memory "PATH"                        the memory in its repository, a Go string
//	shallow KEY                          "" in a whole clone
//	keys N                               byte at which the keys begin
//	ID TAB DATE TAB NAME TAB MAIL TAB SUBJECT        a line a commit
//	KEY TAB N[,N…]                       a line a file, sorted bytewise; N is the byte at which the line of a commit
//	                                     begins: first the one that brought it, then the others, oldest first
//	end CRC32                            of all before, IEEE, 8 digits
type historySet struct {
	tip  string
	name historyName
	data []byte
	keys int // where the lines of files begin
	end  int // where they end
}

// historyName says whose history a file holds.
type historyName struct{ path, shallow string }

const historyMagic = "hfa-history 1"

// newHistorySet makes a set of what a walk found: by key the commits, newest first as git log prints them.
func newHistorySet(tip string, found map[string][]Commit) *historySet {
	b := historyBuilder{at: map[string]int{}, lines: map[string][]int{}}
	for _, key := range sortedKeys(found) {
		for _, c := range slices.Backward(found[key]) {
			b.lines[key] = append(b.lines[key], b.commit(c))
		}
	}
	return b.set(tip)
}

// with is the set for a later tip, with files that none of the keys names. The old lines are copied as they are.
func (s *historySet) with(tip string, found map[string][]Commit) *historySet {
	b := historyBuilder{at: map[string]int{}, lines: map[string][]int{}}
	b.commits.Write(s.data[:s.keys])
	keys := sortedKeys(found)
	for _, key := range keys {
		for _, c := range slices.Backward(found[key]) {
			b.lines[key] = append(b.lines[key], b.commit(c))
		}
	}
	out := &historySet{tip: tip, keys: b.commits.Len()}
	data, lines := b.commits.Bytes(), s.data[s.keys:s.end]
	for _, key := range keys {
		i := keyLine(lines, key)
		data = append(data, lines[:i]...)
		data, lines = b.line(data, key), lines[i:]
	}
	out.data = append(data, lines...)
	out.end = len(out.data)
	return out
}

// historyBuilder collects the lines of a set.
type historyBuilder struct {
	commits bytes.Buffer
	at      map[string]int   // commit id -> byte in commits
	lines   map[string][]int // key -> bytes in commits
}

func (b *historyBuilder) commit(c Commit) int {
	at, ok := b.at[c.ID]
	if !ok {
		at = b.commits.Len()
		b.at[c.ID] = at
		for i, text := range []string{c.ID, c.Date, c.Author, c.Email, c.Subject} {
			if i > 0 {
				b.commits.WriteByte('\t')
			}
			b.commits.WriteString(text)
		}
		b.commits.WriteByte('\n')
	}
	return at
}

// set finishes it. Offsets in the lines count from the first commit.
func (b *historyBuilder) set(tip string) *historySet {
	s := &historySet{tip: tip, keys: b.commits.Len()}
	data := b.commits.Bytes()
	for _, key := range sortedKeys(b.lines) {
		data = b.line(data, key)
	}
	s.data, s.end = data, len(data)
	return s
}

// line appends the line of one file.
func (b *historyBuilder) line(data []byte, key string) []byte {
	data = append(append(data, key...), '\t')
	for i, at := range b.lines[key] {
		if i > 0 {
			data = append(data, ',')
		}
		data = strconv.AppendInt(data, int64(at), 10)
	}
	return append(data, '\n')
}

// find looks one file up, by halving the lines.
func (s *historySet) find(key string) (Brought, bool) {
	lines := s.data[s.keys:s.end]
	start := keyLine(lines, key)
	if start == len(lines) {
		return Brought{}, false
	}
	name, offsets, _ := strings.Cut(string(cutLine(lines[start:])), "\t")
	if name != key {
		return Brought{}, false
	}
	return s.brought(offsets), true
}

// keyLine is the beginning of the first line whose key is not before key.
func keyLine(lines []byte, key string) int {
	return lineStart(lines, sort.Search(len(lines), func(i int) bool { return lineAt(lines, i) >= key }))
}

// lineStart is the beginning of the first line at or after byte i.
func lineStart(lines []byte, i int) int {
	if i == 0 {
		return 0
	}
	next := bytes.IndexByte(lines[i-1:], '\n')
	if next < 0 {
		return len(lines)
	}
	return i + next
}

// lineAt is the key of the first line at or after byte i; after the last one something larger than every key.
func lineAt(lines []byte, i int) string {
	start := lineStart(lines, i)
	if start >= len(lines) {
		return "\xff"
	}
	key, _, _ := bytes.Cut(cutLine(lines[start:]), []byte("\t"))
	return string(key)
}

func cutLine(data []byte) []byte {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return line
}

// brought reads the commits of one line.
func (s *historySet) brought(offsets string) Brought {
	var b Brought
	for text := range strings.SplitSeq(offsets, ",") {
		at, err := strconv.Atoi(text)
		if err != nil || at < 0 || at >= s.keys {
			continue // the checksum keeps this from happening
		}
		parts := strings.Split(string(cutLine(s.data[at:s.keys])), "\t")
		if len(parts) != 5 {
			continue
		}
		c := Commit{parts[0], parts[1], parts[2], parts[3], parts[4]}
		if b.First.ID == "" {
			b.First = c
		} else {
			b.Also = append(b.Also, c)
		}
	}
	return b
}

// all goes over every file.
func (s *historySet) all() iter.Seq2[string, Brought] {
	return func(yield func(string, Brought) bool) {
		for line := range bytes.Lines(s.data[s.keys:s.end]) {
			key, offsets, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), "\t")
			if !yield(key, s.brought(offsets)) {
				return
			}
		}
	}
}

// readHistory reads a cache; nil when it is missing, of something else, of another version, or damaged.
func readHistory(file string, name historyName) *historySet {
	if file == "" {
		return nil
	}
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() { // a pipe would never end
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	s := &historySet{name: name}
	head := historyHead("", name, 0)
	body := data
	for i, want := range head {
		line, rest, ok := bytes.Cut(body, []byte("\n"))
		value, fits := strings.CutPrefix(string(line), want)
		if !ok || !fits {
			return nil
		}
		body = rest
		switch i {
		case headTip:
			s.tip = value
		case headKeys:
			if s.keys, err = strconv.Atoi(value); err != nil {
				return nil
			}
		default:
			if value != "" {
				return nil
			}
		}
	}
	end := len(body) - len(historyEnd(0))
	if end < 0 || s.keys < 0 || s.keys > end || !validID(s.tip) {
		return nil
	}
	sum := crc32.ChecksumIEEE(data[:len(data)-len(historyEnd(0))])
	if string(body[end:]) != historyEnd(sum) {
		return nil
	}
	s.data, s.end = body, end
	return s
}

// Lines of the head whose values are read.
const (
	headTip  = 1
	headKeys = 4
)

// historyHead are the lines of the head; with "" and 0 what each begins with.
func historyHead(tip string, name historyName, keys int) []string {
	number := ""
	if tip != "" {
		number = strconv.Itoa(keys)
	}
	return []string{historyMagic, "tip " + tip, "memory " + strconv.Quote(name.path), "shallow " + name.shallow, "keys " + number}
}

func historyEnd(sum uint32) string { return fmt.Sprintf("end %08x\n", sum) }

// writeHistory keeps a set. It is a matter of speed, so nothing is synced and failing is no error: what is torn is found by
// its checksum.
func writeHistory(file string, s *historySet) {
	if file == "" {
		return
	}
	if info, err := os.Lstat(filepath.Dir(file)); err != nil || !info.IsDir() { // not through a link
		return
	}
	temp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.tmp")
	if err != nil {
		return
	}
	data := []byte(strings.Join(historyHead(s.tip, s.name, s.keys), "\n") + "\n")
	data = append(data, s.data[:s.end]...)
	data = append(data, historyEnd(crc32.ChecksumIEEE(data))...)
	_, err = temp.Write(data)
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
	}
}

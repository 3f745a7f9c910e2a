package gitext

import (
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// The file of a historySet:
//
//	hfa-history 2        version; another one is passed over
//	tip ID
//	memory "PATH"        the memory in its repository, a Go string
//	graph KEY            as in graph, "" where commits are all there is
//	keys N               byte at which the keys begin, counted from the first commit
//	…                    commits, then keys
//	end CRC32            of all before, IEEE, 8 digits
//
// Versions:
//
//	1  "shallow" stood for what "graph" has now; commits had a mail address
//	2
const historyMagic = "hfa-history 2"

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
	return []string{historyMagic, "tip " + tip, "memory " + strconv.Quote(name.path), "graph " + name.graph, "keys " + number}
}

func historyEnd(sum uint32) string { return fmt.Sprintf("end %08x\n", sum) }

// plainFile reports whether there is a regular file: a pipe would never end.
func plainFile(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular()
}

// readHistory reads a cache; nil when it is missing, of something else, of another version, or damaged.
func readHistory(file string, name historyName) *historySet {
	if file == "" || !plainFile(file) {
		return nil
	}
	text, sum, err := readSummed(file, len(historyEnd(0)))
	if err != nil {
		return nil
	}
	s := &historySet{name: name}
	keys := 0
	for i, want := range historyHead("", name, 0) {
		line, rest, ok := strings.Cut(text, "\n")
		value, fits := strings.CutPrefix(line, want)
		if !ok || !fits {
			return nil
		}
		text = rest
		switch i {
		case headTip:
			s.tip = value
		case headKeys:
			if keys, err = strconv.Atoi(value); err != nil {
				return nil
			}
		default:
			if value != "" {
				return nil
			}
		}
	}
	end := len(text) - len(historyEnd(0))
	if end < 0 || keys < 0 || keys > end || !validID(s.tip) || text[end:] != historyEnd(sum) {
		return nil
	}
	s.commits, s.keys = text[:keys], text[keys:end]
	return s
}

// readSummed reads a file into a string, with the checksum of all but its last bytes. It goes through a small buffer:
// a second megabyte costs more than copying the first.
func readSummed(file string, but int) (string, uint32, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", 0, err
	}
	var text strings.Builder
	text.Grow(int(info.Size()))
	sum := uint32(0)
	left := int(info.Size()) - but // what the sum is still to be made of
	for buf := make([]byte, summedBuffer); ; {
		n, err := f.Read(buf)
		text.Write(buf[:n])
		sum = crc32.Update(sum, crc32.IEEETable, buf[:max(0, min(n, left))])
		left -= n
		if err == io.EOF {
			return text.String(), sum, nil
		}
		if err != nil {
			return "", 0, err
		}
	}
}

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
	w := &summedFile{file: temp}
	s.write(w)
	_ = w.flush() // for the sum
	w.string(historyEnd(w.sum))
	err = w.flush()
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

// write puts a set into one file with what came since. What was known is copied as it is.
func (s *historySet) write(w *summedFile) {
	more := s.more
	if more == nil {
		more = &historySet{}
	}
	for _, line := range historyHead(s.tip, s.name, len(s.commits)+len(more.commits)) {
		w.string(line + "\n")
	}
	w.string(s.commits)
	w.string(more.commits)
	keys := s.keys
	for line := range strings.Lines(more.keys) {
		key, offsets, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		i := s.before(key) - (len(s.keys) - len(keys))
		w.string(keys[:i])
		keys = keys[i:]
		w.string(key)
		sign := "\t"
		for offset := range strings.SplitSeq(offsets, ",") {
			at, _ := strconv.Atoi(offset)
			w.string(sign + strconv.Itoa(len(s.commits)+at))
			sign = ","
		}
		w.string("\n")
	}
	w.string(keys)
}

// summedFile writes a file and its checksum. The first error stays.
type summedFile struct {
	file *os.File
	buf  []byte // not yet written
	sum  uint32 // of all that was given, but for what stands in buf
	err  error
}

const summedBuffer = 64 << 10

func (w *summedFile) string(s string) {
	for len(s) > 0 {
		if w.buf == nil {
			w.buf = make([]byte, 0, summedBuffer)
		}
		n := min(len(s), cap(w.buf)-len(w.buf))
		w.buf = append(w.buf, s[:n]...)
		if s = s[n:]; len(w.buf) == cap(w.buf) {
			w.err = w.flush()
		}
	}
}

func (w *summedFile) flush() error {
	w.sum = crc32.Update(w.sum, crc32.IEEETable, w.buf)
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.file.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

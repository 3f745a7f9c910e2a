package place

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// HFAConfig is the tracked file at the top of a work tree that says where its memory is, in git-config syntax:
//
//	[memory]
//		dir = docs/memory
const HFAConfig = ".hfaconfig"

// memoryDirKey is the one key we know there. Others are left to later versions.
const memoryDirKey = "memory.dir"

// ConfigError is an .hfaconfig that names a place it may not name, or none.
type ConfigError struct {
	File   string
	Line   int // from 1; 0 when the file as a whole is meant
	Reason string
}

func (e *ConfigError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Reason
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
}

// ReadHFAConfig returns the memory's place as a clean slash path relative to top, "" when the file or the key is absent.
// The place lies inside the work tree: anything else (an absolute path, "..", ".git", a symbolic link that leads out) is
// a *ConfigError that names file and line. A syntax error names them too.
func ReadHFAConfig(top string) (memoryDir string, err error) {
	return readHFAConfig(top, filepath.Join(top, ".git"))
}

func readHFAConfig(top string, gitDirs ...string) (string, error) {
	c, err := openHFAConfig(top)
	if err != nil || c == nil {
		return "", err
	}
	s, ok := c.Get(memoryDirKey)
	if !ok {
		return "", nil
	}
	name, err := localName(s.Value)
	if err == nil {
		err = inside(top, name, gitDirs...)
	}
	if err != nil {
		return "", &ConfigError{c.File, s.Line, fmt.Sprintf("memory.dir is %q: %v; it must name a folder inside the work tree", s.Value, err)}
	}
	return name, nil
}

// openHFAConfig returns nil when there is no file. A link in its place is not followed: what is tracked must not point
// at other files of this machine.
func openHFAConfig(top string) (*Config, error) {
	file := filepath.Join(top, HFAConfig)
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	if !info.Mode().IsRegular() {
		return nil, &ConfigError{File: file, Reason: "not a regular file"}
	}
	return ReadConfig(file)
}

// localName checks a place as it is written, the same on every system, and returns it clean.
func localName(name string) (string, error) {
	switch {
	case name == "":
		return "", errors.New("no name is given")
	case strings.ContainsAny(name, "\\\x00\n\r"):
		return "", errors.New(`a backslash or control character; write "/" between folders`)
	case strings.HasPrefix(name, "/"), strings.HasPrefix(name, "~"), len(name) > 1 && name[1] == ':':
		return "", errors.New("not relative to the top of the work tree")
	}
	for part := range strings.SplitSeq(name, "/") {
		switch {
		case part == "..":
			return "", errors.New(`".." is not allowed`)
		case gitName(part):
			return "", errors.New("it lies in git's own folder")
		}
	}
	name = path.Clean(name)
	if name != "." && !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", errors.New("not a name this system can use")
	}
	return name, nil
}

// gitName reports a name that some file system takes for ".git": in other case, with dots or blanks at the end (NTFS),
// with a stream name (NTFS), or by its short name (NTFS).
func gitName(part string) bool {
	part, _, _ = strings.Cut(strings.ToLower(part), ":")
	part = strings.TrimRight(part, ". ")
	return part == ".git" || part == "git~1"
}

// WriteHFAConfig sets memory.dir in top's .hfaconfig. memoryDir is relative to top, with "/" or the system's separator.
// All else in the file stays as it is: other keys, comments, order, line ends. The file appears whole or not at all.
// A place that ReadHFAConfig would refuse is refused here, before anything is written.
func WriteHFAConfig(top, memoryDir string) error {
	file := filepath.Join(top, HFAConfig)
	name, err := localName(filepath.ToSlash(memoryDir))
	if err == nil {
		err = inside(top, name, filepath.Join(top, ".git"))
	}
	if err != nil {
		return &ConfigError{File: file, Reason: fmt.Sprintf("memory.dir can't be %q: %v; it must name a folder inside the work tree", memoryDir, err)}
	}
	c, err := openHFAConfig(top)
	if err != nil {
		return err
	}
	if c == nil {
		c = &Config{File: file}
	}
	data := c.set("memory", "dir", name)
	if bytes.Equal(data, c.data) {
		return nil
	}
	if err := ReplaceFile(file, data, 0); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// set returns the file with one value changed. Where the key is absent it goes below the header of its section, at the
// end of the file when there is no such section.
func (c *Config) set(section, name, value string) []byte {
	eol := "\n"
	if bytes.Contains(c.data, []byte("\r\n")) {
		eol = "\r\n"
	}
	if s, ok := c.Get(section + "." + name); ok {
		if s.Value == value && !s.Bare {
			return c.data
		}
		text := quoteValue(value)
		if s.Bare {
			text = " = " + text
		}
		if s.to < len(c.data) && (c.data[s.to] == '#' || c.data[s.to] == ';') {
			text += " "
		}
		return splice(c.data, s.from, s.to, text)
	}
	line := "\t" + name + " = " + quoteValue(value) + eol
	for _, sec := range c.sections {
		if sec.name == section {
			return c.insertBelow(sec.end, line, eol)
		}
	}
	text := "[" + section + "]" + eol + line
	if len(c.data) > 0 && c.data[len(c.data)-1] != '\n' {
		text = eol + text
	}
	out := splice(c.data, len(c.data), len(c.data), text)
	// A last line that ends in a backslash would swallow the header: then it needs one more line end.
	if n, err := ParseConfig(c.File, out); err != nil || len(n.sections) == len(c.sections) {
		out = splice(c.data, len(c.data), len(c.data), eol+text)
	}
	return out
}

// insertBelow puts a line after the header that ends at offset end. What follows the header on its own line (a comment,
// or a key) stays with it when it is a comment, and moves to the next line when it is a key.
func (c *Config) insertBelow(end int, line, eol string) []byte {
	rest := c.data[end:]
	n := bytes.IndexByte(rest, '\n')
	tail := rest
	if n >= 0 {
		tail = rest[:n]
	}
	tail = bytes.TrimSpace(tail)
	switch {
	case len(tail) > 0 && tail[0] != '#' && tail[0] != ';':
		return splice(c.data, end, end, eol+line)
	case n < 0:
		return splice(c.data, len(c.data), len(c.data), eol+line)
	}
	return splice(c.data, end+n+1, end+n+1, line)
}

func splice(data []byte, from, to int, text string) []byte {
	out := make([]byte, 0, len(data)+len(text))
	out = append(out, data[:from]...)
	out = append(out, text...)
	return append(out, data[to:]...)
}

package place

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// maxConfig bounds a configuration file, in bytes. Real ones have a few kilobytes.
const maxConfig = 1 << 20

// Config is one file in git-config syntax, in file order.
type Config struct {
	// File is the name that errors show.
	File     string
	Settings []Setting

	data     []byte
	sections []section
}

// Setting is one "key = value" line.
type Setting struct {
	// Key is section and name in lower case, with the subsection between them as it is written:
	// "core.bare", "remote.Origin.url".
	Key string
	// Value is the unquoted value. A key without "=" has the value "" and Bare set; git reads that as true.
	Value string
	Bare  bool
	// Line is the line of the key, from 1.
	Line int

	// keyEnd is the offset just after the key; from and to bound the value as written, without surrounding space and
	// comment. For a bare key from and to equal keyEnd.
	keyEnd, from, to int
}

// section remembers where a header ends, so that a key can be added below it.
type section struct {
	name string // as in Setting.Key: "core", "remote.Origin"
	end  int    // offset just after "]"
}

// ReadConfig reads a file in git-config syntax. Includes are not followed. An absent file is an error that is
// fs.ErrNotExist; something that is no regular file, or bigger than 1 MiB, is refused; a syntax error names file and line.
func ReadConfig(file string) (*Config, error) {
	data, err := readSmall(file, maxConfig)
	if err != nil {
		return nil, err
	}
	return ParseConfig(file, data)
}

// Get returns the last setting of a key, which is the one that counts in git. The key is written as in [Setting.Key].
func (c *Config) Get(key string) (Setting, bool) {
	for i := len(c.Settings) - 1; i >= 0; i-- {
		if c.Settings[i].Key == key {
			return c.Settings[i], true
		}
	}
	return Setting{}, false
}

// Bool reads a setting as git reads a boolean: true, yes, on or a number other than 0; false, no, off, 0 or nothing.
func (s Setting) Bool() (bool, error) {
	if s.Bare {
		return true, nil
	}
	switch strings.ToLower(s.Value) {
	case "true", "yes", "on":
		return true, nil
	case "false", "no", "off", "":
		return false, nil
	}
	n, err := strconv.Atoi(s.Value)
	if err != nil {
		return false, fmt.Errorf("line %d: %s is %q, not a boolean", s.Line, s.Key, s.Value)
	}
	return n != 0, nil
}

// readSmall reads a regular file of at most limit bytes. A named pipe or a device would block for ever.
func readSmall(file string, limit int64) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: not a regular file", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("read %s: larger than %d bytes", file, limit)
	}
	return data, nil
}

// ParseConfig reads git-config syntax: sections, quoted subsections, the older [section.subsection], comments, bare
// keys, quotes, escapes, lines continued by a backslash, CRLF and a byte order mark (git-config(1), "Syntax").
func ParseConfig(file string, data []byte) (*Config, error) {
	p := &configParser{src: data, line: 1}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		p.pos = 3
	}
	c := &Config{File: file, data: data}
	if err := p.file(c); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
	}
	return c, nil
}

// configParser walks over the bytes once. CRLF counts as one newline, as in git.
type configParser struct {
	src  []byte
	pos  int
	line int
}

const endOfFile = -1

// peek returns the next byte, '\n' for CRLF, endOfFile at the end.
func (p *configParser) peek() int {
	if p.pos >= len(p.src) {
		return endOfFile
	}
	if p.src[p.pos] == '\r' && p.pos+1 < len(p.src) && p.src[p.pos+1] == '\n' {
		return '\n'
	}
	return int(p.src[p.pos])
}

func (p *configParser) next() int {
	c := p.peek()
	switch {
	case c == endOfFile:
		return c
	case c == '\n':
		if p.src[p.pos] == '\r' {
			p.pos++
		}
		p.line++
	}
	p.pos++
	return c
}

func (p *configParser) skipBlanks() {
	for c := p.peek(); c == ' ' || c == '\t'; c = p.peek() {
		p.pos++
	}
}

func (p *configParser) skipLine() {
	for c := p.peek(); c != '\n' && c != endOfFile; c = p.peek() {
		p.pos++
	}
}

func (p *configParser) file(c *Config) error {
	current := ""
	for {
		switch ch := p.peek(); {
		case ch == endOfFile:
			return nil
		case isSpace(ch):
			p.next()
		case ch == '#' || ch == ';':
			p.skipLine()
		case ch == '[':
			name, err := p.header()
			if err != nil {
				return err
			}
			current = name
			c.sections = append(c.sections, section{name: name, end: p.pos})
		case isAlpha(ch):
			s, err := p.setting(current)
			if err != nil {
				return err
			}
			c.Settings = append(c.Settings, s)
		default:
			return fmt.Errorf("unexpected character %q", rune(ch))
		}
	}
}

// header reads "[name]", "[name.sub]" or `[name "Sub"]`.
func (p *configParser) header() (string, error) {
	p.pos++ // '['
	var name strings.Builder
	for {
		switch ch := p.next(); {
		case ch == ']':
			if name.Len() == 0 {
				return "", errors.New("a section without a name")
			}
			return name.String(), nil
		case isAlpha(ch) || isDigit(ch) || ch == '-' || ch == '.':
			name.WriteByte(lower(ch))
		case ch == ' ' || ch == '\t':
			sub, err := p.subsection()
			return name.String() + "." + sub, err
		default:
			return "", errors.New("bad section header")
		}
	}
}

func (p *configParser) subsection() (string, error) {
	p.skipBlanks()
	if p.next() != '"' {
		return "", errors.New("bad section header: a subsection stands in double quotes")
	}
	var sub strings.Builder
	for {
		ch := p.next()
		if ch == '\\' {
			ch = p.next()
		} else if ch == '"' {
			break
		}
		if ch == '\n' || ch == endOfFile {
			return "", errors.New("bad section header: no closing quote")
		}
		sub.WriteByte(byte(ch))
	}
	if p.next() != ']' {
		return "", errors.New("bad section header: no closing bracket")
	}
	return sub.String(), nil
}

func (p *configParser) setting(section string) (Setting, error) {
	s := Setting{Line: p.line}
	start := p.pos
	for ch := p.peek(); isAlpha(ch) || isDigit(ch) || ch == '-'; ch = p.peek() {
		p.pos++
	}
	s.Key = strings.ToLower(string(p.src[start:p.pos]))
	if section != "" { // git takes a key before the first header, too
		s.Key = section + "." + s.Key
	}
	s.keyEnd = p.pos
	p.skipBlanks()
	switch ch := p.peek(); {
	case ch == '\n' || ch == endOfFile:
		s.Bare, s.from, s.to = true, s.keyEnd, s.keyEnd
		return s, nil
	case ch != '=':
		return s, fmt.Errorf("bad key %q", p.src[start:p.pos+1])
	}
	p.pos++
	p.skipBlanks()
	s.from, s.to = p.pos, p.pos
	return s, p.value(&s)
}

// value reads up to the end of the line. Blanks at both ends and a comment are no part of it; what stands in quotes is
// kept as it is.
func (p *configParser) value(s *Setting) error {
	var out []byte
	keep := 0 // length of out without the blanks that end it
	quoted := false
	for {
		ch := p.peek()
		switch {
		case ch == '\n' || ch == endOfFile:
			if quoted {
				return errors.New("a quoted value that does not end on its line")
			}
			s.Value = string(out[:keep])
			return nil
		case !quoted && (ch == '#' || ch == ';'):
			p.skipLine()
			continue
		case !quoted && isSpace(ch):
			p.pos++
			if len(out) > 0 {
				out = append(out, byte(ch))
			}
			continue
		}
		p.next()
		switch ch {
		case '"':
			quoted = !quoted
		case '\\':
			b, ok, err := p.escape()
			if err != nil {
				return err
			}
			if ok {
				out = append(out, b)
			}
		default:
			out = append(out, byte(ch))
		}
		keep, s.to = len(out), p.pos
	}
}

// escape reads what follows a backslash. It reports false for a continued line, which adds nothing.
func (p *configParser) escape() (byte, bool, error) {
	switch ch := p.next(); ch {
	case '\n', endOfFile:
		return 0, false, nil
	case 't':
		return '\t', true, nil
	case 'b':
		return '\b', true, nil
	case 'n':
		return '\n', true, nil
	case '\\', '"':
		return byte(ch), true, nil
	}
	return 0, false, errors.New(`a backslash that starts no escape; write "/" in paths, or "\\" for a backslash`)
}

// quoteValue writes a value so that git and ParseConfig read the same bytes back.
func quoteValue(v string) string {
	plain := v != "" && strings.TrimSpace(v) == v && !strings.ContainsAny(v, "#;\"\\\n\t\b")
	if plain {
		return v
	}
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\b", `\b`)
	return `"` + r.Replace(v) + `"`
}

func isSpace(c int) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
func isDigit(c int) bool { return '0' <= c && c <= '9' }
func isAlpha(c int) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func lower(c int) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return byte(c)
}

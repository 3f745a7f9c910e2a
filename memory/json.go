package memory

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxFileSize is how many bytes a file of the truth may have, but for the
// tombstones of HFA 2.2; a chunk at its limits has about 30 KiB. A parser refuses
// more, so whoever reads need not keep more than one byte above it.
const MaxFileSize = 1 << 20

const (
	maxDepth = 64        // of nested objects and arrays below an unknown key
	maxInt   = MaxNumber // of every whole number in a file
)

const cureRestore = "fix the file by hand, or take its last good version: git restore -- FILE"

// jsonReader reads one JSON object strictly: exact key names, no duplicate
// key, no bad UTF-8, no lone surrogate, nothing behind the object. It may be
// reused for many files.
type jsonReader struct {
	buf  bytes.Buffer
	dec  *jsontext.Decoder
	data []byte // without BOM
}

// readObject calls field for every key of the one object that data holds.
// field must read the key's value through the reader. Every error is a
// *FileError.
func (r *jsonReader) readObject(data []byte, field func(key string) error) error {
	err := r.tryObject(data, field)
	if err == nil {
		return nil
	}
	// The markers of a merge explain any other error behind them.
	if line := conflictLine(data); line > 0 {
		return corrupt("conflict-markers", line, "unresolved merge conflict (<<<<<<<, =======, >>>>>>>)",
			"choose one side: git checkout --ours -- FILE (or --theirs), then git add FILE")
	}
	return err
}

func (r *jsonReader) tryObject(data []byte, field func(key string) error) error {
	if err := checkText(data); err != nil {
		return err
	}
	r.data = trimBOM(data)
	r.buf = *bytes.NewBuffer(r.data)
	if r.dec == nil {
		r.dec = jsontext.NewDecoder(&r.buf)
	} else {
		r.dec.Reset(&r.buf)
	}
	if kind := r.dec.PeekKind(); kind != '{' {
		if _, err := r.dec.ReadToken(); err != nil {
			return r.syntax(err)
		}
		return r.wrongType("the file", "an object", kind)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return r.syntax(err)
	}
	for r.dec.PeekKind() != '}' {
		tok, err := r.dec.ReadToken()
		if err != nil {
			return r.syntax(err)
		}
		if err := field(tok.String()); err != nil {
			return err
		}
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return r.syntax(err)
	}
	if _, err := r.dec.ReadToken(); err != io.EOF {
		return corrupt("bad-json", r.line(), "there is text behind the end of the object", cureRestore)
	}
	return nil
}

// checkText finds what is wrong with a file before its JSON is looked at.
func checkText(data []byte) error {
	switch {
	case len(bytes.TrimSpace(trimBOM(data))) == 0:
		return corrupt("empty-file", 0, "the file is empty (a crash or a full disk leaves such files)", "take its last good version: git restore -- FILE")
	case len(data) > MaxFileSize:
		return corrupt("too-large", 0, "the file is larger than the limit of "+strconv.Itoa(MaxFileSize)+" bytes", cureRestore)
	case bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/")):
		return corrupt("lfs-pointer", 1, "this is a git-lfs pointer, not the file itself", "git lfs pull, and keep chunks out of lfs with -filter in .gitattributes")
	case len(bytes.Trim(data, "\x00")) == 0:
		return corrupt("truncated", 0, "the file holds only zero bytes (its data did not reach the disk before a crash)", "take its last good version: git restore -- FILE")
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		return notUTF8(data) // Latin text in UTF-16 is valid UTF-8, full of zeros
	}
	return nil
}

// syntax turns an error of the decoder into a FileError with its line.
func (r *jsonReader) syntax(err error) error {
	var serr *jsontext.SyntacticError
	line := 0
	text := err.Error()
	if errors.As(err, &serr) {
		line = r.lineAt(int(serr.ByteOffset))
		if serr.Err != nil {
			text = serr.Err.Error()
		}
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return corrupt("truncated", line, "the file ends in the middle (cut off by a crash or a full disk)", "take its last good version: git restore -- FILE")
	case errors.Is(err, jsontext.ErrDuplicateName) && serr != nil:
		return corrupt("duplicate-key", line, "the key "+strconv.Quote(serr.JSONPointer.LastToken())+" stands twice", "remove one of the two lines by hand")
	case strings.Contains(text, "surrogate"):
		return corrupt("lone-surrogate", line, "half of a surrogate pair, which stands for no character: "+text, cureRestore)
	}
	return corrupt("bad-json", line, "not JSON: "+text, cureRestore)
}

func (r *jsonReader) wrongType(what, want string, got jsontext.Kind) *FileError {
	return corrupt("wrong-type", r.line(), what+" must be "+want+", not "+kindName(got), "correct the value by hand")
}

func kindName(k jsontext.Kind) string {
	switch k {
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	case '{':
		return "an object"
	case '[':
		return "a list"
	}
	return "something else"
}

// line gives the line of what was read last.
func (r *jsonReader) line() int { return r.lineAt(int(r.dec.InputOffset())) }

func (r *jsonReader) lineAt(offset int) int {
	return 1 + bytes.Count(r.data[:min(offset, len(r.data))], []byte{'\n'})
}

// readString reads a value that must be a string.
func (r *jsonReader) readString(key string) (string, error) {
	tok, err := r.dec.ReadToken()
	if err != nil {
		return "", r.syntax(err)
	}
	if tok.Kind() != '"' {
		return "", r.wrongType(strconv.Quote(key), "a string", tok.Kind())
	}
	return tok.String(), nil
}

// readInt reads a plain decimal integer of at most nine digits. Other forms
// of the same number (1.0, 1e0, -0) are refused: the tag is made over numbers
// as written, so one value must have one form.
func (r *jsonReader) readInt(key string, low, high int) (int, error) {
	tok, err := r.dec.ReadToken()
	if err != nil {
		return 0, r.syntax(err)
	}
	if tok.Kind() != '0' {
		return 0, r.wrongType(strconv.Quote(key), "a whole number", tok.Kind())
	}
	raw := tok.String()
	n, err := strconv.Atoi(raw)
	if err != nil || !isDigits(raw) || n < low || n > high {
		return 0, corrupt("wrong-type", r.line(), strconv.Quote(key)+" must be a whole number from "+strconv.Itoa(low)+" to "+strconv.Itoa(high)+" in plain digits, not "+raw, "correct the value by hand")
	}
	return n, nil
}

// readStrings reads a list of strings; an empty list is nil.
func (r *jsonReader) readStrings(key string) ([]string, error) {
	tok, err := r.dec.ReadToken()
	if err != nil {
		return nil, r.syntax(err)
	}
	if tok.Kind() != '[' {
		return nil, r.wrongType(strconv.Quote(key), "a list of strings", tok.Kind())
	}
	var list []string
	for r.dec.PeekKind() != ']' {
		s, err := r.readString(key)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, r.syntax(err)
	}
	return list, nil
}

// readRaw reads any value into its compact canonical form.
func (r *jsonReader) readRaw(key string) (jsontext.Value, error) {
	value, err := r.dec.ReadValue()
	if err != nil {
		return nil, r.syntax(err)
	}
	value, err = canonical(nil, value, compact)
	if err != nil {
		return nil, corrupt("too-deep", r.line(), "the value of "+strconv.Quote(key)+": "+err.Error(), "make the value flatter")
	}
	return value, nil
}

// newerSchema looks for a schema above ours in a file that could not be read:
// a newer program may have given a key another type.
func newerSchema(data []byte) error {
	var r jsonReader
	newer := 0
	err := r.tryObject(data, func(key string) error {
		if key != "schema" || r.dec.PeekKind() != '0' {
			if err := r.dec.SkipValue(); err != nil {
				return r.syntax(err)
			}
			return nil
		}
		n, err := r.readInt(key, 0, maxInt)
		newer = n
		return err
	})
	if err == nil && newer > Schema {
		return errNewer(newer)
	}
	return nil
}

func errNewer(schema int) *FileError {
	return &FileError{Code: "newer-schema", Err: ErrNewer,
		Message: "schema " + strconv.Itoa(schema) + " is newer than this program, which knows " + strconv.Itoa(Schema),
		Cure:    "update git-hfa: go install github.com/git-hfa/git-hfa/cmd/...@latest"}
}

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory"
)

// readText reads all of r as text: UTF-8, with or without a byte order mark, or
// UTF-16 with one. what names the source in errors ("standard input", a path).
// Anything else is an error that names the likely encoding: text that is
// guessed at ends up as replacement signs, and those would be stored for good.
func readText(r io.Reader, what string) (string, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", what, err)
	}
	text, err := decodeText(data)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", what, err)
	}
	return text, nil
}

// errEncoding is the root of every refusal of [decodeText].
var errEncoding = errors.New("not UTF-8")

// decodeText turns bytes from outside into text. One byte order mark is taken off.
func decodeText(data []byte) (string, error) {
	switch {
	case bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}):
		data = data[3:]
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE, 0, 0}), bytes.HasPrefix(data, []byte{0, 0, 0xFE, 0xFF}):
		return "", encodingError("UTF-32")
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		return decodeUTF16(data[2:], binary.LittleEndian)
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return decodeUTF16(data[2:], binary.BigEndian)
	}
	// ASCII in UTF-16 without a mark is valid UTF-8 full of zero bytes.
	if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		return string(data), nil
	}
	return "", encodingError(guessEncoding(data))
}

func encodingError(likely string) error {
	return &hintError{
		error: fmt.Errorf("%w: this looks like %s", errEncoding, likely),
		hint:  "convert the text to UTF-8 (or UTF-16 with a byte order mark) and try again",
	}
}

// decodeUTF16 decodes what follows a byte order mark. Half a unit or half a
// surrogate pair is an error, not a replacement sign.
func decodeUTF16(data []byte, order binary.ByteOrder) (string, error) {
	if len(data)%2 != 0 {
		return "", fmt.Errorf("%w: UTF-16 of an odd number of bytes, the text is cut", errEncoding)
	}
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); i += 2 {
		r := rune(order.Uint16(data[i:]))
		if utf16.IsSurrogate(r) {
			if i+4 > len(data) {
				return "", fmt.Errorf("%w: UTF-16 that ends in half a character", errEncoding)
			}
			r = utf16.DecodeRune(r, rune(order.Uint16(data[i+2:])))
			if r == utf8.RuneError {
				return "", fmt.Errorf("%w: UTF-16 with half a surrogate pair at byte %d", errEncoding, i+2)
			}
			i += 2
		}
		if r == 0 {
			return "", fmt.Errorf("%w: UTF-16 with a zero character at byte %d", errEncoding, i+2)
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out), nil
}

// guessEncoding names the encoding that bytes which are not UTF-8 most likely
// have. The answer is a word for people.
func guessEncoding(data []byte) string {
	if mostlyCJK16(data, binary.LittleEndian) {
		return "UTF-16LE without a byte order mark"
	}
	if mostlyCJK16(data, binary.BigEndian) {
		return "UTF-16BE without a byte order mark"
	}
	switch likely := memory.LikelyEncoding(data); likely {
	case "":
		return "binary data"
	case "UTF-16LE", "UTF-16BE":
		return likely + " without a byte order mark"
	case "ISO-8859-1":
		return "Latin-1 (ISO-8859-1)"
	default:
		return likely
	}
}

// mostlyCJK16 reports whether data, read as UTF-16, is mostly Chinese characters
// and their punctuation. Plain ASCII read so gives Chinese characters too, so
// there have to be many bytes that ASCII does not have.
func mostlyCJK16(data []byte, order binary.ByteOrder) bool {
	if len(data) < 4 || len(data)%2 != 0 {
		return false
	}
	hits, high := 0, 0
	for i := 0; i < len(data); i += 2 {
		if u := order.Uint16(data[i:]); u >= 0x4E00 && u <= 0x9FFF || u >= 0x3000 && u <= 0x303F || u >= 0xFF00 && u <= 0xFFEF {
			hits++
		}
		high += int(data[i]>>7) + int(data[i+1]>>7)
	}
	return hits*10 >= len(data)/2*8 && high*3 >= len(data)
}

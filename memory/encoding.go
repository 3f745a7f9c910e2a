package memory

import (
	"bytes"
	"unicode/utf8"
)

const bom = "\xef\xbb\xbf"

// trimBOM takes one UTF-8 byte-order mark from the front.
func trimBOM(data []byte) []byte { return bytes.TrimPrefix(data, []byte(bom)) }

// notUTF8 says what a text is that is not UTF-8 or holds a zero byte, and names the
// line where that shows first.
func notUTF8(data []byte) error {
	bad := 0
	for bad < len(data) {
		r, size := utf8.DecodeRune(data[bad:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		bad += size
	}
	valid := bad == len(data)
	if zero := bytes.IndexByte(data, 0); zero >= 0 {
		bad = min(bad, zero)
	}
	line := 1 + bytes.Count(data[:bad], []byte{'\n'})
	likely := LikelyEncoding(data)
	switch {
	case likely != "":
		message := "the text is not UTF-8; its encoding is likely " + likely
		if markOf(data) == likely {
			message = "the text is " + likely + ", not UTF-8"
		}
		return corrupt("not-utf8", line, message, "if it is "+likely+": iconv -f "+likely+" -t UTF-8 FILE, check the text and save it; or git restore -- FILE")
	case valid && bad == len(bytes.TrimRight(data, "\x00")):
		return corrupt("truncated", line, "the file ends in zero bytes (its data did not reach the disk before a crash)", "take its last good version: git restore -- FILE")
	case valid:
		return corrupt("zero-byte", line, "the text holds a zero byte (NUL), which no text has", cureRestore)
	}
	return corrupt("not-utf8", line, "the text is not UTF-8", "save the file as UTF-8")
}

// markOf is the encoding that the byte-order mark at the front is of, "" for none
// or that of UTF-8.
func markOf(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe, 0, 0}):
		return "UTF-32LE"
	case bytes.HasPrefix(data, []byte{0, 0, 0xfe, 0xff}):
		return "UTF-32BE"
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return "UTF-16LE"
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return "UTF-16BE"
	}
	return ""
}

// LikelyEncoding guesses what a text that is not UTF-8 is written in:
// "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "GBK" or "ISO-8859-1"; ""
// for UTF-8 and for what looks like no text. It is for messages, never for
// conversion without asking.
func LikelyEncoding(data []byte) string {
	if mark := markOf(data); mark != "" {
		return mark
	}
	if zeros := bytes.Count(data, []byte{0}); zeros > 0 {
		return byZeros(data, zeros)
	}
	if utf8.Valid(data) {
		return ""
	}
	return byPairs(data)
}

// byZeros: Latin text in UTF-16 has a zero in every second byte. Of Chinese text
// few characters have one, but the first of our files is "{", "#" or "|".
func byZeros(data []byte, zeros int) string {
	begins := len(data) > 1 && zeros > 3 && (data[0] == 0) != (data[1] == 0)
	if zeros < len(data)/4 && !begins {
		return ""
	}
	odd := 0
	for i := 1; i < len(data); i += 2 {
		if data[i] == 0 {
			odd++
		}
	}
	switch {
	case odd*10 >= zeros*9:
		return "UTF-16LE"
	case odd*10 <= zeros:
		return "UTF-16BE"
	}
	return ""
}

// byPairs: in GBK each byte from 0x81 on leads a pair whose second byte is
// 0x40 to 0xFE; the common characters of GB 2312 have both from 0xA1 on. What
// is good UTF-8 is stepped over, since one file may hold both.
func byPairs(data []byte) string {
	pairs, common, single := 0, 0, 0
	for i := 0; i < len(data); {
		if r, size := utf8.DecodeRune(data[i:]); r != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		if i+1 < len(data) && data[i] >= 0x81 && data[i] <= 0xfe && data[i+1] >= 0x40 && data[i+1] <= 0xfe && data[i+1] != 0x7f {
			pairs++
			if data[i] >= 0xa1 && data[i+1] >= 0xa1 {
				common++
			}
			i += 2
			continue
		}
		single++
		i++
	}
	switch {
	case single == 0 && pairs > 0 && common*2 >= pairs:
		return "GBK"
	case single+pairs > 0:
		return "ISO-8859-1"
	}
	return ""
}

// conflictLine gives the line of the first conflict marker that git leaves
// in a file, or 0. No line of JSON and no row of a table begins like that.
func conflictLine(data []byte) int {
	line := 0
	for rest := data; len(rest) > 0; {
		line++
		for _, marker := range []string{"<<<<<<< ", ">>>>>>> ", "||||||| "} {
			if bytes.HasPrefix(rest, []byte(marker)) {
				return line
			}
		}
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			break
		}
		rest = rest[i+1:]
	}
	return 0
}

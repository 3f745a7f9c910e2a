package main

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// utf16Bytes encodes s without a byte order mark.
func utf16Bytes(s string, order binary.AppendByteOrder) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, u)
	}
	return string(out)
}

func TestTextFromOutsideIsDecodedOrRefused(t *testing.T) {
	gbk := func(s string) string { out, _ := simplifiedchinese.GBK.NewEncoder().String(s); return out }
	latin1 := func(s string) string { out, _ := charmap.ISO8859_1.NewEncoder().String(s); return out }
	le, be := binary.LittleEndian, binary.BigEndian
	tests := []struct{ name, in, want, refusal string }{
		{name: "empty", in: "", want: ""},
		{name: "utf-8", in: "编码 fix 😀", want: "编码 fix 😀"},
		{name: "utf-8 with mark", in: "\xef\xbb\xbf编码", want: "编码"},
		{name: "utf-16 little-endian with mark", in: "\xff\xfe" + utf16Bytes("编码 fix 😀\r\n", le), want: "编码 fix 😀\r\n"},
		{name: "utf-16 big-endian with mark", in: "\xfe\xff" + utf16Bytes("编码 fix 😀", be), want: "编码 fix 😀"},
		{name: "mark alone", in: "\xff\xfe", want: ""},
		{name: "utf-16 cut", in: "\xff\xfe" + utf16Bytes("ab", le)[:3], refusal: "odd number of bytes"},
		{name: "utf-16 half a pair inside", in: "\xff\xfe\x3d\xd8a\x00", refusal: "half a surrogate pair"},
		{name: "utf-16 half a pair at the end", in: "\xff\xfe\x3d\xd8", refusal: "half a character"},
		{name: "utf-32", in: "\xff\xfe\x00\x00a\x00\x00\x00", refusal: "UTF-32"},
		{name: "gbk", in: gbk("会话总结：使用 UTF-8 写入。"), refusal: "GBK"},
		{name: "gbk between ascii", in: "note: " + gbk("编码修复") + " done", refusal: "GBK"},
		{name: "utf-16le ascii without mark", in: utf16Bytes("plain words", le), refusal: "UTF-16LE without"},
		{name: "utf-16be ascii without mark", in: utf16Bytes("plain words", be), refusal: "UTF-16BE without"},
		{name: "utf-16le chinese without mark", in: utf16Bytes("会话总结写在这里", le), refusal: "UTF-16LE without"},
		{name: "latin-1", in: latin1("café naïve déjà vu"), refusal: "Latin-1"},
		{name: "zero byte", in: "a\x00\x00b", refusal: "binary data"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := decodeText([]byte(tt.in))
			if tt.refusal != "" {
				if !errors.Is(err, errEncoding) || !strings.Contains(err.Error(), tt.refusal) {
					t.Fatalf("got %q, %v; want a refusal with %q", got, err, tt.refusal)
				}
				return
			}
			if err != nil || got != tt.want {
				t.Fatalf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// FuzzDecodeText holds what is accepted to two promises: it is valid UTF-8, and
// no replacement sign was put in that was not there.
func FuzzDecodeText(f *testing.F) {
	f.Add([]byte("编码"))
	f.Add([]byte("\xef\xbb\xbfa"))
	f.Add([]byte("\xff\xfea\x00"))
	f.Add([]byte("\xfe\xff\xd8\x3d\xde\x00"))
	f.Add([]byte("\xb1\xe0\xc2\xeb"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := decodeText(data)
		if err != nil {
			return
		}
		if !utf8.ValidString(text) {
			t.Fatalf("%q decodes to invalid UTF-8 %q", data, text)
		}
		asUTF16 := strings.HasPrefix(string(data), "\xff\xfe") || strings.HasPrefix(string(data), "\xfe\xff")
		if !asUTF16 && strings.Count(text, "\uFFFD") != strings.Count(string(data), "\uFFFD") {
			t.Fatalf("%q decodes to %q: a replacement sign appeared", data, text)
		}
	})
}

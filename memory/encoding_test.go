package memory

import "testing"

func TestLikelyEncoding(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"plain", ""},
		{"中文 UTF-8", ""},
		{"", ""},
		{"\xbb\xe1\xbb\xb0\xd7\xdc\xbd\xe1", "GBK"},
		{"title: \xbb\xe1\xbb\xb0, 中文", "GBK"},
		{"caf\xe9 cr\xe8me", "ISO-8859-1"},
		{"\xff\xfea\x00", "UTF-16LE"},
		{"\xfe\xff\x00a", "UTF-16BE"},
		{"{\x00\"\x00a\x00", "UTF-16LE"},
		{"\x00{\x00\"\x00a", "UTF-16BE"},
		{"\xff\xfe\x00\x00a\x00\x00\x00", "UTF-32LE"},
		{"\x00\x00\xfe\xff\x00\x00\x00a", "UTF-32BE"},
		{"{\x00\x7fO(u\"\x00\x7fO(u\x7fO(u\x7fO(u\x7fO(u\x7fO(u\x7fO(u\"\x00}\x00", "UTF-16LE"},
		{"\x00{O\x7fu(\x00\"O\x7fu(O\x7fu(O\x7fu(O\x7fu(O\x7fu(O\x7fu(\x00\"\x00}", "UTF-16BE"},
		{"a text with one zero \x00 in it", ""},
	} {
		if got := LikelyEncoding([]byte(test.text)); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

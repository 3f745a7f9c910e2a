package distill

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// sentences cuts a line of text, and gives the place of each sentence with it. A full stop ends one only before
// a space, so that paths, versions and hosts stay whole; text in backticks is never cut.
func sentences(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		give := func(start, end int) bool {
			part := strings.TrimLeft(s[start:end], " ")
			start = end - len(part)
			part = strings.TrimRight(part, " ")
			return part == "" || yield(start, part)
		}
		start, inCode := 0, false
		for i, r := range s {
			switch r {
			case '`':
				inCode = !inCode && strings.IndexByte(s[i+1:min(len(s), i+1+maxSpan)], '`') >= 0
				continue
			case '.', '!', '?':
				if inCode || i+1 < len(s) && s[i+1] != ' ' || r == '.' && isAbbreviation(s[start:i]) {
					continue
				}
			case '。', '！', '？', '；':
				if inCode {
					continue
				}
			case ';':
				if inCode || i+1 < len(s) && s[i+1] != ' ' {
					continue
				}
			default:
				continue
			}
			end := i + utf8.RuneLen(r)
			for _, closing := range []string{"”", "」", "\"", "）", ")", "**"} {
				if strings.HasPrefix(s[end:], closing) {
					end += len(closing)
					break
				}
			}
			if !give(start, end) {
				return
			}
			start = end
		}
		give(start, len(s))
	}
}

// maxSpan bounds the length of `code` within a line, in bytes: a single backtick far
// from the next one quotes nothing.
const maxSpan = 400

// isAbbreviation tells whether a full stop behind s ends no sentence.
func isAbbreviation(s string) bool {
	word := s[strings.LastIndexByte(s, ' ')+1:]
	switch strings.ToLower(strings.TrimLeft(word, "(")) {
	case "e.g", "i.e", "etc", "vs", "cf", "approx", "no", "fig":
		return true
	}
	return false
}

// plain takes the marks of emphasis off a text: "**", "__", and the "[x](url)" of links.
func plain(s string) string {
	if strings.Contains(s, "**") {
		s = strings.ReplaceAll(s, "**", "")
	}
	if strings.Contains(s, "](") {
		s = plainLinks(s)
	}
	return strings.TrimSpace(s)
}

func plainLinks(s string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '[')
		if open < 0 {
			break
		}
		mid := strings.Index(s[open:min(len(s), open+maxSpan)], "](")
		end := -1
		if mid >= 0 {
			end = strings.IndexAny(s[open+mid:], ") ")
		}
		if end < 0 || s[open+mid+end] != ')' || strings.IndexByte(s[open+1:open+mid], '[') >= 0 {
			b.WriteString(s[:open+1])
			s = s[open+1:]
			continue
		}
		b.WriteString(s[:open])
		b.WriteString(s[open+1 : open+mid])
		s = s[open+mid+end+1:]
	}
	b.WriteString(s)
	return b.String()
}

// isWide tells whether r is a character of Han, kana or hangul, or a full-width mark:
// such text is written without spaces.
func isWide(r rune) bool {
	return r >= 0x2e80 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7af || r >= 0xf900 && r <= 0xfaff || r >= 0xff00 && r <= 0xff60 || r >= 0x20000 && r <= 0x3ffff
}

// isHan tells whether r is a Han character.
func isHan(r rune) bool {
	return r >= 0x4e00 && r <= 0x9fff || r >= 0x3400 && r <= 0x4dbf || r >= 0xf900 && r <= 0xfaff || r >= 0x20000 && r <= 0x3ffff
}

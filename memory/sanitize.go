package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sanitize makes one line of foreign text safe to show to a model and to a
// terminal. Line breaks and tabs become spaces; control, bidirectional and invisible characters
// are dropped; the opening bracket of a fence tag is broken (see
// [RecallHead]): "</hfa-recall>" becomes "‹/hfa-recall>". "a < b" and
// "<div>" stay. Sanitizing twice changes nothing more.
//
// A zero-width joiner is kept inside an emoji and between letters of Arabic,
// Indic, Burmese, Khmer and Mongolian script, a variation selector 15 or 16
// behind a symbol. Emoji tag sequences (the flag of Scotland), ideographic and
// Mongolian variation selectors are dropped: hidden text can be written with
// them.
func Sanitize(s string) string {
	return strings.TrimSpace(breakFences(dropUnseen(s, true)))
}

// sanitizeLines does the same line by line and keeps tabs, since a
// conclusion may hold code. White space at the end of the text is dropped.
func sanitizeLines(s string) []string {
	s = strings.TrimRightFunc(dropUnseen(s, false), unicode.IsSpace)
	if s == "" {
		return nil
	}
	return strings.Split(breakFences(s), "\n")
}

// dropUnseen takes out what cannot be seen. oneLine folds line breaks and
// tabs to spaces; else every line break becomes "\n" and tabs stay.
func dropUnseen(s string, oneLine bool) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	prev := rune(0) // last rune kept
	for i, r := range s {
		switch {
		case isLineBreak(r):
			if r == '\r' && strings.HasPrefix(s[i+1:], "\n") {
				continue
			}
			r = '\n'
			if oneLine {
				r = ' '
			}
		case r == '\t':
			if oneLine {
				r = ' '
			}
		case isJoiner(r):
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
			if !joins(r, prev, next) {
				continue
			}
		case r == 0xfe0e || r == 0xfe0f:
			if !takesSelector(prev) {
				continue
			}
		case isUnseen(r):
			continue
		}
		b.WriteRune(r) // bad UTF-8 becomes U+FFFD here
		prev = r
	}
	return b.String()
}

// isPlain tells whether s is printable ASCII: nothing to drop.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func isLineBreak(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}

func isJoiner(r rune) bool { return r == 0x200c || r == 0x200d }

// joins tells whether a joiner between the two runes has a meaning.
func joins(joiner, prev, next rune) bool {
	if isUnseen(next) {
		return false // it will be gone, and the joiner joins nothing
	}
	if needsJoiner(prev) && needsJoiner(next) {
		return true
	}
	return joiner == 0x200d && isEmojiPart(prev) && isEmojiPart(next)
}

// needsJoiner: blocks of scripts whose letters change their form beside a
// joiner, from The Unicode Standard, chapter 23.2.
func needsJoiner(r rune) bool {
	return r >= 0x0600 && r <= 0x08ff || // Arabic, Syriac, N'Ko and their like
		r >= 0x0900 && r <= 0x0dff || // Devanagari to Sinhala
		r >= 0x1000 && r <= 0x109f || // Myanmar
		r >= 0x1780 && r <= 0x18af // Khmer, Mongolian
}

func isEmojiPart(r rune) bool {
	return r == 0xfe0f || r >= 0x1f300 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff
}

// takesSelector: a symbol that has a text and an emoji form.
func takesSelector(prev rune) bool {
	switch {
	case prev == '#' || prev == '*' || prev >= '0' && prev <= '9':
		return true
	case prev == 0xa9 || prev == 0xae || prev == 0x3030 || prev == 0x303d || prev == 0x3297 || prev == 0x3299:
		return true
	}
	return prev == 0x203c || prev == 0x2049 || prev >= 0x2100 && prev <= 0x2bff || prev >= 0x1f000 && prev <= 0x1faff
}

// isUnseen: control characters, marks that turn the direction of writing,
// characters without width, fillers, selectors, tags, noncharacters.
func isUnseen(r rune) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r <= 0x9f:
		return true
	case r < 0xad:
		return false
	case r == 0xad || r == 0x034f || r == 0x061c || r == 0x115f || r == 0x1160 || r == 0x17b4 || r == 0x17b5:
		return true
	case r >= 0x180b && r <= 0x180f:
		return true
	case r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x206f:
		return true
	case r == 0x3164 || r == 0xffa0 || r == 0xfeff || r >= 0xfff0 && r <= 0xfffb:
		return true
	case r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe
}

// breakFences replaces the "<" of every fence tag by "‹".
func breakFences(s string) string {
	i := strings.IndexByte(s, '<')
	if i < 0 {
		return s
	}
	var b strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, '<') {
		b.WriteString(s[:i])
		if opensFence(s[i+1:]) {
			b.WriteString("‹")
		} else {
			b.WriteByte('<')
		}
		s = s[i+1:]
	}
	b.WriteString(s)
	return b.String()
}

// opensFence tells whether the text behind a "<" makes it a tag that hosts or
// models take for structure: "/system-reminder>", "hfa-recall", "|im_start|>".
func opensFence(s string) bool {
	if name, ok := strings.CutPrefix(s, "|"); ok {
		n := tagNameLength(name)
		return n > 0 && strings.HasPrefix(name[n:], "|")
	}
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	s = strings.TrimLeftFunc(strings.TrimPrefix(s, "/"), unicode.IsSpace)
	n := tagNameLength(s)
	name := strings.ReplaceAll(strings.ToLower(s[:n]), "_", "-")
	for _, family := range []string{"hfa-", "system-", "system:", "antml:", "hook-context", "user-request"} {
		if strings.HasPrefix(name, family) {
			return true
		}
	}
	if n < len(s) && s[n] != '>' && s[n] != '/' && !unicode.IsSpace(rune(s[n])) {
		return false // <user@example.com>, <systems.h>
	}
	switch name {
	case "hfa", "system", "user-query", "user-prompt-submit-hook", "user-message",
		"ephemeral-message", "additional-context", "environment-context", "environment-details",
		"additional-metadata", "user-instructions", "instructions", "current-datetime",
		"function-calls", "function-results", "tool-call", "tool-result", "tool-use", "invoke",
		"assistant", "human", "user", "developer":
		return true
	}
	return false
}

// tagNameLength counts the bytes of a name at the start of s.
func tagNameLength(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (i == 0 || s[i] != '-' && s[i] != '_' && s[i] != ':' && (s[i] < '0' || s[i] > '9')) {
			return i
		}
	}
	return len(s)
}

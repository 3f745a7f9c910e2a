package query

import (
	"strings"
	"unicode/utf8"
)

// Bounds of what is read of one prompt. People put what they ask before or after
// what they paste, so a longer prompt is read at its beginning and its end
// only, and parsing costs the same for 10 kB and for 10 MB.
const (
	headBytes = 6 << 10 // bytes read at the beginning
	tailBytes = 2 << 10 // bytes read at the end
	maxUnits  = 160     // units asked at most; later ones are left out
)

// Wrappers that hosts and this program put around or into a prompt. What stands
// inside of dropped ones was not written by the person; of the others only the
// tags go. The name of the fence is that of memory.RecallHead.
const (
	droppedTags = "hook_context system-reminder hfa-recall ephemeral_message additional_metadata environment_context environment_details"
	openedTags  = "user_request user_query user-prompt-submit-hook"
)

// Strip takes the wrappers of hosts out of a prompt: <hook_context>…,
// <system-reminder>… and this program's own <hfa-recall …>… with what is
// inside, and the tags alone of <USER_REQUEST>. A wrapper that is not closed
// reaches to the end of the text.
func Strip(prompt string) string {
	if !strings.Contains(prompt, "<") {
		return prompt
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(prompt, '<')
		if i < 0 {
			b.WriteString(prompt)
			return b.String()
		}
		b.WriteString(prompt[:i])
		prompt = prompt[i:]
		name, size := tagName(prompt)
		switch {
		case name == "":
			b.WriteByte('<')
			prompt = prompt[1:]
		case hasWord(droppedTags, name):
			b.WriteByte('\n')
			prompt = afterClosing(prompt[size:], name)
		case hasWord(openedTags, strings.TrimPrefix(name, "/")), hasWord(droppedTags, strings.TrimPrefix(name, "/")):
			b.WriteByte('\n')
			prompt = prompt[size:]
		default:
			b.WriteByte('<')
			prompt = prompt[1:]
		}
	}
}

// tagName reads the tag that s begins with: its name in lower case, with "/" in
// front for a closing one, and its length in bytes.
func tagName(s string) (string, int) {
	const longest = 200 // attributes included
	head := s[1:min(len(s), longest)]
	end := strings.IndexByte(head, '>')
	if end <= 0 {
		return "", 0
	}
	name := head[:end]
	if cut := strings.IndexAny(name, " \t\r\n"); cut >= 0 {
		name = name[:cut]
	}
	return strings.ToLower(name), end + 2
}

func afterClosing(s, name string) string {
	for i := 0; ; {
		j := strings.Index(s[i:], "</")
		if j < 0 {
			return ""
		}
		i += j
		if rest := s[i+2:]; len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) {
			if end := strings.IndexByte(rest, '>'); end >= 0 {
				return rest[end+1:]
			}
			return ""
		}
		i += 2
	}
}

// hasWord says whether a list of words parted by blanks has this one.
func hasWord(list, word string) bool {
	if word == "" {
		return false
	}
	for {
		i := strings.Index(list, word)
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || list[i-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		list = list[end:]
	}
}

// bound keeps the beginning and the end of a long prompt, cut between
// characters and, where one is near, between words.
func bound(prompt string) string {
	if len(prompt) <= headBytes+tailBytes {
		return prompt
	}
	head, tail := prompt[:headBytes], prompt[len(prompt)-tailBytes:]
	for len(head) > 0 && !utf8.RuneStart(prompt[len(head)]) {
		head = head[:len(head)-1]
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	const near = 80
	if i := strings.LastIndexAny(head[len(head)-near:], " \n\t"); i >= 0 {
		head = head[:len(head)-near+i]
	}
	if i := strings.IndexAny(tail[:near], " \n\t"); i >= 0 {
		tail = tail[i:]
	}
	return head + "\n" + tail
}

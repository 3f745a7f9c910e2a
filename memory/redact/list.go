package redact

// listMost is how many values of a list are read.
const listMost = 16

// listed adds the secrets of a list that begins at t.s[i]: passwords: ["x", "y"], or a line
// "- x" for each. It reports whether a list stands there.
func listed(t *text, i int, c class) bool {
	s := t.s
	flow := i < len(s) && s[i] == '['
	if !flow && !item(s, i) {
		return false
	}
	for n := 0; n < listMost && i < len(s) && (flow || item(s, i)); n++ {
		v := valueAt(t, skipSpaces(s, i+1), false)
		text := s[v.start:v.end]
		if v.none() {
			break
		}
		if likely(text, c) || secret(text, c, quoted) && (c != password || classify(text).digits > 0) {
			t.also(v.span)
		}
		if i = skipSpaces(s, closers(s, v.stop)); i < len(s) && flow && s[i] != ',' {
			break
		}
	}
	return true
}

// item reports whether an item of a list in YAML begins at s[i].
func item(s string, i int) bool { return i+2 < len(s) && s[i] == '-' && s[i+1] == ' ' }

package redact

import (
	"slices"
	"strings"
)

// Mark stands where a secret stood.
const Mark = "[REDACTED]"

// minSecret is the length in bytes of the shortest value that is taken for a
// secret. With Mark it bounds how much longer a text may become.
const minSecret = 3

// Finding is one secret in a text: the bytes s[Start:End]. Rule says which rule
// found it, with an id of gitleaks or of this package, fit for a message.
type Finding struct {
	Rule       string
	Start, End int
}

// Text returns s with every secret replaced by Mark. A text without secrets is
// returned as it is, without an allocation but for copies of lines that have a
// lead, as those of a diff. Valid UTF-8 stays valid, and
// Text(Text(s)) == Text(s).
func Text(s string) string {
	// A secret may come to light when the one beside it is gone. In natural text two rounds
	// are enough. One that is made to need more loses whole lines then, and at
	// last all: else there could be as many rounds as secrets.
	for round := 0; ; round++ {
		found, hostile := find(s)
		if hostile && round > 0 {
			round += 2
		}
		switch {
		case len(found) == 0:
			return s
		case round < linesAfter:
			s = replace(s, found)
		case round < allAfter:
			s = replaceLines(s, found)
		default:
			return Mark
		}
	}
}

// The rounds after which lines go, and all.
const (
	linesAfter = 2
	allAfter   = 3
)

// replaceLines replaces each line that has a finding by Mark.
func replaceLines(s string, found []Finding) string {
	var b strings.Builder
	last := 0
	for _, f := range found {
		if f.End <= last {
			continue // of a line that is gone
		}
		start := last + strings.LastIndexByte(s[last:max(last, f.Start)], '\n') + 1
		end := len(s)
		if n := strings.IndexByte(s[f.End:], '\n'); n >= 0 {
			end = f.End + n
		}
		b.WriteString(s[last:start])
		b.WriteString(Mark)
		last = end
	}
	b.WriteString(s[last:])
	return b.String()
}

func replace(s string, found []Finding) string {
	var b strings.Builder
	b.Grow(len(s))
	last := 0
	for _, f := range found {
		b.WriteString(s[last:f.Start])
		b.WriteString(Mark)
		last = f.End
	}
	b.WriteString(s[last:])
	return b.String()
}

// Find returns the secrets of s, sorted by Start, without overlaps, and nil when
// there is none. No finding touches a Mark that s already has.
func Find(s string) []Finding {
	found, _ := find(s)
	return found
}

// find is Find. hostile says that s is made of names and signs as no natural text is.
func find(s string) (found []Finding, hostile bool) {
	found, hostile = search(s)
	if len(found) == 0 {
		return nil, hostile
	}
	slices.SortFunc(found, func(a, b Finding) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	kept := found[:0]
	for _, f := range found {
		if n := len(kept); n > 0 && f.Start <= kept[n-1].End {
			kept[n-1].End = max(kept[n-1].End, f.End)
			continue
		}
		kept = append(kept, f)
	}
	if strings.Contains(s, Mark) {
		kept = sparing(s, kept)
	}
	return slices.Clip(kept), hostile
}

// sparing cuts the marks that s has out of the findings.
func sparing(s string, found []Finding) []Finding {
	var kept []Finding
	for _, f := range found {
		for f.Start < f.End {
			// A mark may begin before the finding.
			from := max(0, f.Start-len(Mark)+1)
			i := strings.Index(s[from:min(len(s), f.End+len(Mark)-1)], Mark)
			if i < 0 || from+i >= f.End {
				kept = append(kept, f)
				break
			}
			mark := from + i
			if mark-f.Start >= minSecret {
				kept = append(kept, Finding{f.Rule, f.Start, mark})
			}
			f.Start = mark + len(Mark)
		}
	}
	return kept
}
